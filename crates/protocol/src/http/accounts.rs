//! Passwords come as plain strings: these types have no `Debug`, so that none is printed by accident.

use conserje_kernel::Role;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Given;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LoginRequest {
    #[schema(format = "email", max_length = 254)]
    pub email: String,
    #[schema(format = "password", max_length = 1024)]
    pub password: String,
    /// Which tenant, for someone who is in several under the same address.
    #[schema(max_length = 63)]
    pub tenant: Option<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RedeemLinkRequest {
    pub token: String,
    /// The password to sign in with from now on: 10 to 1024 characters.
    #[schema(format = "password", min_length = 10, max_length = 1024)]
    pub password: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChangePasswordRequest {
    #[schema(format = "password")]
    pub current_password: String,
    /// The password to sign in with from now on: 10 to 1024 characters.
    #[schema(format = "password", min_length = 10, max_length = 1024)]
    pub new_password: String,
}

/// Signed in: the cookie is set. Requests that change something repeat `csrfToken` as `x-csrf-token`.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoginReply {
    pub user: UserReply,
    pub csrf_token: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserReply {
    pub id: String,
    pub email: String,
    pub name: String,
    pub role: Role,
    pub created_at: String,
    pub disabled_at: Option<String>,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsersReply {
    pub items: Vec<UserReply>,
    pub next_cursor: Option<String>,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountReply {
    pub user: UserReply,
    pub tenant_id: String,
    pub tenant_slug: String,
    pub tenant_name: String,
    /// What the caller may do, with the credential in use.
    pub permissions: Vec<String>,
    /// For a signed-in browser only.
    pub csrf_token: Option<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateUserRequest {
    #[schema(format = "email", max_length = 254)]
    pub email: String,
    #[schema(min_length = 1, max_length = 200)]
    pub name: String,
    /// Not `guest`: guests come by themselves.
    #[schema(value_type = Role)]
    pub role: Given<Role>,
    /// Left out, the reply of `conserje users link` lets them choose one.
    #[schema(format = "password", min_length = 10, max_length = 1024)]
    pub password: Option<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateUserRequest {
    /// Not `guest`: guests come by themselves.
    #[schema(value_type = Option<Role>)]
    pub role: Option<Given<Role>>,
    pub disabled: Option<bool>,
}
