//! The packs that come with the program: that they can be read, whom their rules choose, and what their agents cost.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test may stop at the first thing that is not as it should be, and says how good the rules are"
)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use conserje_agents::urgency::{LOWEST, SUPPOSED, URGENT, level_of};
use conserje_agents::{Catalogue, Pack, RouteEval, Wish, rules};
use conserje_guard::{Limits, screen_message};
use conserje_kernel::{Language, RoutedBy};
use serde_json::Value;

/// The share of what was held out that must reach the right agent and intent; a little below what was measured.
const HELD_OUT: [(&str, f64); 4] = [("docs", 0.82), ("erp", 0.87), ("frontdesk", 0.95), ("legal", 0.87)];
/// The same for the front desk's agents alone.
const FRONT_DESK_AGENTS: f64 = 0.97;
/// What an agent is told before anything is asked, in tokens (A3).
const BASE_PROMPT: u64 = 800;

fn folders() -> Vec<PathBuf> {
    let packs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs");
    let entries = std::fs::read_dir(packs).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| path.join("pack.toml").is_file()).collect()
}

struct Accuracy {
    /// The share that reaches the right agent.
    agents: f64,
    /// The share that reaches the right agent with the right intent.
    intents: f64,
    wrong: Vec<String>,
}

fn accuracy(catalogue: &Catalogue, evals: &[RouteEval]) -> Accuracy {
    let (mut wrong, mut agents) = (Vec::new(), 0);
    for eval in evals {
        let message = screen_message(&eval.text, Limits::default()).unwrap();
        let decision = catalogue.route(&message, Wish::default());
        agents += usize::from(decision.agent == eval.agent);
        if (&decision.agent, &decision.intent) != (&eval.agent, &eval.intent) {
            let fired: Vec<_> = decision.fired.iter().map(|fired| fired.rule.as_str()).collect();
            wrong.push(format!("{}: {} for {} {fired:?}", eval.text, decision.intent, eval.intent));
        }
    }
    let share = |count: usize| count as f64 / evals.len() as f64;
    Accuracy { agents: share(agents), intents: share(evals.len() - wrong.len()), wrong }
}

#[test]
fn rules_know_what_they_were_written_from_and_most_of_what_they_were_not() {
    let mut short = Vec::new();
    for folder in folders() {
        let pack = Pack::read(&folder).unwrap_or_else(|error| panic!("{error}"));
        let (name, evals) = (pack.name.clone(), pack.evals().unwrap_or_else(|error| panic!("{error}")));
        assert!(evals.seen.len() + evals.heldout.len() >= 150, "{name} has too few");
        let catalogue = Catalogue::of_packs(vec![pack]).unwrap();
        let seen = accuracy(&catalogue, &evals.seen);
        // Not which of those held out: whoever mends rules or writes examples must not look at them.
        let heldout = accuracy(&catalogue, &evals.heldout);
        let said = format!(
            "{name}: {:.3} of what was seen; of what was held out {:.3}, and {:.3} by agent",
            seen.intents, heldout.intents, heldout.agents
        );
        println!("{said}");
        let least = HELD_OUT.iter().find(|(pack, _)| *pack == name).map_or(0.75, |(_, least)| *least);
        let is_short = seen.intents < 0.97 || heldout.intents < least;
        if is_short || (name == "frontdesk" && heldout.agents < FRONT_DESK_AGENTS) {
            short.push(format!("{said}\n{}", seen.wrong.join("\n")));
        }
    }
    assert!(short.is_empty(), "{}", short.join("\n"));
}

/// A message, how urgent it is, and what it is about where that is anger.
#[derive(serde::Deserialize)]
struct Told {
    text: String,
    agent: String,
    #[serde(default)]
    intent: Option<String>,
}

