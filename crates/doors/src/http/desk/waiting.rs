//! Who waits for a time that is not free.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use conserje_desk::front_desk::FrontDesk;
use conserje_desk::work::waiting::{Chosen, NewWait, Suits};
use conserje_kernel::WaitingId;
use conserje_operate::App;
use conserje_protocol::{
    CreateDeskWaitingRequest, DeskAppointmentDone, DeskChangedReply, DeskSlotProblem, DeskWaitingDone,
    DeskWaitingListReply, Problem, ServeDeskWaitingRequest,
};
use http::StatusCode;

use super::appointments::{book, date, local, whom};
use super::render::Names;
use super::{by_hand, spoken, under};
use crate::wire::extract::{AcceptedLanguage, JsonBody, PathId};
use crate::wire::failure::Failure;
use crate::wire::idempotency::{Creating, IdempotencyKey, once};
use crate::wire::{Allowed, policy};

/// Who waits, whoever asked first, each with the first time that fits and is free now.
#[utoipa::path(get, path = "/api/desk/waiting", tag = "desk",
    responses((status = 200, body = DeskWaitingListReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(in super::super) async fn list(
    access: Allowed<policy::ReadDesk>,
    State(front_desk): State<FrontDesk>,
    language: AcceptedLanguage,
) -> Result<Json<DeskWaitingListReply>, Failure> {
    let (business, waits) = front_desk.waiting(&access.scope).await?;
    let names = Names { business: &business, language: spoken(&language) };
    Ok(Json(DeskWaitingListReply { items: waits.iter().map(|wait| names.waiting(wait)).collect() }))
}

/// Puts somebody on the waiting list.
#[utoipa::path(post, path = "/api/desk/waiting", tag = "desk", request_body = CreateDeskWaitingRequest,
    params(("Idempotency-Key" = Option<String>, Header, max_length = 200)),
    responses((status = 201, body = DeskWaitingDone), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(in super::super) async fn create(
    access: Allowed<policy::WorkDesk>,
    State(app): State<App>,
    language: AcceptedLanguage,
    key: IdempotencyKey,
    JsonBody(body): JsonBody<CreateDeskWaitingRequest>,
) -> Result<Response, Failure> {
    let (scope, language, front_desk) = (&access.scope, spoken(&language), app.front_desk().clone());
    let creating = Creating { route: "POST /api/desk/waiting", path: String::new(), body: &body };
    let new = wish(body.clone())?;
    once(&app, scope, key, creating, async |id: WaitingId| {
        let act = under(scope, language, id.as_uuid());
        let change = act.key.clone();
        let (business, wait) = front_desk.put_on_list(scope, act, new).await?;
        let waiting = Names { business: &business, language }.waiting(&wait);
        Ok((StatusCode::CREATED, DeskWaitingDone { waiting, change }))
    })
    .await
}

fn wish(body: CreateDeskWaitingRequest) -> Result<NewWait, Failure> {
    Ok(NewWait {
        customer: whom(body.customer_id, body.customer)?,
        service: body.service_id,
        branch: body.branch_id,
        staff: body.staff_id,
        first: body.from.as_deref().map(|from| date("from", from)).transpose()?,
        last: date("until", &body.until)?,
        suits: Suits { weekdays: body.weekdays, parts: body.parts },
        notes: body.notes,
    })
}

/// Takes somebody off the waiting list who does not wait any more.
#[utoipa::path(delete, path = "/api/desk/waiting/{id}", tag = "desk", params(("id" = String, Path)),
    responses((status = 200, body = DeskChangedReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(in super::super) async fn remove(
    access: Allowed<policy::WorkDesk>,
    State(front_desk): State<FrontDesk>,
    language: AcceptedLanguage,
    PathId(id): PathId<WaitingId>,
) -> Result<Json<DeskChangedReply>, Failure> {
    let act = by_hand(&access.scope, spoken(&language));
    let change = act.key.clone();
    front_desk.take_off_list(&access.scope, act, id).await?;
    Ok(Json(DeskChangedReply { change }))
}

/// Books what somebody waited for, and takes them off the list.
#[utoipa::path(post, path = "/api/desk/waiting/{id}/book", tag = "desk", request_body = ServeDeskWaitingRequest,
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header, max_length = 200)),
    responses((status = 201, body = DeskAppointmentDone), (status = 409, body = DeskSlotProblem),
        (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(in super::super) async fn serve(
    access: Allowed<policy::WorkDesk>,
    State(app): State<App>,
    language: AcceptedLanguage,
    at: (PathId<WaitingId>, IdempotencyKey),
    JsonBody(body): JsonBody<ServeDeskWaitingRequest>,
) -> Result<Response, Failure> {
    let (PathId(id), key) = at;
    let (scope, front_desk) = (&access.scope, app.front_desk());
    let at = local("start", &body.start)?;
    let chosen = Chosen { branch: body.branch_id.clone(), staff: body.staff_id.clone(), at };
    let creating = Creating { route: "POST /api/desk/waiting/{id}/book", path: id.to_string(), body: &body };
    let work = async |act| front_desk.serve(scope, act, id, chosen).await;
    book((&app, scope, spoken(&language)), key, creating, work).await
}
