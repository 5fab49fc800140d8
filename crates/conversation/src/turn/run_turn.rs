//! `run_turn`: drive the turn's machine. What it wants done is done here, what happened is recorded, and
//! only then acted on. One driver, whoever listens and however.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use conserje_agents::machine::{Ending, FailureKind, Input as MachineInput, PlannedCall, Step};
use conserje_events::{Appended, Content, Event, RecordedEvent, Transient, TransientEvent};
use conserje_guard::Screened;
use conserje_kernel::{EventId, MessageId, Role, Scope, SessionId, SystemJob, UserId};
use conserje_llm::{Attempt, Message};
use conserje_store::turns::Turn;
use conserje_store::{Tx, accounts};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::answering::assistants::TenantAssistants;
use crate::money::budget::Caller;
use crate::turn::approvals::Asked;
use crate::turn::crash::CrashPoint;
use crate::turn::driver::Stop;
use crate::turn::driver::{Driven, Driver};
use crate::turn::failure::public_failure;
use crate::turn::fault;
use crate::turn::gate::Who;
use crate::turn::line::{Begun, Input};
use crate::turn::live::{How, News, TurnEnd};
use crate::turn::record::{Then, TurnRecord, Unwritten, Written, ending};
use crate::turn::scribe::{Scribe, stop_reason, used};
use crate::{ConversationError, Conversations};

/// Places in a turn's order of events; what the agent does comes after.
const SESSION_START: i64 = 0;

/// How many of the latest events a model's view of the past is made from.
const HISTORY: i64 = 200;

impl Conversations {
    /// Runs a begun turn in the background, and after it what waits in the session's line.
    pub(crate) fn start(&self, scope: Scope, begun: Begun, appended: Appended) {
        let driven = self.announce(begun, appended);
        self.go_on(scope, driven);
    }

    /// Tells that the turn has begun. It has, and is to be driven, whatever comes of telling.
    fn announce(&self, begun: Begun, appended: Appended) -> Driven {
        let tell = || {
            conserje_kernel::faults::pass("turn.next");
            self.publish_transient(&begun.turn, begun.sequence - 1);
            self.0.log.announce(appended);
        };
        if catch_unwind(AssertUnwindSafe(tell)).is_err() {
            fault::count(&begun.turn);
        }
        Driven::new(begun)
    }

    /// Goes on with a turn from where it stands, and after it with what waits in the session's line.
    pub(crate) fn go_on(&self, scope: Scope, driven: Driven) {
        let conversations = self.clone();
        self.0.turns.spawn(async move {
            let mut driven = driven;
            while let Some((begun, appended)) = Box::pin(conversations.drive_safely(&scope, driven)).await {
                driven = conversations.announce(begun, appended);
            }
        });
    }

    /// To the end of the turn, or to where it waits for a person; the next turn in line.
    pub(crate) async fn drive(
        &self,
        scope: &Scope,
        driven: Driven,
        unwanted: CancellationToken,
    ) -> Option<(Begun, Appended)> {
        conserje_kernel::faults::pass("turn.begin");
        let Driven { turn, input, machine, place, began_at, is_resumed } = driven;
        // Who is stopped while waiting needs no place to end.
        let _place = tokio::select! {
            place = self.0.gate.enter(Who { tenant: turn.tenant, user: turn.user }) => Some(place),
            _ = Driver::stopped(&unwanted, &self.0.stop) => None,
        };
        let scribe =
            Scribe::new(turn.id, turn.trace, machine.agent(), place.next_index).speaking(input.language);
        // What waited in line goes on where the turn before it was asked from: addresses are not kept.
        let caller = Caller { key: input.key, address: scope.address() };
        let record = TurnRecord::new(self, scope, &turn, (scribe, place), caller);
        // To answer as if nothing had been said before, or as somebody else, would be worse than not to answer.
        let prepared = self.prepare(scope, &turn, &input, began_at).await;
        let (assistants, history) = match prepared {
            Ok((assistants, history)) => (Some(assistants), history),
            Err(error) => {
                tracing::error!(turn.id = %turn.id, "Turn {} could not be prepared: {error:?}", turn.id);
                (None, Vec::new().into_iter().collect())
            }
        };
        let is_readable = assistants.is_some();
        let assistants = assistants.unwrap_or_else(|| self.0.assistants.without_choices(turn.tenant));
        let driver = Driver {
            live: self.0.lives.of(turn.id),
            conversations: self.clone(),
            scope: scope.clone(),
            input,
            machine,
            record,
            assistants,
            history,
            cancel: unwanted,
            deadline: Instant::now() + self.0.options.turn_time_limit,
            notes: BTreeMap::new(),
            is_resumed,
            turn,
        };
        if is_readable { driver.run().await } else { driver.give_up().await }
    }

