//! The far end of tools with effects: an HTTP service that acts, notes that it did, and then behaves as badly
//! as services do.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;

/// Long enough that a server is often killed in between.
const SLOWLY: Duration = Duration::from_millis(60);

/// What comes after the first request for something; a repeated one is answered at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    Prompt,
    /// Waits, acts, waits, answers.
    Slow,
    /// Acts and hangs up.
    Drop,
    /// Acts and says that it failed.
    Fails,
    /// Acts slowly, and answers a repeated request with "not now", which says nothing about the first.
    Busy,
}

impl Manner {
    pub(crate) const ALL: [Self; 5] = [Self::Prompt, Self::Slow, Self::Drop, Self::Fails, Self::Busy];
}

#[derive(Default)]
struct Books {
    /// By what was asked for: how often it was done.
    effects: HashMap<String, u32>,
    /// Keys that were seen, where keys are honoured.
    keys: HashMap<String, String>,
    requests: u64,
    manner: Option<Manner>,
}

#[derive(Clone)]
pub(crate) struct Receiver {
    books: Arc<Mutex<Books>>,
    pub(crate) address: SocketAddr,
}

/// A request, as far as it matters here.
struct Asked {
    path: String,
    key: Option<String>,
    what: String,
}

impl Receiver {
    pub(crate) async fn open() -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await.context("opening the receiver's port")?;
        let address = listener.local_addr().context("asking for the receiver's port")?;
        let receiver = Self { books: Arc::default(), address };
        let serving = receiver.clone();
        spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let receiver = serving.clone();
                spawn(async move {
                    // Whoever hangs up in the middle has been killed: that is the point.
                    drop(receiver.serve(stream).await);
                });
            }
        });
        Ok(receiver)
    }

    pub(crate) fn behave(&self, manner: Manner) {
        self.lock().manner = Some(manner);
    }

    /// How often this was done.
    pub(crate) fn effects(&self, what: &str) -> u32 {
        self.lock().effects.get(what).copied().unwrap_or(0)
    }

    pub(crate) fn requests(&self) -> u64 {
        self.lock().requests
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Books> {
        self.books.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn serve(&self, mut stream: TcpStream) -> Result<()> {
        let asked = read(&mut stream).await?;
        let manner = self.lock().manner.unwrap_or(Manner::Prompt);
        if matches!(manner, Manner::Slow | Manner::Busy) {
            sleep(SLOWLY).await;
        }
        let is_first = self.act(&asked);
        match (manner, is_first) {
            (Manner::Slow, true) => sleep(SLOWLY).await,
            (Manner::Busy, true) => sleep(SLOWLY * 4).await,
            (Manner::Drop, true) => return Ok(()),
            (Manner::Fails, true) => return answer(&mut stream, "500 Internal Server Error", "oops").await,
            (Manner::Busy, false) => return answer(&mut stream, "409 Conflict", "in progress").await,
            (Manner::Prompt, true) | (_, false) => {}
        }
        answer(&mut stream, "200 OK", &json!({"done": asked.what}).to_string()).await
    }

    /// Does it, once for each key if it honours keys; whether it was done now.
    fn act(&self, asked: &Asked) -> bool {
        let mut books = self.lock();
        books.requests += 1;
        if let (true, Some(key)) = (asked.path.starts_with("/honours"), &asked.key)
            && books.keys.insert(key.clone(), asked.what.clone()).is_some()
        {
            return false;
        }
        *books.effects.entry(asked.what.clone()).or_default() += 1;
        true
    }
}

#[expect(clippy::disallowed_methods, reason = "the harness ends with its runtime, and this with it")]
fn spawn(task: impl Future<Output = ()> + Send + 'static) {
    tokio::task::spawn(task);
}

async fn read(stream: &mut TcpStream) -> Result<Asked> {
    let mut bytes = Vec::new();
    loop {
        let mut chunk = [0_u8; 4096];
        let count = stream.read(&mut chunk).await.context("reading a request")?;
        bytes.extend_from_slice(chunk.get(..count).unwrap_or_default());
        let text = String::from_utf8_lossy(&bytes);
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let field = |name: &str| {
                head.lines().filter_map(|line| line.split_once(':')).find_map(|(field, value)| {
                    field.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
                })
            };
            let length = field("content-length").and_then(|text| text.parse().ok()).unwrap_or(0_usize);
            if body.len() >= length {
                let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
                let body: Value = serde_json::from_str(body).unwrap_or_default();
                let what = body.get("what").and_then(Value::as_str).unwrap_or_default().to_owned();
                return Ok(Asked { path, key: field("idempotency-key"), what });
            }
        }
        anyhow::ensure!(count > 0, "the request broke off");
    }
}

async fn answer(stream: &mut TcpStream, status: &str, body: &str) -> Result<()> {
    let kind = if body.starts_with('{') { "application/json" } else { "text/plain" };
    let text = format!(
        "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(text.as_bytes()).await.context("answering")
}
