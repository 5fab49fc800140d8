//! The model there is when none is configured: no weights, no network, the same answer every time.
//!
//! It takes part in the same loop as any other: it asks a tool that takes a question, and then answers with
//! the sentences of what was found that meet the question best, each cited. What it cannot do it says, in the
//! user's language. Where rules say what comes next, it follows them.

mod compose;
mod found;

use futures::stream::{self, StreamExt};
use serde_json::{Value, json};

use crate::message::{
    Args, Block, ByRule, Message, Part, Reply, Request, StopReason, TokenUsage, ToolSpec, ToolUse,
};
use crate::model::{Model, Piece, PieceStream};
use crate::tokens::count;
use compose::{Asked, Composed};

/// How much of a tool's answer is quoted.
const QUOTED: usize = 1500;

const GREETINGS: &[&str] = &[
    "hola",
    "buenas",
    "buenos dias",
    "buenas tardes",
    "buenas noches",
    "hello",
    "hi",
    "hey",
    "good morning",
];
/// Words that only one of the two languages has.
const ENGLISH: &[&str] =
    &["the", "what", "is", "are", "how", "when", "where", "hello", "hi", "please", "my", "you"];

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
    let offered = |wanted: &String| request.tools.iter().any(|tool| tool.name == *wanted);
    match &request.by_rule {
        Some(ByRule::Say { text }) => return Block::Text { text: text.clone() },
        Some(ByRule::Call { tool, args }) if offered(tool) => return call(tool.clone(), args.clone()),
        Some(ByRule::Call { .. } | ByRule::Try { .. }) | None => {}
    }
    let question = last_question(request);
    let english = is_english(question);
    let say = |spanish: String, in_english: String| Block::Text {
        text: if english { in_english } else { spanish },
    };
    if let Some(found) = tool_answers(request) {
        let passages = found::passages(&found);
        let exact = passages.first().filter(|passage| passage.relevance.is_none_or(|found| found >= 0.999));
        if asked_a_search(request) || (exact.is_none() && !passages.is_empty()) {
            let asked = Asked { question, expanded: found::expanded(&found), english };
            return Block::Text { text: out_of_passages(asked, &passages) };
        }
        // What was asked for by its name is told as it stands.
        if exact.is_some() {
            return Block::Text { text: as_they_stand(&passages) };
        }
        if let Some(file) = found::file(&found) {
            return Block::Text { text: compose::at_a_glance(&file) };
        }
        let quoted: String = plainly(&found).chars().take(QUOTED).collect();
        if quoted.contains(" [1]") {
            return Block::Text { text: quoted };
        }
        return say(
            format!("Esto es lo que he encontrado:\n\n{quoted}\n\n{NO_MODEL_ES}"),
            format!("This is what I found:\n\n{quoted}\n\n{NO_MODEL_EN}"),
        );
    }
    let folded = question.to_lowercase().replace(['¡', '!', ',', '.'], "");
    if GREETINGS.contains(&folded.trim()) {
        return say(
            format!("¡Hola! ¿En qué puedo ayudarte? {NO_MODEL_ES}"),
            format!("Hello! How can I help you? {NO_MODEL_EN}"),
        );
    }
    let given = given_documents(request);
    let tool = match &request.by_rule {
        Some(ByRule::Try { tool, args }) if offered(tool) => Some((tool.clone(), args.clone())),
        _ => request
            .tools
            .iter()
            .find_map(asks_a_question)
            .map(|(tool, parameter)| (tool.name.clone(), json!({ parameter: question }))),
    };
    if !given.is_empty() {
        let asked = Asked { question, expanded: None, english };
        let answered = matches!(compose::compose(asked, &given), Composed::Answer(_));
        // What is not in the documents that came with the question may be in others.
        if answered || tool.is_none() {
            return Block::Text { text: out_of_passages(asked, &given) };
        }
    }
    match tool {
        Some((name, args)) => call(name, args),
        None => say(
            format!("No puedo responder a eso todavía. {NO_MODEL_ES}"),
            format!("I cannot answer that yet. {NO_MODEL_EN}"),
        ),
    }
}

