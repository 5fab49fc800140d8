//! Other people's MCP servers.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// An MCP server whose tools the tenant's assistants may use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct McpServerReply {
    pub name: String,
    pub url: String,
    /// Whether there is a token for it; the token itself is never told.
    pub has_token: bool,
    /// The only tools of it that may be used; none for all that are approved.
    pub allowed_tools: Option<Vec<String>>,
    pub time_limit_seconds: u16,
    /// Its tools that were approved, by the server's names for them.
    pub approved: Vec<String>,
    pub updated_at: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct McpServersReply {
    pub items: Vec<McpServerReply>,
    pub next_cursor: Option<String>,
}

/// A server to be listed. At another address than before, nothing of it is approved.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct McpServerRequest {
    #[schema(max_length = 2000)]
    pub url: String,
    /// Sent to it as `Authorization: Bearer`. Left out, the one there is stays, unless the address is another.
    #[serde(default)]
    #[schema(max_length = 4000)]
    pub token: Option<String>,
    #[serde(default)]
    pub allowed_tools: Option<Vec<String>>,
    /// 1 to 120, 30 unless told.
    #[serde(default = "thirty")]
    #[schema(minimum = 1, maximum = 120)]
    pub time_limit_seconds: u16,
}

fn thirty() -> u16 {
    30
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpToolState {
    /// Used as it is.
    Approved,
    /// Something else than when it was approved; not used until it is approved again.
    Changed,
    /// Not approved yet.
    New,
    /// Not among those that may be used, or without a name that a tool can have here.
    Withheld,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpToolRisk {
    /// Changes nothing, and is called without asking.
    Read,
    /// Changes something that can be changed back.
    #[default]
    Write,
    /// Changes something that cannot.
    Dangerous,
}

/// A tool as its server describes it at this moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct McpToolReply {
    /// The server's name for it.
    pub name: String,
    /// What assistants call it.
    pub offered_as: Option<String>,
    pub description: String,
    #[schema(value_type = Object)]
    pub parameters: Value,
    /// Of everything that the server says about it.
    pub digest: String,
    pub state: McpToolState,
    /// As it was approved.
    pub risk: Option<McpToolRisk>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct McpToolsReply {
    pub items: Vec<McpToolReply>,
    pub next_cursor: Option<String>,
}

/// Tools that may be used from now on, as they were seen.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct McpApproveRequest {
    pub tools: Vec<McpApproval>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct McpApproval {
    pub name: String,
    /// `digest` of the tool that was looked at.
    pub digest: String,
    #[serde(default)]
    pub risk: McpToolRisk,
}
