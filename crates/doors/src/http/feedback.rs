//! What people think of answers.

use axum::Json;
use axum::extract::State;
use conserje_conversation::{Conversations, Feedback, Opinion, Rating};
use conserje_kernel::{MessageId, SessionId};
use conserje_protocol::{
    FeedbackEntry, FeedbackListReply, FeedbackRating, FeedbackReason, FeedbackReply, FeedbackRequest, Problem,
};
use http::StatusCode;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::wire::extract::{JsonBody, PageQuery, PathIds, QueryOf};
use crate::wire::failure::Failure;
use crate::wire::{Allowed, policy, render};

fn rating(given: FeedbackRating) -> Rating {
    match given {
        FeedbackRating::Up => Rating::Up,
        FeedbackRating::Down => Rating::Down,
    }
}

fn reason(given: FeedbackReason) -> &'static str {
    match given {
        FeedbackReason::Wrong => "wrong",
        FeedbackReason::Incomplete => "incomplete",
        FeedbackReason::Source => "source",
        FeedbackReason::Tone => "tone",
        FeedbackReason::Other => "other",
    }
}

/// Says what the caller thinks of an answer, in place of what they said before.
#[utoipa::path(put, path = "/api/chat/sessions/{id}/messages/{messageId}/feedback", tag = "sessions",
    params(("id" = String, Path), ("messageId" = String, Path)), request_body = FeedbackRequest,
    responses((status = 200, body = FeedbackReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn put(
    access: Allowed<policy::WriteSessions>,
    State(conversations): State<Conversations>,
    PathIds(session, message): PathIds<SessionId, MessageId>,
    JsonBody(body): JsonBody<FeedbackRequest>,
) -> Result<Json<FeedbackReply>, Failure> {
    let FeedbackRequest { rating: given, reason: why, comment } = body;
    let opinion = Opinion { rating: rating(given), reason: why.map(|why| reason(why).to_owned()), comment };
    Ok(Json(render::feedback(conversations.rate(&access.scope, session, message, opinion).await?)))
}

/// Takes it back.
#[utoipa::path(delete, path = "/api/chat/sessions/{id}/messages/{messageId}/feedback", tag = "sessions",
    params(("id" = String, Path), ("messageId" = String, Path)),
    responses((status = 204), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn delete(
    access: Allowed<policy::WriteSessions>,
    State(conversations): State<Conversations>,
    PathIds(session, message): PathIds<SessionId, MessageId>,
) -> Result<StatusCode, Failure> {
    conversations.unrate(&access.scope, session, message).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct FeedbackQuery {
    /// Both unless told.
    #[param(inline)]
    rating: Option<FeedbackRating>,
    /// `nextCursor` of the page before.
    cursor: Option<String>,
    /// 1 to 200, 50 unless told.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u16>,
}

/// What the people of the tenant think of answers, the latest first.
#[utoipa::path(get, path = "/api/feedback", tag = "operate", params(FeedbackQuery),
    responses((status = 200, body = FeedbackListReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn list(
    access: Allowed<policy::ReadAudit>,
    State(conversations): State<Conversations>,
    QueryOf(query): QueryOf<FeedbackQuery>,
) -> Result<Json<FeedbackListReply>, Failure> {
    let page = PageQuery { cursor: query.cursor, limit: query.limit }.request()?;
    let found = conversations.feedback(&access.scope, query.rating.map(rating), page).await?;
    let next_cursor = found.next.as_ref().map(ToString::to_string);
    let entry = |feedback: Feedback| FeedbackEntry {
        message_id: feedback.message.to_string(),
        session_id: feedback.session.to_string(),
        user_id: feedback.user.to_string(),
        feedback: render::feedback(feedback),
    };
    Ok(Json(FeedbackListReply { items: found.items.into_iter().map(entry).collect(), next_cursor }))
}
