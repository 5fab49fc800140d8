//! A conversation that goes on by rules, where no language model is configured.
//!
//! What comes next is decided from all that was heard, which is read from the session's log: nothing else is kept, so a
//! restart, a message that is said anew and a reconnect need no care of their own. Whoever knows a trade implements
//! [`Dialogue`]; an agent of a pack asks for one by its name.

use std::fmt;

use conserje_kernel::{Language, Scope, SessionId};
use futures::future::BoxFuture;
use serde_json::Value;

/// Something that happened in the conversation.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    /// A person's message: to whom it went, and what it was taken to be about.
    Person { text: String, agent: String, intent: String },
    /// A tool was used, and this came of it.
    Tool { name: String, args: Value, result: Value, success: bool },
    /// This was answered, by an agent or by somebody of the business.
    Answer { text: String },
}

/// Where the conversation stands. The last message of a person in `heard` is the one to be answered; tools after it were
/// used to answer it.
pub struct Situation<'a> {
    pub scope: &'a Scope,
    pub session: SessionId,
    pub language: Language,
    /// Who answers now.
    pub agent: &'a str,
    /// Oldest first.
    pub heard: &'a [Heard],
    /// The names of the tools that the agent has.
    pub tools: &'a [String],
}

/// What comes next.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    Call { tool: String, args: Value },
    Say { text: String },
}

pub trait Dialogue: Send + Sync + fmt::Debug {
    /// Nothing, if there is no rule for it: then it is answered as any other question.
    fn next<'a>(&'a self, situation: Situation<'a>) -> BoxFuture<'a, Option<Next>>;
}
