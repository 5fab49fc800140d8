//! `cargo xtask disk`: a full disk, a disk gone read-only and a disk gone altogether cost no promise.
//!
//! Each happens to a server at work, on a small disk of its own. Writes must be refused clearly, reads go on
//! where the disk still gives them, and afterwards everything acknowledged is there.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use tempfile::TempDir;

use crate::chat_api::{Answer, ChatApi, Gone};
use crate::disk_broken::Work;
use crate::ledger::{Flaw, Kind};
use crate::loop_disk::LoopDisk;
use crate::server_process::{Launch, Serving};
use crate::tally::Tally;
use crate::writer::Home;
use crate::writers::{Figures, Writers};
use crate::{disk_broken, disk_full, programs, workplace};

const HARNESS: &str = "disk";
const DISK_MEGABYTES: u64 = 64;
const CLIENTS: usize = 8;
/// How much each client writes before anything is wrong.
const BEFORE: u64 = 20;

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

/// A server at work on a disk of its own. The fields are dropped in this order: the server before its disk.
pub(crate) struct Scene {
    pub(crate) serving: Serving,
    pub(crate) writers: Writers,
    pub(crate) launch: Launch,
    pub(crate) disk: LoopDisk,
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
        let scene = Scene::open(options, &place, seed).await?;
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

impl Scene {
    async fn open(options: &Options, work: &Path, seed: u64) -> Result<Self> {
        let disk = LoopDisk::new(HARNESS, DISK_MEGABYTES)?;
        let launch = workplace::launch(options.binary.as_deref(), &disk.mount_point(), work)?;
        let serving = launch.start().await?;
        let mut writers = Writers::open(&serving.api, CLIENTS, seed, 0).await?;
        writers.write(&serving.api, BEFORE).await;
        Ok(Self { serving, writers, launch, disk })
    }

    /// What a client can do without writing.
    pub(crate) async fn check_reads(&self, moment: &str, tally: &mut Tally) {
        let own = self.writers.sessions().flat_map(|session| {
            let path = format!("/api/chat/sessions/{session}");
            [format!("{path}/events?after=0&limit=200"), format!("{path}/messages"), path]
        });
        let others = ["/api/chat/sessions", "/health/live", "/health/ready"].map(str::to_owned);
        for path in own.chain(others) {
            tally.add(moment, read(&self.serving.api, &path).await);
        }
    }

    /// Holds everything acknowledged against the log, and the log against its chain.
    pub(crate) async fn check_all(&mut self, moment: &str, tally: &mut Tally) -> Result<()> {
        let before = tally.flaws();
        self.writers.inspect_all(&self.serving.api, Home::Embedded).await;
        tally.add(moment, self.writers.take_flaws());
        tally.add(moment, self.launch.broken_chains().await?);
        if tally.flaws() > before {
            self.launch.copy_data()?;
        }
        Ok(())
    }

    /// Stops in an orderly way and starts again.
    pub(crate) async fn restart(mut self) -> Result<Self> {
        let status = self.serving.process.stop().await?;
        ensure!(status.success(), "told to stop, the server ended with {status}");
        self.serving = self.launch.start().await?;
        Ok(self)
    }
}

async fn read(api: &ChatApi, path: &str) -> Option<Flaw> {
    let answer = match api.get(path).await {
        Ok(Answer::Done(_)) => return None,
        Ok(Answer::Refused(refusal)) => format!("{} {}", refusal.status, refusal.body),
        Err(Gone) => "no answer".to_owned(),
    };
    Some(Flaw::new(Kind::Unexpected, format!("GET {path}: {answer}")))
}
