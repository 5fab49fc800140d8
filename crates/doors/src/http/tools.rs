//! Tools that programs call by name.

use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use conserje_kernel::{SessionId, TurnId};
use conserje_operate::App;
use conserje_operate::direct::{DirectAnswer, DirectCall, NotCalled};
use conserje_operate::toolset::Status;
use conserje_protocol::{ErrorCode, Problem, ToolDescription, ToolReply, ToolsReply};
use http::StatusCode;
use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::IntoParams;

use super::mcp_servers::risk;
use crate::wire::extract::{AcceptedLanguage, JsonBody, QueryOf};
use crate::wire::failure::Failure;
use crate::wire::idempotency::{Creating, IdempotencyKey, once};
use crate::wire::{Allowed, policy};

/// The tools that the caller may call without an assistant: those of their assistants that only look things up, and for who
/// works at the front desk its acts too.
#[utoipa::path(get, path = "/api/tools", tag = "tools",
    responses((status = 200, body = ToolsReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn tools(
    access: Allowed<policy::ReadKnowledge>,
    State(app): State<App>,
    AcceptedLanguage(language): AcceptedLanguage,
) -> Result<Json<ToolsReply>, Failure> {
    let language = language.unwrap_or_default();
    let toolbox = app.direct_tools(&access.scope).await?;
    let items = toolbox.infos().map(|info| ToolDescription {
        name: info.name.clone(),
        title: info.title.as_ref().map(|title| title.of(language).clone()),
        description: info.description.clone(),
        parameters: info.parameters.clone(),
        risk: risk(info.risk),
    });
    Ok(Json(ToolsReply { items: items.collect() }))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ToolQuery {
    /// The session that the call belongs to: whose appointments, whose order. `sessionId` of a call before it.
    session: Option<String>,
}

/// Calls a tool as a model would. Made again with the same key, what was done is told again.
#[utoipa::path(post, path = "/api/tools/{name}", tag = "tools", request_body = Object,
    params(("name" = String, Path), ToolQuery, ("Idempotency-Key" = Option<String>, Header, max_length = 200)),
    responses((status = 200, body = ToolReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn call_tool(
    access: Allowed<policy::ReadKnowledge>,
    State(app): State<App>,
    place: (Path<String>, QueryOf<ToolQuery>),
    told: (AcceptedLanguage, IdempotencyKey),
    JsonBody(args): JsonBody<Map<String, Value>>,
) -> Result<Response, Failure> {
    let ((Path(name), QueryOf(query)), (AcceptedLanguage(language), key)) = (place, told);
    let session: Option<SessionId> =
        query.session.map(|id| id.parse().map_err(|_| Failure::not_found("session"))).transpose()?;
    let path = format!("{name} {}", session.map(|id| id.to_string()).unwrap_or_default());
    let creating = Creating { route: "POST /api/tools/{name}", path, body: &args };
    once(&app, &access.scope, key, creating, async |turn: TurnId| {
        let args = Value::Object(args.clone());
        let call = DirectCall { name: &name, args, language: language.unwrap_or_default(), session, turn };
        let DirectAnswer { outcome, session } = app.call_tool(&access.scope, call).await?;
        let outcome = outcome.into_inner();
        let reply = ToolReply {
            tool: name.clone(),
            success: outcome.status == Status::Succeeded,
            result: outcome.result,
            text: outcome.text,
            session_id: session.map(|id| id.to_string()),
        };
        Ok((StatusCode::OK, reply))
    })
    .await
}

impl From<NotCalled> for Failure {
    fn from(problem: NotCalled) -> Self {
        match problem {
            NotCalled::NoSuchTool => Self::not_found("tool"),
            NotCalled::Forbidden(permission) => {
                conserje_accounts::AccessError::Forbidden { permission: permission.name() }.into()
            }
            NotCalled::Arguments(problem) => Self::new(ErrorCode::InvalidValue, problem),
            NotCalled::Conversation(error) => error.into(),
            NotCalled::Session(error) => error.into(),
        }
    }
}
