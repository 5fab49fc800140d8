//! What is said over Socket.IO besides `agent:event`, which is an [`EventWire`](crate::EventWire).

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::error::ErrorCode;
use crate::http::Decision;

/// What a client signs in with, unless headers or a cookie say it.
#[derive(Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct SocketAuth {
    /// An API key, as after `Authorization: Bearer`.
    pub token: Option<String>,
    /// The same, under the other name.
    pub api_key: Option<String>,
}

/// `chat:message`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChatMessage {
    pub session_id: String,
    #[schema(min_length = 1)]
    pub message: String,
    /// If sent, it is the signed-in user's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user_id: Option<String>,
    /// Ids of files to ask it with; what they say goes before the question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 20)]
    pub attachments: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options: Option<ChatOptions>,
    /// `trn_` and 32 hex digits of a UUID, made by the client: the same one again is the same message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^trn_[0-9a-f]{32}$")]
    pub turn_id: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChatOptions {
    /// Who is to answer; whoever fits unless told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// Which assistant is to answer; the session's unless told, and whichever fits where it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assistant: Option<String>,
    /// A tag such as `es-MX`; what the connection's `Accept-Language` says unless told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// Whether documents that fit the question are searched for and go with it too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub enable_auto_semantic_search: bool,
}

/// `chat:cancel`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChatCancel {
    pub session_id: String,
}

/// `session:join`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SessionJoin {
    pub session_id: String,
    /// The last `sequenceNumber` that the client has, 0 for none; left out, only what comes from now on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0)]
    pub after_sequence: Option<i64>,
}

/// `session:leave`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SessionLeave {
    pub session_id: String,
}

/// `approval:respond`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ApprovalRespond {
    pub approval_id: String,
    pub decision: Decision,
    /// Other arguments to run with; needs `approvals:edit`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub edited_args: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 1000)]
    pub reason: Option<String>,
}

/// The acknowledgement of what was done, with what the matching REST route answers beside it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SocketDone<T> {
    /// Always true.
    pub ok: bool,
    #[serde(flatten)]
    pub reply: T,
}

/// The reply to `session:join`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JoinReply {
    pub session_id: String,
    /// The number of the session's last event at that moment.
    pub last_sequence: i64,
    /// Events with greater numbers follow.
    pub after_sequence: i64,
}

/// The reply to `session:leave`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeaveReply {
    pub session_id: String,
    pub was_joined: bool,
}

/// The acknowledgement of what was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SocketFailed {
    /// Always false.
    pub ok: bool,
    pub code: ErrorCode,
    /// What happened this time and what to do about it.
    pub message: String,
    /// Finds this in the server's log.
    pub trace_id: String,
}

/// `agent:error`: what went wrong with something that no acknowledgement was asked for, or with the connection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentError {
    pub code: ErrorCode,
    pub message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    /// With `slow_consumer`: what to join the session again after.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resume_after: Option<i64>,
    pub trace_id: String,
}

/// `server:reconnect`: this server stops; connect again after a while, and join after what was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServerReconnect {
    pub after_ms: u64,
}