fn call(name: String, args: Value) -> Block {
    Block::ToolUse(ToolUse {
        id: format!("call_{}", uuid::Uuid::now_v7().simple()),
        name,
        args: Args::Json(args),
        seal: None,
    })
}

const NO_MODEL_ES: &str = "(No hay ningún modelo de lenguaje configurado: añade un proveedor en `providers` para respuestas redactadas.)";
const NO_MODEL_EN: &str =
    "(No language model is configured: add a provider under `providers` for written answers.)";

/// In the user's language: the answer, or honestly that there is none.
fn out_of_passages(asked: Asked<'_>, passages: &[found::Passage]) -> String {
    let cited = |number: u32| if number > 0 { format!(" [{number}]") } else { String::new() };
    match compose::compose(asked, passages) {
        Composed::Answer(told) => {
            let lines: Vec<String> =
                told.into_iter().map(|(text, number)| format!("{text}{}", cited(number))).collect();
            lines.join("\n\n")
        }
        Composed::Nearest(near) => {
            let (nothing, nearest) = if asked.english {
                ("I did not find an answer to that in your documents.", "What comes nearest:")
            } else {
                ("No he encontrado la respuesta en tus documentos.", "Lo más cercano:")
            };
            if near.is_empty() {
                return nothing.to_owned();
            }
            let lines: Vec<String> = near
                .into_iter()
                .map(|(document, glimpse, number)| format!("- {document}: {glimpse}{}", cited(number)))
                .collect();
            format!("{nothing} {nearest}\n\n{}", lines.join("\n"))
        }
    }
}

