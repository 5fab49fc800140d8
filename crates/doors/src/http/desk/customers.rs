//! Customers and their tokens.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use conserje_desk::front_desk::FrontDesk;
use conserje_desk::work::WorkError;
use conserje_desk::work::customers::{Adjustment, Edit, File, NewCustomer};
use conserje_desk::work::orders::Ticket;
use conserje_kernel::CustomerId;
use conserje_operate::App;
use conserje_protocol::{
    CreateDeskCustomerRequest, DeskContact, DeskCustomerDone, DeskCustomerFileReply, DeskCustomerProblem,
    DeskCustomersReply, DeskTokensRequest, EditDeskCustomerRequest, ErrorCode, Problem,
};
use http::StatusCode;
use serde::Deserialize;
use utoipa::IntoParams;

use super::appointments::contact;
use super::editing::IfMatch;
use super::render::{self, Names};
use super::{by_hand, conflict, spoken, under};
use crate::wire::extract::{AcceptedLanguage, JsonBody, PathId, QueryOf};
use crate::wire::failure::Failure;
use crate::wire::idempotency::{Creating, IdempotencyKey, once};
use crate::wire::{Allowed, policy, trace};

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in super::super) struct CustomersQuery {
    /// A piece of the name, email or phone.
    #[serde(default)]
    #[param(required = false)]
    q: String,
}

/// Whom the business serves, whoever was last heard of first; at most 200.
#[utoipa::path(get, path = "/api/desk/customers", tag = "desk", params(CustomersQuery),
    responses((status = 200, body = DeskCustomersReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(in super::super) async fn list(
    access: Allowed<policy::ReadDesk>,
    State(front_desk): State<FrontDesk>,
    QueryOf(query): QueryOf<CustomersQuery>,
) -> Result<Json<DeskCustomersReply>, Failure> {
    let found = front_desk.customers(&access.scope, &query.q).await?;
    let items = found.customers.into_iter().map(render::customer).collect();
    Ok(Json(DeskCustomersReply { items, total: found.total }))
}

/// Makes somebody a customer. Where their telephone is known already, the answer says whose it is.
#[utoipa::path(post, path = "/api/desk/customers", tag = "desk", request_body = CreateDeskCustomerRequest,
    params(("Idempotency-Key" = Option<String>, Header, max_length = 200)),
    responses((status = 201, body = DeskCustomerDone), (status = 409, body = DeskCustomerProblem),
        (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(in super::super) async fn create(
    access: Allowed<policy::WorkDesk>,
    State(app): State<App>,
    language: AcceptedLanguage,
    key: IdempotencyKey,
    JsonBody(body): JsonBody<CreateDeskCustomerRequest>,
) -> Result<Response, Failure> {
    let (scope, front_desk) = (&access.scope, app.front_desk().clone());
    let creating = Creating { route: "POST /api/desk/customers", path: String::new(), body: &body };
    let mut known = None;
    let made = once(&app, scope, key, creating, async |id: CustomerId| {
        let act = under(scope, spoken(&language), id.as_uuid());
        let change = act.key.clone();
        let CreateDeskCustomerRequest { name, phone, email, notes } = body.clone();
        let new = NewCustomer { contact: contact(DeskContact { name, email, phone }), notes };
        match front_desk.register(scope, act, new).await {
            Ok(made) => {
                Ok((StatusCode::CREATED, DeskCustomerDone { customer: render::customer(made), change }))
            }
            Err(error) => {
                if let WorkError::Known { customer } = &error {
                    let trace = trace::current().to_string();
                    let problem = Problem::new(ErrorCode::AlreadyExists, error.to_string(), trace);
                    let customer = render::customer((**customer).clone());
                    known = Some(conflict(&DeskCustomerProblem { problem, customer }));
                }
                Err(error.into())
            }
        }
    });
    match (made.await, known) {
        (Err(_), Some(known)) => Ok(known),
        (made, _) => made,
    }
}

/// Somebody, with what they booked, ordered and earned.
#[utoipa::path(get, path = "/api/desk/customers/{id}", tag = "desk", params(("id" = String, Path)),
    responses((status = 200, body = DeskCustomerFileReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(in super::super) async fn get(
    access: Allowed<policy::ReadDesk>,
    State(app): State<App>,
    State(front_desk): State<FrontDesk>,
    language: AcceptedLanguage,
    PathId(id): PathId<CustomerId>,
) -> Result<Json<DeskCustomerFileReply>, Failure> {
    let File { business, customer, appointments, orders, ledger, sessions, history } =
        front_desk.customer(&access.scope, id).await?;
    let names = Names { business: &business, language: spoken(&language) };
    let (now, undo) = (app.now(), app.desk_undo());
    let whose = || Some(customer.clone());
    Ok(Json(DeskCustomerFileReply {
        appointments: appointments.iter().map(|entry| names.appointment(entry)).collect(),
        orders: orders.into_iter().map(|order| names.order(&Ticket { order, customer: whose() })).collect(),
        ledger: ledger.into_iter().map(render::ledger).collect(),
        session_ids: sessions.into_iter().map(|id| id.to_string()).collect(),
        history: history.into_iter().map(|record| render::change(record, now, undo)).collect(),
        customer: render::customer(customer.clone()),
    }))
}

/// Says what is known of somebody. With `If-Match` only if nobody changed it since.
#[utoipa::path(put, path = "/api/desk/customers/{id}", tag = "desk",
    params(("id" = String, Path), ("If-Match" = Option<String>, Header)), request_body = EditDeskCustomerRequest,
    responses((status = 200, body = DeskCustomerDone), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(in super::super) async fn put(
    access: Allowed<policy::WorkDesk>,
    State(front_desk): State<FrontDesk>,
    language: AcceptedLanguage,
    at: (PathId<CustomerId>, IfMatch),
    JsonBody(body): JsonBody<EditDeskCustomerRequest>,
) -> Result<Json<DeskCustomerDone>, Failure> {
    let (PathId(id), IfMatch(seen)) = at;
    let act = by_hand(&access.scope, spoken(&language));
    let change = act.key.clone();
    let EditDeskCustomerRequest { name, email, phone, notes } = body;
    let edit = Edit { contact: contact(DeskContact { name, email, phone }), notes, seen };
    let edited = front_desk.edit_customer(&access.scope, act, id, edit).await?;
    Ok(Json(DeskCustomerDone { customer: render::customer(edited), change }))
}

/// Gives tokens or takes them, and says why.
#[utoipa::path(post, path = "/api/desk/customers/{id}/tokens", tag = "desk", request_body = DeskTokensRequest,
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header, max_length = 200)),
    responses((status = 200, body = DeskCustomerDone), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(in super::super) async fn adjust(
    access: Allowed<policy::WorkDesk>,
    State(app): State<App>,
    language: AcceptedLanguage,
    at: (PathId<CustomerId>, IdempotencyKey),
    JsonBody(body): JsonBody<DeskTokensRequest>,
) -> Result<Response, Failure> {
    let (PathId(id), key) = at;
    let (scope, front_desk) = (&access.scope, app.front_desk().clone());
    let creating =
        Creating { route: "POST /api/desk/customers/{id}/tokens", path: id.to_string(), body: &body };
    once(&app, scope, key, creating, async |entry: uuid::Uuid| {
        let act = under(scope, spoken(&language), entry);
        let change = act.key.clone();
        let adjustment = Adjustment { tokens: body.tokens, reason: body.reason.clone() };
        let adjusted = front_desk.adjust_tokens(scope, act, id, adjustment).await?;
        Ok((StatusCode::OK, DeskCustomerDone { customer: render::customer(adjusted), change }))
    })
    .await
}
