//! What happens at the front desk, as it happens.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use conserje_desk::counter::Counter;
use conserje_desk::rows::changes::Record;
use conserje_operate::App;
use conserje_protocol::{DeskEvent, Problem};
use futures::stream;
use http::header;

use super::render;
use crate::wire::failure::Failure;
use crate::wire::{Allowed, policy};

const HEARTBEAT: Duration = Duration::from_secs(15);
/// How long a stream may go on after what opened it was revoked.
const ASK_AGAIN: Duration = Duration::from_secs(2);

/// `desk:changed` for every appointment, order, customer or part of the business that changed. What was missed is in the
/// lists.
#[utoipa::path(get, path = "/api/desk/events", tag = "desk",
    responses((status = 200, description = "Server-sent events", body = DeskEvent, content_type = "text/event-stream"),
        (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(in super::super) async fn follow(
    access: Allowed<policy::ReadDesk>,
    State(app): State<App>,
    State(counter): State<Counter>,
) -> Result<impl IntoResponse, Failure> {
    let scope = access.scope;
    let watch = counter.watch(&scope).await?;
    let begin = (watch, Vec::<Record>::new().into_iter(), scope, app);
    let stream = stream::unfold(begin, async |(mut watch, mut news, scope, app)| {
        let stop = app.stop_token();
        loop {
            if let Some(record) = news.next() {
                let event = event(record, &app);
                return Some((Ok::<_, Infallible>(event), (watch, news, scope, app)));
            }
            let next = tokio::select! {
                () = stop.cancelled() => return None,
                next = tokio::time::timeout(ASK_AGAIN, watch.next()) => next,
            };
            match next {
                Ok(Ok(found)) => news = found.into_iter(),
                Ok(Err(error)) => {
                    tracing::warn!("A live view of the front desk ends: {error}");
                    return None;
                }
                Err(_) => {
                    if !app.access().still_holds(&scope).await.unwrap_or(false) {
                        return None;
                    }
                }
            }
        }
    });
    let never_cached =
        [(header::CACHE_CONTROL, "no-store"), (header::HeaderName::from_static("x-accel-buffering"), "no")];
    Ok((never_cached, Sse::new(stream).keep_alive(KeepAlive::new().interval(HEARTBEAT))))
}

fn event(record: Record, app: &App) -> Event {
    let id = record.change.subject.clone();
    let subject = match id.split_once('_') {
        Some(("apt", _)) => "appointment",
        Some(("ord", _)) => "order",
        Some(("cus", _)) => "customer",
        _ => "business",
    };
    let change = render::change(record, app.now(), app.desk_undo());
    let event = DeskEvent { subject: subject.to_owned(), id, change };
    Event::default().event("desk:changed").json_data(event).unwrap_or_default()
}