/// Passages under their headings, cited, as many as there is room for.
fn as_they_stand(passages: &[found::Passage]) -> String {
    let mut told = String::new();
    let mut left = QUOTED;
    // Who asks for headings wants no more.
    let are_headings = passages.len() > 1 && passages.iter().any(|passage| passage.kind == "section_header");
    for passage in passages {
        let cited = if passage.number > 0 { format!(" [{}]", passage.number) } else { String::new() };
        if are_headings && !passage.section.is_empty() {
            told.push_str(&format!("- {}{cited}\n", passage.section));
            continue;
        }
        let text: String = passage.text.chars().take(left).collect();
        let is_cut = text.len() < passage.text.len();
        left = left.saturating_sub(text.chars().count());
        let heading = if passage.section.is_empty() { &passage.document } else { &passage.section };
        // The heading is told once.
        let title = heading.rsplit(" › ").next().unwrap_or(heading);
        let body = text.trim();
        // The full stop of a heading, too.
        let body =
            body.strip_prefix(title).map_or(body, |rest| rest.trim_start_matches(['.', ':']).trim_start());
        let is_table = body.lines().last().is_some_and(|line| line.starts_with('|'));
        told.push_str(&if is_table {
            // A mark behind a row would be one more cell.
            format!("**{heading}**{cited}\n\n{body}\n\n")
        } else {
            format!("**{heading}**\n\n{body}{}{cited}\n\n", if is_cut { "…" } else { "" })
        });
        if left == 0 {
            break;
        }
    }
    told.trim_end().to_owned()
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

/// Whether what tools have just said is what a search of documents found, even if that is nothing.
fn asked_a_search(request: &Request) -> bool {
    match request.messages.last() {
        Some(Message::Tools { results }) => {
            results.iter().all(|result| is_search(&result.name) && !result.is_error)
                && results.iter().any(|result| SEARCHED.iter().any(|header| result.text.starts_with(header)))
        }
        Some(Message::User { .. } | Message::Assistant { .. }) | None => false,
    }
}

/// How the text of a search begins.
const SEARCHED: [&str; 2] = ["[RESULTADOS DE TU BÚSQUEDA]", "[RESULTS OF YOUR SEARCH]"];

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
fn given_documents(request: &Request) -> Vec<found::Passage> {
    let Some(Message::User { parts }) = request.messages.last() else { return Vec::new() };
    let texts = parts.iter().filter_map(|part| match part {
        Part::Text { text } => text.starts_with("<documents>").then(|| found::documents(text)),
        Part::Image { .. } => None,
    });
    texts.flatten().collect()
}

/// What tools have just said, if they have. Whoever takes over begins anew.
fn tool_answers(request: &Request) -> Option<String> {
    match request.messages.last()? {
        Message::Tools { results } => {
            let found = results.iter().filter(|result| result.name != HANDOFF);
            let texts: Vec<_> = found.map(|result| result.text.as_str()).collect();
            (!texts.is_empty()).then(|| texts.join("\n\n"))
        }
        Message::User { .. } | Message::Assistant { .. } => None,
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
mod tests {
    use super::*;
    use crate::message::ToolResult;

    fn said(request: &Request) -> String {
        match answer(request) {
            Block::Text { text } => text,
            Block::ToolUse(call) => format!("use {} {:?}", call.name, call.args),
            Block::Thinking { .. } => String::new(),
        }
    }

    #[test]
    fn it_greets_asks_tools_quotes_them_and_says_what_it_is() {
        let asked = |text: &str| Request { messages: vec![Message::user(text)], ..Request::default() };
        assert!(said(&asked("¡Hola!")).starts_with("¡Hola!"));
        assert!(said(&asked("Hello")).starts_with("Hello!"));
        assert!(said(&asked("¿Qué tal el tiempo?")).contains("No hay ningún modelo"));
        let mut with_tool = asked("horario de verano");
        let parameters = json!({"type": "object", "required": ["query"]});
        with_tool.tools.push(ToolSpec { name: "search".to_owned(), description: String::new(), parameters });
        assert!(said(&with_tool).starts_with("use search"), "{}", said(&with_tool));
        let result = ToolResult {
            id: "1".to_owned(),
            name: "search".to_owned(),
            text: "De 9 a 15.".to_owned(),
            is_error: false,
        };
        with_tool.messages.push(Message::Tools { results: vec![result] });
        assert!(said(&with_tool).contains("De 9 a 15."));
    }

    #[test]
    fn what_rules_say_comes_before_all_else_and_only_with_tools_that_there_are() {
        let tool = |name: &str| ToolSpec {
            name: name.to_owned(),
            description: String::new(),
            parameters: json!({"type": "object"}),
        };
        let result = |name: &str| ToolResult {
            id: "1".to_owned(),
            name: name.to_owned(),
            text: "free at 5".to_owned(),
            is_error: false,
        };
        let book = |tool: &str| ByRule::Call { tool: tool.to_owned(), args: json!({"at": 5}) };
        let mut request = Request {
            messages: vec![Message::user("hola"), Message::Tools { results: vec![result("slots")] }],
            tools: vec![tool("book")],
            by_rule: Some(book("book")),
            ..Request::default()
        };
        assert!(said(&request).starts_with("use book"), "{}", said(&request));
        request.by_rule = Some(ByRule::Say { text: "¿A las 5?".to_owned() });
        assert_eq!(said(&request), "¿A las 5?");
        request.by_rule = Some(book("other"));
        assert!(said(&request).contains("free at 5"), "{}", said(&request));
        let after_a_handoff = Message::Tools { results: vec![result(HANDOFF)] };
        request.messages = vec![Message::user("hola"), after_a_handoff];
        request.by_rule = None;
        assert!(said(&request).starts_with("¡Hola!"), "who takes over begins anew: {}", said(&request));
    }

    #[test]
    fn a_passage_stands_under_its_heading_which_is_told_once() {
        let passage = found::Passage {
            number: 1,
            document: "et.md".to_owned(),
            section: "Artículo 38. Vacaciones anuales".to_owned(),
            kind: String::new(),
            relevance: None,
            text: "Artículo 38. Vacaciones anuales.\n\n1. El periodo de vacaciones…".to_owned(),
        };
        let told = as_they_stand(&[passage]);
        assert_eq!(told.trim(), "**Artículo 38. Vacaciones anuales**\n\n1. El periodo de vacaciones… [1]");
    }
}
