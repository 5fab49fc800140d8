//! What the tenant says of itself, and how it looks.

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use conserje_kernel::{Address, Digest, Feature, Language, SetupPart};
use conserje_operate::{
    Change, LARGEST_LOGO, Logo, Operate, RecordedChange, Settings, SettingsChange, USUAL_CURRENCY,
};
use conserje_protocol::{
    AddressName, Given, LanguageName, Problem, SettingsReply, SetupChangeReply, SetupChangesReply,
    SetupVersionsReply, UpdateSettingsRequest,
};
use http::{HeaderValue, header};
use serde::Deserialize;
use utoipa::IntoParams;

use super::models::version_replies;
use crate::wire::extract::{JsonBody, PageQuery, PathId, QueryOf};
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

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ChangesQuery {
    /// All unless told.
    #[param(inline, value_type = Option<SetupPart>)]
    part: Option<Given<SetupPart>>,
    /// `nextCursor` of the page before.
    cursor: Option<String>,
    /// 1 to 200, 50 unless told.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u16>,
}

/// What was changed of the whole set-up, by whom and when, the latest first.
#[utoipa::path(get, path = "/api/settings/changes", tag = "users", params(ChangesQuery),
    responses((status = 200, body = SetupChangesReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn changes(
    access: Allowed<policy::ReadAudit>,
    State(operate): State<Operate>,
    QueryOf(query): QueryOf<ChangesQuery>,
) -> Result<Json<SetupChangesReply>, Failure> {
    let page = PageQuery { cursor: query.cursor, limit: query.limit }.request()?;
    let part = query.part.map(|part| part.known()).transpose()?;
    let found = operate.setup_record(&access.scope, part, page).await?;
    let next_cursor = found.next.as_ref().map(ToString::to_string);
    Ok(Json(SetupChangesReply { items: found.items.into_iter().map(change).collect(), next_cursor }))
}

fn change(recorded: RecordedChange) -> SetupChangeReply {
    SetupChangeReply {
        part: recorded.part,
        act: recorded.act,
        subject: recorded.subject,
        name: recorded.name,
        fields: recorded.fields,
        note: recorded.note,
        made_by: recorded.by.user.map(|user| user.to_string()),
        made_by_name: recorded.user_name,
        api_key_id: recorded.by.key.map(|key| key.to_string()),
        made_at: recorded.made_at.to_string(),
    }
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
