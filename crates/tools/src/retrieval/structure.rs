//! Parts of one document by what they are and where they stand.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

use conserje_documents::{Ask, Document, FoundPassage};
use conserje_search::structure::{Position, StructureQuery, select};
use conserje_search::{Mode, Passage, PassageKind};
use serde_json::{Value, json};

use super::args::{Args, count_schema, name_schema, schema};
use super::desk::{Answer, Desk, Failure, found};
use super::passages::{SHOWN, limit, shown};
use super::quote::Quoter;
use super::render::{Frame, Hit, Looked, Measure, Problem, SearchKind, SearchPage, search};
use super::result::{Item, SearchParams, SearchResult, fields, milliseconds, recorded};
use crate::tool::{Call, ToolInfo};

const TOP_K: (u64, u64) = (10, 50);

pub(super) fn info() -> ToolInfo {
    let parameters = schema(
        &json!({
            "document_name": name_schema("The document's name, with its extension"),
            "chunk_type": {"type": "string", "enum": PassageKind::ALL, "description": "What to look for"},
            "keywords": {
                "type": "string", "maxLength": 1000,
                "description": "Words with commas between them; at least one of them is in every result"
            },
            "position": {
                "type": "string", "maxLength": 40, "default": "all",
                "description": "Where in the document: first_N, last_N or all, for instance first_5"
            },
            "top_k": count_schema(1, TOP_K.0, TOP_K.1, "How many results"),
        }),
        &["document_name"],
    );
    let about = "Finds headings, tables or text of one document, by kind, keywords and place.";
    ToolInfo::read("tool_structure_search", about, parameters)
}

pub(super) async fn structure(desk: Arc<Desk>, call: Call) -> Answer {
    let began = Instant::now();
    let mut args = Args::new(&call.args);
    let top_k = args.count("top_k", TOP_K.0, TOP_K.1);
    let wanted = wanted(&args, limit(top_k))?;
    let document = desk.document(&call.scope, args.text("document_name").unwrap_or_default()).await?;
    let passages = desk.library.passages(&call.scope, document.id, 0, u32::MAX).await?;
    let mut hits: Vec<FoundPassage> = select(&passages, &wanted)
        .into_iter()
        .map(|(passage, score)| FoundPassage {
            passage: passage.clone(),
            score,
            lexical: None,
            cosine: None,
            highlights: Vec::new(),
        })
        .collect();
    let falls_back = hits.is_empty() && !has_structure(&passages);
    if falls_back {
        hits = by_words(&desk, &call, &document, &wanted).await?;
    }

    let filters = filters(&args);
    let keywords = wanted.keywords.join(" ");
    let quoter = Quoter::new(&keywords, &call.question);
    let sources = desk.sources(&call.scope, &hits, &quoter).await?;
    let listed = filters.iter().map(|(name, value)| format!("{name}={}", plain(value)));
    let page = SearchPage {
        kind: SearchKind::Structure,
        asked: document.file_name.clone(),
        total: hits.len(),
        expanded: None,
        model: None,
        filters: (!filters.is_empty()).then(|| listed.collect::<Vec<_>>().join(", ")),
        looked: Some(Looked { documents: 1, within: Some(document.file_name.clone()) }),
        notes: args.notes,
        longest: Some(SHOWN),
        hits: hits.iter().map(with_path).collect(),
    };
    let text = search(Frame { language: call.language, question: &call.question }, &page);
    let mut given = json!({"document_name": document.file_name, "top_k": top_k});
    if falls_back && let Some(given) = given.as_object_mut() {
        given.insert("fallback".to_owned(), "lexical_search".into());
    }
    let results = hits.iter().map(|hit| Item {
        highlights: hit.highlights.clone(),
        ..Item::of(&hit.passage, f64::from(hit.score))
    });
    let result = SearchResult {
        query: document.file_name,
        expanded_query: None,
        total_found: hits.len(),
        results: results.collect(),
        execution_time_ms: milliseconds(began.elapsed()),
        search_params: SearchParams {
            given: fields(given),
            filters_applied: filters,
            ..SearchParams::default()
        },
        search_type: "structure_search",
        sources,
    };
    Ok(found(recorded(&result), text))
}

/// Where it stands among the headings: `7. Interfaces › 7.1 Connected systems`.
fn with_path(hit: &FoundPassage) -> Hit {
    let passage = &hit.passage;
    let mut path: Vec<&str> = passage.section_path.iter().map(String::as_str).collect();
    if let Some(title) = passage.section_title.as_deref().filter(|title| path.last() != Some(title)) {
        path.push(title);
    }
    let section = (!path.is_empty()).then(|| path.join(" › "));
    Hit { section, ..shown(hit, Measure::Kind(passage.kind.name())) }
}

fn wanted(args: &Args<'_>, limit: usize) -> Result<StructureQuery, Failure> {
    let position = match args.text("position") {
        None => Position::All,
        Some(text) => text.parse().map_err(|_| Problem::Position { given: text.to_owned() })?,
    };
    let kind = args.text("chunk_type").and_then(|name| name.parse().ok());
    let keywords = args.text("keywords").unwrap_or_default().split(',').map(str::trim);
    let keywords = keywords.filter(|word| !word.is_empty()).map(str::to_owned).collect();
    Ok(StructureQuery { kind, keywords, position, limit })
}

fn filters(args: &Args<'_>) -> BTreeMap<&'static str, Value> {
    ["chunk_type", "keywords", "position"]
        .into_iter()
        .filter_map(|name| Some((name, Value::from(args.text(name)?))))
        .collect()
}

fn plain(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Whether a document says of itself where its parts are.
fn has_structure(passages: &[Passage]) -> bool {
    passages.iter().any(|passage| passage.kind != PassageKind::Content || passage.section_title.is_some())
}

/// In a document without parts, what the words find is the nearest to what was asked for.
async fn by_words(
    desk: &Desk,
    call: &Call,
    document: &Document,
    wanted: &StructureQuery,
) -> Result<Vec<FoundPassage>, Failure> {
    let words = wanted.keywords.join(" ");
    let words = if words.is_empty() { call.question.as_ref() } else { words.as_str() };
    if words.trim().is_empty() {
        return Ok(Vec::new());
    }
    let documents = BTreeSet::from([document.id]);
    let ask = Ask { documents, ..Ask::new(words, Mode::Lexical, wanted.limit) };
    Ok(desk.library.search(&call.scope, ask).await?.hits)
}
