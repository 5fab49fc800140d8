//! The model there is when none is configured: no weights, no network, the same answer every time.
//!
//! It takes part in the same loop as any other: it asks a tool that takes a question, and then answers with
//! the sentences of what was found that meet the question best, each cited. Where there is no answer it says what it looked
//! at and what can be asked instead, in the user's language. Where rules say what comes next, it follows them.

mod asks;
mod compose;
mod found;
mod glance;
mod quoted;
mod readable;
mod sentences;
mod small_talk;
mod terms;
mod words;

use conserje_kernel::Language;
use futures::stream::{self, StreamExt};
use serde_json::{Value, json};

use crate::message::{
    Args, Block, ByRule, Message, Part, Reply, Request, StopReason, TokenUsage, ToolResult, ToolSpec, ToolUse,
};
use crate::model::{Model, Piece, PieceStream};
use crate::tokens::count;
use compose::{Asked, Composed};
use found::Passage;
use quoted::as_they_stand;
use readable::Reader;
use words::{Looked, Near, Voice};

/// How much of a tool's answer is quoted.
const QUOTED: usize = 1500;
/// What a pattern met is listed no further.
const MATCHES: usize = 20;

/// Words that only one of the two languages has.
const ENGLISH: &[&str] = &[
    "the",
    "what",
    "is",
    "are",
    "how",
    "when",
    "where",
    "which",
    "who",
    "why",
    "does",
    "do",
    "hello",
    "hi",
    "please",
    "my",
    "you",
    "of",
    "and",
    "article",
    "law",
    "summarise",
    "summarize",
    "list",
];

pub(crate) fn stream<'a>(model: &'a Model, request: &'a Request) -> PieceStream<'a> {
    let block = answer(request);
    let usage = TokenUsage {
        input: request.messages.iter().map(|message| crate::tokens::count_message("", message)).sum::<u64>()
            + count("", &request.system),
        output: match &block {
            Block::Text { text } | Block::Thinking { text, .. } => count("", text),
            Block::ToolUse(_) => 0,
        },
        ..TokenUsage::default()
    };
    let words: Vec<_> = match &block {
        Block::Text { text } => text.split_inclusive(' ').map(|word| Piece::Text(word.to_owned())).collect(),
        Block::Thinking { .. } | Block::ToolUse(_) => Vec::new(),
    };
    let stop_reason =
        if matches!(block, Block::ToolUse(_)) { StopReason::ToolUse } else { StopReason::EndTurn };
    let reply = Reply {
        id: format!("msg_{}", uuid::Uuid::now_v7().simple()),
        model: model.name.to_string(),
        blocks: vec![block],
        stop_reason,
        usage,
    };
    stream::iter(words.into_iter().chain([Piece::Done(Box::new(reply))]).map(Ok)).boxed()
}

/// The tool by which one agent gives the turn to another: what it says is for nobody to read.
const HANDOFF: &str = "handoff";

fn answer(request: &Request) -> Block {
    let offered = |wanted: &str| request.tools.iter().any(|tool| tool.name == wanted);
    match &request.by_rule {
        Some(ByRule::Say { text }) => return Block::Text { text: text.clone() },
        Some(ByRule::Call { tool, args }) if offered(tool) => return call(tool.clone(), args.clone()),
        Some(ByRule::Call { .. } | ByRule::Try { .. }) | None => {}
    }
    let question = last_question(request);
    let said = small_talk::heard(question);
    let said_in = said.and_then(|(_, language)| language);
    let english = said_in.map_or_else(|| is_english(question), |language| language == Language::En);
    let voice = Voice::new(&request.house, english);
    let reader = Reader::of(question);
    let results = tool_results(request);
    if !results.is_empty() {
        return Block::Text { text: told(question, english, voice, &results) };
    }
    let mut given = given_documents(request);
    let attached: Vec<Passage> = given.iter().filter(|document| document.is_attached).cloned().collect();
    if let Some((kind, _)) = said.filter(|_| attached.is_empty()) {
        return Block::Text { text: voice.small_talk(kind) };
    }
    if !attached.is_empty() && asks::wants_a_summary(question) {
        return Block::Text { text: at_a_glance(reader, voice, &attached) };
    }
    let tool = wanted_tool(request, question, &offered);
    if !given.is_empty() {
        made_readable(reader, &mut given);
        let asked = Asked { question, expanded: None, english };
        let answered = matches!(compose::compose(asked, &given), Composed::Answer(_));
        // What a person sent along is what is to be read; what was only found for the question may be in others, too.
        if answered || tool.is_none() || !attached.is_empty() {
            let looked = match attached.as_slice() {
                [] => None,
                [only] => Some(Looked { documents: 1, within: Some(only.document.clone()) }),
                several => Some(Looked { documents: several.len() as u64, within: None }),
            };
            return Block::Text { text: out_of_passages(asked, voice, looked.as_ref(), &given) };
        }
    }
    match tool {
        Some((name, args)) => call(name, args),
        None => Block::Text { text: voice.no_answer() },
    }
}

