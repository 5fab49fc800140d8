//! One question to a model, and its answer as it may be kept and shown.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use conserje_agents::claims::{Kind, Mode, Stopped};
use conserje_agents::machine::{FailureKind, Input as MachineInput, Judgement};
use conserje_agents::{Agent, TextRead};
use conserje_events::GuardFinding;
use conserje_guard::{Guard, Screened, Verdict};
use conserje_kernel::EventId;
use conserje_llm::{Attempt, Block, Called, Choice, Model, ModelError, Models, Piece, Reply, Request};
use conserje_tools::Toolbox;
use tokio::time::Instant;

use crate::answering::facts::{Facts, findings, has_calls};
use crate::answering::guarded::{Words, ask_model, guard_reply};
use crate::answering::reuse::{is_worth_remembering, remember};
use crate::turn::crash::CrashPoint;
use crate::turn::driver::{Driver, Stop};
use crate::turn::live::News;
use crate::turn::run_turn::Happened;

/// Who is asked, with what, and what becomes of the answer.
pub(crate) struct Asking<'a> {
    pub(crate) agent: &'a Agent,
    pub(crate) models: &'a Models,
    pub(crate) choice: &'a Choice,
    pub(crate) model: &'a Model,
    pub(crate) toolbox: &'a Toolbox,
    pub(crate) guard: Guard,
    /// What the answer must not repeat.
    pub(crate) secret: String,
    /// Whether tools are called in words.
    pub(crate) in_text: bool,
    /// What the answer is held against; none where nothing is known of the place.
    pub(crate) facts: Option<Facts>,
}

/// A reply that was looked at.
struct Looked {
    reply: Screened<Reply>,
    judged: Vec<Judgement>,
    notes: BTreeMap<String, Vec<String>>,
    found: Vec<GuardFinding>,
    is_worth_remembering: bool,
}

impl Driver {
    pub(crate) async fn answer(
        &mut self,
        asking: &Asking<'_>,
        request: Screened<Request>,
    ) -> Option<Happened> {
        let place = self.live.len();
        let mut words = self.words(asking, Mode::Stop);
        let asked_at = Instant::now();
        let question = if self.may_remember(asking.model, &asking.guard) {
            self.question(asking.model, request.get()).await
        } else {
            None
        };
        let remembered = question.as_ref().and_then(|question| self.remembered(question));
        self.record.scribe.is_remembered = remembered.is_some();
        let called = self.called(asking, &request, remembered, &mut words).await;
        self.conversations.crash(CrashPoint::AfterModel);
        let called = match called {
            Ok(called) => called,
            Err(Stop::Server) => return None,
            Err(Stop::Person) => return Some(self.cancelled(asking.model, place, asked_at)),
        };
        let attempts = called.attempts;
        let reply = match called.outcome {
            Ok(reply) => reply,
            Err(error) => return Some(Happened { input: self.unanswered(&error), attempts }),
        };
        let raw =
            question.filter(|_| !self.record.scribe.is_remembered).map(|question| (question, reply.clone()));
        let mut looked = self.looked_at(asking, reply);
        let stopped = asking.facts.as_ref().and_then(|facts| facts.stop_in(looked.reply.get()));
        let Some((facts, stopped)) = asking.facts.as_ref().zip(stopped) else {
            if let Some((question, raw)) = raw
                && raw.model == *asking.model.name
                && looked.is_worth_remembering
            {
                self.conversations.0.answer_cache.keep(question, raw);
            }
            return Some(self.replied(looked, attempts));
        };
        tracing::warn!(turn.id = %self.turn.id, "A model made up figures that nobody had told: {:?}", stopped.kinds);
        if has_calls(looked.reply.get()) {
            // It looks something up: what comes of that is said next.
            words.release(Mode::LeaveOut);
            let (reply, kinds) = facts.without_inventions(looked.reply, Mode::LeaveOut);
            looked.reply = reply;
            looked.found.extend(findings(&kinds, Verdict::Modify));
            return Some(self.replied(looked, attempts));
        }
        let request = facts.again(&request, &looked.reply, &stopped);
        let again = self.corrected(asking, request, &stopped).await;
        match again {
            Corrected::Stopped(Stop::Server) => None,
            Corrected::Stopped(Stop::Person) => {
                let cancelled = self.cancelled(asking.model, place, asked_at);
                Some(Happened { attempts: [attempts, cancelled.attempts].concat(), ..cancelled })
            }
            Corrected::Not(more) => {
                words.release(Mode::Replace);
                let (reply, kinds) = facts.without_inventions(looked.reply, Mode::Replace);
                looked.reply = reply;
                looked.found.extend(findings(&kinds, Verdict::Modify));
                Some(self.replied(looked, [attempts, more].concat()))
            }
            Corrected::Anew(second, more) => {
                self.record.scribe.is_remembered = false;
                let mut second = *second;
                second.reply = looked
                    .reply
                    .with(second.reply)
                    .map(|(first, second)| Reply { usage: first.usage.plus(second.usage), ..second });
                Some(self.replied(second, [attempts, more].concat()))
            }
        }
    }

