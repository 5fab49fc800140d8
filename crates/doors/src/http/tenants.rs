//! Tenants, for the owners of the installation.

use axum::Json;
use axum::extract::State;
use conserje_operate::{App, NewTenant, Operate, Tenant};
use conserje_protocol::{CreateTenantRequest, CreatedTenantReply, Problem, TenantReply, TenantsReply};
use http::StatusCode;

use super::settings::{language_name, language_of};
use crate::wire::extract::JsonBody;
use crate::wire::failure::Failure;
use crate::wire::{Allowed, policy};

/// Every tenant of the installation.
#[utoipa::path(get, path = "/api/tenants", tag = "users",
    responses((status = 200, body = TenantsReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn list(
    access: Allowed<policy::ManageUsers>,
    State(operate): State<Operate>,
) -> Result<Json<TenantsReply>, Failure> {
    let all = operate.tenants_for(&access.scope).await?;
    Ok(Json(TenantsReply { items: all.into_iter().map(render).collect(), next_cursor: None }))
}

/// Makes a tenant with an owner, and a link with which they choose a password.
#[utoipa::path(post, path = "/api/tenants", tag = "users", request_body = CreateTenantRequest,
    responses((status = 201, body = CreatedTenantReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn create(
    access: Allowed<policy::ManageUsers>,
    State(app): State<App>,
    State(operate): State<Operate>,
    JsonBody(body): JsonBody<CreateTenantRequest>,
) -> Result<(StatusCode, Json<CreatedTenantReply>), Failure> {
    let new = NewTenant {
        slug: body.slug,
        name: body.name,
        language: language_of(body.language),
        owner: body.owner,
    };
    let (made, token) = operate.make_tenant(&access.scope, new).await?;
    // Behind `#`, so that it is in no server's or proxy's log.
    let url = format!("{}/welcome#{}", app.public_url(), token.expose());
    Ok((StatusCode::CREATED, Json(CreatedTenantReply { tenant: render(made), url })))
}

fn render(tenant: Tenant) -> TenantReply {
    TenantReply {
        id: tenant.id.to_string(),
        slug: tenant.slug,
        name: tenant.name,
        language: language_name(tenant.language),
        created_at: tenant.created_at.to_string(),
    }
}
