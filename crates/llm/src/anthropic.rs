//! Anthropic's Messages API, and whatever else speaks it.

mod reply;

use std::time::Duration;

use conserje_kernel::Secret;
use serde_json::{Map, Value, json};

use self::reply::Assembler;
use crate::message::{Args, Block, Message, OutputSchema, Part, Request, ToolChoice, ToolSpec};
use crate::model::{Model, PieceStream};
use crate::schema::strict;
use crate::sse::Endpoint;

pub(crate) const BASE_URL: &str = "https://api.anthropic.com";
pub(crate) const VERSION: &str = "2023-06-01";
/// Whose seals these are.
const PROVIDER: &str = "anthropic";
/// The API takes no smaller budget.
const MIN_THINKING: u32 = 1024;

/// A key for Anthropic's models.
#[derive(Clone, Debug)]
pub struct Anthropic {
    endpoint: Endpoint,
}

impl Anthropic {
    /// `base_url` is Anthropic's own unless told; it has no `/v1`.
    pub fn new(base_url: Option<String>, key: Secret, http: reqwest::Client) -> Self {
        Self { endpoint: Endpoint::new(base_url.unwrap_or_else(|| BASE_URL.to_owned()), key, http) }
    }

    /// How long the model may say nothing before it is given up.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Self {
        Self { endpoint: self.endpoint.with_patience(patience) }
    }

    pub(crate) fn stream<'a>(&'a self, model: &'a Model, request: &'a Request) -> PieceStream<'a> {
        let post = self.endpoint.post("/v1/messages");
        let post = post.header("x-api-key", self.endpoint.key()).header("anthropic-version", VERSION);
        let post = post.json(&body(model, request));
        self.endpoint.reply(&model.name, post, Assembler::new(&model.name))
    }
}

fn body(model: &Model, request: &Request) -> Value {
    let max_tokens = request.max_output_tokens.unwrap_or(model.facts.max_output_tokens);
    let thinking = thinking(&model.wire_name, request, max_tokens);
    let messages = request.messages.iter().filter_map(message);
    let mut body = json!({
        "model": &*model.wire_name,
        "max_tokens": max_tokens,
        "stream": true,
        "messages": messages.collect::<Vec<_>>(),
    });
    let mut set = |name: &str, value: Value| {
        if let Some(fields) = body.as_object_mut() {
            fields.insert(name.to_owned(), value);
        }
    };
    if !request.system.is_empty() {
        set("system", system(request));
    }
    if !request.tools.is_empty() {
        set("tools", tools(&request.tools));
        match &request.tool_choice {
            ToolChoice::Auto => {}
            ToolChoice::None => set("tool_choice", json!({"type": "none"})),
            ToolChoice::Required => set("tool_choice", json!({"type": "any"})),
            ToolChoice::Named(name) => set("tool_choice", json!({"type": "tool", "name": name})),
        }
    }
    let mut output = Map::new();
    match thinking {
        Some(Thinking::Budget(tokens)) => {
            set("thinking", json!({"type": "enabled", "budget_tokens": tokens}));
        }
        Some(Thinking::Effort(effort)) => {
            // Unless asked, newer models keep their thoughts to themselves.
            set("thinking", json!({"type": "adaptive", "display": "summarized"}));
            output.insert("effort".to_owned(), Value::from(effort));
        }
        None => {}
    }
    // A model that thinks takes no other temperature than its own, and from 4.7 on no model does.
    let takes_temperature =
        thinking.is_none() && version(&model.wire_name).is_none_or(|version| version < (4, 7));
    if let Some(temperature) = request.temperature.filter(|_| takes_temperature) {
        set("temperature", json!(temperature));
    }
    if let Some(OutputSchema { schema, .. }) = &request.output_schema {
        output.insert("format".to_owned(), json!({"type": "json_schema", "schema": strict(schema)}));
    }
    if !output.is_empty() {
        set("output_config", Value::Object(output));
    }
    if !request.stop.is_empty() {
        set("stop_sequences", json!(request.stop));
    }
    body
}

/// How thinking is asked for: up to 4.5 with a budget, later only with more or less effort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Thinking {
    Budget(u32),
    Effort(&'static str),
}

/// Thinking as the model takes it, if it was asked for and the API would not refuse it: no tool is forced,
/// and a budget leaves room for an answer.
fn thinking(wire_name: &str, request: &Request, max_tokens: u32) -> Option<Thinking> {
    let asked = request.thinking_budget?;
    match request.tool_choice {
        ToolChoice::Required | ToolChoice::Named(_) if !request.tools.is_empty() => return None,
        ToolChoice::Required | ToolChoice::Named(_) | ToolChoice::Auto | ToolChoice::None => {}
    }
    if version(wire_name).is_some_and(|version| version >= (4, 6)) {
        return Some(Thinking::Effort(match asked {
            ..4096 => "low",
            4096..16384 => "medium",
            16384.. => "high",
        }));
    }
    let budget = asked.max(MIN_THINKING).min(max_tokens.saturating_sub(1));
    (budget >= MIN_THINKING && !is_without_thoughts(&request.messages)).then_some(Thinking::Budget(budget))
}

