//! Channels that people outside write from.

use std::collections::BTreeMap;

use conserje_kernel::{ChannelKind, DeliveryKind, DeliveryStatus};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::Given;

/// A channel; its secrets are never told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChannelReply {
    pub id: String,
    pub kind: ChannelKind,
    pub name: String,
    pub enabled: bool,
    #[schema(value_type = Object)]
    pub settings: Map<String, Value>,
    /// The names of the secrets that are set.
    pub secrets: Vec<String>,
    /// What the provider is to be told.
    pub webhook_url: String,
    /// Messages that came and are not dealt with yet.
    pub arriving: i64,
    /// Messages that are to go out.
    pub waiting: i64,
    /// Messages that did not get through.
    pub failed: i64,
    pub created_at: String,
    pub updated_at: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChannelsReply {
    pub items: Vec<ChannelReply>,
    pub next_cursor: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateChannelRequest {
    #[schema(value_type = ChannelKind)]
    pub kind: Given<ChannelKind>,
    #[schema(min_length = 1, max_length = 100)]
    pub name: String,
    #[serde(default = "yes")]
    pub enabled: bool,
    /// What the kind of channel needs, without secrets.
    #[serde(default)]
    #[schema(value_type = Object)]
    pub settings: Map<String, Value>,
    #[serde(default)]
    pub secrets: BTreeMap<String, String>,
}

fn yes() -> bool {
    true
}

/// What is left out stays as it is.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateChannelRequest {
    #[schema(min_length = 1, max_length = 100)]
    pub name: Option<String>,
    pub enabled: Option<bool>,
    /// All of them, in place of those there are.
    #[schema(value_type = Option<Object>)]
    pub settings: Option<Map<String, Value>>,
    /// Those that change.
    #[serde(default)]
    pub secrets: BTreeMap<String, String>,
}

/// Whether the provider answers to what was set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ChannelTestReply {
    pub ok: bool,
    pub detail: String,
}

/// A message that goes out through a channel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeliveryReply {
    pub id: String,
    /// Whom it goes to, by the provider's name for them.
    pub contact: String,
    pub session_id: String,
    pub kind: DeliveryKind,
    pub status: DeliveryStatus,
    /// Its beginning.
    pub text: String,
    pub attempts: i64,
    pub next_attempt_at: String,
    /// Why it was not sent, or not yet.
    pub error: Option<String>,
    pub created_at: String,
    pub updated_at: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeliveriesReply {
    pub items: Vec<DeliveryReply>,
    pub next_cursor: Option<String>,
}
