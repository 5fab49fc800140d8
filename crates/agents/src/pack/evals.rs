//! What a pack's assistants must get right: `evals/*.jsonl`.
//!
//! `routes-seen.jsonl` holds messages that the rules were written from, `routes-heldout.jsonl` others; `answers.jsonl`
//! questions with what a right answer shows.

use std::path::Path;

use conserje_kernel::Language;
use serde::Deserialize;

use super::{Fault, Pack, PackError, text};

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

#[derive(Clone, Debug, Default)]
pub struct Evals {
    pub seen: Vec<RouteEval>,
    pub heldout: Vec<RouteEval>,
    pub answers: Vec<AnswerEval>,
}

impl Evals {
    pub(super) fn read(pack: &Pack) -> Result<Self, PackError> {
        let mut faults = Vec::new();
        let folder = pack.folder.join("evals");
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
        let answers =
            lines(&folder.join("answers.jsonl"), &mut faults).into_iter().map(|(_, eval)| eval).collect();
        if faults.is_empty() { Ok(Self { seen, heldout, answers }) } else { Err(PackError { faults }) }
    }
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
