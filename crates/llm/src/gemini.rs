//! Google's Gemini API.

use std::collections::VecDeque;
use std::time::Duration;

use conserje_kernel::Secret;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::decode::Event;
use crate::error::Trouble;
use crate::message::{
    Args, Block, Message, Part, Reply, Request, Seal, StopReason, TokenUsage, ToolChoice, ToolUse,
};
use crate::model::{Model, Piece, PieceStream};
use crate::refusal::{Failure, trouble_of};
use crate::sse::{Assemble, Endpoint, id_or_new};

pub(crate) const BASE_URL: &str = "https://generativelanguage.googleapis.com";
/// Whose seals these are.
const PROVIDER: &str = "gemini";
/// What Google's documents name for calls that another model made: since Gemini 3 a call must be signed.
const UNSIGNED: &str = "skip_thought_signature_validator";

/// A key for Google's models.
#[derive(Clone, Debug)]
pub struct Gemini {
    endpoint: Endpoint,
}

impl Gemini {
    /// `base_url` is Google's own unless told; it has no `/v1beta`.
    pub fn new(base_url: Option<String>, key: Secret, http: reqwest::Client) -> Self {
        Self { endpoint: Endpoint::new(base_url.unwrap_or_else(|| BASE_URL.to_owned()), key, http) }
    }

    /// How long the model may say nothing before it is given up.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Self {
        Self { endpoint: self.endpoint.with_patience(patience) }
    }

    pub(crate) fn stream<'a>(&'a self, model: &'a Model, request: &'a Request) -> PieceStream<'a> {
        let name = model.wire_name.trim_start_matches("models/");
        let post = self.endpoint.post(&format!("/v1beta/models/{name}:streamGenerateContent?alt=sse"));
        let post = post.header("x-goog-api-key", self.endpoint.key()).json(&body(name, model, request));
        self.endpoint.reply(&model.name, post, Assembler::new(&model.name))
    }
}

fn body(name: &str, model: &Model, request: &Request) -> Value {
    let must_sign = !name.starts_with("gemini-1") && !name.starts_with("gemini-2");
    let contents = request.messages.iter().filter_map(|message| content(message, must_sign));
    let mut body = json!({
        "contents": contents.collect::<Vec<_>>(),
        "generationConfig": generation_config(model, request),
    });
    let mut set = |name: &str, value: Value| {
        if let Some(fields) = body.as_object_mut() {
            fields.insert(name.to_owned(), value);
        }
    };
    if !request.system.is_empty() {
        set("systemInstruction", json!({"parts": [{"text": request.system}]}));
    }
    if !request.tools.is_empty() {
        let tools = request.tools.iter().map(|tool| {
            json!({"name": tool.name, "description": tool.description, "parametersJsonSchema": tool.parameters})
        });
        set("tools", json!([{"functionDeclarations": tools.collect::<Vec<_>>()}]));
        let config = match &request.tool_choice {
            ToolChoice::Auto => json!({"mode": "AUTO"}),
            ToolChoice::None => json!({"mode": "NONE"}),
            ToolChoice::Required => json!({"mode": "ANY"}),
            ToolChoice::Named(name) => json!({"mode": "ANY", "allowedFunctionNames": [name]}),
        };
        set("toolConfig", json!({"functionCallingConfig": config}));
    }
    body
}

fn generation_config(model: &Model, request: &Request) -> Value {
    let max_tokens = request.max_output_tokens.unwrap_or(model.facts.max_output_tokens);
    let mut config = Map::new();
    config.insert("maxOutputTokens".to_owned(), json!(max_tokens));
    if !request.stop.is_empty() {
        config.insert("stopSequences".to_owned(), json!(request.stop));
    }
    if let Some(temperature) = request.temperature {
        config.insert("temperature".to_owned(), json!(temperature));
    }
    // Not every model lets thinking be switched off, so without a budget it is left to the model.
    if let Some(budget) = request.thinking_budget {
        config
            .insert("thinkingConfig".to_owned(), json!({"thinkingBudget": budget, "includeThoughts": true}));
    }
    if let Some(output) = &request.output_schema {
        config.insert("responseMimeType".to_owned(), json!("application/json"));
        config.insert("responseJsonSchema".to_owned(), output.schema.clone());
    }
    Value::Object(config)
}

