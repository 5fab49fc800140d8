//! `cargo xtask reconnect`: clients that are cut off again and again, of a server that is stopped and killed
//! again and again, put together the same log as if nothing had happened: 1, 2, 3 …, each event once.

use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use futures::future::join_all;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use crate::chat_api::{Answer, Attempt, ChatApi, EventReply, Gone};
use crate::reconnect_log::Log;
use crate::reconnect_ways::{WAYS, Way};
use crate::server_process::{Launch, Serving};
use crate::workplace;

/// How long a connection lasts before it is cut, in milliseconds.
const CUT_AFTER: std::ops::RangeInclusive<u64> = 1..=300;
/// How long the server is left alone between two stops.
const STOP_AFTER: std::ops::RangeInclusive<u64> = 500..=2000;
/// Between two messages of a session.
const PAUSE: std::ops::RangeInclusive<u64> = 10..=120;
/// How long the last events may take to reach everybody.
const CATCH_UP: Duration = Duration::from_secs(30);
/// As many clients follow each session as there are ways to follow one.
const DEVICES: usize = WAYS.len();

#[derive(clap::Args)]
pub(crate) struct Options {
    /// How many clients follow sessions, in turns over SSE, REST and Socket.IO
    #[arg(long, default_value_t = 24)]
    clients: usize,
    /// How often connections are cut, of all clients together
    #[arg(long, default_value_t = 300)]
    cuts: usize,
    /// How often the server is stopped or killed meanwhile
    #[arg(long, default_value_t = 4)]
    restarts: usize,
    /// The server; left out, the debug build of this workspace
    #[arg(long)]
    binary: Option<PathBuf>,
    /// Repeats the moments of the run that printed it; left out, a new one
    #[arg(long)]
    seed: Option<u64>,
}

/// What everybody shares.
struct Storm {
    /// The server of the moment; none while it is down.
    server: watch::Sender<Option<ChatApi>>,
    cuts: Cell<usize>,
    wanted_cuts: usize,
    restarts: Cell<usize>,
    wanted_restarts: usize,
    is_over: Cell<bool>,
    sent: Cell<usize>,
    /// Those who may still say something.
    senders: Cell<usize>,
    unexpected: RefCell<Vec<String>>,
}

impl Storm {
    fn goes_on(&self) -> bool {
        !self.is_over.get()
    }

    async fn server(&self) -> Option<ChatApi> {
        let mut server = self.server.subscribe();
        server.wait_for(Option::is_some).await.ok().and_then(|server| server.clone())
    }
}

pub(crate) async fn run(options: &Options) -> Result<()> {
    let seed = options.seed.unwrap_or_else(rand::random);
    println!("reconnect: seed {seed}; {} clients", options.clients);
    let folder = workplace::folder("reconnect")?;
    let launch = workplace::launch(options.binary.as_deref(), folder.path(), folder.path())?;
    let done = weather(options, &launch, seed).await;
    workplace::keep_if(done.is_err(), folder);
    done
}

async fn weather(options: &Options, launch: &Launch, seed: u64) -> Result<()> {
    ensure!(options.clients > 0, "use at least one client");
    let began = Instant::now();
    let serving = launch.start().await?;
    let sessions =
        join_all((0..options.clients.div_ceil(DEVICES)).map(|_| serving.api.create_session())).await;
    let sessions = sessions
        .into_iter()
        .map(|made| match made {
            Ok(Answer::Done(session)) => Ok(session.id),
            Ok(Answer::Refused(refusal)) => bail!("making a session failed: {}", refusal.body),
            Err(Gone) => bail!("the server did not answer when asked for a session"),
        })
        .collect::<Result<Vec<String>>>()?;
    let storm = Storm {
        server: watch::channel(Some(serving.api.clone())).0,
        cuts: Cell::new(0),
        wanted_cuts: options.cuts,
        restarts: Cell::new(0),
        wanted_restarts: options.restarts,
        is_over: Cell::new(false),
        sent: Cell::new(0),
        senders: Cell::new(sessions.len()),
        unexpected: RefCell::default(),
    };
    let random = |number: usize| StdRng::seed_from_u64(seed.wrapping_add(number as u64));
    let senders =
        join_all(sessions.iter().enumerate().map(|(number, session)| send(&storm, session, random(number))));
    let followers = join_all((0..options.clients).zip(WAYS.iter().cycle()).filter_map(|(number, way)| {
        let session = sessions.get(number / DEVICES)?.clone();
        Some(follow(&storm, *way, session, random(1000 + number)))
    }));
    let ((), logs, serving) = tokio::join!(
        async {
            senders.await;
        },
        followers,
        keep(&storm, launch, serving, random(1_000_000))
    );
    let serving = serving?;
    let events = judge(&serving.api, &logs, &storm).await?;
    serving.process.stop().await?;
    println!(
        "reconnect: {} cuts, {} restarts, {} messages, {events} events taken, in {:.1} s: every log is 1, 2, 3 … to its end, each event once",
        storm.cuts.get(),
        storm.restarts.get(),
        storm.sent.get(),
        began.elapsed().as_secs_f64()
    );
    Ok(())
}

