//! The structured result of the six search tools, for the record and for clients.

use std::collections::BTreeMap;

use conserje_search::Passage;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::render::cut::shortened;
use super::sources::{Source, rounded};
use crate::registry::RECORDED_RESULT;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct SearchResult {
    pub(super) query: String,
    pub(super) expanded_query: Option<String>,
    pub(super) total_found: usize,
    pub(super) results: Vec<Item>,
    pub(super) execution_time_ms: f64,
    pub(super) search_params: SearchParams,
    pub(super) search_type: &'static str,
    /// What citations are made from, in the order of the numbers that the model reads.
    pub(super) sources: Vec<Source>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Item {
    pub(super) chunk_id: Option<String>,
    pub(super) score: f64,
    pub(super) source_file: String,
    pub(super) content: String,
    pub(super) highlights: Vec<String>,
    pub(super) metadata: Metadata,
}

impl Item {
    pub(super) fn of(passage: &Passage, score: f64) -> Self {
        Self {
            chunk_id: Some(passage.id.clone()),
            score: rounded(score),
            source_file: passage.file_name.clone(),
            content: passage.text.clone(),
            highlights: Vec::new(),
            metadata: Metadata::of(passage),
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct Metadata {
    pub(super) chunk_type: Option<&'static str>,
    pub(super) section_title: Option<String>,
    pub(super) keywords: Vec<String>,
    pub(super) has_tables: bool,
    pub(super) has_images: bool,
}

impl Metadata {
    pub(super) fn of(passage: &Passage) -> Self {
        Self {
            chunk_type: Some(passage.kind.name()),
            section_title: passage.section_title.clone(),
            keywords: passage.keywords.clone(),
            has_tables: passage.has_tables,
            has_images: passage.has_images,
        }
    }
}

/// How it was searched: what the tool was given, and what came of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct SearchParams {
    #[serde(flatten)]
    pub(super) given: Map<String, Value>,
    pub(super) filters_applied: BTreeMap<&'static str, Value>,
    pub(super) synonyms_used: Vec<String>,
    pub(super) embedding_model: Option<String>,
}

/// The fields of a JSON object.
pub(super) fn fields(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => Map::new(),
    }
}

/// As it goes into the record: what is larger than the record takes loses the ends of its texts, and not its sources.
pub(super) fn recorded<T: Serialize>(result: &T) -> Value {
    let mut value = match serde_json::to_value(result) {
        Ok(value) => value,
        // Nothing here has such keys or numbers; an empty result is what is left of one that has.
        Err(error) => json!({"error": error.to_string()}),
    };
    for longest in [4000, 1000, 300, 0] {
        if value.to_string().len() <= RECORDED_RESULT {
            break;
        }
        let items = value.get_mut("results").and_then(Value::as_array_mut);
        for item in items.into_iter().flatten() {
            for name in ["content", "text"] {
                if let Some(Value::String(text)) = item.get_mut(name) {
                    *text = shortened(text, longest);
                }
            }
        }
        let items = value.get_mut("sources").and_then(Value::as_array_mut);
        for source in items.into_iter().flatten().filter(|_| longest < 1000) {
            if let Some(excerpts) = source.get_mut("excerpts") {
                *excerpts = Value::Array(Vec::new());
            }
        }
    }
    value
}

/// Whole microseconds, as milliseconds.
pub(super) fn milliseconds(took: std::time::Duration) -> f64 {
    (took.as_secs_f64() * 1_000_000.0).round() / 1000.0
}