    async fn prepare(
        &self,
        scope: &Scope,
        turn: &Turn,
        input: &Input,
        began_at: i64,
    ) -> Result<(Arc<TenantAssistants>, Screened<Vec<Message>>), ConversationError> {
        conserje_kernel::faults::pass("turn.prepare");
        let history = match &input.history {
            Some(given) => given.clone(),
            None => self.history(scope, turn.session, began_at, input.replaces).await?,
        };
        Ok((self.assistants_or_draft(scope, input.draft.as_deref()).await?, history))
    }

    /// What was said before, as the model is to see it. From the log itself: projections may lag.
    #[expect(clippy::disallowed_methods, reason = "it is in the log")]
    async fn history(
        &self,
        scope: &Scope,
        session: SessionId,
        before: i64,
        replaced: Option<MessageId>,
    ) -> Result<Screened<Vec<Message>>, ConversationError> {
        let from = before.saturating_sub(HISTORY).max(0);
        let span = usize::try_from(before - from - 1).unwrap_or(0);
        if span == 0 {
            return Ok(Screened::kept(Vec::new()));
        }
        let events = self.0.log.after(scope, session, from, span).await?;
        Ok(Screened::kept(told(events, replaced)))
    }

    /// `publish`, for the start of a turn, which is not kept: told as having come after the event with this number.
    fn publish_transient(&self, turn: &Turn, after: i64) {
        let transient = TransientEvent {
            id: EventId::generate(),
            turn: turn.id,
            trace: turn.trace,
            index: SESSION_START,
            timestamp: self.0.store.clock().now(),
            what: Transient::SessionStart,
        };
        self.0.log.notify(turn.session, after, transient);
    }

    /// The scope in which a turn goes on when the one that began it is gone: a guest's stays a guest's.
    #[expect(clippy::disallowed_methods, reason = "what a guest asked is gone on with as a guest")]
    pub(crate) fn scope_of_turn(tx: &mut Tx<'_>, user: UserId) -> Result<Scope, ConversationError> {
        let role = accounts::find(tx, user)?.map(|user| user.role);
        let tenant = tx.tenant();
        Ok(if role == Some(Role::Guest) { Scope::guest(tenant, user) } else { Self::recovery_scope(tenant) })
    }

    /// The scope in which what others began is taken up.
    #[expect(clippy::disallowed_methods, reason = "recovery is a named system job")]
    pub(crate) fn recovery_scope(tenant: conserje_kernel::TenantId) -> Scope {
        Scope::system(tenant, SystemJob::Recovery)
    }
}

/// What happened, before it is recorded.
pub(crate) struct Happened {
    pub(crate) input: MachineInput,
    pub(crate) attempts: Vec<Attempt>,
}

impl From<MachineInput> for Happened {
    fn from(input: MachineInput) -> Self {
        Self { input, attempts: Vec::new() }
    }
}

