//! Tasks, on top of wording: what takes several messages and ends with an act.
//!
//! Each has a file and is a [`Task`]. It keeps what it needs to know, and asks or calls for what is missing.

pub(crate) mod book;
pub(crate) mod change;
pub(crate) mod confirm;
pub(crate) mod order;
pub(crate) mod redeem;

use conserje_desk::model::{Branch, Business, Service};
use serde_json::{Map, Value, json};

use crate::desk::dialogue::hearing::{Hearing, KnownPerson, Note, Person, Setting, TaskOutcome, Used};
use crate::desk::dialogue::wording::{Step, Times, call};

/// What a conversation is about until it is done or dropped.
///
/// A task is a plain value that comes to the same from the same conversation: it is heard anew with every message.
pub(crate) trait Task {
    /// Whether the message brought it on.
    fn hear(&mut self, hearing: &mut Hearing<'_>) -> bool;

    /// Takes in what a tool said. What it comes to by that ends the task.
    fn saw(&mut self, setting: &Setting<'_>, used: &Used, notes: &mut Vec<Note>) -> Option<TaskOutcome>;

    /// Asks for the first thing that is missing, looks it up, or acts, if the customer said yes to all of it.
    fn next(&self, setting: &Setting<'_>, person: &Person, known: &KnownPerson) -> Step;

    /// What it comes to when the customer wants no more of it. `cancels` is whether they spoke of cancelling.
    fn dropped(&self, cancels: bool) -> TaskOutcome {
        TaskOutcome::Dropped { cancels }
    }

    /// What it comes to where there is no point in going on.
    fn dead_end(&self) -> Option<TaskOutcome> {
        None
    }

    /// The service that a question about the price means while this is in hand.
    fn service_in_hand<'b>(&self, _business: &'b Business) -> Option<&'b Service> {
        None
    }

    /// The branch that a question about hours or the way means while this is in hand.
    fn branch_in_hand<'b>(&self, _business: &'b Business) -> Option<&'b Branch> {
        None
    }
}

/// Why it was not made: other times that are free, or nothing that can be done here.
fn not_made(used: &Used, times: &mut Times, notes: &mut Vec<Note>) -> Option<TaskOutcome> {
    if used.result.get("status").and_then(Value::as_str) == Some("unknown") {
        return Some(TaskOutcome::Unsure);
    }
    let Some(alternatives) = used.result.get("alternatives") else { return Some(TaskOutcome::Failed) };
    let reason = used.result.get("error").and_then(Value::as_str).and_then(|text| text.lines().next());
    notes.extend(reason.map(|text| Note::Reason(text.to_owned())));
    times.lost(alternatives);
    None
}

/// What was said about the person goes into the rows first.
fn note_person(setting: &Setting<'_>, person: &Person, known: &KnownPerson) -> Option<Step> {
    if !person.is_news(known) || !setting.has("update_lead_info") {
        return None;
    }
    let mut args = Map::new();
    args.extend(person.name.as_ref().map(|name| ("name".to_owned(), json!(name))));
    args.extend(person.phone.as_ref().map(|phone| ("phone".to_owned(), json!(phone))));
    Some(call("update_lead_info", Value::Object(args)))
}
