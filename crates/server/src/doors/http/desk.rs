//! The front desk's door: a business is taken over from its files.

use std::path::Path;

use axum::Json;
use axum::extract::State;
use conserje_business::desk::counter::{Counter, DeskError};
use conserje_business::desk::import::{Files, import};
use conserje_business::desk::model::Business;
use conserje_protocol::{BusinessReply, ErrorCode, ImportBusinessRequest, Problem};

use super::JsonBody;
use super::failure::Failure;
use crate::access::{Allowed, policy};
use crate::app::App;

/// What the tenant's front desk has.
#[utoipa::path(get, path = "/api/desk/business", tag = "desk",
    responses((status = 200, body = BusinessReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn get(
    access: Allowed<policy::ReadAudit>,
    State(app): State<App>,
) -> Result<Json<BusinessReply>, Failure> {
    Ok(Json(summary(&counter(&app).business(&access.scope).await?)))
}

/// Takes a business over from its files, whole or not at all; every fault is named with its line. What is booked, ordered
/// and earned stays.
#[utoipa::path(put, path = "/api/desk/business", tag = "desk", request_body = ImportBusinessRequest,
    responses((status = 200, body = BusinessReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn put(
    access: Allowed<policy::ManageAssistants>,
    State(app): State<App>,
    JsonBody(body): JsonBody<ImportBusinessRequest>,
) -> Result<Json<BusinessReply>, Failure> {
    let menu = body.menu.as_deref().map(|text| (Path::new("menu.csv"), text));
    let files = Files { business: (Path::new("business.toml"), &body.business), menu };
    let business = import(files).map_err(|error| Failure::new(ErrorCode::InvalidValue, error.to_string()))?;
    counter(&app).take_over(&access.scope, &business).await?;
    Ok(Json(summary(&business)))
}

fn counter(app: &App) -> Counter {
    Counter::new(app.store().clone())
}

fn summary(business: &Business) -> BusinessReply {
    BusinessReply {
        name: business.name.es.clone(),
        currency: business.currency.code().to_owned(),
        branches: business.branches.len(),
        staff: business.staff.len(),
        services: business.services.len(),
        policies: business.policies.len(),
        menu_items: business.menu.len(),
    }
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
