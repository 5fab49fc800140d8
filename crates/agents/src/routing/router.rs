//! Rules, compiled: a message is looked up once, and every phrase of every rule that may be in it is tried.

use std::collections::BTreeMap;

use conserje_kernel::RoutedBy;
use serde_json::{Map, Value};

use super::compile::{Making, RuleFault};
use super::lessons::{Lesson, Lessons};
use super::lexicon::Heard;
use super::matcher::{Found, Matcher, Program};
use super::rules::{CommandFile, FallbackFile, RoutesFile};
use super::text::{Plain, plain};
use super::{Decision, Fired, Hint};

/// So much of a message is looked at; who wants something says so before.
const LOOKED_AT: usize = 8 * 1024;
/// How many words before a phrase may take it back.
const NEGATED_WITHIN: usize = 3;
/// A second answer as sure as this share of the first leaves it open.
const OPEN_FROM: f32 = 0.9;

/// The rules of one pack.
#[derive(Debug)]
pub struct Router {
    /// Every phrase of every rule; `places` says whose.
    pub(super) matcher: Matcher,
    pub(super) places: Vec<Place>,
    /// What the slots of each phrase are called.
    pub(super) slots: Vec<Vec<String>>,
    pub(super) rules: Vec<Rule>,
    pub(super) negators: Program,
    pub(super) retractors: Program,
    pub(super) commands: BTreeMap<String, Rule>,
    pub(super) attachments: Option<String>,
    pub(super) urgent: Option<String>,
    pub(super) stays: bool,
    pub(super) replies: BTreeMap<String, String>,
    pub(super) fallback: Option<Rule>,
    pub(super) ask_model: bool,
    pub(super) learn_below: Option<i32>,
    pub(super) lessons: Option<Lessons>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) rule: usize,
    pub(super) kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Any {
        words: usize,
    },
    /// The number of the phrase among those that must all be there.
    All(usize),
    Not,
}

#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) name: String,
    pub(super) agent: String,
    pub(super) intent: String,
    pub(super) priority: i32,
    pub(super) needed: usize,
    pub(super) most_words: usize,
    pub(super) tool: Option<String>,
    pub(super) arguments: BTreeMap<String, String>,
}

impl Router {
    pub fn new(file: &RoutesFile) -> Result<Self, Vec<RuleFault>> {
        let mut making = Making::default();
        making.lists(&file.lists);
        for (number, route) in file.routes.iter().enumerate() {
            making.rule(number, route);
        }
        let commands =
            file.commands.iter().map(|(name, command)| (name.clone(), command.rule(name))).collect();
        for name in file.commands.keys().filter(|name| !name.starts_with('/') || name.len() < 2) {
            making
                .faults
                .push(RuleFault { at: 0, problem: format!("the command `{name}` must begin with `/`") });
        }
        making.finish(commands, file)
    }

    /// Whether examples are to be weighed with its rules.
    pub fn wants_lessons(&self) -> bool {
        self.learn_below.is_some()
    }

    /// Examples, from which it learns when they are first needed.
    #[must_use]
    pub fn with_lessons(mut self, lessons: Vec<Lesson>) -> Self {
        self.lessons = (!lessons.is_empty()).then(|| Lessons::new(lessons));
        self
    }

    /// The examples it learns from.
    pub(crate) fn lessons(&self) -> &[Lesson] {
        self.lessons.as_ref().map(Lessons::all).unwrap_or_default()
    }

    /// Who answers this message, by its command, by the rules or by examples; nobody, if none of them says.
    pub fn decide(&self, message: &str) -> Option<Decision> {
        self.by_command(message).or_else(|| self.by_examples(message, self.by_rule(message)))
    }

    /// The same without examples: they are whole messages, and what is said inside a conversation is not like them.
    pub fn decide_by_rules(&self, message: &str) -> Option<Decision> {
        self.by_command(message).or_else(|| self.by_rule(message))
    }

