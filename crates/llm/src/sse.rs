//! Asking a provider over HTTP and reading what it streams back: shared by all providers.
//!
//! A provider builds its request with [`Endpoint::post`], and reads events with an [`Assemble`];
//! [`Endpoint::reply`] does the rest: it waits, bounds, tells failures apart and keeps the key out of them.
//! [`Endpoint::document`] does the same for what is answered in one piece.

use std::collections::VecDeque;
use std::time::Duration;

use conserje_kernel::Secret;
use futures::stream::{self, StreamExt};
use reqwest::{RequestBuilder, Response};
use serde_json::Value;

use crate::decode::{Decoder, Event};
use crate::error::{ModelError, Trouble};
use crate::message::{Args, Reply};
use crate::model::{Piece, PieceStream};
use crate::refusal::{Failure, refusal};
use crate::roots::build_client;

/// A thinking model may be silent for long; one that says nothing at all for this long is gone.
const PATIENCE: Duration = Duration::from_secs(120);
/// How long opening a connection may take.
const CONNECT: Duration = Duration::from_secs(10);
/// No reply is this large; whoever sends more does not mean well.
const MAX_REPLY: usize = 64 << 20;
/// The largest reply that is taken from a server that does not stream.
const MAX_DOCUMENT: usize = 4 << 20;
/// As much of an error's body is read.
const MAX_ERROR_BODY: usize = 64 << 10;

/// A client for all providers. It follows no redirects: a key in a header of its own would go along.
///
/// A TLS provider of rustls must have been installed for the process before.
pub fn http_client() -> Result<reqwest::Client, reqwest::Error> {
    build_client(|| {
        reqwest::Client::builder().connect_timeout(CONNECT).redirect(reqwest::redirect::Policy::none())
    })
}

/// Where a provider is reached, and with which key.
#[derive(Clone, Debug)]
pub(crate) struct Endpoint {
    base_url: String,
    key: Secret,
    http: reqwest::Client,
    patience: Duration,
}

/// Puts a reply together from a provider's events.
pub(crate) trait Assemble: Send {
    /// Whether a JSON document in the place of a stream is taken, as one event: some servers do not stream.
    const READS_DOCUMENTS: bool = false;

    /// Takes one event and adds what it says to `pieces`. Once it adds [`Piece::Done`], the rest of the
    /// stream is not read. What was added before a failure in the same event is lost.
    fn hear(&mut self, event: &Event, pieces: &mut VecDeque<Piece>) -> Result<(), Failure>;

    /// The stream ended without [`Piece::Done`]: for some providers that is how it ends, for others
    /// [`Failure::cut_short`].
    fn end(&mut self) -> Result<Reply, Failure>;
}

impl Endpoint {
    /// `base_url` without a path such as `/v1`, unless the provider wants it so.
    pub(crate) fn new(base_url: impl Into<String>, key: Secret, http: reqwest::Client) -> Self {
        let mut base_url = base_url.into();
        base_url.truncate(base_url.trim_end_matches('/').len());
        Self { base_url, key, http, patience: PATIENCE }
    }

    /// How long it may be silent, at the start and in between.
    pub(crate) fn with_patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// The key, for the one header that carries it.
    pub(crate) fn key(&self) -> &str {
        self.key.expose()
    }

    /// A request to `path`, which begins with `/`. The provider adds its headers, the key and the body.
    pub(crate) fn post(&self, path: &str) -> RequestBuilder {
        self.http.post(format!("{}{path}", self.base_url))
    }

    /// The same to be read.
    pub(crate) fn get(&self, path: &str) -> RequestBuilder {
        self.http.get(format!("{}{path}", self.base_url))
    }

    /// Sends the request and reads the reply. `model` is the name for errors. After an error, and after
    /// [`Piece::Done`], nothing follows.
    pub(crate) fn reply<'a>(
        &'a self,
        model: &'a str,
        request: RequestBuilder,
        assembler: impl Assemble + 'a,
    ) -> PieceStream<'a> {
        let reading = Reading {
            endpoint: self,
            source: Source::Unasked(request),
            decoder: Decoder::default(),
            assembler,
            pieces: VecDeque::new(),
            received: 0,
        };
        stream::try_unfold(Some(Box::new(reading)), move |reading| async move {
            let Some(mut reading) = reading else { return Ok(None) };
            let piece = reading.next().await.map_err(|failure| self.error(model, failure))?;
            let is_last = matches!(piece, Piece::Done(_));
            Ok(Some((piece, (!is_last).then_some(reading))))
        })
        .boxed()
    }

    /// Sends a request and reads the one JSON document that answers it.
    pub(crate) async fn document(&self, model: &str, request: RequestBuilder) -> Result<Value, ModelError> {
        let read = async {
            let response = request.send().await.map_err(not_reached)?;
            let (status, headers) = (response.status(), response.headers().clone());
            if !status.is_success() {
                return Err(refusal(status.as_u16(), &headers, &beginning(response, MAX_ERROR_BODY).await));
            }
            let body = whole(response, MAX_REPLY).await?;
            serde_json::from_slice(&body)
                .map_err(|problem| Failure::malformed(format!("the answer is no JSON: {problem}")))
        };
        let read = tokio::time::timeout(self.patience, read).await;
        read.unwrap_or_else(|_| Err(self.silent())).map_err(|failure| self.error(model, failure))
    }

    /// Sends a request and gives back a response that went well; everything else is a failure.
    async fn ask(&self, request: RequestBuilder, takes_documents: bool) -> Result<Source, Failure> {
        let sent = tokio::time::timeout(self.patience, request.send()).await;
        let response = sent.map_err(|_| self.silent())?.map_err(not_reached)?;
        let (status, headers) = (response.status(), response.headers().clone());
        if status.is_success() && streams(&response) {
            return Ok(Source::Open(response));
        }
        if status.is_success() && takes_documents && is_json(&response) {
            let body = tokio::time::timeout(self.patience, beginning(response, MAX_DOCUMENT)).await;
            return Ok(Source::Document(body.map_err(|_| self.silent())?));
        }
        let body = beginning(response, MAX_ERROR_BODY);
        let body = tokio::time::timeout(self.patience, body).await.unwrap_or_default();
        Err(refusal(status.as_u16(), &headers, &body))
    }

    fn silent(&self) -> Failure {
        Failure::new(Trouble::Silent, format!("nothing came for {} seconds", self.patience.as_secs_f32()))
    }

    /// The failure as others see it, without the key.
    fn error(&self, model: &str, failure: Failure) -> ModelError {
        let Failure { trouble, problem, retry_after } = failure.without(self.key());
        ModelError { retry_after, ..ModelError::new(model, trouble, problem) }
    }
}

