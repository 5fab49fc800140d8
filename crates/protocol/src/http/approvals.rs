//! Decisions that turns wait for.

use conserje_kernel::ApprovalStatus;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    Approve,
    Reject,
}

/// How something was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DecisionStatus {
    Approved,
    Rejected,
}

impl From<Decision> for DecisionStatus {
    fn from(decision: Decision) -> Self {
        match decision {
            Decision::Approve => Self::Approved,
            Decision::Reject => Self::Rejected,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DecisionRequest {
    pub decision: Decision,
    /// Other arguments to run with; needs `approvals:edit`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub edited_args: Option<Value>,
    /// For the record and for the assistant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 1000)]
    pub reason: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DecisionReply {
    pub status: DecisionStatus,
    pub was_decided_before: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApprovalReply {
    pub id: String,
    pub session_id: String,
    pub turn_id: String,
    pub tool_name: String,
    /// `write` or `dangerous`.
    pub risk: String,
    pub args: Option<Value>,
    pub summary: Option<String>,
    pub status: ApprovalStatus,
    pub created_at: String,
    pub expires_at: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApprovalsReply {
    pub items: Vec<ApprovalReply>,
    pub next_cursor: Option<String>,
}
