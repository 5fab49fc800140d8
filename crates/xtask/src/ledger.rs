//! What clients were told, held against what the server's log shows. No IO here.
//!
//! A session's log is read once, from its first event to its last, and may be read in parts: what was
//! wrong is told when it is read, and what is missing when the session has come to rest.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use crate::chat_api::{EventReply, SendReply, TurnReply};

#[cfg(test)]
#[path = "ledger_tests.rs"]
mod ledger_tests;

/// What can be wrong with a server that was killed, or whose disk failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// Acknowledged, and not there.
    Lost,
    /// There more than once.
    Doubled,
    /// The numbers of a session's events are not 1, 2, 3 …
    Gap,
    /// A turn without an end, or with two.
    Ending,
    /// A turn still runs or waits long after the start.
    Stuck,
    /// `audit verify` says so.
    BrokenChain,
    /// The server does not start on what is there.
    DoesNotStart,
    /// Something without what it belongs to.
    LeftOver,
    /// An answer that the server should not have given.
    Unexpected,
}

impl Kind {
    pub(crate) const ALL: [(Self, &'static str); 9] = [
        (Self::Lost, "lost"),
        (Self::Doubled, "doubled"),
        (Self::Gap, "gaps"),
        (Self::Ending, "wrong endings"),
        (Self::Stuck, "stuck"),
        (Self::BrokenChain, "broken chains"),
        (Self::DoesNotStart, "failed starts"),
        (Self::LeftOver, "left over"),
        (Self::Unexpected, "unexpected answers"),
    ];
}

/// One thing that is wrong, with what is needed to find it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Flaw {
    pub(crate) kind: Kind,
    pub(crate) text: String,
}

impl Flaw {
    pub(crate) fn new(kind: Kind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into() }
    }
}

/// Whether a session's line has been worked off.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    WorkedOff,
    Busy,
    Stuck(Flaw),
}

impl Line {
    /// Only a session at rest can be held against the ledger; one that never comes to rest is a flaw by itself.
    pub(crate) fn of(turn: Option<&TurnReply>, waited: Duration, patience: Duration) -> Self {
        let Some(turn) = turn.filter(|turn| turn.running || turn.waiting > 0) else { return Self::WorkedOff };
        if waited < patience {
            return Self::Busy;
        }
        let what = if turn.running { "a turn runs" } else { "no turn runs" };
        let text = format!("{what} and {} wait after {} s", turn.waiting, waited.as_secs());
        Self::Stuck(Flaw::new(Kind::Stuck, text))
    }
}

/// A promise of the server: this message is durable.
#[derive(Clone, Debug)]
pub(crate) struct Ack {
    pub(crate) text: String,
    pub(crate) message: String,
    pub(crate) turn: String,
    pub(crate) sequence: Option<i64>,
    /// The events that a waiting client was shown: number and id.
    pub(crate) shown: Vec<(i64, String)>,
}

impl Ack {
    pub(crate) fn new(text: &str, reply: SendReply) -> Self {
        let shown = reply.events.unwrap_or_default();
        Self {
            text: text.to_owned(),
            message: reply.id,
            turn: reply.turn_id,
            sequence: reply.sequence_number,
            shown: shown.into_iter().map(|event| (event.sequence_number, event.event_id)).collect(),
        }
    }
}

/// A user's message as it stands in the log.
struct Said {
    message: String,
    turn: String,
    sequence: i64,
}

/// As much of a session's log as was read.
#[derive(Default)]
pub(crate) struct SessionLog {
    /// Ids of events, in the order of their numbers.
    events: Vec<String>,
    said: HashMap<String, Said>,
    message_ids: HashSet<String>,
    /// Turns that have begun, and whether they have ended.
    turns: HashMap<String, Progress>,
    /// Turns that were told to be without an end: told once, not at every reading.
    unended: HashSet<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    Begun,
    Ended,
}

impl SessionLog {
    /// The number of the last event read.
    pub(crate) fn last(&self) -> i64 {
        i64::try_from(self.events.len()).unwrap_or(i64::MAX)
    }