    /// Who answers a message that comes with documents, if nothing in it says.
    pub fn for_attachments(&self) -> Option<&str> {
        self.attachments.as_deref()
    }

    /// Who answers what cannot wait.
    pub fn for_emergencies(&self) -> Option<&str> {
        self.urgent.as_deref()
    }

    /// Whether this is a cry for help, or of what is decided by rules alone.
    pub(crate) fn raises_alarm(&self, decision: &Decision) -> bool {
        let is_alone = self.learn_below.is_some_and(|below| decision.priority >= below);
        is_alone || self.urgent.as_ref() == Some(&decision.agent)
    }

    /// Whether what says nothing to the rules goes on with who is in charge of the conversation.
    pub fn stays(&self) -> bool {
        self.stays
    }

    /// Who goes on when somebody answers a notice of this kind.
    pub fn for_replies(&self, kind: &str) -> Option<&str> {
        self.replies.get(kind).map(String::as_str)
    }

    pub fn may_ask_model(&self) -> bool {
        self.ask_model
    }

    /// What a message is about that says nothing to the rules.
    pub fn fallback(&self, agent: &str, message: &str) -> Decision {
        let decision = Decision::of(agent, RoutedBy::Default);
        match &self.fallback {
            Some(rule) => Decision {
                intent: rule.intent.clone(),
                hint: rule.hint(message.trim(), &Said::new()),
                ..decision
            },
            None => decision,
        }
    }

    pub fn commands(&self) -> impl Iterator<Item = (&str, &str)> {
        self.commands.iter().map(|(name, rule)| (name.as_str(), rule.agent.as_str()))
    }

    pub(crate) fn by_command(&self, message: &str) -> Option<Decision> {
        let message = message.trim_start();
        let (command, rest) = message.split_once(char::is_whitespace).unwrap_or((message, ""));
        let rule = self.commands.get(&command.to_lowercase())?;
        Some(Decision {
            intent: rule.intent.clone(),
            confidence: 1.0,
            fired: vec![Fired { rule: rule.name.clone(), confidence: 1.0 }],
            hint: rule.hint(rest.trim(), &Said::new()),
            priority: rule.priority,
            by_rules: 1.0,
            ..Decision::of(&rule.agent, RoutedBy::Command)
        })
    }

    pub(super) fn by_rule(&self, message: &str) -> Option<Decision> {
        self.by_rules_that(message, |_| true)
    }

    /// As if there were only some of the rules.
    pub(super) fn by_rules_that(&self, message: &str, count: impl Fn(&Rule) -> bool) -> Option<Decision> {
        let text = plain(head(message));
        let heard = self.matcher.hear(&text);
        let fired = self.fired((&text, &heard), count);
        self.best(message, (&text, &heard), fired)
    }

    /// Whether a rule is met by more than the name of a thing: "el precio" asks for something, "el blanqueamiento" names it.
    pub(crate) fn asks(&self, message: &str) -> bool {
        let text = plain(head(message));
        let heard = self.matcher.hear(&text);
        let fired = self.fired((&text, &heard), |rule| rule.priority >= 0);
        fired.iter().any(|firing| !self.only_names(firing.pattern, &heard))
    }

    /// The rules that a text meets, by their agents, each with the numbers of the words that its phrases met.
    pub(crate) fn met(&self, text: &Plain) -> Vec<(&str, Vec<usize>)> {
        let heard = self.matcher.hear(text);
        let fired = self.fired((text, &heard), |_| true);
        let met = fired.iter().filter_map(|firing| {
            let rule = self.rules.get(firing.rule)?;
            let words = self.matcher.find_all(firing.pattern, &heard).flat_map(|found| found.words);
            Some((rule.agent.as_str(), words.collect()))
        });
        met.collect()
    }