/// None if nothing is left to be said.
fn content(message: &Message, must_sign: bool) -> Option<Value> {
    let (role, parts): (_, Vec<_>) = match message {
        Message::User { parts } => ("user", parts.iter().filter_map(part).collect()),
        Message::Assistant { blocks } => ("model", model_parts(blocks, must_sign)),
        Message::Tools { results } => {
            let results = results.iter().map(|result| {
                let kind = if result.is_error { "error" } else { "output" };
                let response = json!({kind: result.text});
                json!({"functionResponse": {"id": result.id, "name": result.name, "response": response}})
            });
            ("user", results.collect())
        }
    };
    (!parts.is_empty()).then(|| json!({"role": role, "parts": parts}))
}

fn part(part: &Part) -> Option<Value> {
    match part {
        Part::Text { text } => (!text.is_empty()).then(|| json!({"text": text})),
        Part::Image { media_type, data } => {
            Some(json!({"inlineData": {"mimeType": media_type, "data": data}}))
        }
    }
}

/// Only the first of several calls is signed; where nothing is signed, another model made them.
fn model_parts(blocks: &[Block], must_sign: bool) -> Vec<Value> {
    let mut is_signed = !must_sign;
    let parts = blocks.iter().filter_map(|block| match block {
        Block::Text { text } => (!text.is_empty()).then(|| json!({"text": text})),
        Block::Thinking { text, seal } => {
            let signature = signature(seal.as_ref())?;
            Some(if text.is_empty() {
                json!({"text": "", "thoughtSignature": signature})
            } else {
                json!({"text": text, "thought": true, "thoughtSignature": signature})
            })
        }
        Block::ToolUse(call) => {
            let args = match &call.args {
                Args::Json(args @ Value::Object(_)) => args.clone(),
                Args::Json(args) => json!({"value": args}),
                Args::Malformed(text) => json!({"malformed": text}),
            };
            let mut part = json!({"functionCall": {"id": call.id, "name": call.name, "args": args}});
            let own = signature(call.seal.as_ref()).cloned();
            let signature = own.or_else(|| (!is_signed).then(|| Value::from(UNSIGNED)));
            if let (Some(signature), Some(fields)) = (signature, part.as_object_mut()) {
                fields.insert("thoughtSignature".to_owned(), signature);
            }
            is_signed = true;
            Some(part)
        }
    });
    parts.collect()
}

fn signature(seal: Option<&Seal>) -> Option<&Value> {
    seal.filter(|seal| seal.provider == PROVIDER)?.data.get("thoughtSignature")
}

