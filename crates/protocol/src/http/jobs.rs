use conserje_kernel::{JobKind, JobState};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JobReply {
    pub id: String,
    pub kind: JobKind,
    pub state: JobState,
    pub attempts: i64,
    pub max_attempts: i64,
    pub run_after: String,
    pub last_error: Option<String>,
    pub created_at: String,
    pub finished_at: Option<String>,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JobsReply {
    pub items: Vec<JobReply>,
    pub next_cursor: Option<String>,
}

/// A projection of an event that was given up on.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeadLetterReply {
    pub event_id: String,
    pub session_id: String,
    pub sequence_number: i64,
    pub attempts: i64,
    pub error: String,
    pub dead_at: String,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeadLettersReply {
    pub items: Vec<DeadLetterReply>,
    pub next_cursor: Option<String>,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct RetriedReply {
    pub retried: u64,
}
