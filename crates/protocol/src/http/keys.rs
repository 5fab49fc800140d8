use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateApiKeyRequest {
    #[schema(min_length = 1, max_length = 200)]
    pub name: String,
    /// `chat`, `read`, `admin`: what the key may be used for, never more than its user may do.
    #[schema(min_items = 1)]
    pub scopes: Vec<String>,
    /// After so many days the key stops working; left out, it does not.
    #[schema(minimum = 1, maximum = 3650)]
    pub expires_in_days: Option<u16>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApiKeyReply {
    pub id: String,
    pub user_id: String,
    pub name: String,
    /// The first characters of the key, to tell it by.
    pub prefix: String,
    pub scopes: Vec<String>,
    pub created_at: String,
    pub expires_at: Option<String>,
    pub last_used_at: Option<String>,
    pub revoked_at: Option<String>,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApiKeysReply {
    pub items: Vec<ApiKeyReply>,
    pub next_cursor: Option<String>,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreatedApiKeyReply {
    pub id: String,
    /// The key itself, shown this once.
    pub key: String,
    pub api_key: ApiKeyReply,
}
