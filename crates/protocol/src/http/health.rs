use conserje_kernel::Health;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// That the process answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LiveStatus {
    Live,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct LiveReply {
    pub status: LiveStatus,
    pub version: String,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HealthReply {
    /// That of the worst of its components.
    pub status: Health,
    pub version: String,
    pub schema_version: i64,
    /// Since when the process that answers runs.
    pub started_at: String,
    pub components: Vec<ComponentReply>,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct ComponentReply {
    pub name: String,
    pub status: Health,
    pub detail: String,
}
