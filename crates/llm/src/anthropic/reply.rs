//! Reading Anthropic's events.

use std::collections::VecDeque;

use serde::Deserialize;
use serde_json::{Value, json};

use super::PROVIDER;
use crate::decode::Event;
use crate::error::Trouble;
use crate::message::{Args, Block, Reply, Seal, StopReason, TokenUsage, ToolUse};
use crate::model::Piece;
use crate::refusal::{Failure, trouble_of};
use crate::sse::{Assemble, args_from, id_or_new};

/// An event of the stream. The API may send others at any time.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Heard {
    MessageStart {
        message: Start,
    },
    ContentBlockStart {
        index: u64,
        content_block: Opening,
    },
    ContentBlockDelta {
        index: u64,
        delta: Delta,
    },
    MessageDelta {
        delta: End,
        #[serde(default)]
        usage: Usage,
    },
    MessageStop,
    Error {
        error: Complaint,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Start {
    id: Option<String>,
    #[serde(default)]
    usage: Usage,
}

#[derive(Deserialize)]
struct End {
    stop_reason: Option<String>,
}

#[derive(Deserialize)]
struct Complaint {
    #[serde(default, rename = "type")]
    kind: String,
    #[serde(default)]
    message: String,
}

/// Counts so far; later ones stand for earlier ones.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Usage {
    #[serde(rename = "input_tokens")]
    input: Option<u64>,
    #[serde(rename = "output_tokens")]
    output: Option<u64>,
    #[serde(rename = "cache_read_input_tokens")]
    cached: Option<u64>,
    #[serde(rename = "cache_creation_input_tokens")]
    cache_written: Option<u64>,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Opening {
    Text {
        #[serde(default)]
        text: String,
    },
    Thinking {
        #[serde(default)]
        thinking: String,
        #[serde(default)]
        signature: String,
    },
    RedactedThinking {
        data: Value,
    },
    ToolUse {
        id: Option<String>,
        name: String,
        #[serde(default)]
        input: Value,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Delta {
    #[serde(rename = "text_delta")]
    Text { text: String },
    #[serde(rename = "thinking_delta")]
    Thinking { thinking: String },
    #[serde(rename = "signature_delta")]
    Signature { signature: String },
    #[serde(rename = "input_json_delta")]
    InputJson { partial_json: String },
    #[serde(other)]
    Other,
}

/// A block that is being written.
enum Draft {
    Text(String),
    Thinking {
        text: String,
        signature: String,
    },
    Redacted(Value),
    Tool {
        id: String,
        name: String,
        input: Value,
        json: String,
    },
    /// A kind that is of no use here; what follows for it is ignored.
    Other,
}

impl Draft {
    fn open(opening: Opening, model: &str) -> Self {
        match opening {
            Opening::Text { text } => Self::Text(text),
            Opening::Thinking { thinking, signature } => Self::Thinking { text: thinking, signature },
            Opening::RedactedThinking { data } => Self::Redacted(data),
            Opening::ToolUse { id, name, input } => {
                let id = id_or_new(id.as_deref(), "toolu", model);
                Self::Tool { id, name, input, json: String::new() }
            }
            Opening::Other => Self::Other,
        }
    }

    fn finish(self) -> Option<Block> {
        let seal = |data| Some(Seal { provider: PROVIDER.to_owned(), data });
        match self {
            Self::Text(text) => (!text.is_empty()).then_some(Block::Text { text }),
            Self::Thinking { text, signature } if signature.is_empty() => {
                (!text.is_empty()).then_some(Block::Thinking { text, seal: None })
            }
            Self::Thinking { text, signature } => {
                Some(Block::Thinking { text, seal: seal(json!({"signature": signature})) })
            }
            Self::Redacted(data) => {
                Some(Block::Thinking { text: String::new(), seal: seal(json!({"redacted": data})) })
            }
            Self::Tool { id, name, input, json } => {
                let has_input = json.is_empty() && !input.is_null();
                let args = if has_input { Args::Json(input) } else { args_from(&json) };
                Some(Block::ToolUse(ToolUse { id, name, args, seal: None }))
            }
            Self::Other => None,
        }
    }
}

pub(super) struct Assembler<'a> {
    model: &'a str,
    id: Option<String>,
    usage: Usage,
    stop_reason: Option<String>,
    drafts: Vec<(u64, Draft)>,
}

impl<'a> Assembler<'a> {
    pub(super) fn new(model: &'a str) -> Self {
        Self { model, id: None, usage: Usage::default(), stop_reason: None, drafts: Vec::new() }
    }

    fn count(&mut self, later: &Usage) {
        let Usage { input, output, cached, cache_written } = &mut self.usage;
        *input = later.input.or(*input);
        *output = later.output.or(*output);
        *cached = later.cached.or(*cached);
        *cache_written = later.cache_written.or(*cache_written);
    }

    fn open(&mut self, index: u64, opening: Opening, pieces: &mut VecDeque<Piece>) {
        let draft = Draft::open(opening, self.model);
        match &draft {
            Draft::Text(text) if !text.is_empty() => pieces.push_back(Piece::Text(text.clone())),
            Draft::Thinking { text, .. } if !text.is_empty() => {
                pieces.push_back(Piece::Thinking(text.clone()));
            }
            Draft::Text(_)
            | Draft::Thinking { .. }
            | Draft::Redacted(_)
            | Draft::Tool { .. }
            | Draft::Other => {}
        }
        self.drafts.push((index, draft));
    }

    fn write(&mut self, index: u64, delta: Delta, pieces: &mut VecDeque<Piece>) -> Result<(), Failure> {
        let Some((_, draft)) = self.drafts.iter_mut().rev().find(|(opened, _)| *opened == index) else {
            return Err(Failure::malformed("the stream goes on with a block that was not begun"));
        };
        match (draft, delta) {
            (Draft::Text(text), Delta::Text { text: more }) => {
                text.push_str(&more);
                pieces.push_back(Piece::Text(more));
            }
            (Draft::Thinking { text, .. }, Delta::Thinking { thinking }) => {
                text.push_str(&thinking);
                pieces.push_back(Piece::Thinking(thinking));
            }
            (Draft::Thinking { signature, .. }, Delta::Signature { signature: more }) => {
                signature.push_str(&more);
            }
            (Draft::Tool { json, .. }, Delta::InputJson { partial_json }) => {
                json.push_str(&partial_json);
            }
            // What may be added to the protocol later, such as citations.
            (_, Delta::Other) | (Draft::Other, _) => {}
            (Draft::Text(_) | Draft::Thinking { .. } | Draft::Redacted(_) | Draft::Tool { .. }, _) => {
                return Err(Failure::malformed(
                    "the stream goes on with a block in another kind than it began",
                ));
            }
        }
        Ok(())
    }

    fn reply(&mut self) -> Result<Reply, Failure> {
        let stop_reason = match self.stop_reason.as_deref() {
            Some("end_turn") => StopReason::EndTurn,
            Some("max_tokens" | "model_context_window_exceeded") => StopReason::MaxTokens,
            Some("tool_use") => StopReason::ToolUse,
            Some("stop_sequence") => StopReason::StopSequence,
            Some("refusal") => return Err(Failure::new(Trouble::Filtered, "the provider refused to go on")),
            other => {
                tracing::warn!(
                    model = self.model,
                    stop_reason = other,
                    "an unknown reason to stop; taken as the end"
                );
                StopReason::EndTurn
            }
        };
        let Usage { input, output, cached, cache_written } = self.usage;
        let (cached, cache_written) = (cached.unwrap_or(0), cache_written.unwrap_or(0));
        Ok(Reply {
            id: id_or_new(self.id.as_deref(), "msg", self.model),
            model: self.model.to_owned(),
            blocks: self.drafts.drain(..).filter_map(|(_, draft)| draft.finish()).collect(),
            stop_reason,
            usage: TokenUsage {
                // The provider counts the three apart.
                input: input.unwrap_or(0).saturating_add(cached).saturating_add(cache_written),
                output: output.unwrap_or(0),
                // Part of the output; not told how much.
                thinking: 0,
                cached,
                cache_written,
            },
        })
    }
}

impl Assemble for Assembler<'_> {
    fn hear(&mut self, event: &Event, pieces: &mut VecDeque<Piece>) -> Result<(), Failure> {
        let heard = serde_json::from_str(&event.data)
            .map_err(|error| Failure::malformed(format!("an event cannot be read: {error}")))?;
        match heard {
            Heard::MessageStart { message } => {
                self.id = message.id;
                self.count(&message.usage);
            }
            Heard::ContentBlockStart { index, content_block } => self.open(index, content_block, pieces),
            Heard::ContentBlockDelta { index, delta } => self.write(index, delta, pieces)?,
            Heard::MessageDelta { delta, usage } => {
                self.stop_reason = delta.stop_reason.or_else(|| self.stop_reason.take());
                self.count(&usage);
            }
            Heard::MessageStop => pieces.push_back(Piece::Done(Box::new(self.reply()?))),
            Heard::Error { error } => {
                let trouble = trouble_of(status_of(&error.kind), &error.message);
                return Err(Failure::new(trouble, format!("{}: {}", error.kind, error.message)));
            }
            Heard::Other => {}
        }
        Ok(())
    }

    fn end(&mut self) -> Result<Reply, Failure> {
        Err(Failure::cut_short())
    }
}

/// The status that an error inside a stream would have had as a response.
fn status_of(kind: &str) -> u16 {
    match kind {
        "invalid_request_error" => 400,
        "authentication_error" => 401,
        "billing_error" => 402,
        "permission_error" => 403,
        "not_found_error" => 404,
        "request_too_large" => 413,
        "rate_limit_error" => 429,
        "timeout_error" => 504,
        "overloaded_error" => 529,
        _ => 500,
    }
}

#[cfg(test)]
#[path = "reply_tests.rs"]
mod tests;
