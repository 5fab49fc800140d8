//! The two languages that are first-class everywhere.

use serde::{Deserialize, Serialize};

/// Spanish or English; anything else a person asks for falls back to the tenant's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Default)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    #[default]
    Es,
    En,
}

impl Language {
    pub fn tag(self) -> &'static str {
        match self {
            Self::Es => "es",
            Self::En => "en",
        }
    }

    /// The first language of an `Accept-Language` header, or of a tag such as `es-MX`, that we speak.
    ///
    /// Weights are honoured; what does not parse is passed over.
    pub fn preferred(header: &str) -> Option<Self> {
        let mut wanted: Vec<(f32, Self)> = header
            .split(',')
            .filter_map(|item| {
                let mut parts = item.trim().split(';');
                let language = Self::of_tag(parts.next()?)?;
                let weight =
                    parts.find_map(|part| part.trim().strip_prefix("q=")?.parse::<f32>().ok()).unwrap_or(1.0);
                (weight > 0.0).then_some((weight, language))
            })
            .collect();
        // A stable sort keeps the order of equal weights.
        wanted.sort_by(|a, b| b.0.total_cmp(&a.0));
        wanted.first().map(|(_, language)| *language)
    }

    fn of_tag(tag: &str) -> Option<Self> {
        let primary = tag.split(['-', '_']).next()?.trim();
        if primary.eq_ignore_ascii_case("es") {
            Some(Self::Es)
        } else if primary.eq_ignore_ascii_case("en") {
            Some(Self::En)
        } else {
            None
        }
    }
}

/// One of two texts.
pub fn say<'a>(language: Language, es: &'a str, en: &'a str) -> &'a str {
    match language {
        Language::Es => es,
        Language::En => en,
    }
}

/// The same in both languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct Bilingual<T = String> {
    pub es: T,
    pub en: T,
}

impl<T> Bilingual<T> {
    pub fn of(&self, language: Language) -> &T {
        match language {
            Language::Es => &self.es,
            Language::En => &self.en,
        }
    }
}

impl Bilingual {
    pub fn new(es: impl Into<String>, en: impl Into<String>) -> Self {
        Self { es: es.into(), en: en.into() }
    }

    /// What is the same in both.
    pub fn same(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { es: text.clone(), en: text }
    }
}

/// How people are addressed in Spanish: *tú* or *usted*.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Default)]
#[serde(rename_all = "lowercase")]
pub enum Address {
    #[default]
    Tu,
    Usted,
}

impl Address {
    /// The one of two wordings that fits.
    pub fn choose<T>(self, tu: T, usted: T) -> T {
        match self {
            Self::Tu => tu,
            Self::Usted => usted,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heaviest_language_we_speak_wins() {
        assert_eq!(Language::preferred("fr, en;q=0.5, es-MX;q=0.9"), Some(Language::Es));
        assert_eq!(Language::preferred("en-GB,es"), Some(Language::En));
        assert_eq!(Language::preferred("es;q=0, en;q=0.1"), Some(Language::En));
        assert_eq!(Language::preferred("fr, *;q=0.1"), None);
        assert_eq!(Language::preferred(";;q=,=,"), None);
    }
}
