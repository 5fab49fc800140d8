//! What happens at the front desk, as it happens.

use axum::extract::State;
use axum::response::Response;
use axum::response::sse::Event;
use conserje_desk::front_desk::FrontDesk;
use conserje_desk::rows::changes::Record;
use conserje_desk::work::news::Watch;
use conserje_operate::App;
use conserje_protocol::{DeskEvent, Problem};

use super::render;
use crate::wire::failure::Failure;
use crate::wire::{Allowed, live, policy};

/// `desk:changed` for every appointment, order, customer, block, wish to wait or part of the business that changed. What was missed is in the
/// lists.
#[utoipa::path(get, path = "/api/desk/events", tag = "desk",
    responses((status = 200, description = "Server-sent events", body = DeskEvent, content_type = "text/event-stream"),
        (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(in super::super) async fn follow(
    access: Allowed<policy::ReadDesk>,
    State(app): State<App>,
    State(front_desk): State<FrontDesk>,
) -> Result<Response, Failure> {
    let watch = front_desk.watch(&access.scope).await?;
    let news = DeskNews { watch, ready: Vec::new().into_iter(), app: app.clone() };
    Ok(live::live(app, access.scope, news))
}

struct DeskNews {
    watch: Watch,
    ready: std::vec::IntoIter<Record>,
    app: App,
}

impl live::Source for DeskNews {
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(record) = self.ready.next() {
                return Some(event(record, &self.app));
            }
            match self.watch.next().await {
                Ok(found) => self.ready = found.into_iter(),
                Err(error) => {
                    tracing::warn!("A live view of the front desk ends: {error}");
                    return None;
                }
            }
        }
    }
}

fn event(record: Record, app: &App) -> Event {
    let id = record.change.subject.clone();
    let subject = match id.split_once('_') {
        Some(("apt", _)) => "appointment",
        Some(("ord", _)) => "order",
        Some(("cus", _)) => "customer",
        Some(("blk", _)) => "block",
        Some(("wai", _)) => "waiting",
        _ => "business",
    };
    let change = render::change(record, app.now(), app.desk_undo());
    let event = DeskEvent { subject: subject.to_owned(), id, change };
    Event::default().event("desk:changed").json_data(event).unwrap_or_default()
}
