//! Red flags: how urgent a message is, by rules of the kind that route messages, and by examples that may only raise what
//! rules find.
//!
//! They are compiled once per pack and shared by the routing, which they come before, and by whoever tells
//! people what to do.

mod told;

use std::fmt;
use std::sync::OnceLock;

use crate::routing::examples::{Example, Examples};
use crate::routing::text::plain;
use crate::routing::{Fired, Router, RoutesFile, RuleFault, head};
use told::Told;
pub(crate) use told::{Alarm, Rest};

/// Nothing urgent.
pub const LOWEST: u8 = 1;
/// From here on somebody must act at once.
pub const URGENT: u8 = 4;
/// A life is in danger, or something can only be saved at once.
pub const HIGHEST: u8 = 5;
/// The flag where only examples speak for a level.
pub const BY_EXAMPLES: &str = "examples";

/// The flag of what would be urgent if it happened.
pub const SUPPOSED: &str = "supposed";

/// How likely the highest level must be to be raised to it. Low, because what is missed is worse than what is raised for
/// nothing; by cross-validation, one ordinary message in a hundred is.
const RAISED_FROM: f32 = 0.35;
/// The same for the levels below, of which none saves a life, and where a rule has found it urgent: somebody acts already.
const LESS_RAISED_FROM: f32 = 0.6;
/// Examples say nothing about messages with fewer words.
const FEWEST_WORDS: usize = 4;
/// The same of what is left of a message, which is torn.
const FEWEST_LEFT: usize = 5;
/// How many words are named.
const NAMED: usize = 3;
/// What stands before them.
const WORD: &str = "word:";

/// The rules of `urgency/rules.toml`: their agents are `level-1` to `level-5`, their intents the names of flags.
pub struct RedFlags {
    rules: Router,
    cases: Option<Cases>,
    told: Option<Told>,
}

/// Messages of which it is known how urgent they are.
struct Cases {
    all: Vec<(String, u8)>,
    /// Made when it is first needed.
    learned: OnceLock<Examples>,
}

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
    /// The rules that fired, the one that decided first; before them, where examples raised it, the words that weighed most.
    pub fired: Vec<Fired>,
}

impl Flagged {
    /// Whether a rule found this level, and examples did not raise it.
    pub fn is_by_rule(&self) -> bool {
        self.fired.first().is_some_and(|first| !first.rule.starts_with(WORD))
    }
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
        if faults.is_empty() {
            Ok(Self { rules: Router::new(file)?, cases: None, told: None })
        } else {
            Err(faults)
        }
    }

    /// Whether examples may raise what its rules find.
    pub fn wants_cases(&self) -> bool {
        self.rules.wants_lessons()
    }

    /// Messages with their levels, from which it learns when they are first needed.
    #[must_use]
    pub fn with_cases(mut self, cases: Vec<(String, u8)>) -> Self {
        self.cases = (!cases.is_empty()).then(|| Cases { all: cases, learned: OnceLock::new() });
        self
    }

    /// With rules for what is not told as happening.
    pub fn with_told(mut self, file: &RoutesFile) -> Result<Self, Vec<RuleFault>> {
        self.told = Some(Told::new(file)?);
        Ok(self)
    }

    /// Learns now instead of with the first message.
    pub fn learn(&self) {
        if let Some(cases) = &self.cases {
            cases.learned();
        }
    }

    /// Nothing, if no rule knows it and no example is like it. What is urgent only by what is past, supposed or a figure of
    /// speech is not; what would be if it happened is told as [`SUPPOSED`].
    pub fn look(&self, text: &str) -> Option<Flagged> {
        let found = self.look_at_all(text, FEWEST_WORDS)?;
        if found.level < URGENT {
            return Some(found);
        }
        let Some(rest) = self.rest(text, Alarm::Emergency) else { return Some(found) };
        match self.look_at_all(&rest.text, FEWEST_LEFT) {
            Some(left) if left.level >= URGENT => Some(found),
            Some(left) if left.level > LOWEST => Some(left),
            _ if rest.is_supposed => Some(Flagged { level: LOWEST, flag: SUPPOSED.to_owned(), ..found }),
            left => left,
        }
    }

    /// A message without what is not told as happening; nothing, if all of it is.
    pub(crate) fn rest(&self, text: &str, alarm: Alarm) -> Option<Rest> {
        self.told.as_ref()?.rest(head(text), alarm)
    }

    fn look_at_all(&self, text: &str, fewest: usize) -> Option<Flagged> {
        let ruled = self.rules.decide(text).and_then(|decision| {
            let level = level_of(&decision.agent)?;
            let (flag, confidence) = (decision.intent, decision.confidence);
            Some(Flagged { level, flag, confidence, fired: decision.fired })
        });
        self.raised(text, fewest, ruled.as_ref()).or(ruled)
    }

    /// What examples make of it, if that is more than what rules do.
    fn raised(&self, text: &str, fewest: usize, ruled: Option<&Flagged>) -> Option<Flagged> {
        let cases = self.cases.as_ref()?;
        let known = ruled.map_or(LOWEST, |ruled| ruled.level);
        if known == HIGHEST {
            return None;
        }
        let text = plain(text);
        // A name or an hour says too little to be like anything; rules know the short cries for help.
        if text.words().count() < fewest {
            return None;
        }
        let learned = cases.learned();
        let shares = learned.judge(&text, &[]);
        let at_least = |level: u8| -> f32 { shares.iter().skip(usize::from(level - LOWEST)).sum() };
        let is_raised = |level: &u8| {
            let is_new_emergency = *level == HIGHEST && known < URGENT;
            at_least(*level) >= if is_new_emergency { RAISED_FROM } else { LESS_RAISED_FROM }
        };
        let level = (known + 1..=HIGHEST).rev().find(is_raised)?;
        let confidence = at_least(level);
        let words = learned.reasons(&text, usize::from(level - LOWEST), NAMED).into_iter();
        let words = words.map(|(word, _)| Fired { rule: format!("{WORD}{word}"), confidence });
        let rules = ruled.map(|ruled| ruled.fired.clone()).unwrap_or_default();
        let flag = ruled.filter(|ruled| ruled.level > LOWEST).map_or(BY_EXAMPLES, |ruled| &ruled.flag);
        Some(Flagged { level, flag: flag.to_owned(), confidence, fired: words.chain(rules).collect() })
    }
}

