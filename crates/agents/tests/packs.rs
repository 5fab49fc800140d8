//! The packs that come with the program: that they can be read, whom their rules choose, and what their agents cost.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use conserje_agents::{Catalogue, Pack, RouteEval, Wish, rules};
use conserje_guard::{Limits, screen_message};
use conserje_kernel::Language;

/// What an agent is told before anything is asked, in tokens (A3).
const BASE_PROMPT: u64 = 800;

fn folders() -> Vec<PathBuf> {
    let packs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs");
    let entries = std::fs::read_dir(packs).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| path.join("pack.toml").is_file()).collect()
}

/// The share that reaches the right agent and intent, and what went wrong.
fn accuracy(catalogue: &Catalogue, evals: &[RouteEval]) -> (f64, Vec<String>) {
    let mut wrong = Vec::new();
    for eval in evals {
        let message = screen_message(&eval.text, Limits::default()).unwrap();
        let decision = catalogue.route(&message, Wish::default());
        if (&decision.agent, &decision.intent) != (&eval.agent, &eval.intent) {
            let fired: Vec<_> = decision.fired.iter().map(|fired| fired.rule.as_str()).collect();
            wrong.push(format!("{}: {} for {} {fired:?}", eval.text, decision.intent, eval.intent));
        }
    }
    (1.0 - wrong.len() as f64 / evals.len() as f64, wrong)
}

#[test]
fn rules_know_what_they_were_written_from_and_most_of_what_they_were_not() {
    let mut short = Vec::new();
    for folder in folders() {
        let pack = Pack::read(&folder).unwrap_or_else(|error| panic!("{error}"));
        let (name, evals) = (pack.name.clone(), pack.evals().unwrap_or_else(|error| panic!("{error}")));
        assert!(evals.seen.len() + evals.heldout.len() >= 150, "{name} has too few");
        let catalogue = Catalogue::of_packs(vec![pack]).unwrap();
        let (seen, wrong) = accuracy(&catalogue, &evals.seen);
        // Not which of those held out: whoever mends rules must not look at them.
        let (heldout, _) = accuracy(&catalogue, &evals.heldout);
        println!("{name}: {seen:.3} of what was seen, {heldout:.3} of what was held out");
        if seen < 0.97 || heldout < 0.75 {
            short.push(format!("{name}: {seen:.3}, {heldout:.3}\n{}", wrong.join("\n")));
        }
    }
    assert!(short.is_empty(), "{}", short.join("\n"));
}

#[test]
fn no_agent_is_told_more_than_its_budget() {
    let mut over = BTreeMap::new();
    for folder in folders() {
        let pack = Pack::read(&folder).unwrap_or_else(|error| panic!("{error}"));
        for agent in &pack.agents {
            for language in [Language::Es, Language::En] {
                let tokens = conserje_llm::count("", &rules(agent, language));
                if tokens > BASE_PROMPT {
                    over.insert(agent.name.clone(), tokens);
                }
            }
        }
    }
    assert_eq!(over, BTreeMap::new());
}
