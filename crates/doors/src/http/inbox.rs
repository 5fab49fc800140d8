//! The inbox: conversations in which a person was asked for, and what that person does in them.

use axum::Json;
use axum::extract::State;
use axum::response::sse::Event as SseEvent;
use axum::response::{IntoResponse, Response};
use conserje_conversation::{Conversations, Escalation, InboxWatch, Note, Person, Shown};
use conserje_kernel::{EscalationId, MessageId, NoteId, UserId};
use conserje_operate::App;
use conserje_protocol::{
    AssignRequest, EscalationCustomer, EscalationDetail, EscalationReply, EventWire, EventsReply,
    InboxFilter, InboxNews, InboxReply, NoteReply, NoteRequest, OperatorReplyReply, OperatorReplyRequest,
    OperatorWire, Problem,
};
use http::{HeaderMap, StatusCode};
use serde::Deserialize;
use utoipa::IntoParams;

use super::events::{FollowQuery, Reader, sse_of};
use crate::wire::extract::{AfterQuery, JsonBody, PageQuery, PathId, QueryOf};
use crate::wire::failure::Failure;
use crate::wire::idempotency::{Creating, IdempotencyKey, once};
use crate::wire::{Allowed, live, policy, render};

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct InboxQuery {
    /// Which ones; `open` unless told.
    #[serde(default)]
    #[param(inline)]
    filter: InboxFilter,
    /// `nextCursor` of the page before.
    cursor: Option<String>,
    /// 1 to 200, 50 unless told.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u16>,
}

