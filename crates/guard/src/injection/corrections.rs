//! What people take back of what they said, in the words with which others set instructions aside.

use std::collections::BTreeMap;

use regex::Regex;
use serde::Deserialize;

use super::phrase;

/// The `[corrections]` of `rules.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Phrases {
    own: Vec<String>,
    last: Vec<String>,
    open: Vec<String>,
    signs: Vec<String>,
    never: Vec<String>,
}

pub(super) struct Corrections {
    /// What is the person's own beyond doubt, or by where it stands.
    plain: Regex,
    /// What is theirs where a sign of it is near.
    open: Regex,
    signs: Regex,
    never: Regex,
}

impl Corrections {
    pub(super) fn compile(phrases: &Phrases, words: &BTreeMap<String, String>) -> Result<Self, String> {
        let one_of = |phrases: &[String]| {
            phrase::one_of(phrases, words).map_err(|error| format!("corrections: {error}"))
        };
        Ok(Self {
            plain: one_of(&[phrases.own.as_slice(), &phrases.last].concat())?,
            open: one_of(&phrases.open)?,
            signs: one_of(&phrases.signs)?,
            never: one_of(&phrases.never)?,
        })
    }

    /// The words without what is taken back; none where nothing is, or where nobody honest would say the rest beside it.
    pub(super) fn without(&self, words: &str) -> Option<String> {
        if self.never.is_match(words) {
            return None;
        }
        // A sentence ends there, so that what stood on both sides makes no phrase.
        let rest = self.plain.replace_all(words, " .");
        let rest = if self.signs.is_match(words) { self.open.replace_all(&rest, " .") } else { rest.clone() };
        (rest != words).then(|| rest.into_owned())
    }
}
