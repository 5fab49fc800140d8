//! `cargo xtask desk`: many clients want what there is only so much of, the server is killed in the middle, and in the end
//! each piece is given away exactly once, to somebody who was told so.

use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use reqwest::Method;
use serde_json::Value;
use tokio::time::Instant;

use crate::chat_api::{Answer, ChatApi};
use crate::database::Database;
use crate::desk_act::Act;
use crate::desk_bookings::Bookings;
use crate::desk_clients::{Counts, compete};
use crate::desk_loyalty::Loyalty;
use crate::desk_stock::Stock;
use crate::server_process::Launch;
use crate::tally::Tally;
use crate::workplace;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// What is wanted; left out, all of them, one after the other
    #[arg(long, value_enum)]
    of: Option<What>,
    #[arg(long, default_value_t = 10_000)]
    attempts: usize,
    /// How many of them can succeed
    #[arg(long, default_value_t = 100)]
    pieces: usize,
    #[arg(long, default_value_t = 64)]
    clients: usize,
    /// How often the server is killed while pieces are left
    #[arg(long, default_value_t = 3)]
    kills: usize,
    /// The server; left out, the debug build of this workspace
    #[arg(long)]
    binary: Option<PathBuf>,
    /// The URL of a `PostgreSQL` database whose owner may make others; left out, the embedded database
    #[arg(long)]
    postgres: Option<String>,
    /// Repeats the attempts of the run that printed it; left out, a new one
    #[arg(long)]
    seed: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum What {
    /// Hours of people
    Bookings,
    /// A dish of which there are few
    Stock,
    /// Tokens of customers, earned and spent
    Loyalty,
}

/// What the scripted model does: what the message says, with the tool for it.
const SCRIPT: &str = r#"{"replies": [
    {"when": "order", "step": 0, "acts": [{"use": {"name": "create_order",
        "args": {"items": [{"name": "last", "quantity": 1}], "order_type": "pickup"}}}]},
    {"when": "feast", "step": 0, "acts": [{"use": {"name": "create_order",
        "args": {"items": [{"name": "feast", "quantity": 1}], "order_type": "pickup"}}}]},
    {"when": "reward", "step": 0, "acts": [{"use": {"name": "redeem_loyalty_tokens", "args": {"reward": "Dessert"}}}]},
    {"say": "Done."}
]}"#;

const PACK: &str = r#"
name = "counter"
[[agents]]
name = "counter"
prompt = "Do what you are told."
tools = ["create_order", "redeem_loyalty_tokens"]
approvals = "never"
"#;

pub(crate) async fn run(options: &Options) -> Result<()> {
    ensure!(
        options.pieces > 0 && options.pieces.is_multiple_of(10),
        "--pieces is {}; use 10, 20, 30 …",
        options.pieces
    );
    let seed = options.seed.unwrap_or_else(rand::random);
    let is_wanted = |what: What| options.of.is_none_or(|only| only == what);
    if is_wanted(What::Bookings) {
        one(options, seed, Bookings::new(options.pieces)?).await?;
    }
    if is_wanted(What::Stock) {
        one(options, seed, Stock::new(options.pieces)).await?;
    }
    if is_wanted(What::Loyalty) {
        one(options, seed, Loyalty::new(options.pieces)).await?;
    }
    Ok(())
}

async fn one<A: Act>(options: &Options, seed: u64, mut act: A) -> Result<()> {
    let folder = workplace::folder("desk")?;
    let mut launch = workplace::launch(options.binary.as_deref(), folder.path(), folder.path())?;
    std::fs::write(folder.path().join("script.json"), SCRIPT).context("writing the script")?;
    // In a folder of its own: packs are read anew when anything in theirs changes, as a log does.
    let pack = folder.path().join("pack");
    std::fs::create_dir(&pack).context("making a folder for the pack")?;
    std::fs::write(pack.join("pack.toml"), PACK).context("writing the pack")?;
    launch.environment.push(("CONSERJE__PACKS__FOLDERS", format!("[\"{}\"]", pack.display())));
    let database = options.postgres.as_deref().map(|url| Database::create(url, "desk")).transpose()?;
    if let Some(database) = &database {
        launch.environment.push(("CONSERJE__DATABASE__URL", database.url()));
    }
    let mut tally = Tally::new("desk");
    let home = if database.is_some() { "PostgreSQL" } else { "SQLite" };
    tally.say(&format!("{} on {home}, seed {seed}", A::NAME));
    let done = give_away(options, &launch, seed, &mut act, &mut tally).await;
    let is_kept = done.is_err() || tally.flaws() > 0;
    workplace::keep_if(is_kept, folder);
    if let Some(database) = database {
        database.keep_if(is_kept);
    }
    done?;
    tally.conclude()
}

async fn give_away<A: Act>(
    options: &Options,
    launch: &Launch,
    seed: u64,
    act: &mut A,
    tally: &mut Tally,
) -> Result<()> {
    let serving = launch.start().await?;
    open_business(&serving.api, act).await?;
    act.prepare(&serving.api).await?;
    let counts = Counts {
        attempts: options.attempts,
        clients: options.clients,
        kills: options.kills,
        pieces: options.pieces,
        seed,
    };
    let began = Instant::now();
    let (serving, figures) = compete(act, launch, serving, counts, tally).await?;
    let seconds = began.elapsed().as_secs_f64();
    tally.add("at the end", act.audit(&serving.api).await?);
    tally.add("at the end", launch.broken_chains().await?);
    tally.say(&format!(
        "{} attempts of {} clients in {seconds:.1} s, {} kills, {} asked again: {} of {} given away, {} told no, {} neither; \
         flaws: {}",
        figures.answered,
        options.clients,
        figures.kills,
        figures.asked_again,
        figures.promised,
        options.pieces,
        figures.refused,
        figures.answered.saturating_sub(figures.promised + figures.refused),
        tally.flaws(),
    ));
    serving.process.stop().await.map(drop)
}

async fn open_business<A: Act>(api: &ChatApi, act: &A) -> Result<()> {
    let request = api.request(Method::PUT, "/api/desk/business").json(&act.business());
    match crate::chat_api::answer::<Value>(request).await {
        Ok(Answer::Done(_)) => Ok(()),
        other => bail!("the business was not taken: {other:?}"),
    }
}
