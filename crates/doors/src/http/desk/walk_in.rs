//! Who stands at the counter.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use conserje_desk::front_desk::FrontDesk;
use conserje_desk::work::appointments::{At, Booking};
use conserje_desk::work::note;
use conserje_kernel::AppointmentId;
use conserje_operate::App;
use conserje_protocol::{DeskAppointmentDone, DeskSlotProblem, DeskWalkInRequest, Problem};

use super::appointments::{book, done, whom};
use super::{by_hand, spoken};
use crate::wire::extract::{AcceptedLanguage, JsonBody, PathId};
use crate::wire::failure::Failure;
use crate::wire::idempotency::{Creating, IdempotencyKey};
use crate::wire::{Allowed, policy};

/// Books for somebody who is there, from the last step of the calendar on, with whoever is free.
#[utoipa::path(post, path = "/api/desk/walk-ins", tag = "desk", request_body = DeskWalkInRequest,
    params(("Idempotency-Key" = Option<String>, Header, max_length = 200)),
    responses((status = 201, body = DeskAppointmentDone), (status = 409, body = DeskSlotProblem),
        (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(in super::super) async fn create(
    access: Allowed<policy::WorkDesk>,
    State(app): State<App>,
    language: AcceptedLanguage,
    key: IdempotencyKey,
    JsonBody(body): JsonBody<DeskWalkInRequest>,
) -> Result<Response, Failure> {
    let (scope, front_desk) = (&access.scope, app.front_desk());
    let booking = booking(body.clone())?;
    let creating = Creating { route: "POST /api/desk/walk-ins", path: String::new(), body: &body };
    let work = async |act| front_desk.book_by_hand(scope, act, booking).await;
    book((&app, scope, spoken(&language)), key, creating, work).await
}

fn booking(body: DeskWalkInRequest) -> Result<Booking, Failure> {
    Ok(Booking {
        customer: whom(body.customer_id, body.customer)?,
        service: body.service_id,
        branch: body.branch_id,
        staff: body.staff_id,
        at: At::Now,
        notes: note(body.notes)?,
        serves: None,
    })
}

/// Whoever has this appointment today came.
#[utoipa::path(post, path = "/api/desk/appointments/{id}/arrive", tag = "desk", params(("id" = String, Path)),
    responses((status = 200, body = DeskAppointmentDone), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(in super::super) async fn arrive(
    access: Allowed<policy::WorkDesk>,
    State(front_desk): State<FrontDesk>,
    language: AcceptedLanguage,
    PathId(id): PathId<AppointmentId>,
) -> Result<Json<DeskAppointmentDone>, Failure> {
    let language = spoken(&language);
    let act = by_hand(&access.scope, language);
    let change = act.key.clone();
    let (business, entry) = front_desk.arrive(&access.scope, act, id).await?;
    Ok(Json(done(&business, &entry, language, change)))
}
