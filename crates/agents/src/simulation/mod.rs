//! Customers who are played: what a pack must bring about, not only say.
//!
//! `simulations/*.toml` holds scenarios: somebody with a goal, what they know, and what they change on the way; beside them
//! `hears.toml` tells by which words a customer knows what they are asked. Below `simulations/heldout` stand scenarios of
//! writers who have seen no rules. [`Customer`] speaks for one of them, the same for the same seed; [`Ending::judge`] holds
//! what came of it, in rows and in words, against what was to come. Neither does any IO: whoever plays them drives the turns.

mod customer;
mod ending;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use conserje_kernel::Language;
use serde::Deserialize;

pub use customer::Customer;
pub use ending::{
    Ending, SeenAppointment, SeenLine, SeenOrder, Verdict, WantedAppointment, WantedOrder, World,
};

use crate::pack::{Fault, PackError, parse_file};

/// Ways to say one thing; the seed chooses.
type Sayings = Vec<String>;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioFile {
    /// Which of the pack's businesses below `demo`.
    business: String,
    language: Language,
    #[serde(rename = "scenario")]
    scenarios: Vec<ScenarioRow>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioRow {
    name: String,
    kind: String,
    now: String,
    #[serde(default)]
    language: Option<Language>,
    opening: Sayings,
    #[serde(default)]
    facts: BTreeMap<String, Sayings>,
    #[serde(default, rename = "turn")]
    turns: Vec<Turn>,
    #[serde(default)]
    end: Ending,
}

/// What a customer says of their own accord.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// A topic that is heard, or `anything`.
    pub when: String,
    pub say: Sayings,
    /// What they say from then on when they are asked.
    #[serde(default)]
    pub facts: BTreeMap<String, Sayings>,
}

/// Somebody who wants something.
#[derive(Clone, Debug)]
pub struct Scenario {
    pub name: String,
    /// Failures are counted by it.
    pub kind: String,
    pub business: String,
    pub language: Language,
    /// The hour of the place, as in `2026-06-08T10:30`.
    pub now: String,
    pub opening: Sayings,
    pub facts: BTreeMap<String, Sayings>,
    pub turns: Vec<Turn>,
    pub end: Ending,
    pub is_held_out: bool,
}

/// By which words a customer knows what they are asked, or told.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hears {
    #[serde(default, rename = "topic")]
    topics: Vec<Topic>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Topic {
    name: String,
    /// Whether it wants an answer.
    #[serde(default = "is_question")]
    is_question: bool,
    words: Sayings,
    /// What is said to it by somebody who has no fact for it.
    #[serde(default)]
    otherwise: BTreeMap<String, Sayings>,
}

fn is_question() -> bool {
    true
}

/// What a pack plays.
#[derive(Clone, Debug, Default)]
pub struct Simulations {
    pub scenarios: Vec<Scenario>,
    pub hears: Hears,
}

impl Simulations {
    /// Of a pack's folder; none if it has none.
    pub fn read(pack: &Path) -> Result<Self, PackError> {
        let folder = pack.join("simulations");
        let mut read = Self::default();
        let mut faults = Vec::new();
        for (inside, is_held_out) in [(folder.clone(), false), (folder.join("heldout"), true)] {
            let paths = match toml_files(&inside) {
                Ok(paths) => paths,
                Err(fault) => {
                    faults.push(fault);
                    continue;
                }
            };
            for path in paths {
                if path.file_name().is_some_and(|name| name == "hears.toml") {
                    match parse_file(&path) {
                        Ok(hears) => read.hears = hears,
                        Err(fault) => faults.push(fault),
                    }
                    continue;
                }
                match parse_file::<ScenarioFile>(&path) {
                    Ok(file) => read.scenarios.extend(scenarios(file, is_held_out)),
                    Err(fault) => faults.push(fault),
                }
            }
        }
        faults.extend(read.faults(&folder));
        if faults.is_empty() { Ok(read) } else { Err(PackError { faults }) }
    }

    /// What no parser sees: names that stand twice or for nothing.
    fn faults(&self, folder: &Path) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut names = std::collections::BTreeSet::new();
        for scenario in &self.scenarios {
            let mut fault = |problem: String| {
                faults.push(Fault {
                    path: folder.to_owned(),
                    line: None,
                    problem: format!("scenario `{}` {problem}", scenario.name),
                });
            };
            if !names.insert(&scenario.name) {
                fault("stands there twice; give each a name of its own".to_owned());
            }
            if scenario.opening.is_empty() {
                fault("says nothing; add an `opening`".to_owned());
            }
            for turn in &scenario.turns {
                if turn.say.is_empty() {
                    fault(format!("has a turn when `{}` that says nothing", turn.when));
                }
                if turn.when != "anything" && !self.hears.topics.iter().any(|topic| topic.name == turn.when) {
                    fault(format!("has a turn when `{}`, which is no topic of hears.toml", turn.when));
                }
            }
            let named = scenario.facts.keys().chain(scenario.turns.iter().flat_map(|turn| turn.facts.keys()));
            for topic in named {
                if !self.hears.topics.iter().any(|known| known.name == *topic) {
                    fault(format!("knows `{topic}`, which is no topic of hears.toml"));
                }
            }
        }
        faults
    }
}

fn scenarios(file: ScenarioFile, is_held_out: bool) -> impl Iterator<Item = Scenario> {
    let ScenarioFile { business, language, scenarios } = file;
    scenarios.into_iter().map(move |row| Scenario {
        name: row.name,
        kind: row.kind,
        business: business.clone(),
        language: row.language.unwrap_or(language),
        now: row.now,
        opening: row.opening,
        facts: row.facts,
        turns: row.turns,
        end: row.end,
        is_held_out,
    })
}

/// In order of their names; none if there is no such folder.
fn toml_files(folder: &Path) -> Result<Vec<PathBuf>, Fault> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let unread = |error: std::io::Error| Fault {
        path: folder.to_owned(),
        line: None,
        problem: format!("it cannot be read: {error}"),
    };
    let entries = std::fs::read_dir(folder).map_err(unread)?;
    let paths = entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>();
    let mut paths = paths.map_err(unread)?;
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
#[path = "simulation_tests.rs"]
mod tests;
