//! How a business sounds (N9): what the model is told of it, and what a text breaks of it.
//!
//! Both are pure. What is looked for in a text is what can be told without a model: words to avoid, the form of address,
//! sentences that nobody reads to their end.

use std::ops::Range;

use conserje_kernel::{Address, Language};
use conserje_text::words;
use serde::{Deserialize, Serialize};

/// The most that a model is told of a voice, in tokens.
pub const MOST_TOKENS: u64 = 250;
/// Entries of a list, and signs of an entry.
const ENTRIES: usize = 30;
const LONGEST: usize = 400;
/// A sentence of more words than this is hard to read in a message.
const LONG_SENTENCE: usize = 40;

/// The `[voice]` table of a pack.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Voice {
    /// `calm`, `to the point`, …
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tone: Vec<String>,
    /// Whom it speaks to.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub audience: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub words_to_use: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub words_to_avoid: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dos: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub donts: Vec<String>,
    /// Sentences as the business writes them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub samples: Vec<String>,
    /// How people are addressed in Spanish; none leaves it to the tenant's settings.
    pub formality: Option<Address>,
}

/// What a text breaks of a voice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub kind: FindingKind,
    /// As it stands in the text.
    pub found: String,
    /// The character it begins at.
    pub at: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindingKind {
    /// A word that is to be avoided.
    Avoided,
    /// The other form of address.
    Formality,
    /// A sentence too long to read.
    Length,
}

impl FindingKind {
    pub fn name(self) -> &'static str {
        match self {
            Self::Avoided => "avoided",
            Self::Formality => "formality",
            Self::Length => "length",
        }
    }

    /// What to do about it.
    pub fn advice(self, language: Language) -> &'static str {
        match (self, language) {
            (Self::Avoided, Language::Es) => "Está entre las palabras que se evitan; di lo mismo con otra.",
            (Self::Avoided, Language::En) => "It is one of the words to avoid; say it with another.",
            (Self::Formality, Language::Es) => "No es la forma de trato elegida.",
            (Self::Formality, Language::En) => "This is not the chosen form of address.",
            (Self::Length, Language::Es) => "Es una frase muy larga; pártela en dos.",
            (Self::Length, Language::En) => "This sentence is very long; make it two.",
        }
    }
}

impl Voice {
    /// What cannot be used, for whoever wrote it.
    pub fn problem(&self) -> Option<String> {
        for (name, list) in self.lists() {
            if list.len() > ENTRIES {
                return Some(format!("`{name}` has at most {ENTRIES} entries"));
            }
            if list.iter().any(|entry| entry.trim().is_empty() || entry.chars().count() > LONGEST) {
                return Some(format!("an entry of `{name}` has 1 to {LONGEST} characters"));
            }
        }
        (self.audience.chars().count() > LONGEST)
            .then(|| format!("`audience` has at most {LONGEST} characters"))
    }

    fn lists(&self) -> [(&'static str, &Vec<String>); 6] {
        [
            ("tone", &self.tone),
            ("words_to_use", &self.words_to_use),
            ("words_to_avoid", &self.words_to_avoid),
            ("dos", &self.dos),
            ("donts", &self.donts),
            ("samples", &self.samples),
        ]
    }

    /// What a model is told: the most important first, and no more than [`MOST_TOKENS`].
    pub fn told(&self) -> String {
        let list = |what: &str, entries: &[String], by: &str| {
            (!entries.is_empty()).then(|| format!("{what}: {}.", entries.join(by)))
        };
        let formality = self.formality.map(|address| match address {
            Address::Tu => "In Spanish, say tú.".to_owned(),
            Address::Usted => "In Spanish, say usted.".to_owned(),
        });
        let audience = self.audience.trim();
        let parts = [
            list("Tone", &self.tone, ", "),
            (!audience.is_empty()).then(|| format!("You speak to {audience}.")),
            formality,
            list("Never use these words", &self.words_to_avoid, ", "),
            list("Always", &self.dos, "; "),
            list("Never", &self.donts, "; "),
            list("Words of this business", &self.words_to_use, ", "),
            list("It writes like this", &quoted(&self.samples), " "),
        ];
        let mut told = String::new();
        for part in parts.into_iter().flatten() {
            let longer = if told.is_empty() { part } else { format!("{told} {part}") };
            if conserje_llm::count("", &longer) > MOST_TOKENS {
                break;
            }
            told = longer;
        }
        told
    }

    /// What is told is less than what was written down.
    pub fn is_cut(&self) -> bool {
        let told = self.told();
        let entries = self.lists().into_iter().flat_map(|(_, list)| list);
        !entries.chain([&self.audience]).all(|entry| told.contains(entry.trim()))
    }

    /// What of this voice a text breaks, in the order in which it stands.
    pub fn look_at(&self, text: &str) -> Vec<Finding> {
        let there = words(text);
        let finding = |kind, bytes: Range<usize>| {
            let found = text.get(bytes.clone())?.to_owned();
            Some(Finding { kind, found, at: text.get(..bytes.start)?.chars().count() })
        };
        let mut found = Vec::new();
        for avoided in self.words_to_avoid.iter().map(|entry| words(entry)) {
            // No window is empty.
            for window in there.windows(avoided.len().max(1)) {
                let is_it =
                    window.iter().map(|word| &word.folded).eq(avoided.iter().map(|word| &word.folded));
                if let (true, Some(first), Some(last)) = (is_it, window.first(), window.last()) {
                    found.extend(finding(FindingKind::Avoided, first.bytes.start..last.bytes.end));
                }
            }
        }
        let other: &[&str] = match self.formality {
            Some(Address::Tu) => &["usted", "ustedes"],
            Some(Address::Usted) => &["tú", "ti", "contigo", "tuyo", "tuya"],
            None => &[],
        };
        // As written: without its accent, `tú` is a word that is also said to usted's neighbour.
        let written = |bytes: &Range<usize>| text.get(bytes.clone()).map(str::to_lowercase);
        for word in there {
            if written(&word.bytes).is_some_and(|word| other.contains(&word.as_str())) {
                found.extend(finding(FindingKind::Formality, word.bytes));
            }
        }
        found.extend(long_sentences(text));
        // Of two that begin alike the longer says it all.
        found.sort_by_key(|finding| (finding.at, std::cmp::Reverse(finding.found.chars().count())));
        let mut ends = 0;
        found.retain(|finding| {
            let end = finding.at + finding.found.chars().count();
            let is_inside = finding.kind == FindingKind::Avoided && end <= ends;
            if finding.kind == FindingKind::Avoided {
                ends = ends.max(end);
            }
            !is_inside
        });
        found
    }
}

fn quoted(samples: &[String]) -> Vec<String> {
    samples.iter().map(|sample| format!("“{}”", sample.trim())).collect()
}

fn long_sentences(text: &str) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut at = 0;
    for sentence in text.split_inclusive(['.', '!', '?', '\n', ';', ':']) {
        if sentence.split_whitespace().count() > LONG_SENTENCE {
            let begins = sentence.chars().take_while(|sign| sign.is_whitespace()).count();
            let shown: String = sentence.trim().chars().take(80).collect();
            found.push(Finding { kind: FindingKind::Length, found: shown, at: at + begins });
        }
        at += sentence.chars().count();
    }
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn list(entries: &[&str]) -> Vec<String> {
        entries.iter().map(|&entry| entry.to_owned()).collect()
    }

