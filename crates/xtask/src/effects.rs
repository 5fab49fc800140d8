//! `cargo xtask effects`: a server that dies between a decision and its effect does it once, or says that it
//! does not know.
//!
//! The real server runs tools against a receiver that keeps books, and is made to die at every point that a
//! turn passes (`testing.crash_at`) and at random moments. Started again, it must end the turn by itself.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::chat_api::{Answer, Attempt, ChatApi, EventReply};
use crate::effects_check::{CARELESS, HONOURS, Told, check, text};
use crate::effects_pack::{SCRIPT, pack};
use crate::effects_receiver::{Manner, Receiver};
use crate::effects_rows::recorded_twice;
use crate::ledger::{Flaw, Kind, SessionLog};
use crate::server_process::{Launch, Serving};
use crate::tally::Tally;
use crate::workplace;

/// The setting that says where a turn dies; the model's script, also under `testing`, stays.
const CRASH_AT: &str = "CONSERJE__TESTING__CRASH_AT";
/// Where a turn can die.
const POINTS: [&str; 6] =
    ["before_model", "after_model", "before_record", "after_record", "before_tool", "after_tool"];
/// What the script knows: two effects in two replies, or in one.
const APART: &str = "apart";
const TOGETHER: &str = "together";
/// More passes than any of these turns has.
const PASSES: usize = 12;
/// How long a turn may take, with a start of the server in it.
const PATIENCE: Duration = Duration::from_secs(25);
const LOOK_AGAIN: Duration = Duration::from_millis(8);
/// When in a random cycle the server is killed, in milliseconds after the message.
const MOMENT: std::ops::RangeInclusive<u64> = 0..=350;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// How often the server is killed at a random moment
    #[arg(long, default_value_t = 10)]
    cycles: usize,
    /// Every point with every manner of the receiver, instead of each point with one
    #[arg(long)]
    full: bool,
    /// The server; left out, the debug build of this workspace
    #[arg(long)]
    binary: Option<PathBuf>,
    /// Repeats the moments of the run that printed it; left out, a new one
    #[arg(long)]
    seed: Option<u64>,
}

/// Who is asked before an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asks {
    Nobody,
    APerson,
}

/// One row of the table.
#[derive(Default)]
struct Row {
    cycles: usize,
    crashes: usize,
    done: usize,
    unknown: usize,
    failed: usize,
}

struct Harness {
    launch: Launch,
    folder: PathBuf,
    receiver: Receiver,
    random: StdRng,
    tally: Tally,
    number: usize,
    rows: Vec<(String, Row)>,
}

pub(crate) async fn run(options: &Options) -> Result<()> {
    let seed = options.seed.unwrap_or_else(rand::random);
    let folder = workplace::folder("effects")?;
    let mut harness = Harness::prepare(options.binary.as_deref(), folder.path(), seed).await?;
    harness.tally.say(&format!("seed {seed}"));
    let done = harness.everything(options).await;
    harness.report();
    workplace::keep_if(done.is_err() || harness.tally.flaws() > 0, folder);
    done?;
    harness.tally.conclude()
}

impl Harness {
    async fn prepare(binary: Option<&Path>, folder: &Path, seed: u64) -> Result<Self> {
        let receiver = Receiver::open().await?;
        let launch = workplace::launch(binary, folder, folder)?;
        std::fs::write(folder.join("script.json"), SCRIPT).context("writing the script")?;
        for (asks, approvals) in [(Asks::Nobody, "never"), (Asks::APerson, "write")] {
            let place = folder.join(format!("{asks:?}"));
            std::fs::create_dir(&place).context("making a folder for a pack")?;
            std::fs::write(place.join("pack.toml"), pack(approvals, receiver.address))
                .context("writing a pack")?;
        }
        Ok(Self {
            launch,
            folder: folder.to_owned(),
            receiver,
            random: StdRng::seed_from_u64(seed),
            tally: Tally::new("effects"),
            number: 0,
            rows: Vec::new(),
        })
    }

    async fn everything(&mut self, options: &Options) -> Result<()> {
        let all = [
            (Asks::Nobody, APART),
            (Asks::APerson, TOGETHER),
            (Asks::Nobody, TOGETHER),
            (Asks::APerson, APART),
        ];
        for (asks, shape) in all.into_iter().take(if options.full { 4 } else { 2 }) {
            for point in POINTS {
                self.every_pass(asks, shape, point, options.full).await?;
            }
        }
        for _ in 0..options.cycles {
            self.random_cycle().await?;
        }
        self.tally.add("at the end", self.launch.broken_chains().await?);
        self.tally.add("at the end", recorded_twice(&self.launch.data)?);
        Ok(())
    }

