//! `cargo xtask bookings`: many clients want the same hours at once, the server is killed in the middle, and in the end each
//! hour is sold exactly once, to somebody who was told so.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Result, bail, ensure};
use futures::future::join_all;
use jiff::{ToSpan as _, Zoned};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::sync::{Mutex, watch};
use tokio::time::sleep;

use crate::chat_api::{Answer, ChatApi, Gone};
use crate::ledger::{Flaw, Kind};
use crate::server_process::Launch;
use crate::tally::Tally;
use crate::workplace;

/// So many can do it at the same hour.
const STAFF: usize = 10;
/// From eight in the morning.
const HOURS: usize = 10;
const FIRST_HOUR: usize = 8;
const LOOK_AGAIN: Duration = Duration::from_millis(20);

#[derive(clap::Args)]
pub(crate) struct Options {
    /// How many attempts are made on 100 hours
    #[arg(long, default_value_t = 10_000)]
    attempts: usize,
    #[arg(long, default_value_t = 64)]
    clients: usize,
    /// How often the server is killed meanwhile
    #[arg(long, default_value_t = 3)]
    kills: usize,
    /// The server; left out, the debug build of this workspace
    #[arg(long)]
    binary: Option<PathBuf>,
    /// The URL of an empty `PostgreSQL` database; left out, the embedded one
    #[arg(long)]
    postgres: Option<String>,
    /// Repeats the attempts of the run that printed it; left out, a new one
    #[arg(long)]
    seed: Option<u64>,
}

/// Somebody's hour: whose, and when.
type Hour = (String, String);

/// What clients were told, and how far they are.
#[derive(Default)]
struct Told {
    sold: Mutex<BTreeMap<String, Hour>>,
    flaws: Mutex<Vec<Flaw>>,
    taken: AtomicUsize,
    answered: AtomicUsize,
    not_free: AtomicUsize,
    asked_again: AtomicUsize,
}

pub(crate) async fn run(options: &Options) -> Result<()> {
    let seed = options.seed.unwrap_or_else(rand::random);
    let folder = workplace::folder("bookings")?;
    let mut launch = workplace::launch(options.binary.as_deref(), folder.path(), folder.path())?;
    if let Some(url) = &options.postgres {
        launch.environment.push(("CONSERJE__DATABASE__URL", url.clone()));
    }
    let mut tally = Tally::new("bookings");
    tally.say(&format!("seed {seed}"));
    let done = sell(options, &launch, seed, &mut tally).await;
    workplace::keep_if(done.is_err() || tally.flaws() > 0, folder);
    done?;
    tally.conclude()
}

async fn sell(options: &Options, launch: &Launch, seed: u64, tally: &mut Tally) -> Result<()> {
    let mut serving = launch.start().await?;
    open_business(&serving.api).await?;
    // Far enough from now to be free wherever the clock stands.
    let day = Zoned::now().date().checked_add(7.days())?.to_string();
    let told = Arc::new(Told::default());
    let (tell, server) = watch::channel(serving.api.clone());
    let clients = (0..options.clients).map(|client| {
        let (told, server, day) = (Arc::clone(&told), server.clone(), day.clone());
        let random = StdRng::seed_from_u64(seed.wrapping_add(client as u64));
        buy(told, server, day, random, options.attempts)
    });
    let killer = async {
        for kill in 1..=options.kills {
            let moment = options.attempts * kill / (options.kills + 1);
            while told.answered.load(Ordering::Relaxed) < moment {
                sleep(LOOK_AGAIN).await;
            }
            serving.process.kill().await?;
            serving = launch.start().await?;
            tell.send_replace(serving.api.clone());
        }
        anyhow::Ok(serving)
    };
    let (_, serving) = tokio::join!(join_all(clients), killer);
    let serving = serving?;
    tally.add("meanwhile", told.flaws.lock().await.drain(..));
    let kept = list(&serving.api, &day).await?;
    tally.add("at the end", held_against(&*told.sold.lock().await, &kept));
    tally.say(&format!(
        "{} attempts of {} clients, {} kills, {} asked again: {} hours sold, {} told that theirs was gone",
        told.answered.load(Ordering::Relaxed),
        options.clients,
        options.kills,
        told.asked_again.load(Ordering::Relaxed),
        told.sold.lock().await.len(),
        told.not_free.load(Ordering::Relaxed),
    ));
    serving.process.stop().await?;
    Ok(())
}

