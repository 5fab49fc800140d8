//! `cargo xtask powercut`: what was acknowledged survives a power cut, and without fsync it does not.
//!
//! The second half proves the first: a harness that finds no loss with `database.durability` off would find
//! none anywhere.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, ensure};
use clap::ValueEnum;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tempfile::TempDir;
use tokio::time::sleep;

use crate::figures::Figures;
use crate::ledger::{Flaw, Kind};
use crate::loop_disk::LoopDisk;
use crate::server_process::{Launch, Serving};
use crate::tally::Tally;
use crate::writer::Home;
use crate::writers::Writers;
use crate::{programs, workplace};

const HARNESS: &str = "powercut";
const DISK_MEGABYTES: u64 = 512;
/// When in a cycle the power is cut, in milliseconds after the writers began.
const MOMENT: RangeInclusive<u64> = 20..=800;
/// The first start on an empty disk writes things that no other start does, so it is tried now and then.
const FRESH_EVERY: usize = 5;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// How often the power is cut
    #[arg(long, default_value_t = 10)]
    cycles: usize,
    /// With full, nothing may be lost; with off, something must be
    #[arg(long, value_enum, default_value = "full")]
    durability: Durability,
    /// How many clients write at a time, each in a session of its own
    #[arg(long, default_value_t = 64)]
    clients: usize,
    /// The server; left out, the debug build of this workspace
    #[arg(long)]
    binary: Option<PathBuf>,
    /// Repeats the moments and messages of the run that printed it; left out, a new one
    #[arg(long)]
    seed: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Durability {
    Full,
    Off,
}

/// The fields are dropped in this order: the server first, then the disk below it.
struct Harness {
    serving: Option<Serving>,
    writers: Option<Writers>,
    launch: Launch,
    disk: LoopDisk,
    durability: Durability,
    clients: usize,
    seed: u64,
    random: StdRng,
    /// Of writers whose disk is gone.
    earlier: Figures,
    tally: Tally,
}

pub(crate) async fn run(options: &Options) -> Result<()> {
    programs::must_be_root(HARNESS)?;
    let seed = options.seed.unwrap_or_else(rand::random);
    let work = workplace::folder(HARNESS)?;
    let mut harness = prepare(options, &work, seed)?;
    harness.tally.say(&format!("seed {seed}; {} clients", options.clients));
    let done = harness.cycles(options.cycles).await;
    harness.tally.report(&format!("{} cycles", options.cycles), harness.figures());
    let is_bad = done.is_err() || (options.durability == Durability::Full && harness.tally.flaws() > 0);
    if is_bad {
        // The disk goes with this process; what is on it should not.
        drop(harness.serving.take());
        harness.launch.copy_data().unwrap_or_else(|error| eprintln!("keeping the data failed: {error:#}"));
    }
    workplace::keep_if(is_bad, work);
    let lossy = done?;
    harness.conclude(lossy, options.cycles)
}

fn prepare(options: &Options, work: &TempDir, seed: u64) -> Result<Harness> {
    let disk = LoopDisk::new(HARNESS, DISK_MEGABYTES)?;
    let mut launch = workplace::launch(options.binary.as_deref(), &disk.mount_point(), work.path())?;
    if options.durability == Durability::Off {
        launch.environment.push(("CONSERJE__DATABASE__DURABILITY", "off".to_owned()));
    }
    Ok(Harness {
        serving: None,
        writers: None,
        launch,
        disk,
        durability: options.durability,
        clients: options.clients,
        seed,
        random: StdRng::seed_from_u64(seed),
        earlier: Figures::default(),
        tally: if options.durability == Durability::Off {
            Tally::quiet(HARNESS)
        } else {
            Tally::new(HARNESS)
        },
    })
}

