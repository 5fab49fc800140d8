//! The front desk: what a business says of itself.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A business, as its files have it. See `docs/guides/front-desk.md`.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct ImportBusinessRequest {
    /// `business.toml`: branches, staff, services, policies, loyalty.
    pub business: String,
    /// `menu.csv`, for who sells from a menu.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub menu: Option<String>,
}

/// What a tenant's front desk has, by number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BusinessReply {
    pub name: String,
    pub currency: String,
    pub branches: usize,
    pub staff: usize,
    pub services: usize,
    pub policies: usize,
    pub menu_items: usize,
}