impl Driver {
    async fn run(mut self) -> Option<(Begun, Appended)> {
        loop {
            let happened = match self.machine.step() {
                Step::CallModel(_) if self.is_open() => self.ask_who().await,
                Step::CallModel(ask) => self.call_model(ask).await,
                Step::CallTools(calls) => self.call_tools(calls).await,
                Step::Perform(call) => self.perform(call).await,
                // One decision was taken and the next is needed at once.
                Step::AskApproval(call) => {
                    let asked = Box::new(self.asked(&call));
                    let approval = asked.id;
                    match self.record.write(Unwritten::default(), Then::Pause(asked)).await {
                        Written::GoOn { .. } => Self::stop(Stop::Person),
                        Written::Paused => {
                            self.end(How::Paused { approval }, StopOf::Pause);
                            return None;
                        }
                        Written::Finished(_) | Written::Lost => return None,
                    }
                }
                Step::Finish(ending) => return self.finish_again(&ending).await,
            };
            let happened = happened?;
            self.is_resumed = false;
            self.conversations.crash(CrashPoint::BeforeRecord);
            match self.record(happened).await {
                Flow::GoOn => {}
                Flow::End(next) => {
                    conserje_kernel::faults::pass("turn.end");
                    return next.map(|next| *next);
                }
                Flow::Misstep => return self.give_up().await,
            }
            self.conversations.crash(CrashPoint::AfterRecord);
        }
    }

    /// Ends the turn with an error of ours, so that its session is not stuck.
    async fn give_up(mut self) -> Option<(Begun, Appended)> {
        let stop = MachineInput::Stopped { kind: FailureKind::Internal, partial: None };
        match self.record(stop.into()).await {
            Flow::End(next) => next.map(|next| *next),
            // It was over, and only its row was not.
            Flow::GoOn | Flow::Misstep => match self.machine.step() {
                Step::Finish(how) => self.finish_again(&how).await,
                Step::CallModel(_) | Step::CallTools(_) | Step::Perform(_) | Step::AskApproval(_) => None,
            },
        }
    }

    async fn record(&mut self, happened: Happened) -> Flow {
        let entry = match serde_json::to_string(&happened.input) {
            Ok(entry) => entry,
            Err(error) => {
                tracing::error!(turn.id = %self.turn.id, "A journal entry could not be written as JSON: {error}");
                return Flow::Misstep;
            }
        };
        let advanced = match self.machine.advance(happened.input) {
            Ok(advanced) => advanced,
            Err(misstep) => {
                tracing::error!(turn.id = %self.turn.id, "Turn {}: {misstep}", self.turn.id);
                return Flow::Misstep;
            }
        };
        let step =
            Unwritten { entry: Some(entry), emissions: advanced.emissions, attempts: happened.attempts };
        let then = match &advanced.step {
            Step::CallModel(_) | Step::CallTools(_) | Step::Perform(_) => Then::GoOn,
            Step::AskApproval(call) => Then::Pause(Box::new(self.asked(call))),
            Step::Finish(how) => Then::Finish(ending(failure_of(how))),
        };
        match self.record.write(step, then.clone()).await {
            Written::GoOn { is_unwanted } => {
                if is_unwanted {
                    self.cancel.cancel();
                }
                Flow::GoOn
            }
            Written::Lost => Flow::End(None),
            Written::Paused => {
                if let Then::Pause(asked) = then {
                    self.end(How::Paused { approval: asked.id }, StopOf::Pause);
                }
                Flow::End(None)
            }
            Written::Finished(next) => {
                if let Step::Finish(how) = &advanced.step {
                    self.ended(how);
                }
                Flow::End(next)
            }
        }
    }

    /// The journal says that it is over, the turns table not yet: a crash cannot leave that, a lost race can.
    async fn finish_again(&mut self, how: &Ending) -> Option<(Begun, Appended)> {
        let then = Then::Finish(ending(failure_of(how)));
        match self.record.write(Unwritten::default(), then).await {
            Written::Finished(next) => {
                self.ended(how);
                next.map(|next| *next)
            }
            Written::GoOn { .. } | Written::Paused | Written::Lost => None,
        }
    }

