//! The chat doors: a request, and the events it is answered with as server-sent events.
//!
//! The enums are untagged: an event's name is in its frame, its fields are the frame's data.

use conserje_kernel::MessageRole;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::event::CitationWire;

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RagAgentRequest {
    #[schema(min_length = 1)]
    pub message: String,
    /// The session to go on with; a new one unless told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread_id: Option<String>,
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
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RagPipelineRequest {
    /// What was said so far; the last one is the question, and a user's.
    #[schema(min_items = 1)]
    pub messages: Vec<PipelineMessage>,
    /// `contextChunkIds` of the answer before: what it rested on is looked at again.
    #[serde(default)]
    pub previous_chunk_ids: Vec<Value>,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PipelineMessage {
    pub role: MessageRole,
    pub content: String,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CopilotRequest {
    #[schema(min_length = 1)]
    pub message: String,
    /// The session to go on with; a new one unless told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    /// Who is to answer; whoever fits unless told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<String>,
    /// Another name for `mode`.
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
}

/// What keeps a tool from being used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ToolStatus {
    /// A person has to decide.
    Waiting,
}

/// A tool is used, or waits for a person's permission.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToolStatusEvent {
    pub tool: String,
    pub args: Value,
    /// `waiting` when a person has to decide first; else not there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<ToolStatus>,
    /// What to decide, at `/api/approvals/{id}/respond`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approval_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<String>,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct TextEvent {
    pub text: String,
}

/// The last event of a stream whose turn failed, or that the server had to end.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct ErrorEvent {
    /// One sentence for the person.
    pub message: String,
    /// A code of the public error table.
    pub code: String,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RagAgentDone {
    pub thread_id: String,
    pub sources: Vec<CitationWire>,
    /// Whether the turn waits for a decision.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub paused: bool,
}

/// Whether a stage was gone through, or is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StageStatus {
    Done,
    Skipped,
    Running,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct StageEvent {
    /// `expand`, `embed`, `search` or `answer`.
    pub name: String,
    pub status: StageStatus,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RagPipelineDone {
    pub context_chunk_ids: Vec<Value>,
    pub sources: Vec<CitationWire>,
    /// Whether the turn waits for a decision.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub paused: bool,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct ModeEvent {
    /// Who answers.
    pub mode: String,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct ChunkEvent {
    pub text: String,
    /// 0, 1, 2 …
    pub index: u64,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct CopilotTokens {
    pub input: u64,
    pub output: u64,
    pub thinking: u64,
    pub cached: u64,
    /// Input and output.
    pub total: u64,
}

/// In the words of the clients that speak this: `snake_case`.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct CopilotDone {
    pub tokens: CopilotTokens,
    /// The answer's message id, to give feedback on.
    pub log_id: Option<String>,
    pub trace_id: String,
    pub session_id: String,
    /// Whether the turn waits for a decision.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub paused: bool,
}

/// What `/api/rag-agent` sends.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum RagAgentEvent {
    ToolStatus(ToolStatusEvent),
    Thinking(TextEvent),
    Token(TextEvent),
    Done(RagAgentDone),
    Error(ErrorEvent),
}

/// What `/api/rag-pipeline` sends.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum RagPipelineEvent {
    Stage(StageEvent),
    ToolStatus(ToolStatusEvent),
    Token(TextEvent),
    Done(RagPipelineDone),
    Error(ErrorEvent),
}

/// What `/api/v1/copilot/stream` sends.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum CopilotEvent {
    Mode(ModeEvent),
    Thinking(TextEvent),
    Chunk(ChunkEvent),
    ToolStatus(ToolStatusEvent),
    Done(CopilotDone),
    Error(ErrorEvent),
}

/// An event with the name its frame carries.
pub trait ChatEvent: Serialize + Sized {
    fn name(&self) -> &'static str;
    fn error(error: ErrorEvent) -> Self;
    fn waits(status: ToolStatusEvent) -> Self;
}

macro_rules! chat_events {
    ($($event:ident { $($variant:ident => $name:literal),+ $(,)? })+) => {$(
        impl ChatEvent for $event {
            fn name(&self) -> &'static str {
                match self {
                    $(Self::$variant(_) => $name,)+
                }
            }

            fn error(error: ErrorEvent) -> Self {
                Self::Error(error)
            }

            fn waits(status: ToolStatusEvent) -> Self {
                Self::ToolStatus(status)
            }
        }
    )+};
}
chat_events! {
    RagAgentEvent { ToolStatus => "tool_status", Thinking => "thinking", Token => "token", Done => "done", Error => "error" }
    RagPipelineEvent {
        Stage => "stage", ToolStatus => "tool_status", Token => "token", Done => "done", Error => "error",
    }
    CopilotEvent {
        Mode => "mode", Thinking => "thinking", Chunk => "chunk", ToolStatus => "tool_status",
        Done => "done", Error => "error",
    }
}
