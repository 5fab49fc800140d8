//! What the tenant says of itself, and how it looks.

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use conserje_kernel::{Address, Digest, Feature, Language};
use conserje_operate::{Change, LARGEST_LOGO, Logo, Operate, Settings, SettingsChange, USUAL_CURRENCY};
use conserje_protocol::{
    AddressName, LanguageName, Problem, SettingsReply, SetupVersionsReply, UpdateSettingsRequest,
};
use http::{HeaderValue, header};

use super::models::version_replies;
use crate::wire::extract::{JsonBody, PathId};
use crate::wire::failure::Failure;
use crate::wire::{Allowed, policy};

pub(super) const LOGO: &str = "/api/settings/logo";
/// A little more than a logo may have: what is too large is said by the use case, in words about logos.
pub(super) const LOGO_LIMIT: usize = 4 * LARGEST_LOGO;

/// The name of the tenant, its language, how people are addressed, how it looks, what is on.
#[utoipa::path(get, path = "/api/settings", tag = "users",
    responses((status = 200, body = SettingsReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn get(
    access: Allowed<policy::ReadOwnAccount>,
    State(operate): State<Operate>,
) -> Result<Json<SettingsReply>, Failure> {
    Ok(Json(render(operate.settings(&access.scope).await?)))
}

/// Changes them. It holds from the next message on.
#[utoipa::path(patch, path = "/api/settings", tag = "users", request_body = UpdateSettingsRequest,
    responses((status = 200, body = SettingsReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn update(
    access: Allowed<policy::ManageAssistants>,
    State(operate): State<Operate>,
    JsonBody(body): JsonBody<UpdateSettingsRequest>,
) -> Result<Json<SettingsReply>, Failure> {
    let address_of = |name| match name {
        AddressName::Tu => Address::Tu,
        AddressName::Usted => Address::Usted,
    };
    let change = SettingsChange {
        name: body.name,
        language: body.language.map(language_of),
        address: body.address.map_or(Change::Stays, |said| Change::Becomes(said.map(address_of))),
        zone: body.time_zone.map_or(Change::Stays, Change::Becomes),
        currency: body.currency.map_or(Change::Stays, Change::Becomes),
        color: body.color.map_or(Change::Stays, Change::Becomes),
        features: body.features.into_iter().collect(),
    };
    Ok(Json(render(operate.change_settings(&access.scope, change).await?)))
}

/// What was changed, the latest first.
#[utoipa::path(get, path = "/api/settings/versions", tag = "users",
    responses((status = 200, body = SetupVersionsReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn versions(
    access: Allowed<policy::ManageAssistants>,
    State(operate): State<Operate>,
) -> Result<Json<SetupVersionsReply>, Failure> {
    Ok(Json(version_replies(operate.settings_versions(&access.scope).await?)))
}

/// Puts what was said before in force again; the picture is not part of it.
#[utoipa::path(post, path = "/api/settings/versions/{version}/restore", tag = "users", params(("version" = i64, Path)),
    responses((status = 200, body = SettingsReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn restore(
    access: Allowed<policy::ManageAssistants>,
    State(operate): State<Operate>,
    PathId(version): PathId<i64>,
) -> Result<Json<SettingsReply>, Failure> {
    Ok(Json(render(operate.restore_settings(&access.scope, version).await?)))
}

/// The tenant's picture.
#[utoipa::path(get, path = "/api/settings/logo", tag = "users",
    responses((status = 200, description = "A PNG, JPEG or WebP", body = Vec<u8>, content_type = "image/png"),
        (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn logo(
    access: Allowed<policy::ReadOwnAccount>,
    State(operate): State<Operate>,
) -> Result<Response, Failure> {
    Ok(picture(operate.logo(&access.scope).await?))
}

/// Takes a picture to stand for the tenant, in the page and in its widgets: PNG, JPEG or WebP, at most 256 kB.
#[utoipa::path(put, path = "/api/settings/logo", tag = "users",
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, body = SettingsReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn put_logo(
    access: Allowed<policy::ManageAssistants>,
    State(operate): State<Operate>,
    body: Bytes,
) -> Result<Json<SettingsReply>, Failure> {
    Ok(Json(render(operate.put_logo(&access.scope, body.to_vec()).await?)))
}

/// Takes the picture away.
#[utoipa::path(delete, path = "/api/settings/logo", tag = "users",
    responses((status = 200, body = SettingsReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn remove_logo(
    access: Allowed<policy::ManageAssistants>,
    State(operate): State<Operate>,
) -> Result<Json<SettingsReply>, Failure> {
    Ok(Json(render(operate.remove_logo(&access.scope).await?)))
}

pub(super) fn language_of(name: LanguageName) -> Language {
    match name {
        LanguageName::Es => Language::Es,
        LanguageName::En => Language::En,
    }
}

pub(super) fn language_name(language: Language) -> LanguageName {
    match language {
        Language::Es => LanguageName::Es,
        Language::En => LanguageName::En,
    }
}

/// Enough of a digest to tell one picture of a tenant from the next.
pub(super) fn short(digest: &Digest) -> String {
    digest.to_string().chars().take(16).collect()
}

pub(super) fn picture(logo: Logo) -> Response {
    let mut response = logo.content.into_response();
    // One of three that were looked for in the content.
    if let Ok(media_type) = HeaderValue::from_str(&logo.media_type) {
        response.headers_mut().insert(header::CONTENT_TYPE, media_type);
    }
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("private, max-age=3600"));
    response
}

fn render(settings: Settings) -> SettingsReply {
    let on = |feature: &Feature| !settings.switched_off.contains(feature);
    SettingsReply {
        features: Feature::ALL.iter().map(|feature| (*feature, on(feature))).collect(),
        language: language_name(settings.language),
        address: settings.address.map(|address| address.choose(AddressName::Tu, AddressName::Usted)),
        time_zone: settings.zone.map(|zone| zone.to_string()),
        currency: settings.currency.unwrap_or_else(|| USUAL_CURRENCY.to_owned()),
        color: settings.color,
        logo: settings.logo.map(|digest| format!("{LOGO}?v={}", short(&digest))),
        installation: settings.is_installation,
        name: settings.name,
    }
}
