//! What a tenant says of itself.

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
}

/// Tells null from nothing.
fn said<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Option<AddressName>>, D::Error> {
    Option::<AddressName>::deserialize(from).map(Some)
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
