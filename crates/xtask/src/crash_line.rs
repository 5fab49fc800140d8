//! `cargo xtask crash --cut-line`: the server lives, and its line to PostgreSQL is lost again and again.
//!
//! The line is `testkit`'s, as a process of its own: its example `line_proxy`.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use rand::RngExt;
use rand::rngs::StdRng;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, Command};
use tokio::time::sleep;

/// When in a cycle the line is lost, in milliseconds after the writers began.
const MOMENT: std::ops::RangeInclusive<u64> = 5..=250;
/// For how long, where it is not a moment.
const OUTAGE: std::ops::RangeInclusive<u64> = 20..=800;
/// How long the server waits there for an answer; people's servers wait longer.
const PATIENCE_SECONDS: u8 = 3;

/// The transactions whose commits are worth losing: a message, a step of a turn, a key, a projection, any.
const COMMITS: [&str; 5] =
    ["INSERT INTO turns", "turn_journal", "idempotency_keys", "DELETE FROM outbox", ""];

/// A line that does as it is told. It ends when this is dropped.
pub(crate) struct Line {
    /// Kept for as long as the line: it ends with it.
    _process: Child,
    orders: ChildStdin,
    address: String,
}

impl Line {
    /// To the server of a database's URL.
    pub(crate) async fn open(binary: &Path, url: &str) -> Result<Self> {
        ensure!(
            binary.is_file(),
            "there is no line at {}; build it with `cargo build --workspace --all-targets`, or name it with --line",
            binary.display()
        );
        let target = place(url)?;
        let mut process = Command::new(binary)
            .arg(target)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("starting {}", binary.display()))?;
        let orders = process.stdin.take().context("the line has no stdin")?;
        let stdout = process.stdout.take().context("the line has no stdout")?;
        let mut address = String::new();
        BufReader::new(stdout).read_line(&mut address).await.context("hearing where the line is")?;
        Ok(Self { _process: process, orders, address: address.trim().to_owned() })
    }

    /// The database, by way of this line.
    pub(crate) fn url(&self, direct: &str) -> Result<String> {
        let by_line = direct.replacen(place(direct)?, &self.address, 1);
        let joint = if by_line.contains('?') { '&' } else { '?' };
        // The line reads what is said on it, so it must not be sealed.
        Ok(format!("{by_line}{joint}sslmode=disable&tcp_user_timeout={PATIENCE_SECONDS}"))
    }

    pub(crate) async fn order(&mut self, what: &str) -> Result<()> {
        self.orders.write_all(format!("{what}\n").as_bytes()).await.context("telling the line what to do")
    }

    /// Loses it in some way at some moment; it is whole again when this returns.
    pub(crate) async fn lose(&mut self, random: &mut StdRng) -> Result<()> {
        sleep(Duration::from_millis(random.random_range(MOMENT))).await;
        let commit = COMMITS.get(random.random_range(0..COMMITS.len())).copied().unwrap_or_default();
        let how = match random.random_range(0..8) {
            0 | 1 => "cut".to_owned(),
            2 => "half-close".to_owned(),
            3 => "silence".to_owned(),
            4 => "down".to_owned(),
            5 => format!("swallow-commit {commit}"),
            _ => format!("lose-commit {commit}"),
        };
        self.order(&how).await?;
        sleep(Duration::from_millis(random.random_range(OUTAGE))).await;
        self.order("mend").await
    }
}

/// Host and port of a URL.
fn place(url: &str) -> Result<&str> {
    let (_, rest) = url.split_once('@').context("the URL names no user")?;
    Ok(rest.split(['/', '?']).next().unwrap_or(rest))
}