    fn ended(&self, how: &Ending) {
        match how {
            Ending::Completed { .. } => {
                let end = self.end(How::Completed, StopOf::Ending(how));
                let transient = TransientEvent {
                    id: EventId::generate(),
                    turn: self.turn.id,
                    trace: self.turn.trace,
                    index: self.record.scribe.next_index,
                    timestamp: self.conversations.0.store.clock().now(),
                    what: Transient::Complete {
                        message: end.message,
                        stop_reason: end.stop_reason,
                        usage: end.usage,
                        citations: end.citations.clone(),
                    },
                };
                self.conversations.0.log.notify(self.turn.session, self.record.last_sequence, transient);
            }
            Ending::Failed { kind } => {
                let failure = public_failure(*kind, self.input.language.unwrap_or_default());
                tracing::warn!(turn.id = %self.turn.id, "Turn {} failed: {kind:?}", self.turn.id);
                self.end(How::Failed { code: failure.code, message: failure.message }, StopOf::Ending(how));
            }
        }
    }

    /// Tells those who listen that there is no more to come.
    fn end(&self, how: How, stop: StopOf<'_>) -> Arc<TurnEnd> {
        let end = Arc::new(TurnEnd {
            turn: self.turn.id,
            how,
            message: self.record.scribe.last_message,
            model: self.record.scribe.model.clone(),
            stop_reason: stop_reason(match stop {
                StopOf::Ending(ending) => ending.stop_reason(),
                StopOf::Pause => conserje_llm::StopReason::ToolUse,
            }),
            usage: used(self.machine.usage(), Duration::ZERO),
            citations: self.record.scribe.citations.clone(),
        });
        // Whoever listens from now on, after a pause, begins anew.
        self.conversations.0.lives.forget(self.turn.id);
        self.live.tell(News::Ended(Arc::clone(&end)));
        end
    }

    fn asked(&self, call: &PlannedCall) -> Asked {
        let expires_at =
            self.conversations.0.store.clock().now().plus(self.conversations.0.options.approvals_last);
        Asked::new(call.clone(), self.input.language.unwrap_or_default(), expires_at)
    }
}

enum Flow {
    GoOn,
    /// What happened cannot be taken in: a fault of ours.
    Misstep,
    End(Option<Box<(Begun, Appended)>>),
}

#[derive(Clone, Copy)]
enum StopOf<'a> {
    Ending(&'a Ending),
    Pause,
}

fn failure_of(ending: &Ending) -> Option<FailureKind> {
    match ending {
        Ending::Completed { .. } => None,
        Ending::Failed { kind } => Some(*kind),
    }
}

/// Who said something, as a model sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Customer,
    /// Whoever spoke for the business: an agent, a person, or a notice.
    House,
}

/// What was said and still counts. `replaced`: by what comes next.
#[expect(clippy::wildcard_enum_match_arm, reason = "only these are said by somebody")]
fn told(events: Vec<RecordedEvent>, replaced: Option<MessageId>) -> Vec<Message> {
    let mut told: Vec<(MessageId, Side, String)> = Vec::new();
    let forget = |told: &mut Vec<(MessageId, Side, String)>, replaced: Option<MessageId>| {
        if let Some(at) = told.iter().position(|(id, ..)| Some(*id) == replaced) {
            told.truncate(at);
        }
    };
    for event in events {
        let Content::Event(event) = event.content else { continue };
        let said = match event {
            Event::UserMessageSent(said) => {
                forget(&mut told, said.replaces);
                (said.message_id, Side::Customer, said.content)
            }
            Event::AgentMessageSent(said) => (said.message_id, Side::House, said.content),
            Event::OperatorMessageSent(said) => (said.message_id, Side::House, said.text),
            Event::NoticeSent(said) => (said.message_id, Side::House, said.text),
            _ => continue,
        };
        told.push(said);
    }
    forget(&mut told, replaced);
    in_turns(told.into_iter().map(|(_, side, text)| (side, text)))
}

/// What one side said in a row is one message: some models take nothing but turns.
fn in_turns(said: impl Iterator<Item = (Side, String)>) -> Vec<Message> {
    let mut turns: Vec<(Side, String)> = Vec::new();
    for (side, text) in said {
        match turns.last_mut() {
            Some((last, before)) if *last == side => {
                before.push_str("\n\n");
                before.push_str(&text);
            }
            Some(_) | None => turns.push((side, text)),
        }
    }
    let message = |(side, text)| match side {
        Side::Customer => Message::user(text),
        Side::House => Message::assistant(text),
    };
    turns.into_iter().map(message).collect()
}
