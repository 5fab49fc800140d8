//! Typed ids: version 7, so that they sort by time, written with a prefix that says what they name.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use uuid::Uuid;

/// A text that is not the id it should be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{given}` is not a {noun} id; one looks like `{prefix}_0198c5d2a1b27f3e9a4d5c6b7a8f9e0d`")]
pub struct BadId {
    given: String,
    noun: &'static str,
    prefix: &'static str,
}

/// What is shown of a bad id: enough to recognise it, never a whole payload.
const SHOWN_OF_A_BAD_ID: usize = 60;

fn parse(text: &str, prefix: &'static str, noun: &'static str) -> Result<Uuid, BadId> {
    text.strip_prefix(prefix)
        .and_then(|rest| rest.strip_prefix('_'))
        // One spelling only: 32 lower-case hex digits, so that equal ids are equal texts.
        .filter(|hex| hex.len() == 32 && hex.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')))
        .and_then(|hex| Uuid::try_parse(hex).ok())
        .ok_or_else(|| BadId { given: text.chars().take(SHOWN_OF_A_BAD_ID).collect(), noun, prefix })
}

macro_rules! typed_id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal, $noun:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(Uuid);

        impl $name {
            /// What every such id starts with, before the underscore.
            pub const PREFIX: &'static str = $prefix;

            pub fn generate() -> Self {
                Self(Uuid::now_v7())
            }

            pub fn from_uuid(uuid: Uuid) -> Self {
                Self(uuid)
            }

            pub fn as_uuid(self) -> Uuid {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(out, "{}_{}", $prefix, self.0.simple())
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, out)
            }
        }

        impl FromStr for $name {
            type Err = BadId;
            fn from_str(text: &str) -> Result<Self, BadId> {
                parse(text, $prefix, $noun).map(Self)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str>>::deserialize(from)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

typed_id!(/// An organisation; everything stored belongs to exactly one.
    TenantId, "ten", "tenant");
typed_id!(/// A person inside a tenant.
    UserId, "usr", "user");
typed_id!(/// An API key, by its public id; the secret part is never stored.
    ApiKeyId, "key", "API key");
typed_id!(/// A signed-in browser.
    LoginId, "lgn", "login");
typed_id!(/// A one-time link, such as the owner's first.
    LinkId, "lnk", "link");
typed_id!(/// A conversation of one user.
    SessionId, "ses", "session");
typed_id!(/// A read-only link to a session.
    ShareId, "shr", "share");
typed_id!(/// One user message and all that follows until complete or error.
    TurnId, "trn", "turn");
typed_id!(/// An entry of a session's log.
    EventId, "evt", "event");
typed_id!(/// A message as a person reads it: a projection of an event.
    MessageId, "msg", "message");
typed_id!(/// A durable piece of background work.
    JobId, "job", "job");
typed_id!(/// A decision that a turn waits for.
    ApprovalId, "apr", "approval");
typed_id!(/// Somebody a business serves, or might: a lead until they come.
    CustomerId, "cus", "customer");
typed_id!(/// A time that a business keeps for a customer.
    AppointmentId, "apt", "appointment");
typed_id!(/// A stretch of time in which nothing is booked.
    BlockId, "blk", "block");
typed_id!(/// Somebody's wish for a time that is not free yet.
    WaitingId, "wai", "waiting list entry");
typed_id!(/// What a customer ordered from a menu.
    OrderId, "ord", "order");
typed_id!(/// A conversation that a person was asked to take over.
    EscalationId, "esc", "escalation");
typed_id!(/// What operators note for each other about an escalation.
    NoteId, "nte", "note");
typed_id!(/// A page of a business that shows the widget.
    SiteId, "site", "site");
typed_id!(/// A way that people outside write from: a number, a page, a bot.
    ChannelId, "chn", "channel");
typed_id!(/// A message that goes out through a channel.
    DeliveryId, "dlv", "delivery");
typed_id!(/// One call of a model.
    ModelCallId, "mdl", "model call");
typed_id!(/// A set of documents that are searched together.
    CollectionId, "col", "collection");
typed_id!(/// A file that somebody gave us, and what was made of it.
    DocumentId, "doc", "document");
typed_id!(/// Follows one request through logs, events and errors.
    TraceId, "trc", "trace");

#[cfg(test)]
#[path = "ids_tests.rs"]
mod tests;
