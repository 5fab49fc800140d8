//! Who answers (A2): whoever is there for emergencies, then whom the caller names, then commands, then rules and what
//! examples make of them, then what documents call for, then who is in charge of the conversation or a model, if the pack says so, then the default.
//!
//! Rules are compiled once per pack. The words of a message are looked up once, and only phrases whose rarest word is
//! among them are tried. A decision says which rules fired, so that it can be explained. By hand: intent engines on
//! offer need a model, or cannot say why, and one automaton of all phrases outgrows every cache.

mod compile;
pub(crate) mod examples;
pub(crate) mod goes_on;
mod lessons;
mod lexicon;
mod matcher;
mod phrase;
mod router;
mod rules;
pub(crate) mod text;

use conserje_kernel::RoutedBy;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use compile::RuleFault;
pub use lessons::Lesson;
pub use phrase::PhraseError;
pub use router::Router;
pub(crate) use router::head;
pub use rules::RoutesFile;

/// Who answers, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    pub agent: String,
    /// For whom this agent stands in, because of the trade of the business.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant_of: Option<String>,
    pub intent: String,
    /// From 0 to 1.
    pub confidence: f32,
    pub by: RoutedBy,
    /// The rules that fired, the one that decided first. Before them, where examples decided, the words that weighed
    /// most, as `word:…`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fired: Vec<Fired>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<Hint>,
    /// Another agent is almost as likely, or nothing said who: a model may be asked.
    #[serde(default)]
    pub is_open: bool,
    /// Of the rule that decided.
    #[serde(skip)]
    pub priority: i32,
    /// How sure rules are; nothing, if none fired.
    #[serde(skip)]
    pub by_rules: f32,
}

impl Decision {
    pub(crate) fn of(agent: &str, by: RoutedBy) -> Self {
        Self {
            agent: agent.to_owned(),
            variant_of: None,
            intent: String::new(),
            confidence: 0.0,
            by,
            fired: Vec::new(),
            hint: None,
            is_open: false,
            priority: 0,
            by_rules: 0.0,
        }
    }

    /// To choose between what several packs say. Priorities are a pack's own affair: nobody outranks another pack's
    /// rules with them, save commands and small talk, which every pack has below its others. Nor do examples: they know
    /// nothing of what other packs are for.
    pub(crate) fn rank(&self) -> (bool, bool, f32) {
        (self.by == RoutedBy::Command, self.priority >= 0, self.by_rules)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fired {
    pub rule: String,
    pub confidence: f32,
}

/// The call that a rule answers its question with: the first step of a model that cannot choose by itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hint {
    pub tool: String,
    pub arguments: Value,
}

#[cfg(test)]
#[path = "routing_tests.rs"]
mod tests;
