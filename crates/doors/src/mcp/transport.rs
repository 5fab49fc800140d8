//! Streamable HTTP: which requests are let in, and what is said to those that are no messages.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::response::{IntoResponse as _, Response};
use conserje_protocol::ErrorCode;
use http::{Request, StatusCode, header};
use rmcp::ServerHandler;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::wire::Failure;

/// The longest message that is read.
pub const MESSAGE_LIMIT: usize = 1024 * 1024;
/// The longest refusal of the SDK's that is passed on.
const REFUSAL_LIMIT: usize = 64 * 1024;

/// What a door lets in, and whether it remembers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoorOptions {
    /// Names that a request may have been sent to, with or without a port.
    pub hosts: Vec<String>,
    /// Pages that a browser may send requests from, each with its port.
    pub origins: Vec<String>,
    /// Whether a client of an older revision gets a session, in which it can be asked something in turn.
    pub keeps_sessions: bool,
}

impl DoorOptions {
    /// For a server that people reach at an address, by its name or from its own machine.
    pub fn at(public_url: &str, more_hosts: &[String], more_origins: &[String]) -> Self {
        let mut hosts: Vec<String> = ["localhost", "127.0.0.1", "::1"].map(str::to_owned).into();
        let own = reqwest::Url::parse(public_url).ok();
        hosts.extend(own.as_ref().and_then(|url| url.host_str()).map(str::to_owned));
        hosts.extend(more_hosts.iter().cloned());
        let pages = std::iter::once(public_url).chain(more_origins.iter().map(String::as_str));
        Self { hosts, origins: pages.filter_map(origin).collect(), keeps_sessions: false }
    }
}

/// A page's origin with its port: without one, the SDK takes any.
pub fn origin(url: &str) -> Option<String> {
    let url = reqwest::Url::parse(url).ok()?;
    let (host, port) = (url.host_str()?, url.port_or_known_default()?);
    Some(format!("{}://{host}:{port}", url.scheme()))
}

/// A door with somebody behind it.
pub struct Door<H>(StreamableHttpService<H, LocalSessionManager>);

impl<H: ServerHandler> Door<H> {
    pub fn new(
        options: &DoorOptions,
        stop: CancellationToken,
        answers: impl Fn() -> H + Send + Sync + 'static,
    ) -> Self {
        let config = StreamableHttpServerConfig::default()
            .with_allowed_hosts(options.hosts.iter().cloned())
            .with_allowed_origins(options.origins.iter().cloned())
            .enforce_origin_validation()
            .with_legacy_session_mode(options.keeps_sessions)
            .with_json_response(true)
            .with_max_request_body_bytes(MESSAGE_LIMIT)
            .with_cancellation_token(stop);
        let sessions = Arc::new(LocalSessionManager::default());
        Self(StreamableHttpService::new(move || Ok(answers()), sessions, config))
    }

    pub async fn answer(&self, request: Request<Body>) -> Response {
        let (parts, body) = request.into_parts();
        let Ok(body) = axum::body::to_bytes(body, MESSAGE_LIMIT).await else {
            let fix = format!("a message is at most {MESSAGE_LIMIT} bytes long; send a smaller one");
            return Failure::new(ErrorCode::BodyTooLarge, fix).into_response();
        };
        if parts.method == http::Method::POST
            && says_json(&parts.headers)
            && let Err(response) = message(&body)
        {
            return *response;
        }
        let response = self.0.handle(Request::from_parts(parts, Body::from(body))).await;
        readable(response.map(Body::new)).await
    }
}

fn says_json(headers: &http::HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("application/json"))
}

/// The SDK says in plain text that a body is no message; the protocol has errors for it.
fn message(body: &Bytes) -> Result<(), Box<Response>> {
    let refuse = |code: i32, problem: &str, id: Value| {
        let error = json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": problem}});
        Box::new((StatusCode::BAD_REQUEST, axum::Json(error)).into_response())
    };
    let Ok(value) = serde_json::from_slice::<Value>(body) else {
        return Err(refuse(-32700, "the body is not JSON", Value::Null));
    };
    let Value::Object(fields) = &value else {
        return Err(refuse(-32600, "the body is not one JSON-RPC message; send `{…}`", Value::Null));
    };
    // Of what is no id, nothing is repeated.
    let id = fields.get("id").filter(|id| id.is_string() || id.is_number()).cloned().unwrap_or_default();
    if fields.get("jsonrpc") != Some(&json!("2.0")) {
        return Err(refuse(-32600, "`jsonrpc` is not \"2.0\"", id));
    }
    if fields.contains_key("id") && id.is_null() {
        return Err(refuse(-32600, "`id` is neither a string nor a number", id));
    }
    let is_answer = fields.contains_key("result") || fields.contains_key("error");
    if !is_answer && !fields.get("method").is_some_and(Value::is_string) {
        return Err(refuse(-32600, "`method` is missing or not a string", id));
    }
    if serde_json::from_value::<rmcp::model::ClientJsonRpcMessage>(value).is_err() {
        return Err(refuse(-32600, "the body is not a JSON-RPC message", id));
    }
    Ok(())
}

/// Refusals of the SDK, in plain text, in the shape of all other doors.
async fn readable(response: Response) -> Response {
    let status = response.status();
    let has_kind = response.headers().contains_key(header::CONTENT_TYPE);
    let code = match status.as_u16() {
        _ if has_kind => return response,
        400 | 406 => ErrorCode::InvalidRequest,
        403 => ErrorCode::Forbidden,
        404 => ErrorCode::NotFound,
        405 => ErrorCode::MethodNotAllowed,
        413 => ErrorCode::BodyTooLarge,
        415 => ErrorCode::UnsupportedMediaType,
        500.. => ErrorCode::Internal,
        _ => return response,
    };
    let (parts, body) = response.into_parts();
    let said = axum::body::to_bytes(body, REFUSAL_LIMIT).await.unwrap_or_default();
    let mut refusal = Failure::new(code, String::from_utf8_lossy(&said)).into_response();
    *refusal.status_mut() = status;
    if let Some(allowed) = parts.headers.get(header::ALLOW) {
        refusal.headers_mut().insert(header::ALLOW, allowed.clone());
    }
    refusal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_door_is_open_to_its_own_name_and_page_only() {
        let door = DoorOptions::at("https://chat.example", &["proxy:8080".to_owned()], &[]);
        assert_eq!(door.hosts, ["localhost", "127.0.0.1", "::1", "chat.example", "proxy:8080"]);
        assert_eq!(door.origins, ["https://chat.example:443"]);
        assert!(!door.keeps_sessions);
        let other = DoorOptions::at("http://10.0.0.1:8484", &[], &["https://app.example:8443/".to_owned()]);
        assert_eq!(other.origins, ["http://10.0.0.1:8484", "https://app.example:8443"]);
    }

    #[test]
    fn what_is_no_message_is_refused_with_the_codes_of_the_protocol() {
        let code = |text: &'static str| {
            message(&Bytes::from_static(text.as_bytes())).err().map(|response| response.status())
        };
        for good in [
            r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            r#"{"jsonrpc":"2.0","id":"a","method":"no/such/method","params":{}}"#,
        ] {
            assert_eq!(code(good), None, "{good}");
        }
        for wrong in [
            "",
            "{",
            "[]",
            "1",
            r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#,
            r#"{"id":1,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":1}"#,
            r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":7}"#,
        ] {
            assert_eq!(code(wrong), Some(StatusCode::BAD_REQUEST), "{wrong}");
        }
    }
}
