//! Orders: the board of the kitchen.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use conserje_desk::front_desk::FrontDesk;
use conserje_desk::work::ordering::{NewTicket, Wanted};
use conserje_desk::work::orders::Step;
use conserje_kernel::{OrderId, OrderStage};
use conserje_operate::App;
use conserje_protocol::{
    CreateDeskOrderRequest, DeskOrderDone, DeskOrderFileReply, DeskOrderStatus, DeskOrderStep,
    DeskOrdersReply, MoveDeskOrderRequest, Problem,
};
use http::StatusCode;
use serde::Deserialize;
use utoipa::IntoParams;

use super::appointments::{local, whom};
use super::render::{self, Names};
use super::{by_hand, spoken, under};
use crate::wire::extract::{AcceptedLanguage, JsonBody, PathId, QueryOf};
use crate::wire::failure::Failure;
use crate::wire::idempotency::{Creating, IdempotencyKey, once};
use crate::wire::{Allowed, policy};

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in super::super) struct OrdersQuery {
    /// All unless told.
    #[param(inline)]
    status: Option<DeskOrderStatus>,
    branch: Option<String>,
}

/// What is under way, and what was over within a day; the soonest to be ready first.
#[utoipa::path(get, path = "/api/desk/orders", tag = "desk", params(OrdersQuery),
    responses((status = 200, body = DeskOrdersReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(in super::super) async fn list(
    access: Allowed<policy::ReadDesk>,
    State(front_desk): State<FrontDesk>,
    language: AcceptedLanguage,
    QueryOf(query): QueryOf<OrdersQuery>,
) -> Result<Json<DeskOrdersReply>, Failure> {
    let (business, tickets) = front_desk.orders(&access.scope, query.branch).await?;
    let names = Names { business: &business, language: spoken(&language) };
    let items = tickets
        .iter()
        .map(|ticket| names.order(ticket))
        .filter(|order| query.status.is_none_or(|status| order.status == status))
        .collect();
    Ok(Json(DeskOrdersReply { items }))
}

/// Takes an order, on the telephone or at the counter. It costs what the menu says, and what there is not is not sold.
#[utoipa::path(post, path = "/api/desk/orders", tag = "desk", request_body = CreateDeskOrderRequest,
    params(("Idempotency-Key" = Option<String>, Header, max_length = 200)),
    responses((status = 201, body = DeskOrderDone), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(in super::super) async fn create(
    access: Allowed<policy::WorkDesk>,
    State(app): State<App>,
    language: AcceptedLanguage,
    key: IdempotencyKey,
    JsonBody(body): JsonBody<CreateDeskOrderRequest>,
) -> Result<Response, Failure> {
    let (scope, language, front_desk) = (&access.scope, spoken(&language), app.front_desk().clone());
    let new = ticket(body.clone())?;
    let creating = Creating { route: "POST /api/desk/orders", path: String::new(), body: &body };
    once(&app, scope, key, creating, async |id: OrderId| {
        let act = under(scope, language, id.as_uuid());
        let change = act.key.clone();
        let (business, ticket) = front_desk.order_by_hand(scope, act, new).await?;
        let order = Names { business: &business, language }.order(&ticket);
        Ok((StatusCode::CREATED, DeskOrderDone { order, change }))
    })
    .await
}

fn ticket(body: CreateDeskOrderRequest) -> Result<NewTicket, Failure> {
    let wanted = body.items.into_iter().map(|item| Wanted {
        item: item.item_id,
        quantity: item.quantity,
        notes: item.notes,
    });
    Ok(NewTicket {
        customer: whom(body.customer_id, body.customer)?,
        items: wanted.collect(),
        kind: body.kind,
        branch: body.branch_id,
        address: body.address,
        at: body.time.as_deref().map(|time| local("time", time)).transpose()?,
    })
}

/// One order, with all that happened to it.
#[utoipa::path(get, path = "/api/desk/orders/{id}", tag = "desk", params(("id" = String, Path)),
    responses((status = 200, body = DeskOrderFileReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(in super::super) async fn get(
    access: Allowed<policy::ReadDesk>,
    State(app): State<App>,
    State(front_desk): State<FrontDesk>,
    language: AcceptedLanguage,
    PathId(id): PathId<OrderId>,
) -> Result<Json<DeskOrderFileReply>, Failure> {
    let (business, ticket, history) = front_desk.order(&access.scope, id).await?;
    let names = Names { business: &business, language: spoken(&language) };
    let (now, undo) = (app.now(), app.desk_undo());
    let history = history.into_iter().map(|record| render::change(record, now, undo)).collect();
    Ok(Json(DeskOrderFileReply { order: names.order(&ticket), history }))
}

/// Moves an order on its way. Steps may be left out, not gone back: that is `POST /api/desk/undo`. What a paid order earns,
/// it earns once.
#[utoipa::path(post, path = "/api/desk/orders/{id}/move", tag = "desk", params(("id" = String, Path)),
    request_body = MoveDeskOrderRequest,
    responses((status = 200, body = DeskOrderDone), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(in super::super) async fn advance(
    access: Allowed<policy::WorkDesk>,
    State(front_desk): State<FrontDesk>,
    language: AcceptedLanguage,
    PathId(id): PathId<OrderId>,
    JsonBody(body): JsonBody<MoveDeskOrderRequest>,
) -> Result<Json<DeskOrderDone>, Failure> {
    let (scope, language) = (&access.scope, spoken(&language));
    let step = match body.to {
        DeskOrderStep::Preparing => Step::To(OrderStage::Preparing),
        DeskOrderStep::Ready => Step::To(OrderStage::Ready),
        DeskOrderStep::OutForDelivery => Step::To(OrderStage::OutForDelivery),
        DeskOrderStep::PickedUp => Step::To(OrderStage::PickedUp),
        DeskOrderStep::Completed => Step::To(OrderStage::Completed),
        DeskOrderStep::Paid => Step::Paid,
        DeskOrderStep::Void => Step::Void,
    };
    let act = by_hand(scope, language);
    let change = act.key.clone();
    let (business, ticket) = front_desk.advance_order(scope, act, id, step).await?;
    Ok(Json(DeskOrderDone { order: Names { business: &business, language }.order(&ticket), change }))
}
