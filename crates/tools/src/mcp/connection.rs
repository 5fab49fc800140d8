//! The SDK's client over the egress guard.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use futures::stream::BoxStream;
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Method, StatusCode};
use rmcp::model::{
    CallToolRequestParams, CallToolResult, ClientConfig, ClientJsonRpcMessage, Implementation,
    PaginatedRequestParams, ServerJsonRpcMessage,
};
use rmcp::service::{RunningService, ServiceError};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::{
    StreamableHttpClient, StreamableHttpClientTransportConfig, StreamableHttpError,
    StreamableHttpPostResponse,
};
use rmcp::{RoleClient, ServiceExt as _};

use super::{Definition, MOST_TOOLS, McpError, McpServer};
use crate::egress::{EgressClient, EgressRequest, SendError, read_capped};

/// The largest answer that is read.
const LARGEST: usize = 4 * 1024 * 1024;
const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");

/// Sends the SDK's messages where they may go, and reads no more than fits.
#[derive(Clone)]
struct Guarded {
    client: EgressClient,
    time_limit: Duration,
}

type Failed = StreamableHttpError<SendError>;

impl Guarded {
    async fn send(
        &self,
        method: Method,
        uri: &str,
        body: Option<Vec<u8>>,
        headers: HeaderMap,
    ) -> Result<reqwest::Response, Failed> {
        let refused = |error| StreamableHttpError::Client(SendError::Refused(error));
        let url = self.client.egress().check(uri).map_err(refused)?;
        let request = EgressRequest { method, url, headers, body, follow_redirects: false };
        self.client.send(request, self.time_limit).await.map_err(StreamableHttpError::Client)
    }
}

fn headers(
    session: Option<&str>,
    token: Option<&str>,
    more: HashMap<HeaderName, HeaderValue>,
) -> Result<HeaderMap, Failed> {
    let value = |text: &str| {
        let wrong = |_| StreamableHttpError::Client(SendError::NotSent("a header cannot be written"));
        HeaderValue::from_str(text).map_err(wrong)
    };
    let mut headers: HeaderMap = more.into_iter().collect();
    headers.insert(ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if let Some(session) = session {
        headers.insert(SESSION, value(session)?);
    }
    if let Some(token) = token {
        let mut token = value(&format!("Bearer {token}"))?;
        token.set_sensitive(true);
        headers.insert(AUTHORIZATION, token);
    }
    Ok(headers)
}

/// The one message of a stream that answers; what else a server sends, nobody here has asked for.
fn answer_in(stream: &str) -> Option<ServerJsonRpcMessage> {
    let events = stream.split("\n\n").map(|event| {
        let lines = event.lines().filter_map(|line| line.strip_prefix("data:"));
        lines.map(str::trim_start).collect::<Vec<_>>().join("\n")
    });
    let messages = events.filter_map(|data| serde_json::from_str::<ServerJsonRpcMessage>(&data).ok());
    messages
        .into_iter()
        .find(|message| matches!(message, ServerJsonRpcMessage::Response(_) | ServerJsonRpcMessage::Error(_)))
}

impl StreamableHttpClient for Guarded {
    type Error = SendError;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session_id: Option<Arc<str>>,
        auth_header: Option<String>,
        custom_headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<StreamableHttpPostResponse, Failed> {
        let headers = headers(session_id.as_deref(), auth_header.as_deref(), custom_headers)?;
        let body = serde_json::to_vec(&message)?;
        let response = self.send(Method::POST, &uri, Some(body), headers).await?;
        let status = response.status();
        if matches!(status, StatusCode::ACCEPTED | StatusCode::NO_CONTENT) {
            return Ok(StreamableHttpPostResponse::Accepted);
        }
        let text = |name: &HeaderName| {
            response.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned)
        };
        let (session, kind) = (text(&SESSION), text(&CONTENT_TYPE).unwrap_or_default());
        let (body, is_cut) = read_capped(response, LARGEST).await.map_err(StreamableHttpError::Client)?;
        let odd = |problem: String| StreamableHttpError::UnexpectedServerResponse(problem.into());
        if is_cut {
            return Err(odd("it is too long".to_owned()));
        }
        let body = String::from_utf8_lossy(&body).replace("\r\n", "\n");
        let answer = if kind.starts_with("text/event-stream") {
            answer_in(&body)
        } else {
            serde_json::from_str::<ServerJsonRpcMessage>(&body).ok()
        };
        match answer {
            Some(answer) => Ok(StreamableHttpPostResponse::Json(answer, session)),
            None => Err(odd(format!("HTTP {}", status.as_u16()))),
        }
    }

    async fn delete_session(
        &self,
        uri: Arc<str>,
        session_id: Arc<str>,
        auth_header: Option<String>,
        custom_headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<(), Failed> {
        let headers = headers(Some(&session_id), auth_header.as_deref(), custom_headers)?;
        self.send(Method::DELETE, &uri, None, headers).await.map(drop)
    }

    /// What a server says unasked is not listened to.
    async fn get_stream(
        &self,
        _: Arc<str>,
        _: Option<Arc<str>>,
        _: Option<String>,
        _: Option<String>,
        _: HashMap<HeaderName, HeaderValue>,
    ) -> Result<BoxStream<'static, Result<sse_stream::Sse, sse_stream::Error>>, Failed> {
        Err(StreamableHttpError::ServerDoesNotSupportSse)
    }
}

