//! Requests to providers, behind the egress guard. What is said of a failure never names the address: there may be a token
//! in it.

use std::time::Duration;

use conserje_tools::{
    Egress, EgressClient, EgressError, EgressRequest, EgressSettings, SendError, read_capped,
};
use http::{HeaderMap, HeaderName, HeaderValue, header};
use serde_json::Value;

use super::provider::Request;

/// Longer than providers take, shorter than a lease.
const PATIENCE: Duration = Duration::from_secs(20);
/// The most that is read of an answer.
const ANSWER: usize = 256 * 1024;
/// The longest that a provider may have us wait.
const LONGEST_WAIT: u64 = 6 * 3600;

/// Cheap to clone.
#[derive(Clone)]
pub struct ChannelClient {
    client: EgressClient,
    /// How often a message is tried to be sent.
    pub(super) attempts: i64,
}

pub(super) struct Answer {
    pub(super) status: u16,
    /// What it said; a text if it was not JSON.
    pub(super) body: Value,
    pub(super) retry_after: Option<Duration>,
}

pub(super) struct Fetched {
    pub(super) status: u16,
    pub(super) content_type: Option<String>,
    pub(super) bytes: Vec<u8>,
    /// There was more than may be taken.
    pub(super) is_cut: bool,
}

impl ChannelClient {
    pub fn new(egress: &EgressSettings, attempts: u16) -> Result<Self, EgressError> {
        Ok(Self { client: Egress::new(egress)?.client()?, attempts: i64::from(attempts) })
    }

    /// Whether requests may go there.
    pub fn check(&self, url: &str) -> Result<(), EgressError> {
        self.client.egress().check(url).map(drop)
    }

    pub(super) async fn call(&self, request: &Request) -> Result<Answer, SendError> {
        let response = self.send(request, false).await?;
        let status = response.status().as_u16();
        let wait =
            response.headers().get(header::RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse().ok());
        let (bytes, _) = read_capped(response, ANSWER).await?;
        let body = serde_json::from_slice(&bytes)
            .unwrap_or_else(|_| Value::String(String::from_utf8_lossy(&bytes).into_owned()));
        // Telegram says it in the body.
        let told = body.pointer("/parameters/retry_after").and_then(Value::as_u64);
        let wait: Option<u64> = wait.or(told);
        Ok(Answer {
            status,
            body,
            retry_after: wait.map(|seconds| Duration::from_secs(seconds.min(LONGEST_WAIT))),
        })
    }

    pub(super) async fn fetch(&self, request: &Request, most: usize) -> Result<Fetched, SendError> {
        let response = self.send(request, true).await?;
        let status = response.status().as_u16();
        let kind = response.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let content_type = kind.map(|kind| kind.split(';').next().unwrap_or_default().trim().to_owned());
        let (bytes, is_cut) = read_capped(response, most).await?;
        Ok(Fetched { status, content_type, bytes, is_cut })
    }

    async fn send(&self, request: &Request, follow_redirects: bool) -> Result<reqwest::Response, SendError> {
        let url = self.client.egress().check(&request.url)?;
        let mut headers = HeaderMap::new();
        for (name, value) in &request.headers {
            let mut value = HeaderValue::from_str(value)
                .map_err(|_| SendError::NotSent("a secret is no header's value"))?;
            value.set_sensitive(true);
            headers.insert(HeaderName::from_static(name), value);
        }
        let body = request.body.as_ref().map(|body| body.to_string().into_bytes());
        if body.is_some() {
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        }
        let method = request.method.clone();
        self.client.send(EgressRequest { method, url, headers, body, follow_redirects }, PATIENCE).await
    }
}
