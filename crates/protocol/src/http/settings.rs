//! What a tenant says of itself.

use std::collections::BTreeMap;

use conserje_kernel::{Feature, SetupAct, SetupPart};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

/// How people are addressed in Spanish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AddressName {
    Tu,
    Usted,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LanguageName {
    Es,
    En,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettingsReply {
    pub name: String,
    pub language: LanguageName,
    /// How everybody is addressed in Spanish; with null members are with *tú* and guests with *usted*.
    pub address: Option<AddressName>,
    /// Where its days begin and end: `Europe/Madrid`; with null at midnight UTC.
    pub time_zone: Option<String>,
    /// What costs are told in, by its ISO 4217 code.
    pub currency: String,
    /// Where a new widget begins: `#0f766e`.
    pub color: Option<String>,
    /// Where its picture is; null if it has none.
    pub logo: Option<String>,
    /// What is on and what is off.
    pub features: BTreeMap<Feature, bool>,
    /// Whether this tenant runs the installation for all.
    pub installation: bool,
}

/// What is left out stays.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateSettingsRequest {
    #[schema(min_length = 1, max_length = 200)]
    pub name: Option<String>,
    pub language: Option<LanguageName>,
    /// Null is an answer, too: members with *tú*, guests with *usted*.
    #[serde(default, deserialize_with = "said", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<AddressName>)]
    pub address: Option<Option<AddressName>>,
    /// An IANA name; null for UTC.
    #[serde(default, deserialize_with = "said", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, max_length = 60)]
    pub time_zone: Option<Option<String>>,
    /// Null for dollars.
    #[serde(default, deserialize_with = "said", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, pattern = "^[A-Z]{3}$")]
    pub currency: Option<Option<String>>,
    /// Null for the usual one.
    #[serde(default, deserialize_with = "said", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, pattern = "^#[0-9a-fA-F]{6}$")]
    pub color: Option<Option<String>>,
    /// Those that are to be switched on or off.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub features: BTreeMap<Feature, bool>,
}

/// Something that was changed of the set-up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetupChangeReply {
    pub part: SetupPart,
    pub act: SetupAct,
    /// Its id, or its name where it has no other; empty where there is only one.
    pub subject: String,
    /// As it was called then.
    pub name: String,
    /// Names of fields, of files of an assistant, of tools that were approved. Never what is in them.
    pub fields: Vec<String>,
    pub note: String,
    /// Nobody, if the machine's operator did it.
    pub made_by: Option<String>,
    /// As they are called now.
    pub made_by_name: Option<String>,
    /// With which they did it, if it was one.
    pub api_key_id: Option<String>,
    pub made_at: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetupChangesReply {
    pub items: Vec<SetupChangeReply>,
    pub next_cursor: Option<String>,
}

/// A tenant of the installation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenantReply {
    pub id: String,
    pub slug: String,
    pub name: String,
    pub language: LanguageName,
    pub created_at: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenantsReply {
    pub items: Vec<TenantReply>,
    pub next_cursor: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateTenantRequest {
    /// Short name in addresses.
    #[schema(min_length = 1, max_length = 63, pattern = "^[a-z0-9][a-z0-9-]*$")]
    pub slug: String,
    #[schema(min_length = 1, max_length = 200)]
    pub name: String,
    pub language: LanguageName,
    /// The e-mail address of whoever is to own it.
    #[schema(min_length = 3, max_length = 254)]
    pub owner: String,
}

/// A tenant just made, and the link with which its owner chooses a password, shown this once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreatedTenantReply {
    #[serde(flatten)]
    pub tenant: TenantReply,
    pub url: String,
}

/// Tells null from nothing.
fn said<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn null_is_said_and_nothing_is_not() {
        let read = |text: &str| serde_json::from_str::<UpdateSettingsRequest>(text).unwrap().address;
        assert_eq!(read("{}"), None);
        assert_eq!(read(r#"{"address": null}"#), Some(None));
        assert_eq!(read(r#"{"address": "usted"}"#), Some(Some(AddressName::Usted)));
        assert!(serde_json::from_str::<UpdateSettingsRequest>(r#"{"address": "vos"}"#).is_err());
    }
}
