use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct LiveReply {
    pub status: String,
    pub version: String,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HealthReply {
    /// `ready`, or `degraded` when something answers less well than it should, or `unavailable`.
    pub status: String,
    pub version: String,
    pub schema_version: i64,
    pub components: Vec<ComponentReply>,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct ComponentReply {
    pub name: String,
    /// `ready`, `degraded` or `unavailable`.
    pub status: String,
    pub detail: String,
}
