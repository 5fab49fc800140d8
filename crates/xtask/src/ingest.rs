//! `cargo xtask ingest`: a server killed while it takes and reads files, again and again, ends with each of them read
//! once, as if it had never been killed, and with nothing left over: no blob, passage or vector without its file.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use futures::future::join_all;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::Value;
use tokio::process::Command;
use tokio::time::{Instant, sleep};

use crate::chat_api::{Answer, ChatApi, Gone};
use crate::ingest_files::{File, Shape};
use crate::ingest_rows::left_over;
use crate::ledger::{Flaw, Kind};
use crate::server_process::{Launch, Serving};
use crate::tally::Tally;
use crate::workplace;

/// When the server is killed, in milliseconds after the files were sent.
const MOMENT: std::ops::RangeInclusive<u64> = 1..=900;
/// And when in its next start, of those that are killed again: files are read again by then.
const MOMENT_OF_START: std::ops::RangeInclusive<u64> = 1..=700;
const FILES_A_CYCLE: usize = 4;
/// How long files may take to come to an end after a start; a job that died waits a little before it is tried again.
const SETTLED_WITHIN: Duration = Duration::from_secs(60);
const LOOK_AGAIN: Duration = Duration::from_millis(50);

#[derive(clap::Args)]
pub(crate) struct Options {
    /// How often the server is killed
    #[arg(long, default_value_t = 20)]
    cycles: usize,
    /// The server; left out, the debug build of this workspace
    #[arg(long)]
    binary: Option<PathBuf>,
    /// Repeats the moments of the run that printed it; left out, a new one
    #[arg(long)]
    seed: Option<u64>,
}

/// A file as the server lists it.
#[derive(Clone, Debug)]
struct Listed {
    name: String,
    status: String,
    chunks: u64,
    error: String,
}

struct Harness {
    launch: Launch,
    random: StdRng,
    tally: Tally,
    /// How many passages a file of each shape has, and the one inside it, on a server that nobody killed.
    clean: BTreeMap<Shape, (u64, u64)>,
    next: usize,
    sent: Vec<File>,
    kills: usize,
    refused: usize,
}

pub(crate) async fn run(options: &Options) -> Result<()> {
    let seed = options.seed.unwrap_or_else(rand::random);
    let folder = workplace::folder("ingest")?;
    let calm = workplace::folder("ingest-calm")?;
    let clean =
        clean_counts(&workplace::launch(options.binary.as_deref(), calm.path(), calm.path())?).await?;
    let launch = workplace::launch(options.binary.as_deref(), folder.path(), folder.path())?;
    let (random, tally) = (StdRng::seed_from_u64(seed), Tally::new("ingest"));
    let mut harness =
        Harness { launch, random, tally, clean, next: 0, sent: Vec::new(), kills: 0, refused: 0 };
    harness.tally.say(&format!("seed {seed}"));
    let done = harness.cycles(options.cycles).await;
    workplace::keep_if(done.is_err() || harness.tally.flaws() > 0, folder);
    let Harness { tally, sent, kills, refused, .. } = harness;
    tally.say(&format!("{kills} kills, {} files, {refused} of them ended as failed", sent.len()));
    done?;
    tally.conclude()
}

/// What a server that is left alone makes of each shape.
async fn clean_counts(launch: &Launch) -> Result<BTreeMap<Shape, (u64, u64)>> {
    let serving = launch.start().await?;
    let files: Vec<File> = Shape::ALL.iter().zip(0..).map(|(shape, number)| shape.make(number)).collect();
    for file in &files {
        ensure!(
            upload(&serving.api, file).await.is_ok_and(|status| status == 202),
            "{} was not taken",
            file.name
        );
    }
    let listed = settled(&serving.api, &files).await?;
    serving.process.stop().await?;
    let mut counts = BTreeMap::new();
    for file in &files {
        let count = |name: &str| -> Result<u64> {
            let found = listed.iter().find(|one| one.name == name && one.status == "completed");
            Ok(found.with_context(|| format!("{name} was not read: {listed:?}"))?.chunks)
        };
        let inside = file.inside.as_deref().map(count).transpose()?.unwrap_or(0);
        counts.insert(file.shape, (count(&file.name)?, inside));
    }
    Ok(counts)
}

impl Harness {
    async fn cycles(&mut self, cycles: usize) -> Result<()> {
        let mut serving = self.launch.start().await?;
        for cycle in 1..=cycles {
            serving = self.cycle(cycle, serving).await?;
            if self.tally.count(Kind::Stuck) > 0 {
                break;
            }
        }
        let listed = list(&serving.api).await?;
        let sent = self.sent.clone();
        self.hold_against(&sent, &listed, "at the end");
        serving.process.stop().await?;
        if let Some(flaw) = self.index_flaw().await? {
            self.tally.add("at the end", [flaw]);
        }
        self.tally.add("at the end", left_over(&self.launch.data)?);
        Ok(())
    }

