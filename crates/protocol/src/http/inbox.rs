//! Conversations in which a person was asked for.

use conserje_kernel::{EscalationStatus, Urgency};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::OperatorWire;

/// Which ones a list shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum InboxFilter {
    /// Not closed, the most urgent and oldest first.
    #[default]
    Open,
    /// Those of them that the caller has taken or is to take.
    Mine,
    /// The latest first.
    Closed,
}

/// A conversation in which a person was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EscalationReply {
    pub id: String,
    pub session_id: String,
    pub title: Option<String>,
    pub customer: EscalationCustomer,
    /// Why, in the words of the agent.
    pub reason: String,
    pub urgency: Urgency,
    pub summary: Option<String>,
    pub status: EscalationStatus,
    pub taken_by: Option<OperatorWire>,
    pub assigned_to: Option<OperatorWire>,
    pub created_at: String,
    pub taken_at: Option<String>,
    pub closed_at: Option<String>,
}

/// Whom the conversation is with, as far as is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EscalationCustomer {
    pub id: Option<String>,
    pub name: Option<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InboxReply {
    pub items: Vec<EscalationReply>,
    pub next_cursor: Option<String>,
    /// How many wait for somebody to take them.
    pub waiting: i64,
}

/// One of them, with what colleagues noted. Its conversation is at `events`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EscalationDetail {
    #[serde(flatten)]
    pub escalation: EscalationReply,
    pub notes: Vec<NoteReply>,
}

/// Something that operators note for each other. No model and no customer is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NoteReply {
    pub id: String,
    pub author: OperatorWire,
    pub text: String,
    pub created_at: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NoteRequest {
    #[schema(min_length = 1, max_length = 4000)]
    pub text: String,
}

/// What to say to the customer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OperatorReplyRequest {
    #[schema(min_length = 1)]
    pub text: String,
}

/// The message is durable; the customer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OperatorReplyReply {
    pub message_id: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AssignRequest {
    /// Who is to see to it; null for nobody in particular.
    pub user_id: Option<String>,
}

/// The inbox changed: read it again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InboxNews {
    /// How many wait for somebody to take them.
    pub waiting: i64,
}