    /// Takes the next event of the log; what is wrong with it.
    pub(crate) fn read(&mut self, event: &EventReply) -> Vec<Flaw> {
        let mut flaws = Vec::new();
        if event.sequence_number != self.last() + 1 {
            let (found, wanted) = (event.sequence_number, self.last() + 1);
            flaws.push(Flaw::new(Kind::Gap, format!("event {found} stands where {wanted} should")));
        }
        self.events.push(event.event_id.clone());
        match event.kind.as_str() {
            "user_message_confirmed" => flaws.extend(self.read_message(event)),
            "message" | "error" => flaws.extend(self.read_ending(event)),
            _ => {}
        }
        flaws
    }

    fn read_message(&mut self, event: &EventReply) -> Option<Flaw> {
        let text = event.content.clone().unwrap_or_default();
        let said = Said {
            message: event.message_id.clone().unwrap_or_default(),
            turn: event.turn_id.clone().unwrap_or_default(),
            sequence: event.sequence_number,
        };
        self.turns.entry(said.turn.clone()).or_insert(Progress::Begun);
        let is_new = self.message_ids.insert(said.message.clone());
        if let Some(first) = self.said.get(&text) {
            let (before, now) = (first.sequence, said.sequence);
            return Some(Flaw::new(
                Kind::Doubled,
                format!("`{text}` is there twice, as events {before} and {now}"),
            ));
        }
        let flaw = (!is_new).then(|| {
            Flaw::new(Kind::Doubled, format!("{} is the id of `{text}` and of another message", said.message))
        });
        self.said.insert(text, said);
        flaw
    }

    fn read_ending(&mut self, event: &EventReply) -> Option<Flaw> {
        let turn = event.turn_id.clone().unwrap_or_default();
        let (kind, number) = (&event.kind, event.sequence_number);
        let text = match self.turns.insert(turn.clone(), Progress::Ended) {
            Some(Progress::Begun) => return None,
            Some(Progress::Ended) => {
                format!("turn {turn} had ended, and `{kind}` (event {number}) ends it again")
            }
            None => format!("turn {turn} has no message, and `{kind}` (event {number}) ends it"),
        };
        Some(Flaw::new(Kind::Ending, text))
    }

    /// The session is at rest and was read to its end: what is missing from it.
    pub(crate) fn settle(&mut self, last_sequence: i64, acks: &[Ack]) -> Vec<Flaw> {
        let mut flaws = Vec::new();
        if last_sequence != self.last() {
            let text = format!("the last event should be {last_sequence} and is {}", self.last());
            flaws.push(Flaw::new(Kind::Gap, text));
        }
        let open = self.turns.iter().filter(|(_, progress)| **progress == Progress::Begun);
        for turn in open.map(|(turn, _)| turn.clone()).collect::<Vec<_>>() {
            if self.unended.insert(turn.clone()) {
                flaws.push(Flaw::new(Kind::Ending, format!("turn {turn} is over and was never answered")));
            }
        }
        flaws.extend(acks.iter().flat_map(|ack| self.missing(ack)));
        flaws
    }

    /// In what way a promise was not kept.
    fn missing(&self, ack: &Ack) -> Vec<Flaw> {
        let lost = |text: String| Flaw::new(Kind::Lost, text);
        let Some(said) = self.said.get(&ack.text) else {
            return vec![lost(format!(
                "`{}` was acknowledged as {} and is not there",
                ack.text, ack.message
            ))];
        };
        let mut flaws = Vec::new();
        if said.message != ack.message || said.turn != ack.turn {
            let (there, told) = ((&said.message, &said.turn), (&ack.message, &ack.turn));
            flaws.push(lost(format!("`{}` was acknowledged as {told:?} and is {there:?}", ack.text)));
        }
        if ack.sequence.is_some_and(|told| told != said.sequence) {
            let (there, told) = (said.sequence, ack.sequence);
            flaws.push(lost(format!("`{}` was acknowledged as event {told:?} and is {there}", ack.text)));
        }
        for (number, id) in &ack.shown {
            if self.event(*number) != Some(id) {
                flaws.push(lost(format!(
                    "event {number} ({id}) of `{}` was shown and is not there",
                    ack.text
                )));
            }
        }
        flaws
    }

    fn event(&self, number: i64) -> Option<&String> {
        usize::try_from(number).ok().and_then(|number| self.events.get(number.checked_sub(1)?))
    }
}