    /// The first time that the point is passed, the second, and so on until the turn ends before.
    async fn every_pass(&mut self, asks: Asks, shape: &str, point: &str, is_full: bool) -> Result<()> {
        for pass in 1..=PASSES {
            let manners: &[Manner] = if is_full {
                &Manner::ALL
            } else {
                // Each manner somewhere, and the same with every run.
                Manner::ALL
                    .get(self.number % Manner::ALL.len()..)
                    .and_then(|rest| rest.get(..1))
                    .unwrap_or(&[])
            };
            let mut has_crashed = false;
            for manner in manners {
                self.receiver.behave(*manner);
                has_crashed |=
                    self.cycle(asks, shape, *manner, &Death::At(format!("{point}:{pass}"))).await?;
            }
            if !has_crashed {
                return Ok(());
            }
        }
        bail!("a turn passes {point} more than {PASSES} times; raise the limit")
    }

    async fn random_cycle(&mut self) -> Result<()> {
        let manner = Manner::ALL.get(self.random.random_range(0..Manner::ALL.len())).copied();
        let manner = manner.unwrap_or(Manner::Prompt);
        let asks = if self.random.random_bool(0.3) { Asks::APerson } else { Asks::Nobody };
        let kills = self.random.random_range(1..=2);
        let moments = (0..kills).map(|_| Duration::from_millis(self.random.random_range(MOMENT))).collect();
        self.receiver.behave(manner);
        let shape = if self.random.random_bool(0.5) { APART } else { TOGETHER };
        self.cycle(asks, shape, manner, &Death::After(moments)).await.map(drop)
    }

    /// One turn with two effects, cut short; whether it was.
    async fn cycle(&mut self, asks: Asks, shape: &str, manner: Manner, death: &Death) -> Result<bool> {
        self.number += 1;
        let message = format!("{shape} {}", self.number);
        let mut turn =
            Turn { launch: &mut self.launch, folder: &self.folder, asks, deaths: 0, serving: None };
        let ended = turn.run(&message, death).await?;
        let deaths = turn.deaths;
        let wanted = [(HONOURS, format!("{message} a")), (CARELESS, format!("{message} b"))];
        let (mut flaws, told) = check(&ended.events, &wanted, |what| self.receiver.effects(what));
        flaws.extend(ended.flaws);
        let when = format!("cycle {} (`{message}`, {asks:?} is asked, {manner:?}, {death:?})", self.number);
        self.tally.add(&when, flaws);
        self.count(&format!("{:<16} {asks:?}", death.name()), deaths, &told);
        Ok(deaths > 0)
    }

    fn count(&mut self, name: &str, deaths: usize, told: &[Told]) {
        if !self.rows.iter().any(|(known, _)| known == name) {
            self.rows.push((name.to_owned(), Row::default()));
        }
        let Some((_, row)) = self.rows.iter_mut().find(|(known, _)| known == name) else { return };
        let of = |wanted: Told| told.iter().filter(|told| **told == wanted).count();
        row.cycles += 1;
        row.crashes += deaths;
        row.done += of(Told::Done);
        row.unknown += of(Told::Unknown);
        row.failed += of(Told::Failed);
    }

    fn report(&self) {
        self.tally.say(&format!(
            "{:<26} {:>6} {:>7} {:>5} {:>7} {:>6}",
            "", "cycles", "crashes", "done", "unknown", "failed"
        ));
        for (name, row) in &self.rows {
            let Row { cycles, crashes, done, unknown, failed } = row;
            self.tally
                .say(&format!("{name:<26} {cycles:>6} {crashes:>7} {done:>5} {unknown:>7} {failed:>6}"));
        }
        self.tally.say(&format!(
            "{} cycles, {} requests at the receiver",
            self.number,
            self.receiver.requests()
        ));
        let counts = Kind::ALL.map(|(kind, name)| format!("{name} {}", self.tally.count(kind)));
        self.tally.say(&counts.join(", "));
    }
}

/// How the server is cut short.
#[derive(Debug)]
enum Death {
    /// `testing.crash_at`.
    At(String),
    /// SIGKILL so long after each start.
    After(Vec<Duration>),
}

impl Death {
    fn name(&self) -> &str {
        match self {
            Self::At(place) => place.split(':').next().unwrap_or_default(),
            Self::After(_) => "SIGKILL",
        }
    }
}

/// A session that has come to rest.
struct Ended {
    events: Vec<Value>,
    flaws: Vec<Flaw>,
}

struct Turn<'a> {
    launch: &'a mut Launch,
    folder: &'a Path,
    asks: Asks,
    deaths: usize,
    serving: Option<Serving>,
}

