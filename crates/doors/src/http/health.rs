//! Is it alive, is it ready, what has it done.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use conserje_kernel::Health;
use conserje_operate::{App, Component, metrics, schema_version};
use conserje_protocol::{ComponentReply, HealthReply, LiveReply, LiveStatus};
use http::{StatusCode, header};

use crate::wire::Open;

fn live_reply() -> Json<LiveReply> {
    Json(LiveReply { status: LiveStatus::Live, version: env!("CARGO_PKG_VERSION").to_owned() })
}

/// The process answers.
#[utoipa::path(get, path = "/health/live", tag = "health", security(()), responses((status = 200, body = LiveReply)))]
pub(super) async fn live(_: Open) -> Json<LiveReply> {
    live_reply()
}

/// The process answers.
#[utoipa::path(get, path = "/livez", tag = "health", security(()), responses((status = 200, body = LiveReply)))]
pub(super) async fn livez(_: Open) -> Json<LiveReply> {
    live_reply()
}

async fn ready_reply(app: &App) -> Response {
    let components = app.health().await;
    let worst = components.iter().map(|component| component.health).max().unwrap_or(Health::Ready);
    let reply = HealthReply {
        status: worst,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        schema_version: schema_version(),
        started_at: app.started_at().to_string(),
        components: components.into_iter().map(render).collect(),
    };
    let status = if worst == Health::Unavailable { StatusCode::SERVICE_UNAVAILABLE } else { StatusCode::OK };
    (status, Json(reply)).into_response()
}

fn render(component: Component) -> ComponentReply {
    ComponentReply { name: component.name.to_owned(), status: component.health, detail: component.detail }
}

/// Whether requests can be served, and by what.
#[utoipa::path(get, path = "/health/ready", tag = "health", security(()),
    responses((status = 200, body = HealthReply), (status = 503, body = HealthReply)))]
pub(super) async fn ready(_: Open, State(app): State<App>) -> Response {
    ready_reply(&app).await
}

/// Whether requests can be served, and by what.
#[utoipa::path(get, path = "/readyz", tag = "health", security(()),
    responses((status = 200, body = HealthReply), (status = 503, body = HealthReply)))]
pub(super) async fn readyz(_: Open, State(app): State<App>) -> Response {
    ready_reply(&app).await
}

/// Counters for Prometheus; nothing in them names a tenant.
#[utoipa::path(get, path = "/metrics", tag = "health", security(()),
    responses((status = 200, body = String, content_type = "text/plain")))]
pub(super) async fn metrics(_: Open, State(app): State<App>) -> Response {
    app.operate().refresh_gauges().await;
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], metrics::rendered()).into_response()
}
