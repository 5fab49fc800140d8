//! The front desk's door: a business is taken over from its files, and its people see and do what is to be done there.

pub(super) mod appointments;
pub(super) mod blocks;
pub(super) mod customers;
pub(super) mod editing;
pub(super) mod live;
pub(super) mod orders;
mod render;
pub(super) mod waiting;
pub(super) mod walk_in;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use conserje_desk::front_desk::{DeskError, FrontDesk, Undone};
use conserje_desk::model::Business;
use conserje_desk::rows::Trace;
use conserje_desk::work::{Act, WorkError};
use conserje_kernel::{Language, Scope};
use conserje_operate::packs::included;
use conserje_operate::{App, Operate, read_business};
use conserje_protocol::{
    BusinessReply, DeskDemoRequest, DeskDemosReply, DeskUndoRequest, ErrorCode, ImportBusinessRequest,
    Problem,
};
use http::{HeaderValue, StatusCode, header};
use serde::Serialize;

use crate::wire::extract::AcceptedLanguage;
use crate::wire::failure::Failure;
use crate::wire::{Allowed, JsonBody, policy};

/// What the tenant's front desk has.
#[utoipa::path(get, path = "/api/desk/business", tag = "desk",
    responses((status = 200, body = BusinessReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn get(
    access: Allowed<policy::ReadDesk>,
    State(front_desk): State<FrontDesk>,
) -> Result<Json<BusinessReply>, Failure> {
    Ok(Json(summary(&front_desk.business(&access.scope).await?)))
}

/// Takes a business over from its files, whole or not at all; every fault is named with its line. What is booked, ordered
/// and earned stays.
#[utoipa::path(put, path = "/api/desk/business", tag = "desk", request_body = ImportBusinessRequest,
    responses((status = 200, body = BusinessReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn put(
    access: Allowed<policy::ManageAssistants>,
    State(app): State<App>,
    State(front_desk): State<FrontDesk>,
    JsonBody(body): JsonBody<ImportBusinessRequest>,
) -> Result<Json<BusinessReply>, Failure> {
    let business = read_business(&body.business, body.menu.as_deref())?;
    front_desk.take_over(&access.scope, &business).await?;
    // Which trade it is in says who answers.
    app.conversations().forget_assistants(&access.scope);
    Ok(Json(summary(&business)))
}

/// The business as files that `PUT /api/desk/business` and `conserje desk import` take.
#[utoipa::path(get, path = "/api/desk/files", tag = "desk",
    responses((status = 200, body = ImportBusinessRequest), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn files(
    access: Allowed<policy::ReadDesk>,
    State(front_desk): State<FrontDesk>,
) -> Result<Json<ImportBusinessRequest>, Failure> {
    let written = front_desk.files(&access.scope).await?;
    Ok(Json(ImportBusinessRequest { business: written.business, menu: written.menu }))
}

/// Invented businesses that come with the program.
#[utoipa::path(get, path = "/api/desk/demos", tag = "desk",
    responses((status = 200, body = DeskDemosReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn demos(_: Allowed<policy::ReadDesk>) -> Json<DeskDemosReply> {
    Json(DeskDemosReply { items: included::demos().into_iter().map(str::to_owned).collect() })
}

/// Takes over one of the invented businesses, where there is none yet.
#[utoipa::path(post, path = "/api/desk/demos", tag = "desk", request_body = DeskDemoRequest,
    responses((status = 200, body = BusinessReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn try_demo(
    access: Allowed<policy::ManageAssistants>,
    State(operate): State<Operate>,
    JsonBody(body): JsonBody<DeskDemoRequest>,
) -> Result<Json<BusinessReply>, Failure> {
    let business = operate.try_demo_business(&access.scope, &body.name).await?;
    Ok(Json(summary(&business)))
}

/// Takes back what an assistant or somebody of the staff did, if it was not long ago and nothing stands against it.
#[utoipa::path(post, path = "/api/desk/undo", tag = "desk", request_body = DeskUndoRequest,
    responses((status = 204), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn undo(
    access: Allowed<policy::WorkDesk>,
    State(app): State<App>,
    State(front_desk): State<FrontDesk>,
    JsonBody(body): JsonBody<DeskUndoRequest>,
) -> Result<StatusCode, Failure> {
    let (scope, within) = (&access.scope, Some(app.desk_undo()));
    match front_desk.undo_within(scope, &body.change, within, Trace::by(scope.user())).await? {
        Undone::Done | Undone::Before => Ok(StatusCode::NO_CONTENT),
        Undone::Unknown => Err(Failure::not_found("change")),
        Undone::TooLate => {
            let problem = "this cannot be taken back any more: too much time has passed, its time or stock is \
                           gone, it was paid or completed, or it was changed since";
            Err(Failure::new(ErrorCode::WrongState, problem))
        }
    }
}

fn summary(business: &Business) -> BusinessReply {
    BusinessReply {
        name: business.name.es.clone(),
        vertical: business.vertical.clone(),
        currency: business.currency.code().to_owned(),
        branches: business.branches.len(),
        staff: business.staff.len(),
        services: business.services.len(),
        policies: business.policies.len(),
        facts: business.facts.len(),
        menu_items: business.menu.len(),
    }
}

/// What the caller does, under a key of its own.
fn by_hand(scope: &Scope, language: Language) -> Act {
    under(scope, language, uuid::Uuid::now_v7())
}

/// What the caller does, under a key that is the same when it is tried again.
fn under(scope: &Scope, language: Language, id: uuid::Uuid) -> Act {
    Act { key: format!("hand_{}", id.simple()), trace: Trace::by(scope.user()), language }
}

/// A conflict with more to say than a problem has: what stands in the way.
fn conflict(body: &impl Serialize) -> Response {
    let mut response = (StatusCode::CONFLICT, Json(body)).into_response();
    let kind = HeaderValue::from_static("application/problem+json");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

fn spoken(language: &AcceptedLanguage) -> Language {
    language.0.unwrap_or_default()
}

impl From<DeskError> for Failure {
    fn from(error: DeskError) -> Self {
        match error {
            DeskError::NoBusiness => Self::not_found("business; import one first"),
            DeskError::Store(error) => error.into(),
            DeskError::Unreadable(_) => Self::internal(&error),
        }
    }
}

impl From<WorkError> for Failure {
    fn from(error: WorkError) -> Self {
        match error {
            WorkError::NotFound { what } => Self::not_found(what),
            WorkError::Invalid { problem } => Self::new(ErrorCode::InvalidValue, problem),
            WorkError::NotNow { problem } => Self::new(ErrorCode::WrongState, problem),
            WorkError::NotFree { why, .. } => Self::new(ErrorCode::SlotNotFree, why),
            WorkError::Known { .. } => Self::new(ErrorCode::AlreadyExists, error.to_string()),
            WorkError::Booked { .. } => Self::new(ErrorCode::SlotNotFree, error.to_string()),
            WorkError::ChangedMeanwhile { .. } => Self::new(ErrorCode::ChangedMeanwhile, error.to_string()),
            WorkError::AlreadyThere { .. } => Self::new(ErrorCode::AlreadyExists, error.to_string()),
            // The lines are those of files that nobody sees here.
            WorkError::Import(error) => {
                let problems: Vec<String> = error.faults.into_iter().map(|fault| fault.problem).collect();
                Self::new(ErrorCode::InvalidValue, problems.join("; "))
            }
            WorkError::Desk(error) => error.into(),
        }
    }
}