/// The tools that show the whole of something.
const LIST: &str = "list_documents";
const FILE: &str = "tool_file_content";

/// Searches of everything that there is: where nothing says which tool to ask, not the one whose name comes first.
const WIDEST: [&str; 2] = ["search_knowledge_base", "search_normativa"];

/// What would answer a question: what its words say without doubt, what a rule says, or any tool that takes a question.
fn wanted_tool(
    request: &Request,
    question: &str,
    offered: &impl Fn(&str) -> bool,
) -> Option<(String, Value)> {
    if asks::wants_the_list(question) && offered(LIST) {
        return Some((LIST.to_owned(), json!({})));
    }
    let named = asks::file_named(question).filter(|_| asks::wants_a_summary(question) && offered(FILE));
    if let Some(file) = named {
        return Some((FILE.to_owned(), json!({"file_name": file})));
    }
    match &request.by_rule {
        Some(ByRule::Try { tool, args }) if offered(tool) => Some((tool.clone(), args.clone())),
        _ => request
            .tools
            .iter()
            .filter_map(asks_a_question)
            .min_by_key(|(tool, _)| WIDEST.iter().position(|name| *name == tool.name).unwrap_or(WIDEST.len()))
            .map(|(tool, parameter)| (tool.name.clone(), json!({ parameter: question }))),
    }
}

/// What tools have said, for a person.
fn told(question: &str, english: bool, voice: Voice<'_>, results: &[&ToolResult]) -> String {
    let reader = Reader::of(question);
    let ours: Vec<&str> =
        results.iter().map(|result| result.text.as_str()).filter(|text| found::is_ours(text)).collect();
    let found = if ours.is_empty() {
        results.iter().map(|result| result.text.as_str()).collect::<Vec<_>>().join("\n\n")
    } else {
        ours.join("\n\n")
    };
    let missing: Vec<String> = ours.iter().flat_map(|text| found::missing(text)).collect();
    if !missing.is_empty() {
        return voice.not_there(&missing);
    }
    let looked = found::looked(&found);
    let mut passages = found::passages(&found);
    let has_passages = !passages.is_empty();
    let is_exact = passages.first().is_some_and(|first| first.relevance.is_none_or(|value| value >= 0.999));
    made_readable(reader, &mut passages);
    let is_named = passages.first().is_some_and(|first| !first.is_measured);
    let is_search = !ours.is_empty()
        && !is_named
        && results.iter().all(|result| is_search(&result.name) && !result.is_error);
    if is_search || has_passages && (!is_exact || passages.is_empty()) {
        let within = looked.as_ref().and_then(|looked| looked.within.as_deref()).unwrap_or_default();
        let bare = asks::without_the_name(question, within);
        // Nothing is asked but what stands in it.
        if let (true, Some(first)) = (bare.is_empty(), passages.first()) {
            let text = passages.iter().map(|passage| passage.text.as_str()).collect::<Vec<_>>().join("\n\n");
            return at_a_glance(reader, voice, &[Passage { text, ..first.clone() }]);
        }
        let question = if within.is_empty() { question } else { &bare };
        let asked = Asked { question, expanded: found::expanded(&found), english };
        return out_of_passages(asked, voice, looked.as_ref(), &passages);
    }
    // What was asked for by its name is told as it stands.
    if is_exact {
        return as_they_stand(voice, &passages);
    }
    if let Some(file) = found::file(&found) {
        return at_a_glance(reader, voice, &[file]);
    }
    let matches = found::matches(&found);
    if !matches.is_empty() {
        return what_matches(voice, matches);
    }
    if !ours.is_empty() {
        // What our own searches say besides is for models.
        let is_error = results.iter().any(|result| result.is_error);
        return if is_error { voice.could_not_look() } else { voice.nothing_found(looked.as_ref(), &[]) };
    }
    if results.iter().all(|result| result.is_error) {
        let told = readable::without_orders(&plainly(&found));
        return if told.is_empty() { voice.no_answer() } else { told };
    }
    let length = if results.iter().any(|result| is_for_people(&result.name)) { usize::MAX } else { QUOTED };
    let quoted: String = plainly(&found).chars().take(length).collect();
    let is_whole = quoted.contains(" [1]") || results.iter().all(|result| is_for_people(&result.name));
    if is_whole { quoted } else { voice.this_is_what_i_found(&quoted) }
}

/// Tools whose text needs no introduction.
fn is_for_people(tool: &str) -> bool {
    tool == LIST
}

/// Without what nobody wants to read, and without those of which nothing is left.
fn made_readable(reader: Reader, passages: &mut Vec<Passage>) {
    for passage in passages.iter_mut() {
        passage.text = reader.passage(&passage.text);
    }
    passages.retain(|passage| !passage.text.is_empty());
}