impl Turn<'_> {
    async fn run(&mut self, message: &str, death: &Death) -> Result<Ended> {
        let (crash_at, moments) = match death {
            Death::At(place) => (Some(place.as_str()), &[][..]),
            Death::After(moments) => (None, moments.as_slice()),
        };
        self.start(crash_at).await?;
        let session = match self.api()?.create_session().await {
            Ok(Answer::Done(session)) => session.id,
            other => bail!("making a session failed: {other:?}"),
        };
        let mut moments = moments.iter().copied();
        let mut killed_at = moments.next().map(|moment| Instant::now() + moment);
        let mut is_sent = self.send(&session, message).await;
        let began = Instant::now();
        let mut flaws = Vec::new();
        loop {
            if killed_at.is_some_and(|at| at <= Instant::now())
                && let Some(serving) = self.serving.take()
            {
                serving.process.kill().await?;
                killed_at = None;
            }
            if self.is_gone()? {
                self.deaths += 1;
                self.start(None).await?;
                killed_at = moments.next().map(|moment| Instant::now() + moment);
            }
            is_sent = is_sent || self.send_if_lost(&session, message).await;
            self.decide(&session).await;
            if killed_at.is_none() && is_sent && self.is_at_rest(&session).await {
                break;
            }
            if began.elapsed() > PATIENCE {
                flaws.push(Flaw::new(
                    Kind::Stuck,
                    format!("session {session} is not at rest after {PATIENCE:?}"),
                ));
                break;
            }
            sleep(LOOK_AGAIN).await;
        }
        if self.deaths == 0 && crash_at.is_some() {
            // The point was not passed, and the next turn must not die of it.
            self.serving = None;
            self.start(None).await?;
        }
        let ended = self.look(&session, flaws).await?;
        if let Some(serving) = self.serving.take() {
            serving.process.kill().await?;
        }
        Ok(ended)
    }

    async fn start(&mut self, crash_at: Option<&str>) -> Result<()> {
        let pack = self.folder.join(format!("{:?}", self.asks));
        self.launch.environment.retain(|(name, _)| !name.starts_with("CONSERJE__PACKS") && *name != CRASH_AT);
        self.launch.environment.push(("CONSERJE__PACKS__FOLDERS", format!("[\"{}\"]", pack.display())));
        if let Some(place) = crash_at {
            self.launch.environment.push((CRASH_AT, place.to_owned()));
        }
        self.serving = Some(self.launch.start().await?);
        Ok(())
    }

    fn api(&self) -> Result<ChatApi> {
        Ok(self.serving.as_ref().context("no server runs")?.api.clone())
    }

    fn is_gone(&mut self) -> Result<bool> {
        match &mut self.serving {
            Some(serving) => Ok(serving.process.ended()?.is_some()),
            None => Ok(true),
        }
    }

    /// Whether it is certain that the message was taken.
    async fn send(&self, session: &str, message: &str) -> bool {
        let attempt = Attempt { text: message.to_owned(), key: None, waits: false };
        match self.api() {
            Ok(api) => matches!(api.send(session, &attempt).await, Ok(Answer::Done(_))),
            Err(_) => false,
        }
    }

    /// A message that nobody answered may have been taken all the same.
    async fn send_if_lost(&self, session: &str, message: &str) -> bool {
        match self.events(session).await {
            Some(events) if !events.is_empty() => true,
            Some(_) => self.send(session, message).await,
            None => false,
        }
    }

    /// Says yes to whatever waits, twice at the same time: it must be done once.
    async fn decide(&self, session: &str) {
        let (Asks::APerson, Ok(api)) = (self.asks, self.api()) else { return };
        let Ok(Answer::Done(waiting)) = api.get("/api/approvals").await else { return };
        for approval in waiting.get("items").and_then(Value::as_array).into_iter().flatten() {
            if text(approval, "sessionId") == session {
                let path = format!("/api/approvals/{}/respond", text(approval, "id"));
                let yes = || api.post(&path, json!({"decision": "approve"}));
                let (one, other) = tokio::join!(yes(), yes());
                drop((one, other, yes().await));
            }
        }
    }

    async fn is_at_rest(&self, session: &str) -> bool {
        let Ok(api) = self.api() else { return false };
        match api.session(session).await {
            Ok(Answer::Done(session)) => session.turn.is_none_or(|turn| !turn.running && turn.waiting == 0),
            Ok(Answer::Refused(_)) | Err(_) => false,
        }
    }

    async fn events(&self, session: &str) -> Option<Vec<Value>> {
        let path = format!("/api/chat/sessions/{session}/events?limit=200");
        match self.api().ok()?.get(&path).await {
            Ok(Answer::Done(page)) => page.get("items").and_then(Value::as_array).cloned(),
            Ok(Answer::Refused(_)) | Err(_) => None,
        }
    }

    /// The session goes on working, and its log is whole.
    async fn look(&self, session: &str, mut flaws: Vec<Flaw>) -> Result<Ended> {
        let attempt = Attempt { text: "and then?".to_owned(), key: None, waits: true };
        match self.api()?.send(session, &attempt).await {
            Ok(Answer::Done(reply)) => {
                let answered = reply.events.unwrap_or_default().iter().any(|event| event.kind == "message");
                if !answered {
                    flaws.push(Flaw::new(Kind::Stuck, format!("session {session} answers nothing any more")));
                }
            }
            other => flaws.push(Flaw::new(Kind::Unexpected, format!("a following message: {other:?}"))),
        }
        let events = self.events(session).await.context("reading a session's events")?;
        let mut log = SessionLog::default();
        for event in &events {
            let event: EventReply = serde_json::from_value(event.clone()).context("reading an event")?;
            flaws.extend(log.read(&event));
        }
        flaws.extend(log.settle(log.last(), &[]));
        Ok(Ended { events, flaws })
    }
}
