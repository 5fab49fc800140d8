//! Pages of a business that show the widget.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteReply {
    pub id: String,
    pub name: String,
    /// Where pages come from that may show the widget; with none, only this server's own.
    pub origins: Vec<String>,
    /// Above the conversation; the name, if it is empty.
    pub title: String,
    /// Said before the visitor says anything; a usual one, if it is empty.
    pub greeting: String,
    /// `#0f766e`.
    pub color: String,
    /// Whether visitors are served.
    pub open: bool,
    /// What a page takes in to show it.
    pub snippet: String,
    pub created_at: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SitesReply {
    pub items: Vec<SiteReply>,
    pub next_cursor: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateSiteRequest {
    #[schema(min_length = 1, max_length = 100)]
    pub name: String,
    #[serde(default)]
    pub origins: Vec<String>,
    #[serde(default)]
    #[schema(max_length = 100)]
    pub title: String,
    #[serde(default)]
    #[schema(max_length = 500)]
    pub greeting: String,
    /// The tenant's own colour unless told, else `#0f766e`.
    #[serde(default)]
    #[schema(pattern = "^#[0-9a-fA-F]{6}$")]
    pub color: Option<String>,
}

/// What is left out stays.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateSiteRequest {
    #[schema(min_length = 1, max_length = 100)]
    pub name: Option<String>,
    pub origins: Option<Vec<String>>,
    #[schema(max_length = 100)]
    pub title: Option<String>,
    #[schema(max_length = 500)]
    pub greeting: Option<String>,
    #[schema(pattern = "^#[0-9a-fA-F]{6}$")]
    pub color: Option<String>,
    pub open: Option<bool>,
}

/// How the widget of a site looks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WidgetReply {
    pub title: String,
    pub greeting: String,
    pub color: String,
    /// Where the picture of the business is; null if it has none.
    pub logo: Option<String>,
}

/// A visitor is somebody from now on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VisitReply {
    /// Sent as `Authorization: Bearer`; opens the visitor's own conversations.
    pub token: String,
}
