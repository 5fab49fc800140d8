//! What a session's log says about effects, held against what their receiver did. No IO here.

use std::collections::HashMap;

use serde_json::Value;

use crate::ledger::{Flaw, Kind};

#[cfg(test)]
#[path = "effects_check_tests.rs"]
mod effects_check_tests;

/// The tool whose receiver does nothing twice for the same key.
pub(crate) const HONOURS: &str = "honours";
/// The one whose receiver does whatever it is asked.
pub(crate) const CARELESS: &str = "careless";

/// How a call ended, as the log has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Told {
    Done,
    Failed,
    Unknown,
}

/// What is wrong with the calls in a session's events. `wanted` is what the model asked for, as tool and
/// argument; `effects` says how often each was done.
pub(crate) fn check(
    events: &[Value],
    wanted: &[(&str, String)],
    effects: impl Fn(&str) -> u32,
) -> (Vec<Flaw>, Vec<Told>) {
    let mut flaws = unpaired(events);
    let mut told = Vec::new();
    let calls = outcomes(events);
    for (tool, what) in wanted {
        let found = calls.get(&(*tool, what.as_str())).cloned().unwrap_or_default();
        let count = effects(what);
        if count > 1 {
            flaws.push(Flaw::new(Kind::Doubled, format!("`{what}` was done {count} times by `{tool}`")));
        }
        match found.as_slice() {
            [one] => {
                flaws.extend(contradiction(tool, what, *one, count));
                told.push(*one);
            }
            [] => {
                let text = format!("the model asked `{tool}` for `{what}`, and the log does not say so");
                flaws.push(Flaw::new(Kind::Lost, text));
            }
            many => {
                let text = format!("`{what}` by `{tool}` is in the log {} times", many.len());
                flaws.push(Flaw::new(Kind::Doubled, text));
            }
        }
    }
    (flaws, told)
}

fn contradiction(tool: &str, what: &str, told: Told, count: u32) -> Option<Flaw> {
    let (kind, text) = match (told, count) {
        (Told::Done, 0) => (Kind::Lost, "is said to be done and is not"),
        (Told::Failed, 1..) => (Kind::Unexpected, "is said to have failed and was done"),
        (Told::Unknown, 0) if tool == HONOURS => (Kind::Lost, "could have been sent again and was not"),
        (Told::Failed, 0) => (Kind::Lost, "is said to have failed, though its receiver fails at nothing"),
        (Told::Done | Told::Unknown, _) => return None,
    };
    Some(Flaw::new(kind, format!("`{what}` by `{tool}` {text}")))
}

/// Every request has its response right after it, and no response is without a request.
fn unpaired(events: &[Value]) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    let mut open: Option<&str> = None;
    for event in events {
        let id = text(event, "toolUseId");
        match (text(event, "type"), open) {
            ("tool_use", None) => open = Some(id),
            ("tool_result", Some(requested)) if requested == id => open = None,
            (kind, Some(requested)) => {
                flaws.push(Flaw::new(
                    Kind::Ending,
                    format!("`{kind}` stands right after request {requested}"),
                ));
                open = (kind == "tool_use").then_some(id);
            }
            ("tool_result", None) => {
                flaws.push(Flaw::new(Kind::Doubled, format!("a response to {id} without a request")));
            }
            (_, None) => {}
        }
    }
    flaws.extend(open.map(|id| Flaw::new(Kind::Ending, format!("request {id} has no response"))));
    flaws
}

/// By tool and argument.
fn outcomes(events: &[Value]) -> HashMap<(&str, &str), Vec<Told>> {
    let mut outcomes: HashMap<_, Vec<_>> = HashMap::new();
    for event in events.iter().filter(|event| text(event, "type") == "tool_result") {
        let what = event.pointer("/args/what").and_then(Value::as_str).unwrap_or_default();
        let is_unknown = event.pointer("/result/status").and_then(Value::as_str) == Some("unknown");
        let told = match (event.get("success").and_then(Value::as_bool), is_unknown) {
            (Some(true), _) => Told::Done,
            (_, true) => Told::Unknown,
            (_, false) => Told::Failed,
        };
        outcomes.entry((text(event, "toolName"), what)).or_default().push(told);
    }
    outcomes
}

pub(crate) fn text<'a>(event: &'a Value, name: &str) -> &'a str {
    event.get(name).and_then(Value::as_str).unwrap_or_default()
}