/// What one event holds; all of it may be missing.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Heard {
    response_id: Option<String>,
    candidates: Vec<Candidate>,
    usage_metadata: Option<Usage>,
    prompt_feedback: Option<Feedback>,
    error: Option<Complaint>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Candidate {
    content: Content,
    finish_reason: Option<String>,
    finish_message: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Content {
    parts: Vec<Said>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Said {
    text: Option<String>,
    thought: bool,
    thought_signature: Option<String>,
    function_call: Option<Call>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Call {
    id: Option<String>,
    name: String,
    args: Option<Value>,
}

/// Counts so far; the last ones stand.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(default)]
struct Usage {
    #[serde(rename = "promptTokenCount")]
    prompt: u64,
    #[serde(rename = "candidatesTokenCount")]
    candidates: u64,
    #[serde(rename = "thoughtsTokenCount")]
    thoughts: u64,
    #[serde(rename = "cachedContentTokenCount")]
    cached: u64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Feedback {
    block_reason: Option<String>,
}

#[derive(Deserialize)]
struct Complaint {
    #[serde(default)]
    code: u16,
    #[serde(default)]
    message: String,
}

struct Assembler<'a> {
    model: &'a str,
    id: Option<String>,
    usage: Usage,
    finish_reason: Option<String>,
    blocks: Vec<Block>,
}

impl<'a> Assembler<'a> {
    fn new(model: &'a str) -> Self {
        Self { model, id: None, usage: Usage::default(), finish_reason: None, blocks: Vec::new() }
    }

    fn add(&mut self, said: Said, pieces: &mut VecDeque<Piece>) {
        let Said { text, thought, thought_signature, function_call } = said;
        let seal = thought_signature.map(|signature| Seal {
            provider: PROVIDER.to_owned(),
            data: json!({"thoughtSignature": signature}),
        });
        if let Some(Call { id, name, args }) = function_call {
            let id = id_or_new(id.as_deref(), "call", self.model);
            let args = Args::Json(args.unwrap_or_else(|| json!({})));
            self.blocks.push(Block::ToolUse(ToolUse { id, name, args, seal }));
            return;
        }
        let text = text.unwrap_or_default();
        if !text.is_empty() {
            pieces.push_back(if thought { Piece::Thinking(text.clone()) } else { Piece::Text(text.clone()) });
        }
        if thought {
            self.think(text, seal);
            return;
        }
        match self.blocks.last_mut() {
            Some(Block::Text { text: before }) => before.push_str(&text),
            _ if text.is_empty() => {}
            _ => self.blocks.push(Block::Text { text }),
        }
        // A text has no place for a seal: it follows as a thought without words, as it does on the wire
        // when it comes last.
        if seal.is_some() {
            self.blocks.push(Block::Thinking { text: String::new(), seal });
        }
    }

    /// Thoughts come in pieces; a seal ends one.
    fn think(&mut self, text: String, seal: Option<Seal>) {
        match self.blocks.last_mut() {
            Some(Block::Thinking { text: before, seal: open @ None }) => {
                before.push_str(&text);
                *open = seal;
            }
            _ => self.blocks.push(Block::Thinking { text, seal }),
        }
    }

    fn reply(&mut self, finish_reason: &str) -> Reply {
        let uses_tools = self.blocks.iter().any(|block| matches!(block, Block::ToolUse(_)));
        let natural = if uses_tools { StopReason::ToolUse } else { StopReason::EndTurn };
        let stop_reason = match finish_reason {
            "STOP" => natural,
            "MAX_TOKENS" => StopReason::MaxTokens,
            other => {
                tracing::warn!(
                    model = self.model,
                    finish_reason = other,
                    "an unknown reason to stop; taken as the end"
                );
                natural
            }
        };
        let Usage { prompt, candidates, thoughts, cached } = self.usage;
        Reply {
            id: id_or_new(self.id.as_deref(), "msg", self.model),
            model: self.model.to_owned(),
            blocks: std::mem::take(&mut self.blocks),
            stop_reason,
            usage: TokenUsage {
                input: prompt,
                output: candidates.saturating_add(thoughts),
                thinking: thoughts,
                cached,
                cache_written: 0,
            },
        }
    }
}

impl Assemble for Assembler<'_> {
    fn hear(&mut self, event: &Event, pieces: &mut VecDeque<Piece>) -> Result<(), Failure> {
        let heard: Heard = serde_json::from_str(&event.data)
            .map_err(|error| Failure::malformed(format!("an event cannot be read: {error}")))?;
        if let Some(Complaint { code, message }) = heard.error {
            return Err(Failure::new(trouble_of(code, &message), format!("{code}: {message}")));
        }
        if let Some(reason) = heard.prompt_feedback.and_then(|feedback| feedback.block_reason) {
            return Err(Failure::new(Trouble::Filtered, format!("the request was blocked: {reason}")));
        }
        self.id = heard.response_id.or_else(|| self.id.take());
        self.usage = heard.usage_metadata.unwrap_or(self.usage);
        // Only one is asked for.
        let Some(candidate) = heard.candidates.into_iter().next() else { return Ok(()) };
        for said in candidate.content.parts {
            self.add(said, pieces);
        }
        if let Some(reason) = candidate.finish_reason {
            refused(&reason, candidate.finish_message.as_deref())?;
            self.finish_reason = Some(reason);
        }
        Ok(())
    }

    /// There is no last event: a stream that gave a reason to finish is complete.
    fn end(&mut self) -> Result<Reply, Failure> {
        let reason = self.finish_reason.take().ok_or_else(Failure::cut_short)?;
        Ok(self.reply(&reason))
    }
}

/// The reasons to finish that leave no answer behind.
fn refused(reason: &str, message: Option<&str>) -> Result<(), Failure> {
    let trouble = match reason {
        "SAFETY"
        | "RECITATION"
        | "LANGUAGE"
        | "BLOCKLIST"
        | "PROHIBITED_CONTENT"
        | "SPII"
        | "IMAGE_SAFETY"
        | "IMAGE_PROHIBITED_CONTENT"
        | "IMAGE_RECITATION" => Trouble::Filtered,
        "MALFORMED_FUNCTION_CALL"
        | "UNEXPECTED_TOOL_CALL"
        | "TOO_MANY_TOOL_CALLS"
        | "MALFORMED_RESPONSE"
        | "MISSING_THOUGHT_SIGNATURE" => Trouble::Malformed,
        _ => return Ok(()),
    };
    Err(Failure::new(trouble, format!("{reason} {}", message.unwrap_or_default()).trim_end()))
}

#[cfg(test)]
#[path = "gemini_tests.rs"]
mod tests;
