//! Appointments: the calendar of the staff.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use conserje_desk::front_desk::{Finished, FrontDesk};
use conserje_desk::model::Business;
use conserje_desk::rows::customers::Contact;
use conserje_desk::work::appointments::{At, Booking, Days, Destination, Ending, Entry, Question, Whom};
use conserje_desk::work::customers::checked;
use conserje_desk::work::hours::days;
use conserje_desk::work::{Act, WorkError, note};
use conserje_kernel::{AppointmentId, Language, Scope};
use conserje_operate::App;
use conserje_protocol::{
    CreateDeskAppointmentRequest, DeskAppointmentDone, DeskAppointmentFileReply, DeskAppointmentsReply,
    DeskContact, DeskDaysReply, DeskSlotProblem, DeskSlotsReply, ErrorCode, MoveDeskAppointmentRequest,
    Problem,
};
use http::StatusCode;
use jiff::civil::{Date, DateTime};
use serde::{Deserialize, Serialize};
use utoipa::IntoParams;

use super::render::{self, Names};
use super::{by_hand, conflict, spoken, under};
use crate::wire::extract::{AcceptedLanguage, JsonBody, PathId, QueryOf};
use crate::wire::failure::Failure;
use crate::wire::idempotency::{Creating, IdempotencyKey, once};
use crate::wire::{Allowed, policy, trace};

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in super::super) struct DaysQuery {
    /// `2026-11-18`, by each branch's clock.
    pub(super) from: String,
    /// The last day; the first unless told. At most 62 days.
    pub(super) to: Option<String>,
    pub(super) branch: Option<String>,
    pub(super) staff: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in super::super) struct SlotsQuery {
    from: String,
    to: Option<String>,
    branch: Option<String>,
    service: Option<String>,
    staff: Option<String>,
    /// An appointment that is to be moved: it does not stand in its own way.
    moving: Option<String>,
}

pub(super) fn date(name: &str, text: &str) -> Result<Date, Failure> {
    text.parse().map_err(|_| {
        let shown: String = text.chars().take(40).collect();
        Failure::new(ErrorCode::InvalidValue, format!("`{name}` is `{shown}`; use a day such as 2026-11-18"))
    })
}

pub(super) fn stretch(from: &str, to: Option<&str>) -> Result<(Date, Date), Failure> {
    let first = date("from", from)?;
    Ok((first, to.map_or(Ok(first), |to| date("to", to))?))
}

pub(super) fn local(name: &str, text: &str) -> Result<DateTime, Failure> {
    text.parse().map_err(|_| {
        let shown: String = text.chars().take(40).collect();
        let fix = "use a time of the branch's clock such as 2026-11-18T10:00";
        Failure::new(ErrorCode::InvalidValue, format!("`{name}` is `{shown}`; {fix}"))
    })
}

/// Whom something is for: somebody known or somebody new, and not both.
pub(super) fn whom(id: Option<String>, new: Option<DeskContact>) -> Result<Whom, Failure> {
    match (id, new) {
        (Some(id), None) => Ok(Whom::Known(id.parse().map_err(|_| Failure::not_found("customer"))?)),
        (None, Some(new)) => Ok(Whom::New(checked(contact(new))?)),
        _ => {
            let fix = "say whom it is for: either `customerId` or `customer`";
            Err(Failure::new(ErrorCode::InvalidValue, fix))
        }
    }
}

pub(super) fn contact(contact: DeskContact) -> Contact {
    let DeskContact { name, email, phone } = contact;
    Contact { name, email, phone }
}

