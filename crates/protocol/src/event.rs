//! A session's events as clients see them, the same on every door.

use conserje_kernel::{RoutedBy, Urgency};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// Whether an event is in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PersistenceState {
    /// Never will be.
    Transient,
    /// Is about to be.
    Pending,
    /// Is, with a sequence number.
    Persisted,
}

/// One event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventWire {
    pub event_id: String,
    pub session_id: String,
    /// RFC 3339, UTC.
    pub timestamp: String,
    /// Its place among all that its turn emits, transient events counted.
    pub event_index: i64,
    pub persistence_state: PersistenceState,
    /// Its number in the session: 1, 2, 3 … without a hole. Transient events have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sequence_number: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn_id: Option<String>,
    pub trace_id: String,
    #[serde(flatten)]
    pub body: EventBody,
}

/// A document that a question was asked with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AttachmentWire {
    pub file_id: String,
    pub file_name: String,
    /// `attachment`, or `semantic_search` if it was found for the question.
    pub source: String,
    /// In which form the model read it: `DIRECT_CONTENT`, `EXTRACTED_TEXT` or `RAG_CHUNKS`.
    pub strategy: String,
    /// Not all of it was read.
    pub is_cut: bool,
}

/// How the agent that answers was chosen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoutingWire {
    pub agent: String,
    /// For whom it stands in, because of the trade of the business.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant_of: Option<String>,
    pub intent: String,
    pub by: RoutedBy,
    /// From 0 to 1.
    pub confidence: f64,
    /// The rules that fired, the one that decided first. By examples: before them, the words that weighed most (`word:…`).
    pub rules: Vec<String>,
}

/// A decision of the guard: the rule and what it led to, never the text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuardFindingWire {
    pub rule: String,
    /// `allow`, `modify`, `flag` or `block`.
    pub verdict: String,
}

/// A person of the business.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OperatorWire {
    pub id: String,
    pub name: String,
}

/// What happened.
///
/// Fields are renamed per variant, since the schema generator does not see `rename_all_fields`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum EventBody {
    #[serde(rename_all = "camelCase")]
    SessionStart {},
    #[serde(rename_all = "camelCase")]
    UserMessageConfirmed {
        message_id: String,
        content: String,
        /// The documents that it was asked with.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        attachments: Vec<AttachmentWire>,
        /// The earlier message that it was said instead of; what followed that no longer counts.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        replaces: Option<String>,
        /// Who answers it, and why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        routing: Option<RoutingWire>,
        /// What the guard found, by rule.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        guard: Vec<GuardFindingWire>,
        /// The person who had the session when it was said: they answer it, and no agent does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        held_by: Option<OperatorWire>,
    },
    #[serde(rename_all = "camelCase")]
    ThinkingComplete { content: String },
    #[serde(rename_all = "camelCase")]
    ToolUse { tool_use_id: String, tool_name: String, args: Value },
    #[serde(rename_all = "camelCase")]
    ToolResult {
        tool_use_id: String,
        tool_name: String,
        args: Value,
        result: Value,
        success: bool,
        duration_ms: f64,
        /// What the guard found, by rule.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        guard: Vec<GuardFindingWire>,
    },
    #[serde(rename_all = "camelCase")]
    Message {
        message_id: String,
        content: String,
        agent: String,
        model: String,
        stop_reason: String,
        usage: UsageWire,
        /// What the guard found, by rule.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        guard: Vec<GuardFindingWire>,
        /// Whether it was given before, and no model was asked.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        cached: bool,
    },
    #[serde(rename_all = "camelCase")]
    CitationsCreated { message_id: String, citations: Vec<CitationWire> },
    #[serde(rename_all = "camelCase")]
    ApprovalRequested {
        approval_id: String,
        tool_name: String,
        args: Value,
        summary: String,
        expires_at: String,
    },
    #[serde(rename_all = "camelCase")]
    ApprovalResolved {
        approval_id: String,
        decision: String,
        edited_args: Option<Value>,
        reason: Option<String>,
    },
    #[serde(rename_all = "camelCase")]
    TurnPaused { reason: String },
    #[serde(rename_all = "camelCase")]
    TurnResumed { reason: String },
    #[serde(rename_all = "camelCase")]
    Handoff { from: String, to: String, reason: Option<String> },
    #[serde(rename_all = "camelCase")]
    ContentRefused { reason: String, rules: Vec<String> },
    #[serde(rename_all = "camelCase")]
    MemoryWritten { memory_id: String, text: String },
    #[serde(rename_all = "camelCase")]
    Error { code: String, message: String },
    /// A person of the business said something in a session that they hold. To be shown as an answer.
    #[serde(rename_all = "camelCase")]
    OperatorMessageSent { message_id: String, text: String, operator: OperatorWire },
    /// The business tells something unasked, without a turn. To be shown as an answer.
    #[serde(rename_all = "camelCase")]
    NoticeSent {
        message_id: String,
        text: String,
        /// What it is about: an appointment by its id, `reminder:` and one, …
        about: String,
    },
    /// An agent asked for a person.
    #[serde(rename_all = "camelCase")]
    EscalationOpened { escalation_id: String, reason: String, urgency: Urgency },
    /// From here on a person answers, and no agent.
    #[serde(rename_all = "camelCase")]
    SessionTaken { operator: OperatorWire },
    /// From here on agents answer again.
    #[serde(rename_all = "camelCase")]
    SessionGivenBack { operator: OperatorWire },
    #[serde(rename_all = "camelCase")]
    Complete {
        message_id: Option<String>,
        stop_reason: String,
        usage: UsageWire,
        citations: Vec<CitationWire>,
    },
    /// The content was erased; that something happened is all that is left.
    #[serde(rename_all = "camelCase")]
    Erased { was: String },
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsageWire {
    pub input_tokens: u64,
    pub output_tokens: u64,
    pub thinking_tokens: u64,
    pub cached_tokens: u64,
    pub latency_ms: f64,
}

/// What an answer rests on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CitationWire {
    pub file_name: String,
    /// None once the document is gone.
    pub file_id: Option<String>,
    pub source_type: String,
    pub mime_type: String,
    pub relevance_score: f64,
    pub is_image: bool,
    pub page: Option<i64>,
    pub quote: Option<String>,
    /// The heading it stands under.
    pub section: Option<String>,
    /// How to get at the document: `internal_api`, `oauth_proxy` or `external`.
    pub fetch_strategy: String,
    pub chunk_id: Option<String>,
    /// SHA-256 of the document's extracted text that `start` and `end` count characters in.
    pub text_hash: Option<String>,
    pub start: Option<i64>,
    pub end: Option<i64>,
    /// The number that the answer's text cites it by, `[1]`.
    pub marker: Option<i64>,
}
