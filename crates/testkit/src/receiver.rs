//! Somebody else's HTTP service, on loopback: what tools talk to.
//!
//! By hand: a test wants to answer late, twice, or not at all, and to see exactly what was sent.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A request as it came.
#[derive(Clone, Debug, PartialEq)]
pub struct Received {
    pub method: String,
    pub path: String,
    pub idempotency_key: Option<String>,
    pub body: Value,
}

/// How it answers a path that contains a word.
#[derive(Clone, Debug)]
pub struct Answer {
    pub to: &'static str,
    pub status: u16,
    pub body: Value,
    pub delay: Duration,
    /// Makes the body out of the request's, instead of `body`.
    pub make: Option<fn(&Value) -> Value>,
}

impl Answer {
    pub fn new(to: &'static str, body: Value) -> Self {
        Self { to, status: 200, body, delay: Duration::ZERO, make: None }
    }

    /// OpenAI's embeddings: texts with the same words lie close together.
    pub fn embeddings() -> Self {
        Self { make: Some(embeddings), ..Self::new("/embeddings", Value::Null) }
    }
}

/// A service that remembers what it was asked.
pub struct Receiver {
    port: u16,
    received: Arc<Mutex<Vec<Received>>>,
    serving: tokio::task::JoinHandle<()>,
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl Receiver {
    #[expect(clippy::disallowed_methods, reason = "ended with the test that holds it")]
    pub async fn start(answers: Vec<Answer>) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let received: Arc<Mutex<Vec<Received>>> = Arc::default();
        let (seen, answers) = (Arc::clone(&received), Arc::new(answers));
        let serving = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, Arc::clone(&seen), Arc::clone(&answers)));
            }
        });
        Self { port, received, serving }
    }

    /// `127.0.0.1:PORT`, as an egress list names it.
    pub fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    pub fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// As many numbers as [`Answer::embeddings`] gives for a text.
pub const DIMENSIONS: usize = 64;

fn embeddings(asked: &Value) -> Value {
    let texts = asked["input"].as_array().cloned().unwrap_or_default();
    let embedding = |(index, text): (usize, &Value)| {
        let mut vector = vec![0.0_f32; DIMENSIONS];
        for word in
            text.as_str().unwrap_or_default().to_lowercase().split(|sign: char| !sign.is_alphanumeric())
        {
            let place =
                word.bytes().fold(7_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(usize::from(byte)));
            vector[place % DIMENSIONS] += 1.0;
        }
        json!({"object": "embedding", "index": index, "embedding": vector})
    };
    let data: Vec<Value> = texts.iter().enumerate().map(embedding).collect();
    json!({"object": "list", "data": data, "model": asked["model"], "usage": {"prompt_tokens": 10, "total_tokens": 10}})
}

async fn serve(mut stream: TcpStream, seen: Arc<Mutex<Vec<Received>>>, answers: Arc<Vec<Answer>>) {
    let mut bytes = Vec::new();
    loop {
        let head = loop {
            if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
                break end + 4;
            }
            if stream.read_buf(&mut bytes).await.unwrap_or(0) == 0 {
                return;
            }
        };
        let text = String::from_utf8_lossy(&bytes[..head]).into_owned();
        let header = |name: &str| {
            text.lines().find_map(|line| {
                let (field, value) = line.split_once(':')?;
                field.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
            })
        };
        let length: usize = header("content-length").and_then(|value| value.parse().ok()).unwrap_or(0);
        while bytes.len() < head + length {
            if stream.read_buf(&mut bytes).await.unwrap_or(0) == 0 {
                return;
            }
        }
        let mut words = text.split(' ');
        let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let asked: Value = serde_json::from_slice(&bytes[head..head + length]).unwrap_or(Value::Null);
        let received = Received {
            method: method.to_owned(),
            path: path.to_owned(),
            idempotency_key: header("idempotency-key"),
            body: asked.clone(),
        };
        seen.lock().unwrap_or_else(PoisonError::into_inner).push(received);
        let answer = answers.iter().find(|answer| path.contains(answer.to)).cloned();
        let answer = answer.unwrap_or_else(|| Answer::new("", json!({"ok": true})));
        tokio::time::sleep(answer.delay).await;
        let body = answer.make.map_or(answer.body, |make| make(&asked)).to_string();
        let reply = format!(
            "HTTP/1.1 {} X\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            answer.status,
            body.len()
        );
        if stream.write_all(reply.as_bytes()).await.is_err() {
            return;
        }
        bytes.drain(..head + length);
    }
}
