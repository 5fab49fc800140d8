//! What is said to a model and what it says, whoever provides it.
//!
//! These are kept in the turn's journal, so that a turn can go on after a restart exactly where it
//! stood: their JSON is read by later versions of this program.

use conserje_kernel::{Address, Language};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One entry of a conversation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum Message {
    User { parts: Vec<Part> },
    Assistant { blocks: Vec<Block> },
    Tools { results: Vec<ToolResult> },
}

impl Message {
    pub fn user(text: impl Into<String>) -> Self {
        Self::User { parts: vec![Part::Text { text: text.into() }] }
    }

    pub fn assistant(text: impl Into<String>) -> Self {
        Self::Assistant { blocks: vec![Block::Text { text: text.into() }] }
    }
}

/// A part of what a person sends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Part {
    Text {
        text: String,
    },
    /// `data` is base64.
    Image {
        media_type: String,
        data: String,
    },
}

/// A part of what a model says, in the model's own order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Block {
    Thinking { text: String, seal: Option<Seal> },
    Text { text: String },
    ToolUse(ToolUse),
}

/// What a provider wants back untouched with the block it came with: a signature, or thoughts that
/// nobody else can read. Only the provider that made it gets it back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Seal {
    pub provider: String,
    pub data: Value,
}

/// A model's wish to use a tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolUse {
    pub id: String,
    pub name: String,
    pub args: Args,
    pub seal: Option<Seal>,
}

/// The arguments of a tool call as the model wrote them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Args {
    Json(Value),
    /// Not JSON; the text is kept, so that the model can be told.
    Malformed(String),
}

/// What a tool answered, as the model is to read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolResult {
    pub id: String,
    pub name: String,
    pub text: String,
    pub is_error: bool,
}

/// A tool as it is offered to a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolSpec {
    pub name: String,
    pub description: String,
    /// A JSON Schema of type object.
    pub parameters: Value,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToolChoice {
    #[default]
    Auto,
    None,
    /// Some tool must be used.
    Required,
    Named(String),
}

/// An answer that must be JSON of this shape.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OutputSchema {
    pub name: String,
    pub schema: Value,
}

/// A conversation to be continued.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Request {
    pub system: String,
    /// So much of the beginning of `system` is the same in the next turn; 0 where nobody says. For providers that are to be
    /// told what to remember.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub lasting_bytes: usize,
    pub messages: Vec<Message>,
    pub tools: Vec<ToolSpec>,
    pub tool_choice: ToolChoice,
    pub max_output_tokens: Option<u32>,
    /// How many tokens the model may think; none switches thinking off.
    pub thinking_budget: Option<u32>,
    pub output_schema: Option<OutputSchema>,
    pub temperature: Option<f64>,
    pub stop: Vec<String>,
    /// What rules say comes next: followed by the model that cannot choose by itself, and by no other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_rule: Option<ByRule>,
    /// For the model that has no words of its own.
    #[serde(default, skip_serializing_if = "House::is_unknown")]
    pub house: House,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// Where a conversation takes place: how people are spoken to there, and what they can be offered. The model that has no
/// words of its own goes by it; the others are told in their prompt.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct House {
    pub address: Address,
    /// What is to be answered in, where the conversation shows it.
    pub language: Option<Language>,
    /// Who answers, as people know it: `Documentos`.
    pub assistant: Option<String>,
    /// Questions that can be asked here and are answered.
    #[serde(default)]
    pub examples: Vec<String>,
    /// Whether somebody of the house can be asked for.
    #[serde(default)]
    pub has_people: bool,
}

impl House {
    fn is_unknown(&self) -> bool {
        self == &Self::default()
    }
}

/// What rules say comes next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum ByRule {
    /// A call that would answer a question, where nothing nearer does: no tool has been used, and neither a greeting nor
    /// the documents that came with it are all there is to answer.
    Try { tool: String, args: Value },
    /// This call and no other.
    Call { tool: String, args: Value },
    /// These words and no others.
    Say { text: String },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    EndTurn,
    MaxTokens,
    ToolUse,
    StopSequence,
}

/// What a call used. `input` counts everything sent, `cached` the part of it that came from the
/// provider's cache; `output` everything made, `thinking` the part of it that was thought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenUsage {
    pub input: u64,
    pub output: u64,
    pub thinking: u64,
    pub cached: u64,
    /// Written to the provider's cache, where that is charged.
    pub cache_written: u64,
}

impl TokenUsage {
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            input: self.input.saturating_add(other.input),
            output: self.output.saturating_add(other.output),
            thinking: self.thinking.saturating_add(other.thinking),
            cached: self.cached.saturating_add(other.cached),
            cache_written: self.cache_written.saturating_add(other.cache_written),
        }
    }
}

/// A whole reply of a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reply {
    /// The provider's, or made up if it sent none.
    pub id: String,
    /// `provider/model`, as it is shown to people and kept in the record.
    pub model: String,
    pub blocks: Vec<Block>,
    pub stop_reason: StopReason,
    pub usage: TokenUsage,
}

impl Reply {
    /// All that it says, without thoughts and tool calls.
    pub fn text(&self) -> String {
        let texts = self.blocks.iter().map(|block| match block {
            Block::Text { text } => text.as_str(),
            Block::Thinking { .. } | Block::ToolUse(_) => "",
        });
        texts.collect()
    }

    pub fn tool_uses(&self) -> impl Iterator<Item = &ToolUse> {
        self.blocks.iter().filter_map(|block| match block {
            Block::ToolUse(call) => Some(call),
            Block::Thinking { .. } | Block::Text { .. } => None,
        })
    }
}
