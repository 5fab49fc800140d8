//! How often the right agent and intent are found, and how urgent messages are: for messages that the rules were written
//! and examples learned from, and for others.

use std::collections::BTreeMap;

use conserje_agents::urgency::LOWEST;
use conserje_agents::{Catalogue, Evals, Pack, RouteEval, UrgencyEval, Wish};
use conserje_guard::{Limits, screen_message};
use serde_json::{Value, json};

use super::Wanted;

pub(super) struct Tested {
    pub(super) items: Vec<Value>,
    pub(super) missed: Vec<String>,
    pub(super) is_good: bool,
}

pub(super) fn test(pack: &Pack, evals: &Evals, wanted: &Wanted) -> Tested {
    let mut tested = Tested { items: Vec::new(), missed: Vec::new(), is_good: true };
    // Read anew, because a catalogue owns its packs.
    let Ok(catalogue) = Pack::read(&pack.folder).and_then(|pack| Catalogue::of_packs(vec![pack])) else {
        return tested;
    };
    for (set, evals, must) in [("seen", &evals.seen, false), ("held out", &evals.heldout, true)] {
        let mut by_language: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        for eval in evals {
            let counts = by_language.entry(eval.language.tag()).or_default();
            counts.0 += 1;
            match miss(&catalogue, eval) {
                None => counts.1 += 1,
                Some(miss) => tested.missed.push(format!("{} ({set}): {miss}", pack.name)),
            }
        }
        let all = by_language.values().fold((0, 0), |(count, right), one| (count + one.0, right + one.1));
        by_language.insert("all", all);
        for (language, (count, right)) in by_language.into_iter().filter(|(_, (count, _))| *count > 0) {
            tested.items.push(item(pack, &format!("routes, {set}"), language, (count, right)));
            if must && language == "all" && right as f64 / (count as f64) < wanted.at_least {
                tested.is_good = false;
            }
        }
    }
    for (set, evals) in [("seen", &evals.urgency_seen), ("held out", &evals.urgency_heldout)] {
        for (level, counts) in by_level(pack, evals) {
            tested.items.push(item(pack, &format!("urgency {level}, {set}"), "all", counts));
        }
    }
    tested
}

fn item(pack: &Pack, set: &str, language: &str, (count, right): (usize, usize)) -> Value {
    let share = (right as f64 / count as f64 * 1000.0).round() / 1000.0;
    json!({"pack": pack.name, "set": set, "language": language, "count": count, "right": right, "share": share})
}

/// How many messages of each level there are, and how many are found to be as urgent, or more so. Of those that are not
/// urgent at all, how many are left alone.
fn by_level(pack: &Pack, evals: &[UrgencyEval]) -> BTreeMap<u8, (usize, usize)> {
    let mut levels: BTreeMap<u8, (usize, usize)> = BTreeMap::new();
    let Some(flags) = &pack.red_flags else { return levels };
    for eval in evals {
        let found = flags.look(&eval.text).map_or(LOWEST, |flagged| flagged.level);
        let is_right = if eval.level == LOWEST { found == LOWEST } else { found >= eval.level };
        let counts = levels.entry(eval.level).or_default();
        counts.0 += 1;
        counts.1 += usize::from(is_right);
    }
    levels
}

/// What was decided instead, if that is something else.
fn miss(catalogue: &Catalogue, eval: &RouteEval) -> Option<String> {
    let message = match screen_message(&eval.text, Limits::default()) {
        Ok(message) => message,
        Err(blocked) => return Some(format!("“{}”: {blocked}", eval.text)),
    };
    let decision = catalogue.route(&message, Wish::default());
    let is_right = decision.agent == eval.agent && decision.intent == eval.intent;
    (!is_right).then(|| {
        let rules: Vec<_> = decision.fired.iter().map(|fired| fired.rule.as_str()).collect();
        format!(
            "“{}” is for {}/{}, and went to {}/{} by {} ({})",
            eval.text,
            eval.agent,
            eval.intent,
            decision.agent,
            decision.intent,
            decision.by.name(),
            rules.join(", ")
        )
    })
}
