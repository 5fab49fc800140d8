//! Models, their providers and tiers, in the management API.

use conserje_kernel::{ProviderKind, ProviderSource};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Given;

/// A model in force. Prices are per million tokens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModelStatusReply {
    pub name: String,
    /// What kind of provider it is behind.
    pub provider: String,
    /// The name of that provider; none for a model that is built in.
    pub provider_name: Option<String>,
    pub source: ProviderSource,
    /// As its provider names it.
    pub wire_name: String,
    pub context_tokens: u64,
    pub max_output_tokens: u32,
    pub native_tools: bool,
    pub vision: bool,
    pub input_price: f64,
    pub output_price: f64,
    /// The day from which the prices are, if that is known.
    pub priced_on: Option<String>,
    /// `closed` (calls go through), `open` or `half_open`.
    pub breaker: String,
    /// Failures of the last minutes that count.
    pub failures: usize,
    /// How long until a call is let through again, if none is now.
    pub retry_in_seconds: Option<f64>,
}

/// Names of models, from the primary to the last resort.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TiersReply {
    #[schema(max_items = 20)]
    pub fast: Vec<String>,
    #[schema(max_items = 20)]
    pub balanced: Vec<String>,
    #[schema(max_items = 20)]
    pub premium: Vec<String>,
}

/// A place where models are served. Its key is never shown again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProviderReply {
    pub name: String,
    pub kind: ProviderKind,
    /// Where it is, unless that is its usual place or somebody else's to know.
    pub base_url: Option<String>,
    pub api_version: Option<String>,
    pub has_key: bool,
    pub source: ProviderSource,
    /// Whether all tenants of the installation may use it.
    pub shared: bool,
    /// Its models as they were set up; empty for a provider of others.
    pub models: Vec<ModelSetupWire>,
}

/// A model of a provider. What is left out is what is known of it, or what is usual. Prices are per million tokens.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ModelSetupWire {
    #[schema(min_length = 1, max_length = 120)]
    pub name: String,
    /// The provider's name for it; the same unless told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 120)]
    pub model: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context_tokens: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_output_tokens: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub native_tools: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vision: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_price: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_price: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached_price: Option<f64>,
    /// `2026-11-18`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 10)]
    pub priced_on: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModelsReply {
    /// Whether a language model answers; otherwise answers are passages of documents.
    pub is_configured: bool,
    pub items: Vec<ModelStatusReply>,
    /// In force.
    pub tiers: TiersReply,
}

/// All that a tenant can ask, and what it set up itself.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModelsSetupReply {
    #[serde(flatten)]
    pub models: ModelsReply,
    pub providers: Vec<ProviderReply>,
    /// As the tenant set them up; empty if it uses those of the installation.
    pub own_tiers: TiersReply,
    /// The version of the tenant's own setup; 0 if it has none.
    pub version: i64,
    /// Whether the tenant runs the installation: its providers may be anywhere, and for all tenants.
    pub is_installation: bool,
}

/// A provider with all its models.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProviderRequest {
    #[schema(value_type = ProviderKind)]
    pub kind: Given<ProviderKind>,
    /// Where it is; left out, its usual place.
    #[serde(default)]
    #[schema(max_length = 2000)]
    pub base_url: Option<String>,
    #[serde(default)]
    #[schema(max_length = 40)]
    pub api_version: Option<String>,
    /// Left out, the key that is there stays, unless the address is another.
    #[serde(default)]
    #[schema(max_length = 4000, write_only)]
    pub api_key: Option<String>,
    #[schema(max_items = 200)]
    pub models: Vec<ModelSetupWire>,
    #[serde(default)]
    pub shared: bool,
}

/// A provider that is tried: one that is there by its name, one that is not there yet, or one with something changed.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TryProviderRequest {
    #[serde(default)]
    #[schema(max_length = 40)]
    pub name: Option<String>,
    #[serde(default)]
    #[schema(value_type = Option<ProviderKind>)]
    pub kind: Option<Given<ProviderKind>>,
    #[serde(default)]
    #[schema(max_length = 2000)]
    pub base_url: Option<String>,
    #[serde(default)]
    #[schema(max_length = 40)]
    pub api_version: Option<String>,
    #[serde(default)]
    #[schema(max_length = 4000, write_only)]
    pub api_key: Option<String>,
    /// The provider's name for the model that is asked; not needed to list them.
    #[serde(default)]
    #[schema(max_length = 120)]
    pub model: Option<String>,
}

/// Why a provider did not answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProviderTrouble {
    /// `unauthorised`, `unreachable`, `refused`, `busy` and others.
    pub trouble: String,
    /// What to do about it, in the caller's language.
    pub advice: String,
    /// In the provider's own words.
    pub provider_says: String,
}

/// How a model answered when it was tried.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TryModelReply {
    pub ok: bool,
    pub model: String,
    pub latency_ms: u64,
    /// Until the first word; none if there was none.
    pub first_token_ms: Option<u64>,
    pub said: Option<String>,
    pub problem: Option<ProviderTrouble>,
}

/// A model that a provider has.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OfferedModelReply {
    /// The provider's name for it.
    pub model: String,
    /// What is known of it without asking.
    pub known: Option<KnownModelReply>,
}

/// What is known of a model. Prices are in dollars per million tokens.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KnownModelReply {
    pub context_tokens: u64,
    pub max_output_tokens: u32,
    pub vision: bool,
    pub input_price: f64,
    pub output_price: f64,
    pub priced_on: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OfferedModelsReply {
    pub items: Vec<OfferedModelReply>,
    pub problem: Option<ProviderTrouble>,
}

/// A model server on the machine itself.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NearbyReply {
    pub name: String,
    pub base_url: String,
    pub models: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NearbysReply {
    pub items: Vec<NearbyReply>,
}

/// A version of what was set up.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetupVersionReply {
    pub version: i64,
    /// What was done.
    pub note: String,
    /// Nobody, if the machine's operator did it.
    pub made_by: Option<String>,
    pub made_at: String,
    pub live: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetupVersionsReply {
    pub items: Vec<SetupVersionReply>,
}