/// Says something again and again; what was not answered is sent again with its key.
async fn send(storm: &Storm, session: &str, random: StdRng) {
    send_until_over(storm, session, random).await;
    storm.senders.set(storm.senders.get() - 1);
}

async fn send_until_over(storm: &Storm, session: &str, mut random: StdRng) {
    let mut number = 0;
    while storm.goes_on() {
        number += 1;
        let manner = if random.random_bool(0.3) { "slowly" } else { "at once" };
        let attempt = Attempt {
            text: format!("message {number}, {manner}"),
            key: Some(format!("{session}-{number}")),
            waits: false,
        };
        while storm.goes_on() {
            let Some(api) = storm.server().await else { return };
            match api.send(session, &attempt).await {
                Ok(Answer::Done(_)) => {
                    storm.sent.set(storm.sent.get() + 1);
                    break;
                }
                Ok(Answer::Refused(refusal)) if !matches!(refusal.status, 409 | 429 | 503) => {
                    storm
                        .unexpected
                        .borrow_mut()
                        .push(format!("a message was answered with {}", refusal.body));
                    break;
                }
                // Its line is full, the server stops, or it is gone.
                Ok(Answer::Refused(_)) | Err(Gone) => sleep(Duration::from_millis(50)).await,
            }
        }
        sleep(Duration::from_millis(random.random_range(PAUSE))).await;
    }
}

/// Follows a session through all cuts, and then to its end.
async fn follow(storm: &Storm, way: Way, session: String, mut random: StdRng) -> (Way, Log) {
    let mut log = Log { session, events: Vec::new(), flaws: Vec::new() };
    while storm.goes_on() {
        let Some(api) = storm.server().await else { break };
        let patience = Duration::from_millis(random.random_range(CUT_AFTER));
        if tokio::time::timeout(patience, way.follow(&api, &mut log)).await.is_ok() {
            // The server has ended it.
            sleep(Duration::from_millis(20)).await;
        } else {
            storm.cuts.set(storm.cuts.get() + 1);
        }
    }
    let give_up = Instant::now() + CATCH_UP;
    while Instant::now() < give_up {
        let Some(api) = storm.server().await else { break };
        // Before the question: a message may be on its way otherwise.
        let all_is_said = storm.senders.get() == 0;
        let Ok(Answer::Done(state)) = api.session(&log.session).await else { continue };
        let is_quiet = state.turn.is_some_and(|turn| !turn.running && turn.waiting == 0);
        if all_is_said && is_quiet && log.last() >= state.last_sequence {
            break;
        }
        drop(tokio::time::timeout(Duration::from_millis(300), way.follow(&api, &mut log)).await);
    }
    (way, log)
}

/// Stops and kills the server as often as is wanted, and ends the storm once all has happened.
async fn keep(storm: &Storm, launch: &Launch, mut serving: Serving, mut random: StdRng) -> Result<Serving> {
    loop {
        sleep(Duration::from_millis(random.random_range(STOP_AFTER))).await;
        if storm.restarts.get() >= storm.wanted_restarts {
            if storm.cuts.get() >= storm.wanted_cuts {
                storm.is_over.set(true);
                return Ok(serving);
            }
            continue;
        }
        storm.restarts.set(storm.restarts.get() + 1);
        storm.server.send_replace(None);
        if storm.restarts.get().is_multiple_of(2) {
            let status = serving.process.stop().await?;
            ensure!(status.success(), "a stopped server ended with {status}");
        } else {
            serving.process.kill().await?;
        }
        serving = launch.start().await.context("starting the server again")?;
        storm.server.send_replace(Some(serving.api.clone()));
    }
}

/// Every client's log against the server's own; how many events that were.
async fn judge(api: &ChatApi, logs: &[(Way, Log)], storm: &Storm) -> Result<usize> {
    let mut flaws = storm.unexpected.take();
    let mut events = 0;
    for (way, log) in logs {
        let Ok(Answer::Done(kept)) = api.events(&log.session, 0).await else {
            bail!("the events of {} cannot be read", log.session)
        };
        let ids =
            |events: &[EventReply]| events.iter().map(|event| event.event_id.clone()).collect::<Vec<_>>();
        flaws.extend(log.flaws.iter().take(3).map(|flaw| format!("{way:?}, {}: {flaw}", log.session)));
        if ids(&kept) != ids(&log.events) {
            let (theirs, ours) = (log.events.len(), kept.len());
            flaws.push(format!("{way:?}, {}: {theirs} events, and {ours} are kept, or others", log.session));
        }
        events += log.events.len();
    }
    for flaw in flaws.iter().take(10) {
        eprintln!("reconnect: {flaw}");
    }
    ensure!(flaws.is_empty(), "`cargo xtask reconnect` found {} flaws", flaws.len());
    ensure!(events > 0, "nobody has taken an event; the run shows nothing");
    Ok(events)
}
