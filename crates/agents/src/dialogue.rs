//! A conversation that goes on by rules, where no language model is configured.
//!
//! What comes next is decided from all that was heard, which is read from the session's log: nothing else is kept, so a
//! restart, a message that is said anew and a reconnect need no care of their own. Whoever knows a trade implements
//! [`Dialogue`]; an agent of a pack asks for one by its name.
//!
//! Where a language model answers instead, whoever knows the trade says what the model has to know of the place:
//! [`Dialogue::premises`], for every agent of a pack that has such a dialogue.

use std::fmt;

use conserje_kernel::{Language, Scope, SessionId};
use futures::future::{BoxFuture, FutureExt};
use jiff::civil::Date;
use serde_json::Value;

use crate::instructions::Channel;

/// Something that happened in the conversation.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    /// A person's message: to whom it went, and what it was taken to be about.
    Person { text: String, agent: String, intent: String },
    /// A tool was used, and this came of it.
    Tool { name: String, args: Value, result: Value, success: bool },
    /// This was answered, by an agent or by somebody of the business.
    Answer { text: String },
    /// The business said this unasked. `about` is for programs: `reminder:apt_…`.
    Notice { text: String, about: String },
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

/// Whose conversation it is, for whoever says where it takes place.
#[derive(Clone, Copy)]
pub struct Visit<'a> {
    pub scope: &'a Scope,
    pub session: SessionId,
    pub language: Language,
    /// Where the agent is spoken to: what it writes is read, or heard.
    pub channel: Channel,
}

/// What a language model is told of the place where it answers, beside its rules. No more than
/// [`Premises::MOST_TOKENS`] of it: every request has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Premises {
    /// The same from one conversation to the next: who the business is, where, its rules.
    pub lasting: String,
    /// The day and the hour it is there, and who is talked to. Nothing that stands here proves what a model says.
    pub now: String,
    /// What else changes: the days to come, when it is open today.
    pub passing: String,
    /// The day it is there, if that is known.
    pub today: Option<Date>,
}

impl Premises {
    /// Of all three texts together.
    pub const MOST_TOKENS: u64 = 600;
}

pub trait Dialogue: Send + Sync + fmt::Debug {
    /// Nothing, if there is no rule for it: then it is answered as any other question.
    fn next<'a>(&'a self, situation: Situation<'a>) -> BoxFuture<'a, Option<Next>>;

    /// Nothing, if there is nothing to be said of the place.
    fn premises<'a>(&'a self, _visit: Visit<'a>) -> BoxFuture<'a, Option<Premises>> {
        std::future::ready(None).boxed()
    }
}
