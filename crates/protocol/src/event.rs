//! A session's events as clients see them, the same on every door.

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

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum EventBody {
    SessionStart {},
    UserMessageConfirmed {
        message_id: String,
        content: String,
    },
    ThinkingComplete {
        content: String,
    },
    ToolUse {
        tool_use_id: String,
        tool_name: String,
        args: Value,
    },
    ToolResult {
        tool_use_id: String,
        tool_name: String,
        args: Value,
        result: Value,
        success: bool,
        duration_ms: f64,
    },
    Message {
        message_id: String,
        content: String,
        agent: String,
        model: String,
        stop_reason: String,
        usage: UsageWire,
    },
    CitationsCreated {
        message_id: String,
        citations: Vec<CitationWire>,
    },
    ApprovalRequested {
        approval_id: String,
        tool_name: String,
        args: Value,
        summary: String,
        expires_at: String,
    },
    ApprovalResolved {
        approval_id: String,
        decision: String,
        edited_args: Option<Value>,
        reason: Option<String>,
    },
    TurnPaused {
        reason: String,
    },
    TurnResumed {
        reason: String,
    },
    Handoff {
        from: String,
        to: String,
        reason: Option<String>,
    },
    ContentRefused {
        reason: String,
        rules: Vec<String>,
    },
    MemoryWritten {
        memory_id: String,
        text: String,
    },
    Error {
        code: String,
        message: String,
    },
    Complete {
        message_id: Option<String>,
        stop_reason: String,
        usage: UsageWire,
        citations: Vec<CitationWire>,
    },
    /// The content was erased; that something happened is all that is left.
    Erased {
        was: String,
    },
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
}
