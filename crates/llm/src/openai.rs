//! The chat completions of `OpenAI`, and the many servers that speak them: vLLM, Ollama, llama.cpp, LM Studio,
//! Azure.

use std::collections::VecDeque;
use std::time::Duration;

use conserje_kernel::Secret;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

use crate::decode::Event;
use crate::error::Trouble;
use crate::message::{Args, Block, Reply, Request, StopReason, TokenUsage, ToolUse};
use crate::model::{Model, Piece, PieceStream};
use crate::openai_body::body;
use crate::refusal::{Failure, trouble_of};
use crate::sse::{Assemble, Endpoint, args_from, id_or_new};

/// Which of the dialects a server speaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenAiFlavour {
    /// `OpenAI` itself; the base URL ends with `/v1`.
    OpenAi,
    /// Another server with the same API; the base URL ends where `/chat/completions` begins.
    Compatible,
    /// The model's wire name is the deployment; the base URL has no path.
    Azure { api_version: String },
}

/// A key for a server that speaks chat completions.
#[derive(Clone, Debug)]
pub struct OpenAi {
    endpoint: Endpoint,
    flavour: OpenAiFlavour,
}

impl OpenAi {
    /// An empty key is not sent: servers of one's own often have none.
    pub fn new(base_url: &str, key: Secret, http: reqwest::Client, flavour: OpenAiFlavour) -> Self {
        Self { endpoint: Endpoint::new(base_url, key, http), flavour }
    }

    /// How long the model may say nothing before it is given up.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Self {
        Self { endpoint: self.endpoint.with_patience(patience), ..self }
    }

    pub(crate) fn stream<'a>(&'a self, model: &'a Model, request: &'a Request) -> PieceStream<'a> {
        let key = self.endpoint.key();
        let post = match &self.flavour {
            OpenAiFlavour::Azure { api_version } => self
                .endpoint
                .post(&format!("/openai/deployments/{}/chat/completions", model.wire_name))
                .query(&[("api-version", api_version)])
                .header("api-key", key),
            OpenAiFlavour::OpenAi | OpenAiFlavour::Compatible => {
                let post = self.endpoint.post("/chat/completions");
                if key.is_empty() { post } else { post.bearer_auth(key) }
            }
        };
        let post = post.json(&body(model, request, &self.flavour));
        self.endpoint.reply(&model.name, post, Assembler::new(&model.name))
    }
}

/// A block that is still growing.
#[derive(Debug)]
enum Draft {
    Thinking(String),
    Text(String),
    Call(Call),
}

#[derive(Debug, Default)]
struct Call {
    index: Option<u64>,
    id: String,
    name: String,
    args: String,
}

/// Puts a reply together; reads chunks of a stream and whole documents alike, as the same fields are in
/// `delta` there and in `message` here.
struct Assembler<'a> {
    model: &'a str,
    id: Option<String>,
    drafts: Vec<Draft>,
    /// Why it stopped, once that is known.
    stopped: Option<StopReason>,
    usage: TokenUsage,
    has_heard: bool,
}

impl<'a> Assembler<'a> {
    fn new(model: &'a str) -> Self {
        let (drafts, usage) = (Vec::new(), TokenUsage::default());
        Self { model, id: None, drafts, stopped: None, usage, has_heard: false }
    }

    fn chunk(&mut self, chunk: &Value, pieces: &mut VecDeque<Piece>) -> Result<(), Failure> {
        if let Some(error) = chunk.get("error").filter(|error| !error.is_null()) {
            return Err(complaint(error));
        }
        if !chunk.is_object() {
            return Err(Failure::malformed("a chunk of the reply is no object"));
        }
        self.has_heard = true;
        if self.id.is_none() {
            self.id = text_at(chunk, "id").map(str::to_owned);
        }
        if let Some(usage) = chunk.get("usage").filter(|usage| usage.is_object()) {
            self.usage = usage_of(usage);
        }
        let Some(choice) = chunk.pointer("/choices/0") else { return Ok(()) };
        let delta = choice.get("delta").or_else(|| choice.get("message"));
        if let Some(delta) = delta.filter(|delta| delta.is_object()) {
            self.delta(delta, pieces);
        }
        match choice.get("finish_reason").and_then(Value::as_str) {
            Some("content_filter") => {
                Err(Failure::new(Trouble::Filtered, "the provider's filter stopped the answer"))
            }
            Some(reason) if !reason.is_empty() => {
                self.stopped = Some(self.stop_reason(reason, choice));
                Ok(())
            }
            Some(_) | None => Ok(()),
        }
    }

