//! Channels that people outside write from: connected, tried out, watched.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use conserje_kernel::{ChannelId, DeliveryId, DeliveryStatus, Scope, Secret};
use conserje_operate::channels::{Wanted, checked, opened, test};
use conserje_operate::{App, ChannelFacts, Delivery, ListedChannel, Operate, Secrets};
use conserje_protocol::{
    ChannelReply, ChannelTestReply, ChannelsReply, CreateChannelRequest, DeliveriesReply, DeliveryReply,
    ErrorCode, Given, Problem, UpdateChannelRequest,
};
use http::StatusCode;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::wire::extract::{JsonBody, PageQuery, PathId, PathIds, QueryOf};
use crate::wire::failure::Failure;
use crate::wire::idempotency::{Creating, IdempotencyKey, once};
use crate::wire::{Allowed, policy};

/// As much of a message as a list shows, in characters.
const SHOWN: usize = 300;

/// The tenant's channels.
#[utoipa::path(get, path = "/api/channels", tag = "channels",
    responses((status = 200, body = ChannelsReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn list(
    access: Allowed<policy::ManageChannels>,
    State(app): State<App>,
) -> Result<Json<ChannelsReply>, Failure> {
    let listed = app.operate().channels(&access.scope).await?;
    let items = listed.into_iter().map(|one| render(&app, one)).collect();
    Ok(Json(ChannelsReply { items, next_cursor: None }))
}

/// Connects a channel. Its provider is to be told the `webhookUrl` of the reply.
#[utoipa::path(post, path = "/api/channels", tag = "channels", request_body = CreateChannelRequest,
    params(("Idempotency-Key" = Option<String>, Header, max_length = 200)),
    responses((status = 201, body = ChannelReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn create(
    access: Allowed<policy::ManageChannels>,
    State(app): State<App>,
    key: IdempotencyKey,
    JsonBody(body): JsonBody<CreateChannelRequest>,
) -> Result<Response, Failure> {
    let creating = Creating { route: "POST /api/channels", path: String::new(), body: &body };
    once(&app, &access.scope, key, creating, async |id: ChannelId| {
        let secrets: Secrets =
            body.secrets.iter().map(|(name, text)| (name.clone(), Secret::new(text.clone()))).collect();
        let (kind, name, settings) = (body.kind.known()?, &body.name, &body.settings);
        let facts = facts(&app, &Wanted { kind, name, settings, secrets: &secrets }, body.enabled)?;
        app.operate().create_channel(&access.scope, id, facts, secrets).await?;
        Ok((StatusCode::CREATED, find(&app, &access.scope, id).await?))
    })
    .await
}

/// One channel.
#[utoipa::path(get, path = "/api/channels/{id}", tag = "channels", params(("id" = String, Path)),
    responses((status = 200, body = ChannelReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn get(
    access: Allowed<policy::ManageChannels>,
    State(app): State<App>,
    PathId(id): PathId<ChannelId>,
) -> Result<Json<ChannelReply>, Failure> {
    Ok(Json(find(&app, &access.scope, id).await?))
}

/// Says something else of a channel, or switches it off and on.
#[utoipa::path(patch, path = "/api/channels/{id}", tag = "channels", params(("id" = String, Path)), request_body = UpdateChannelRequest,
    responses((status = 200, body = ChannelReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn update(
    access: Allowed<policy::ManageChannels>,
    State(app): State<App>,
    PathId(id): PathId<ChannelId>,
    JsonBody(body): JsonBody<UpdateChannelRequest>,
) -> Result<Json<ChannelReply>, Failure> {
    let (row, mut secrets) = app.operate().channel(&access.scope, id).await?;
    let (old_name, was_enabled) = (row.name.clone(), row.is_enabled);
    let channel = opened(&row, Secrets::new());
    secrets.extend(body.secrets.into_iter().map(|(name, text)| (name, Secret::new(text))));
    let name = body.name.unwrap_or(old_name);
    let settings = body.settings.unwrap_or(channel.settings);
    let wanted = Wanted { kind: channel.kind, name: &name, settings: &settings, secrets: &secrets };
    let facts = facts(&app, &wanted, body.enabled.unwrap_or(was_enabled))?;
    app.operate().update_channel(&access.scope, id, facts, secrets).await?;
    Ok(Json(find(&app, &access.scope, id).await?))
}

/// Disconnects a channel. What was said through it stays in its conversations; what waits to be sent does not.
#[utoipa::path(delete, path = "/api/channels/{id}", tag = "channels", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn remove(
    access: Allowed<policy::ManageChannels>,
    State(operate): State<Operate>,
    PathId(id): PathId<ChannelId>,
) -> Result<StatusCode, Failure> {
    operate.remove_channel(&access.scope, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Asks the provider whether it knows the channel. Nobody is sent anything.
#[utoipa::path(post, path = "/api/channels/{id}/test", tag = "channels", params(("id" = String, Path)),
    responses((status = 200, body = ChannelTestReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn try_out(
    access: Allowed<policy::ManageChannels>,
    State(app): State<App>,
    PathId(id): PathId<ChannelId>,
) -> Result<Json<ChannelTestReply>, Failure> {
    let (row, secrets) = app.operate().channel(&access.scope, id).await?;
    let (ok, detail) = match test(&app, &opened(&row, secrets)).await {
        Ok(detail) => (true, detail),
        Err(detail) => (false, detail),
    };
    Ok(Json(ChannelTestReply { ok, detail }))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct DeliveriesQuery {
    /// Only those that got this far.
    #[param(inline, value_type = Option<DeliveryStatus>)]
    status: Option<Given<DeliveryStatus>>,
    /// `nextCursor` of the page before.
    cursor: Option<String>,
    /// 1 to 200, 50 unless told.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u16>,
}

/// What went out through a channel or is to, the latest first.
#[utoipa::path(get, path = "/api/channels/{id}/deliveries", tag = "channels", params(("id" = String, Path), DeliveriesQuery),
    responses((status = 200, body = DeliveriesReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn deliveries(
    access: Allowed<policy::ManageChannels>,
    State(operate): State<Operate>,
    PathId(id): PathId<ChannelId>,
    QueryOf(query): QueryOf<DeliveriesQuery>,
) -> Result<Json<DeliveriesReply>, Failure> {
    let page = PageQuery { cursor: query.cursor, limit: query.limit }.request()?;
    let status = query.status.map(|status| status.known()).transpose()?;
    let found = operate.deliveries(&access.scope, id, status, page).await?;
    let next_cursor = found.next.as_ref().map(ToString::to_string);
    Ok(Json(DeliveriesReply { items: found.items.into_iter().map(delivery).collect(), next_cursor }))
}

/// Gives a message that was given up on a new set of attempts.
#[utoipa::path(post, path = "/api/channels/{id}/deliveries/{deliveryId}/retry", tag = "channels",
    params(("id" = String, Path), ("deliveryId" = String, Path)),
    responses((status = 200, body = DeliveryReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn retry(
    access: Allowed<policy::ManageChannels>,
    State(operate): State<Operate>,
    PathIds(id, delivery_id): PathIds<ChannelId, DeliveryId>,
) -> Result<Json<DeliveryReply>, Failure> {
    Ok(Json(delivery(operate.retry_delivery(&access.scope, id, delivery_id).await?)))
}

fn facts(app: &App, wanted: &Wanted<'_>, is_enabled: bool) -> Result<ChannelFacts, Failure> {
    checked(wanted, app.channels()).map_err(|problem| Failure::new(ErrorCode::InvalidValue, problem))?;
    let settings = serde_json::to_string(wanted.settings).map_err(|error| Failure::internal(&error))?;
    let (kind, name) = (wanted.kind, wanted.name.trim().to_owned());
    Ok(ChannelFacts { kind, name, settings, is_enabled })
}

async fn find(app: &App, scope: &Scope, id: ChannelId) -> Result<ChannelReply, Failure> {
    let listed = app.operate().channels(scope).await?;
    let found = listed.into_iter().find(|one| one.channel.id == id);
    found.map(|one| render(app, one)).ok_or_else(|| Failure::not_found("channel"))
}

fn render(app: &App, listed: ListedChannel) -> ChannelReply {
    let ListedChannel { channel, secrets, traffic } = listed;
    ChannelReply {
        id: channel.id.to_string(),
        webhook_url: format!("{}/api/channels/{}/webhook", app.public_url(), channel.id),
        kind: channel.kind,
        name: channel.name,
        enabled: channel.is_enabled,
        settings: serde_json::from_str(&channel.settings).unwrap_or_default(),
        secrets,
        arriving: traffic.arriving,
        waiting: traffic.waiting,
        failed: traffic.failed,
        created_at: channel.created_at.to_string(),
        updated_at: channel.updated_at.to_string(),
    }
}

fn delivery(one: Delivery) -> DeliveryReply {
    DeliveryReply {
        id: one.id.to_string(),
        contact: one.contact,
        session_id: one.session.to_string(),
        kind: one.kind,
        status: one.status,
        text: one.content.chars().take(SHOWN).collect(),
        attempts: one.attempts,
        next_attempt_at: one.next_attempt_at.to_string(),
        error: one.error,
        created_at: one.created_at.to_string(),
        updated_at: one.updated_at.to_string(),
    }
}