    /// Whether all that the phrase met stands in its slots.
    fn only_names(&self, pattern: usize, heard: &Heard) -> bool {
        let slots = self.slots.get(pattern).map_or(0, Vec::len);
        let is_kept = |found: &Found, word: usize| {
            (0..slots).any(|slot| found.slot(slot).is_some_and(|words| words.contains(&word)))
        };
        self.matcher
            .find_all(pattern, heard)
            .all(|found| found.words.clone().all(|word| is_kept(&found, word)))
    }

    /// The call that answers what an intent asks, if it needs nothing but the question.
    pub(super) fn hint_of(&self, intent: &str, message: &str) -> Option<Hint> {
        let mut of_intent = self.rules.iter().filter(|rule| rule.intent == intent);
        of_intent.find_map(|rule| rule.hint(message.trim(), &Said::new()))
    }

    /// Which of these rules are met, and how surely.
    fn fired(&self, (text, heard): (&Plain, &Heard), count: impl Fn(&Rule) -> bool) -> Vec<Firing> {
        let mut fired: Vec<Firing> = Vec::new();
        let mut others: BTreeMap<usize, (usize, bool)> = BTreeMap::new();
        for pattern in self.matcher.which(heard) {
            let Some(place) = self.places.get(pattern) else { continue };
            match place.kind {
                Kind::Any { words } => {
                    let confidence = sure(words);
                    if self.stands(pattern, text, heard) {
                        fired.push(Firing { rule: place.rule, pattern, confidence });
                    }
                }
                Kind::All(_) => others.entry(place.rule).or_default().0 += 1,
                Kind::Not => others.entry(place.rule).or_default().1 = true,
            }
        }
        let length = heard.len();
        fired.retain(|firing| {
            let (met, is_barred) = others.get(&firing.rule).copied().unwrap_or_default();
            let rule = self.rules.get(firing.rule);
            rule.is_some_and(|rule| met >= rule.needed && length <= rule.most_words && count(rule))
                && !is_barred
        });
        // What a rule needs besides makes it surer.
        for firing in &mut fired {
            let needed = self.rules.get(firing.rule).map_or(0, |rule| rule.needed);
            firing.confidence =
                1.0 - (1.0 - firing.confidence) * 0.5_f32.powi(i32::try_from(needed).unwrap_or(i32::MAX));
        }
        fired
    }

    /// Whether the phrase is meant, somewhere, and not taken back by what stands around it.
    fn stands(&self, pattern: usize, text: &Plain, heard: &Heard) -> bool {
        self.matcher.find_all(pattern, heard).any(|found| {
            let clause = text.clause(found.words.start);
            let (before, after) = (clause.start..found.words.start, found.words.end..clause.end);
            let negator = self.matcher.find_in(&self.negators, heard, before.clone()).last();
            let is_negated = negator.is_some_and(|negator| {
                let mut since = negator.words.end..before.end;
                since.len() <= NEGATED_WITHIN && !since.any(|word| is_wish(text.word(word)))
            });
            let retractor = self.matcher.find_in(&self.retractors, heard, after.clone()).next();
            let is_retracted = retractor
                .is_some_and(|retractor| (after.start..retractor.words.start).len() <= NEGATED_WITHIN);
            !is_negated && !is_retracted
        })
    }

    /// What the slots of a phrase hold, where it stands first.
    fn said(&self, pattern: usize, (text, heard): (&Plain, &Heard)) -> Said {
        let names = self.slots.get(pattern).filter(|names| !names.is_empty());
        let found = names.and_then(|names| Some((names, self.matcher.find_all(pattern, heard).next()?)));
        let Some((names, found)) = found else { return Said::new() };
        let kept = names.iter().enumerate().filter_map(|(number, name)| {
            let words = found.slot(number)?;
            Some((name.clone(), text.part(words).to_owned()))
        });
        kept.collect()
    }

