//! Plays a cassette: a server on loopback that expects the written requests, and answers as written.
//!
//! The cassettes follow the providers' documents; they were written by hand, not recorded. A request must
//! be as it is written: method, path, the headers named there, and the whole body, which is a text where it is
//! not JSON.

use std::path::Path;
use std::time::Duration;

use conserje_kernel::Secret;
use conserje_llm::{
    Anthropic, Facts, Gemini, Model, ModelError, OpenAi, OpenAiFlavour, Provider, Reply, Request, http_client,
};
use serde::Deserialize;
use serde_json::{Map, Value};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

pub(crate) const KEY: &str = "key-for-tests";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cassette {
    provider: String,
    model: String,
    exchanges: Vec<Exchange>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exchange {
    /// None where only the response matters.
    request: Option<Asked>,
    response: Answer,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    method: String,
    path: String,
    /// Null for a header that must not be there.
    headers: Map<String, Value>,
    body: Value,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    status: u16,
    #[serde(default)]
    headers: Map<String, Value>,
    /// The lines of the body.
    body: Vec<String>,
    #[serde(default)]
    end: Ending,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Ending {
    #[default]
    Proper,
    /// The connection breaks.
    Cut,
    /// Nothing more comes, and the connection stays open.
    Silent,
}

/// Where the body of a response is divided.
#[derive(Clone, Copy)]
pub(crate) enum Chunks {
    Whole,
    CutAt(usize),
    Each(usize),
}

/// A cassette and the server that plays it.
pub(crate) struct Tape {
    cassette: Cassette,
    listener: TcpListener,
}

impl Tape {
    pub(crate) async fn new(cassette: &str) -> Self {
        drop(rustls::crypto::ring::default_provider().install_default());
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cassettes").join(cassette);
        let cassette: Cassette = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        Self { cassette, listener: TcpListener::bind("127.0.0.1:0").await.unwrap() }
    }

    pub(crate) fn provider(&self) -> &str {
        &self.cassette.provider
    }

    pub(crate) fn model(&self) -> &str {
        &self.cassette.model
    }

    /// Without a slash at the end.
    pub(crate) fn base_url(&self) -> String {
        format!("http://{}", self.listener.local_addr().unwrap())
    }

    /// Answers the next request with the exchange of this number.
    pub(crate) async fn answer(&self, index: usize, chunks: Chunks) {
        let exchange = &self.cassette.exchanges[index];
        let (mut connection, _) = self.listener.accept().await.unwrap();
        let heard = Heard::read(&mut connection).await;
        if let Some(asked) = &exchange.request {
            heard.must_be(asked);
        }
        exchange.response.send(connection, chunks).await;
    }
}

pub(crate) struct Player {
    tape: Tape,
    pub(crate) model: Model,
}

impl Player {
    pub(crate) async fn new(cassette: &str) -> Self {
        let tape = Tape::new(cassette).await;
        let cassette = &tape.cassette;
        let base_url = Some(format!("{}/", tape.base_url()));
        let (key, http, patience) = (Secret::new(KEY), http_client().unwrap(), Duration::from_secs(5));
        let openai = |path: &str, key: &str, flavour| {
            let base_url = format!("{}{path}", tape.base_url());
            let openai = OpenAi::new(&base_url, Secret::new(key), http_client().unwrap(), flavour);
            Provider::OpenAi(openai.with_patience(patience))
        };
        let provider = match cassette.provider.as_str() {
            "anthropic" => Provider::Anthropic(Anthropic::new(base_url, key, http).with_patience(patience)),
            "gemini" => Provider::Gemini(Gemini::new(base_url, key, http).with_patience(patience)),
            "openai" => openai("/v1", KEY, OpenAiFlavour::OpenAi),
            "compatible" => openai("/v1/", KEY, OpenAiFlavour::Compatible),
            "keyless" => openai("/v1", "", OpenAiFlavour::Compatible),
            "azure" => openai("", KEY, OpenAiFlavour::Azure { api_version: "2025-04-01-preview".to_owned() }),
            other => panic!("no provider {other}"),
        };
        let name = format!("{}/{}", cassette.provider, cassette.model).into();
        let model =
            Model { name, wire_name: cassette.model.as_str().into(), facts: Facts::default(), provider };
        Self { tape, model }
    }

    pub(crate) fn len(&self) -> usize {
        self.tape.cassette.exchanges.len()
    }

    /// The length of a response's body.
    pub(crate) fn body_len(&self, index: usize) -> usize {
        self.tape.cassette.exchanges[index].response.text().len()
    }

    /// Asks the model, and answers with the exchange of this number.
    pub(crate) async fn play(
        &self,
        index: usize,
        request: &Request,
        chunks: Chunks,
    ) -> Result<Reply, ModelError> {
        let ((), reply) = tokio::join!(self.answer(index, chunks), self.model.complete(request));
        reply
    }

    /// Answers the next request with the exchange of this number.
    pub(crate) async fn answer(&self, index: usize, chunks: Chunks) {
        self.tape.answer(index, chunks).await;
    }
}

/// A request as it arrived.
struct Heard {
    head: Vec<String>,
    body: Vec<u8>,
}

impl Heard {
    async fn read(connection: &mut TcpStream) -> Self {
        let mut bytes = Vec::new();
        let end = loop {
            if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
                break end;
            }
            assert_ne!(connection.read_buf(&mut bytes).await.unwrap(), 0, "the request has no end");
        };
        let mut body = bytes.split_off(end + 4);
        let head = String::from_utf8(bytes).unwrap().trim_end().lines().map(str::to_owned).collect();
        let mut heard = Self { head, body: Vec::new() };
        let length: usize = heard.header("content-length").unwrap().parse().unwrap();
        while body.len() < length {
            assert_ne!(connection.read_buf(&mut body).await.unwrap(), 0, "the body has no end");
        }
        heard.body = body;
        heard
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.head
            .iter()
            .skip(1)
            .filter_map(|line| line.split_once(": "))
            .find_map(|(found, value)| found.eq_ignore_ascii_case(name).then_some(value))
    }

    fn must_be(&self, asked: &Asked) {
        assert_eq!(self.head[0], format!("{} {} HTTP/1.1", asked.method, asked.path));
        for (name, value) in &asked.headers {
            assert_eq!(self.header(name), value.as_str(), "header {name}");
        }
        let text = || Value::String(String::from_utf8_lossy(&self.body).into_owned());
        let body: Value = serde_json::from_slice(&self.body).unwrap_or_else(|_| text());
        let pretty = |value: &Value| serde_json::to_string_pretty(value).unwrap();
        assert!(body == asked.body, "expected {}\nbut got {}", pretty(&asked.body), pretty(&body));
    }
}

impl Answer {
    fn text(&self) -> String {
        self.body.join("\n")
    }

    /// In HTTP's own chunks, so that the client sees these boundaries and no others.
    async fn send(&self, mut connection: TcpStream, chunks: Chunks) {
        let text = self.text();
        let bytes = text.as_bytes();
        let parts: Vec<&[u8]> = match chunks {
            Chunks::Whole => vec![bytes],
            Chunks::CutAt(at) => vec![&bytes[..at], &bytes[at..]],
            Chunks::Each(size) => bytes.chunks(size).collect(),
        };
        let mut out =
            format!("HTTP/1.1 {} X\r\nconnection: close\r\ntransfer-encoding: chunked\r\n", self.status);
        for (name, value) in &self.headers {
            out.push_str(&format!("{name}: {}\r\n", value.as_str().unwrap()));
        }
        let mut out = [out.as_bytes(), b"\r\n"].concat();
        for part in parts.into_iter().filter(|part| !part.is_empty()) {
            out.extend_from_slice(format!("{:x}\r\n", part.len()).as_bytes());
            out.extend_from_slice(part);
            out.extend_from_slice(b"\r\n");
        }
        if matches!(self.end, Ending::Proper) {
            out.extend_from_slice(b"0\r\n\r\n");
        }
        // The client may have heard enough before.
        drop(connection.write_all(&out).await);
        if matches!(self.end, Ending::Silent) {
            drop(connection.read(&mut [0]).await);
        }
    }
}
