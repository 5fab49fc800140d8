//! From the text of a value to the value that the schema asks for.

use std::collections::BTreeSet;

use serde_json::{Number, Value};

use super::schema::{Kind, Param};

/// A value in a problem is not shown further than this.
const SHOWN: usize = 60;

/// The value, and what was done to it; or what to write instead.
pub(super) type Converted = Result<(Value, Option<String>), String>;

pub(super) fn from_text(param: &Param<'_>, text: &str) -> Converted {
    if let Some(allowed) = param.schema.field("enum").and_then(Value::as_array) {
        return chosen(param, allowed, text).map(|value| (value, None));
    }
    let kinds = param.schema.kinds();
    for kind in &kinds {
        let value = match kind {
            Kind::Integer => integer(text),
            Kind::Number => number(text),
            Kind::Boolean => boolean(text),
            Kind::Array => array(param, text),
            Kind::Object => json(text).filter(Value::is_object),
            Kind::Null => text.eq_ignore_ascii_case("null").then_some(Value::Null),
            Kind::Text => Some(Value::from(text)),
        };
        if let Some(value) = value {
            return Ok(limited(param, value));
        }
    }
    Err(format!("`{}` must be {}; `{}` is not", param.name, wanted(&kinds), shown(text)))
}

/// A value that came as JSON already.
pub(super) fn from_json(param: &Param<'_>, value: Value) -> Converted {
    match value {
        Value::String(text) => from_text(param, &text),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            Ok(limited(param, value))
        }
    }
}

fn shown(text: &str) -> String {
    let start: String = text.chars().take(SHOWN).collect();
    if start.len() < text.len() { format!("{start}…") } else { start }
}

fn wanted(kinds: &BTreeSet<Kind>) -> String {
    let names = kinds.iter().map(|kind| match kind {
        Kind::Integer => "a whole number",
        Kind::Number => "a number with a decimal point",
        Kind::Boolean => "`true` or `false`",
        Kind::Array => "a list, written as JSON",
        Kind::Object => "an object, written as JSON",
        Kind::Null => "`null`",
        Kind::Text => "text",
    });
    names.collect::<Vec<_>>().join(" or ")
}

/// Exactly, or else in whatever case it was written.
fn chosen(param: &Param<'_>, allowed: &[Value], text: &str) -> Result<Value, String> {
    let written = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            value.to_string()
        }
    };
    let exact = allowed.iter().find(|value| written(value) == text);
    let found = exact.or_else(|| allowed.iter().find(|value| written(value).eq_ignore_ascii_case(text)));
    found.cloned().ok_or_else(|| {
        let all: Vec<_> = allowed.iter().map(|value| format!("`{}`", written(value))).collect();
        format!("`{}` must be one of {}; `{}` is not", param.name, all.join(", "), shown(text))
    })
}

fn integer(text: &str) -> Option<Value> {
    let digits = text.strip_prefix('+').unwrap_or(text);
    if let Ok(value) = digits.parse::<i64>() {
        return Some(value.into());
    }
    if let Ok(value) = digits.parse::<u64>() {
        return Some(value.into());
    }
    let value = finite(digits)?;
    (value.fract() == 0.0).then(|| whole(value))?
}

/// As JSON writes whole numbers, if it is small enough to be exact.
fn whole(value: f64) -> Option<Value> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if value.abs() <= EXACT {
        return format!("{value:.0}").parse::<i64>().ok().map(Value::from);
    }
    Number::from_f64(value).map(Value::Number)
}

fn number(text: &str) -> Option<Value> {
    let digits = text.strip_prefix('+').unwrap_or(text);
    if let Ok(value) = digits.parse::<i64>() {
        return Some(value.into());
    }
    Number::from_f64(finite(digits)?).map(Value::Number)
}

fn finite(digits: &str) -> Option<f64> {
    digits.parse::<f64>().ok().filter(|value| value.is_finite())
}

fn boolean(text: &str) -> Option<Value> {
    let word = text.to_lowercase();
    match word.as_str() {
        "true" | "1" | "yes" | "sí" | "si" => Some(true.into()),
        "false" | "0" | "no" => Some(false.into()),
        _ => None,
    }
}

fn json(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}

/// JSON; or, where a list of texts is wanted, texts with commas between them.
fn array(param: &Param<'_>, text: &str) -> Option<Value> {
    if text.trim_start().starts_with('[') {
        return json(text).filter(Value::is_array);
    }
    if !is_list_of_texts(param) {
        return None;
    }
    let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
    Some(items.collect::<Vec<_>>().into())
}

pub(super) fn is_list_of_texts(param: &Param<'_>) -> bool {
    param.schema.kinds().contains(&Kind::Array)
        && param.schema.items().is_some_and(|items| items.kinds() == BTreeSet::from([Kind::Text]))
}

/// A number over a limit becomes the limit, and that is said.
fn limited(param: &Param<'_>, value: Value) -> (Value, Option<String>) {
    let Some(asked) = value.as_f64() else { return (value, None) };
    let limit = |name: &str| param.schema.field(name).and_then(|limit| Some((limit, limit.as_f64()?)));
    let over = limit("maximum").filter(|(_, most)| asked > *most).map(|found| (found, "over the maximum"));
    let under =
        limit("minimum").filter(|(_, least)| asked < *least).map(|found| (found, "under the minimum"));
    let Some(((written, limit), how)) = over.or(under) else { return (value, None) };
    let used = match whole(limit) {
        Some(whole) if limit.fract() == 0.0 && value.is_i64() | value.is_u64() => whole,
        _ => written.clone(),
    };
    let note = format!("`{}`: {value} is {how}; {used} was used.", param.name);
    (used, Some(note))
}
