//! Following a session over SSE.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::response::IntoResponse;
use axum::response::sse::{Event as SseEvent, KeepAlive, Sse};
use conserje_conversation::{Followed, Follower};
use conserje_kernel::{EscalationId, Scope, SessionId};
use conserje_operate::App;
use conserje_protocol::{ErrorCode, EventWire, Problem};
use futures::stream::{self, Stream};
use http::{HeaderMap, HeaderValue, header};
use serde::Deserialize;
use tokio::time::Instant;
use utoipa::IntoParams;

use crate::wire::extract::{PathId, QueryOf};
use crate::wire::failure::Failure;
use crate::wire::{Allowed, policy, render};

/// A proxy that hears nothing for longer may hang up.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// How long a stream may go on after what opened it was revoked; promised to be under five seconds.
const ASK_AGAIN: Duration = Duration::from_secs(2);
const _: () = assert!(ASK_AGAIN.as_secs() < 5, "a revocation reaches live streams within five seconds");

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

/// A session's events as an answer that nobody keeps or holds up on its way.
pub(super) fn sse_of(
    app: App,
    scope: Scope,
    reader: Reader,
    follower: Follower,
    after: i64,
) -> impl IntoResponse {
    let stream = events(app, scope, reader, follower, after);
    let never_cached =
        [(header::CACHE_CONTROL, "no-store"), (header::HeaderName::from_static("x-accel-buffering"), "no")];
    (never_cached, Sse::new(stream).keep_alive(KeepAlive::new().interval(HEARTBEAT)))
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
) -> Result<impl IntoResponse, Failure> {
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
    ask_again: Instant,
}

/// Ends when the server stops, when access is revoked, and when the log cannot be read.
fn events(
    app: App,
    scope: Scope,
    reader: Reader,
    follower: Follower,
    after: i64,
) -> impl Stream<Item = Result<SseEvent, Infallible>> + Send {
    let ask_again = Instant::now() + ASK_AGAIN;
    let following = Following { app, scope, reader, follower, last: after, ask_again };
    stream::unfold(following, async |mut following| {
        let event = following.next().await?;
        Some((Ok(event), following))
    })
}

impl Following {
    async fn next(&mut self) -> Option<SseEvent> {
        let stop = self.app.stop_token();
        loop {
            tokio::select! {
                () = stop.cancelled() => return None,
                () = tokio::time::sleep_until(self.ask_again) => {
                    if !self.still_allowed().await {
                        return None;
                    }
                    self.ask_again = Instant::now() + ASK_AGAIN;
                }
                next = self.follower.next() => match next {
                    Ok(followed) => return self.render(followed),
                    Err(error) => {
                        let session = self.reader.session();
                        tracing::warn!(session.id = %session, "Following session {session} ended: {error:?}");
                        return None;
                    }
                }
            }
        }
    }

    async fn still_allowed(&self) -> bool {
        match self.app.access().still_holds(&self.scope).await {
            // Deleted sessions end their streams too.
            Ok(true) => match self.reader {
                Reader::Owner(session) => {
                    self.app.conversations().session(&self.scope, session).await.is_ok()
                }
                Reader::Operator(_, id) => self.app.conversations().escalation(&self.scope, id).await.is_ok(),
            },
            Ok(false) => false,
            Err(error) => {
                tracing::warn!("Asking whether a stream is still allowed failed, ending it: {error}");
                false
            }
        }
    }

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
