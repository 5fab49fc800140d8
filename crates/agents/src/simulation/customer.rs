//! Somebody who is played: hears what is asked, says what they know, changes their mind where the scenario says so.

use std::collections::BTreeMap;

use conserje_text::fold;

use super::{Hears, Sayings, Scenario, Topic};

/// Nobody goes on for longer.
const MOST_TURNS: usize = 14;
/// Who is asked the same once more leaves.
const PATIENCE: usize = 3;
/// The topic in which somebody agrees.
const CONFIRM: &str = "confirm";

pub struct Customer<'a> {
    scenario: &'a Scenario,
    hears: &'a Hears,
    seed: u64,
    /// How many turns of their own accord are behind them.
    done: usize,
    said: usize,
    asked: BTreeMap<&'a str, usize>,
    facts: BTreeMap<&'a str, &'a Sayings>,
    is_leaving: bool,
}

impl<'a> Customer<'a> {
    pub fn new(scenario: &'a Scenario, hears: &'a Hears, seed: u64) -> Self {
        let facts = scenario.facts.iter().map(|(topic, sayings)| (topic.as_str(), sayings)).collect();
        Self { scenario, hears, seed, done: 0, said: 0, asked: BTreeMap::new(), facts, is_leaving: false }
    }

    /// How they begin.
    pub fn opens(&mut self) -> String {
        self.say(&self.scenario.opening)
    }

    /// What they say to an answer; none if they have nothing more to say.
    pub fn answers(&mut self, heard: &str) -> Option<String> {
        if self.is_leaving || self.said >= MOST_TURNS {
            return None;
        }
        let topics = self.hears.in_order(heard);
        if let Some(turn) = self.scenario.turns.get(self.done) {
            let is_time = turn.when == "anything" || topics.iter().any(|topic| topic.name == turn.when);
            let is_asked =
                topics.iter().any(|topic| topic.is_question && self.facts.contains_key(topic.name.as_str()));
            // Who is told nothing and asked nothing does not wait for ever.
            if is_time || !(is_asked || topics.iter().any(|topic| topic.name == CONFIRM)) {
                self.done += 1;
                self.asked.clear();
                self.facts.extend(turn.facts.iter().map(|(topic, sayings)| (topic.as_str(), sayings)));
                return Some(self.say(&turn.say));
            }
        }
        let asked = topics.into_iter().rfind(|topic| topic.is_question)?;
        let times = self.asked.entry(asked.name.as_str()).or_default();
        *times += 1;
        if *times > PATIENCE {
            return None;
        }
        if let Some(sayings) = self.facts.get(asked.name.as_str()) {
            return Some(self.say(sayings));
        }
        let otherwise = asked.otherwise.get(self.scenario.language.tag())?;
        // Whoever declines what else there is has done.
        self.is_leaving = asked.name == "more";
        Some(self.say(otherwise))
    }

    /// Whether everything that they wanted to say was said.
    pub fn has_said_all(&self) -> bool {
        self.done >= self.scenario.turns.len()
    }

    fn say(&mut self, sayings: &[String]) -> String {
        let drawn = drawn(self.seed, &self.scenario.name, self.said, sayings.len());
        self.said += 1;
        sayings.get(drawn).cloned().unwrap_or_default()
    }
}

impl Hears {
    /// What is asked or told, in the order in which it is said; what is said last counts most.
    fn in_order(&self, heard: &str) -> Vec<&Topic> {
        let heard = fold(heard);
        let place = |topic: &Topic| {
            let found = topic.words.iter().filter_map(|words| {
                let words = fold(words);
                heard.rfind(&words).map(|at| at + words.len())
            });
            found.max()
        };
        let mut found: Vec<_> =
            self.topics.iter().filter_map(|topic| place(topic).map(|at| (at, topic))).collect();
        found.sort_by_key(|(at, _)| *at);
        found.into_iter().map(|(_, topic)| topic).collect()
    }
}

/// One of so many, the same for the same seed and place. FNV-1a, so that no other version of anything draws otherwise.
fn drawn(seed: u64, name: &str, place: usize, count: usize) -> usize {
    let bytes = seed.to_le_bytes().into_iter().chain(name.bytes()).chain(place.to_le_bytes());
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let count = u64::try_from(count).unwrap_or(1).max(1);
    usize::try_from((hash >> 32) % count).unwrap_or(0)
}
