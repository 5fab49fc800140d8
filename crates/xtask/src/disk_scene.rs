//! Where something happens to a disk: a server at work on it, its clients, and what is held against their ledger.

use std::path::Path;

use anyhow::{Result, ensure};

use crate::chat_api::{Answer, ChatApi, Gone};
use crate::ledger::{Flaw, Kind};
use crate::loop_disk::LoopDisk;
use crate::server_process::{Launch, Serving};
use crate::tally::Tally;
use crate::workplace;
use crate::writer::Home;
use crate::writers::Writers;

pub(crate) const HARNESS: &str = "disk";
pub(crate) const CLIENTS: usize = 8;
const DISK_MEGABYTES: u64 = 64;
/// How much each client writes before anything is wrong.
const BEFORE: u64 = 20;

/// A server at work on a disk of its own. The fields are dropped in this order: the server before its disk.
pub(crate) struct Scene {
    pub(crate) serving: Serving,
    pub(crate) writers: Writers,
    pub(crate) launch: Launch,
    pub(crate) disk: LoopDisk,
}

impl Scene {
    pub(crate) async fn open(binary: Option<&Path>, work: &Path, seed: u64) -> Result<Self> {
        let disk = LoopDisk::new(HARNESS, DISK_MEGABYTES)?;
        let launch = workplace::launch(binary, &disk.mount_point(), work)?;
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
