//! How tools answer: a result for programs, a text for the model, and questions back where something is open.

use conserje_kernel::Language;
use conserje_tools::{Call, Outcome, Status};
use serde_json::{Value, json};

use conserje_desk::model::{Meant, Named, meant};
pub(super) use conserje_kernel::say;

/// Nothing that is asked for has more letters.
const LONGEST: usize = 500;

/// An argument, trimmed and not too long; empty if it is not there.
pub(super) fn text<'a>(call: &'a Call, name: &str) -> &'a str {
    let text = call.args.get(name).and_then(Value::as_str).unwrap_or_default().trim();
    let end = text.char_indices().nth(LONGEST).map_or(text.len(), |(at, _)| at);
    text.get(..end).unwrap_or(text)
}

/// An argument that says something.
pub(super) fn given<'a>(call: &'a Call, name: &str) -> Option<&'a str> {
    Some(text(call, name)).filter(|text| !text.is_empty())
}

pub(super) fn answered(result: Value, text: impl Into<String>) -> Outcome {
    Outcome { status: Status::Succeeded, result, text: text.into() }
}

/// Nothing was done, and why.
pub(super) fn refused(language: Language, es: &str, en: &str) -> Outcome {
    refused_with(say(language, es, en), json!({}))
}

/// As [`refused`], with more for programs.
pub(super) fn refused_with(text: &str, more: Value) -> Outcome {
    let mut outcome = Outcome::failed(text);
    if let (Some(result), Value::Object(more)) = (outcome.result.as_object_mut(), more) {
        result.insert("success".to_owned(), Value::Bool(false));
        result.extend(more);
    }
    outcome
}

/// What a kind of thing is called.
#[derive(Clone, Copy)]
pub(super) struct Noun {
    none: &'static str,
    several: &'static str,
    en: &'static str,
}

pub(super) const SERVICE: Noun =
    Noun { none: "ningún servicio", several: "más de un servicio", en: "service" };
pub(super) const BRANCH: Noun =
    Noun { none: "ninguna sucursal", several: "más de una sucursal", en: "branch" };
pub(super) const STAFF: Noun =
    Noun { none: "nadie del equipo", several: "varias personas", en: "specialist" };
pub(super) const DISH: Noun =
    Noun { none: "nada en el menú", several: "varias cosas en el menú", en: "menu item" };

/// How a thing is called when somebody must choose.
pub(super) type Label<'l, T> = &'l dyn Fn(&T) -> String;

/// The one that is meant; otherwise a question that names those that may be.
pub(super) fn one<'a, T: Named>(
    said: &str,
    all: &'a [T],
    noun: Noun,
    label: Label<'_, T>,
    language: Language,
) -> Result<&'a T, Outcome> {
    match meant(said, all) {
        Meant::One(found) => Ok(found),
        Meant::Several(found) => Err(which(said, &found, noun, label, language)),
        Meant::Near(found) => Err(none(said, &found, noun, label, language)),
        Meant::Nothing => Err(none(said, &all.iter().take(8).collect::<Vec<_>>(), noun, label, language)),
    }
}

fn listed<T: Named>(found: &[&T], label: Label<'_, T>) -> (String, Value) {
    let lines: Vec<String> = found.iter().map(|thing| format!("- {}", label(thing))).collect();
    let ids: Vec<Value> = found.iter().map(|thing| json!({"id": thing.id(), "name": label(thing)})).collect();
    (lines.join("\n"), Value::Array(ids))
}

/// Several fit.
pub(super) fn which<T: Named>(
    said: &str,
    found: &[&T],
    noun: Noun,
    label: Label<'_, T>,
    language: Language,
) -> Outcome {
    let (lines, matches) = listed(found, label);
    let text = match language {
        Language::Es => format!("Hay {} para «{said}». Pregunte cuál:\n{lines}", noun.several),
        Language::En => format!("More than one {} fits “{said}”. Ask which:\n{lines}", noun.en),
    };
    refused_with(&text, json!({"matches": matches}))
}

fn none<T: Named>(said: &str, near: &[&T], noun: Noun, label: Label<'_, T>, language: Language) -> Outcome {
    let (lines, nearest) = listed(near, label);
    let text = match language {
        Language::Es => format!("No hay {} para «{said}». Lo que hay:\n{lines}", noun.none),
        Language::En => format!("There is no {} “{said}”. There are:\n{lines}", noun.en),
    };
    refused_with(&text, json!({"nearest": nearest}))
}
