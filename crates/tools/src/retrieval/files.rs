//! A file as it is: some of its chunks, or all of its text.

use std::sync::Arc;
use std::time::Instant;

use conserje_search::Passage;
use serde_json::json;

use super::args::{Args, flag_schema, name_schema, schema};
use super::desk::{Answer, Desk, found};
use super::quote::Quoter;
use super::render::{Chunk, ContentPage, Frame, Note, Problem, SectionPage, content, section};
use super::result::{Item, Metadata, SearchParams, SearchResult, fields, milliseconds, recorded};
use super::sources::Source;
use crate::tool::{Call, ToolInfo};

/// Chunks that are given at a time.
const RANGE: u64 = 100;

pub(super) fn section_info() -> ToolInfo {
    let place = |about: &str| json!({"type": "integer", "minimum": 1, "description": about});
    let parameters = schema(
        &json!({
            "file_name": name_schema("The file's name, with or without its extension"),
            "chunk_start": place("The first chunk; the first of a file is 1"),
            "chunk_end": place("The last chunk, included; at most 100 chunks are given"),
            "include_metadata": flag_schema(false, "Whether to describe each chunk"),
        }),
        &["file_name", "chunk_start", "chunk_end"],
    );
    let about = "Reads some chunks of a file, complete and in their order.";
    ToolInfo::read("tool_file_section", about, parameters)
}

pub(super) fn content_info() -> ToolInfo {
    let parameters = schema(
        &json!({
            "file_name": name_schema("The file's name, with or without its extension"),
            "include_structure": flag_schema(true, "Whether to list the file's chunks after its text"),
        }),
        &["file_name"],
    );
    ToolInfo::read("tool_file_content", "Reads a whole file, and what it is made of.", parameters)
}

pub(super) async fn file_section(desk: Arc<Desk>, call: Call) -> Answer {
    let began = Instant::now();
    let mut args = Args::new(&call.args);
    let (start, end) = (args.whole("chunk_start").unwrap_or(1), args.whole("chunk_end").unwrap_or(1));
    if end < start {
        return Err(Problem::Backwards { start, end }.into());
    }
    let last = end.min(start.saturating_add(RANGE - 1));
    if last < end {
        let (asked, used) = (end.to_string(), last.to_string());
        args.notes.push(Note::Clamped { name: "chunk_end", asked, used });
    }
    let document = desk.document(&call.scope, args.text("file_name").unwrap_or_default()).await?;
    let place = |number: u64| u32::try_from(number.saturating_sub(1)).unwrap_or(u32::MAX);
    let passages = desk.library.passages(&call.scope, document.id, place(start), place(last)).await?;
    if passages.is_empty() {
        let chunks = u64::try_from(document.chunk_count).unwrap_or_default();
        return Err(Problem::BeyondTheEnd { file: document.file_name, chunks }.into());
    }
    let has_metadata = args.flag("include_metadata", false);
    let page = SectionPage {
        file: document.file_name.clone(),
        asked: (start, last),
        has_metadata,
        notes: args.notes,
        chunks: passages.iter().map(chunk).collect(),
    };
    let (text, fitting) = section(Frame { language: call.language, question: &call.question }, &page);
    let quoter = Quoter::new("", &call.question);
    let given = passages.iter().take(fitting);
    let sources = given.clone().map(|passage| Source::of_passage(passage, Some(&document), 1.0, &quoter));
    let result = SearchResult {
        sources: sources.collect(),
        results: given.map(|passage| Item::of(passage, 1.0)).collect(),
        query: document.file_name,
        expanded_query: None,
        total_found: passages.len(),
        execution_time_ms: milliseconds(began.elapsed()),
        search_params: SearchParams {
            given: fields(json!({"chunk_start": start, "chunk_end": last, "include_metadata": has_metadata})),
            ..SearchParams::default()
        },
        search_type: "file_section",
    };
    Ok(found(recorded(&result), text))
}

pub(super) async fn file_content(desk: Arc<Desk>, call: Call) -> Answer {
    let began = Instant::now();
    let args = Args::new(&call.args);
    let document = desk.document(&call.scope, args.text("file_name").unwrap_or_default()).await?;
    let text = desk.library.text(&call.scope, document.id).await?.text;
    let passages = desk.library.passages(&call.scope, document.id, 0, u32::MAX).await?;
    let with_structure = args.flag("include_structure", true);
    let page = ContentPage {
        file: document.file_name.clone(),
        text,
        chunks: with_structure.then(|| passages.iter().map(chunk).collect()),
        ends: passages.iter().map(|passage| passage.end).collect(),
    };
    let (shown, fitting) = content(Frame { language: call.language, question: &call.question }, &page);
    // Only what the model was shown can be cited.
    let start: String = page.text.chars().take(fitting).collect();
    let quote = Quoter::new("", &call.question).of_text(&start);
    let place = quote.as_ref().and_then(|quote| quote.place.clone());
    let passage = place.and_then(|place| {
        passages.iter().find(|passage| (passage.start..passage.end).contains(&place.start))
    });
    let source = Source {
        chunk_id: passage.map(|passage| passage.id.clone()),
        page: passage.and_then(|passage| passage.page),
        ..Source::of_file(&document.file_name, Some(&document), 1.0).quoting(quote)
    };
    let whole = Item {
        chunk_id: None,
        score: 1.0,
        source_file: document.file_name.clone(),
        content: start,
        highlights: Vec::new(),
        metadata: Metadata {
            has_tables: passages.iter().any(|passage| passage.has_tables),
            has_images: passages.iter().any(|passage| passage.has_images),
            ..Metadata::default()
        },
    };
    let length = page.text.chars().count();
    let result = SearchResult {
        query: document.file_name,
        expanded_query: None,
        total_found: 1,
        results: vec![whole],
        execution_time_ms: milliseconds(began.elapsed()),
        search_params: SearchParams {
            given: fields(json!({
                "include_structure": with_structure,
                "characters": length,
                "characters_shown": fitting,
                "chunks": passages.len(),
            })),
            ..SearchParams::default()
        },
        search_type: "file_content",
        sources: vec![source],
    };
    Ok(found(recorded(&result), shown))
}

fn chunk(passage: &Passage) -> Chunk {
    Chunk {
        number: passage.index.saturating_add(1),
        id: passage.id.clone(),
        description: passage.description.clone(),
        keywords: passage.keywords.clone(),
        text: passage.text.clone(),
    }
}