/// Cries for help in slips and slang, and ordinary words that sound like one: figures of speech, what is past, supposed,
/// denied or read in the news, and anger. None of it is learned from.
#[test]
fn every_cry_for_help_is_heard_and_ordinary_words_alarm_nobody() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/frontdesk");
    let pack = Pack::read(&folder).unwrap_or_else(|error| panic!("{error}"));
    let flags = pack.red_flags.clone().unwrap();
    let catalogue = Catalogue::of_packs(vec![pack]).unwrap();
    let text = std::fs::read_to_string(folder.join("urgency/told-seen.jsonl")).unwrap();
    let (mut wrong, mut urgent, mut ordinary) = (Vec::new(), 0, 0);
    for line in text.lines() {
        let told: Told = serde_json::from_str(line).unwrap();
        let wanted = level_of(&told.agent).unwrap();
        let found = flags.look(&told.text);
        let level = found.as_ref().map_or(LOWEST, |found| found.level);
        let decision =
            catalogue.route(&screen_message(&told.text, Limits::default()).unwrap(), Wish::default());
        let is_supposed = found.as_ref().is_some_and(|found| found.flag == SUPPOSED);
        let is_right = if wanted >= URGENT {
            urgent += 1;
            level >= wanted && decision.by == RoutedBy::Urgency
        } else {
            ordinary += 1;
            let is_angry = decision.intent == "complaint";
            let is_alarmed = decision.agent == "urgent_care" && !is_supposed;
            let is_as_angry = told.intent.as_deref() != Some("complaint") || is_angry;
            level < URGENT && !is_alarmed && is_as_angry
        };
        if !is_right {
            let rules: Vec<_> = decision.fired.iter().map(|fired| fired.rule.as_str()).collect();
            let flag = found.map(|found| found.flag).unwrap_or_default();
            wrong.push(format!("{wanted}: {} as {level} ({flag}), {} {rules:?}", told.text, decision.agent));
        }
    }
    assert!(urgent >= 60 && ordinary >= 120, "{urgent} and {ordinary} are too few");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
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

fn schema(name: &str) -> jsonschema::Validator {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas").join(name);
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    jsonschema::validator_for(&schema).unwrap()
}

fn toml_at(path: &Path) -> Value {
    toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn the_published_schemas_take_what_is_taken_and_refuse_what_is_refused() {
    let (pack, routes) = (schema("pack.json"), schema("routes.json"));
    for folder in folders() {
        for (schema, file) in [(&pack, "pack.toml"), (&routes, "routes.toml")] {
            let errors: Vec<_> =
                schema.iter_errors(&toml_at(&folder.join(file))).map(|error| error.to_string()).collect();
            assert_eq!(errors, Vec::<String>::new(), "{} {file}", folder.display());
        }
    }
    let everything = r#"
        name = "all"
        version = "1"
        description = "x"
        languages = ["es"]
        vertical = "x"
        [instructions]
        style = "casual"
        assistant = "full"
        channel = "voice"
        [collections]
        a = 2.0
        [variants.dental]
        a = "b"
        [guard]
        injection = "flag"
        blocked = ["secret plan"]
        allowed_hosts = ["example.com"]
        public = ["+34 900 100 200"]
        leak_words = 20
        [guard.input]
        dni = "block"
        [guard.outside]
        email = "mask"
        [guard.output]
        phone = "mask"
        [egress]
        allowed_hosts = ["example.com"]
        [[agents]]
        name = "a"
        description = "x"
        prompt = "x"
        tools = []
        dialogue = "x"
        tier = "fast"
        approvals = "never"
        thinking_budget = 1
        steps = 1
        iterations = 1
        handoffs = 1
        tokens = 1
        [[agents]]
        name = "b"
        prompt = "x y"
    "#;
    let taken = |text: &str| {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("pack.toml"), text).unwrap();
        (Pack::read(folder.path()).is_ok(), pack.is_valid(&toml::from_str::<Value>(text).unwrap()))
    };
    assert_eq!(taken(everything), (true, true));
    for (right, wrong) in [
        ("name = \"all\"", "name = \"All of it\""),
        ("vertical = \"x\"", "verticals = \"x\""),
        ("style = \"casual\"", "style = \"loud\""),
        ("injection = \"flag\"", "injection = \"maybe\""),
        ("phone = \"mask\"", "phone = \"block\""),
        ("leak_words = 20", "leak_words = 2"),
        ("a = 2.0", "a = 20.0"),
        ("tier = \"fast\"", "tier = \"slow\""),
        ("handoffs = 1", "handoffs = 4"),
        ("prompt = \"x\"", "prompt = \"x\"\nprompt_file = \"x\""),
    ] {
        assert_eq!(taken(&everything.replace(right, wrong)), (false, false), "{wrong}");
    }
}
