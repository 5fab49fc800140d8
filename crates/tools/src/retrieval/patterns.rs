//! Regular expressions over the tenant's documents, within limits of documents, matches and time.

use std::sync::Arc;
use std::time::{Duration, Instant};

use conserje_documents::{Document, DocumentFilter, LibraryError};
use conserje_kernel::{DocumentStatus, PageRequest, PageSize, Scope};
use conserje_search::Passage;
use conserje_search::patterns::{Pattern, PatternMatch, Predefined};
use serde_json::json;

use super::args::{Args, count_schema, flag_schema, schema};
use super::desk::{Answer, Desk, Failure, found};
use super::passages::{SHOWN, limit};
use super::quote::Quote;
use super::render::cut::{shortened, window};
use super::render::{Frame, Match, MatchedFile, Note, PatternPage, Problem, patterns};
use super::result::{Item, Metadata, SearchParams, SearchResult, fields, milliseconds, recorded};
use super::sources::Source;
use crate::tool::{Call, ToolInfo};

const CONTEXT: (u64, u64) = (2, 20);
const PER_FILE: (u64, u64) = (50, 100);
/// Of all documents together.
const MOST_MATCHES: usize = 200;
const MOST_DOCUMENTS: usize = 5000;
const MOST_TIME: Duration = Duration::from_secs(15);
/// Characters of a match and of a quote.
const MATCH: usize = 200;
const QUOTE: usize = 300;

pub(super) fn info() -> ToolInfo {
    let names = Predefined::ALL.map(Predefined::name);
    let parameters = schema(
        &json!({
            "predefined": {"type": "string", "enum": names, "description": "A pattern with a name; instead of `pattern`"},
            "pattern": {
                "type": "string", "minLength": 1, "maxLength": 1000,
                "description": "A regular expression without look-around and back-references; instead of `predefined`"
            },
            "case_sensitive": flag_schema(false, "Whether capitals matter"),
            "context_lines": count_schema(0, CONTEXT.0, CONTEXT.1, "Lines to show before and after a match"),
            "max_matches_per_file": count_schema(1, PER_FILE.0, PER_FILE.1, "How many matches of a file to show"),
        }),
        &[],
    );
    let about =
        "Finds everything in the documents that looks like a pattern: e-mail addresses, dates, codes.";
    ToolInfo::read("tool_regex_search", about, parameters)
}

pub(super) async fn regex(desk: Arc<Desk>, call: Call) -> Answer {
    let began = Instant::now();
    let mut args = Args::new(&call.args);
    let case_sensitive = args.flag("case_sensitive", false);
    let context_lines = args.count("context_lines", CONTEXT.0, CONTEXT.1);
    let per_file = args.count("max_matches_per_file", PER_FILE.0, PER_FILE.1);
    let (name, given, pattern) = match (args.text("predefined"), args.text("pattern")) {
        (Some(name), None) => {
            let which = Predefined::of_name(name).ok_or(Problem::OneOfTwo)?;
            ("predefined", name, Pattern::predefined(which, case_sensitive)?)
        }
        (None, Some(pattern)) => ("pattern", pattern, Pattern::new(pattern, case_sensitive)?),
        (Some(_), Some(_)) | (None, None) => return Err(Problem::OneOfTwo.into()),
    };
    let look = Look { pattern, context_lines: limit(context_lines), per_file: limit(per_file) };
    let seen = look.everywhere(&desk, &call.scope, began).await?;
    if seen.has_more {
        args.notes.push(Note::MoreMatches);
    }
    if seen.left > 0 {
        args.notes.push(Note::NotLookedAt { documents: seen.left });
    }

    let (mut results, mut sources, mut files) = (Vec::new(), Vec::new(), Vec::new());
    for file in seen.files {
        let mut matches = Vec::new();
        for one in file.matches {
            let passage = passage_at(&file.passages, &one.quote);
            sources.push(Source {
                chunk_id: passage.map(|passage| passage.id.clone()),
                page: passage.and_then(|passage| passage.page),
                ..Source::of_file(&file.document.file_name, Some(&file.document), 1.0)
                    .quoting(Some(one.quote))
            });
            results.push(Item {
                chunk_id: passage.map(|passage| passage.id.clone()),
                score: 1.0,
                source_file: file.document.file_name.clone(),
                content: one.context.clone(),
                highlights: vec![one.text.clone()],
                metadata: passage.map(Metadata::of).unwrap_or_default(),
            });
            matches.push(Match { text: one.text, context: one.context, cite: sources.len() });
        }
        files.push(MatchedFile { name: file.document.file_name, matches });
    }
    let page = PatternPage { pattern: given.to_owned(), notes: args.notes, files };
    let text = patterns(Frame { language: call.language, question: &call.question }, &page);
    let mut params = fields(json!({
        "case_sensitive": case_sensitive,
        "context_lines": context_lines,
        "max_matches_per_file": per_file,
        "documents_searched": seen.looked_at,
        "documents_not_searched": seen.left,
    }));
    params.insert(name.to_owned(), given.into());
    let result = SearchResult {
        query: given.to_owned(),
        expanded_query: None,
        total_found: results.len(),
        results,
        execution_time_ms: milliseconds(began.elapsed()),
        search_params: SearchParams { given: params, ..SearchParams::default() },
        search_type: "regex_search",
        sources,
    };
    Ok(found(recorded(&result), text))
}

struct Look {
    pattern: Pattern,
    context_lines: usize,
    per_file: usize,
}

