//! Server-sent events: how every stream is sent, and when the live ones end.

use std::convert::Infallible;
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use conserje_kernel::Scope;
use conserje_operate::App;
use futures::stream::{self, Stream};
use http::header;
use tokio::time::Instant;

/// A proxy that hears nothing for longer may hang up.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// How long a stream or a connection may go on after what opened it was revoked.
pub(crate) const ASK_AGAIN: Duration = Duration::from_secs(2);
const _: () = assert!(ASK_AGAIN.as_secs() < 5, "a revocation reaches whoever listens within five seconds");

/// What a live stream tells of.
pub(crate) trait Source: Send + 'static {
    /// The next event; none if there will be no more. May be dropped while it waits, and asked again.
    fn next(&mut self) -> impl Future<Output = Option<Event>> + Send;

    /// Whether what it tells of is still there to be read.
    fn is_there(&self) -> impl Future<Output = bool> + Send {
        async { true }
    }
}

/// Events as an answer that nobody keeps or holds up on its way.
pub(crate) fn reply(events: impl Stream<Item = Result<Event, Infallible>> + Send + 'static) -> Response {
    let never_cached =
        [(header::CACHE_CONTROL, "no-store"), (header::HeaderName::from_static("x-accel-buffering"), "no")];
    (never_cached, Sse::new(events).keep_alive(KeepAlive::new().interval(HEARTBEAT))).into_response()
}

/// News as they come, until the server stops, the access that `scope` stands for is revoked, or there are no more.
pub(crate) fn live(app: App, scope: Scope, source: impl Source) -> Response {
    let ask_again = Instant::now() + ASK_AGAIN;
    reply(stream::unfold((app, scope, source, ask_again), async |(app, scope, mut source, mut ask_again)| {
        let stop = app.stop_token();
        loop {
            tokio::select! {
                () = stop.cancelled() => return None,
                () = tokio::time::sleep_until(ask_again) => {
                    if !still_holds(&app, &scope).await || !source.is_there().await {
                        return None;
                    }
                    ask_again = Instant::now() + ASK_AGAIN;
                }
                event = source.next() => return event.map(|event| (Ok(event), (app, scope, source, ask_again))),
            }
        }
    }))
}

async fn still_holds(app: &App, scope: &Scope) -> bool {
    app.access().still_holds(scope).await.unwrap_or_else(|error| {
        tracing::warn!("Asking whether a stream is still allowed failed, ending it: {error}");
        false
    })
}
