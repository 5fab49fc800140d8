//! Time in which nothing is booked.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use conserje_desk::front_desk::FrontDesk;
use conserje_desk::work::WorkError;
use conserje_desk::work::appointments::{Days, Entry};
use conserje_desk::work::blocks::Stretch;
use conserje_kernel::{BlockId, Language, Scope};
use conserje_operate::App;
use conserje_protocol::{
    CreateDeskBlockRequest, DeskBlockDone, DeskBlockProblem, DeskBlocksReply, DeskChangedReply, ErrorCode,
    Problem,
};
use http::StatusCode;

use super::appointments::{DaysQuery, local, stretch};
use super::render::Names;
use super::{by_hand, conflict, spoken, under};
use crate::wire::extract::{AcceptedLanguage, JsonBody, PathId, QueryOf};
use crate::wire::failure::Failure;
use crate::wire::idempotency::{Creating, IdempotencyKey, once};
use crate::wire::{Allowed, policy, trace};

/// What is blocked on these days.
#[utoipa::path(get, path = "/api/desk/blocks", tag = "desk", params(DaysQuery),
    responses((status = 200, body = DeskBlocksReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(in super::super) async fn list(
    access: Allowed<policy::ReadDesk>,
    State(front_desk): State<FrontDesk>,
    language: AcceptedLanguage,
    QueryOf(query): QueryOf<DaysQuery>,
) -> Result<Json<DeskBlocksReply>, Failure> {
    let (first, last) = stretch(&query.from, query.to.as_deref())?;
    let days = Days { first, last, branch: query.branch, staff: query.staff };
    let (business, blocks) = front_desk.blocks(&access.scope, days).await?;
    let names = Names { business: &business, language: spoken(&language) };
    Ok(Json(DeskBlocksReply { items: blocks.iter().map(|block| names.block(block)).collect() }))
}

/// Keeps somebody's time, or a branch's, free of bookings. Where something is booked already, the answer names it.
#[utoipa::path(post, path = "/api/desk/blocks", tag = "desk", request_body = CreateDeskBlockRequest,
    params(("Idempotency-Key" = Option<String>, Header, max_length = 200)),
    responses((status = 201, body = DeskBlockDone), (status = 409, body = DeskBlockProblem),
        (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(in super::super) async fn create(
    access: Allowed<policy::WorkDesk>,
    State(app): State<App>,
    language: AcceptedLanguage,
    key: IdempotencyKey,
    JsonBody(body): JsonBody<CreateDeskBlockRequest>,
) -> Result<Response, Failure> {
    let (scope, language, front_desk) = (&access.scope, spoken(&language), app.front_desk().clone());
    let wanted = Stretch {
        branch: body.branch_id.clone(),
        staff: body.staff_id.clone(),
        from: local("start", &body.start)?,
        to: local("end", &body.end)?,
        reason: body.reason.clone(),
    };
    let creating = Creating { route: "POST /api/desk/blocks", path: String::new(), body: &body };
    let mut booked = None;
    let made = once(&app, scope, key, creating, async |id: BlockId| {
        let act = under(scope, language, id.as_uuid());
        let change = act.key.clone();
        match front_desk.block_time(scope, act, wanted).await {
            Ok((business, block)) => {
                let block = Names { business: &business, language }.block(&block);
                Ok((StatusCode::CREATED, DeskBlockDone { block, change }))
            }
            Err(error) => {
                if let WorkError::Booked { entries } = &error {
                    booked = Some(in_the_way(&front_desk, scope, (&error, entries), language).await?);
                }
                Err(error.into())
            }
        }
    });
    match (made.await, booked) {
        (Err(_), Some(booked)) => Ok(booked),
        (made, _) => made,
    }
}

async fn in_the_way(
    front_desk: &FrontDesk,
    scope: &Scope,
    (error, entries): (&WorkError, &[Entry]),
    language: Language,
) -> Result<Response, Failure> {
    let business = front_desk.business(scope).await?;
    let names = Names { business: &business, language };
    let problem = Problem::new(ErrorCode::SlotNotFree, error.to_string(), trace::current().to_string());
    let appointments = entries.iter().map(|entry| names.appointment(entry)).collect();
    Ok(conflict(&DeskBlockProblem { problem, appointments }))
}

/// The time can be booked again.
#[utoipa::path(delete, path = "/api/desk/blocks/{id}", tag = "desk", params(("id" = String, Path)),
    responses((status = 200, body = DeskChangedReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(in super::super) async fn remove(
    access: Allowed<policy::WorkDesk>,
    State(front_desk): State<FrontDesk>,
    language: AcceptedLanguage,
    PathId(id): PathId<BlockId>,
) -> Result<Json<DeskChangedReply>, Failure> {
    let act = by_hand(&access.scope, spoken(&language));
    let change = act.key.clone();
    front_desk.unblock(&access.scope, act, id).await?;
    Ok(Json(DeskChangedReply { change }))
}
