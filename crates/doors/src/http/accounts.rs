//! Signing in and out; the people of a tenant.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use conserje_accounts::{Access, NewAccount, SignedIn, login_cookie};
use conserje_kernel::{Secret, UserId};
use conserje_operate::App;
use conserje_protocol::{
    AccountReply, ChangePasswordRequest, CreateUserRequest, LoginReply, LoginRequest, OneTimeLinkReply,
    Problem, RedeemLinkRequest, UpdateUserRequest, UserReply, UsersReply,
};
use http::{HeaderMap, HeaderValue, StatusCode, header};

use crate::wire::extract::{JsonBody, PathId};
use crate::wire::failure::Failure;
use crate::wire::idempotency::{Creating, IdempotencyKey, once};
use crate::wire::{Allowed, Open, policy, render};

/// Signs a browser in.
#[utoipa::path(post, path = "/api/auth/login", tag = "access", request_body = LoginRequest, security(()),
    responses((status = 200, body = LoginReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn login(
    _: Open,
    State(access): State<Access>,
    JsonBody(body): JsonBody<LoginRequest>,
) -> Result<Response, Failure> {
    let signed_in = access.sign_in(&body.email, Secret::new(body.password), body.tenant).await?;
    Ok(welcome(&access, signed_in))
}

/// Uses a one-time link up: chooses a password and signs in.
#[utoipa::path(post, path = "/api/auth/link", tag = "access", request_body = RedeemLinkRequest, security(()),
    responses((status = 200, body = LoginReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn redeem(
    _: Open,
    State(access): State<Access>,
    JsonBody(body): JsonBody<RedeemLinkRequest>,
) -> Result<Response, Failure> {
    let signed_in = access.redeem_link(&body.token, Secret::new(body.password)).await?;
    Ok(welcome(&access, signed_in))
}

fn welcome(access: &Access, signed_in: SignedIn) -> Response {
    let cookie = login_cookie(Some(&signed_in.token), access.secure_cookies());
    let reply = LoginReply { csrf_token: signed_in.csrf_token(), user: render::user(signed_in.user) };
    with_cookie(Json(reply).into_response(), &cookie)
}

fn with_cookie(mut response: Response, cookie: &str) -> Response {
    // Tokens are base64url: always a valid header.
    if let Ok(value) = HeaderValue::from_str(cookie) {
        response.headers_mut().insert(header::SET_COOKIE, value);
    }
    response
}

/// Signs this browser out.
#[utoipa::path(post, path = "/api/auth/logout", tag = "access",
    responses((status = 204), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn logout(
    allowed: Allowed<policy::ReadOwnAccount>,
    State(access): State<Access>,
) -> Result<Response, Failure> {
    access.sign_out(&allowed.scope).await?;
    Ok(with_cookie(StatusCode::NO_CONTENT.into_response(), &login_cookie(None, access.secure_cookies())))
}

/// Signs the caller out of every browser.
#[utoipa::path(post, path = "/api/auth/logout-everywhere", tag = "access",
    responses((status = 204), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn logout_everywhere(
    allowed: Allowed<policy::ManageOwnAccount>,
    State(access): State<Access>,
) -> Result<Response, Failure> {
    access.sign_out_everywhere(&allowed.scope).await?;
    Ok(with_cookie(StatusCode::NO_CONTENT.into_response(), &login_cookie(None, access.secure_cookies())))
}

/// Who the caller is and what they may do.
#[utoipa::path(get, path = "/api/auth/me", tag = "access",
    responses((status = 200, body = AccountReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn me(
    allowed: Allowed<policy::ReadOwnAccount>,
    State(access): State<Access>,
    headers: HeaderMap,
) -> Result<Json<AccountReply>, Failure> {
    let (user, tenant) = access.own_account(&allowed.scope).await?;
    Ok(Json(AccountReply {
        user: render::user(user),
        tenant_id: tenant.id.to_string(),
        tenant_slug: tenant.slug,
        tenant_name: tenant.name,
        permissions: Access::permissions(&allowed.scope).into_iter().map(str::to_owned).collect(),
        csrf_token: access.csrf_token_for(&headers),
    }))
}

/// Changes the caller's password; every other login of theirs ends.
#[utoipa::path(post, path = "/api/account/password", tag = "access", request_body = ChangePasswordRequest,
    responses((status = 204), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn change_password(
    allowed: Allowed<policy::ManageOwnAccount>,
    State(access): State<Access>,
    JsonBody(body): JsonBody<ChangePasswordRequest>,
) -> Result<StatusCode, Failure> {
    let (current, new) = (Secret::new(body.current_password), Secret::new(body.new_password));
    access.change_password(&allowed.scope, current, new).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The people of the tenant.
#[utoipa::path(get, path = "/api/users", tag = "users",
    responses((status = 200, body = UsersReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn list(
    allowed: Allowed<policy::ReadUsers>,
    State(access): State<Access>,
) -> Result<Json<UsersReply>, Failure> {
    let users = access.users(&allowed.scope).await?;
    Ok(Json(UsersReply { items: users.into_iter().map(render::user).collect(), next_cursor: None }))
}

/// Lets somebody in.
#[utoipa::path(post, path = "/api/users", tag = "users", request_body = CreateUserRequest,
    params(("Idempotency-Key" = Option<String>, Header, max_length = 200)),
    responses((status = 201, body = UserReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn create(
    allowed: Allowed<policy::ManageUsers>,
    State(app): State<App>,
    key: IdempotencyKey,
    JsonBody(body): JsonBody<CreateUserRequest>,
) -> Result<Response, Failure> {
    let role = body.role.known()?;
    let bound = (&body.email, &body.name, &body.role, &body.password);
    let creating = Creating { route: "POST /api/users", path: String::new(), body: &bound };
    once(&app, &allowed.scope, key, creating, async |id: UserId| {
        let account = NewAccount {
            id,
            email: body.email.clone(),
            name: body.name.clone(),
            role,
            password: body.password.clone().map(Secret::new),
        };
        let made = app.access().create_user(&allowed.scope, account).await?;
        Ok((StatusCode::CREATED, render::user(made)))
    })
    .await
}

/// Changes a role, or lets somebody in or out.
#[utoipa::path(patch, path = "/api/users/{id}", tag = "users", params(("id" = String, Path)),
    request_body = UpdateUserRequest,
    responses((status = 200, body = UserReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn update(
    allowed: Allowed<policy::ManageUsers>,
    State(access): State<Access>,
    PathId(id): PathId<UserId>,
    JsonBody(body): JsonBody<UpdateUserRequest>,
) -> Result<Json<UserReply>, Failure> {
    let role = body.role.map(|role| role.known()).transpose()?;
    Ok(Json(render::user(access.update_user(&allowed.scope, id, role, body.disabled).await?)))
}

/// Makes a link that lets somebody in once, and to set a password.
#[utoipa::path(post, path = "/api/users/{id}/link", tag = "users", params(("id" = String, Path)),
    responses((status = 201, body = OneTimeLinkReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn link(
    allowed: Allowed<policy::ManageUsers>,
    State(app): State<App>,
    PathId(id): PathId<UserId>,
) -> Result<(StatusCode, Json<OneTimeLinkReply>), Failure> {
    let token = app.access().one_time_link(&allowed.scope, id).await?;
    // Behind `#`, so that it is in no server's or proxy's log.
    let url = format!("{}/welcome#{}", app.public_url(), token.expose());
    Ok((StatusCode::CREATED, Json(OneTimeLinkReply { url })))
}
