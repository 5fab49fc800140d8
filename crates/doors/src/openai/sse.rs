//! A server-sent event as both routes write it.

use axum::response::sse::Event;
use serde::Serialize;

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
