//! Following a session over SSE.

use axum::extract::State;
use axum::response::Response;
use axum::response::sse::Event as SseEvent;
use conserje_conversation::{Followed, Follower};
use conserje_kernel::{EscalationId, Scope, SessionId};
use conserje_operate::App;
use conserje_protocol::{ErrorCode, EventWire, Problem};
use http::{HeaderMap, HeaderValue};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::wire::extract::{PathId, QueryOf};
use crate::wire::failure::Failure;
use crate::wire::{Allowed, live, policy, render};

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct FollowQuery {
    /// Only what comes after this number; `Last-Event-ID` outranks it.
    #[param(minimum = 0)]
    after: Option<i64>,
}

impl FollowQuery {
    /// The number to go on after.
    pub(super) fn after(&self, headers: &HeaderMap) -> Result<i64, Failure> {
        let after = match headers.get("last-event-id") {
            Some(value) => resume_after(value)?,
            None => self.after.unwrap_or(0),
        };
        if after < 0 {
            return Err(Failure::new(
                ErrorCode::InvalidRequest,
                format!("`after` is {after}; use 0 or more"),
            ));
        }
        Ok(after)
    }
}

/// Who reads a session, and so what must still hold for its stream to go on.
#[derive(Clone, Copy)]
pub(super) enum Reader {
    /// Whose it is.
    Owner(SessionId),
    /// Somebody who works the inbox, in which it is.
    Operator(SessionId, EscalationId),
}

impl Reader {
    fn session(self) -> SessionId {
        match self {
            Self::Owner(session) | Self::Operator(session, _) => session,
        }
    }
}

/// A session's events, as they come.
pub(super) fn sse_of(app: App, scope: Scope, reader: Reader, follower: Follower, after: i64) -> Response {
    let following = Following { app: app.clone(), scope: scope.clone(), reader, follower, last: after };
    live::live(app, scope, following)
}

/// Everything after a number, and then what comes. Each event's `id` is the number to resume after.
#[utoipa::path(get, path = "/api/chat/sessions/{id}/events/stream", tag = "sessions",
    params(("id" = String, Path), FollowQuery, ("Last-Event-ID" = Option<String>, Header)),
    responses((status = 200, description = "Server-sent events; `data` is an event", body = EventWire, content_type = "text/event-stream"),
        (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn follow(
    access: Allowed<policy::ReadSessions>,
    State(app): State<App>,
    PathId(session): PathId<SessionId>,
    QueryOf(query): QueryOf<FollowQuery>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    conserje_kernel::faults::pass("door.stream");
    let after = query.after(&headers)?;
    let follower = app.conversations().follow(&access.scope, session, after).await?;
    Ok(sse_of(app, access.scope, Reader::Owner(session), follower, after))
}

fn resume_after(value: &HeaderValue) -> Result<i64, Failure> {
    let number =
        value.to_str().ok().and_then(|text| text.trim().parse::<i64>().ok()).filter(|number| *number >= 0);
    number.ok_or_else(|| {
        Failure::new(
            ErrorCode::InvalidRequest,
            "`Last-Event-ID` is not a number this server sent; leave it out to start over",
        )
    })
}

struct Following {
    app: App,
    scope: Scope,
    reader: Reader,
    follower: Follower,
    last: i64,
}

impl live::Source for Following {
    async fn next(&mut self) -> Option<SseEvent> {
        match self.follower.next().await {
            Ok(followed) => self.render(followed),
            Err(error) => {
                let session = self.reader.session();
                tracing::warn!(session.id = %session, "Following session {session} ended: {error:?}");
                None
            }
        }
    }

    /// Deleted sessions end their streams too.
    async fn is_there(&self) -> bool {
        match self.reader {
            Reader::Owner(session) => self.app.conversations().session(&self.scope, session).await.is_ok(),
            Reader::Operator(_, id) => self.app.conversations().escalation(&self.scope, id).await.is_ok(),
        }
    }
}

impl Following {
    fn render(&mut self, followed: Followed) -> Option<SseEvent> {
        let (id, event) = match followed {
            Followed::Recorded(event) => (event.sequence, render::wire_event(event)),
            Followed::Transient { after, transient } => {
                (after.max(self.last), render::transient_event(self.reader.session(), transient))
            }
        };
        self.last = id;
        // serde writes no line breaks, so the frame cannot be broken out of.
        match serde_json::to_string(&event) {
            Ok(data) => Some(SseEvent::default().id(id.to_string()).event("agent:event").data(data)),
            Err(error) => {
                tracing::error!("An event could not be written as JSON: {error}");
                None
            }
        }
    }
}
