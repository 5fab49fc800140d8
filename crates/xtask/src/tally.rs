//! What a harness counted, and whether that is good.

use std::collections::HashSet;

use anyhow::{Result, bail};
use tokio::time::Instant;

use crate::figures::Figures;
use crate::ledger::{Flaw, Kind};

/// The first of a kind say as much as all of them.
const SHOWN_OF_A_KIND: usize = 5;

pub(crate) struct Tally {
    harness: &'static str,
    started: Instant,
    flaws: HashSet<Flaw>,
    is_quiet: bool,
}

impl Tally {
    pub(crate) fn new(harness: &'static str) -> Self {
        Self { harness, started: Instant::now(), flaws: HashSet::new(), is_quiet: false }
    }

    /// One that only counts, where flaws are what is wanted.
    pub(crate) fn quiet(harness: &'static str) -> Self {
        Self { is_quiet: true, ..Self::new(harness) }
    }

    /// Notes what was found, and says it at once: a long run should not keep it to itself. What is found
    /// again when all is read again counts once.
    pub(crate) fn add(&mut self, moment: &str, flaws: impl IntoIterator<Item = Flaw>) {
        for flaw in flaws {
            let is_shown = !self.is_quiet && self.count(flaw.kind) < SHOWN_OF_A_KIND;
            let line = format!("{}: {moment}: {:?}: {}", self.harness, flaw.kind, flaw.text);
            if self.flaws.insert(flaw) && is_shown {
                eprintln!("{line}");
            }
        }
    }

    pub(crate) fn say(&self, text: &str) {
        println!("{}: {text}", self.harness);
    }

    pub(crate) fn count(&self, kind: Kind) -> usize {
        self.flaws.iter().filter(|flaw| flaw.kind == kind).count()
    }

    pub(crate) fn flaws(&self) -> usize {
        self.flaws.len()
    }

    /// Says all figures.
    pub(crate) fn report(&self, cycles: &str, figures: Figures) {
        let seconds = self.started.elapsed().as_secs_f64();
        self.say(&format!(
            "{cycles} in {seconds:.1} s: {} acks ({} in line), {} retried, {} put off, {} refused for the storage, {} events checked",
            figures.acks, figures.waiting, figures.retried, figures.put_off, figures.not_writable, figures.events
        ));
        let counts = Kind::ALL.map(|(kind, name)| format!("{name} {}", self.count(kind)));
        self.say(&counts.join(", "));
    }

    /// Fails if anything was wrong.
    pub(crate) fn conclude(&self) -> Result<()> {
        match self.flaws.len() {
            0 => self.say("ok"),
            1 => bail!("`cargo xtask {}` found 1 flaw", self.harness),
            many => bail!("`cargo xtask {}` found {many} flaws", self.harness),
        }
        Ok(())
    }
}