impl Cases {
    fn learned(&self) -> &Examples {
        self.learned.get_or_init(|| {
            let examples: Vec<Example<'_>> = self
                .all
                .iter()
                .map(|(text, level)| {
                    let label = usize::from(level.saturating_sub(LOWEST));
                    Example { text, clues: Vec::new(), label }
                })
                .collect();
            Examples::learn(&examples, usize::from(HIGHEST))
        })
    }
}

/// What a level is called in files.
pub fn level_name(level: u8) -> String {
    format!("level-{level}")
}

pub fn level_of(name: &str) -> Option<u8> {
    name.strip_prefix("level-")?.parse().ok().filter(|level| (LOWEST..=HIGHEST).contains(level))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &str = r#"
        learn_below = 100
        [[routes]]
        name = "pain"
        agent = "level-3"
        intent = "pain"
        any = ["duele"]
        [[routes]]
        name = "breath"
        agent = "level-5"
        intent = "airway"
        any = ["no respira"]
    "#;

    fn flags() -> RedFlags {
        let calm = [
            "quiero una cita",
            "cuánto cuesta una limpieza",
            "abren el domingo",
            "no respira la masa de pizza",
        ];
        let grave = ["me ahogo no puedo tragar", "se ahoga y está azul", "se ha desmayado y está azul"];
        let cases = calm.iter().map(|text| ((*text).to_owned(), 1));
        let cases = cases.chain(grave.iter().map(|text| ((*text).to_owned(), 5)));
        RedFlags::new(&toml::from_str(RULES).unwrap()).unwrap().with_cases(cases.collect())
    }

    #[test]
    fn examples_raise_a_level_and_never_lower_one() {
        let flags = flags();
        let level = |text: &str| flags.look(text).map(|flagged| (flagged.level, flagged.flag));
        assert_eq!(level("mi hijo se ahoga"), Some((5, BY_EXAMPLES.to_owned())));
        assert_eq!(level("le duele y se ahoga, esta azul"), Some((5, "pain".to_owned())));
        assert_eq!(
            level("no respira la masa de pizza"),
            Some((5, "airway".to_owned())),
            "what a rule finds stays"
        );
        assert_eq!(level("quiero una limpieza"), None);
        let fired = flags.look("mi hijo se ahoga").unwrap().fired;
        assert_eq!(fired[0].rule, "word:ahoga");
    }
}
