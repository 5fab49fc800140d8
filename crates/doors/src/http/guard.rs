//! Trying what a guard makes of a text.

use axum::Json;
use axum::extract::State;
use conserje_operate::Operate;
use conserje_operate::guard_trial::{Found, Place, Whose};
use conserje_protocol::{ErrorCode, GuardFoundReply, GuardPlace, GuardTriedReply, Problem, TryGuardRequest};
use serde_json::Value;

use super::own_assistants::same_shape;
use crate::wire::extract::{AcceptedLanguage, JsonBody};
use crate::wire::failure::Failure;
use crate::wire::{Allowed, policy};

/// What would be masked, flagged or refused in a text, and by which rule. Nothing is kept.
#[utoipa::path(post, path = "/api/guard/try", tag = "assistants", request_body = TryGuardRequest,
    responses((status = 200, body = GuardTriedReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn try_out(
    access: Allowed<policy::ManageAssistants>,
    State(operate): State<Operate>,
    AcceptedLanguage(language): AcceptedLanguage,
    JsonBody(body): JsonBody<TryGuardRequest>,
) -> Result<Json<GuardTriedReply>, Failure> {
    let whose = match (body.assistant, body.policy) {
        (None, None) => Whose::First,
        (Some(name), None) => Whose::Assistant(name),
        (None, Some(policy)) => Whose::Written(Value::Object(policy)),
        (Some(_), Some(_)) => {
            return Err(Failure::new(ErrorCode::InvalidValue, "send either `assistant` or `policy`"));
        }
    };
    let place = match body.place {
        GuardPlace::Message => Place::Message,
        GuardPlace::Outside => Place::Outside,
        GuardPlace::Answer => Place::Answer,
    };
    let language = language.unwrap_or_default();
    let tried = operate.try_guard(&access.scope, (&body.text, place), whose, language).await?;
    let found = |Found { rule, kind, verdict, found }: Found| -> Result<_, Failure> {
        Ok(GuardFoundReply { rule, kind: same_shape(&kind)?, verdict: verdict.to_owned(), found })
    };
    Ok(Json(GuardTriedReply {
        refused: tried.text.is_none(),
        text: tried.text,
        findings: tried.findings.into_iter().map(found).collect::<Result<_, _>>()?,
    }))
}
