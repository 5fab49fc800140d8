//! Which assistant a message is for, where several could answer it.
//!
//! Each pack brings examples of what it is for; a linear model over all of them, with what the rules of each pack make of a
//! message as clues, says how likely each is, and how likely none. What the tenant's documents hold of the question
//! counts beside it: words alone cannot tell a question about somebody's own price list from one about another's.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Arc, OnceLock};

use conserje_text::words;

use crate::pack::Pack;
use crate::routing::examples::{Example, Examples};
use crate::routing::text::plain;
use crate::routing::{Decision, Fired, head};
use crate::urgency::{Flagged, HIGHEST};

/// Examples of a pack that are looked at: one with many is not likelier for it.
const EXAMPLES: usize = 1_500;
/// Of so many examples one is learned with the rules that fire; rules were written from these very messages.
const WITH_RULES: usize = 3;
/// A rule as sure as this is a clue of its own.
const SURE: f32 = 0.8;
/// How many words are named as reasons.
const NAMED: usize = 3;

// Chosen with the messages of `across/seen`, none of which was learned from then; none of them matters much.
/// How much it weighs that an assistant's documents hold more of a question than those of any other, against how likely it
/// is by its words.
const FOUND_HERE: f32 = 12.0;
/// More than this is not surer.
const ENOUGH: f32 = 0.6;
/// How much it weighs what they hold, whatever others do.
const FOUND: f32 = 3.0;
/// So much of a question is found by chance.
const BY_CHANCE: f32 = 0.2;
/// How much of what is meant for an assistant that cannot be asked is left to who answers what is for nobody.
const LEFT: f32 = 1.0;
/// How much likelier who answers what is for nobody is than its words say: others must be meant.
const AT_HOME: f32 = 1.35;
/// A passage that holds so much of a question fits it,
const FITS: f32 = 0.22;
/// and better, if it holds so many times as much as another.
const FAR_MORE: f32 = 2.0;
/// A passage that holds so much of a thing is about it: two words of three.
const HOLDS: f32 = 0.6;
/// What offers no more of a thing than this has another of its kind: a cleaning of teeth is none of injectors.
const OFFERS_HALF: f32 = 0.5;
/// How much likelier it is that a conversation goes on with who had it.
const GOES_ON: f32 = 4.0;
/// The same where the message goes on from the one before: "and on Saturday?"
const FOLLOWS_ON: f32 = 20.0;
/// How much it weighs that a message has a word by which only one assistant is known: two or three examples teach a model
/// over thousands of others too little.
const KNOWN_BY: f32 = 4.0;
/// An assistant must be as likely as this to be told of an emergency that is said to nobody.
const MAY_BE_MEANT: f32 = 0.6;
/// The same where a rule knows that a life is in danger: what is missed is worse than what is told for nothing.
const LIFE_IN_DANGER: f32 = 0.15;

/// A message, and the pack it is for; nothing, if it is for none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Belonging {
    pub text: String,
    pub pack: Option<String>,
}

/// How much of a question the best passage of somebody's documents holds, from 0 to 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evidence {
    /// In what the tenant gave us itself.
    pub own: f32,
    /// In what came with packs, by their names.
    pub of_packs: BTreeMap<String, f32>,
    /// What is asked for by name, where there is a business that may offer it.
    pub thing: Option<Thing>,
}

/// A thing that a question asks for: `front brake pads`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thing {
    pub said: String,
    /// How much of it the business offers under one name, or tells about in what came with packs; from 0 to 1.
    pub offered: f32,
    /// How much of it a passage of the tenant's own documents holds.
    pub held: f32,
}

impl Thing {
    /// Whether documents have it, and the business has not.
    pub(crate) fn is_only_in_documents(&self) -> bool {
        self.held >= HOLDS && self.offered <= OFFERS_HALF && self.held > self.offered
    }
}

/// Made from all packs there are, once; a tenant has some of them.
pub(crate) struct Chooser {
    /// Those with examples.
    packs: Vec<Arc<Pack>>,
    others: Vec<Belonging>,
    /// Words by which assistants are known that have few examples.
    known_by: BTreeMap<String, BTreeSet<String>>,
    learned: OnceLock<Examples>,
}

impl fmt::Debug for Chooser {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Chooser")
    }
}

/// What speaks for an assistant.
pub(crate) struct Judged<'a> {
    pub(crate) pack: &'a Arc<Pack>,
    /// By the words of the message alone: they sum to one, with that of nobody.
    pub(crate) by_words: f32,
    /// With all else that is known.
    pub(crate) share: f32,
}

