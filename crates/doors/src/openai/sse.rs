//! Server-sent events as both routes send them.

use std::convert::Infallible;
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures::stream::Stream;
use http::header;
use serde::Serialize;

/// A proxy that hears nothing for longer may hang up.
const HEARTBEAT: Duration = Duration::from_secs(15);

pub(super) fn reply(events: impl Stream<Item = Result<Event, Infallible>> + Send + 'static) -> Response {
    let never_cached =
        [(header::CACHE_CONTROL, "no-store"), (header::HeaderName::from_static("x-accel-buffering"), "no")];
    (never_cached, Sse::new(events).keep_alive(KeepAlive::new().interval(HEARTBEAT))).into_response()
}

/// serde writes no line breaks, so the frame cannot be broken out of.
pub(super) fn frame(name: Option<&str>, data: &impl Serialize) -> Option<Event> {
    match serde_json::to_string(data) {
        Ok(data) => {
            let event = name.map_or_else(Event::default, |name| Event::default().event(name));
            Some(event.data(data))
        }
        Err(error) => {
            tracing::error!("An event could not be written as JSON: {error}");
            None
        }
    }
}
