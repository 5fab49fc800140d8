//! The few routes of a running server that the harnesses use.

use std::time::Duration;

use anyhow::{Context, Result};
use reqwest::header::AUTHORIZATION;
use reqwest::{Method, RequestBuilder};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// A server that neither answers nor hangs up must not hold a harness for ever. With `?wait=true` it may have
/// taken the message and be unable to end the turn, on a disk that takes no writes.
const PATIENCE: Duration = Duration::from_secs(15);
/// The most events that the server gives at a time.
const PAGE: usize = 200;

/// One client for the life of a harness, so that connections are kept as a real client keeps them.
pub(crate) fn http_client() -> Result<reqwest::Client> {
    // Nothing here speaks TLS, but a client cannot be built without it. Installed twice, the first one stays.
    drop(rustls::crypto::ring::default_provider().install_default());
    reqwest::Client::builder().no_proxy().timeout(PATIENCE).build().context("building an HTTP client")
}

/// The demo user at a running server.
#[derive(Clone)]
pub(crate) struct ChatApi {
    pub(crate) http: reqwest::Client,
    pub(crate) url: String,
    pub(crate) key: String,
}

/// What the server answered.
#[derive(Debug)]
pub(crate) enum Answer<T> {
    Done(T),
    Refused(Refusal),
}

#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) status: u16,
    /// The word for programs; empty if the body is no problem document.
    pub(crate) code: String,
    pub(crate) body: String,
}

/// No whole answer arrived: what was asked for may have been done, or not.
#[derive(Debug)]
pub(crate) struct Gone;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SendReply {
    pub(crate) id: String,
    pub(crate) turn_id: String,
    pub(crate) sequence_number: Option<i64>,
    /// With `?wait=true`.
    pub(crate) events: Option<Vec<EventReply>>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EventReply {
    pub(crate) event_id: String,
    #[serde(default)]
    pub(crate) sequence_number: i64,
    #[serde(rename = "type")]
    pub(crate) kind: String,
    pub(crate) turn_id: Option<String>,
    pub(crate) message_id: Option<String>,
    pub(crate) content: Option<String>,
    /// Of a `tool_result`.
    pub(crate) success: Option<bool>,
    pub(crate) result: Option<Value>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SessionReply {
    pub(crate) id: String,
    pub(crate) last_sequence: i64,
    pub(crate) turn: Option<TurnReply>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct TurnReply {
    pub(crate) running: bool,
    pub(crate) waiting: i64,
}

#[derive(Deserialize)]
struct EventsReply {
    items: Vec<EventReply>,
}

/// A message to be sent; sent again with the same key it must not be there twice.
#[derive(Clone, Debug)]
pub(crate) struct Attempt {
    pub(crate) text: String,
    pub(crate) key: Option<String>,
    pub(crate) waits: bool,
}

impl ChatApi {
    pub(crate) async fn create_session(&self) -> Result<Answer<SessionReply>, Gone> {
        answer(self.request(Method::POST, "/api/chat/sessions").json(&json!({}))).await
    }

    /// With a key, with which it is made once however often it is asked for.
    pub(crate) async fn create_session_once(&self, key: &str) -> Result<Answer<SessionReply>, Gone> {
        let request = self.request(Method::POST, "/api/chat/sessions").header("idempotency-key", key);
        answer(request.json(&json!({}))).await
    }

    pub(crate) async fn session(&self, session: &str) -> Result<Answer<SessionReply>, Gone> {
        answer(self.request(Method::GET, &format!("/api/chat/sessions/{session}"))).await
    }

    pub(crate) async fn send(&self, session: &str, attempt: &Attempt) -> Result<Answer<SendReply>, Gone> {
        let wait = if attempt.waits { "?wait=true" } else { "" };
        let path = format!("/api/chat/sessions/{session}/messages{wait}");
        let mut request = self.request(Method::POST, &path).json(&json!({ "message": attempt.text }));
        if let Some(key) = &attempt.key {
            request = request.header("idempotency-key", key);
        }
        answer(request).await
    }

    /// All events after a number, page by page.
    pub(crate) async fn events(&self, session: &str, after: i64) -> Result<Answer<Vec<EventReply>>, Gone> {
        let (mut all, mut after) = (Vec::new(), after);
        loop {
            let path = format!("/api/chat/sessions/{session}/events?after={after}&limit={PAGE}");
            let page = match answer::<EventsReply>(self.request(Method::GET, &path)).await? {
                Answer::Done(reply) => reply.items,
                Answer::Refused(refusal) => return Ok(Answer::Refused(refusal)),
            };
            let is_last = page.len() < PAGE;
            after = page.last().map_or(after, |event| event.sequence_number.max(after + 1));
            all.extend(page);
            if is_last {
                return Ok(Answer::Done(all));
            }
        }
    }

    /// Any other route that is read.
    pub(crate) async fn get(&self, path: &str) -> Result<Answer<Value>, Gone> {
        answer(self.request(Method::GET, path)).await
    }

    /// Any other route that is written to.
    pub(crate) async fn post(&self, path: &str, body: Value) -> Result<Answer<Value>, Gone> {
        answer(self.request(Method::POST, path).json(&body)).await
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.http
            .request(method, format!("{}{path}", self.url))
            .header(AUTHORIZATION, format!("Bearer {}", self.key))
    }
}

pub(crate) async fn answer<T: DeserializeOwned>(request: RequestBuilder) -> Result<Answer<T>, Gone> {
    let response = request.send().await.map_err(|_| Gone)?;
    let status = response.status();
    let body = response.text().await.map_err(|_| Gone)?;
    let refused = |body: String| {
        let problem: Value = serde_json::from_str(&body).unwrap_or_default();
        let code = problem.get("code").and_then(Value::as_str).unwrap_or_default().to_owned();
        Answer::Refused(Refusal { status: status.as_u16(), code, body })
    };
    if !status.is_success() {
        return Ok(refused(body));
    }
    // A success that cannot be read is as unexpected as a failure, and is told in the same way.
    Ok(serde_json::from_str(&body).map_or_else(|_| refused(body), Answer::Done))
}