    fn best(&self, message: &str, said: (&Plain, &Heard), mut fired: Vec<Firing>) -> Option<Decision> {
        let rule_of = |firing: &Firing| self.rules.get(firing.rule);
        let rank = |firing: &Firing| (rule_of(firing).map_or(0, |rule| rule.priority), firing.confidence);
        fired.sort_by(|one, other| {
            let ((priority, sure), (other_priority, other_sure)) = (rank(one), rank(other));
            other_priority.cmp(&priority).then(other_sure.total_cmp(&sure)).then(one.rule.cmp(&other.rule))
        });
        let first = fired.first()?;
        let rule = rule_of(first)?;
        let rival = fired.iter().find(|firing| {
            rule_of(firing).is_some_and(|other| (&other.agent, &other.intent) != (&rule.agent, &rule.intent))
        });
        let is_open = rival.is_some_and(|rival| {
            rule_of(rival).is_some_and(|other| other.priority == rule.priority && other.agent != rule.agent)
                && rival.confidence >= first.confidence * OPEN_FROM
        });
        let said = self.said(first.pattern, said);
        let mut names: Vec<Fired> = Vec::new();
        for firing in &fired {
            let Some(rule) = rule_of(firing) else { continue };
            if !names.iter().any(|known| known.rule == rule.name) {
                names.push(Fired { rule: rule.name.clone(), confidence: firing.confidence });
            }
        }
        Some(Decision {
            intent: rule.intent.clone(),
            confidence: first.confidence,
            fired: names,
            hint: rule.hint(message.trim(), &said),
            is_open,
            priority: rule.priority,
            by_rules: first.confidence,
            ..Decision::of(&rule.agent, RoutedBy::Rule)
        })
    }
}

/// What stands in slots, by their names.
pub(super) type Said = BTreeMap<String, String>;

struct Firing {
    rule: usize,
    pattern: usize,
    confidence: f32,
}

/// One word alone is a guess; every further one halves the doubt.
fn sure(words: usize) -> f32 {
    1.0 - 0.5_f32.powi(i32::try_from(words).unwrap_or(i32::MAX))
}

/// Words that begin a wish anew.
fn is_wish(word: &str) -> bool {
    matches!(word, "quiero" | "sino" | "pero" | "busco" | "necesito" | "want" | "but" | "need" | "just")
}

pub(crate) fn head(message: &str) -> &str {
    let end = message.char_indices().map(|(at, _)| at).take_while(|at| *at <= LOOKED_AT).last().unwrap_or(0);
    if message.len() <= LOOKED_AT { message } else { message.get(..end).unwrap_or(message) }
}

impl Rule {
    /// The call that answers it, if everything it needs was said.
    pub(super) fn hint(&self, question: &str, said: &Said) -> Option<Hint> {
        let tool = self.tool.clone()?;
        let mut arguments = Map::new();
        for (name, value) in &self.arguments {
            let filled = match value.strip_prefix('{').and_then(|value| value.strip_suffix('}')) {
                Some("question") => question.to_owned(),
                Some(slot) => said.get(slot)?.clone(),
                None => value.clone(),
            };
            arguments.insert(name.clone(), Value::String(filled));
        }
        Some(Hint { tool, arguments: Value::Object(arguments) })
    }
}

impl CommandFile {
    fn rule(&self, name: &str) -> Rule {
        Rule {
            name: name.to_owned(),
            agent: self.agent.as_ref().clone(),
            intent: self.intent.clone().unwrap_or_else(|| name.trim_start_matches('/').to_owned()),
            priority: i32::MAX,
            needed: 0,
            most_words: usize::MAX,
            tool: self.tool.as_ref().map(|tool| tool.as_ref().clone()),
            arguments: self.arguments.clone(),
        }
    }
}

impl FallbackFile {
    pub(super) fn rule(&self) -> Rule {
        Rule {
            name: "default".to_owned(),
            agent: String::new(),
            intent: self.intent.clone(),
            priority: 0,
            needed: 0,
            most_words: usize::MAX,
            tool: self.tool.as_ref().map(|tool| tool.as_ref().clone()),
            arguments: self.arguments.clone(),
        }
    }
}
