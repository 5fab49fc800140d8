//! What was promised, held against what is there. No IO here.

use std::collections::BTreeMap;

use crate::ledger::{Flaw, Kind};

#[cfg(test)]
#[path = "desk_check_tests.rs"]
mod desk_check_tests;

/// Things by their names, and how many of each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Goods(BTreeMap<String, usize>);

impl Goods {
    pub(crate) fn add(&mut self, name: String) {
        *self.0.entry(name).or_default() += 1;
    }

    pub(crate) fn count(&self) -> usize {
        self.0.values().sum()
    }

    fn of(&self, name: &str) -> usize {
        self.0.get(name).copied().unwrap_or_default()
    }

    /// What these have and the others have not.
    fn beyond<'a>(&'a self, others: &'a Self) -> impl Iterator<Item = (&'a String, usize)> {
        self.0.iter().filter_map(|(name, count)| {
            let more = count.saturating_sub(others.of(name));
            (more > 0).then_some((name, more))
        })
    }
}

impl FromIterator<String> for Goods {
    fn from_iter<T: IntoIterator<Item = String>>(names: T) -> Self {
        let mut goods = Self::default();
        names.into_iter().for_each(|name| goods.add(name));
        goods
    }
}

/// Promises that are not kept. Holds at any moment.
pub(crate) fn broken(promised: &Goods, given: &Goods) -> Vec<Flaw> {
    let lost = |(name, count): (&String, usize)| {
        Flaw::new(Kind::Lost, format!("{name} was promised and is not there ({count} too few)"))
    };
    promised.beyond(given).map(lost).collect()
}

/// When nobody asks any more: all is given away, nothing twice, and nothing that nobody was told of.
pub(crate) fn settled(promised: &Goods, given: &Goods, pieces: usize) -> Vec<Flaw> {
    let mut flaws = broken(promised, given);
    for (name, count) in given.beyond(promised) {
        let (kind, text) = match promised.of(name) {
            0 => (Kind::LeftOver, format!("{name} is given away and nobody was told ({count} too many)")),
            _ => (Kind::Doubled, format!("{name} was promised, and is there {count} times more")),
        };
        flaws.push(Flaw::new(kind, text));
    }
    if given.count() != pieces {
        let text = format!("{} of {pieces} pieces are given away", given.count());
        flaws.push(Flaw::new(if given.count() > pieces { Kind::Doubled } else { Kind::Unexpected }, text));
    }
    flaws
}
