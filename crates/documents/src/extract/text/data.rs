//! Data as text: JSON, YAML, TOML, XML. Records that are alike become a table; the rest stays as it is written.

use serde_json::Value;

use super::super::draft::Draft;
use super::super::error::ExtractError;
use super::super::kind::Kind;
use super::super::limits::Limits;
use super::super::xml;
use crate::Extracted;

pub(crate) fn data(kind: Kind, text: &str, limits: &Limits) -> Extracted {
    let mut draft = Draft::new(limits);
    if kind == Kind::Json {
        json(text, &mut draft);
    } else {
        // Markdown's name for a language is its file name's ending.
        let language = kind.mime().rsplit('/').next();
        draft.code(language, text);
    }
    draft.finish()
}

fn json(text: &str, draft: &mut Draft) {
    let text = text.trim_start_matches('\u{feff}');
    let value = serde_json::from_str::<Value>(text);
    // A line may be a record of its own.
    let lines = || {
        text.lines()
            .filter(|line| !line.trim().is_empty())
            .map(serde_json::from_str)
            .collect::<Result<_, _>>()
    };
    match value.or_else(|_| lines().map(Value::Array)) {
        Ok(Value::Array(records)) if is_table(&records) => draft.table(&table(&records)),
        Ok(value) => match serde_json::to_string_pretty(&value) {
            Ok(pretty) => draft.code(Some("json"), &pretty),
            Err(_) => draft.code(Some("json"), text),
        },
        Err(error) => {
            draft.notice(format!("This is not well-formed JSON ({error}); it was read as plain text"));
            draft.code(None, text);
        }
    }
}

/// Records of single values, under names that they share.
fn is_table(records: &[Value]) -> bool {
    let is_flat = |record: &Value| {
        record.as_object().is_some_and(|fields| {
            !fields.is_empty() && fields.values().all(|value| !value.is_array() && !value.is_object())
        })
    };
    records.len() > 1 && records.iter().all(is_flat) && columns(records).len() <= 64
}

fn columns(records: &[Value]) -> Vec<&str> {
    let mut columns: Vec<&str> = Vec::new();
    for name in records.iter().filter_map(Value::as_object).flat_map(serde_json::Map::keys) {
        if columns.len() <= 64 && !columns.contains(&name.as_str()) {
            columns.push(name);
        }
    }
    columns
}

fn table(records: &[Value]) -> Vec<Vec<String>> {
    let columns = columns(records);
    let header = columns.iter().map(|name| (*name).to_owned()).collect();
    let row = |record: &Value| {
        columns.iter().map(|name| record.get(name).map_or_else(String::new, plain)).collect()
    };
    std::iter::once(header).chain(records.iter().map(row)).collect()
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => value.to_string(),
    }
}

/// The words in a drawing.
pub(crate) fn svg(text: &str, limits: &Limits) -> Result<Extracted, ExtractError> {
    let root = xml::parse(text, limits)?;
    let mut draft = Draft::new(limits);
    if let Some(title) = root.child("title") {
        draft.set_title(&title.text());
    }
    for (fact, name) in [("width", "width"), ("height", "height")] {
        draft.fact(fact, root.attribute(name).unwrap_or_default());
    }
    let words: Vec<String> = ["title", "desc", "text"]
        .iter()
        .flat_map(|name| root.find_all(name))
        .map(xml::Element::text)
        .collect();
    draft.image(&words.join("\n"));
    Ok(draft.finish())
}
