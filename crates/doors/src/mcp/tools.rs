//! Tools: those that need no assistant.
//!
//! The protocol knows neither sessions of ours nor keys for a call that is made again: both are told in `_meta`, and the
//! session that a call belongs to is told back there.

use conserje_kernel::{SessionId, TurnId};
use conserje_operate::direct::{DirectAnswer, DirectCall, NotCalled};
use conserje_operate::toolset::{Risk, Status};
use conserje_protocol::ErrorCode;
use rmcp::ErrorData;
use rmcp::model::{
    CallToolRequestParams, CallToolResult, ContentBlock, ListToolsResult, MetaObject, RequestMetaObject,
    Tool, ToolAnnotations,
};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::offer::Offer;
use super::paging::{PAGE, page};
use super::refusal::refusal;
use crate::wire::Failure;

/// The session that a call belongs to, in `_meta` of a request and of its result.
const SESSION: &str = "conserje/session";
/// What makes a second call the same call, in `_meta` of a request.
const KEY: &str = "conserje/idempotency-key";
const LONGEST_KEY: usize = 200;

pub(super) async fn list(offer: &Offer, cursor: Option<&str>) -> Result<ListToolsResult, ErrorData> {
    let toolbox = offer.app.direct_tools(&offer.scope).await.map_err(refusal)?;
    let tools = toolbox.infos().filter_map(|info| {
        let hints = ToolAnnotations::from_raw(
            info.title.as_ref().map(|title| title.of(offer.language).clone()),
            Some(!info.risk.has_effects()),
            Some(info.risk == Risk::Dangerous),
            Some(info.honours_keys),
            Some(info.is_from_outside),
        );
        let Value::Object(parameters) = info.parameters.clone() else { return None };
        Some(Tool::new(info.name.clone(), info.description.clone(), parameters).with_annotations(hints))
    });
    let (tools, next_cursor) = page(tools.collect(), |tool| tool.name.as_ref(), cursor, PAGE)?;
    Ok(ListToolsResult { next_cursor, ..ListToolsResult::with_all_items(tools) })
}

/// What is wrong with the arguments is told as a result: it is for the model, which can do better.
pub(super) async fn call(
    offer: &Offer,
    request: CallToolRequestParams,
    meta: &RequestMetaObject,
) -> Result<CallToolResult, ErrorData> {
    let call = DirectCall {
        name: &request.name,
        args: Value::Object(request.arguments.clone().unwrap_or_default()),
        language: offer.language,
        session: session_named(meta)?,
        turn: turn_of(offer, &request.name, meta)?,
    };
    let DirectAnswer { outcome, session } = match offer.app.call_tool(&offer.scope, call).await {
        Ok(answer) => answer,
        Err(NotCalled::Arguments(problem)) => {
            return Ok(CallToolResult::error(vec![ContentBlock::text(problem)]));
        }
        Err(NotCalled::NoSuchTool) => {
            let name: String = request.name.chars().take(60).collect();
            let problem = format!("there is no tool `{name}`; `tools/list` lists them");
            return Err(ErrorData::invalid_params(problem, None));
        }
        Err(problem) => return Err(refusal(Failure::from(problem))),
    };
    let outcome = outcome.into_inner();
    let said = vec![ContentBlock::text(outcome.text)];
    let mut result = if outcome.status == Status::Succeeded {
        CallToolResult::success(said)
    } else {
        CallToolResult::error(said)
    };
    // Anything but an object is of no revision before the newest.
    result.structured_content = match outcome.result {
        object @ Value::Object(_) => Some(object),
        items @ Value::Array(_) => Some(json!({ "items": items })),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    };
    result.meta = session
        .map(|id| MetaObject(serde_json::Map::from_iter([(SESSION.to_owned(), json!(id.to_string()))])));
    Ok(result)
}

/// A text of `_meta`.
fn told<'a>(meta: &'a RequestMetaObject, name: &str) -> Result<Option<&'a str>, ErrorData> {
    match meta.0.0.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(ErrorData::invalid_params(format!("`{name}` of `_meta` is not a string"), None)),
    }
}

fn session_named(meta: &RequestMetaObject) -> Result<Option<SessionId>, ErrorData> {
    let none =
        |_| refusal(Failure::new(ErrorCode::NotFound, format!("`{SESSION}` names no session of yours")));
    told(meta, SESSION)?.map(|id| id.parse().map_err(none)).transpose()
}

/// The same for the same key of the same caller.
fn turn_of(offer: &Offer, tool: &str, meta: &RequestMetaObject) -> Result<TurnId, ErrorData> {
    let Some(key) = told(meta, KEY)? else { return Ok(TurnId::generate()) };
    if key.is_empty() || key.len() > LONGEST_KEY {
        let problem = format!("`{KEY}` of `_meta` is 1 to {LONGEST_KEY} bytes long");
        return Err(ErrorData::invalid_params(problem, None));
    }
    let caller = offer.scope.user().map(|user| user.to_string()).unwrap_or_default();
    let digest = Sha256::digest(format!("{}\n{caller}\n{tool}\n{key}", offer.scope.tenant()));
    let mut bytes = [0; 16];
    bytes.iter_mut().zip(digest.iter()).for_each(|(byte, from)| *byte = *from);
    Ok(TurnId::from_uuid(uuid::Builder::from_custom_bytes(bytes).into_uuid()))
}
