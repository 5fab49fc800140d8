//! The real client of npm, in a process of its own.

use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

const PATIENCE: Duration = Duration::from_secs(30);

/// One connection. Everything it hears is kept until it is asked for.
pub(crate) struct JsClient {
    stdin: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
    heard: Vec<Value>,
    acks: u64,
    _process: Child,
}

/// Where `scripts/setup` puts what the tests need.
#[expect(clippy::disallowed_methods, reason = "scripts/setup follows the same variables")]
fn node_modules() -> PathBuf {
    let cache = std::env::var("XDG_CACHE_HOME").map(PathBuf::from);
    let cache = cache.unwrap_or_else(|_| PathBuf::from(std::env::var("HOME").unwrap()).join(".cache"));
    let folder = cache.join("conserje/node/node_modules");
    assert!(folder.is_dir(), "{} is missing; run scripts/setup", folder.display());
    folder
}

impl JsClient {
    /// Starts connecting; [`JsClient::connected`] waits for it.
    pub(crate) fn start(url: &str, options: &Value) -> Self {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/js/client.cjs");
        let mut process = Command::new("node")
            .args([script, url, &options.to_string()])
            .env("NODE_PATH", node_modules())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap_or_else(|error| panic!("node does not start ({error}); run scripts/setup"));
        Self {
            stdin: process.stdin.take().unwrap(),
            lines: BufReader::new(process.stdout.take().unwrap()).lines(),
            heard: Vec::new(),
            acks: 0,
            _process: process,
        }
    }

    /// Over a WebSocket with an API key, as most programs do.
    pub(crate) async fn connect(url: &str, key: &str) -> Self {
        Self::connect_with(url, json!({"auth": {"token": key}, "transports": ["websocket"]})).await
    }

    pub(crate) async fn connect_with(url: &str, options: Value) -> Self {
        let mut client = Self::start(url, &options);
        client.connected().await;
        client
    }

    pub(crate) async fn connected(&mut self) -> Value {
        self.until("connect", |line| line["is"] == "connect").await
    }

    pub(crate) async fn refused(&mut self) -> String {
        let line = self.until("connect_error", |line| line["is"] == "connect_error").await;
        line["message"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn disconnected(&mut self) -> String {
        let line = self.until("disconnect", |line| line["is"] == "disconnect").await;
        line["reason"].as_str().unwrap().to_owned()
    }

    /// What comes next of what is wanted; the rest waits.
    pub(crate) async fn until(&mut self, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(place) = self.heard.iter().position(&wanted) {
            return self.heard.remove(place);
        }
        let listen = async {
            loop {
                let Some(line) = self.lines.next_line().await.unwrap() else {
                    panic!("the client has ended")
                };
                let line: Value = serde_json::from_str(&line).unwrap();
                if wanted(&line) {
                    return line;
                }
                self.heard.push(line);
            }
        };
        let heard = tokio::time::timeout(PATIENCE, listen).await.ok();
        heard.unwrap_or_else(|| panic!("no {what} within {} s; heard {:?}", PATIENCE.as_secs(), self.heard))
    }

    /// The first argument of the next event with this name.
    pub(crate) async fn event(&mut self, name: &str) -> Value {
        self.until(name, |line| line["on"] == name).await["args"][0].take()
    }

    /// The next events of sessions.
    pub(crate) async fn events(&mut self, count: usize) -> Vec<Value> {
        let mut events = Vec::new();
        while events.len() < count {
            events.push(self.event("agent:event").await);
        }
        events
    }

    /// All events up to one of this type.
    pub(crate) async fn events_until(&mut self, kind: &str) -> Vec<Value> {
        let mut events: Vec<Value> = Vec::new();
        while events.last().is_none_or(|event| event["type"] != kind) {
            events.push(self.event("agent:event").await);
        }
        events
    }

    /// What was heard and not asked for.
    pub(crate) fn left_over(&self) -> &[Value] {
        &self.heard
    }

    pub(crate) async fn tell(&mut self, line: Value) {
        self.stdin.write_all(format!("{line}\n").as_bytes()).await.unwrap();
    }

    /// Without an acknowledgement.
    pub(crate) async fn emit(&mut self, event: &str, payload: Value) {
        self.tell(json!({"emit": event, "args": [payload]})).await;
    }

    /// With one.
    pub(crate) async fn ask(&mut self, event: &str, payload: Value) -> Value {
        let number = self.ask_later(event, payload).await;
        self.answer(number).await
    }

    /// Asks, and reads the answer another time.
    pub(crate) async fn ask_later(&mut self, event: &str, payload: Value) -> u64 {
        self.acks += 1;
        let number = self.acks;
        self.tell(json!({"emit": event, "args": [payload], "ack": number})).await;
        number
    }

    pub(crate) async fn answer(&mut self, number: u64) -> Value {
        self.until("acknowledgement", |line| line["ack"] == number).await["reply"].take()
    }

    pub(crate) async fn asks(&mut self, event: &str, payload: Value) -> Value {
        let reply = self.ask(event, payload).await;
        assert_eq!(reply["ok"], true, "{event}: {reply}");
        reply
    }

    /// The code of a refusal.
    pub(crate) async fn code_of(&mut self, event: &str, payload: Value) -> String {
        let reply = self.ask(event, payload).await;
        assert_eq!(reply["ok"], false, "{event}: {reply}");
        assert!(!reply["message"].as_str().unwrap().is_empty());
        reply["code"].as_str().unwrap().to_owned()
    }
}

pub(crate) fn kinds(events: &[Value]) -> Vec<&str> {
    events.iter().map(|event| event["type"].as_str().unwrap()).collect()
}

/// The numbers of those that have one.
pub(crate) fn numbers(events: &[Value]) -> Vec<i64> {
    events.iter().filter_map(|event| event["sequenceNumber"].as_i64()).collect()
}
