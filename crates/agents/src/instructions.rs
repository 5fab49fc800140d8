//! How an assistant speaks (A3): four styles, six kinds of assistant, two channels. Every one of the 48 sets is put
//! together once, in both languages, from the parts in `instructions.toml`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use conserje_kernel::Language;
use serde::{Deserialize, Serialize};

macro_rules! choices {
    ($(#[$about:meta])* $name:ident { $first:ident = $first_text:literal $(, $variant:ident = $text:literal)* $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum $name { #[default] $first $(, $variant)* }

        impl $name {
            pub const ALL: &'static [Self] = &[Self::$first $(, Self::$variant)*];

            pub fn name(self) -> &'static str {
                match self { Self::$first => $first_text $(, Self::$variant => $text)* }
            }
        }
    };
}

choices! {
    Style {
        Professional = "professional",
        WarmProfessional = "warm_professional",
        Casual = "casual",
        VeryFormal = "very_formal",
    }
}

choices! {
    /// What it is there for.
    AssistantType {
        Full = "full",
        AppointmentsOnly = "appointments_only",
        PersonalBrand = "personal_brand",
        OrdersOnly = "orders_only",
        KnowledgeOnly = "knowledge_only",
        ReceptionOnly = "reception_only",
    }
}

choices! {
    Channel {
        Messaging = "messaging",
        Voice = "voice",
    }
}

/// One of the 48.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct InstructionSet {
    pub style: Style,
    pub assistant: AssistantType,
    pub channel: Channel,
}

impl InstructionSet {
    pub fn all() -> impl Iterator<Item = Self> {
        Style::ALL.iter().flat_map(|&style| {
            AssistantType::ALL.iter().flat_map(move |&assistant| {
                Channel::ALL.iter().map(move |&channel| Self { style, assistant, channel })
            })
        })
    }

    pub fn text(self, language: Language) -> &'static str {
        COMPILED.get(&(self, language.tag())).map_or("", String::as_str)
    }
}

#[derive(Deserialize)]
struct Parts {
    styles: BTreeMap<String, Words>,
    types: BTreeMap<String, Words>,
    channels: BTreeMap<String, Words>,
}

#[derive(Deserialize)]
struct Words {
    es: String,
    en: String,
}

impl Words {
    fn in_language(&self, language: Language) -> &str {
        match language {
            Language::Es => self.es.trim(),
            Language::En => self.en.trim(),
        }
    }
}

static COMPILED: LazyLock<BTreeMap<(InstructionSet, &'static str), String>> =
    LazyLock::new(|| compile(include_str!("instructions.toml")).unwrap_or_default());

fn compile(parts: &str) -> Result<BTreeMap<(InstructionSet, &'static str), String>, toml::de::Error> {
    let parts: Parts = toml::from_str(parts)?;
    let word = |table: &BTreeMap<String, Words>, name: &str, language| {
        table.get(name).map(|words| words.in_language(language).to_owned()).unwrap_or_default()
    };
    let mut compiled = BTreeMap::new();
    for set in InstructionSet::all() {
        for language in [Language::Es, Language::En] {
            let said = [
                word(&parts.styles, set.style.name(), language),
                word(&parts.types, set.assistant.name(), language),
                word(&parts.channels, set.channel.name(), language),
            ];
            compiled.insert((set, language.tag()), said.join("\n"));
        }
    }
    Ok(compiled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_48_sets_are_there_in_both_languages_and_differ() {
        compile(include_str!("instructions.toml")).unwrap();
        assert_eq!(InstructionSet::all().count(), 48);
        let mut texts = std::collections::BTreeSet::new();
        for set in InstructionSet::all() {
            for language in [Language::Es, Language::En] {
                let text = set.text(language);
                assert_eq!(
                    text.lines().filter(|line| !line.trim().is_empty()).count(),
                    text.lines().count(),
                    "{set:?}"
                );
                assert!(texts.insert(text), "{set:?} reads like another one");
                let tokens = conserje_llm::count("", text);
                assert!(tokens <= 250, "{set:?} has {tokens} tokens");
            }
        }
        let told = InstructionSet::all().map(|set| {
            let InstructionSet { style, assistant, channel } = set;
            let heading = format!("## {} · {} · {}", style.name(), assistant.name(), channel.name());
            format!("{heading}\n\n{}\n\n{}\n", set.text(Language::Es), set.text(Language::En))
        });
        insta::assert_snapshot!(told.collect::<Vec<_>>().join("\n"));
    }
}