    fn say(&mut self, said: String, pieces: &mut VecDeque<Piece>) {
        match self.drafts.last_mut() {
            Some(Draft::Text(text)) => text.push_str(&said),
            Some(Draft::Thinking(_) | Draft::Call(_)) | None => self.drafts.push(Draft::Text(said.clone())),
        }
        pieces.push_back(Piece::Text(said));
    }

    fn delta(&mut self, delta: &Value, pieces: &mut VecDeque<Piece>) {
        let thought = text_at(delta, "reasoning_content").or_else(|| text_at(delta, "reasoning"));
        if let Some(thought) = thought {
            match self.drafts.last_mut() {
                Some(Draft::Thinking(text)) => text.push_str(thought),
                Some(Draft::Text(_) | Draft::Call(_)) | None => {
                    self.drafts.push(Draft::Thinking(thought.to_owned()));
                }
            }
            pieces.push_back(Piece::Thinking(thought.to_owned()));
        }
        // In the place of an answer of the wanted shape there may be a refusal, in plain words.
        for said in [content_of(delta), text_at(delta, "refusal").map(str::to_owned)].into_iter().flatten() {
            self.say(said, pieces);
        }
        let calls = delta.get("tool_calls").and_then(Value::as_array).into_iter().flatten();
        for call in calls {
            self.call(call, call.get("function").unwrap_or(&Value::Null));
        }
        if let Some(function) = delta.get("function_call").filter(|function| function.is_object()) {
            self.call(&Value::Null, function);
        }
    }

    fn call(&mut self, outer: &Value, function: &Value) {
        let index = outer.get("index").and_then(Value::as_u64);
        let id = text_at(outer, "id").unwrap_or_default();
        let name = text_at(function, "name").unwrap_or_default();
        let args = match function.get("arguments") {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Null) | None => String::new(),
            // Against the rules, but clear.
            Some(whole) => whole.to_string(),
        };
        if let Some(call) = self.open_call(index, id, name) {
            call.args.push_str(&args);
            if call.id.is_empty() {
                id.clone_into(&mut call.id);
            }
            if call.name.is_empty() {
                name.clone_into(&mut call.name);
            }
            return;
        }
        let (id, name) = (id.to_owned(), name.to_owned());
        self.drafts.push(Draft::Call(Call { index, id, name, args }));
    }

    /// The call that a part belongs to; none if it begins a new one. Some servers give no index, others
    /// give the same one to all calls.
    fn open_call(&mut self, index: Option<u64>, id: &str, name: &str) -> Option<&mut Call> {
        let mut calls = self.drafts.iter_mut().rev().filter_map(|draft| match draft {
            Draft::Call(call) => Some(call),
            Draft::Thinking(_) | Draft::Text(_) => None,
        });
        if index.is_none() && id.is_empty() {
            return calls.next().filter(|call| name.is_empty() || call.name.is_empty());
        }
        calls.find(|call| {
            let is_same_place = index.is_none() || call.index == index;
            let is_other = !id.is_empty() && !call.id.is_empty() && call.id != id && !name.is_empty();
            let is_known = index.is_some() || call.id == id;
            is_same_place && is_known && !is_other
        })
    }

    fn stop_reason(&self, reason: &str, choice: &Value) -> StopReason {
        match reason {
            // vLLM names the text that it stopped at.
            "stop" if choice.get("stop_reason").is_some_and(Value::is_string) => StopReason::StopSequence,
            "stop" | "tool_calls" | "function_call" => self.natural_stop(),
            "length" => StopReason::MaxTokens,
            unknown => {
                tracing::warn!(
                    model = self.model,
                    reason = unknown,
                    "the model stopped for an unknown reason"
                );
                self.natural_stop()
            }
        }
    }

    /// By what it said: many servers say `stop` also when tools are to be used.
    fn natural_stop(&self) -> StopReason {
        let uses_tools = self.drafts.iter().any(|draft| matches!(draft, Draft::Call(_)));
        if uses_tools { StopReason::ToolUse } else { StopReason::EndTurn }
    }

    fn reply(&mut self) -> Reply {
        let stop_reason = self.stopped.unwrap_or_else(|| self.natural_stop());
        let blocks = std::mem::take(&mut self.drafts).into_iter().map(|draft| match draft {
            Draft::Thinking(text) => Block::Thinking { text, seal: None },
            Draft::Text(text) => Block::Text { text },
            Draft::Call(Call { id, name, args, .. }) => Block::ToolUse(ToolUse {
                id: id_or_new(Some(&id), "call", self.model),
                name,
                args: args_of(&args),
                seal: None,
            }),
        });
        Reply {
            blocks: blocks.collect(),
            id: id_or_new(self.id.as_deref(), "msg", self.model),
            model: self.model.to_owned(),
            stop_reason,
            usage: self.usage,
        }
    }
}

