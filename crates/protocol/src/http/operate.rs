//! What those who run a tenant look at: assistants, models, usage, the course of a turn.

use std::collections::BTreeMap;

use conserje_kernel::{RoutedBy, UsageBy};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::sessions::SessionReply;

/// Who of an assistant may answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentReply {
    pub name: String,
    pub description: String,
    /// `fast`, `balanced` or `premium`.
    pub tier: String,
    /// Names of the tools it may use.
    pub tools: Vec<String>,
    /// Whether it answers whatever nobody else does.
    pub is_default: bool,
}

/// An assistant as people know it: how it is shown, whom it serves, what it can be asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssistantReply {
    /// What messages and sessions call it.
    pub name: String,
    /// In the caller's language, like all texts here.
    pub title: String,
    pub description: String,
    /// An emoji.
    pub picture: String,
    pub serves: Vec<ServedReply>,
    /// Whether it can be asked as things are; a front desk cannot before a business is set up.
    pub is_ready: bool,
    pub examples: Vec<String>,
    /// Who of it may answer, with what is shown for each.
    pub agents: Vec<TitleReply>,
}

/// Whom an assistant serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ServedReply {
    Members,
    Guests,
}

/// A name in events and requests, and what people read for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TitleReply {
    pub name: String,
    pub title: String,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChooseRequest {
    #[schema(min_length = 1)]
    pub message: String,
    /// Whichever fits unless told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assistant: Option<String>,
}

/// Who would answer a message, and why.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChooseReply {
    /// None where there are no packs.
    pub assistant: Option<String>,
    pub agent: String,
    pub intent: String,
    pub by: RoutedBy,
    pub confidence: f32,
    /// Rules that fired, words that weighed most, as `word:…`, and the assistant that was chosen, as `assistant:…`.
    pub reasons: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssistantsReply {
    pub items: Vec<AssistantReply>,
    /// Every tool that they may use.
    pub tools: Vec<TitleReply>,
    pub next_cursor: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentsReply {
    pub items: Vec<AgentReply>,
    pub next_cursor: Option<String>,
}

/// A pack of assistants that the server has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PackReply {
    pub name: String,
    pub version: String,
    pub description: String,
    /// The trade it is for, if it is for one.
    pub vertical: Option<String>,
    pub languages: Vec<String>,
    /// Whether the tenant has it.
    pub enabled: bool,
    /// Names of its assistants.
    pub agents: Vec<String>,
    /// What can be typed at the start of a message, such as `/bc`.
    pub commands: Vec<PackCommand>,
    pub settings: PackSettings,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PackCommand {
    pub command: String,
    pub agent: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PacksReply {
    pub items: Vec<PackReply>,
    pub next_cursor: Option<String>,
}

/// Whether the tenant has a pack, and how it is to speak. What is left out is as the pack says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PackChoiceRequest {
    pub enabled: bool,
    #[serde(default)]
    pub settings: PackSettings,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct PackSettings {
    /// The assistant's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// How the business sounds, in its own words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub brand_voice: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instructions: Option<PackInstructions>,
    /// In place of an assistant's own prompt, by the assistant's name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub prompts: BTreeMap<String, String>,
    /// The trade that the pack is used for, whatever the business says: `dental`, `restaurant`, …
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vertical: Option<String>,
}

/// One of 4 styles, 6 kinds of assistant and 2 channels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PackInstructions {
    /// `professional`, `warm_professional`, `casual` or `very_formal`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub style: Option<String>,
    /// `full`, `appointments_only`, `personal_brand`, `orders_only`, `knowledge_only` or `reception_only`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assistant: Option<String>,
    /// `messaging` or `voice`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub channel: Option<String>,
}

/// What calls of models came to. Costs are in the currency that the operator counts in.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsageSum {
    pub turns: i64,
    pub model_calls: i64,
    pub input_tokens: i64,
    pub output_tokens: i64,
    pub cached_tokens: i64,
    pub cost: f64,
    pub errors: i64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsageEntry {
    /// A day (`2026-11-16`), a model, an agent or a user's id; empty for what nobody in particular is behind.
    pub key: String,
    #[serde(flatten)]
    pub sum: UsageSum,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsageReply {
    pub by: UsageBy,
    /// Of days every one between the first and the last.
    pub items: Vec<UsageEntry>,
    pub total: UsageSum,
}

/// What a stretch of a turn was spent on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SpanKind {
    /// Choosing who answers.
    Route,
    Model,
    Tool,
    /// What the guard decided.
    Guard,
    /// For a person.
    Wait,
}

/// How a stretch of a turn ended, if it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SpanStatus {
    Ok,
    Error,
    Running,
}

/// A stretch of a turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SpanReply {
    pub id: String,
    pub kind: SpanKind,
    pub name: String,
    /// Since the turn's message came.
    pub start_ms: f64,
    /// None while it lasts.
    pub duration_ms: Option<f64>,
    pub status: SpanStatus,
    #[schema(value_type = Object)]
    pub detail: Value,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TraceReply {
    pub turn_id: String,
    pub trace_id: String,
    pub started_at: String,
    pub ended_at: Option<String>,
    pub spans: Vec<SpanReply>,
}

/// A session of the tenant as an operator sees it, deleted ones too.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionRecordReply {
    #[serde(flatten)]
    pub session: SessionReply,
    pub user_id: String,
    pub user_email: Option<String>,
    pub deleted_at: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionRecordsReply {
    pub items: Vec<SessionRecordReply>,
    pub next_cursor: Option<String>,
}

/// A link that lets somebody in once.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OneTimeLinkReply {
    /// Shown this once.
    pub url: String,
}
