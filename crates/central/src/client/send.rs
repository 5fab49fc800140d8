//! One request: signed in, and sent again where that is safe.

use std::time::Duration;

use conserje_tools::egress::read_capped;
use conserje_tools::{EgressRequest, SendError};
use reqwest::header::{
    ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue, IF_MATCH, RETRY_AFTER, USER_AGENT,
};
use reqwest::{Method, StatusCode};
use serde_json::{Map, Value};
use tokio::time::Instant;
use url::Url;

use super::Client;
use super::error::ClientError;

/// All attempts together; less than the time limit of the tools.
const LIMIT: Duration = Duration::from_secs(50);
/// An answer that is larger is no answer for a conversation.
const LARGEST: usize = 4 * 1024 * 1024;
const LONGEST_PAUSE: Duration = Duration::from_secs(20);
/// So much of an error's text is shown, in characters.
const SHOWN: usize = 500;

pub(super) struct Asking {
    pub(super) method: Method,
    pub(super) url: Url,
    pub(super) body: Option<Value>,
    pub(super) if_match: Option<String>,
}

impl Asking {
    pub(super) fn new(method: Method, url: Url) -> Self {
        Self { method, url, body: None, if_match: None }
    }
}

pub(super) struct Answered {
    pub(super) body: Value,
}

impl Answered {
    pub(super) fn object(self, wrote: bool) -> Result<Map<String, Value>, ClientError> {
        match self.body {
            Value::Object(fields) => Ok(fields),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
                Err(ClientError::Unreadable { wrote })
            }
        }
    }
}

/// What one attempt came to.
enum Came {
    Answered(Answered),
    /// Somebody must sign in again.
    SignedOut,
    /// It was not taken up, and may be sent again.
    NotNow {
        status: u16,
        retry_after: Option<u64>,
    },
}

impl Client {
    pub(super) async fn ask(&self, asking: Asking) -> Result<Answered, ClientError> {
        let deadline = Instant::now() + LIMIT;
        let mut refused = None;
        let mut pauses = 0;
        loop {
            let inner = &self.inner;
            let token = inner.tokens.get(&inner.egress, &inner.clock, refused.as_ref()).await?;
            let mut bearer = HeaderValue::from_str(&format!("Bearer {}", token.expose())).map_err(|_| {
                ClientError::SignIn { reason: "the token has signs that no header can have".to_owned() }
            })?;
            bearer.set_sensitive(true);
            let left = deadline.saturating_duration_since(Instant::now());
            match self.attempt(&asking, bearer, left).await? {
                Came::Answered(answered) => return Ok(answered),
                Came::SignedOut if refused.is_none() => refused = Some(token),
                Came::SignedOut => return Err(ClientError::Denied { status: 401 }),
                Came::NotNow { status, retry_after } => {
                    let usual = Duration::from_millis(inner.settings.first_pause_ms)
                        .saturating_mul(2u32.saturating_pow(pauses));
                    let pause = retry_after.map_or_else(|| usual.min(LONGEST_PAUSE), Duration::from_secs);
                    pauses += 1;
                    let is_too_long = pause > LONGEST_PAUSE || Instant::now() + pause >= deadline;
                    if pauses > inner.settings.retries || is_too_long {
                        return Err(ClientError::Busy { status, retry_after });
                    }
                    tokio::time::sleep(pause).await;
                }
            }
        }
    }

    async fn attempt(
        &self,
        asking: &Asking,
        bearer: HeaderValue,
        left: Duration,
    ) -> Result<Came, ClientError> {
        let inner = &self.inner;
        let mut headers = HeaderMap::from_iter([
            (ACCEPT, HeaderValue::from_static("application/json")),
            (USER_AGENT, HeaderValue::from_static("conserje")),
            (AUTHORIZATION, bearer),
        ]);
        if asking.body.is_some() {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        }
        if let Some(etag) = &asking.if_match {
            let etag = HeaderValue::from_str(etag).map_err(|_| {
                ClientError::asked(
                    "El `etag` tiene signos que no puede tener.",
                    "The `etag` has signs that it cannot have.",
                )
            })?;
            headers.insert(IF_MATCH, etag);
        }
        let url = inner.egress.egress().check_url(&asking.url).map_err(SendError::from)?;
        let body = asking.body.as_ref().map(|body| body.to_string().into_bytes());
        let request =
            EgressRequest { method: asking.method.clone(), url, headers, body, follow_redirects: false };
        let response = inner.egress.send(request, left).await?;
        let status = response.status();
        let wait =
            response.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.trim().parse().ok());
        let wrote = !asking.method.is_safe();
        let (bytes, cut) = match read_capped(response, LARGEST).await {
            Ok(read) => read,
            // It was done, and only the answer is missing.
            Err(_) if status.is_success() => return Err(ClientError::Unreadable { wrote }),
            Err(error) => return Err(error.into()),
        };
        if status.is_success() {
            let body = match serde_json::from_slice(&bytes) {
                Ok(body) if !cut => body,
                Err(_) if bytes.is_empty() => Value::Null,
                Ok(_) | Err(_) => return Err(ClientError::Unreadable { wrote }),
            };
            return Ok(Came::Answered(Answered { body }));
        }
        self.refusal(status, wait, &bytes, wrote)
    }

    fn refusal(
        &self,
        status: StatusCode,
        wait: Option<u64>,
        body: &[u8],
        wrote: bool,
    ) -> Result<Came, ClientError> {
        let code = status.as_u16();
        match code {
            401 => Ok(Came::SignedOut),
            429 => Ok(Came::NotNow { status: code, retry_after: wait }),
            // A write is sent again only if the service said so: else it may have begun.
            503 if wait.is_some() || !wrote => Ok(Came::NotNow { status: code, retry_after: wait }),
            403 => Err(ClientError::Denied { status: code }),
            404 => Err(ClientError::NotFound),
            409 | 412 => Err(ClientError::Conflict { status: code }),
            400..=499 => Err(ClientError::Rejected { status: code, message: self.message(body) }),
            _ => Err(ClientError::Broken { status: code, message: self.message(body) }),
        }
    }

    /// What the service says about it, without secrets.
    fn message(&self, body: &[u8]) -> String {
        let parsed: Value = serde_json::from_slice(body).unwrap_or_default();
        let said = parsed.pointer("/error/message").and_then(Value::as_str).unwrap_or_default();
        let said: String = said.chars().filter(|sign| !sign.is_control()).take(SHOWN).collect();
        self.inner.tokens.without_secrets(&said)
    }
}