/// One client: attempt after attempt, each until it is answered.
async fn buy(
    told: Arc<Told>,
    server: watch::Receiver<ChatApi>,
    day: String,
    mut random: StdRng,
    attempts: usize,
) {
    loop {
        let number = told.taken.fetch_add(1, Ordering::Relaxed);
        if number >= attempts {
            return;
        }
        let staff = format!("s{}", random.random_range(0..STAFF));
        let start = format!("{day}T{:02}:00", FIRST_HOUR + random.random_range(0..HOURS));
        let body = json!({
            "customer": {"name": format!("Customer {number}"), "phone": format!("+34600{number:06}")},
            "serviceId": "visit", "branchId": "main", "staffId": staff, "start": start,
        });
        let answer = loop {
            let api = server.borrow().clone();
            let request = api.request(Method::POST, "/api/desk/appointments");
            match crate::chat_api::answer::<Value>(
                request.header("idempotency-key", format!("attempt-{number}")).json(&body),
            )
            .await
            {
                Ok(answer) => break answer,
                Err(Gone) => {
                    told.asked_again.fetch_add(1, Ordering::Relaxed);
                    sleep(LOOK_AGAIN).await;
                }
            }
        };
        match answer {
            Answer::Done(made) => {
                let id = made.pointer("/appointment/id").and_then(Value::as_str).unwrap_or_default();
                told.sold.lock().await.insert(id.to_owned(), (staff, start));
            }
            Answer::Refused(refusal) if refusal.status == 409 => {
                told.not_free.fetch_add(1, Ordering::Relaxed);
            }
            Answer::Refused(refusal) => {
                let flaw = Flaw::new(Kind::Unexpected, format!("attempt {number}: {refusal:?}"));
                told.flaws.lock().await.push(flaw);
            }
        }
        told.answered.fetch_add(1, Ordering::Relaxed);
    }
}

/// Each hour once, to whom it was promised, and all of them.
fn held_against(sold: &BTreeMap<String, Hour>, kept: &[(String, Hour)]) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    let mut hours = BTreeSet::new();
    for (id, hour) in kept {
        if !hours.insert(hour) {
            flaws.push(Flaw::new(Kind::Doubled, format!("{hour:?} was sold twice")));
        }
        if sold.get(id) != Some(hour) {
            flaws.push(Flaw::new(Kind::LeftOver, format!("{id} is booked and nobody was told")));
        }
    }
    for (id, hour) in sold.iter().filter(|(id, _)| !kept.iter().any(|(other, _)| other == *id)) {
        flaws.push(Flaw::new(Kind::Lost, format!("{id} was promised {hour:?} and is not there")));
    }
    if kept.len() != STAFF * HOURS {
        flaws
            .push(Flaw::new(Kind::Unexpected, format!("{} of {} hours are sold", kept.len(), STAFF * HOURS)));
    }
    flaws
}

async fn list(api: &ChatApi, day: &str) -> Result<Vec<(String, Hour)>> {
    let path = format!("/api/desk/appointments?from={day}&to={day}");
    let page = match api.get(&path).await {
        Ok(Answer::Done(page)) => page,
        other => bail!("listing appointments: {other:?}"),
    };
    let items = page.get("items").and_then(Value::as_array).cloned().unwrap_or_default();
    let text =
        |item: &Value, name: &str| item.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    Ok(items
        .iter()
        .filter(|item| text(item, "status") != "cancelled")
        .map(|item| (text(item, "id"), (text(item, "staffId"), text(item, "localStart"))))
        .collect())
}

async fn open_business(api: &ChatApi) -> Result<()> {
    let mut business = format!(
        "name = \"Hours\"\ncurrency = \"EUR\"\n[booking]\nstep_minutes = 60\nlead_minutes = 0\n\
         [[branch]]\nid = \"main\"\nname = \"Main\"\naddress = \"Here 1\"\ncity = \"Here\"\ntime_zone = \"UTC\"\nplaces = {STAFF}\nhours.mon-sun = [\"08:00-18:00\"]\n\
         [[service]]\nid = \"visit\"\nname = \"Visit\"\ncategory = \"Visits\"\nprice = 10\nminutes = 60\n"
    );
    for number in 0..STAFF {
        // Writing to a String cannot fail.
        let _ = write!(
            business,
            "[[staff]]\nid = \"s{number}\"\nname = \"Somebody {number}\"\nrole = \"clerk\"\nbranches = [\"main\"]\nschedules.\"*\".mon-sun = [\"08:00-18:00\"]\n"
        );
    }
    let request = api.request(Method::PUT, "/api/desk/business").json(&json!({ "business": business }));
    let answer = crate::chat_api::answer::<Value>(request).await;
    ensure!(matches!(answer, Ok(Answer::Done(_))), "the business was not taken: {answer:?}");
    Ok(())
}
