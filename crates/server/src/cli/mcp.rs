//! `conserje mcp`: the MCP door on standard input and output, for programs that start their servers themselves.
//!
//! Every line is a message, and goes to the door of a server over HTTP: the one of the data folder, through
//! its admin socket, or one elsewhere. So there is one handler, whoever started what.

use std::collections::HashMap;
use std::process::ExitCode;

use conserje_doors::mcp::PATH;
use futures::future::{AbortHandle, Abortable};
use futures::stream::{FuturesUnordered, StreamExt as _};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use super::ask::Lines;
use super::output::{Problem, print_json};
use super::server::{Server, ServerArguments};
use crate::config::Config;

/// From this revision on every request says by itself which one it is of.
const SELF_CONTAINED: &str = "2026-07-28";
const REVISION: &str = "io.modelcontextprotocol/protocolVersion";

#[derive(clap::Args)]
pub(super) struct McpArguments {
    #[command(flatten)]
    server: ServerArguments,
}

pub(super) async fn run(config: &Config, arguments: McpArguments) -> Result<ExitCode, Problem> {
    // Standard output is the protocol's; what goes wrong is logged beside it.
    crate::telemetry::start_logging(&config.log);
    let server = arguments.server.connect(config).await?;
    let mut lines = Lines::start();
    let mut revision = None;
    let mut waiting = FuturesUnordered::new();
    let mut requests: HashMap<String, AbortHandle> = HashMap::new();
    let mut is_open = true;
    while is_open || !waiting.is_empty() {
        tokio::select! {
            line = lines.next(), if is_open => match line {
                None => is_open = false,
                Some(line) if line.trim().is_empty() => {}
                Some(line) => match serde_json::from_str::<Value>(&line) {
                    Err(_) => print_json(&error(&Value::Null, -32700, "the line is not JSON")),
                    Ok(message) => {
                        if let Some(request) = cancelled(&message)
                            && let Some(handle) = requests.remove(&request)
                        {
                            handle.abort();
                        }
                        let (handle, registration) = AbortHandle::new_pair();
                        if let Some(id) = message.get("id") {
                            requests.insert(id.to_string(), handle);
                        }
                        let request = request(&server, &message, revision.as_deref());
                        waiting.push(Abortable::new(answer(request, message), registration));
                    }
                },
            },
            Some(answered) = waiting.next(), if !waiting.is_empty() => {
                // One that was cancelled is not answered.
                let Ok(Some(reply)) = answered else { continue };
                let reply: Value = reply;
                if let Some(id) = reply.get("id") {
                    requests.remove(&id.to_string());
                }
                if let Some(agreed) = reply.pointer("/result/protocolVersion").and_then(Value::as_str) {
                    revision = Some(agreed.to_owned());
                }
                print_json(&reply);
            }
        }
    }
    drop(waiting);
    server.leave().await;
    Ok(ExitCode::SUCCESS)
}

fn error(id: &Value, code: i32, message: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})
}

/// The request that a message calls off.
fn cancelled(message: &Value) -> Option<String> {
    let is_it = message.get("method").and_then(Value::as_str) == Some("notifications/cancelled");
    let id = message.pointer("/params/requestId").filter(|_| is_it)?;
    Some(id.to_string())
}

/// What the transport over HTTP says in headers, standard input does not say at all.
fn request(server: &Server, message: &Value, agreed: Option<&str>) -> RequestBuilder {
    let text = |pointer: &str| message.pointer(pointer).and_then(Value::as_str);
    let own = message.pointer("/params/_meta").and_then(|meta| meta.get(REVISION)).and_then(Value::as_str);
    let mut request = server
        .request(Method::POST, PATH)
        .header("accept", "application/json, text/event-stream")
        .json(message);
    let is_handshake = text("/method") == Some("initialize");
    let Some(revision) = own.or(agreed).filter(|_| !is_handshake) else { return request };
    request = request.header("mcp-protocol-version", revision);
    if revision >= SELF_CONTAINED {
        request = request.header("mcp-method", text("/method").unwrap_or_default());
        if let Some(name) = text("/params/name").or_else(|| text("/params/uri")) {
            request = request.header("mcp-name", name);
        }
    }
    request
}

/// What the door says to a message; nothing to a notification.
async fn answer(request: RequestBuilder, message: Value) -> Option<Value> {
    let id = message.get("id").cloned();
    let failed = |problem: String| Some(error(id.as_ref()?, -32603, &problem));
    let response = match request.send().await {
        Ok(response) => response,
        Err(error) => return failed(format!("the server cannot be reached: {error}")),
    };
    let status = response.status();
    let body = match response.bytes().await {
        Ok(body) => body,
        Err(error) => return failed(format!("the connection was lost: {error}")),
    };
    match serde_json::from_slice::<Value>(&body) {
        Ok(reply) if reply.get("jsonrpc").is_some() => Some(reply),
        Ok(problem) => failed(problem.get("detail").and_then(Value::as_str).unwrap_or_default().to_owned()),
        Err(_) if status.is_success() && body.is_empty() => None,
        Err(_) => failed(format!("the server answered {status}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cancellation_names_the_request_it_calls_off() {
        let of = |method: &str, id: Value| cancelled(&json!({"method": method, "params": {"requestId": id}}));
        assert_eq!(of("notifications/cancelled", json!(7)), Some("7".to_owned()));
        assert_eq!(of("notifications/cancelled", json!("7")), Some("\"7\"".to_owned()), "another request");
        assert_eq!(of("notifications/progress", json!(7)), None);
    }
}