/// Documents as a whole: what they are made of.
fn at_a_glance(reader: Reader, voice: Voice<'_>, documents: &[Passage]) -> String {
    let glances = documents.iter().filter_map(|document| {
        glance::at_a_glance(&Passage { text: reader.passage(&document.text), ..document.clone() })
    });
    let told = glances.collect::<Vec<_>>().join("\n\n");
    if told.is_empty() { voice.nothing_found(None, &[]) } else { told }
}

/// Each thing that a pattern met once, and where.
fn what_matches(voice: Voice<'_>, matches: Vec<(String, String, u32)>) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut known: Vec<(String, String)> = Vec::new();
    for (text, file, number) in matches {
        if known.iter().any(|(one, of)| *one == text && *of == file) {
            continue;
        }
        lines.push(format!("- {text} ({file}){}", cited(number)));
        known.push((text, file));
    }
    let more = lines.len().saturating_sub(MATCHES);
    lines.truncate(MATCHES);
    voice.matches(&lines, more)
}

fn cited(number: u32) -> String {
    if number > 0 { format!(" [{number}]") } else { String::new() }
}

/// The first sentence of a text that a person can read; no heading, no row, no code.
pub fn first_sentence(text: &str) -> Option<String> {
    let text = Reader::default().passage(text);
    glance::first_sentence(&text)
}

fn call(name: String, args: Value) -> Block {
    Block::ToolUse(ToolUse {
        id: format!("call_{}", uuid::Uuid::now_v7().simple()),
        name,
        args: Args::Json(args),
        seal: None,
    })
}

/// The answer, or honestly that there is none.
fn out_of_passages(
    asked: Asked<'_>,
    voice: Voice<'_>,
    looked: Option<&Looked>,
    passages: &[Passage],
) -> String {
    match compose::compose(asked, passages) {
        Composed::Answer(told) => {
            let lines: Vec<String> = told
                .into_iter()
                // A mark behind a fence would be part of it.
                .map(|(text, number)| {
                    let gap = if text.ends_with("```") { "\n\n" } else { "" };
                    format!("{text}{gap}{}", cited(number))
                })
                .collect();
            lines.join("\n\n")
        }
        Composed::Nearest(near) => {
            let near: Vec<Near> = near
                .into_iter()
                .map(|(title, sentence, number)| Near { title, sentence, cited: cited(number) })
                .collect();
            voice.nothing_found(looked, &near)
        }
    }
}

/// What a tool says, without what is for models only: its title in brackets goes, and how a line is cited goes behind it.
fn plainly(found: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in found.lines() {
        if lines.is_empty() && line.starts_with('[') && line.ends_with(']') {
            continue;
        }
        match (line.strip_prefix("Cita: ").or_else(|| line.strip_prefix("Cite as: ")), lines.last_mut()) {
            (Some(mark), Some(last)) => *last = format!("{last} {mark}\n"),
            _ => lines.push(line.to_owned()),
        }
    }
    lines.join("\n").trim().to_owned()
}

/// A search by likeness; by structure or pattern, what was asked for is what is found.
fn is_search(tool: &str) -> bool {
    tool.contains("search") && !tool.contains("structure") && !tool.contains("regex")
}

fn last_question(request: &Request) -> &str {
    let said = request.messages.iter().rev().find_map(|message| match message {
        Message::User { parts } => parts.iter().rev().find_map(|part| match part {
            Part::Text { text } => Some(text.as_str()),
            Part::Image { .. } => None,
        }),
        Message::Assistant { .. } | Message::Tools { .. } => None,
    });
    said.unwrap_or_default()
}

/// The documents that came with the question.
fn given_documents(request: &Request) -> Vec<Passage> {
    let Some(Message::User { parts }) = request.messages.last() else { return Vec::new() };
    let texts = parts.iter().filter_map(|part| match part {
        Part::Text { text } => text.starts_with("<documents>").then(|| found::documents(text)),
        Part::Image { .. } => None,
    });
    texts.flatten().collect()
}

/// What tools have just said, if they have. Whoever takes over begins anew.
fn tool_results(request: &Request) -> Vec<&ToolResult> {
    match request.messages.last() {
        Some(Message::Tools { results }) => results.iter().filter(|result| result.name != HANDOFF).collect(),
        Some(Message::User { .. } | Message::Assistant { .. }) | None => Vec::new(),
    }
}

/// A tool that needs nothing but a question, and the name it has for it.
fn asks_a_question(tool: &ToolSpec) -> Option<(&ToolSpec, &str)> {
    let required: Vec<_> =
        tool.parameters.get("required")?.as_array()?.iter().filter_map(Value::as_str).collect();
    match required.as_slice() {
        [only] if matches!(*only, "query" | "question" | "q") => Some((tool, only)),
        _ => None,
    }
}

fn is_english(text: &str) -> bool {
    text.to_lowercase().split(|sign: char| !sign.is_alphanumeric()).any(|word| ENGLISH.contains(&word))
}

#[cfg(test)]
#[path = "extractive_tests.rs"]
mod tests;