    /// Asks once more, and goes on from what was sent already.
    async fn corrected(
        &mut self,
        asking: &Asking<'_>,
        request: Screened<Request>,
        stopped: &Stopped,
    ) -> Corrected {
        let Some(facts) = &asking.facts else { return Corrected::Not(Vec::new()) };
        let mut sent = stopped.sent.clone();
        let mut words = self.words(asking, Mode::Replace);
        if sent.trim().is_empty() {
            sent.clear();
        } else if !sent.ends_with(char::is_whitespace) {
            sent.push(' ');
            words = words.after_a_space();
        }
        let called = match self.called(asking, &request, None, &mut words).await {
            Ok(called) => called,
            Err(stop) => return Corrected::Stopped(stop),
        };
        let reply = match called.outcome {
            Ok(reply) => reply,
            Err(error) => {
                tracing::warn!(turn.id = %self.turn.id, "What a model made up was not corrected: {error}");
                return Corrected::Not(called.attempts);
            }
        };
        let mut looked = self.looked_at(asking, reply);
        let (reply, left_out) = facts.without_inventions(looked.reply, Mode::Replace);
        #[expect(clippy::disallowed_methods, reason = "the beginning of an answer that was screened")]
        let sent = Screened::own(sent);
        looked.reply = sent.with(reply).map(|(sent, mut reply)| {
            if !sent.is_empty() {
                reply.blocks.insert(0, Block::Text { text: sent });
            }
            reply
        });
        let corrected: BTreeSet<Kind> =
            stopped.kinds.iter().copied().filter(|kind| !left_out.contains(kind)).collect();
        looked.found.extend(findings(&corrected, Verdict::Flag));
        looked.found.extend(findings(&left_out, Verdict::Modify));
        Corrected::Anew(Box::new(looked), called.attempts)
    }

    /// Words as they are passed on to who listens.
    fn words(&self, asking: &Asking<'_>, mode: Mode) -> Words<impl FnMut(News) + use<>> {
        let live = Arc::clone(&self.live);
        let hold = asking.facts.as_ref().map(|facts| facts.hold(mode));
        Words::new(move |news| live.tell(news), &asking.guard, &asking.secret, asking.in_text).held_by(hold)
    }

    /// The answer, or the one that was given before.
    async fn called(
        &self,
        asking: &Asking<'_>,
        request: &Screened<Request>,
        remembered: Option<Reply>,
        words: &mut Words<impl FnMut(News) + Send>,
    ) -> Result<Called, Stop> {
        let asked_at = Instant::now();
        let called = {
            let mut on_piece = |piece: &Piece| words.pass_on(piece);
            let call = async {
                match remembered {
                    Some(reply) => remember(reply, asked_at, &mut on_piece),
                    None => {
                        ask_model(asking.models, asking.choice, request, self.deadline, &mut on_piece).await
                    }
                }
            };
            tokio::select! {
                biased;
                stopped = Self::stopped(&self.cancel, &self.conversations.0.stop) => Err(stopped),
                called = call => Ok(called),
            }
        };
        words.finish();
        called
    }

    fn unanswered(&self, error: &ModelError) -> MachineInput {
        tracing::warn!(turn.id = %self.turn.id, trace.id = %self.turn.trace, "Turn {}: {error}", self.turn.id);
        if Instant::now() >= self.deadline {
            MachineInput::Stopped { kind: FailureKind::TimeLimit, partial: None }
        } else {
            MachineInput::ModelFailed { trouble: error.trouble }
        }
    }

    fn looked_at(&self, asking: &Asking<'_>, reply: Reply) -> Looked {
        let read = read(reply, asking.toolbox, asking.in_text);
        let is_worth_remembering = is_worth_remembering(&read.reply, asking.toolbox, &asking.guard);
        let judged = self.judge(&read, asking.toolbox, asking.agent.approvals);
        let (reply, found) = guard_reply(&asking.guard, &asking.secret, read.reply);
        Looked { reply, judged, notes: read.notes, found, is_worth_remembering }
    }

    fn replied(&mut self, looked: Looked, attempts: Vec<Attempt>) -> Happened {
        self.record.scribe.found_in_answer = looked.found;
        self.notes = looked.notes;
        let input = MachineInput::Replied { reply: Box::new(looked.reply), judged: looked.judged };
        Happened { input, attempts }
    }
}

/// What came of asking once more.
enum Corrected {
    Anew(Box<Looked>, Vec<Attempt>),
    /// No model answered.
    Not(Vec<Attempt>),
    Stopped(Stop),
}

/// Calls that a model wrote among its words are taken out of them first: what is left is what it said.
fn read(reply: Reply, toolbox: &Toolbox, in_text: bool) -> TextRead {
    if in_text {
        let mut new_id = || format!("call_{}", EventId::generate().as_uuid().simple());
        TextRead::of(reply, &toolbox.specs(), &mut new_id)
    } else {
        TextRead::from(reply)
    }
}
