//! `cargo xtask disk`: a full disk, a disk gone read-only and a disk gone altogether cost no promise.
//!
//! Each happens to a server at work, on a small disk of its own. Writes must be refused clearly, reads go on
//! where the disk still gives them, and afterwards everything acknowledged is there.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::ValueEnum;
use tempfile::TempDir;

use crate::disk_broken::Work;
use crate::disk_scene::{CLIENTS, HARNESS, Scene};
use crate::figures::Figures;
use crate::tally::Tally;
use crate::{disk_broken, disk_full, programs, workplace};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The server; left out, the debug build of this workspace
    #[arg(long)]
    binary: Option<PathBuf>,
    /// What is to happen to the disk, once for each time that this is given; left out, everything
    #[arg(long, value_enum)]
    only: Vec<Trouble>,
    /// Repeats the messages of the run that printed it; left out, a new one
    #[arg(long)]
    seed: Option<u64>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Trouble {
    Full,
    ReadOnly,
    ReadOnlyUnderLoad,
    Gone,
}

pub(crate) async fn run(options: &Options) -> Result<()> {
    programs::must_be_root(HARNESS)?;
    let seed = options.seed.unwrap_or_else(rand::random);
    let work = workplace::folder(HARNESS)?;
    let mut tally = Tally::new(HARNESS);
    tally.say(&format!("seed {seed}; {CLIENTS} clients"));
    let done = all(options, &work, seed, &mut tally).await;
    workplace::keep_if(done.is_err() || tally.flaws() > 0, work);
    tally.report(&format!("{} disks", options.troubles().len()), done?);
    tally.conclude()
}

async fn all(options: &Options, work: &TempDir, seed: u64, tally: &mut Tally) -> Result<Figures> {
    let mut figures = Figures::default();
    for (number, trouble) in (1..).zip(options.troubles()) {
        let place = work.path().join(format!("disk-{number}"));
        fs::create_dir(&place).with_context(|| format!("making {}", place.display()))?;
        let scene = Scene::open(options.binary.as_deref(), &place, seed).await?;
        figures = figures.plus(match trouble {
            Trouble::Full => disk_full::run(scene, tally).await?,
            Trouble::ReadOnly => disk_broken::read_only(scene, Work::AtRest, tally).await?,
            Trouble::ReadOnlyUnderLoad => disk_broken::read_only(scene, Work::UnderWay, tally).await?,
            Trouble::Gone => disk_broken::gone(scene, tally).await?,
        });
    }
    Ok(figures)
}

impl Options {
    fn troubles(&self) -> Vec<Trouble> {
        if self.only.is_empty() { Trouble::value_variants().to_vec() } else { self.only.clone() }
    }
}
