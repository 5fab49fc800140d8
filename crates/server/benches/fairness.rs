//! How long a quiet tenant waits for its answers while a noisy one asks for far more than the server does at once.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a benchmark prints, and stops at what is not as it should be"
)]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use conserje_kernel::{KeyScope, Role};
use conserje_testkit::{Client, Home, TestServer, TestServerOptions};
use tokio::task::JoinSet;

/// Turns at once in the whole server, and how many the noisy tenant asks for.
const PLACES: usize = 16;
const NOISY: usize = 400;
const QUIET_TURNS: usize = 200;
/// What a model takes to answer.
const MODEL_MS: u64 = 20;

#[tokio::main]
async fn main() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("script.json");
    std::fs::write(&script, format!(r#"{{"replies": [{{"say": "De nada.", "delayMs": {MODEL_MS}}}]}}"#))
        .unwrap();
    let config = format!(
        "[testing]\nscripted = true\nscript = {:?}\n[conversation]\nturns_at_once = {PLACES}\ntenant_turns_at_once = {PLACES}
         [limits]\naddress_requests_per_minute = 0\nkey_requests_per_minute = 0\nuser_requests_per_minute = 0",
        script.display().to_string()
    );
    let server = TestServer::start_with(Home::Sqlite, TestServerOptions::config(config)).await;
    let quiet = server.somebody("quiet", Role::Member, &[KeyScope::Chat]).await;
    let noisy = server.somebody("noisy", Role::Member, &[KeyScope::Chat]).await;
    let alone = ask(&quiet, QUIET_TURNS).await;

    let is_over = Arc::new(AtomicBool::new(false));
    let mut crowd: JoinSet<_> = (0..NOISY).map(|_| go_on(noisy.clone(), Arc::clone(&is_over))).collect();
    // Until all of them have their first answer, and so ask for the next.
    tokio::time::sleep(Duration::from_secs(3)).await;
    let beside = ask(&quiet, QUIET_TURNS).await;
    is_over.store(true, Ordering::Relaxed);
    let mut of_the_noisy = Vec::new();
    while let Some(one) = crowd.join_next().await {
        of_the_noisy.extend(one.unwrap());
    }
    println!("| who | turns | p50 ms | p99 ms |\n| --- | --- | --- | --- |");
    row("a quiet tenant, alone", alone);
    row(&format!("the same beside {NOISY} open turns of another"), beside);
    row("the other", of_the_noisy);
    server.stop().await;
}

/// One turn after the other; how long each took.
async fn ask(client: &Client, turns: usize) -> Vec<Duration> {
    let session = client.session().await;
    let mut took = Vec::new();
    for _ in 0..turns {
        let began = Instant::now();
        client.say(&session, "gracias").await;
        took.push(began.elapsed());
    }
    took
}

async fn go_on(client: Client, is_over: Arc<AtomicBool>) -> Vec<Duration> {
    let mut took = Vec::new();
    while !is_over.load(Ordering::Relaxed) {
        took.extend(ask(&client, 1).await);
    }
    took
}

fn row(who: &str, mut took: Vec<Duration>) {
    took.sort_unstable();
    let at = |share: f64| {
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a rank"
        )]
        let rank = ((took.len() - 1) as f64 * share) as usize;
        took[rank].as_secs_f64() * 1000.0
    };
    println!("| {who} | {} | {:.1} | {:.1} |", took.len(), at(0.5), at(0.99));
}
