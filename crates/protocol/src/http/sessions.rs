use conserje_kernel::MessageRole;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::event::{CitationWire, EventWire, OperatorWire};

#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateSessionRequest {
    /// Left out, the first message names the session.
    #[schema(min_length = 1, max_length = 200)]
    pub title: Option<String>,
    /// Which assistant it is with; left out, that is chosen message by message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assistant: Option<String>,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateSessionRequest {
    #[serde(default)]
    #[schema(min_length = 1, max_length = 200)]
    pub title: Option<String>,
    /// Whether it is kept at the top of the list.
    #[serde(default)]
    pub pinned: Option<bool>,
    /// Which assistant it is with from now on; `null`: that is chosen message by message.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub assistant: Option<Option<String>>,
}

#[expect(clippy::option_option, reason = "left out and `null` are two things")]
fn given<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(from).map(Some)
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionReply {
    pub id: String,
    pub title: Option<String>,
    /// The number of the session's last event.
    pub last_sequence: i64,
    pub created_at: String,
    pub updated_at: String,
    /// Since when it is kept at the top of the list.
    pub pinned_at: Option<String>,
    /// Which assistant it is with; none where that is chosen message by message.
    pub assistant: Option<String>,
    /// What is going on, when one session was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<TurnStatus>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TurnStatus {
    pub running: bool,
    /// Messages that are durable and will be answered after the running one.
    pub waiting: i64,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionsReply {
    pub items: Vec<SessionReply>,
    pub next_cursor: Option<String>,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SendMessageRequest {
    #[schema(min_length = 1)]
    pub message: String,
    /// Who is to answer; whoever fits unless told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// Which assistant is to answer; the session's unless told, and whichever fits where it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assistant: Option<String>,
    /// Ids of files to ask it with; what they say goes before the question.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 20)]
    pub attachments: Vec<String>,
    /// Whether documents that fit the question are searched for and go with it too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub enable_auto_semantic_search: bool,
    /// An earlier message of the caller in this session that this one is said instead of, when somebody edits or asks
    /// again: that message and what followed it no longer count. Refused while a turn runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaces: Option<String>,
}

/// Which turn was stopped.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CancelReply {
    /// None if no turn was running.
    pub turn_id: Option<String>,
}

/// What becomes of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MessageStatus {
    Running,
    /// It is answered after those before it.
    Waiting,
    /// With `?wait=true`: its turn waits for a decision.
    Paused,
    Finished,
    /// A person has the session: they answer, and no turn runs.
    Held,
}

/// The message is durable and will be answered.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendMessageReply {
    /// Of the message.
    pub id: String,
    pub turn_id: String,
    pub trace_id: String,
    /// `held` if a person has the session: they answer, and no turn runs; `paused` with `?wait=true` if the turn waits
    /// for a decision.
    pub status: MessageStatus,
    /// The person who has the session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held_by: Option<OperatorWire>,
    /// The message's number in the session, once its turn has begun.
    pub sequence_number: Option<i64>,
    /// With `?wait=true`: all that followed, ending with `message` or `error`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub events: Option<Vec<EventWire>>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageReply {
    pub id: String,
    pub sequence_number: i64,
    pub role: MessageRole,
    pub content: String,
    pub agent: Option<String>,
    pub model: Option<String>,
    pub stop_reason: Option<String>,
    /// The person of the business who said it, if no agent did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operator: Option<String>,
    /// What a notice of the business is about: `appointment`, `order`, …
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    pub created_at: String,
    pub citations: Vec<CitationWire>,
    /// What its reader thinks of it.
    pub feedback: Option<FeedbackReply>,
}

/// What somebody thinks of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeedbackReply {
    /// `up` or `down`.
    pub rating: String,
    pub reason: Option<String>,
    pub comment: Option<String>,
    pub created_at: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FeedbackRating {
    Up,
    Down,
}

/// What was not good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FeedbackReason {
    Wrong,
    Incomplete,
    Source,
    Tone,
    Other,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FeedbackRequest {
    pub rating: FeedbackRating,
    #[serde(default)]
    pub reason: Option<FeedbackReason>,
    #[serde(default)]
    #[schema(max_length = 1000)]
    pub comment: Option<String>,
}

/// What somebody thinks of an answer, as an operator sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeedbackEntry {
    pub message_id: String,
    pub session_id: String,
    pub user_id: String,
    #[serde(flatten)]
    pub feedback: FeedbackReply,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeedbackListReply {
    pub items: Vec<FeedbackEntry>,
    pub next_cursor: Option<String>,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessagesReply {
    pub items: Vec<MessageReply>,
    pub next_cursor: Option<String>,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventsReply {
    pub items: Vec<EventWire>,
    /// The number to pass as `after` for what comes next, when there may be more.
    pub next_cursor: Option<String>,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportReply {
    pub session: SessionReply,
    pub messages: Vec<MessageReply>,
    pub events: Vec<EventWire>,
}

#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateShareRequest {
    /// How many hours the link works: 1 to 8760, a week unless told.
    #[schema(minimum = 1, maximum = 8760)]
    pub expires_in_hours: Option<u32>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShareReply {
    pub id: String,
    pub created_at: String,
    pub expires_at: String,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreatedShareReply {
    pub id: String,
    /// Opens the session read-only; shown this once.
    pub url: String,
    pub share: ShareReply,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SharesReply {
    pub items: Vec<ShareReply>,
    pub next_cursor: Option<String>,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SharedSessionReply {
    pub title: Option<String>,
    pub created_at: String,
    pub expires_at: String,
    pub messages: Vec<MessageReply>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeedEntryReply {
    pub position: i64,
    pub session_id: String,
    pub sequence_number: i64,
    pub event_id: String,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeedReply {
    pub items: Vec<FeedEntryReply>,
    pub next_cursor: Option<String>,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VerifyReply {
    pub intact: bool,
    pub sessions: u64,
    pub events: u64,
    pub erased: u64,
    pub breaks: Vec<VerifyBreakReply>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VerifyBreakReply {
    pub session_id: String,
    pub sequence_number: i64,
    pub event_id: Option<String>,
    pub problem: String,
}
