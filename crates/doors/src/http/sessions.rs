//! Sessions and the messages in them.

use std::time::Duration;

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::response::{IntoResponse, Response};
use conserje_conversation::{Conversations, Incoming, NewSession, SessionChange, With};
use conserje_kernel::{Language, MessageId, SessionId, TurnId};
use conserje_operate::App;
use conserje_operate::grounding::{Wanted, ground};
use conserje_protocol::{
    CancelReply, CreateSessionRequest, ErrorCode, EventBody, EventsReply, ExportReply, MessageStatus,
    MessagesReply, Problem, SendMessageReply, SendMessageRequest, SessionReply, SessionsReply, TurnStatus,
    UpdateSessionRequest,
};
use http::request::Parts;
use http::{StatusCode, header};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::Doors;
use crate::wire::extract::{AcceptedLanguage, AfterQuery, JsonBody, PageQuery, PathId, QueryOf};
use crate::wire::failure::Failure;
use crate::wire::idempotency::{Creating, IdempotencyKey, once};
use crate::wire::{Allowed, policy, render, trace};

/// A proxy between here and the client has hung up by then.
const WAIT_AT_MOST: Duration = Duration::from_secs(330);

/// Makes a session.
#[utoipa::path(post, path = "/api/chat/sessions", tag = "sessions", request_body = CreateSessionRequest,
    params(("Idempotency-Key" = Option<String>, Header, max_length = 200)),
    responses((status = 201, body = SessionReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn create(
    access: Allowed<policy::WriteSessions>,
    State(app): State<App>,
    key: IdempotencyKey,
    JsonBody(body): JsonBody<CreateSessionRequest>,
) -> Result<Response, Failure> {
    conserje_kernel::faults::pass("door.session");
    let creating = Creating { route: "POST /api/chat/sessions", path: String::new(), body: &body };
    once(&app, &access.scope, key, creating, async |id: SessionId| {
        let conversations = app.conversations();
        let new = NewSession { title: body.title.clone(), assistant: body.assistant.clone() };
        let made = conversations.create_session(&access.scope, id, new).await?;
        Ok((StatusCode::CREATED, render::session(made)))
    })
    .await
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ListQuery {
    /// Words to find in titles and messages; case and accents do not matter.
    #[param(max_length = 200)]
    q: Option<String>,
    /// `nextCursor` of the page before.
    cursor: Option<String>,
    /// 1 to 200, 50 unless told.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u16>,
}

/// The caller's sessions, the latest first.
#[utoipa::path(get, path = "/api/chat/sessions", tag = "sessions", params(ListQuery),
    responses((status = 200, body = SessionsReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn list(
    access: Allowed<policy::ReadSessions>,
    State(conversations): State<Conversations>,
    QueryOf(query): QueryOf<ListQuery>,
) -> Result<Json<SessionsReply>, Failure> {
    let page = PageQuery { cursor: query.cursor, limit: query.limit }.request()?;
    if query.q.as_ref().is_some_and(|text| text.chars().count() > 200) {
        return Err(Failure::new(ErrorCode::InvalidRequest, "`q` is longer than 200 characters; shorten it"));
    }
    let found = conversations.list_sessions(&access.scope, query.q.as_deref(), page).await?;
    let next_cursor = found.next.as_ref().map(ToString::to_string);
    Ok(Json(SessionsReply { items: found.items.into_iter().map(render::session).collect(), next_cursor }))
}

/// One session and what is going on in it.
#[utoipa::path(get, path = "/api/chat/sessions/{id}", tag = "sessions", params(("id" = String, Path)),
    responses((status = 200, body = SessionReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn get(
    access: Allowed<policy::ReadSessions>,
    State(conversations): State<Conversations>,
    PathId(id): PathId<SessionId>,
) -> Result<Json<SessionReply>, Failure> {
    let state = conversations.session(&access.scope, id).await?;
    let turn = TurnStatus { running: state.running > 0, waiting: state.waiting };
    Ok(Json(SessionReply { turn: Some(turn), ..render::session(state.session) }))
}

/// Gives a session another title, or keeps it at the top of the list.
#[utoipa::path(patch, path = "/api/chat/sessions/{id}", tag = "sessions", params(("id" = String, Path)),
    request_body = UpdateSessionRequest,
    responses((status = 200, body = SessionReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn update(
    access: Allowed<policy::WriteSessions>,
    State(conversations): State<Conversations>,
    PathId(id): PathId<SessionId>,
    JsonBody(body): JsonBody<UpdateSessionRequest>,
) -> Result<Json<SessionReply>, Failure> {
    let UpdateSessionRequest { title, pinned, assistant } = body;
    let assistant = assistant.map(|named| named.map_or(With::Anybody, With::Assistant));
    let change = SessionChange { title, is_pinned: pinned, assistant };
    Ok(Json(render::session(conversations.change_session(&access.scope, id, change).await?)))
}

/// Deletes a session: gone from every list at once, its content erased for good later.
#[utoipa::path(delete, path = "/api/chat/sessions/{id}", tag = "sessions", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn delete(
    access: Allowed<policy::WriteSessions>,
    State(conversations): State<Conversations>,
    PathId(id): PathId<SessionId>,
) -> Result<StatusCode, Failure> {
    conversations.delete_session(&access.scope, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ExportQuery {
    /// `json` unless told, or `markdown`.
    #[param(example = "markdown")]
    format: Option<String>,
}

/// A session as a file.
#[utoipa::path(get, path = "/api/chat/sessions/{id}/export", tag = "sessions",
    params(("id" = String, Path), ExportQuery),
    responses((status = 200, description = "The session, as a file",
            content((ExportReply = "application/json"), (String = "text/markdown"))),
        (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn export(
    access: Allowed<policy::ReadSessions>,
    State(conversations): State<Conversations>,
    PathId(id): PathId<SessionId>,
    QueryOf(query): QueryOf<ExportQuery>,
) -> Result<Response, Failure> {
    let (kind, ending) = match query.format.as_deref() {
        None | Some("json") => ("application/json", "json"),
        Some("markdown") => ("text/markdown; charset=utf-8", "md"),
        Some(other) => {
            let shown: String = other.chars().take(40).collect();
            return Err(Failure::new(
                ErrorCode::InvalidRequest,
                format!("`format` is `{shown}`; use json or markdown"),
            ));
        }
    };
    let exported = conversations.export(&access.scope, id).await?;
    let content = if ending == "md" {
        exported.to_markdown()
    } else {
        let reply = ExportReply {
            session: render::session(exported.session),
            messages: exported.messages.into_iter().map(render::message).collect(),
            events: exported.events.into_iter().map(render::wire_event).collect(),
        };
        serde_json::to_string_pretty(&reply).map_err(|error| Failure::internal(&error))?
    };
    let name = format!("attachment; filename=\"{id}.{ending}\"");
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name.as_str())], content)
        .into_response())
}

/// Messages in order, with what they rest on.
#[utoipa::path(get, path = "/api/chat/sessions/{id}/messages", tag = "sessions",
    params(("id" = String, Path), AfterQuery),
    responses((status = 200, body = MessagesReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn messages(
    access: Allowed<policy::ReadSessions>,
    State(conversations): State<Conversations>,
    PathId(id): PathId<SessionId>,
    QueryOf(query): QueryOf<AfterQuery>,
) -> Result<Json<MessagesReply>, Failure> {
    let (after, limit) = query.read()?;
    let found = conversations.messages(&access.scope, id, after, limit).await?;
    let next_cursor =
        (found.len() == limit).then(|| found.last().map(|last| last.message.sequence.to_string())).flatten();
    Ok(Json(MessagesReply { items: found.into_iter().map(render::message).collect(), next_cursor }))
}

/// Events in order.
#[utoipa::path(get, path = "/api/chat/sessions/{id}/events", tag = "sessions",
    params(("id" = String, Path), AfterQuery),
    responses((status = 200, body = EventsReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn events(
    access: Allowed<policy::ReadSessions>,
    State(conversations): State<Conversations>,
    PathId(id): PathId<SessionId>,
    QueryOf(query): QueryOf<AfterQuery>,
) -> Result<Json<EventsReply>, Failure> {
    let (after, limit) = query.read()?;
    let found = conversations.events(&access.scope, id, after, limit).await?;
    let next_cursor =
        (found.len() == limit).then(|| found.last().map(|last| last.sequence.to_string())).flatten();
    Ok(Json(EventsReply { items: found.into_iter().map(render::wire_event).collect(), next_cursor }))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct SendQuery {
    /// Answer when the turn has ended, with all its events, instead of at once.
    #[serde(default)]
    wait: bool,
}

/// What comes with a message besides its body.
pub(super) struct SendOptions {
    query: SendQuery,
    key: IdempotencyKey,
    language: Option<Language>,
}

impl FromRequestParts<Doors> for SendOptions {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, doors: &Doors) -> Result<Self, Failure> {
        let QueryOf(query) = QueryOf::from_request_parts(parts, doors).await?;
        let key = IdempotencyKey::from_request_parts(parts, doors).await?;
        let Ok(AcceptedLanguage(language)) = AcceptedLanguage::from_request_parts(parts, doors).await;
        Ok(Self { query, key, language })
    }
}

/// Sends a message; its turn then runs whether or not anybody listens.
#[utoipa::path(post, path = "/api/chat/sessions/{id}/messages", tag = "sessions",
    params(("id" = String, Path), SendQuery, ("Idempotency-Key" = Option<String>, Header, max_length = 200)),
    request_body = SendMessageRequest,
    responses((status = 202, description = "The message is durable and will be answered", body = SendMessageReply),
        (status = 200, description = "With `wait`: the turn has ended", body = SendMessageReply),
        (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn send(
    access: Allowed<policy::WriteSessions>,
    State(app): State<App>,
    PathId(session): PathId<SessionId>,
    sent: SendOptions,
    JsonBody(body): JsonBody<SendMessageRequest>,
) -> Result<Response, Failure> {
    conserje_kernel::faults::pass("door.message");
    let SendOptions { query, key, language } = sent;
    let creating =
        Creating { route: "POST /api/chat/sessions/{id}/messages", path: session.to_string(), body: &body };
    once(&app, &access.scope, key, creating, async |turn: TurnId| {
        let conversations = app.conversations();
        let wanted = Wanted {
            question: &body.message,
            agent: body.agent.as_deref(),
            attachments: &body.attachments,
            is_searched: body.enable_auto_semantic_search,
        };
        let grounds = ground(&app, &access.scope, wanted).await?;
        // One that is no id names nothing, like one that does not exist.
        let replaces = body.replaces.as_deref().map(str::parse::<MessageId>).transpose();
        let incoming = Incoming {
            reads: language,
            grounds,
            replaces: replaces.map_err(|_| Failure::not_found("message"))?,
            agent: body.agent.clone(),
            assistant: body.assistant.clone(),
            ..Incoming::new(turn, trace::current(), body.message.clone())
        };
        let before = conversations.session(&access.scope, session).await?.session.last_sequence;
        let mut asked = conversations.ask(&access.scope, Some(session), incoming).await?;
        let turn = asked.accepted.turn;
        let mut reply = render::taken(asked.accepted.clone());
        if !query.wait {
            return Ok((StatusCode::ACCEPTED, reply));
        }
        let after = reply.sequence_number.map_or(before, |sequence| sequence - 1);
        if !asked.ends_within(WAIT_AT_MOST).await? {
            let fix = "the turn still runs; follow the session's events for its end";
            return Err(Failure::new(ErrorCode::TurnTimeout, fix));
        }
        let events = conversations.events_of_turn(&access.scope, session, turn, after).await?;
        conversations.until_readable(&access.scope, &events).await;
        let events: Vec<_> = events.into_iter().map(render::wire_event).collect();
        let is_paused = events.last().is_some_and(|event| matches!(event.body, EventBody::TurnPaused { .. }));
        reply.status = match (is_paused, reply.held_by.is_some()) {
            (true, _) => MessageStatus::Paused,
            (false, true) => MessageStatus::Held,
            (false, false) => MessageStatus::Finished,
        };
        reply.sequence_number = events.first().and_then(|event| event.sequence_number);
        reply.events = Some(events);
        Ok((StatusCode::OK, reply))
    })
    .await
}

/// Stops the session's running turn. What was said by then stays.
#[utoipa::path(post, path = "/api/chat/sessions/{id}/cancel", tag = "sessions", params(("id" = String, Path)),
    responses((status = 200, body = CancelReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn cancel(
    access: Allowed<policy::WriteSessions>,
    State(conversations): State<Conversations>,
    PathId(id): PathId<SessionId>,
) -> Result<Json<CancelReply>, Failure> {
    let turn = conversations.cancel(&access.scope, id).await?;
    Ok(Json(CancelReply { turn_id: turn.map(|turn| turn.to_string()) }))
}
