//! Rules as they are written become what [`Router`] looks with.

use std::collections::BTreeMap;
use std::sync::Arc;

use toml::Spanned;

use super::matcher::Compiler;
use super::phrase::{List, Lists, Node, Phrase};
use super::router::{Kind, Place, Router, Rule};
use super::rules::{FallbackFile, RouteFile, RoutesFile};

/// Before what is not wanted, in the same clause.
const NEGATORS: &[&str] = &[
    "no (quiero|quisiera|busco|necesito|pregunto|pido|hablo|digo)",
    "no (me)? (lo|la|los|las)? (interesa*|hables|busques|construyas|des|hagas|cuentes|listes|resumas|muestres|enseñes|pongas|digas)",
    "no (te)? pido",
    "no (es|era) (sobre|por|el|la|un|una)",
    "no (el|la|los|las|lo|un|una|en|de|del|sobre)",
    "en (vez|lugar) de",
    "(nada de|sin)",
    "olvida*",
    "(i|we) (dont|do not) (want|need)",
    "(dont|do not|no need to) (want|need|build|search|look|summari*|list|show|give|tell|make|create|design|generate|write)",
    "not (the|a|an|in|about|looking for|interested in|asking*|by|after)",
    "no (need for|details|more)",
    "(instead of|rather than|without|forget|never mind)",
];

/// After what is not wanted, in the same clause.
const RETRACTORS: &[&str] = &[
    "no (me|nos)? (hace* falta|interesa*|sirve*|vale*)",
    "no (lo|la|los|las) (quiero|necesito|busco)",
    "(is|are) not (what|needed)",
];

/// Where a rule is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleFault {
    /// Byte in `routes.toml`.
    pub at: usize,
    pub problem: String,
}

/// Rules on their way into a router; what is wrong with them is collected, so that it is all said at once.
#[derive(Default)]
pub(super) struct Making {
    compiler: Compiler,
    places: Vec<Place>,
    slots: Vec<Vec<String>>,
    rules: Vec<Rule>,
    pub(super) faults: Vec<RuleFault>,
    known: BTreeMap<(i32, Arc<Node>), String>,
    lists: Lists,
}

impl Making {
    /// Lists stand for whole phrases, and not for one another.
    pub(super) fn lists(&mut self, written: &BTreeMap<String, Vec<Spanned<String>>>) {
        let mut lists = Lists::new();
        for (name, phrases) in written {
            let mut known = Vec::new();
            for text in phrases {
                match self.phrase(text) {
                    Some(phrase) if phrase.slots.is_empty() => known.push(phrase),
                    Some(_) => {
                        let problem = format!("the list `{name}` cannot hold slots");
                        self.faults.push(RuleFault { at: text.span().start, problem });
                    }
                    None => {}
                }
            }
            if phrases.is_empty() {
                self.faults.push(RuleFault { at: 0, problem: format!("the list `{name}` is empty") });
            }
            lists.insert(name.clone(), List::any_of(known.into_iter()));
        }
        self.lists = lists;
    }