/// Among whom is chosen, and what is known besides the words.
pub(crate) struct Circumstances<'a> {
    pub(crate) packs: &'a [Arc<Pack>],
    pub(crate) evidence: Option<&'a Evidence>,
    /// Whose the conversation was.
    pub(crate) in_charge: Option<&'a str>,
    /// Whether the message goes on from the one before.
    pub(crate) follows_on: bool,
}

impl<'a> Circumstances<'a> {
    /// Who reads the tenant's documents, where these hold far more of a question than what a front desk brought: what is
    /// asked of it is then about something of theirs.
    pub(crate) fn fits_better(&self, chosen: &Pack) -> Option<&'a Arc<Pack>> {
        let reader = self.packs.iter().find(|pack| pack.assistant.reads_documents)?;
        let (own, brought) = (self.held(reader), self.held(chosen));
        let is_theirs = own >= FITS && own >= FAR_MORE * brought;
        (chosen.assistant.needs_business && is_theirs).then_some(reader)
    }

    /// How much documents speak for a pack. One that brings none is not the less likely for it: documents then decide
    /// among the others, and words between them and it.
    fn found(&self, pack: &Pack) -> f32 {
        if !pack.brings_documents() {
            let others = self.packs.iter().filter(|other| other.brings_documents());
            return others.map(|other| self.found_in(other)).fold(self.found_in(pack), f32::max);
        }
        self.found_in(pack)
    }

    fn found_in(&self, pack: &Pack) -> f32 {
        let here = self.held(pack);
        let others = self.packs.iter().filter(|other| other.name != pack.name);
        let elsewhere = others.map(|other| self.held(other)).fold(0.0, f32::max);
        FOUND * (here - BY_CHANCE).max(0.0) + FOUND_HERE * (here - elsewhere).clamp(0.0, ENOUGH)
    }

    /// How much of the question its documents hold. Whoever reads documents answers from those of the tenant.
    /// The words of what goes on from before say too little to be looked for.
    fn held(&self, pack: &Pack) -> f32 {
        let Some(evidence) = self.evidence.filter(|_| !self.follows_on) else { return 0.0 };
        let own = if pack.assistant.reads_documents { evidence.own } else { 0.0 };
        own.max(evidence.of_packs.get(&pack.name).copied().unwrap_or(0.0))
    }
}

impl Chooser {
    pub(crate) fn new(packs: Vec<Arc<Pack>>, others: Vec<Belonging>) -> Self {
        let belongs = |pack: &Pack| others.iter().any(|other| other.pack.as_ref() == Some(&pack.name));
        let is_taught = |pack: &Arc<Pack>| !pack.router.lessons().is_empty() || belongs(pack);
        let packs = packs.into_iter().filter(is_taught).collect();
        Self { packs, others, known_by: BTreeMap::new(), learned: OnceLock::new() }
    }

    pub(crate) fn knowing(self, known_by: BTreeMap<String, BTreeSet<String>>) -> Self {
        Self { known_by, ..self }
    }

    pub(crate) fn examples(&self) -> &[Belonging] {
        &self.others
    }

    /// Whether it knows what these packs are for.
    pub(crate) fn knows(&self, packs: &[Arc<Pack>]) -> bool {
        packs.len() > 1 && packs.iter().all(|pack| self.label(&pack.name).is_some())
    }

    fn label(&self, pack: &str) -> Option<usize> {
        self.taught().position(|known| known.name == pack)
    }

    /// The label behind theirs is nobody's.
    fn taught(&self) -> impl Iterator<Item = &Arc<Pack>> {
        self.packs.iter()
    }

    /// Learns now instead of with the first message.
    pub(crate) fn learn(&self) {
        if self.taught().count() > 1 {
            self.learned();
        }
    }

    fn learned(&self) -> &Examples {
        self.learned.get_or_init(|| {
            let nobody = self.taught().count();
            let reader = self.taught().position(|pack| pack.assistant.reads_documents);
            let of_packs = self.taught().enumerate().flat_map(|(label, pack)| {
                let lessons = pack.router.lessons();
                let step = lessons.len().div_ceil(EXAMPLES).max(1);
                lessons.iter().step_by(step).map(move |lesson| {
                    let agent = pack.agents.iter().find(|agent| agent.name == lesson.agent);
                    let label = if pack.assistant.none_of_mine.contains(&lesson.intent) {
                        nobody
                    } else if agent.is_some_and(|agent| agent.reads_documents) {
                        reader.unwrap_or(label)
                    } else {
                        label
                    };
                    (lesson.text.as_str(), label)
                })
            });
            let others = self.others.iter().filter_map(|other| {
                let label = match &other.pack {
                    Some(pack) => self.label(pack)?,
                    None => nobody,
                };
                Some((other.text.as_str(), label))
            });
            let examples: Vec<Example<'_>> = of_packs
                .chain(others)
                .enumerate()
                .map(|(place, (text, label))| {
                    let clues = if place % WITH_RULES == 0 { self.clues(text) } else { Vec::new() };
                    Example { text, clues, label }
                })
                .collect();
            Examples::learn(&examples, nobody + 1)
        })
    }

