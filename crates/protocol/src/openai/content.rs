//! Values that are one thing or a list of things.

use std::fmt;

use serde::de::value::SeqAccessDeserializer;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

/// A text, or parts.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Content {
    Text(String),
    Parts(Vec<ContentPart>),
}

/// A part of a message; which fields it has depends on its type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ContentPart {
    /// `text`, `image_url` and `refusal` in chats, `input_text`, `input_image` and `output_text` in responses.
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Images are sent along as `data:` URLs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image_url: Option<ImageUrl>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<String>,
}

/// `{"url": …}` in chats, the URL itself in responses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum ImageUrl {
    Url(String),
    Object { url: String },
}

impl ImageUrl {
    pub fn into_url(self) -> String {
        match self {
            Self::Url(url) | Self::Object { url } => url,
        }
    }
}

/// One text, or several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

impl OneOrMany {
    pub fn into_list(self) -> Vec<String> {
        match self {
            Self::One(text) => vec![text],
            Self::Many(texts) => texts,
        }
    }
}

/// By hand rather than untagged, which would copy every text: messages are long.
struct Either<L>(&'static str, std::marker::PhantomData<L>);

impl<'de, L: Deserialize<'de>> Visitor<'de> for Either<L> {
    type Value = Result<String, Vec<L>>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.0)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Ok(text.to_owned()))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Self::Value, E> {
        Ok(Ok(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Self::Value, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(items)).map(Err)
    }
}

pub(super) fn text_or_list<'de, L: Deserialize<'de>, D: Deserializer<'de>>(
    from: D,
    expected: &'static str,
) -> Result<Result<String, Vec<L>>, D::Error> {
    from.deserialize_any(Either(expected, std::marker::PhantomData))
}

impl<'de> Deserialize<'de> for Content {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let read = text_or_list(from, "a text or a list of parts")?;
        Ok(read.map_or_else(Self::Parts, Self::Text))
    }
}

impl<'de> Deserialize<'de> for OneOrMany {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(text_or_list(from, "a text or a list of texts")?.map_or_else(Self::Many, Self::One))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_or_a_list_is_read_and_nothing_else() {
        let read = |json: &str| serde_json::from_str::<Content>(json);
        assert_eq!(read(r#""a\nb""#).unwrap(), Content::Text("a\nb".to_owned()));
        let parts = read(r#"[{"type": "image_url", "image_url": {"url": "data:,"}, "more": 1}]"#).unwrap();
        assert!(matches!(parts, Content::Parts(parts) if parts.len() == 1));
        assert!(read("1").unwrap_err().to_string().contains("a text or a list of parts"));
    }
}