#[derive(Default)]
struct Seen {
    files: Vec<SeenFile>,
    looked_at: usize,
    left: usize,
    has_more: bool,
}

struct SeenFile {
    document: Document,
    passages: Vec<Passage>,
    matches: Vec<SeenMatch>,
}

struct SeenMatch {
    text: String,
    context: String,
    quote: Quote,
}

impl Look {
    async fn everywhere(self, desk: &Desk, scope: &Scope, began: Instant) -> Result<Seen, Failure> {
        let look = Arc::new(self);
        let documents = completed(desk, scope).await?;
        let mut seen = Seen { left: documents.len(), ..Seen::default() };
        let mut room = MOST_MATCHES;
        for document in documents {
            if room == 0 || began.elapsed() >= MOST_TIME {
                break;
            }
            seen.left -= 1;
            let text = match desk.library.text(scope, document.id).await {
                Ok(text) => text.text,
                // Removed meanwhile.
                Err(LibraryError::NotFound { .. }) => continue,
                Err(error) => return Err(error.into()),
            };
            seen.looked_at += 1;
            let (this, most) = (Arc::clone(&look), look.per_file.min(room));
            // A long text takes its time: not on a thread that others wait for.
            let (matches, has_more) = tokio::task::spawn_blocking(move || this.within(&text, most))
                .await
                .map_err(|error| LibraryError::Stopped(error.to_string()))?;
            seen.has_more |= has_more;
            if matches.is_empty() {
                continue;
            }
            room -= matches.len();
            let passages = desk.library.passages(scope, document.id, 0, u32::MAX).await?;
            seen.files.push(SeenFile { document, passages, matches });
        }
        Ok(seen)
    }

    fn within(&self, text: &str, most: usize) -> (Vec<SeenMatch>, bool) {
        let found = self.pattern.find(text, self.context_lines, most);
        let mut lines = Lines::of(text);
        let matches = found.matches.iter().map(|one| seen(one, lines.place(one.line))).collect();
        (matches, found.has_more)
    }
}

/// `start` is the character of the text that the match's first line begins with.
fn seen(one: &PatternMatch, start: u64) -> SeenMatch {
    let lines = one.lines.join("\n");
    let at = lines.find(&one.text).unwrap_or(0);
    let place = at..at + one.text.len();
    // Exactly as it stands in the text, which may end its lines otherwise than we show them.
    let first = one.lines.first().map(String::as_str).unwrap_or_default();
    let part = window(first, &(at.min(first.len())..first.len()), QUOTE);
    let quote = first.get(part.clone()).unwrap_or_default();
    let begin = start + first.get(..part.start).unwrap_or_default().chars().count() as u64;
    let quote = Quote { text: quote.to_owned(), place: Some(begin..begin + quote.chars().count() as u64) };
    let part = window(&lines, &place, SHOWN);
    let own = lines.get(part).unwrap_or_default();
    // What is around it shares what the match's own lines leave.
    let around = SHOWN.saturating_sub(own.chars().count()) / 2;
    let before = tail(&one.before.join("\n"), around);
    let after = shortened(&one.after.join("\n"), around);
    let context = [before.as_str(), own, after.as_str()];
    let context =
        context.iter().filter(|part| !part.trim().is_empty()).copied().collect::<Vec<_>>().join("\n");
    SeenMatch { text: shortened(&one.text, MATCH), context, quote }
}

/// The last characters of a text, from the beginning of a word.
fn tail(text: &str, most: usize) -> String {
    let Some(skipped) = text.chars().count().checked_sub(most).filter(|skipped| *skipped > 0) else {
        return text.to_owned();
    };
    let start = text.char_indices().nth(skipped).map_or(text.len(), |(at, _)| at);
    let kept = text.get(start..).unwrap_or_default();
    kept.split_once(char::is_whitespace).map_or(String::new(), |(_, rest)| rest.to_owned())
}

/// Where lines begin, asked for in their order.
struct Lines<'a> {
    rest: std::str::Split<'a, char>,
    line: usize,
    start: u64,
}

impl<'a> Lines<'a> {
    fn of(text: &'a str) -> Self {
        Self { rest: text.split('\n'), line: 1, start: 0 }
    }

    /// The character that this line begins with; lines count from 1.
    fn place(&mut self, line: usize) -> u64 {
        while self.line < line {
            let Some(passed) = self.rest.next() else { break };
            self.start += passed.chars().count() as u64 + 1;
            self.line += 1;
        }
        self.start
    }
}

fn passage_at<'a>(passages: &'a [Passage], quote: &Quote) -> Option<&'a Passage> {
    let start = quote.place.as_ref()?.start;
    passages.iter().find(|passage| (passage.start..passage.end).contains(&start))
}

/// Every document that can be read, latest first.
async fn completed(desk: &Desk, scope: &Scope) -> Result<Vec<Document>, Failure> {
    let filter = DocumentFilter { status: Some(DocumentStatus::Completed), ..DocumentFilter::default() };
    let size = PageSize::new(PageSize::MAX).unwrap_or_default();
    let mut documents = Vec::new();
    let mut after = None;
    loop {
        let page = desk.library.list(scope, filter.clone(), PageRequest { size, after }).await?;
        documents.extend(page.items);
        after = page.next;
        if after.is_none() || documents.len() >= MOST_DOCUMENTS {
            return Ok(documents);
        }
    }
}

#[cfg(test)]
#[path = "patterns_tests.rs"]
mod tests;
