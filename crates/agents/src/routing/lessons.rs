//! Rules and examples together: what rules fire is a clue beside the words of a message.

use conserje_kernel::RoutedBy;
use std::sync::OnceLock;

use super::examples::{Example, Examples};
use super::router::{Router, Rule, Said, head};
use super::text::plain;
use super::{Decision, Fired};

/// Of so many examples one is learned with the rules that fire, the others by their words alone. Rules were written from
/// these very messages, and so are right more often than they are with others: words must count beside them.
const WITH_RULES: usize = 3;
/// Where no rule fires, examples must be as sure as this.
const SURE: f32 = 0.5;
/// How many words are named.
const NAMED: usize = 3;

/// A message, and who is to answer it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    pub text: String,
    pub agent: String,
    pub intent: String,
}

#[derive(Debug)]
pub(super) struct Lessons {
    all: Vec<Lesson>,
    /// Agent and intent.
    labels: Vec<(String, String)>,
    /// Made when it is first needed: that takes a while, and who never asks needs none.
    learned: OnceLock<Examples>,
}

impl Lessons {
    pub(super) fn new(lessons: Vec<Lesson>) -> Self {
        let mut labels: Vec<(String, String)> =
            lessons.iter().map(|lesson| (lesson.agent.clone(), lesson.intent.clone())).collect();
        labels.sort_unstable();
        labels.dedup();
        Self { all: lessons, labels, learned: OnceLock::new() }
    }

    pub(super) fn all(&self) -> &[Lesson] {
        &self.all
    }
}

impl Router {
    /// Learns now instead of with the first message.
    pub fn learn(&self) {
        if let Some(lessons) = &self.lessons {
            self.learned(lessons);
        }
    }

    fn learned<'a>(&self, lessons: &'a Lessons) -> &'a Examples {
        lessons.learned.get_or_init(|| {
            let label = |lesson: &Lesson| {
                let of =
                    |(agent, intent): &(String, String)| agent == &lesson.agent && intent == &lesson.intent;
                lessons.labels.iter().position(of)
            };
            let examples: Vec<Example<'_>> = lessons
                .all
                .iter()
                .enumerate()
                .filter_map(|(place, lesson)| {
                    let ruled = (place % WITH_RULES == 0).then(|| self.by_rule(&lesson.text));
                    let clues = ruled.map(|ruled| self.clues(ruled.as_ref())).unwrap_or_default();
                    Some(Example { text: &lesson.text, clues, label: label(lesson)? })
                })
                .collect();
            Examples::learn(&examples, lessons.labels.len())
        })
    }

    /// What rules make of a message: who would decide, who fires, and for what.
    fn clues(&self, ruled: Option<&Decision>) -> Vec<String> {
        let Some(ruled) = ruled else { return vec!["none".to_owned()] };
        let mut clues = vec![format!("first:{}", ruled.intent)];
        for fired in &ruled.fired {
            clues.push(format!("rule:{}", fired.rule));
            let intent = self.rules.iter().find(|rule| rule.name == fired.rule).map(|rule| &rule.intent);
            let clue = intent.map(|intent| format!("intent:{intent}")).unwrap_or_default();
            if !clues.contains(&clue) {
                clues.push(clue);
            }
        }
        clues
    }

    /// What the rules say, or what examples say instead.
    pub(super) fn by_examples(&self, message: &str, ruled: Option<Decision>) -> Option<Decision> {
        let (Some(below), Some(lessons)) = (self.learn_below, &self.lessons) else { return ruled };
        if ruled.as_ref().is_some_and(|ruled| ruled.priority >= below) {
            return ruled;
        }
        let (text, learned) = (plain(head(message)), self.learned(lessons));
        let shares = learned.judge(&text, &self.clues(ruled.as_ref()));
        let best = shares.iter().enumerate().max_by(|one, other| one.1.total_cmp(other.1));
        let Some((label, share)) = best.map(|(label, share)| (label, *share)) else { return ruled };
        let (agent, intent) = lessons.labels.get(label)?;
        match &ruled {
            Some(known) if (&known.agent, &known.intent) == (agent, intent) => {
                return ruled.map(|known| Decision { is_open: false, ..known });
            }
            Some(_) => {}
            // What nothing is known of goes on as it would without examples.
            None if share < SURE || self.is_fallback(intent) => return None,
            None => {}
        }
        let words = learned.reasons(&text, label, NAMED).into_iter();
        let words = words.map(|(word, _)| Fired { rule: format!("word:{word}"), confidence: share });
        let rules = ruled.as_ref().map(|ruled| ruled.fired.clone()).unwrap_or_default();
        let question = message.trim();
        let is_of_intent = |rule: &Rule| &rule.agent == agent && &rule.intent == intent;
        let of_intent = || self.rules.iter().filter(|rule| is_of_intent(rule));
        let hint = self
            .by_rules_that(message, is_of_intent)
            .and_then(|own| own.hint)
            .or_else(|| of_intent().find_map(|rule| rule.hint(question, &Said::new())))
            .or_else(|| self.fallback(agent, message).hint.filter(|_| self.is_fallback(intent)));
        Some(Decision {
            intent: intent.clone(),
            confidence: share,
            fired: words.chain(rules).collect(),
            hint,
            priority: of_intent().map(|rule| rule.priority).max().unwrap_or(0),
            by_rules: ruled.map_or(0.0, |ruled| ruled.by_rules),
            ..Decision::of(agent, RoutedBy::Examples)
        })
    }

    fn is_fallback(&self, intent: &str) -> bool {
        self.fallback.as_ref().is_some_and(|fallback| fallback.intent == intent)
    }
}
