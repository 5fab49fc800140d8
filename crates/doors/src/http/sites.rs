//! Pages of the business that show the widget, and what their visitors get.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use conserje_kernel::SiteId;
use conserje_operate::{App, Operate, Site, SiteFacts, USUAL_COLOR};
use conserje_protocol::{
    CreateSiteRequest, Problem, SiteReply, SitesReply, UpdateSiteRequest, VisitReply, WidgetReply,
};
use http::StatusCode;

use super::settings;
use crate::wire::extract::{JsonBody, PathId};
use crate::wire::failure::Failure;
use crate::wire::idempotency::{Creating, IdempotencyKey, once};
use crate::wire::{Allowed, Open, policy};

/// The tenant's sites.
#[utoipa::path(get, path = "/api/sites", tag = "widget",
    responses((status = 200, body = SitesReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn list(
    access: Allowed<policy::ManageAssistants>,
    State(app): State<App>,
    State(operate): State<Operate>,
) -> Result<Json<SitesReply>, Failure> {
    let sites = operate.sites(&access.scope).await?;
    Ok(Json(SitesReply {
        items: sites.into_iter().map(|site| render(&app, site)).collect(),
        next_cursor: None,
    }))
}

/// Makes a site, whose pages may show the widget.
#[utoipa::path(post, path = "/api/sites", tag = "widget", request_body = CreateSiteRequest,
    params(("Idempotency-Key" = Option<String>, Header, max_length = 200)),
    responses((status = 201, body = SiteReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn create(
    access: Allowed<policy::ManageAssistants>,
    State(app): State<App>,
    State(operate): State<Operate>,
    key: IdempotencyKey,
    JsonBody(body): JsonBody<CreateSiteRequest>,
) -> Result<Response, Failure> {
    let creating = Creating { route: "POST /api/sites", path: String::new(), body: &body };
    once(&app, &access.scope, key, creating, async |id: SiteId| {
        let color = match &body.color {
            Some(color) => color.clone(),
            None => {
                let own = operate.settings(&access.scope).await?.color;
                own.unwrap_or_else(|| USUAL_COLOR.to_owned())
            }
        };
        let facts = SiteFacts {
            name: body.name.clone(),
            origins: body.origins.clone(),
            title: body.title.clone(),
            greeting: body.greeting.clone(),
            color,
            is_open: true,
        };
        Ok((StatusCode::CREATED, render(&app, operate.make_site(&access.scope, id, facts).await?)))
    })
    .await
}

/// Changes a site.
#[utoipa::path(patch, path = "/api/sites/{id}", tag = "widget", params(("id" = String, Path)), request_body = UpdateSiteRequest,
    responses((status = 200, body = SiteReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn update(
    access: Allowed<policy::ManageAssistants>,
    State(app): State<App>,
    State(operate): State<Operate>,
    PathId(id): PathId<SiteId>,
    JsonBody(body): JsonBody<UpdateSiteRequest>,
) -> Result<Json<SiteReply>, Failure> {
    let change = move |known: SiteFacts| SiteFacts {
        name: body.name.unwrap_or(known.name),
        origins: body.origins.unwrap_or(known.origins),
        title: body.title.unwrap_or(known.title),
        greeting: body.greeting.unwrap_or(known.greeting),
        color: body.color.unwrap_or(known.color),
        is_open: body.open.unwrap_or(known.is_open),
    };
    Ok(Json(render(&app, operate.change_site(&access.scope, id, change).await?)))
}

/// Takes a site away; its visitors' conversations stay.
#[utoipa::path(delete, path = "/api/sites/{id}", tag = "widget", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn remove(
    access: Allowed<policy::ManageAssistants>,
    State(operate): State<Operate>,
    PathId(id): PathId<SiteId>,
) -> Result<StatusCode, Failure> {
    operate.remove_site(&access.scope, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// How the widget of a site looks.
#[utoipa::path(get, path = "/api/widget/{id}", tag = "widget", security(()), params(("id" = String, Path)),
    responses((status = 200, body = WidgetReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn widget(
    _: Open,
    State(operate): State<Operate>,
    PathId(id): PathId<SiteId>,
) -> Result<Json<WidgetReply>, Failure> {
    let (Site { facts, .. }, logo) = operate.widget(id).await?;
    let title = if facts.title.is_empty() { facts.name } else { facts.title };
    // Another picture has another address, so that browsers may keep each.
    let logo = logo.map(|digest| format!("/api/widget/{id}/logo?v={}", settings::short(&digest)));
    Ok(Json(WidgetReply { title, greeting: facts.greeting, color: facts.color, logo }))
}

/// The picture of the business whose site it is.
#[utoipa::path(get, path = "/api/widget/{id}/logo", tag = "widget", security(()), params(("id" = String, Path)),
    responses((status = 200, description = "A PNG, JPEG or WebP", body = Vec<u8>, content_type = "image/png"),
        (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn logo(
    _: Open,
    State(operate): State<Operate>,
    PathId(id): PathId<SiteId>,
) -> Result<Response, Failure> {
    Ok(settings::picture(operate.logo_of_site(id).await?))
}

/// Makes whoever opens the widget for the first time a guest of the business, known by a token.
#[utoipa::path(post, path = "/api/widget/{id}/visits", tag = "widget", security(()), params(("id" = String, Path)),
    responses((status = 201, body = VisitReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn visit(
    _: Open,
    State(operate): State<Operate>,
    PathId(id): PathId<SiteId>,
) -> Result<(StatusCode, Json<VisitReply>), Failure> {
    let token = operate.visit(id).await?;
    Ok((StatusCode::CREATED, Json(VisitReply { token: token.expose().to_owned() })))
}

fn render(app: &App, site: Site) -> SiteReply {
    let Site { id, created_at, facts } = site;
    let snippet = format!(
        r#"<script src="{}/widget.js" data-site="{id}" data-color="{}" async></script>"#,
        app.public_url(),
        facts.color
    );
    SiteReply {
        id: id.to_string(),
        name: facts.name,
        origins: facts.origins,
        title: facts.title,
        greeting: facts.greeting,
        color: facts.color,
        open: facts.is_open,
        snippet,
        created_at: created_at.to_string(),
    }
}