/// Whether tools just answered that another provider's model called: with a budget, the API demands that
/// such a message begins with thoughts of its own.
fn is_without_thoughts(messages: &[Message]) -> bool {
    let [.., Message::Assistant { blocks }, Message::Tools { .. }] = messages else { return false };
    !matches!(blocks.first(), Some(Block::Thinking { seal: Some(seal), .. }) if seal.provider == PROVIDER)
}

/// From names such as `claude-sonnet-4-5-20250929` and `claude-3-7-sonnet-latest`. None for models of others.
fn version(wire_name: &str) -> Option<(u32, u32)> {
    let (_, name) = wire_name.split_once("claude-")?;
    let mut numbers =
        name.split(['-', '.', '@', ':']).map(|word| word.parse().ok().filter(|number| *number < 100));
    let major = numbers.by_ref().flatten().next()?;
    Some((major, numbers.next().flatten().unwrap_or(0)))
}

/// Everything up to here is the same in the next call: the provider need not read it again.
fn cached(mut block: Value) -> Value {
    if let Some(fields) = block.as_object_mut() {
        fields.insert("cache_control".to_owned(), json!({"type": "ephemeral"}));
    }
    block
}

/// What changes stands behind what is remembered.
fn system(request: &Request) -> Value {
    let text = |text: &str| json!({"type": "text", "text": text});
    let halves = request.system.split_at_checked(request.lasting_bytes);
    match halves {
        Some((lasting, passing)) if !lasting.trim().is_empty() && !passing.trim().is_empty() => {
            json!([cached(text(lasting)), text(passing)])
        }
        Some(_) | None => json!([cached(text(&request.system))]),
    }
}

fn tools(specs: &[ToolSpec]) -> Value {
    let mut tools: Vec<_> = specs
        .iter()
        .map(|tool| json!({"name": tool.name, "description": tool.description, "input_schema": tool.parameters}))
        .collect();
    if let Some(last) = tools.pop() {
        tools.push(cached(last));
    }
    Value::Array(tools)
}

/// None if nothing is left to be said: the API takes no empty messages and no empty texts.
fn message(message: &Message) -> Option<Value> {
    let (role, content): (_, Vec<_>) = match message {
        Message::User { parts } => ("user", parts.iter().filter_map(part).collect()),
        Message::Assistant { blocks } => ("assistant", blocks.iter().filter_map(block).collect()),
        Message::Tools { results } => {
            let results = results.iter().map(|result| {
                let mut block = json!({"type": "tool_result", "tool_use_id": tool_id(&result.id), "content": result.text});
                if let (true, Some(fields)) = (result.is_error, block.as_object_mut()) {
                    fields.insert("is_error".to_owned(), Value::Bool(true));
                }
                block
            });
            ("user", results.collect())
        }
    };
    (!content.is_empty()).then(|| json!({"role": role, "content": content}))
}

fn text(text: &str) -> Option<Value> {
    (!text.trim().is_empty()).then(|| json!({"type": "text", "text": text}))
}

fn part(part: &Part) -> Option<Value> {
    match part {
        Part::Text { text: said } => text(said),
        Part::Image { media_type, data } => Some(json!({
            "type": "image",
            "source": {"type": "base64", "media_type": media_type, "data": data},
        })),
    }
}

fn block(block: &Block) -> Option<Value> {
    match block {
        Block::Text { text: said } => text(said),
        Block::Thinking { text, seal } => {
            let seal = seal.as_ref().filter(|seal| seal.provider == PROVIDER)?;
            if let Some(data) = seal.data.get("redacted") {
                return Some(json!({"type": "redacted_thinking", "data": data}));
            }
            let signature = seal.data.get("signature")?;
            Some(json!({"type": "thinking", "thinking": text, "signature": signature}))
        }
        Block::ToolUse(call) => {
            // The API takes objects only; what the model wrote instead is shown to it inside one.
            let input = match &call.args {
                Args::Json(args @ Value::Object(_)) => args.clone(),
                Args::Json(args) => json!({"value": args}),
                Args::Malformed(text) => json!({"malformed": text}),
            };
            Some(json!({"type": "tool_use", "id": tool_id(&call.id), "name": call.name, "input": input}))
        }
    }
}

/// Ids of other providers may have signs that this one refuses.
fn tool_id(id: &str) -> String {
    let is_fine = |sign: char| sign.is_ascii_alphanumeric() || sign == '_' || sign == '-';
    id.chars().map(|sign| if is_fine(sign) { sign } else { '_' }).collect()
}

#[cfg(test)]
#[path = "anthropic_tests.rs"]
mod tests;
