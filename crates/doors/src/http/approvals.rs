//! What assistants want to do and a person must decide.

use axum::Json;
use axum::extract::State;
use conserje_conversation::{Conversations, Resolved, Response};
use conserje_kernel::ApprovalId;
use conserje_protocol::{ApprovalsReply, Decision, DecisionReply, DecisionRequest, Problem};

use crate::wire::extract::{JsonBody, PageQuery, PathId, QueryOf};
use crate::wire::failure::Failure;
use crate::wire::{Allowed, policy, render};

/// What waits for a decision, the oldest first: the caller's own, or everybody's for those who decide for others.
#[utoipa::path(get, path = "/api/approvals", tag = "approvals", params(PageQuery),
    responses((status = 200, body = ApprovalsReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn list(
    access: Allowed<policy::ReadSessions>,
    State(conversations): State<Conversations>,
    QueryOf(query): QueryOf<PageQuery>,
) -> Result<Json<ApprovalsReply>, Failure> {
    let found = conversations.approvals(&access.scope, query.request()?).await?;
    let next_cursor = found.next.as_ref().map(ToString::to_string);
    Ok(Json(ApprovalsReply { items: found.items.into_iter().map(render::approval).collect(), next_cursor }))
}

/// Decides, once. The same decision again changes nothing; another one is an error.
#[utoipa::path(post, path = "/api/approvals/{id}/respond", tag = "approvals", params(("id" = String, Path)),
    request_body = DecisionRequest,
    responses((status = 200, body = DecisionReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn respond(
    access: Allowed<policy::WriteSessions>,
    State(conversations): State<Conversations>,
    PathId(id): PathId<ApprovalId>,
    JsonBody(body): JsonBody<DecisionRequest>,
) -> Result<Json<DecisionReply>, Failure> {
    let response = Response {
        approves: body.decision == Decision::Approve,
        edited_args: body.edited_args,
        reason: body.reason,
    };
    let resolved = conversations.respond(&access.scope, id, response).await?;
    let status = body.decision.into();
    Ok(Json(DecisionReply { status, was_decided_before: resolved == Resolved::Before }))
}
