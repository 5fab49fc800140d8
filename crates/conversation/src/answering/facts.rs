//! What a model says at a front desk is held against what it was told ([`conserje_agents::claims`]) before it leaves: while it
//! streams, and as a whole.
//!
//! Where something is made up the model is asked once to say it again, with what was really told. What it makes up then is
//! left out, and something honest is said in its place. Beside a call of a tool it is left out at once: what the tool answers
//! is told next. `guard` of the `message` event names what was found: `unfounded-price`, `unfounded-hour`, …, with `flag` where
//! it was corrected and `modify` where a sentence was left out.

use std::collections::BTreeSet;
use std::sync::Arc;

use conserje_agents::claims::{Hold, Kind, Known, Mode, Stopped};
use conserje_agents::dialogue::Premises;
use conserje_events::{Content, Event, GuardFinding, RecordedEvent};
use conserje_guard::{Screened, Verdict};
use conserje_kernel::Language;
use conserje_llm::{Block, Message, Reply, Request};

use crate::turn::driver::Driver;

/// What tools said so many events ago still counts.
const RECENT: i64 = 120;
/// Rows that a model which erred is told again.
const ROWS: usize = 8;

/// What an answer is held against, and in whose language something is said instead.
#[derive(Clone)]
pub(crate) struct Facts {
    known: Arc<Known>,
    language: Language,
}

impl Facts {
    pub(crate) fn hold(&self, mode: Mode) -> Hold {
        Hold::new(Arc::clone(&self.known), self.language, mode)
    }

    /// Where the answer would have to stop.
    pub(crate) fn stop_in(&self, reply: &Reply) -> Option<Stopped> {
        let mut hold = self.hold(Mode::Stop);
        for block in &reply.blocks {
            if let Block::Text { text } = block {
                hold.push(text);
                hold.finish();
            }
        }
        hold.stopped()
    }

    /// The reply without what is made up in it, and what that was.
    pub(crate) fn without_inventions(
        &self,
        reply: Screened<Reply>,
        mode: Mode,
    ) -> (Screened<Reply>, BTreeSet<Kind>) {
        #[expect(
            clippy::disallowed_methods,
            reason = "it takes sentences out, and what it says instead is ours"
        )]
        let hold = Screened::own(self.hold(mode));
        let (reply, hold) = hold.with(reply).map(|(hold, reply)| held(hold, reply)).split();
        let kinds = hold.into_inner().stopped().map(|stopped| stopped.kinds).unwrap_or_default();
        (reply, kinds)
    }

    /// The same request, with the answer that erred and what is wrong with it.
    pub(crate) fn again(
        &self,
        request: &Screened<Request>,
        erred: &Screened<Reply>,
        stopped: &Stopped,
    ) -> Screened<Request> {
        let note = note(stopped, &self.known.rows_about(&stopped.kinds, ROWS));
        #[expect(
            clippy::disallowed_methods,
            reason = "our words, with rows and sentences that were screened"
        )]
        let note = Screened::own(note);
        request.clone().with(erred.clone()).with(note).map(|((mut request, erred), note)| {
            request.messages.push(Message::assistant(erred.text()));
            request.messages.push(Message::user(note));
            request
        })
    }
}

fn held(mut hold: Hold, mut reply: Reply) -> (Reply, Hold) {
    for block in &mut reply.blocks {
        if let Block::Text { text } = block {
            let mut shown = hold.push(text);
            shown.push_str(&hold.finish());
            *text = shown;
        }
    }
    (reply, hold)
}

fn note(stopped: &Stopped, rows: &[&str]) -> String {
    let kinds: Vec<&str> = stopped.kinds.iter().map(|kind| kind.name()).collect();
    let sentences: Vec<String> = stopped.sentences.iter().map(|sentence| format!("“{sentence}”")).collect();
    let mut lines = vec![
        "[From the server. The customer does not see this.]".to_owned(),
        format!("Your answer was not sent from here on: {}", sentences.join(" ")),
        format!("No tool gave that {}. Never say what no tool gave.", kinds.join(" or ")),
    ];
    if !rows.is_empty() {
        lines.push("This is what was given:".to_owned());
        lines.extend(rows.iter().map(|row| format!("- {row}")));
    }
    let sent = stopped.sent.trim();
    lines.push(if sent.is_empty() {
        "Answer again, with what was given; or look it up with a tool; or say that you do not know it.".to_owned()
    } else {
        format!(
            "The customer has read this: “{sent}” Go on after it without saying it again, with what was given; or look it up with \
             a tool; or say that you do not know it."
        )
    });
    lines.join("\n")
}

/// As the record has it: the rule, never the text.
pub(crate) fn findings(kinds: &BTreeSet<Kind>, verdict: Verdict) -> Vec<GuardFinding> {
    for kind in kinds {
        metrics::counter!("conserje_unfounded_facts_total", "kind" => kind.name()).increment(1);
    }
    let finding =
        |kind: &Kind| GuardFinding { rule: kind.rule().to_owned(), verdict: verdict.name().to_owned() };
    kinds.iter().map(finding).collect()
}

pub(crate) fn has_calls(reply: &Reply) -> bool {
    reply.blocks.iter().any(|block| matches!(block, Block::ToolUse(_)))
}

impl Driver {
    /// What the answer of a model is held against. Where the record cannot be read, that is less, and more is held back.
    pub(crate) async fn facts(&self, premises: &Premises) -> Facts {
        let now = self.conversations.0.store.clock().now();
        let here = || jiff::Timestamp::from_microsecond(now.as_micros()).unwrap_or_default();
        let today = premises.today.unwrap_or_else(|| here().to_zoned(jiff::tz::TimeZone::UTC).date());
        let mut known = Known::on(today);
        known.text(&premises.lasting);
        known.text(&premises.passing);
        let upto = self.record.last_sequence;
        let from = upto.saturating_sub(RECENT).max(0);
        let span = usize::try_from(upto - from).unwrap_or(0);
        match self.conversations.0.log.after(&self.scope, self.turn.session, from, span).await {
            Ok(events) => {
                for event in events {
                    learn(&mut known, event);
                }
            }
            Err(error) => {
                tracing::error!(turn.id = %self.turn.id, "What tools said before turn {} could not be read: {error:?}", self.turn.id);
            }
        }
        known.customer(self.input.text.get());
        let given = self.input.history.iter().flat_map(Screened::get);
        for message in given.chain(self.machine.transcript().into_inner()) {
            match message {
                // Who keeps the conversation says what was said in it, which proves nothing.
                Message::User { .. } | Message::Assistant { .. } => {}
                Message::Tools { results } => {
                    for result in results {
                        known.text(&result.text);
                    }
                }
            }
        }
        Facts { known: Arc::new(known), language: self.input.language.unwrap_or_default() }
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "only these tell figures")]
fn learn(known: &mut Known, event: RecordedEvent) {
    let Content::Event(event) = event.content else { return };
    match event {
        Event::ToolUseCompleted(used) => {
            known.value(&used.result);
            known.asked(&used.args);
        }
        Event::UserMessageSent(said) => known.customer(&said.content),
        Event::OperatorMessageSent(said) => known.text(&said.text),
        Event::NoticeSent(said) => known.text(&said.text),
        _ => {}
    }
}
