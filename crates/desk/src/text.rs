//! Texts that a business writes, in Spanish and where it has it in English; and the name of a time zone.

use std::fmt;
use std::str::FromStr;

use conserje_kernel::Language;
use jiff::tz::TimeZone;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// One text, or one for each language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Text {
    pub es: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub en: Option<String>,
}

impl Text {
    pub fn new(es: impl Into<String>, en: Option<&str>) -> Self {
        Self { es: es.into(), en: en.filter(|text| !text.is_empty()).map(ToOwned::to_owned) }
    }

    /// In this language if there is one, otherwise as it is.
    pub fn to(&self, language: Language) -> &str {
        match (language, &self.en) {
            (Language::En, Some(en)) => en,
            (Language::En, None) | (Language::Es, _) => &self.es,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.es.is_empty()
    }

    /// Every way in which it is written.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.es.as_str()).chain(self.en.as_deref())
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(TextVisitor)
    }
}

struct TextVisitor;

impl<'de> Visitor<'de> for TextVisitor {
    type Value = Text;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a text, or { es = \"…\", en = \"…\" }")
    }

    fn visit_str<E>(self, text: &str) -> Result<Text, E> {
        Ok(Text { es: text.to_owned(), en: None })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Text, A::Error> {
        let (mut es, mut en) = (None, None);
        while let Some((key, value)) = map.next_entry::<String, String>()? {
            match key.as_str() {
                "es" => es = Some(value),
                "en" => en = Some(value),
                _ => return Err(serde::de::Error::unknown_field(&key, &["es", "en"])),
            }
        }
        Ok(Text { es: es.ok_or_else(|| serde::de::Error::missing_field("es"))?, en })
    }
}

/// A time zone by its IANA name.
#[derive(Clone, Debug, PartialEq)]
pub struct Zone {
    name: String,
    zone: TimeZone,
}

/// A name of no time zone.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a time zone; use an IANA name such as `America/Mexico_City`")]
pub struct BadZone(String);

impl FromStr for Zone {
    type Err = BadZone;

    fn from_str(name: &str) -> Result<Self, BadZone> {
        let zone = TimeZone::get(name).map_err(|_| BadZone(name.chars().take(60).collect()))?;
        Ok(Self { name: name.to_owned(), zone })
    }
}

impl Zone {
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn zone(&self) -> &TimeZone {
        &self.zone
    }
}

/// Kept as the text that it prints and is read from.
macro_rules! as_text {
    ($type:ty, $print:expr) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                let print: fn(&$type) -> String = $print;
                to.serialize_str(&print(self))
            }
        }
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let text = <String as serde::Deserialize>::deserialize(from)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}
pub(crate) use as_text;
as_text!(Zone, |zone| zone.name.clone());
