//! Red flags: how urgent a message is, by rules of the kind that route messages. They are compiled once per pack and
//! shared by the routing, which they come before, and by whoever tells people what to do.

use std::fmt;

use crate::routing::{Fired, Router, RoutesFile, RuleFault};

/// Nothing urgent.
pub const LOWEST: u8 = 1;
/// From here on somebody must act at once.
pub const URGENT: u8 = 4;
/// A life is in danger, or something can only be saved at once.
pub const HIGHEST: u8 = 5;

/// The rules of `urgency/rules.toml`: their agents are `level-1` to `level-5`, their intents the names of flags.
pub struct RedFlags(Router);

impl fmt::Debug for RedFlags {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("RedFlags")
    }
}

/// What a text comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Flagged {
    /// 1 to 5.
    pub level: u8,
    pub flag: String,
    pub confidence: f32,
    /// The rules that fired, the one that decided first.
    pub fired: Vec<Fired>,
}

impl RedFlags {
    pub fn new(file: &RoutesFile) -> Result<Self, Vec<RuleFault>> {
        let strange = file.routes.iter().filter(|route| level_of(route.agent.as_ref()).is_none());
        let faults: Vec<RuleFault> = strange
            .map(|route| RuleFault {
                at: route.agent.span().start,
                problem: format!("`{}` is no level; use level-1 to level-5", route.agent.as_ref()),
            })
            .collect();
        if faults.is_empty() { Router::new(file).map(Self) } else { Err(faults) }
    }

    /// Nothing, if no rule knows it.
    pub fn look(&self, text: &str) -> Option<Flagged> {
        let decision = self.0.decide(text)?;
        let level = level_of(&decision.agent)?;
        Some(Flagged { level, flag: decision.intent, confidence: decision.confidence, fired: decision.fired })
    }
}

/// What a level is called in files.
pub fn level_name(level: u8) -> String {
    format!("level-{level}")
}

fn level_of(name: &str) -> Option<u8> {
    name.strip_prefix("level-")?.parse().ok().filter(|level| (LOWEST..=HIGHEST).contains(level))
}
