//! API keys.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use conserje_accounts::{Access, ApiKey, NewKey};
use conserje_kernel::{ApiKeyId, KeyScope, KeyScopes};
use conserje_operate::App;
use conserje_protocol::{
    ApiKeyReply, ApiKeysReply, CreateApiKeyRequest, CreatedApiKeyReply, ErrorCode, Problem,
};
use http::StatusCode;

use crate::wire::extract::{JsonBody, PathId};
use crate::wire::failure::Failure;
use crate::wire::idempotency::{Creating, IdempotencyKey, once};
use crate::wire::{Allowed, policy};

/// Makes a key for the caller.
#[utoipa::path(post, path = "/api/keys", tag = "keys", request_body = CreateApiKeyRequest,
    params(("Idempotency-Key" = Option<String>, Header, max_length = 200)),
    responses((status = 201, body = CreatedApiKeyReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn create(
    allowed: Allowed<policy::ManageApiKeys>,
    State(app): State<App>,
    key: IdempotencyKey,
    JsonBody(body): JsonBody<CreateApiKeyRequest>,
) -> Result<Response, Failure> {
    let invalid = |problem: String| Failure::new(ErrorCode::InvalidValue, problem);
    let scopes: Result<Vec<KeyScope>, _> = body.scopes.iter().map(|scope| scope.parse()).collect();
    let scopes: KeyScopes = scopes.map_err(|error| invalid(format!("{error}")))?.into_iter().collect();
    if let Some(days @ (0 | 3651..)) = body.expires_in_days {
        return Err(invalid(format!("`expiresInDays` is {days}; use 1 to 3650, or leave it out")));
    }
    let user = allowed.scope.user().ok_or_else(|| Failure::not_found("user"))?;
    let creating = Creating { route: "POST /api/keys", path: String::new(), body: &body };
    once(&app, &allowed.scope, key, creating, async |id: ApiKeyId| {
        let lasts = body.expires_in_days.map(|days| Duration::from_secs(u64::from(days) * 24 * 3600));
        let new = NewKey { id, user, name: body.name.clone(), scopes: scopes.clone(), lasts };
        let (made, token) = app.access().create_key(&allowed.scope, new).await?;
        let reply = CreatedApiKeyReply {
            id: made.id.to_string(),
            key: token.expose().to_owned(),
            api_key: render(made),
        };
        Ok((StatusCode::CREATED, reply))
    })
    .await
}

/// The caller's keys; everybody's for those who run the tenant.
#[utoipa::path(get, path = "/api/keys", tag = "keys",
    responses((status = 200, body = ApiKeysReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn list(
    allowed: Allowed<policy::ReadApiKeys>,
    State(access): State<Access>,
) -> Result<Json<ApiKeysReply>, Failure> {
    let keys = access.keys(&allowed.scope).await?;
    Ok(Json(ApiKeysReply { items: keys.into_iter().map(render).collect(), next_cursor: None }))
}

/// Ends a key; streams that it opened end within seconds.
#[utoipa::path(delete, path = "/api/keys/{id}", tag = "keys", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn revoke(
    allowed: Allowed<policy::ManageApiKeys>,
    State(access): State<Access>,
    PathId(id): PathId<ApiKeyId>,
) -> Result<StatusCode, Failure> {
    access.revoke_key(&allowed.scope, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn render(key: ApiKey) -> ApiKeyReply {
    ApiKeyReply {
        id: key.id.to_string(),
        user_id: key.user.to_string(),
        name: key.name,
        prefix: key.prefix,
        scopes: key.scopes.iter().map(|scope| scope.name().to_owned()).collect(),
        created_at: key.created_at.to_string(),
        expires_at: key.expires_at.map(|moment| moment.to_string()),
        last_used_at: key.last_used_at.map(|moment| moment.to_string()),
        revoked_at: key.revoked_at.map(|moment| moment.to_string()),
    }
}
