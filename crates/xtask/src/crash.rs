//! `cargo xtask crash`: a server killed in the middle of its work, again and again, keeps every promise.
//!
//! What is acknowledged survives SIGKILL, because the kernel keeps what a dead process has written; that it
//! survives a power cut is for `powercut` to show. With `--cut-line` the server lives, and what is lost is its line to
//! PostgreSQL (`crash_line`).

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tempfile::TempDir;
use tokio::time::sleep;

use crate::crash_line::Line;
use crate::database::Database;
use crate::ledger::Kind;
use crate::server_process::{Launch, Serving};
use crate::tally::Tally;
use crate::workplace;
use crate::writer::Home;
use crate::writers::Writers;

/// When in a cycle the server is killed, in milliseconds after the writers began.
const MOMENT: std::ops::RangeInclusive<u64> = 20..=400;
/// When in its start a server is killed, of those that are; a start takes a little longer than that.
const MOMENT_OF_START: std::ops::RangeInclusive<u64> = 1..=40;
/// Verifying all chains takes longer with every cycle, so it is done in one of so many, and at the end.
const VERIFY_EVERY: usize = 10;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// How often the server is killed
    #[arg(long, default_value_t = 100)]
    cycles: usize,
    /// How many clients write at a time, each in a session of its own
    #[arg(long, default_value_t = 64)]
    clients: usize,
    /// The server; left out, the debug build of this workspace
    #[arg(long)]
    binary: Option<PathBuf>,
    /// The URL of an empty `PostgreSQL` database; left out, the embedded one. With --cut-line, of one whose owner may make others
    #[arg(long)]
    postgres: Option<String>,
    /// Leave the server alive and lose its line to `PostgreSQL` instead
    #[arg(long, requires = "postgres")]
    cut_line: bool,
    /// The program that is the line; left out, the debug build of this workspace's `line_proxy`
    #[arg(long)]
    line: Option<PathBuf>,
    /// Repeats the moments and messages of the run that printed it; left out, a new one
    #[arg(long)]
    seed: Option<u64>,
}

struct Harness {
    launch: Launch,
    writers: Writers,
    home: Home,
    random: StdRng,
    tally: Tally,
}

pub(crate) async fn run(options: &Options) -> Result<()> {
    let seed = options.seed.unwrap_or_else(rand::random);
    let folder = workplace::folder("crash")?;
    if let (true, Some(server)) = (options.cut_line, &options.postgres) {
        return run_on_a_line(options, server, folder, seed).await;
    }
    let (mut harness, serving) = prepare(options, &folder, seed).await?;
    harness.tally.say(&format!("seed {seed}; {} clients", options.clients));
    let done = harness.cycles(options.cycles, serving).await;
    workplace::keep_if(done.is_err() || harness.tally.flaws() > 0, folder);
    harness.tally.report(&format!("{} cycles", options.cycles), harness.writers.figures());
    done?;
    harness.tally.conclude()
}

/// The same with a server that lives and a line that does not, on a database of its own.
async fn run_on_a_line(options: &Options, server: &str, folder: TempDir, seed: u64) -> Result<()> {
    let binary = match &options.line {
        Some(binary) => binary.clone(),
        None => workplace::built_as("examples/line_proxy")?,
    };
    let database = Database::create(server, "line")?;
    let mut line = Line::open(&binary, &database.url()).await?;
    let (mut harness, serving) =
        prepare_at(options, Some(&line.url(&database.url())?), &folder, seed).await?;
    harness.tally.say(&format!("seed {seed}; {} clients on a line that is lost", options.clients));
    let done = harness.lose_line(options.cycles, serving, &mut line).await;
    let is_kept = done.is_err() || harness.tally.flaws() > 0;
    workplace::keep_if(is_kept, folder);
    database.keep_if(is_kept);
    harness.tally.report(&format!("{} losses", options.cycles), harness.writers.figures());
    done?;
    harness.tally.conclude()
}

async fn prepare(options: &Options, folder: &TempDir, seed: u64) -> Result<(Harness, Serving)> {
    prepare_at(options, options.postgres.as_deref(), folder, seed).await
}

