//! Which assistant a message is for, where several could answer it.
//!
//! Each pack brings examples of what it is for; a linear model over all of them, with what the rules of each pack make of a
//! message as clues, says how likely each is, and how likely none. What the tenant's documents hold of the question
//! counts beside it: words alone cannot tell a question about somebody's own price list from one about another's.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::pack::Pack;
use crate::routing::examples::{Example, Examples};
use crate::routing::text::plain;
use crate::routing::{Decision, Fired, head};

/// Examples of a pack that are looked at: one with many is not likelier for it.
const EXAMPLES: usize = 1_500;
/// Of so many examples one is learned with the rules that fire; rules were written from these very messages.
const WITH_RULES: usize = 3;
/// A rule as sure as this is a clue of its own.
const SURE: f32 = 0.8;
/// How many words are named as reasons.
const NAMED: usize = 3;

/// How much what documents hold of a question weighs, against how likely an assistant is by its words.
const FOUND: f32 = 6.0;
/// So much of a question is found by chance.
const BY_CHANCE: f32 = 0.3;
/// How much likelier it is that a conversation goes on with who had it.
const GOES_ON: f32 = 4.0;
/// An assistant must be as likely as this to be asked about an emergency that is said to nobody.
const EMERGENCY: f32 = 0.35;

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
}

/// Made from all packs there are, once; a tenant has some of them.
pub(crate) struct Chooser {
    packs: Vec<Arc<Pack>>,
    others: Vec<Belonging>,
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
}

impl Chooser {
    pub(crate) fn new(packs: Vec<Arc<Pack>>, others: Vec<Belonging>) -> Self {
        Self { packs, others, learned: OnceLock::new() }
    }

    /// Whether it knows what these packs are for.
    pub(crate) fn knows(&self, packs: &[Arc<Pack>]) -> bool {
        packs.len() > 1 && packs.iter().all(|pack| self.label(&pack.name).is_some())
    }

    fn label(&self, pack: &str) -> Option<usize> {
        self.taught().position(|known| known.name == pack)
    }

    /// Packs with examples; the label behind theirs is nobody's.
    fn taught(&self) -> impl Iterator<Item = &Arc<Pack>> {
        self.packs.iter().filter(|pack| !pack.router.lessons().is_empty())
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
        let nobody = share_of(Some(self.taught().count()));
        let left = among.in_charge.unwrap_or_else(|| among.packs.first().map_or("", |pack| &pack.name));
        // Whoever reads documents answers from those of the tenant.
        let reader = among.packs.iter().find(|pack| pack.assistant.reads_documents);
        let found = |pack: &Arc<Pack>| {
            let Some(evidence) = among.evidence else { return 0.0 };
            let own = reader.filter(|reader| reader.name == pack.name).map_or(0.0, |_| evidence.own);
            let brought = evidence.of_packs.get(&pack.name).copied().unwrap_or(0.0);
            (own.max(brought) - BY_CHANCE).max(0.0)
        };
        let judged = among.packs.iter().map(|pack| {
            let by_words = share_of(self.label(&pack.name));
            let meant = by_words + if pack.name == left { nobody } else { 0.0 };
            let goes_on = if among.in_charge == Some(pack.name.as_str()) { GOES_ON } else { 1.0 };
            Judged { pack, by_words, share: (FOUND * found(pack)).exp() * meant * goes_on }
        });
        let mut judged: Vec<Judged<'a>> = judged.collect();
        let all: f32 = judged.iter().map(|judged| judged.share).sum();
        for judged in &mut judged {
            judged.share /= all.max(f32::MIN_POSITIVE);
        }
        judged
    }

    /// Whether somebody who names nobody may mean this pack with a cry for help.
    pub(crate) fn may_be_meant(&self, text: &str, pack: &str) -> bool {
        let shares = self.learned().judge(&plain(head(text)), &self.clues(text));
        self.label(pack).and_then(|label| shares.get(label)).is_none_or(|share| *share >= EMERGENCY)
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