    /// Send, kill, start, send again, wait, check.
    async fn cycle(&mut self, cycle: usize, serving: Serving) -> Result<Serving> {
        let files: Vec<File> = (0..FILES_A_CYCLE).map(|_| self.new_file()).collect();
        let Serving { process, api } = serving;
        let moment = Duration::from_millis(self.random.random_range(MOMENT));
        let kill = async {
            sleep(moment).await;
            process.kill().await
        };
        // Whether they arrived is not asked: they are sent again.
        let (_, killed) = tokio::join!(join_all(files.iter().map(|file| upload(&api, file))), kill);
        killed?;
        self.kills += 1;
        if self.random.random_bool(0.3) {
            let process = self.launch.spawn()?;
            sleep(Duration::from_millis(self.random.random_range(MOMENT_OF_START))).await;
            process.kill().await?;
            self.kills += 1;
        }
        let serving = self.launch.start().await?;
        let when = format!("cycle {cycle}");
        for file in &files {
            match upload(&serving.api, file).await {
                Ok(202) => {}
                Ok(status) => {
                    let text = format!("{} was answered with {status}", file.name);
                    self.tally.add(&when, [Flaw::new(Kind::Unexpected, text)]);
                }
                Err(Gone) => bail!("the server ended by itself:\n{}", self.launch.log_end()),
            }
        }
        match settled(&serving.api, &files).await {
            Ok(listed) => self.hold_against(&files, &listed, &when),
            Err(error) => self.tally.add(&when, [Flaw::new(Kind::Stuck, format!("{error:#}"))]),
        }
        self.sent.extend(files);
        Ok(serving)
    }

    fn new_file(&mut self) -> File {
        let shape = Shape::ALL.get(self.random.random_range(0..Shape::ALL.len())).copied();
        self.next += 1;
        shape.unwrap_or(Shape::Text).make(self.next)
    }

    /// Each file once, whole, with as many passages as on a calm server; or failed, with a reason and without any.
    fn hold_against(&mut self, files: &[File], listed: &[Listed], when: &str) {
        self.refused = 0;
        for file in files {
            let (own, inside) = self.clean.get(&file.shape).copied().unwrap_or_default();
            let is_failed = listed.iter().any(|one| one.name == file.name && one.status == "failed");
            let within = file.inside.iter().filter(|_| !is_failed).map(|name| (name, inside));
            for (name, wanted) in std::iter::once((&file.name, own)).chain(within) {
                let of_name: Vec<&Listed> = listed.iter().filter(|one| one.name == *name).collect();
                let flaw = match of_name.as_slice() {
                    [] => Some((Kind::Lost, "is not there".to_owned())),
                    [one] if one.status == "failed" => {
                        self.refused += 1;
                        let is_told = !one.error.is_empty() && one.chunks == 0;
                        (!is_told).then(|| (Kind::Ending, format!("failed: {one:?}")))
                    }
                    [one] if one.status != "completed" => Some((Kind::Stuck, format!("is {}", one.status))),
                    [one] => (one.chunks != wanted)
                        .then(|| (Kind::Ending, format!("has {} passages instead of {wanted}", one.chunks))),
                    many => Some((Kind::Doubled, format!("is there {} times", many.len()))),
                };
                let flaw = flaw.map(|(kind, text)| Flaw::new(kind, format!("{name} {text}")));
                self.tally.add(when, flaw);
            }
        }
    }

    /// What the server's own command line finds when it compares the index with the rows.
    async fn index_flaw(&self) -> Result<Option<Flaw>> {
        let output = Command::new(&self.launch.binary)
            .args(["index", "check", "--tenant", "demo", "--json", "--data"])
            .arg(&self.launch.data)
            .kill_on_drop(true)
            .output()
            .await
            .context("starting `index check`")?;
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let check: Value = serde_json::from_str(&said)
            .with_context(|| format!("reading `{said}` {}", String::from_utf8_lossy(&output.stderr)))?;
        let is_whole = check.get("isWhole").and_then(Value::as_bool) == Some(true);
        Ok((!is_whole)
            .then(|| Flaw::new(Kind::LeftOver, format!("the index is not what the rows say: {said}"))))
    }
}

/// The status of the answer.
async fn upload(api: &ChatApi, file: &File) -> Result<u16, Gone> {
    let part = Part::text(file.content.clone()).file_name(file.name.clone());
    let request = api.request(Method::POST, "/api/files/upload").multipart(Form::new().part("files", part));
    Ok(request.send().await.map_err(|_| Gone)?.status().as_u16())
}

/// The files once they, and those inside them, have come to an end.
async fn settled(api: &ChatApi, files: &[File]) -> Result<Vec<Listed>> {
    let deadline = Instant::now() + SETTLED_WITHIN;
    loop {
        let listed = list(api).await?;
        let ended: BTreeSet<&str> = listed
            .iter()
            .filter(|one| matches!(one.status.as_str(), "completed" | "failed"))
            .map(|one| one.name.as_str())
            .collect();
        let failed = |name: &str| listed.iter().any(|one| one.name == name && one.status == "failed");
        let open = files.iter().find(|file| {
            let inside = file.inside.as_deref().filter(|_| !failed(&file.name));
            !ended.contains(file.name.as_str()) || inside.is_some_and(|name| !ended.contains(name))
        });
        let Some(open) = open else { return Ok(listed) };
        ensure!(Instant::now() < deadline, "{} has not come to an end: {listed:?}", open.name);
        sleep(LOOK_AGAIN).await;
    }
}

/// All files, page by page.
async fn list(api: &ChatApi) -> Result<Vec<Listed>> {
    let (mut all, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = match api.get(&format!("/api/files?limit=100{cursor}")).await {
            Ok(Answer::Done(page)) => page,
            Ok(Answer::Refused(refusal)) => bail!("listing files: {refusal:?}"),
            Err(Gone) => bail!("the server ended while files were listed"),
        };
        let items = page.get("items").and_then(Value::as_array).cloned().unwrap_or_default();
        all.extend(items.iter().map(|item| {
            let text = |name: &str| item.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
            let chunks = item.get("chunkCount").and_then(Value::as_u64).unwrap_or(0);
            Listed { name: text("fileName"), status: text("processingStatus"), chunks, error: text("error") }
        }));
        match page.get("nextCursor").and_then(Value::as_str) {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return Ok(all),
        }
    }
}
