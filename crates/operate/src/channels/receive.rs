//! Makes messages of what providers delivered: whose they are, in which conversation, with which files.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use conserje_accounts::{AccessError, Guest};
use conserje_conversation::{ConversationError, Incoming, SendError};
use conserje_guard::Blocked;
use conserje_kernel::{DeliveryStatus, Language, SessionId, TraceId};
use futures::stream::FuturesUnordered;
use futures::{FutureExt as _, StreamExt as _};
use tokio_util::sync::CancellationToken;

use super::fetch::{self, Attached};
use super::kinds::of_kind;
use super::provider::{Channel, Item, Message};
use super::settings::{language, opened};
use super::words::{self, Notice};
use crate::app::App;
use crate::{Arrived, Ended, OperateError, Writer, channel_scope};

/// So many contacts are dealt with at a time.
const AT_ONCE: usize = 16;
const LOOK_AGAIN: Duration = Duration::from_millis(500);
/// What cannot be dealt with is tried this often; the pauses grow to half a minute.
const ATTEMPTS: i64 = 40;
/// A status may come before it is written down what it is of.
const STATUS_ATTEMPTS: i64 = 5;
/// After so long without a word another conversation begins, unless the channel says otherwise.
const QUIET_HOURS: u64 = 24;

pub async fn run(app: App, stop: CancellationToken) {
    let operate = app.operate();
    let mut work = operate.channel_work();
    let mut going = FuturesUnordered::new();
    while !stop.is_cancelled() {
        let room = AT_ONCE.saturating_sub(going.len());
        conserje_kernel::faults::pass("channel_in.claim");
        match operate.claim_arrivals(room).await {
            Ok(claimed) => going.extend(claimed.into_iter().map(|arrived| take(&app, arrived))),
            Err(error) => tracing::error!("What came through channels could not be looked up: {error:?}"),
        }
        tokio::select! {
            // What was begun is begun again at the next start: the same message is taken once.
            () = stop.cancelled() => {}
            Some(()) = going.next(), if !going.is_empty() => {}
            Ok(()) = work.changed() => {}
            () = tokio::time::sleep(LOOK_AGAIN) => {}
        }
    }
}

async fn take(app: &App, arrived: Arrived) {
    // A fault in one message is that message's alone.
    let how = AssertUnwindSafe(dealt_with(app, &arrived)).catch_unwind().await;
    let how =
        how.unwrap_or(Err(OperateError::Fault)).unwrap_or_else(|error| later(&arrived, &error.to_string()));
    if let Ended::Failed(why) = &how {
        tracing::warn!(channel.id = %arrived.channel, "A message through channel {} is given up on: {why}", arrived.channel);
    }
    conserje_kernel::faults::pass("channel_in.settle");
    if let Err(error) = app.operate().settle_arrival(&arrived, how).await {
        tracing::error!(channel.id = %arrived.channel, "A message through a channel is taken up again when its lease ends: {error:?}");
    }
}

async fn dealt_with(app: &App, arrived: &Arrived) -> Result<Ended, OperateError> {
    match serde_json::from_str(&arrived.content) {
        Ok(Item::Message(message)) => answer(app, arrived, &message).await,
        Ok(Item::Status { id, state, error }) => status(app, arrived, (id, state.status(), error)).await,
        Ok(Item::Reached { .. } | Item::Ignored { .. }) => Ok(Ended::Done),
        Err(error) => Ok(Ended::Failed(format!("its row cannot be read: {error}"))),
    }
}

/// Again in a while, for so long.
fn later(arrived: &Arrived, why: &str) -> Ended {
    if arrived.attempts >= ATTEMPTS {
        return Ended::Failed(why.to_owned());
    }
    let seconds = u64::try_from(arrived.attempts).unwrap_or(1).clamp(1, 30);
    Ended::Later(Duration::from_secs(seconds), why.to_owned())
}

async fn status(
    app: &App,
    arrived: &Arrived,
    (id, state, error): (String, DeliveryStatus, Option<String>),
) -> Result<Ended, OperateError> {
    if app.operate().note_status(arrived, id, state, error).await? {
        return Ok(Ended::Done);
    }
    let unknown = "what it is about was not sent from here".to_owned();
    let is_early = arrived.attempts < STATUS_ATTEMPTS;
    Ok(if is_early { Ended::Later(Duration::from_secs(1), unknown) } else { Ended::Refused(unknown) })
}