/// One conversation with a server.
pub(super) struct Connection {
    server: String,
    service: RunningService<RoleClient, ClientConfig>,
}

impl Connection {
    pub(super) async fn open(server: &McpServer) -> Result<Self, McpError> {
        let mut config = StreamableHttpClientTransportConfig::with_uri(server.url.as_str());
        if let Some(token) = &server.token {
            config = config.auth_header(token.expose());
        }
        let guarded = Guarded { client: server.client.clone(), time_limit: server.time_limit };
        let transport = StreamableHttpClientTransport::with_client(guarded, config);
        let me = Implementation::new("conserje", env!("CARGO_PKG_VERSION"));
        let opening = ClientConfig::new(rmcp::model::ClientCapabilities::default(), me).serve(transport);
        let name = server.name.clone();
        let failed = |problem: String| McpError { server: name.clone(), problem };
        match tokio::time::timeout(server.time_limit, opening).await {
            Ok(Ok(service)) => Ok(Self { server: name, service }),
            Ok(Err(error)) => Err(failed(format!("could not be asked: {}", without(&error, server)))),
            Err(_) => Err(failed("did not answer in time".to_owned())),
        }
    }

    fn failed(&self, error: &ServiceError) -> McpError {
        McpError { server: self.server.clone(), problem: format!("did not answer as it should: {error}") }
    }

    pub(super) async fn definitions(&self) -> Result<Vec<Definition>, McpError> {
        let (mut found, mut cursor) = (Vec::new(), None);
        loop {
            let request = PaginatedRequestParams::default().with_cursor(cursor);
            let page = self.service.list_tools(Some(request)).await.map_err(|error| self.failed(&error))?;
            found.extend(page.tools.iter().filter_map(Definition::of));
            found.truncate(MOST_TOOLS);
            cursor = page.next_cursor;
            // One that has pages without end is not followed for ever.
            if cursor.is_none() || found.len() >= MOST_TOOLS || page.tools.is_empty() {
                return Ok(found);
            }
        }
    }

    pub(super) async fn call(&self, request: CallToolRequestParams) -> Result<CallToolResult, ServiceError> {
        self.service.call_tool(request).await
    }

    pub(super) async fn close(self) {
        // It has said what it was asked for; whether it hears that we are gone changes nothing.
        drop(self.service.cancel().await);
    }
}

/// An error of the SDK without what only its maker should see.
fn without(error: &dyn std::fmt::Display, server: &McpServer) -> String {
    let said: String = error.to_string().chars().take(300).collect();
    match &server.token {
        Some(token) => said.replace(token.expose(), "[redacted]"),
        None => said,
    }
}
