//! A turn as a stream of server-sent events.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::time::Duration;

use axum::response::sse::Event as SseEvent;
use axum::response::{IntoResponse, Response};
use conserje_conversation::{How, News, TurnEnd, Watching};
use conserje_kernel::{ApprovalId, Scope, SessionId, TraceId, TurnId};
use conserje_operate::App;
use conserje_protocol::{ChatEvent, ErrorCode, ErrorEvent, ToolStatus, ToolStatusEvent};
use futures::stream;
use http::HeaderName;
use tokio::time::Instant;

use crate::wire::live;

/// How often it is asked whether the caller may still listen, and whether the turn ended on another node.
const LOOK_AGAIN: Duration = Duration::from_secs(2);
/// A turn that is over tells its last words within this time, if it ran here.
const LAST_WORDS: Duration = Duration::from_millis(200);
/// When to come back to a server that stops.
const COME_BACK: Duration = Duration::from_secs(2);

/// One contract's way to say what happens.
pub(super) trait Dialect: Send + 'static {
    type Event: ChatEvent;

    /// What stands at the start of the stream.
    fn opening(&self) -> Vec<Self::Event> {
        Vec::new()
    }

    /// `None` for what the contract has no event for. Never asked about the end.
    fn said(&mut self, news: News) -> Option<Self::Event>;

    fn done(&self, about: &About, end: &TurnEnd) -> Self::Event;
}

/// Which turn is told about.
#[derive(Clone, Copy)]
pub(super) struct About {
    pub(super) session: SessionId,
    pub(super) turn: TurnId,
    pub(super) trace: TraceId,
}

pub(super) struct Talk<D> {
    app: App,
    scope: Scope,
    about: About,
    watching: Watching,
    dialect: D,
    ready: VecDeque<SseEvent>,
    look_again: Instant,
    /// The turn was over at the last look.
    is_over: bool,
    has_ended: bool,
}

impl<D: Dialect> Talk<D> {
    pub(super) fn new(app: App, scope: Scope, about: About, watching: Watching, dialect: D) -> Self {
        let mut talk = Self {
            app,
            scope,
            about,
            watching,
            dialect,
            ready: VecDeque::new(),
            look_again: Instant::now() + LOOK_AGAIN,
            is_over: false,
            has_ended: false,
        };
        for event in talk.dialect.opening() {
            talk.send(None, &event);
        }
        talk
    }

    /// The stream, as an answer that nobody keeps or holds up on its way.
    pub(super) fn into_response(self) -> Response {
        let session = self.about.session.to_string();
        let stream = stream::unfold(self, async |mut talk| {
            let event = talk.next().await?;
            Some((Ok::<_, Infallible>(event), talk))
        });
        ([(HeaderName::from_static("x-thread-id"), session)], live::reply(stream)).into_response()
    }

    async fn next(&mut self) -> Option<SseEvent> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Some(event);
            }
            if self.has_ended {
                return None;
            }
            self.listen().await;
        }
    }

    async fn listen(&mut self) {
        // Not only when it is quiet: a turn that talks without a pause can be revoked too.
        if Instant::now() >= self.look_again {
            return self.look().await;
        }
        let stop = self.app.stop_token();
        let before = self.watching.read();
        tokio::select! {
            biased;
            news = self.watching.next() => {
                for (place, news) in (before + 1..).zip(news) {
                    self.hear(Some(place), news).await;
                }
            }
            () = stop.cancelled() => {
                let message = "The server is stopping. The turn goes on; reconnect to hear it.";
                self.fail(ErrorCode::ServerStopping.name(), message, Some(COME_BACK));
            }
            () = tokio::time::sleep_until(self.look_again) => self.look().await,
        }
    }

    async fn hear(&mut self, place: Option<usize>, news: News) {
        let News::Ended(end) = news else {
            if let Some(event) = self.dialect.said(news) {
                self.send(place, &event);
            }
            return;
        };
        match &end.how {
            How::Failed { code, message } => return self.fail(code, message, None),
            How::Paused { approval } => self.waits(*approval).await,
            How::Completed => {}
        }
        let done = self.dialect.done(&self.about, &end);
        self.send(place, &done);
        self.has_ended = true;
    }

    /// Tells what the turn waits for.
    async fn waits(&mut self, id: ApprovalId) {
        match self.app.conversations().approval(&self.scope, id).await {
            Ok(approval) => {
                let args = approval.args.and_then(|args| serde_json::from_str(&args).ok());
                let status = ToolStatusEvent {
                    tool: approval.tool_name,
                    args: args.unwrap_or_default(),
                    status: Some(ToolStatus::Waiting),
                    approval_id: Some(id.to_string()),
                    summary: approval.summary,
                    expires_at: Some(approval.expires_at.to_string()),
                };
                self.send(None, &D::Event::waits(status));
            }
            Err(error) => tracing::warn!(approval.id = %id, "Approval {id} could not be read: {error:?}"),
        }
    }

    fn fail(&mut self, code: &str, message: &str, retry: Option<Duration>) {
        let error = ErrorEvent { message: message.to_owned(), code: code.to_owned() };
        self.send(None, &D::Event::error(error));
        if let Some(retry) = retry {
            let last = self.ready.pop_back();
            self.ready.extend(last.map(|event| event.retry(retry)));
        }
        self.has_ended = true;
    }

    /// `place` is how far a client that comes back has read.
    fn send(&mut self, place: Option<usize>, event: &D::Event) {
        // serde writes no line breaks, so the frame cannot be broken out of.
        match serde_json::to_string(event) {
            Ok(data) => {
                let frame = SseEvent::default().event(event.name()).data(data);
                let id = place.map(|place| format!("{}.{place}", self.watching.stretch()));
                self.ready.push_back(match id {
                    Some(id) => frame.id(id),
                    None => frame,
                });
            }
            Err(error) => tracing::error!("A chat event could not be written as JSON: {error}"),
        }
    }

    async fn look(&mut self) {
        match self.app.access().still_holds(&self.scope).await {
            Ok(true) => {}
            Ok(false) => {
                return self.fail(
                    ErrorCode::Unauthenticated.name(),
                    "Access was revoked. Sign in again.",
                    None,
                );
            }
            Err(error) => {
                tracing::warn!("Asking whether a stream is still allowed failed, ending it: {error}");
                return self.fail(ErrorCode::Internal.name(), "Something went wrong. Reconnect.", None);
            }
        }
        let (About { session, turn, .. }, was_over) = (self.about, self.is_over);
        match self.app.conversations().is_over(&self.scope, session, turn).await {
            Ok(is_over) => self.is_over = is_over,
            Err(error) => tracing::warn!(turn.id = %turn, "Turn {turn} could not be looked at: {error:?}"),
        }
        self.look_again = Instant::now() + if self.is_over { LAST_WORDS } else { LOOK_AGAIN };
        if was_over && self.is_over {
            self.tell_from_log().await;
        }
    }

    /// The turn ended where its words were not heard: what it said is in the log.
    pub(super) async fn tell_from_log(&mut self) {
        let About { session, turn, .. } = self.about;
        match self.app.conversations().recap(&self.scope, session, turn).await {
            Ok(news) => {
                let has_heard = self.watching.read() > 0;
                for news in news {
                    if !has_heard || matches!(news, News::Ended(_)) {
                        self.hear(None, news).await;
                    }
                }
            }
            Err(error) => {
                tracing::warn!(turn.id = %turn, "Turn {turn} could not be read: {error:?}");
                self.fail(ErrorCode::Internal.name(), "Something went wrong. Reconnect.", None);
            }
        }
    }
}