async fn prepare_at(
    options: &Options,
    postgres: Option<&str>,
    folder: &TempDir,
    seed: u64,
) -> Result<(Harness, Serving)> {
    let mut launch = workplace::launch(options.binary.as_deref(), folder.path(), folder.path())?;
    let home = match postgres {
        Some(url) => {
            launch.environment.push(("CONSERJE__DATABASE__URL", url.to_owned()));
            Home::Shared
        }
        None => Home::Embedded,
    };
    let serving = launch.start().await?;
    let writers = Writers::open(&serving.api, options.clients, seed, 0).await?;
    let random = StdRng::seed_from_u64(seed);
    Ok((Harness { launch, writers, home, random, tally: Tally::new("crash") }, serving))
}

impl Harness {
    async fn cycles(&mut self, cycles: usize, mut serving: Serving) -> Result<()> {
        for cycle in 1..=cycles {
            serving = self.cycle(cycle, serving).await?;
            if self.tally.count(Kind::Stuck) > 0 {
                // Every further cycle would wait for it in vain.
                self.tally.say(&format!("a session is stuck; ended after cycle {cycle}"));
                break;
            }
        }
        self.writers.inspect_all(&serving.api, self.home).await;
        self.tally.add("at the end", self.writers.take_flaws());
        self.tally.add("at the end", self.launch.broken_chains().await?);
        let status = serving.process.stop().await?;
        self.tally.say(&format!("stopped at the end: {status}"));
        if self.writers.unanswered() > 0 {
            self.tally.say(&format!(
                "{} messages with a key are still in flight at a node that is gone, until its lease ends",
                self.writers.unanswered()
            ));
        }
        Ok(())
    }

    /// Load, lose the line, check; at the end the server is told to stop while its database says nothing.
    async fn lose_line(&mut self, cycles: usize, serving: Serving, line: &mut Line) -> Result<()> {
        for cycle in 1..=cycles {
            let writing = self.writers.write_what_is_taken(&serving.api);
            let ((), lost) = tokio::join!(writing, line.lose(&mut self.random));
            lost?;
            self.writers.retry(&serving.api, self.home).await;
            self.writers.inspect(&serving.api, self.home).await;
            self.tally.add(&format!("loss {cycle}"), self.writers.take_flaws());
            if self.tally.count(Kind::Stuck) > 0 {
                self.tally.say(&format!("a session is stuck; ended after loss {cycle}"));
                break;
            }
        }
        self.writers.inspect_all(&serving.api, self.home).await;
        self.tally.add("at the end", self.writers.take_flaws());
        self.tally.add("at the end", self.launch.broken_chains().await?);
        line.order("silence").await?;
        let status = serving.process.stop().await?;
        self.tally.say(&format!("stopped at the end, with a database that said nothing: {status}"));
        Ok(())
    }

    /// Load, kill, start, check.
    async fn cycle(&mut self, cycle: usize, serving: Serving) -> Result<Serving> {
        let Serving { process, api } = serving;
        let moment = Duration::from_millis(self.random.random_range(MOMENT));
        let kill = async {
            sleep(moment).await;
            process.kill().await
        };
        let ((), killed) = tokio::join!(self.writers.write_until_gone(&api), kill);
        killed?;
        if self.random.random_bool(0.125) {
            self.kill_while_starting().await?;
        }
        let serving = self.launch.start().await?;
        self.writers.retry(&serving.api, self.home).await;
        self.writers.inspect(&serving.api, self.home).await;
        let when = format!("cycle {cycle}");
        self.tally.add(&when, self.writers.take_flaws());
        if cycle.is_multiple_of(VERIFY_EVERY) {
            self.tally.add(&when, self.launch.broken_chains().await?);
        }
        Ok(serving)
    }

    /// A recovery that is itself cut short must be one that can be begun again.
    async fn kill_while_starting(&mut self) -> Result<()> {
        let process = self.launch.spawn()?;
        sleep(Duration::from_millis(self.random.random_range(MOMENT_OF_START))).await;
        process.kill().await.map(drop)
    }
}