/// What begins on these days, whatever became of it.
#[utoipa::path(get, path = "/api/desk/appointments", tag = "desk", params(DaysQuery),
    responses((status = 200, body = DeskAppointmentsReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(in super::super) async fn list(
    access: Allowed<policy::ReadDesk>,
    State(front_desk): State<FrontDesk>,
    language: AcceptedLanguage,
    QueryOf(query): QueryOf<DaysQuery>,
) -> Result<Json<DeskAppointmentsReply>, Failure> {
    let (first, last) = stretch(&query.from, query.to.as_deref())?;
    let days = Days { first, last, branch: query.branch, staff: query.staff };
    let (business, entries) = front_desk.appointments(&access.scope, days).await?;
    let names = Names { business: &business, language: spoken(&language) };
    Ok(Json(DeskAppointmentsReply { items: entries.iter().map(|entry| names.appointment(entry)).collect() }))
}

/// When branches are open and people work there.
#[utoipa::path(get, path = "/api/desk/days", tag = "desk", params(DaysQuery),
    responses((status = 200, body = DeskDaysReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(in super::super) async fn hours(
    access: Allowed<policy::ReadDesk>,
    State(front_desk): State<FrontDesk>,
    language: AcceptedLanguage,
    QueryOf(query): QueryOf<DaysQuery>,
) -> Result<Json<DeskDaysReply>, Failure> {
    let (first, last) = stretch(&query.from, query.to.as_deref())?;
    Days { first, last, branch: None, staff: None }.check()?;
    let business = front_desk.business(&access.scope).await?;
    let names = Names { business: &business, language: spoken(&language) };
    let is_wanted = |id: &String| query.branch.as_ref().is_none_or(|wanted| wanted == id);
    let items = days(&business, first, last)
        .iter()
        .filter(|day| is_wanted(&day.branch.id))
        .map(|day| names.day(day))
        .collect();
    Ok(Json(DeskDaysReply { items, step_minutes: business.booking.step_minutes }))
}

/// Free times, once for each who could do it.
#[utoipa::path(get, path = "/api/desk/slots", tag = "desk", params(SlotsQuery),
    responses((status = 200, body = DeskSlotsReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(in super::super) async fn slots(
    access: Allowed<policy::ReadDesk>,
    State(front_desk): State<FrontDesk>,
    language: AcceptedLanguage,
    QueryOf(query): QueryOf<SlotsQuery>,
) -> Result<Json<DeskSlotsReply>, Failure> {
    let (first, last) = stretch(&query.from, query.to.as_deref())?;
    let moving =
        query.moving.map(|id| id.parse().map_err(|_| Failure::not_found("appointment"))).transpose()?;
    let SlotsQuery { branch, service, staff, .. } = query;
    let question = Question { first, last, branch, service, staff, moving };
    let (business, found) = front_desk.free_times(&access.scope, question).await?;
    let names = Names { business: &business, language: spoken(&language) };
    Ok(Json(DeskSlotsReply { items: found.iter().map(|time| names.slot(time)).collect() }))
}

/// One appointment, with all that happened to it.
#[utoipa::path(get, path = "/api/desk/appointments/{id}", tag = "desk", params(("id" = String, Path)),
    responses((status = 200, body = DeskAppointmentFileReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(in super::super) async fn get(
    access: Allowed<policy::ReadDesk>,
    State(app): State<App>,
    State(front_desk): State<FrontDesk>,
    language: AcceptedLanguage,
    PathId(id): PathId<AppointmentId>,
) -> Result<Json<DeskAppointmentFileReply>, Failure> {
    let (business, entry, history) = front_desk.appointment(&access.scope, id).await?;
    let names = Names { business: &business, language: spoken(&language) };
    let (now, undo) = (app.now(), app.desk_undo());
    let history = history.into_iter().map(|record| render::change(record, now, undo)).collect();
    Ok(Json(DeskAppointmentFileReply { appointment: names.appointment(&entry), history }))
}

/// Books for a customer.
#[utoipa::path(post, path = "/api/desk/appointments", tag = "desk", request_body = CreateDeskAppointmentRequest,
    params(("Idempotency-Key" = Option<String>, Header, max_length = 200)),
    responses((status = 201, body = DeskAppointmentDone), (status = 409, body = DeskSlotProblem),
        (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(in super::super) async fn create(
    access: Allowed<policy::WorkDesk>,
    State(app): State<App>,
    language: AcceptedLanguage,
    key: IdempotencyKey,
    JsonBody(body): JsonBody<CreateDeskAppointmentRequest>,
) -> Result<Response, Failure> {
    let (scope, front_desk) = (&access.scope, app.front_desk());
    let booking = booking(body.clone())?;
    let creating = Creating { route: "POST /api/desk/appointments", path: String::new(), body: &body };
    let work = async |act| front_desk.book_by_hand(scope, act, booking).await;
    book((&app, scope, spoken(&language)), key, creating, work).await
}

/// What is booked once, whoever for; or why it was not, with what else is free.
pub(super) async fn book<B: Serialize>(
    (app, scope, language): (&App, &Scope, Language),
    key: IdempotencyKey,
    creating: Creating<'_, B>,
    work: impl AsyncFnOnce(Act) -> Result<(Business, Entry), WorkError>,
) -> Result<Response, Failure> {
    let mut problem = None;
    let made = once(app, scope, key, creating, async |id: AppointmentId| {
        let act = under(scope, language, id.as_uuid());
        let change = act.key.clone();
        match work(act).await {
            Ok((business, entry)) => Ok((StatusCode::CREATED, done(&business, &entry, language, change))),
            Err(error) => {
                problem = not_free(app.front_desk(), scope, &error, language).await?;
                Err(error.into())
            }
        }
    });
    let made = made.await;
    match (made, problem) {
        (Err(_), Some(problem)) => Ok(problem),
        (made, _) => made,
    }
}

fn booking(body: CreateDeskAppointmentRequest) -> Result<Booking, Failure> {
    Ok(Booking {
        customer: whom(body.customer_id, body.customer)?,
        service: body.service_id,
        branch: body.branch_id,
        staff: body.staff_id,
        at: At::Clock(local("start", &body.start)?),
        notes: note(body.notes)?,
        serves: None,
    })
}

pub(super) fn done(
    business: &Business,
    entry: &Entry,
    language: Language,
    change: String,
) -> DeskAppointmentDone {
    DeskAppointmentDone { appointment: Names { business, language }.appointment(entry), change, tokens: None }
}

/// Who comes second is offered the nearest free times.
async fn not_free(
    front_desk: &FrontDesk,
    scope: &Scope,
    error: &WorkError,
    language: Language,
) -> Result<Option<Response>, Failure> {
    let WorkError::NotFree { why, nearest } = error else { return Ok(None) };
    let business = front_desk.business(scope).await?;
    let names = Names { business: &business, language };
    let problem = Problem::new(ErrorCode::SlotNotFree, why.clone(), trace::current().to_string());
    let nearest = nearest.iter().map(|time| names.slot(time)).collect();
    Ok(Some(conflict(&DeskSlotProblem { problem, nearest })))
}

/// Moves an appointment that is to come; its customer is told where they last wrote.
#[utoipa::path(post, path = "/api/desk/appointments/{id}/move", tag = "desk", params(("id" = String, Path)),
    request_body = MoveDeskAppointmentRequest,
    responses((status = 200, body = DeskAppointmentDone), (status = 409, body = DeskSlotProblem),
        (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(in super::super) async fn shift(
    access: Allowed<policy::WorkDesk>,
    State(front_desk): State<FrontDesk>,
    language: AcceptedLanguage,
    PathId(id): PathId<AppointmentId>,
    JsonBody(body): JsonBody<MoveDeskAppointmentRequest>,
) -> Result<Response, Failure> {
    let (scope, language) = (&access.scope, spoken(&language));
    let to = Destination { at: local("start", &body.start)?, branch: body.branch_id, staff: body.staff_id };
    let act = by_hand(scope, language);
    let change = act.key.clone();
    match front_desk.move_by_hand(scope, act, id, to).await {
        Ok((business, entry)) => Ok(Json(done(&business, &entry, language, change)).into_response()),
        Err(error) => match not_free(&front_desk, scope, &error, language).await? {
            Some(problem) => Ok(problem),
            None => Err(error.into()),
        },
    }
}

/// Cancels an appointment that is to come; its customer is told where they last wrote.
#[utoipa::path(post, path = "/api/desk/appointments/{id}/cancel", tag = "desk", params(("id" = String, Path)),
    responses((status = 200, body = DeskAppointmentDone), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(in super::super) async fn cancel(
    access: Allowed<policy::WorkDesk>,
    State(front_desk): State<FrontDesk>,
    language: AcceptedLanguage,
    PathId(id): PathId<AppointmentId>,
) -> Result<Json<DeskAppointmentDone>, Failure> {
    let act = by_hand(&access.scope, spoken(&language));
    end(&front_desk, &access.scope, act, id, Ending::Cancelled).await
}

/// The customer will come: somebody says so for them.
#[utoipa::path(post, path = "/api/desk/appointments/{id}/confirm", tag = "desk", params(("id" = String, Path)),
    responses((status = 200, body = DeskAppointmentDone), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(in super::super) async fn confirm(
    access: Allowed<policy::WorkDesk>,
    State(front_desk): State<FrontDesk>,
    language: AcceptedLanguage,
    PathId(id): PathId<AppointmentId>,
) -> Result<Json<DeskAppointmentDone>, Failure> {
    let (scope, language) = (&access.scope, spoken(&language));
    let act = by_hand(scope, language);
    let change = act.key.clone();
    let (business, entry) = front_desk.confirm_by_hand(scope, act, id).await?;
    Ok(Json(done(&business, &entry, language, change)))
}

/// Nobody came.
#[utoipa::path(post, path = "/api/desk/appointments/{id}/no-show", tag = "desk", params(("id" = String, Path)),
    responses((status = 200, body = DeskAppointmentDone), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(in super::super) async fn no_show(
    access: Allowed<policy::WorkDesk>,
    State(front_desk): State<FrontDesk>,
    language: AcceptedLanguage,
    PathId(id): PathId<AppointmentId>,
) -> Result<Json<DeskAppointmentDone>, Failure> {
    let act = by_hand(&access.scope, spoken(&language));
    end(&front_desk, &access.scope, act, id, Ending::NoShow).await
}

async fn end(
    front_desk: &FrontDesk,
    scope: &Scope,
    act: Act,
    id: AppointmentId,
    ending: Ending,
) -> Result<Json<DeskAppointmentDone>, Failure> {
    let (change, language) = (act.key.clone(), act.language);
    let (business, entry) = front_desk.end_by_hand(scope, act, id, ending).await?;
    Ok(Json(done(&business, &entry, language, change)))
}

/// It took place. What that earns, it earns once; it is not taken back.
#[utoipa::path(post, path = "/api/desk/appointments/{id}/complete", tag = "desk", params(("id" = String, Path)),
    responses((status = 200, body = DeskAppointmentDone), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(in super::super) async fn complete(
    access: Allowed<policy::WorkDesk>,
    State(front_desk): State<FrontDesk>,
    language: AcceptedLanguage,
    PathId(id): PathId<AppointmentId>,
) -> Result<Json<DeskAppointmentDone>, Failure> {
    let (scope, language) = (&access.scope, spoken(&language));
    let act = by_hand(scope, language);
    let change = act.key.clone();
    let tokens = match front_desk.complete(scope, id, act).await? {
        Finished::Done { tokens } => tokens,
        Finished::Before => 0,
        Finished::NotPossible => {
            // Whether there is none, or it ended otherwise.
            front_desk.appointment(scope, id).await?;
            let problem = "the appointment was cancelled, or nobody came; it cannot have taken place";
            return Err(Failure::new(ErrorCode::WrongState, problem));
        }
    };
    let (business, entry, _) = front_desk.appointment(scope, id).await?;
    Ok(Json(DeskAppointmentDone { tokens: Some(tokens), ..done(&business, &entry, language, change) }))
}
