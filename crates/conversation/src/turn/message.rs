//! A message as it comes in, and what became of it.

use conserje_events::Operator;
use conserje_kernel::{Language, MessageId, TraceId, TurnId};
use conserje_llm::Message;
use conserje_tools::retrieval::context::Grounds;

/// What a person sent. The same turn id again is the same message, answered the same.
#[derive(Clone, Debug)]
pub struct Incoming {
    pub turn: TurnId,
    pub trace: TraceId,
    pub text: String,
    /// What it is to be answered in, if the caller says so; else what it is written in.
    pub language: Option<Language>,
    /// What the caller reads, where a message does not show its language.
    pub reads: Option<Language>,
    /// Who is to answer, if the caller says so.
    pub agent: Option<String>,
    /// Which assistant is to answer, if the caller says so; else whichever the session is with.
    pub assistant: Option<String>,
    /// What was said before, if the caller keeps it and not the session.
    pub history: Option<Vec<Message>>,
    /// What was found for it before it was asked.
    pub grounds: Option<Grounds>,
    /// The person's earlier message that this one is said instead of; what followed it no longer counts.
    pub replaces: Option<MessageId>,
}

impl Incoming {
    pub fn new(turn: TurnId, trace: TraceId, text: String) -> Self {
        Self {
            turn,
            trace,
            text,
            language: None,
            reads: None,
            agent: None,
            assistant: None,
            history: None,
            grounds: None,
            replaces: None,
        }
    }

    pub(crate) fn answered_in(&self) -> Option<Language> {
        self.language.or_else(|| conserje_text::language_of(&self.text)).or(self.reads)
    }
}

/// What became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    pub turn: TurnId,
    pub message: MessageId,
    pub trace: TraceId,
    /// Who answers first; not known any more of a turn that has ended.
    pub agent: Option<String>,
    pub state: AcceptedState,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AcceptedState {
    /// Its turn runs; the message is the event with this number.
    Running { sequence: i64 },
    /// It is durable and will be answered after those before it.
    Waiting,
    /// It is the event with this number, and this person answers it: no turn runs.
    Held { sequence: i64, by: Operator },
    /// It was sent before, and has been answered or has failed; its events begin with this number.
    Finished { sequence: i64 },
}
