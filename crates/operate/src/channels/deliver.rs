//! Sends what is in the lines of channels: each contact's messages in order, tried again for as long as it may help.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use conserje_conversation::{Content, Event};
use conserje_kernel::{DeliveryKind, Language};
use futures::stream::FuturesUnordered;
use futures::{FutureExt as _, StreamExt as _};
use tokio_util::sync::CancellationToken;

use super::kinds::of_kind;
use super::provider::{Answered, Channel, Provider, Request, ToSend, shown};
use super::settings::{language, opened};
use super::words::{self, Notice};
use crate::app::App;
use crate::{Delivery, OperateError, channel_scope};

/// So many contacts are sent to at a time.
const AT_ONCE: usize = 16;
/// Retries that have come due, and what other nodes queued, are looked for this often.
const LOOK_AGAIN: Duration = Duration::from_millis(500);
/// What is being sent when the server stops may end.
const LAST_WORDS: Duration = Duration::from_secs(5);
/// Of more documents than these nobody wants to read the names.
const MOST_SOURCES: usize = 5;

pub async fn run(app: App, stop: CancellationToken) {
    let operate = app.operate();
    if let Err(error) = operate.release_channel_work().await {
        tracing::error!("What the last run was sending is sent when its lease ends: {error:?}");
    }
    let (mut work, mut projected) = (operate.channel_work(), app.conversations().log().progress());
    let mut sending = FuturesUnordered::new();
    while !stop.is_cancelled() {
        let room = AT_ONCE.saturating_sub(sending.len());
        conserje_kernel::faults::pass("channel_out.claim");
        match operate.claim_deliveries(room).await {
            Ok(claimed) => sending.extend(claimed.into_iter().map(|delivery| send(&app, delivery))),
            Err(error) => {
                tracing::error!("What is to be sent through channels could not be looked up: {error:?}");
            }
        }
        tokio::select! {
            () = stop.cancelled() => {}
            Some(()) = sending.next(), if !sending.is_empty() => {}
            Ok(()) = work.changed() => {}
            Ok(()) = projected.changed() => {}
            () = tokio::time::sleep(LOOK_AGAIN) => {}
        }
    }
    let last = async { while sending.next().await.is_some() {} };
    if tokio::time::timeout(LAST_WORDS, last).await.is_err() {
        tracing::info!("Messages that were being sent are sent again at the next start");
    }
}

/// What the row says afterwards is all that is kept of it.
async fn send(app: &App, delivery: Delivery) {
    let id = delivery.id;
    let sent = AssertUnwindSafe(try_to_send(app, &delivery)).catch_unwind().await;
    if let Err(error) = sent.unwrap_or(Err(OperateError::Fault)) {
        tracing::error!(delivery.id = %id, "Delivery {id} is tried again when its lease ends: {error:?}");
    }
}

async fn try_to_send(app: &App, delivery: &Delivery) -> Result<(), OperateError> {
    let operate = app.operate();
    let scope = channel_scope(delivery.tenant);
    let (row, secrets) = match operate.channel(&scope, delivery.channel).await {
        // It goes with its channel.
        Err(OperateError::NotFound { .. }) => return Ok(()),
        found => found?,
    };
    let channel = opened(&row, secrets);
    let provider = of_kind(channel.kind);
    let text = said(app, &channel, delivery).await?;
    if is_too_late(app, provider, delivery).await? {
        return reopen(app, (&channel, provider), (delivery, &text)).await;
    }
    let parts = provider.style().messages(&text);
    let sent = usize::try_from(delivery.parts_sent).unwrap_or(0);
    if parts.len() <= sent {
        return operate.part_sent(delivery, None, true).await;
    }
    for (number, part) in parts.iter().enumerate().skip(sent) {
        let key = format!("{}-{number}", delivery.id);
        let session = delivery.session.to_string();
        let message = ToSend {
            to: &delivery.contact,
            text: part,
            key: &key,
            session: &session,
            kind: delivery.kind,
            now: app.conversations().now(),
        };
        let Some(request) = provider.send(&channel, &message) else {
            return operate
                .not_sent(delivery, "nothing can be sent through this channel".to_owned(), None)
                .await;
        };
        let is_last = number + 1 == parts.len();
        if !transmit(app, provider, delivery, (request, is_last)).await? {
            return Ok(());
        }
    }
    Ok(())
}

/// Whether the provider took it; what became of it is written down.
async fn transmit(
    app: &App,
    provider: &dyn Provider,
    delivery: &Delivery,
    (request, is_last): (Request, bool),
) -> Result<bool, OperateError> {
    conserje_kernel::faults::pass("channel_out.send");
    let (answered, wait) = match app.channels().call(&request).await {
        Ok(answer) => (provider.answered(answer.status, &answer.body), answer.retry_after),
        Err(conserje_tools::SendError::Refused(why)) => (Answered::Never(why.to_string()), None),
        Err(error) => (Answered::NotNow(error.to_string()), None),
    };
    conserje_kernel::faults::pass("channel_out.settle");
    let operate = app.operate();
    match answered {
        Answered::Taken(id) => {
            operate.part_sent(delivery, id.filter(|id| !id.is_empty()), is_last).await?;
            Ok(true)
        }
        Answered::NotNow(why) if delivery.attempts < app.channels().attempts => {
            let pause = backoff(delivery.attempts).max(wait.unwrap_or_default());
            operate.not_sent(delivery, why, Some(pause)).await?;
            Ok(false)
        }
        Answered::NotNow(why) => {
            let why = format!("given up after {} attempts: {why}", delivery.attempts);
            tracing::warn!(delivery.id = %delivery.id, "Delivery {} is {why}", delivery.id);
            operate.not_sent(delivery, why, None).await?;
            Ok(false)
        }
        Answered::Never(why) => {
            tracing::warn!(delivery.id = %delivery.id, "Delivery {} was refused: {why}", delivery.id);
            operate.not_sent(delivery, why, None).await?;
            Ok(false)
        }
    }
}

