//! The tasks, each with what it needs to know and what it asks or calls next.

pub(crate) mod book;
pub(crate) mod change;
pub(crate) mod order;
pub(crate) mod redeem;

use serde_json::{Map, Value, json};

use crate::desk::dialogue::hearing::{Done, Known, Note, Person, Setting, Used};
use crate::desk::dialogue::wording::{Step, Times, call};

/// Why it was not made: other times that are free, or nothing that can be done here.
fn not_made(used: &Used, times: &mut Times, notes: &mut Vec<Note>) -> Option<Done> {
    if used.result.get("status").and_then(Value::as_str) == Some("unknown") {
        return Some(Done::Unsure);
    }
    let Some(alternatives) = used.result.get("alternatives") else { return Some(Done::Failed) };
    let reason = used.result.get("error").and_then(Value::as_str).and_then(|text| text.lines().next());
    notes.extend(reason.map(|text| Note::Reason(text.to_owned())));
    times.lost(alternatives);
    None
}

/// What was said about the person goes into the rows first.
fn note_person(setting: &Setting<'_>, person: &Person, known: &Known) -> Option<Step> {
    if !person.is_news(known) || !setting.has("update_lead_info") {
        return None;
    }
    let mut args = Map::new();
    args.extend(person.name.as_ref().map(|name| ("name".to_owned(), json!(name))));
    args.extend(person.phone.as_ref().map(|phone| ("phone".to_owned(), json!(phone))));
    Some(call("update_lead_info", Value::Object(args)))
}