    /// What the rules of each pack make of a message.
    fn clues(&self, text: &str) -> Vec<String> {
        let mut clues = Vec::new();
        for pack in self.taught() {
            let Some(ruled) = pack.router.decide_by_rules(text) else { continue };
            clues.push(format!("{}:{}", pack.name, ruled.intent));
            if ruled.priority >= 0 {
                clues.push(format!("{}:some", pack.name));
                if ruled.by_rules >= SURE {
                    clues.push(format!("{}:sure", pack.name));
                }
            }
        }
        clues
    }

    /// How likely each assistant is, in the order in which they are given. What is for nobody is for the first of them,
    /// or for whoever has the conversation.
    pub(crate) fn judge<'a>(&self, text: &str, among: &Circumstances<'a>) -> Vec<Judged<'a>> {
        let looked_at = plain(head(text));
        let shares = self.learned().judge(&looked_at, &self.clues(text));
        let share_of =
            |label: Option<usize>| label.and_then(|label| shares.get(label)).copied().unwrap_or(0.0);
        let is_there = |known: &Arc<Pack>| among.packs.iter().any(|pack| pack.name == known.name);
        let missing = self.taught().enumerate().filter(|(_, known)| !is_there(known));
        let nobody = share_of(Some(self.taught().count()))
            + LEFT * missing.map(|(label, _)| share_of(Some(label))).sum::<f32>();
        let left = among.in_charge.unwrap_or_else(|| among.packs.first().map_or("", |pack| &pack.name));
        let there = if self.known_by.is_empty() { Vec::new() } else { words(text) };
        let is_known = |pack: &Pack| {
            let own = self.known_by.get(&pack.name);
            own.is_some_and(|own| there.iter().any(|word| own.contains(&word.folded)))
        };
        let judged = among.packs.iter().map(|pack| {
            let by_words = share_of(self.label(&pack.name));
            let meant = if pack.name == left { AT_HOME * (by_words + nobody) } else { by_words };
            let goes_on = if among.in_charge != Some(pack.name.as_str()) {
                1.0
            } else if among.follows_on {
                FOLLOWS_ON
            } else {
                GOES_ON
            };
            let known = if is_known(pack) { KNOWN_BY } else { 0.0 };
            Judged { pack, by_words, share: (among.found(pack) + known).exp() * meant * goes_on }
        });
        let mut judged: Vec<Judged<'a>> = judged.collect();
        let all: f32 = judged.iter().map(|judged| judged.share).sum();
        for judged in &mut judged {
            judged.share /= all.max(f32::MIN_POSITIVE);
        }
        judged
    }

    /// Whether somebody who names nobody may mean this pack with a cry for help.
    pub(crate) fn may_be_meant(&self, text: &str, pack: &str, flagged: &Flagged) -> bool {
        let shares = self.learned().judge(&plain(head(text)), &self.clues(text));
        let is_sure = flagged.level == HIGHEST && flagged.is_by_rule();
        let least = if is_sure { LIFE_IN_DANGER } else { MAY_BE_MEANT };
        self.label(pack).and_then(|label| shares.get(label)).is_none_or(|share| *share >= least)
    }

    /// What is told about a choice: who was chosen, how surely, and by which words.
    pub(crate) fn reasons(&self, text: &str, chosen: &Judged<'_>) -> Vec<Fired> {
        let looked_at = plain(head(text));
        let fired = |rule: String| Fired { rule, confidence: chosen.share };
        let words =
            self.label(&chosen.pack.name).map(|label| self.learned().reasons(&looked_at, label, NAMED));
        let words = words.into_iter().flatten().map(|(word, _)| fired(format!("word:{word}")));
        std::iter::once(fired(format!("assistant:{}", chosen.pack.name)))
            .chain(words.collect::<Vec<_>>())
            .collect()
    }
}

impl Decision {
    /// Why this assistant was asked comes after why it chose this agent.
    pub(crate) fn because(mut self, reasons: Vec<Fired>) -> Self {
        self.fired.extend(reasons);
        self
    }
}

#[cfg(test)]
#[path = "choose_tests.rs"]
mod tests;
