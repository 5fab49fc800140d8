//! Where the door is, and what somebody without a key is told.

use axum::Json;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use conserje_conversation::ConversationError;
use conserje_kernel::Feature;
use conserje_operate::App;
use conserje_protocol::Problem;
use http::{HeaderValue, StatusCode, header};
use serde_json::{Value, json};

use super::Offer;
use super::transport::{Door, DoorOptions};
use crate::wire::failure::Failure;
use crate::wire::{AcceptedLanguage, Allowed, Open, current_trace, policy};

pub const PATH: &str = "/api/v1/mcp";
const METADATA: &str = "/.well-known/oauth-protected-resource/api/v1/mcp";

/// The Model Context Protocol over Streamable HTTP: one JSON-RPC message per request.
#[utoipa::path(post, path = "/api/v1/mcp", tag = "mcp", request_body = Object,
    responses((status = 200, description = "A JSON-RPC response", body = Object), (status = 202, description = "A notification was taken"),
        (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(crate) async fn serve(
    access: Allowed<policy::ReadKnowledge>,
    State(app): State<App>,
    State(options): State<DoorOptions>,
    AcceptedLanguage(language): AcceptedLanguage,
    request: Request,
) -> Result<Response, Failure> {
    conserje_kernel::faults::pass("door.mcp");
    if !app.conversations().assistants(&access.scope).await?.has(Feature::Mcp) {
        return Err(ConversationError::SwitchedOff { what: "programs that speak MCP" }.into());
    }
    let stop = app.stop_token();
    let (scope, trace) = (access.scope, current_trace());
    let offer = move || Offer {
        app: app.clone(),
        scope: scope.clone(),
        language: language.unwrap_or_default(),
        trace,
    };
    Ok(Door::new(&options, stop, offer).answer(request).await)
}

/// What RFC 9728 has a protected resource say of itself. Keys are made here, not by a server for them.
#[utoipa::path(get, path = "/.well-known/oauth-protected-resource/api/v1/mcp", tag = "mcp",
    responses((status = 200, description = "Protected resource metadata", body = Object)))]
pub(crate) async fn metadata(_: Open, State(app): State<App>) -> Json<Value> {
    let url = app.public_url();
    Json(json!({
        "resource": format!("{url}{PATH}"),
        "resource_name": "Conserje",
        "bearer_methods_supported": ["header"],
        "resource_documentation": format!("{url}/docs/"),
    }))
}

/// A refusal of this door for want of a key says where the metadata are.
pub(crate) async fn point_to_metadata(State(app): State<App>, request: Request, next: Next) -> Response {
    let is_ours = request.uri().path() == PATH;
    let mut response = next.run(request).await;
    if is_ours && response.status() == StatusCode::UNAUTHORIZED {
        let challenge = format!("Bearer resource_metadata=\"{}{METADATA}\"", app.public_url());
        if let Ok(challenge) = HeaderValue::from_str(&challenge) {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
        }
    }
    response
}