enum Source {
    Unasked(RequestBuilder),
    Open(Response),
    /// The whole reply at once.
    Document(String),
    /// Being asked, or at its end.
    Closed,
}

/// A reply that is being read.
struct Reading<'a, A> {
    endpoint: &'a Endpoint,
    source: Source,
    decoder: Decoder,
    assembler: A,
    pieces: VecDeque<Piece>,
    received: usize,
}

impl<A: Assemble> Reading<'_, A> {
    async fn next(&mut self) -> Result<Piece, Failure> {
        loop {
            if let Some(piece) = self.pieces.pop_front() {
                return Ok(piece);
            }
            if let Some(event) = self.decoder.next() {
                self.assembler.hear(&event, &mut self.pieces)?;
                continue;
            }
            match std::mem::replace(&mut self.source, Source::Closed) {
                Source::Unasked(request) => {
                    self.source = self.endpoint.ask(request, A::READS_DOCUMENTS).await?;
                }
                Source::Open(response) => self.read(response).await?,
                Source::Document(data) => {
                    let event = Event { data, ..Event::default() };
                    self.assembler.hear(&event, &mut self.pieces)?;
                }
                Source::Closed => return self.assembler.end().map(|reply| Piece::Done(Box::new(reply))),
            }
        }
    }

    /// Reads one chunk; the source stays closed if there was none.
    async fn read(&mut self, mut response: Response) -> Result<(), Failure> {
        let chunk = tokio::time::timeout(self.endpoint.patience, response.chunk()).await;
        let Some(chunk) = chunk.map_err(|_| self.endpoint.silent())?.map_err(broken_off)? else {
            return Ok(());
        };
        self.received = self.received.saturating_add(chunk.len());
        if self.received > MAX_REPLY {
            return Err(Failure::malformed("the reply has no end in sight"));
        }
        self.decoder.push(&chunk)?;
        self.source = Source::Open(response);
        Ok(())
    }
}

/// Whether the body may hold events; a page or a document does not. Some servers name no type.
fn streams(response: &Response) -> bool {
    !is_json(response) && !kind(response).is_some_and(|kind| kind.starts_with("text/html"))
}

fn is_json(response: &Response) -> bool {
    kind(response).is_some_and(|kind| kind.starts_with("application/json"))
}

fn kind(response: &Response) -> Option<&str> {
    response.headers().get(reqwest::header::CONTENT_TYPE)?.to_str().ok()
}

/// The beginning of a body; what can be had of it.
async fn beginning(mut response: Response, most: usize) -> String {
    let mut body = Vec::new();
    while let Ok(Some(chunk)) = response.chunk().await {
        body.extend_from_slice(&chunk);
        if body.len() >= most {
            body.truncate(most);
            break;
        }
    }
    String::from_utf8_lossy(&body).into_owned()
}

/// All of a body; one that is longer than `most`, or breaks off, is a failure.
async fn whole(mut response: Response, most: usize) -> Result<Vec<u8>, Failure> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(broken_off)? {
        body.extend_from_slice(&chunk);
        if body.len() > most {
            return Err(Failure::malformed("the answer has no end in sight"));
        }
    }
    Ok(body)
}

fn not_reached(error: reqwest::Error) -> Failure {
    let trouble = if error.is_builder() {
        Trouble::Refused
    } else if error.is_timeout() && !error.is_connect() {
        Trouble::Silent
    } else {
        Trouble::Unreachable
    };
    Failure::new(trouble, in_full(&error.without_url()))
}

fn broken_off(error: reqwest::Error) -> Failure {
    let trouble = if error.is_timeout() { Trouble::Silent } else { Trouble::CutShort };
    Failure::new(trouble, in_full(&error.without_url()))
}

/// The cause is what helps; reqwest's own text only says that sending failed.
fn in_full(error: &reqwest::Error) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}

/// The id the provider gave, or one made up, with a warning.
pub(crate) fn id_or_new(given: Option<&str>, prefix: &str, model: &str) -> String {
    match given.filter(|id| !id.is_empty()) {
        Some(id) => id.to_owned(),
        None => {
            tracing::warn!(model, prefix, "the provider sent no id; one was made up");
            format!("{prefix}_{}", uuid::Uuid::now_v7().simple())
        }
    }
}

/// Arguments of a tool call from the text a model wrote; no text at all stands for no arguments.
pub(crate) fn args_from(text: &str) -> Args {
    if text.trim().is_empty() {
        return Args::Json(Value::Object(serde_json::Map::new()));
    }
    serde_json::from_str(text).map_or_else(|_| Args::Malformed(text.to_owned()), Args::Json)
}