/// Conversations in which a person was asked for.
#[utoipa::path(get, path = "/api/inbox", tag = "inbox", params(InboxQuery),
    responses((status = 200, body = InboxReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn list(
    access: Allowed<policy::WorkInbox>,
    State(conversations): State<Conversations>,
    QueryOf(query): QueryOf<InboxQuery>,
) -> Result<Json<InboxReply>, Failure> {
    let page = PageQuery { cursor: query.cursor, limit: query.limit }.request()?;
    let shown = match (query.filter, access.scope.user()) {
        (InboxFilter::Closed, _) => Shown::Closed,
        (InboxFilter::Mine, Some(user)) => Shown::Mine(user),
        (InboxFilter::Open | InboxFilter::Mine, _) => Shown::Open,
    };
    let found = conversations.inbox(&access.scope, shown, page).await?;
    let waiting = conversations.inbox_standing(&access.scope).await?.waiting;
    let next_cursor = found.next.as_ref().map(ToString::to_string);
    Ok(Json(InboxReply { items: found.items.into_iter().map(escalation).collect(), next_cursor, waiting }))
}

/// One of them, with what colleagues noted.
#[utoipa::path(get, path = "/api/inbox/{id}", tag = "inbox", params(("id" = String, Path)),
    responses((status = 200, body = EscalationDetail), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn get(
    access: Allowed<policy::WorkInbox>,
    State(conversations): State<Conversations>,
    PathId(id): PathId<EscalationId>,
) -> Result<Json<EscalationDetail>, Failure> {
    let (found, notes) = conversations.escalation(&access.scope, id).await?;
    Ok(Json(EscalationDetail { escalation: escalation(found), notes: notes.into_iter().map(note).collect() }))
}

/// The conversation itself: its events, in order.
#[utoipa::path(get, path = "/api/inbox/{id}/events", tag = "inbox", params(("id" = String, Path), AfterQuery),
    responses((status = 200, body = EventsReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn events(
    access: Allowed<policy::WorkInbox>,
    State(conversations): State<Conversations>,
    PathId(id): PathId<EscalationId>,
    QueryOf(query): QueryOf<AfterQuery>,
) -> Result<Json<EventsReply>, Failure> {
    let (after, limit) = query.read()?;
    let found = conversations.escalated_events(&access.scope, id, after, limit).await?;
    let next_cursor =
        (found.len() == limit).then(|| found.last().map(|last| last.sequence.to_string())).flatten();
    Ok(Json(EventsReply { items: found.into_iter().map(render::wire_event).collect(), next_cursor }))
}

/// The conversation itself: everything after a number, and then what comes.
#[utoipa::path(get, path = "/api/inbox/{id}/events/stream", tag = "inbox",
    params(("id" = String, Path), FollowQuery, ("Last-Event-ID" = Option<String>, Header)),
    responses((status = 200, description = "Server-sent events; `data` is an event", body = EventWire, content_type = "text/event-stream"),
        (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn follow(
    access: Allowed<policy::WorkInbox>,
    State(app): State<App>,
    PathId(id): PathId<EscalationId>,
    QueryOf(query): QueryOf<FollowQuery>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Failure> {
    let after = query.after(&headers)?;
    let (session, follower) = app.conversations().follow_escalated(&access.scope, id, after).await?;
    Ok(sse_of(app, access.scope, Reader::Operator(session, id), follower, after))
}

/// Takes a conversation over from its agents: from here on the caller answers. A turn that runs is stopped.
#[utoipa::path(post, path = "/api/inbox/{id}/take", tag = "inbox", params(("id" = String, Path)),
    responses((status = 200, body = EscalationReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn take(
    access: Allowed<policy::WorkInbox>,
    State(conversations): State<Conversations>,
    PathId(id): PathId<EscalationId>,
) -> Result<Json<EscalationReply>, Failure> {
    Ok(Json(escalation(conversations.take(&access.scope, id).await?)))
}

/// Says something to the customer, in a conversation that the caller has taken.
#[utoipa::path(post, path = "/api/inbox/{id}/reply", tag = "inbox",
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header, max_length = 200)),
    request_body = OperatorReplyRequest,
    responses((status = 201, body = OperatorReplyReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn reply(
    access: Allowed<policy::WorkInbox>,
    State(app): State<App>,
    PathId(id): PathId<EscalationId>,
    key: IdempotencyKey,
    JsonBody(body): JsonBody<OperatorReplyRequest>,
) -> Result<Response, Failure> {
    let creating = Creating { route: "POST /api/inbox/{id}/reply", path: id.to_string(), body: &body };
    once(&app, &access.scope, key, creating, async |message: MessageId| {
        app.conversations().say_as_operator(&access.scope, id, message, &body.text).await?;
        Ok((StatusCode::CREATED, OperatorReplyReply { message_id: message.to_string() }))
    })
    .await
}

/// Gives a conversation back to its agents, who go on from all that was said, and closes it.
#[utoipa::path(post, path = "/api/inbox/{id}/give-back", tag = "inbox", params(("id" = String, Path)),
    responses((status = 200, body = EscalationReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn give_back(
    access: Allowed<policy::WorkInbox>,
    State(conversations): State<Conversations>,
    PathId(id): PathId<EscalationId>,
) -> Result<Json<EscalationReply>, Failure> {
    Ok(Json(escalation(conversations.give_back(&access.scope, id).await?)))
}

/// Nobody needs to see to it any more. A conversation that somebody has is given back.
#[utoipa::path(post, path = "/api/inbox/{id}/close", tag = "inbox", params(("id" = String, Path)),
    responses((status = 200, body = EscalationReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn close(
    access: Allowed<policy::WorkInbox>,
    State(conversations): State<Conversations>,
    PathId(id): PathId<EscalationId>,
) -> Result<Json<EscalationReply>, Failure> {
    Ok(Json(escalation(conversations.close(&access.scope, id).await?)))
}

/// Says who is to see to it, or that nobody in particular is.
#[utoipa::path(post, path = "/api/inbox/{id}/assign", tag = "inbox", params(("id" = String, Path)),
    request_body = AssignRequest,
    responses((status = 200, body = EscalationReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn assign(
    access: Allowed<policy::WorkInbox>,
    State(conversations): State<Conversations>,
    PathId(id): PathId<EscalationId>,
    JsonBody(body): JsonBody<AssignRequest>,
) -> Result<Json<EscalationReply>, Failure> {
    // One that is no id names nobody, like one that does not exist.
    let to = body.user_id.as_deref().map(str::parse::<UserId>).transpose();
    let to = to.map_err(|_| Failure::not_found("user"))?;
    Ok(Json(escalation(conversations.assign(&access.scope, id, to).await?)))
}

/// Notes something for colleagues: no model and no customer is told.
#[utoipa::path(post, path = "/api/inbox/{id}/notes", tag = "inbox",
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header, max_length = 200)),
    request_body = NoteRequest,
    responses((status = 201, body = NoteReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn add_note(
    access: Allowed<policy::WorkInbox>,
    State(app): State<App>,
    PathId(id): PathId<EscalationId>,
    key: IdempotencyKey,
    JsonBody(body): JsonBody<NoteRequest>,
) -> Result<Response, Failure> {
    let creating = Creating { route: "POST /api/inbox/{id}/notes", path: id.to_string(), body: &body };
    once(&app, &access.scope, key, creating, async |made: NoteId| {
        let written = app.conversations().note(&access.scope, id, made, &body.text).await?;
        Ok((StatusCode::CREATED, note(written)))
    })
    .await
}

/// How the inbox stands, and then every change of it.
#[utoipa::path(get, path = "/api/inbox/stream", tag = "inbox",
    responses((status = 200, description = "Server-sent events `inbox`; `data` says how many wait", body = InboxNews, content_type = "text/event-stream"),
        (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn stream_changes(access: Allowed<policy::WorkInbox>, State(app): State<App>) -> Response {
    let watch = app.conversations().watch_inbox(&access.scope);
    live::live(app, access.scope, WaitingNews(watch))
}

/// How many wait.
struct WaitingNews(InboxWatch);

impl live::Source for WaitingNews {
    async fn next(&mut self) -> Option<SseEvent> {
        match self.0.next().await {
            Ok(found) => {
                let news = InboxNews { waiting: found.waiting };
                Some(SseEvent::default().event("inbox").json_data(news).unwrap_or_default())
            }
            Err(error) => {
                tracing::warn!("Watching the inbox ended: {error:?}");
                None
            }
        }
    }
}

fn person(Person { id, name }: Person) -> OperatorWire {
    OperatorWire { id: id.to_string(), name }
}

fn escalation(found: Escalation) -> EscalationReply {
    let customer = EscalationCustomer {
        id: found.customer.map(|id| id.to_string()),
        name: found.contact.name,
        email: found.contact.email,
        phone: found.contact.phone,
    };
    EscalationReply {
        id: found.id.to_string(),
        session_id: found.session.to_string(),
        title: found.title,
        customer,
        reason: found.reason,
        urgency: found.urgency,
        summary: found.summary,
        status: found.status,
        taken_by: found.taken_by.map(person),
        assigned_to: found.assigned_to.map(person),
        created_at: found.created_at.to_string(),
        taken_at: found.taken_at.map(|moment| moment.to_string()),
        closed_at: found.closed_at.map(|moment| moment.to_string()),
    }
}

fn note(written: Note) -> NoteReply {
    NoteReply {
        id: written.id.to_string(),
        author: OperatorWire { id: written.author.to_string(), name: written.author_name },
        text: written.text,
        created_at: written.created_at.to_string(),
    }
}
