//! What each kind of event says, in its current version.
//!
//! A change of shape here is a new stored version: add an upcast beside the event's name in
//! `event.rs`. The snapshots of `event_tests.rs` fail until that is done.

use conserje_kernel::{EscalationId, Language, MessageId, RoutedBy, Timestamp, Urgency, UserId};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UserMessage {
    pub message_id: MessageId,
    pub content: String,
    pub language: Option<Language>,
    /// The documents that it was asked with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attachments: Vec<Attachment>,
    /// The earlier message of the session whose place it takes, with all that followed that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaces: Option<MessageId>,
    /// Who answers it, and why; none where there was nothing to choose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub routing: Option<Box<Routing>>,
    /// What the guard found, by rule.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guard: Vec<GuardFinding>,
    /// The person who had the session when it was said: no agent answers it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held_by: Option<Box<Operator>>,
}

/// A person of the business, as they were called when it happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Operator {
    pub id: UserId,
    pub name: String,
}

/// What a person of the business said in a session that they hold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OperatorMessage {
    pub message_id: MessageId,
    pub text: String,
    pub operator: Operator,
}

/// What the business tells the other side unasked, without a turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Notice {
    pub message_id: MessageId,
    pub text: String,
    /// What it is about, for programs: an appointment by its id, `reminder:` and one, …
    pub about: String,
}

impl Notice {
    /// What kind of thing it is about, without which one.
    pub fn kind(&self) -> &str {
        self.about.split(':').next().unwrap_or_default()
    }
}

/// An agent asked for a person.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EscalationOpened {
    pub escalation_id: EscalationId,
    pub reason: String,
    pub urgency: Urgency,
    pub summary: Option<String>,
}

/// From here on a person answers, and no agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SessionTaken {
    pub operator: Operator,
}

/// From here on agents answer again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SessionGivenBack {
    /// Who gave it back, which need not be who had taken it.
    pub operator: Operator,
}

/// A decision of the guard: the rule and what it led to, never the text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GuardFinding {
    /// `dni`, `override-es-1`, …
    pub rule: String,
    /// `allow`, `modify`, `flag` or `block`.
    pub verdict: String,
}

/// How the agent was chosen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Routing {
    pub agent: String,
    /// For whom it stands in, because of the trade of the business.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant_of: Option<String>,
    pub intent: String,
    pub by: RoutedBy,
    /// From 0 to 1.
    pub confidence: f64,
    /// The rules that fired, the one that decided first. By examples: before them, the words that weighed most (`word:…`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attachment {
    pub file_id: String,
    pub file_name: String,
    /// `attachment` or `semantic_search`.
    pub origin: String,
    /// `DIRECT_CONTENT`, `EXTRACTED_TEXT` or `RAG_CHUNKS`.
    pub strategy: String,
    /// Not all of it fitted.
    pub is_cut: bool,
}

/// Why a model stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    EndTurn,
    MaxTokens,
    ToolUse,
    StopSequence,
    /// The person stopped it; what they had seen of it stays.
    Cancelled,
}

impl StopReason {
    pub fn name(self) -> &'static str {
        match self {
            Self::EndTurn => "end_turn",
            Self::MaxTokens => "max_tokens",
            Self::ToolUse => "tool_use",
            Self::StopSequence => "stop_sequence",
            Self::Cancelled => "cancelled",
        }
    }
}

/// What one model call used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    pub input_tokens: u64,
    pub output_tokens: u64,
    pub thinking_tokens: u64,
    pub cached_tokens: u64,
    pub latency_micros: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgentMessage {
    pub message_id: MessageId,
    pub content: String,
    pub agent: String,
    pub model: String,
    pub stop_reason: StopReason,
    pub usage: Usage,
    /// What the guard found, by rule.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guard: Vec<GuardFinding>,
    /// Whether it was given before, and no model was asked.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cached: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ThinkingBlock {
    pub content: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolUseRequested {
    pub tool_use_id: String,
    pub tool_name: String,
    pub args: Value,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolUseCompleted {
    pub tool_use_id: String,
    pub tool_name: String,
    pub args: Value,
    pub result: Value,
    pub success: bool,
    pub duration_micros: u64,
    /// What the guard found, by rule.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guard: Vec<GuardFinding>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Citation {
    pub document_id: Option<String>,
    pub file_name: String,
    pub source_type: String,
    pub mime_type: String,
    pub relevance: f64,
    pub is_image: bool,
    pub page: Option<u32>,
    pub quote: Option<String>,
    /// The heading it stands under.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chunk_id: Option<String>,
    /// Which version of the document's text `start` and `end` count characters in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text_hash: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<u64>,
    /// The number that the answer's text cites it by, `[1]`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marker: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CitationsCreated {
    pub message_id: MessageId,
    pub citations: Vec<Citation>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ApprovalRequested {
    pub approval_id: String,
    pub tool_name: String,
    pub args: Value,
    pub summary: String,
    pub expires_at: Timestamp,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ApprovalResolved {
    pub approval_id: String,
    pub decision: String,
    pub edited_args: Option<Value>,
    pub reason: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TurnPaused {
    pub reason: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TurnResumed {
    pub reason: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Handoff {
    pub from: String,
    pub to: String,
    pub reason: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContentRefused {
    pub reason: String,
    pub rules: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MemoryWritten {
    pub memory_id: String,
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ErrorOccurred {
    /// A code of the public error table.
    pub code: String,
    pub message: String,
}