    #[test]
    fn what_a_model_is_told() {
        let voice = Voice {
            tone: list(&["calm", "to the point"]),
            audience: "families of the neighbourhood".to_owned(),
            words_to_use: list(&["sonrisa"]),
            words_to_avoid: list(&["barato"]),
            dos: list(&["name the next step"]),
            donts: list(&["promise results"]),
            samples: list(&["Te esperamos el martes."]),
            formality: Some(Address::Tu),
        };
        assert_eq!(
            voice.told(),
            "Tone: calm, to the point. You speak to families of the neighbourhood. In Spanish, say tú. Never use these words: \
             barato. Always: name the next step. Never: promise results. Words of this business: sonrisa. It writes like this: \
             “Te esperamos el martes.”."
        );
        assert!(!voice.is_cut());
        assert_eq!(Voice::default().told(), "");
        let long = Voice { samples: vec!["una frase de muestra ".repeat(18); 20], ..voice };
        assert!(conserje_llm::count("", &long.told()) <= MOST_TOKENS && long.is_cut());
    }

    #[test]
    fn what_a_text_breaks_is_found_where_it_stands() {
        let voice = Voice {
            words_to_avoid: list(&["barato", "sin compromiso"]),
            formality: Some(Address::Tu),
            ..Voice::default()
        };
        let found = voice.look_at("Es BARATO y sin compromiso para usted. Baratos no.");
        let told: Vec<_> = found.iter().map(|one| (one.kind.name(), one.found.as_str(), one.at)).collect();
        assert_eq!(
            told,
            [("avoided", "BARATO", 3), ("avoided", "sin compromiso", 12), ("formality", "usted", 32)]
        );
        let twice = Voice { words_to_avoid: list(&["barato", "muy barato"]), ..Voice::default() };
        let found = twice.look_at("Es muy barato, barato.");
        assert_eq!(found.iter().map(|one| one.found.as_str()).collect::<Vec<_>>(), ["muy barato", "barato"]);
        let long = format!("Corta. {}", "palabra ".repeat(41));
        assert_eq!(voice.look_at(&long).len(), 1);
        let formal = Voice { formality: Some(Address::Usted), ..Voice::default() };
        assert_eq!(formal.look_at("Es para ti, y tu cita").len(), 1);
    }

    #[test]
    fn lists_have_an_end() {
        assert_eq!(Voice::default().problem(), None);
        let many = Voice { tone: vec!["x".to_owned(); 31], ..Voice::default() };
        assert_eq!(many.problem().as_deref(), Some("`tone` has at most 30 entries"));
        let empty = Voice { dos: list(&[" "]), ..Voice::default() };
        assert_eq!(empty.problem().as_deref(), Some("an entry of `dos` has 1 to 400 characters"));
    }

    proptest! {
        #[test]
        fn any_text_can_be_looked_at(text in ".{0,200}", avoided in ".{0,12}") {
            let voice = Voice { words_to_avoid: vec![avoided], formality: Some(Address::Tu), ..Voice::default() };
            for finding in voice.look_at(&text) {
                let there: String = text.chars().skip(finding.at).take(finding.found.chars().count()).collect();
                prop_assert_eq!(there.to_lowercase(), finding.found.to_lowercase());
            }
        }
    }
}