    pub(super) fn rule(&mut self, number: usize, route: &RouteFile) {
        let name = route.name.clone().unwrap_or_else(|| format!("{}-{}", route.intent, number + 1));
        if route.any.is_empty() {
            let problem = format!("the rule `{name}` has no phrase under `any` and never fires");
            self.faults.push(RuleFault { at: route.agent.span().start, problem });
        }
        let rule = self.rules.len();
        let mut slots: Option<Vec<String>> = None;
        for text in &route.any {
            let Some(phrase) = self.phrase(text) else { continue };
            let words = phrase.words;
            // The same phrase in an earlier rule of the same rank always wins: this one is never reached by it.
            let twin = (route.priority, Arc::clone(&phrase.node));
            let is_plain = route.all.is_empty() && route.not.is_empty();
            if let Some(first) = self.known.get(&twin) {
                let problem =
                    format!("the phrase stands in the rule `{first}`, too, which always wins; take one out");
                self.faults.push(RuleFault { at: text.span().start, problem });
            } else if is_plain {
                self.known.insert(twin, name.clone());
            }
            slots = Some(match slots {
                None => phrase.slots.clone(),
                Some(common) => common.into_iter().filter(|slot| phrase.slots.contains(slot)).collect(),
            });
            self.add(phrase, Place { rule, kind: Kind::Any { words } });
        }
        for (place, text) in route.all.iter().enumerate() {
            if let Some(phrase) = self.phrase(text) {
                self.add(phrase, Place { rule, kind: Kind::All(place) });
            }
        }
        for text in &route.not {
            if let Some(phrase) = self.phrase(text) {
                self.add(phrase, Place { rule, kind: Kind::Not });
            }
        }
        self.check_arguments(&name, route);
        self.rules.push(Rule {
            name,
            agent: route.agent.as_ref().clone(),
            intent: route.intent.clone(),
            priority: route.priority,
            needed: route.all.len(),
            most_words: route.most_words.unwrap_or(usize::MAX),
            tool: route.tool.as_ref().map(|tool| tool.as_ref().clone()),
            arguments: route.arguments.clone(),
        });
    }

    fn check_arguments(&mut self, name: &str, route: &RouteFile) {
        let slots: Vec<String> = route
            .any
            .iter()
            .filter_map(|text| Phrase::parse(text.as_ref(), &self.lists).ok())
            .flat_map(|phrase| phrase.slots)
            .collect();
        for (argument, value) in &route.arguments {
            let slot = value.strip_prefix('{').and_then(|value| value.strip_suffix('}'));
            if slot.is_some_and(|slot| slot != "question" && !slots.iter().any(|known| known == slot)) {
                let problem = format!(
                    "the rule `{name}` fills `{argument}` with {value}, which none of its phrases has"
                );
                self.faults.push(RuleFault { at: route.agent.span().start, problem });
            }
        }
    }

    fn phrase(&mut self, text: &Spanned<String>) -> Option<Phrase> {
        let (at, text) = (text.span().start, text.as_ref());
        match Phrase::parse(text, &self.lists) {
            Ok(phrase) => Some(phrase),
            Err(error) => {
                self.faults
                    .push(RuleFault { at, problem: format!("the phrase `{text}` cannot be used: {error}") });
                None
            }
        }
    }

    fn add(&mut self, phrase: Phrase, place: Place) {
        self.compiler.add(&phrase);
        self.slots.push(phrase.slots);
        self.places.push(place);
    }

    pub(super) fn finish(
        self,
        commands: BTreeMap<String, Rule>,
        file: &RoutesFile,
    ) -> Result<Router, Vec<RuleFault>> {
        let (mut faults, mut compiler) = (self.faults, self.compiler);
        let mut either = |phrases: &[&str]| {
            let parsed: Result<Vec<_>, _> =
                phrases.iter().map(|text| Phrase::parse(text, &Lists::new())).collect();
            parsed
                .map(|phrases| compiler.any_of(phrases))
                .map_err(|error| faults.push(RuleFault { at: 0, problem: error.to_string() }))
        };
        let (Ok(negators), Ok(retractors)) = (either(NEGATORS), either(RETRACTORS)) else {
            return Err(faults);
        };
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(Router {
            matcher: compiler.finish(),
            places: self.places,
            slots: self.slots,
            rules: self.rules,
            negators,
            retractors,
            commands,
            attachments: file.attachments.as_ref().map(|agent| agent.as_ref().clone()),
            urgent: file.urgent.as_ref().map(|agent| agent.as_ref().clone()),
            stays: file.stays,
            replies: file
                .replies
                .iter()
                .map(|(kind, agent)| (kind.clone(), agent.as_ref().clone()))
                .collect(),
            fallback: file.default.as_ref().map(FallbackFile::rule),
            ask_model: file.ask_model,
            learn_below: file.learn_below,
            lessons: None,
        })
    }
}
