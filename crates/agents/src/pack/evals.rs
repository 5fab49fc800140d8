//! What a pack's assistants must get right: `evals/*.jsonl`.
//!
//! `routes-seen.jsonl` holds messages that the rules were written from, `routes-heldout.jsonl` others; `answers.jsonl`
//! questions with what a right answer shows. `urgency/cases-*.jsonl` say how urgent messages are. What was seen is also
//! what routing learns from, where it may.

use std::path::Path;

use conserje_kernel::Language;
use serde::Deserialize;

use super::{Fault, Pack, PackError, text};
use crate::routing::Lesson;
use crate::urgency::{LOWEST, level_of};

/// Who is to answer a message, and what it is about.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RouteEval {
    pub text: String,
    pub language: Language,
    pub agent: String,
    pub intent: String,
}

/// What a right answer shows.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerEval {
    pub text: String,
    pub language: Language,
    /// Tools that must have been used.
    #[serde(default)]
    pub tools: Vec<String>,
    /// Each must stand in the name or the quote of a source.
    #[serde(default)]
    pub cites: Vec<String>,
    /// Each must stand in the answer.
    #[serde(default)]
    pub contains: Vec<String>,
}

/// How urgent a message is.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UrgencyEval {
    pub text: String,
    pub language: Language,
    /// `level-1` to `level-5`.
    #[serde(rename = "agent", deserialize_with = "level")]
    pub level: u8,
    /// The red flag, if somebody said which.
    #[serde(default)]
    pub intent: String,
}

fn level<'de, D: serde::Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
    let name = String::deserialize(from)?;
    let problem = || serde::de::Error::custom(format!("`{name}` is no level; use level-1 to level-5"));
    level_of(&name).ok_or_else(problem)
}

#[derive(Clone, Debug, Default)]
pub struct Evals {
    pub seen: Vec<RouteEval>,
    pub heldout: Vec<RouteEval>,
    pub urgency_seen: Vec<UrgencyEval>,
    pub urgency_heldout: Vec<UrgencyEval>,
    pub answers: Vec<AnswerEval>,
}

impl Evals {
    pub(super) fn read(pack: &Pack) -> Result<Self, PackError> {
        let mut faults = Vec::new();
        let (folder, urgency) = (pack.folder.join("evals"), pack.folder.join("urgency"));
        let is_known = |eval: &RouteEval| pack.agents.iter().any(|agent| agent.name == eval.agent);
        let routes = |name: &str, faults: &mut Vec<Fault>| {
            let path = folder.join(name);
            let mut evals = Vec::new();
            for (line, eval) in lines::<RouteEval>(&path, faults) {
                if !is_known(&eval) {
                    let problem = format!("there is no agent `{}` in this pack", eval.agent);
                    faults.push(Fault { path: path.clone(), line: Some(line), problem });
                }
                evals.push(eval);
            }
            evals
        };
        let seen = routes("routes-seen.jsonl", &mut faults);
        let heldout = routes("routes-heldout.jsonl", &mut faults);
        let answers = without_lines(lines(&folder.join("answers.jsonl"), &mut faults));
        let mut cases = |name: &str| without_lines(lines(&urgency.join(name), &mut faults));
        let (urgency_seen, urgency_heldout) = (cases("cases-seen.jsonl"), cases("cases-heldout.jsonl"));
        if !faults.is_empty() {
            return Err(PackError { faults });
        }
        Ok(Self { seen, heldout, urgency_seen, urgency_heldout, answers })
    }
}

/// Who answers what, as examples to learn from.
pub(super) fn lessons(folder: &Path, faults: &mut Vec<Fault>) -> Vec<Lesson> {
    let evals: Vec<RouteEval> = without_lines(lines(&folder.join("evals/routes-seen.jsonl"), faults));
    evals.into_iter().map(|eval| Lesson { text: eval.text, agent: eval.agent, intent: eval.intent }).collect()
}

/// How urgent messages are. What is for anybody but who is there for emergencies is not urgent, and tells what most
/// messages look like.
pub(super) fn cases(folder: &Path, urgent: Option<&str>, faults: &mut Vec<Fault>) -> Vec<(String, u8)> {
    let known: Vec<UrgencyEval> = without_lines(lines(&folder.join("urgency/cases-seen.jsonl"), faults));
    let calm = lessons(folder, faults).into_iter().filter(|lesson| Some(lesson.agent.as_str()) != urgent);
    let calm = calm.map(|lesson| (lesson.text, LOWEST));
    known.into_iter().map(|eval| (eval.text, eval.level)).chain(calm).collect()
}

fn without_lines<T>(read: Vec<(usize, T)>) -> Vec<T> {
    read.into_iter().map(|(_, eval)| eval).collect()
}

/// Each line with its number; a file that is not there has none.
fn lines<T: for<'de> Deserialize<'de>>(path: &Path, faults: &mut Vec<Fault>) -> Vec<(usize, T)> {
    if !path.is_file() {
        return Vec::new();
    }
    let text = match text(path) {
        Ok(text) => text,
        Err(fault) => {
            faults.push(fault);
            return Vec::new();
        }
    };
    let mut read = Vec::new();
    for (place, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        match serde_json::from_str(line) {
            Ok(eval) => read.push((place + 1, eval)),
            Err(error) => {
                faults.push(Fault {
                    path: path.to_owned(),
                    line: Some(place + 1),
                    problem: error.to_string(),
                });
            }
        }
    }
    read
}