async fn answer(app: &App, arrived: &Arrived, message: &Message) -> Result<Ended, OperateError> {
    conserje_kernel::faults::pass("channel_in.take");
    let operate = app.operate();
    let door = channel_scope(arrived.tenant);
    let (row, secrets) = operate.channel(&door, arrived.channel).await?;
    let channel = opened(&row, secrets);
    let guest = Guest { door: &channel.id.to_string(), contact: &message.contact, name: &message.name };
    let (user, scope) = match app.access().guest(&door, guest).await {
        Err(AccessError::Unauthenticated) => {
            return Ok(Ended::Refused("the contact was locked out".to_owned()));
        }
        found => found?,
    };
    let session =
        operate.conversation_with(arrived.tenant, writer(&channel, arrived, message, user.id)).await?;
    let (language, own) = (language(&channel), message.language.as_deref().and_then(Language::preferred));
    let attached = fetch::attach(app, &channel, (&scope, message)).await?;
    let (text, grounds) = match attached {
        Attached::None => (message.text.clone(), None),
        Attached::Files(grounds) => (words_of(message, own.unwrap_or(language)), Some(grounds)),
        Attached::NotNow(why) => return Ok(later(arrived, &why)),
        Attached::Refused(why) => {
            tell(app, arrived, session, words::notice(Notice::File, own.unwrap_or(language))).await?;
            if message.text.trim().is_empty() {
                return Ok(Ended::Refused(why));
            }
            (message.text.clone(), None)
        }
    };
    let agent = Some(channel.setting("agent").to_owned()).filter(|name| !name.is_empty());
    let incoming = Incoming {
        reads: own.or(Some(language)),
        agent,
        grounds,
        ..Incoming::new(arrived.turn, TraceId::generate(), text)
    };
    let taken = app.conversations().receive(&scope, session, incoming).await;
    match taken {
        Ok(_) => Ok(Ended::Done),
        Err(error) => refused(app, arrived, (session, own.unwrap_or(language)), error).await,
    }
}

/// Why there will be no answer, or not yet.
async fn refused(
    app: &App,
    arrived: &Arrived,
    (session, language): (SessionId, Language),
    error: SendError,
) -> Result<Ended, OperateError> {
    let why = error.to_string();
    let notice = match &error {
        SendError::Blocked(Blocked::Refused(_)) => Notice::Refused,
        SendError::Blocked(Blocked::TooLong { .. }) => Notice::TooLong,
        SendError::Blocked(Blocked::Empty | Blocked::Unreadable { .. }) => {
            return Ok(Ended::Refused(why));
        }
        SendError::OverBudget(_) => Notice::Closed,
        SendError::Other(ConversationError::NotForGuests) => return Ok(Ended::Failed(why)),
        SendError::Other(ConversationError::NotFound { what: "agent" }) => {
            return Ok(Ended::Failed("the channel's `agent` is none that guests may ask".to_owned()));
        }
        SendError::Busy
        | SendError::QueueFull { .. }
        | SendError::Unfinished { .. }
        | SendError::Other(_) => {
            return Ok(later(arrived, &why));
        }
    };
    tell(app, arrived, session, words::notice(notice, language)).await?;
    Ok(Ended::Refused(why))
}

async fn tell(app: &App, arrived: &Arrived, session: SessionId, text: &str) -> Result<(), OperateError> {
    let cause = format!("notice:{}", arrived.turn);
    app.operate().tell_contact(arrived.tenant, session, cause, text.to_owned()).await
}

/// What somebody says with a file, though it be nothing.
fn words_of(message: &Message, language: Language) -> String {
    if message.text.trim().is_empty() {
        words::sent_a_file(language).to_owned()
    } else {
        message.text.clone()
    }
}

fn writer(channel: &Channel, arrived: &Arrived, message: &Message, user: conserje_kernel::UserId) -> Writer {
    Writer {
        channel: channel.id,
        known_as: of_kind(channel.kind).knows_people().then_some(channel.kind),
        contact: message.contact.clone(),
        user,
        name: Some(message.name.clone()).filter(|name| !name.trim().is_empty()),
        phone: message.phone.clone(),
        heard_at: arrived.received_at,
        quiet: Duration::from_secs(channel.number("quietHours", QUIET_HOURS) * 3600),
        is_sent_to: true,
    }
}