/// Twice as long each time, an hour at most.
fn backoff(attempts: i64) -> Duration {
    let doublings = u32::try_from(attempts.clamp(1, 13) - 1).unwrap_or(0);
    Duration::from_secs(2_u64.saturating_pow(doublings)).min(Duration::from_secs(3600))
}

/// Providers let a business write freely for so long after the person did.
async fn is_too_late(app: &App, provider: &dyn Provider, delivery: &Delivery) -> Result<bool, OperateError> {
    let Some(hours) = provider.window_hours() else { return Ok(false) };
    let heard = app.operate().last_heard(delivery).await?;
    let window = Duration::from_secs(hours * 3600);
    Ok(heard.is_none_or(|heard| app.conversations().now().since(heard) >= window))
}

/// Says it, or asks the person to write again, by what was set up for that; where nothing was, the delivery says why not.
async fn reopen(
    app: &App,
    (channel, provider): (&Channel, &dyn Provider),
    (delivery, text): (&Delivery, &str),
) -> Result<(), OperateError> {
    let hours = provider.window_hours().unwrap_or_default();
    let (key, session) = (delivery.id.to_string(), delivery.session.to_string());
    let message = ToSend {
        to: &delivery.contact,
        text,
        key: &key,
        session: &session,
        kind: delivery.kind,
        now: app.conversations().now(),
    };
    match provider.reopening(channel, &message) {
        Some(request) => transmit(app, provider, delivery, (request, true)).await.map(drop),
        None => {
            let why = format!(
                "the contact wrote more than {hours} hours ago, and the provider takes no free text after that; \
                 wait for them to write, or set a template"
            );
            app.operate().not_sent(delivery, why, None).await
        }
    }
}

/// What is said: an answer with what it rests on, or that there is none.
async fn said(app: &App, channel: &Channel, delivery: &Delivery) -> Result<String, OperateError> {
    let language = language(channel);
    match delivery.kind {
        DeliveryKind::Failure => Ok(words::notice(Notice::NoAnswer, language).to_owned()),
        DeliveryKind::Answer => {
            Ok(format!("{}{}", delivery.content, sources(app, delivery, language).await?))
        }
        DeliveryKind::Operator | DeliveryKind::Notice => Ok(delivery.content.clone()),
    }
}

/// The documents behind an answer, from the event that follows it.
async fn sources(app: &App, delivery: &Delivery, language: Language) -> Result<String, OperateError> {
    let scope = channel_scope(delivery.tenant);
    let next = app.conversations().log().after(&scope, delivery.session, delivery.sequence, 1).await?;
    let Some(Content::Event(Event::CitationsCreated(created))) =
        next.into_iter().next().map(|event| event.content)
    else {
        return Ok(String::new());
    };
    let mut lines = Vec::new();
    for citation in &created.citations {
        let page =
            citation.page.map(|page| format!(", {} {page}", words::page(language))).unwrap_or_default();
        let marker = citation.marker.map(|marker| format!("\\[{marker}\\] ")).unwrap_or_default();
        let line = format!("- {marker}{}{page}", escaped(&citation.file_name));
        if !lines.contains(&line) && lines.len() < MOST_SOURCES {
            lines.push(line);
        }
    }
    if lines.is_empty() {
        return Ok(String::new());
    }
    Ok(format!("\n\n{}:\n\n{}", words::sources(language), lines.join("\n")))
}

/// A name is no Markdown.
fn escaped(name: &str) -> String {
    let special = |sign: char| sign.is_ascii_punctuation() && !matches!(sign, '.' | '-' | ',');
    name.chars().flat_map(|sign| special(sign).then_some('\\').into_iter().chain([sign])).collect()
}

/// Whether a channel's provider answers to what was set; what it says if not.
pub async fn test(app: &App, channel: &Channel) -> Result<String, String> {
    let provider = of_kind(channel.kind);
    let Some(request) = provider.probe(channel, app.conversations().now()) else {
        return Ok("nothing is sent through this channel, so there is nobody to ask".to_owned());
    };
    let answer = app.channels().call(&request).await.map_err(|error| error.to_string())?;
    match provider.answered(answer.status, &answer.body) {
        Answered::Taken(_) => Ok("the provider answered, and knows the channel".to_owned()),
        Answered::NotNow(why) | Answered::Never(why) => Err(why),
    }
    .inspect_err(|_| tracing::debug!("A channel's provider refused a test: {}", shown(&answer.body)))
}
