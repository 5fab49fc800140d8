//! Where an answer's words come from: what every retrieval tool says about the passages that it returned.
//!
//! In a tool's result they are the list `sources`; the number that the model reads of a passage, `[1]`, is its place in
//! that list from 1.

use conserje_documents::Document;
use conserje_search::Passage;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::quote::{Quote, Quoter};
use crate::tool::Outcome;

/// The source type of a file that the tenant has given us.
pub const BLOB_STORAGE: &str = "blob_storage";
/// More of one result are not read.
const MOST: usize = 1000;
const UNKNOWN_TYPE: &str = "application/octet-stream";

/// A place in a document that an answer may rest on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Source {
    /// What an answer cites it by, from 1; 0 until [`number_sources`] has given it one.
    #[serde(default)]
    pub number: u32,
    pub file_name: String,
    /// `None` if the document is gone.
    pub file_id: Option<String>,
    /// [`BLOB_STORAGE`], or what another tool calls the place that the file is in: `sharepoint`, `url`.
    pub source_type: String,
    pub mime_type: String,
    /// 0 to 1.
    pub relevance_score: f64,
    pub is_image: bool,
    #[serde(default)]
    pub chunk_id: Option<String>,
    /// The heading it stands under: `Artículo 38. Vacaciones anuales`.
    #[serde(default)]
    pub section: Option<String>,
    /// From 1.
    #[serde(default)]
    pub page: Option<u32>,
    /// The sentence or two that fit the question best, exactly as the document has them.
    #[serde(default)]
    pub quote: Option<String>,
    /// Characters of the document's text: the first of the quote and one past its last.
    #[serde(default)]
    pub start: Option<u64>,
    #[serde(default)]
    pub end: Option<u64>,
    /// Which version of the document's text the place is in: SHA-256, in hexadecimal.
    #[serde(default)]
    pub text_hash: Option<String>,
    /// Pieces with `<em>` around the words that were looked for, escaped for HTML.
    #[serde(default)]
    pub excerpts: Vec<String>,
}

impl Source {
    /// A passage of a document; without the document, of one that is gone.
    pub(super) fn of_passage(
        passage: &Passage,
        document: Option<&Document>,
        relevance: f64,
        quoter: &Quoter,
    ) -> Self {
        let quote = quoter.of_passage(passage);
        Self {
            chunk_id: Some(passage.id.clone()),
            section: passage.section_title.clone(),
            page: passage.page,
            ..Self::of_file(&passage.file_name, document, relevance)
        }
        .quoting(quote)
    }

    pub(super) fn of_file(file_name: &str, document: Option<&Document>, relevance: f64) -> Self {
        let mime_type = document.map_or(UNKNOWN_TYPE, |document| &document.mime_type).to_owned();
        Self {
            number: 0,
            file_name: file_name.to_owned(),
            file_id: document.map(|document| document.id.to_string()),
            source_type: BLOB_STORAGE.to_owned(),
            is_image: mime_type.starts_with("image/"),
            mime_type,
            relevance_score: share(relevance),
            chunk_id: None,
            section: None,
            page: None,
            quote: None,
            start: None,
            end: None,
            text_hash: document.and_then(|document| Some(document.text_hash?.to_string())),
            excerpts: Vec::new(),
        }
    }

    pub(super) fn quoting(self, quote: Option<Quote>) -> Self {
        let Some(Quote { text, place }) = quote else { return self };
        let (start, end) = place.map_or((None, None), |place| (Some(place.start), Some(place.end)));
        Self { quote: Some(text), start, end, ..self }
    }

    fn is_sound(&self) -> bool {
        !self.file_name.is_empty() && (0.0..=1.0).contains(&self.relevance_score)
    }
}

/// A share from 0 to 1 with four digits, which is as exact as a score is.
pub(super) fn share(value: f64) -> f64 {
    if value.is_finite() { rounded(value.clamp(0.0, 1.0)) } else { 0.0 }
}

/// Four digits after the point.
pub(super) fn rounded(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}

/// What a tool's result says about its sources. A result that is no result of a search, or of another shape, has none:
/// an answer without citations is better than no answer.
pub fn parse_sources(tool_result: &Value) -> Vec<Source> {
    // A result may have been kept as text.
    let parsed;
    let result = match tool_result {
        Value::String(text) => {
            parsed = serde_json::from_str::<Value>(text).unwrap_or_default();
            &parsed
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => tool_result,
    };
    let Some(listed) = result.get("sources").and_then(Value::as_array) else { return Vec::new() };
    // All or none: the number of a source is its place.
    let read = listed.iter().take(MOST).map(Source::deserialize).collect::<Result<Vec<_>, _>>();
    match read {
        Ok(sources) if sources.iter().all(Source::is_sound) => sources,
        Ok(_) => {
            tracing::warn!("The sources of a tool's result are not sound; nothing is cited from it");
            Vec::new()
        }
        Err(error) => {
            tracing::warn!(
                "The sources of a tool's result cannot be read, nothing is cited from it: {error}"
            );
            Vec::new()
        }
    }
}

/// Gives the sources of a call's outcome the numbers from `first` on; how many there are.
///
/// In its result, and in what the model reads. The sources of a turn are numbered through, however many calls found them.
pub fn number_sources(outcome: &mut Outcome, first: u32) -> u32 {
    let count = parse_sources(&outcome.result).len();
    let Some(listed) = outcome.result.get_mut("sources").and_then(Value::as_array_mut) else { return 0 };
    for (number, source) in (first..).zip(listed.iter_mut().take(count)) {
        if let Some(source) = source.as_object_mut() {
            source.insert("number".to_owned(), Value::from(number));
        }
    }
    if first > 1 && count > 0 {
        let lines =
            outcome.text.split('\n').map(|line| renumbered(line, first).unwrap_or_else(|| line.to_owned()));
        outcome.text = lines.collect::<Vec<_>>().join("\n");
    }
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// A line that says how to cite a passage, `Citar como: [2]`.
fn renumbered(line: &str, first: u32) -> Option<String> {
    let (label, number) = line.strip_suffix(']')?.split_once(": [")?;
    let number: u32 = number.parse().ok()?;
    super::render::is_cite_label(label).then(|| format!("{label}: [{}]", number.saturating_add(first - 1)))
}

#[cfg(test)]
#[path = "sources_tests.rs"]
mod tests;
