//! Read-only links to a session.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use conserje_conversation::Conversations;
use conserje_kernel::{SessionId, ShareId};
use conserje_operate::App;
use conserje_protocol::{
    CreateShareRequest, CreatedShareReply, ErrorCode, Problem, ShareReply, SharedSessionReply, SharesReply,
};
use http::StatusCode;

use crate::wire::extract::{JsonBody, PathId, PathIds};
use crate::wire::failure::Failure;
use crate::wire::idempotency::{Creating, IdempotencyKey, once};
use crate::wire::{Allowed, Open, policy, render};

const A_WEEK: u32 = 7 * 24;
const A_YEAR: u32 = 365 * 24;
/// Enough to read; the whole is in the export.
const MESSAGES_SHOWN: usize = 1000;

/// Makes a link that opens the session to whoever has it, read-only.
#[utoipa::path(post, path = "/api/chat/sessions/{id}/shares", tag = "shares",
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header, max_length = 200)),
    request_body = CreateShareRequest,
    responses((status = 201, body = CreatedShareReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn create(
    access: Allowed<policy::WriteSessions>,
    State(app): State<App>,
    PathId(session): PathId<SessionId>,
    key: IdempotencyKey,
    JsonBody(body): JsonBody<CreateShareRequest>,
) -> Result<Response, Failure> {
    let hours = body.expires_in_hours.unwrap_or(A_WEEK);
    if !(1..=A_YEAR).contains(&hours) {
        let problem = format!("`expiresInHours` is {hours}; use 1 to {A_YEAR}");
        return Err(Failure::new(ErrorCode::InvalidValue, problem));
    }
    let creating =
        Creating { route: "POST /api/chat/sessions/{id}/shares", path: session.to_string(), body: &body };
    once(&app, &access.scope, key, creating, async |id: ShareId| {
        let lasts = Duration::from_secs(u64::from(hours) * 3600);
        let made = app.conversations().share_session(&access.scope, session, id, lasts).await?;
        let share: ShareReply = render::share(&made.share);
        let url = format!("{}/shared/{}", app.public_url(), made.token);
        Ok((StatusCode::CREATED, CreatedShareReply { id: share.id.clone(), url, share }))
    })
    .await
}

/// The links of a session that still work.
#[utoipa::path(get, path = "/api/chat/sessions/{id}/shares", tag = "shares", params(("id" = String, Path)),
    responses((status = 200, body = SharesReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn list(
    access: Allowed<policy::ReadSessions>,
    State(conversations): State<Conversations>,
    PathId(session): PathId<SessionId>,
) -> Result<Json<SharesReply>, Failure> {
    let shares = conversations.list_shares(&access.scope, session).await?;
    Ok(Json(SharesReply { items: shares.iter().map(render::share).collect(), next_cursor: None }))
}

/// Ends a link.
#[utoipa::path(delete, path = "/api/chat/sessions/{id}/shares/{shareId}", tag = "shares",
    params(("id" = String, Path), ("shareId" = String, Path)),
    responses((status = 204), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn revoke(
    access: Allowed<policy::WriteSessions>,
    State(conversations): State<Conversations>,
    PathIds(session, share): PathIds<SessionId, ShareId>,
) -> Result<StatusCode, Failure> {
    conversations.revoke_share(&access.scope, session, share).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What a link opens.
#[utoipa::path(get, path = "/api/shared/{token}", tag = "shares", params(("token" = String, Path)), security(()),
    responses((status = 200, body = SharedSessionReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn open(
    _: Open,
    State(conversations): State<Conversations>,
    PathId(token): PathId<String>,
) -> Result<Json<SharedSessionReply>, Failure> {
    let (share, scope) = conversations.open_share(&token).await?;
    let session = conversations.session(&scope, share.session).await?.session;
    let messages = conversations.messages(&scope, share.session, 0, MESSAGES_SHOWN).await?;
    Ok(Json(SharedSessionReply {
        title: session.title,
        created_at: session.created_at.to_string(),
        expires_at: share.expires_at.to_string(),
        messages: messages.into_iter().map(render::message).collect(),
    }))
}
