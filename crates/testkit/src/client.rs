//! Speaking to a test server.

use reqwest::{Method, RequestBuilder, StatusCode};
use serde_json::Value;

use crate::sse::SseStream;

/// Somebody with a credential, at a server.
#[derive(Clone)]
pub struct Client {
    http: reqwest::Client,
    url: String,
    key: Option<String>,
}

/// What came back.
#[derive(Debug, Clone)]
pub struct Reply {
    pub status: StatusCode,
    pub headers: reqwest::header::HeaderMap,
    pub text: String,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("not JSON ({error}): {}", self.text))
    }

    /// The JSON, if the status is as expected.
    pub fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        if self.text.is_empty() { Value::Null } else { self.json() }
    }

    /// The code of an error reply.
    pub fn code(&self) -> String {
        self.json()["code"].as_str().unwrap_or_else(|| panic!("no error code: {}", self.text)).to_owned()
    }
}

impl Client {
    pub(crate) fn new(url: &str, key: Option<String>) -> Self {
        // The client wants to know which TLS it would use, though here it uses none.
        drop(rustls::crypto::ring::default_provider().install_default());
        let http = reqwest::Client::builder().no_proxy().build().expect("an HTTP client");
        Self { http, url: url.to_owned(), key }
    }

    /// For a server that runs elsewhere, as a process of its own.
    pub fn at(url: &str, key: Option<&str>) -> Self {
        Self::new(url, key.map(str::to_owned))
    }

    #[must_use]
    pub fn with_key(&self, key: Option<String>) -> Self {
        Self { key, ..self.clone() }
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    /// What it signs in with.
    pub fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("{}{path}", self.url));
        match &self.key {
            Some(key) => request.bearer_auth(key),
            None => request,
        }
    }

    pub async fn send(request: RequestBuilder) -> Reply {
        let response = request.send().await.expect("the server answers");
        let (status, headers) = (response.status(), response.headers().clone());
        Reply { status, headers, text: response.text().await.expect("the answer arrives whole") }
    }

    pub async fn get(&self, path: &str) -> Reply {
        Self::send(self.request(Method::GET, path)).await
    }

    pub async fn delete(&self, path: &str) -> Reply {
        Self::send(self.request(Method::DELETE, path)).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Reply {
        Self::send(self.request(Method::POST, path).json(&body)).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Reply {
        Self::send(self.request(Method::PUT, path).json(&body)).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> Reply {
        Self::send(self.request(Method::PATCH, path).json(&body)).await
    }

    pub async fn post_once(&self, path: &str, body: Value, idempotency_key: &str) -> Reply {
        let request = self.request(Method::POST, path).header("idempotency-key", idempotency_key);
        Self::send(request.json(&body)).await
    }

    /// A new session's id.
    pub async fn session(&self) -> String {
        let made = self.post("/api/chat/sessions", serde_json::json!({})).await.expect(201);
        made["id"].as_str().expect("an id").to_owned()
    }

    /// Says something and waits for the end of its turn; the turn's events.
    pub async fn say(&self, session: &str, message: &str) -> Vec<Value> {
        let path = format!("/api/chat/sessions/{session}/messages?wait=true");
        let reply = self.post(&path, serde_json::json!({"message": message})).await.expect(200);
        reply["events"].as_array().expect("events").clone()
    }

    /// Follows a session, from after an event if one is named.
    pub async fn follow(&self, session: &str, last_event_id: Option<&str>) -> SseStream {
        let mut request = self.request(Method::GET, &format!("/api/chat/sessions/{session}/events/stream"));
        if let Some(id) = last_event_id {
            request = request.header("last-event-id", id);
        }
        let response = request.send().await.expect("the server answers");
        assert_eq!(response.status(), StatusCode::OK);
        SseStream::new(response)
    }
}
