//! The phrases that a pack does not want to read.

use aho_corasick::{AhoCorasick, MatchKind};

use crate::findings::{Finding, Kind, Verdict};
use crate::policy::PolicyError;
use crate::view::View;

pub(crate) struct Phrases(Option<AhoCorasick>);

impl Phrases {
    pub(crate) fn compile(phrases: &[String]) -> Result<Self, PolicyError> {
        let mut patterns = Vec::with_capacity(phrases.len());
        for phrase in phrases {
            let words = View::of(phrase).words().replace(" .", "");
            if words.is_empty() {
                return Err(PolicyError::BlankPhrase(phrase.chars().take(60).collect()));
            }
            // Views begin every word with a space; the one at the end keeps a phrase from ending inside of a word.
            patterns.push(format!("{words} "));
        }
        if patterns.is_empty() {
            return Ok(Self(None));
        }
        AhoCorasick::builder()
            .match_kind(MatchKind::LeftmostLongest)
            .build(patterns)
            .map(|found| Self(Some(found)))
            .map_err(|error| PolicyError::Phrases(error.to_string()))
    }

    pub(crate) fn find(&self, view: &View) -> Option<Finding> {
        let automaton = self.0.as_ref()?;
        let words = format!("{} ", view.words());
        let found = automaton.find(&words)?;
        let rule = format!("blocked-{}", found.pattern().as_usize() + 1);
        Some(
            Finding::new(rule, Kind::BlockedPhrase, Verdict::Block)
                .at(view.origin(found.start()..found.end() - 1)),
        )
    }
}
