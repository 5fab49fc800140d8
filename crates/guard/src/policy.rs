//! What a pack wants checked: its `[guard]` table. The default is strict about what leaves.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::pii::Pii;

/// What becomes of personal data in a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Entering {
    Mask,
    Block,
    Allow,
}

/// What becomes of personal data in documents, tool results and answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Passing {
    Mask,
    Allow,
}

/// What becomes of a message that tries to take over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Injection {
    /// Refused when it is plain, flagged when it is only suspicious.
    #[default]
    Block,
    Flag,
    Off,
}

/// The `[guard]` table of a pack. What a table does not name keeps its default.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Policy {
    /// Personal data in messages. Contact data and the numbers of companies pass, other numbers are masked.
    pub input: BTreeMap<Pii, Entering>,
    /// Personal data in documents and tool results. The same default.
    pub outside: BTreeMap<Pii, Passing>,
    /// Personal data in answers. The same default: an assistant tells how its business can be reached.
    pub output: BTreeMap<Pii, Passing>,
    pub injection: Injection,
    /// Phrases that get a message refused; case, accents and punctuation do not matter.
    pub blocked: Vec<String>,
    /// Where links and images in answers may lead: `example.com`, or `*.example.com` for all below it.
    pub allowed_hosts: Vec<String>,
    /// Values that are no secret, such as the office's own phone number; `@example.com` is every address there.
    pub public: Vec<String>,
    /// From how many words on, one after the other, an answer repeats its instructions.
    pub leak_words: usize,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            input: BTreeMap::new(),
            outside: BTreeMap::new(),
            output: BTreeMap::new(),
            injection: Injection::default(),
            blocked: Vec::new(),
            allowed_hosts: Vec::new(),
            public: Vec::new(),
            leak_words: 16,
        }
    }
}

impl Policy {
    pub(crate) fn entering(&self, pii: Pii) -> Entering {
        let usual = if pii.is_needed_to_help() { Entering::Allow } else { Entering::Mask };
        self.input.get(&pii).copied().unwrap_or(usual)
    }

    pub(crate) fn passing(&self, pii: Pii) -> Passing {
        let usual = if pii.is_needed_to_help() { Passing::Allow } else { Passing::Mask };
        self.outside.get(&pii).copied().unwrap_or(usual)
    }

    pub(crate) fn leaving(&self, pii: Pii) -> Passing {
        let usual = if pii.is_needed_to_help() { Passing::Allow } else { Passing::Mask };
        self.output.get(&pii).copied().unwrap_or(usual)
    }
}

/// Why a policy cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PolicyError {
    #[error("`guard.blocked` has the entry `{0}`, which has no letters or digits; remove it")]
    BlankPhrase(String),
    #[error(
        "`guard.allowed_hosts` has the entry `{0}`; write a host such as `example.com` or `*.example.com`"
    )]
    NotAHost(String),
    #[error(
        "`guard.public` has the entry `{0}`, which is too short to tell apart; use at least five letters or digits"
    )]
    ShortPublic(String),
    #[error("`guard.leak_words` is {0}; use 8 to 64")]
    LeakWords(usize),
    #[error("`guard.blocked` could not be compiled: {0}; use fewer phrases")]
    Phrases(String),
    #[error("the built-in rules could not be compiled: {0}")]
    BuiltIn(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_changes_only_what_it_names() {
        let policy: Policy = toml::from_str(
            r#"
            injection = "flag"
            blocked = ["proyecto secreto"]
            allowed_hosts = ["*.boe.es"]
            [input]
            card = "block"
            [output]
            email = "allow"
            "#,
        )
        .unwrap();
        assert_eq!(policy.entering(Pii::Card), Entering::Block);
        assert_eq!(policy.entering(Pii::Dni), Entering::Mask);
        assert_eq!(policy.entering(Pii::Email), Entering::Allow);
        assert_eq!(policy.passing(Pii::Card), Passing::Mask);
        assert_eq!(policy.leaving(Pii::Email), Passing::Allow);
        assert_eq!(policy.leaving(Pii::Phone), Passing::Allow);
        assert_eq!(policy.leaving(Pii::Dni), Passing::Mask);
        assert_eq!(policy.leak_words, 16);
    }

    #[test]
    fn a_slip_of_the_pen_is_no_silent_hole() {
        for wrong in [
            "injections = \"block\"",
            "[input]\ndnii = \"mask\"",
            "[output]\ndni = \"block\"",
            "injection = \"on\"",
        ] {
            assert!(toml::from_str::<Policy>(wrong).is_err(), "{wrong}");
        }
    }
}