impl Harness {
    /// How many cycles lost something.
    async fn cycles(&mut self, cycles: usize) -> Result<usize> {
        let mut lossy = 0;
        for cycle in 1..=cycles {
            let (lost, acks) = (self.losses(), self.figures().acks);
            self.cycle(cycle).await?;
            let (lost, acks) = (self.losses() - lost, self.figures().acks - acks);
            lossy += usize::from(lost > 0);
            if self.durability == Durability::Off {
                self.tally.say(&format!("cycle {cycle}: {acks} acks, {lost} losses"));
            }
            let has_ended = self.tally.count(Kind::Stuck) + self.tally.count(Kind::DoesNotStart) > 0;
            if self.durability == Durability::Full && has_ended {
                // Another cycle would wait in vain, or write over what there is to look at.
                self.tally.say(&format!("ended after cycle {cycle}"));
                break;
            }
        }
        Ok(lossy)
    }

    /// What only lost writes explain.
    fn losses(&self) -> usize {
        let kinds = [Kind::Lost, Kind::Gap, Kind::BrokenChain, Kind::DoesNotStart];
        kinds.map(|kind| self.tally.count(kind)).iter().sum()
    }

    /// Load, cut, mount again, start, check.
    async fn cycle(&mut self, cycle: usize) -> Result<()> {
        let (serving, mut writers) = match (self.serving.take(), self.writers.take()) {
            (Some(serving), Some(writers)) if !self.begins_afresh(cycle) => (serving, writers),
            (serving, writers) => {
                drop(serving);
                self.earlier =
                    self.earlier.plus(writers.map(|writers| writers.figures()).unwrap_or_default());
                self.start_afresh(cycle).await?
            }
        };
        let Serving { process, api } = serving;
        let moment = Duration::from_millis(self.random.random_range(MOMENT));
        let cut = async {
            sleep(moment).await;
            // Nothing may be acknowledged once the power is gone, so the server is held still before.
            process.freeze().await?;
            self.disk.cut_power().await?;
            process.kill().await
        };
        let ((), cut) = tokio::join!(writers.write_until_gone(&api), cut);
        cut?;
        self.disk.unmount()?;
        self.disk.mount()?;
        let when = format!("cycle {cycle}");
        match self.launch.start().await {
            Ok(serving) => {
                self.check(&when, &serving, &mut writers).await?;
                self.serving = Some(serving);
            }
            Err(error) => self.tally.add(&when, [Flaw::new(Kind::DoesNotStart, format!("{error:#}"))]),
        }
        self.writers = Some(writers);
        Ok(())
    }

    /// Without durability there may be nothing left that a server could go on with.
    fn begins_afresh(&self, cycle: usize) -> bool {
        self.durability == Durability::Off || cycle % FRESH_EVERY == 1
    }

    async fn start_afresh(&mut self, cycle: usize) -> Result<(Serving, Writers)> {
        self.disk.format()?;
        let serving = self.launch.start().await?;
        let seed = self.seed.wrapping_add(cycle as u64 * 1_000_003);
        let writers = Writers::open(&serving.api, self.clients, seed, cycle).await?;
        if cycle.is_multiple_of(2) {
            // With durability off and all of it lost, every cycle would be about an empty disk.
            self.disk.sync()?;
        }
        Ok((serving, writers))
    }

    /// Everything that was ever acknowledged on this disk, not only since the last cut.
    async fn check(&mut self, when: &str, serving: &Serving, writers: &mut Writers) -> Result<()> {
        if self.durability == Durability::Full {
            writers.retry(&serving.api, Home::Embedded).await;
        }
        writers.inspect_all(&serving.api, Home::Embedded).await;
        self.tally.add(when, writers.take_flaws());
        self.tally.add(when, self.launch.broken_chains().await?);
        Ok(())
    }

    fn figures(&self) -> Figures {
        self.earlier.plus(self.writers.as_ref().map(Writers::figures).unwrap_or_default())
    }

    fn conclude(&self, lossy: usize, cycles: usize) -> Result<()> {
        if self.durability == Durability::Full {
            return self.tally.conclude();
        }
        self.tally
            .say(&format!("with durability off, {lossy} of {cycles} cycles lost something, as they should"));
        ensure!(
            lossy > 0,
            "not one of {cycles} power cuts lost anything with durability off; this harness cuts nothing"
        );
        Ok(())
    }
}
