//! Where providers deliver. The signature says who they are; what they deliver is durable before they hear so.

use std::collections::BTreeMap;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Query, State};
use axum::response::{IntoResponse as _, Response};
use conserje_kernel::{ChannelId, ChannelKind};
use conserje_operate::channels::calls;
use conserje_operate::channels::kinds::of_kind;
use conserje_operate::channels::provider::{Channel, Item, Posted, Provider};
use conserje_operate::channels::settings::{language, opened};
use conserje_operate::channels::words::{self, Notice};
use conserje_operate::{App, Pace, Taken};
use conserje_protocol::{ErrorCode, Problem};
use http::{HeaderMap, StatusCode};
use serde_json::{Value, json};

use crate::wire::{Failure, Open, PathId};

/// So many messages of one contact are taken in a minute, unless the channel says otherwise.
const PER_MINUTE: u64 = 20;
/// The longest name that a provider gives something.
const LONGEST_ID: usize = 500;

/// Answers a provider that asks whether this is the channel's address.
#[utoipa::path(get, path = "/api/channels/{id}/webhook", tag = "channels", params(("id" = String, Path)),
    responses((status = 200, description = "What it was asked", content_type = "text/plain"), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(crate) async fn ask(
    _: Open,
    State(app): State<App>,
    PathId(id): PathId<ChannelId>,
    Query(query): Query<BTreeMap<String, String>>,
) -> Result<String, Failure> {
    let (channel, provider) = find(&app, id).await?;
    provider.handshake(&channel, &query).ok_or_else(|| {
        Failure::new(
            ErrorCode::Forbidden,
            "the verify token is not the channel's; check it at the provider and here",
        )
    })
}

/// Takes what a provider delivers, signed with the channel's secret. The same delivery again is taken once.
#[utoipa::path(post, path = "/api/channels/{id}/webhook", tag = "channels", params(("id" = String, Path)), request_body = Object,
    responses((status = 200, description = "It is durable", body = Object), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(crate) async fn post(
    _: Open,
    State(app): State<App>,
    PathId(id): PathId<ChannelId>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Failure> {
    let body = body.map_err(|rejection| {
        if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
            Failure::new(ErrorCode::BodyTooLarge, "send a smaller body")
        } else {
            Failure::new(ErrorCode::InvalidRequest, rejection.body_text())
        }
    })?;
    conserje_kernel::faults::pass("door.webhook");
    let (channel, provider) = find(&app, id).await?;
    let posted = Posted { headers: &headers, body: &body, now: app.conversations().now() };
    provider
        .verify(&channel, &posted)
        .map_err(|problem| Failure::new(ErrorCode::Forbidden, problem.to_string()))?;
    let said: Value = serde_json::from_slice(&body)
        .map_err(|error| Failure::new(ErrorCode::InvalidJson, error.to_string()))?;
    if channel.kind == ChannelKind::Vapi {
        return Ok(Json(calls::answer(&app, &channel, &said).await?).into_response());
    }
    take(&app, (&channel, provider), said, posted.header("webhook-id")).await?;
    Ok(Json(json!({"ok": true})).into_response())
}

/// One that is switched off is not there.
async fn find(app: &App, id: ChannelId) -> Result<(Channel, &'static dyn Provider), Failure> {
    let found = app.operate().any_channel(id).await?;
    let channel = found.map(|(row, secrets)| opened(&row, secrets)).filter(|channel| channel.is_enabled);
    let channel = channel.ok_or_else(|| Failure::not_found("channel"))?;
    let provider = of_kind(channel.kind);
    Ok((channel, provider))
}

async fn take(
    app: &App,
    (channel, provider): (&Channel, &dyn Provider),
    mut said: Value,
    webhook_id: &str,
) -> Result<(), Failure> {
    // A webhook of anybody's is known by its header, which is signed with it.
    if let (Value::Object(said), ChannelKind::Webhook) = (&mut said, channel.kind) {
        said.insert("id".to_owned(), Value::from(webhook_id));
    }
    let mut taken = Vec::new();
    for item in provider.parse(channel, &said) {
        match &item {
            Item::Message(message) => {
                let (id, contact) = (message.id.clone(), message.contact.clone());
                taken.extend(row(&item, id, contact, true));
            }
            Item::Status { id, state, .. } => {
                taken.extend(row(
                    &item,
                    format!("status:{id}:{}", state.status()),
                    format!("status:{id}"),
                    false,
                ));
            }
            Item::Reached { contact, state } => {
                let place = (channel.tenant, channel.id);
                app.operate().note_all(place, contact.clone(), state.status()).await?;
            }
            Item::Ignored { what } => {
                tracing::debug!(channel.id = %channel.id, "Channel {} delivered {what}", channel.id);
            }
        }
    }
    if taken.is_empty() {
        return Ok(());
    }
    let pace = Pace {
        per_minute: i64::try_from(channel.number("messagesPerMinute", PER_MINUTE)).unwrap_or(i64::MAX),
        notice: words::notice(Notice::TooMany, language(channel)).to_owned(),
    };
    app.operate().take_in((channel.tenant, channel.id), taken, pace).await?;
    Ok(())
}

fn row(item: &Item, provider_id: String, contact: String, is_message: bool) -> Option<Taken> {
    let fits = |id: &str| !id.is_empty() && id.len() <= LONGEST_ID && !id.contains('\0');
    if !fits(&provider_id) || !fits(&contact) {
        tracing::debug!("A delivery without a name, or with one that is too long, is ignored");
        return None;
    }
    // PostgreSQL keeps no NUL, also not as JSON writes it; as a text it is nothing that anybody typed.
    let content = serde_json::to_string(item).ok()?.replace("\\u0000", "");
    Some(Taken { provider_id, contact, content, is_message })
}