impl Assemble for Assembler<'_> {
    const READS_DOCUMENTS: bool = true;

    fn hear(&mut self, event: &Event, pieces: &mut VecDeque<Piece>) -> Result<(), Failure> {
        let data = event.data.trim();
        if data == "[DONE]" {
            if !self.has_heard {
                return Err(Failure::malformed("the reply is empty"));
            }
            pieces.push_back(Piece::Done(Box::new(self.reply())));
            return Ok(());
        }
        if data.is_empty() {
            return Ok(());
        }
        if self.id.is_some()
            && let Some(word) = plain_word(data)
        {
            self.say(word, pieces);
            return Ok(());
        }
        let chunk: Value = serde_json::from_str(data)
            .map_err(|problem| Failure::malformed(format!("a chunk of the reply is no JSON: {problem}")))?;
        self.chunk(&chunk, pieces)
    }

    /// Some servers end without `[DONE]`; that it stopped is enough.
    fn end(&mut self) -> Result<Reply, Failure> {
        if self.stopped.is_some() { Ok(self.reply()) } else { Err(Failure::cut_short()) }
    }
}

/// The text of a chunk that says nothing else, which is what nearly every chunk is: read without building a tree.
fn plain_word(data: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Chunk {
        choices: [Choice; 1],
        #[serde(default)]
        usage: Option<IgnoredAny>,
        #[serde(default)]
        error: Option<IgnoredAny>,
    }
    #[derive(Deserialize)]
    struct Choice {
        delta: Delta,
        #[serde(default)]
        finish_reason: Option<IgnoredAny>,
        #[serde(default)]
        message: Option<IgnoredAny>,
    }
    /// Any other field may mean something: then the chunk is read with care.
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Delta {
        content: String,
        #[serde(default, rename = "role")]
        _role: Option<IgnoredAny>,
    }
    let Chunk { choices: [choice], usage: None, error: None } = serde_json::from_str(data).ok()? else {
        return None;
    };
    let Choice { delta, finish_reason: None, message: None } = choice else { return None };
    Some(delta.content).filter(|text| !text.is_empty())
}

/// Not an empty text.
fn text_at<'v>(value: &'v Value, name: &str) -> Option<&'v str> {
    value.get(name).and_then(Value::as_str).filter(|text| !text.is_empty())
}

/// A text, or the texts of a list of parts, which some servers send.
fn content_of(delta: &Value) -> Option<String> {
    let text = match delta.get("content")? {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(|part| text_at(part, "text")).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => return None,
    };
    (!text.is_empty()).then_some(text)
}

/// Arguments that are JSON inside a JSON text are taken out of it.
fn args_of(text: &str) -> Args {
    match args_from(text) {
        Args::Json(Value::String(inner)) => args_from(&inner),
        other @ (Args::Json(_) | Args::Malformed(_)) => other,
    }
}

fn usage_of(usage: &Value) -> TokenUsage {
    let number = |place: &str| usage.pointer(place).and_then(Value::as_u64);
    let cached =
        number("/prompt_tokens_details/cached_tokens").or_else(|| number("/prompt_cache_hit_tokens"));
    TokenUsage {
        input: number("/prompt_tokens").unwrap_or_default(),
        output: number("/completion_tokens").unwrap_or_default(),
        thinking: number("/completion_tokens_details/reasoning_tokens").unwrap_or_default(),
        cached: cached.unwrap_or_default(),
        cache_written: 0,
    }
}

/// An error inside a stream, as if it had come with a status.
fn complaint(error: &Value) -> Failure {
    let said = error.as_str().or_else(|| text_at(error, "message")).unwrap_or("it gives no reason");
    let number = error.get("code").and_then(Value::as_u64);
    let number = number.or_else(|| text_at(error, "code")?.parse().ok());
    let words = ["type", "code"].map(|name| text_at(error, name).unwrap_or_default());
    let is = |word: &str| words.iter().any(|said| said.contains(word));
    let status = match number.and_then(|code| u16::try_from(code).ok()) {
        Some(status @ 400..600) => status,
        Some(_) | None if is("rate_limit") || is("quota") => 429,
        Some(_) | None if is("authentication") || is("api_key") || is("permission") => 401,
        Some(_) | None if is("invalid_request") || is("context_length") => 400,
        Some(_) | None => 500,
    };
    let trouble = if is("content_filter") {
        Trouble::Filtered
    } else if is("context_length") {
        Trouble::TooLong
    } else {
        trouble_of(status, said)
    };
    Failure::new(trouble, said)
}

#[cfg(test)]
#[path = "openai_tests.rs"]
mod tests;
