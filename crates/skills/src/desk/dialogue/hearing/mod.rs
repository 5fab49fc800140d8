//! Hearing, the lowest floor: what was said, by whom, what was asked of them, and what tools did about it.
//!
//! It knows no sentence that we say and no task. What a message says by itself is read here; the rest are plain values
//! that go up from floor to floor.

mod address;
pub(crate) mod asking;
mod at_once;
pub(crate) mod dishes;
pub(crate) mod edits;
mod fact;
pub(crate) mod mention;
mod note;
mod outcome;
mod parts;
mod person;
mod question;
mod reply;
mod setting;
mod topic;
mod used;
mod utterance;
mod visit;
pub(crate) mod want;
mod when;
mod wish;

pub(crate) use self::address::with_address;
pub(crate) use self::fact::{asks_a_fact, facts_asked};
pub(crate) use self::note::Note;
pub(crate) use self::outcome::TaskOutcome;
pub(crate) use self::parts::Parts;
pub use self::person::KnownPerson;
pub(crate) use self::person::Person;
pub(crate) use self::question::Ask;
pub(crate) use self::reply::Reply;
pub(crate) use self::setting::Setting;
pub(crate) use self::topic::{Topic, policy_in};
pub(crate) use self::used::{CHECK_URGENCY, ESCALATE, SEARCH, Used};
pub(crate) use self::utterance::Utterance;
pub(crate) use self::visit::visited;
pub(crate) use self::when::understand;
pub(crate) use self::wish::{
    changes_and_wishes, names_a_dish, names_what_and_when, order_and_booking, two_wishes, wishes_in_words,
    wishes_to_come,
};

/// All that a task is told when it hears a message.
pub(crate) struct Hearing<'a> {
    pub(crate) setting: &'a Setting<'a>,
    pub(crate) said: &'a Utterance,
    pub(crate) asked: Option<Ask>,
    pub(crate) person: &'a mut Person,
    pub(crate) notes: &'a mut Vec<Note>,
}
