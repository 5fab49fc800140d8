//! Which facts a question is about, and what is told of them.

use conserje_kernel::Language;
use jiff::civil::Date;

use super::phrases::CARDS;
use super::words::{folded_words, has, without};
use super::{Fact, FactTopic};
use crate::model::Business;

/// The facts that a question is about, and the names that it asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked<'b> {
    pub topic: FactTopic,
    /// Those that hold on the day, in their owner's order.
    pub facts: Vec<&'b Fact>,
    pub named: Vec<Named>,
}

/// An insurer or a way to pay that is asked for by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// As it is written in the list, or else as it was said.
    pub name: String,
    pub is_listed: bool,
}

/// What the question is about of what the business says, one entry a topic. Nothing where it says nothing about it.
pub fn asked<'b>(business: &'b Business, question: &str, day: Date) -> Vec<Asked<'b>> {
    let words = folded_words(question);
    let mut found = Vec::new();
    for topic in FactTopic::ALL.into_iter().filter(|topic| *topic != FactTopic::Other) {
        let facts = of_topic(business, topic, day);
        if facts.is_empty() {
            continue;
        }
        let said = without(&words, topic.not_meant());
        let named = named(topic, &facts, question, &said);
        let is_meant = topic.phrases().iter().any(|phrase| has(&said, phrase))
            || facts.iter().any(|fact| has_own_words(fact, &said));
        // A name alone tells the topic: "¿y Olmo Salud?"
        let is_named =
            named.iter().any(|one| one.is_listed || topic.asking().iter().any(|phrase| has(&said, phrase)));
        if is_meant || is_named {
            found.push(Asked { topic, facts, named });
        }
    }
    let others =
        of_topic(business, FactTopic::Other, day).into_iter().filter(|fact| has_own_words(fact, &words));
    let others: Vec<&Fact> = others.collect();
    if !others.is_empty() {
        found.push(Asked { topic: FactTopic::Other, facts: others, named: Vec::new() });
    }
    found
}

/// What the business says of a topic that holds on a day.
pub fn of_topic(business: &Business, topic: FactTopic, day: Date) -> Vec<&Fact> {
    business.facts.iter().filter(|fact| fact.topic == topic && fact.holds_on(day)).collect()
}

fn has_own_words(fact: &Fact, words: &[String]) -> bool {
    fact.asked.iter().any(|phrase| has(words, &folded_words(phrase).join(" ")))
}

/// Names of the lists that are said, and those that people know which are on none.
fn named(topic: FactTopic, facts: &[&Fact], question: &str, said: &[String]) -> Vec<Named> {
    let listed: Vec<&String> = facts.iter().flat_map(|fact| &fact.names).collect();
    if listed.is_empty() {
        return Vec::new();
    }
    let lists = |phrases: &[&str]| {
        listed.iter().any(|name| {
            let name = folded_words(name);
            phrases.iter().any(|phrase| has(&name, phrase))
        })
    };
    let says_cards_alone = lists(&["tarjeta*", "card*"]) && !lists(CARDS);
    let mut found: Vec<Named> = Vec::new();
    let mut told: Vec<String> = said.to_vec();
    for name in &listed {
        let phrase = folded_words(name).join(" ");
        if has(&told, &phrase) {
            told = without(&told, &[&phrase]);
            found.push(Named { name: (*name).clone(), is_listed: true });
        }
    }
    for known in topic.known() {
        let Some(phrase) = known.iter().find(|phrase| has(&told, phrase)) else { continue };
        told = without(&told, &[phrase]);
        // By another of its names: who takes "efectivo" takes cash.
        let is_listed = lists(known);
        if is_listed || !(says_cards_alone && CARDS.contains(phrase)) {
            found.push(Named { name: as_written(question, phrase), is_listed });
        }
    }
    found
}

/// A phrase as the question wrote it, with its capitals and accents.
fn as_written(question: &str, phrase: &str) -> String {
    let tokens: Vec<&str> =
        question.split(|ch: char| !ch.is_alphanumeric()).filter(|token| !token.is_empty()).collect();
    let length = phrase.split(' ').count();
    let same = |window: &&[&str]| folded_words(&window.join(" ")).join(" ") == phrase;
    tokens.windows(length).find(same).map_or_else(|| phrase.to_owned(), |window| window.join(" "))
}

impl Asked<'_> {
    /// What is told: of a name whether it is had, then the business's own sentences. With `branch`, of that one and of all.
    pub fn lines(&self, business: &Business, branch: Option<&str>, language: Language) -> Vec<String> {
        let there = |fact: &&&Fact| match (&fact.branch, branch) {
            (Some(of), Some(wanted)) => of == wanted,
            (Some(_) | None, _) => true,
        };
        let facts: Vec<&&Fact> = self.facts.iter().filter(there).collect();
        // Where the branch that is asked for says nothing, what the others say is better than nothing.
        let facts = if facts.is_empty() { self.facts.iter().collect() } else { facts };
        let said = self.named.iter().map(|named| self.has_it(named, language));
        let listed = self.listed(&facts, language);
        let texts = facts.into_iter().map(|fact| {
            let text = fact.text.to(language);
            let at = fact.branch.as_deref().and_then(|id| business.branch(id));
            match at.filter(|_| business.branches.len() > 1) {
                Some(branch) => format!("{}: {text}", branch.name.to(language)),
                None => text.to_owned(),
            }
        });
        said.chain(listed).chain(texts).collect()
    }

    /// All insurers, for who names none that there is; unless a text says them.
    fn listed(&self, facts: &[&&Fact], language: Language) -> Option<String> {
        let names: Vec<&str> = facts.iter().flat_map(|fact| &fact.names).map(String::as_str).collect();
        let is_told = |name: &&str| facts.iter().any(|fact| fact.text.to(language).contains(*name));
        let is_wanted = self.topic == FactTopic::Insurers && !self.named.iter().any(|named| named.is_listed);
        let is_needed = is_wanted && !names.is_empty() && !names.iter().all(is_told);
        is_needed.then(|| format!("{}: {}.", self.topic.title(language), names.join(", ")))
    }

    fn has_it(&self, named: &Named, language: Language) -> String {
        let name = capital(&named.name);
        match (self.topic, named.is_listed, language) {
            (FactTopic::Insurers, true, Language::Es) => format!("Sí, trabajamos con {name}."),
            (FactTopic::Insurers, true, Language::En) => format!("Yes, we work with {name}."),
            (FactTopic::Insurers, false, Language::Es) => {
                format!("{name} no está entre las aseguradoras con las que trabajamos.")
            }
            (FactTopic::Insurers, false, Language::En) => {
                format!("{name} is not among the insurers we work with.")
            }
            (_, true, Language::Es) => format!("{name}: sí."),
            (_, true, Language::En) => format!("{name}: yes."),
            (FactTopic::PaymentMethods, false, Language::Es) => {
                format!("{name}: no está entre las formas de pago que aceptamos.")
            }
            (FactTopic::PaymentMethods, false, Language::En) => {
                format!("{name}: it is not among the ways to pay that we accept.")
            }
            (_, false, Language::Es) => format!("{name}: no."),
            (_, false, Language::En) => format!("{name}: no."),
        }
    }
}

fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
