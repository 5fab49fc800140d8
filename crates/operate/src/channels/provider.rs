//! What every kind of channel answers for: who signed a webhook, what it says, and how something is sent back. All of it
//! pure: `receive` and `deliver` do the talking.

use std::collections::BTreeMap;

use conserje_kernel::{ChannelId, ChannelKind, DeliveryKind, DeliveryStatus, Secret, TenantId, Timestamp};
use http::HeaderMap;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::format::Style;

/// How long after it was signed a webhook is believed.
pub const REPLAY_WINDOW: i64 = 5 * 60;

/// A channel with all that is needed to use it.
#[derive(Clone, Debug)]
pub struct Channel {
    pub id: ChannelId,
    pub tenant: TenantId,
    pub kind: ChannelKind,
    pub is_enabled: bool,
    pub settings: Map<String, Value>,
    pub secrets: BTreeMap<String, Secret>,
}

impl Channel {
    /// A setting that is a text; empty if it is not there.
    pub fn setting(&self, name: &str) -> &str {
        self.settings.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    /// Empty if it is not there.
    pub fn secret(&self, name: &str) -> &str {
        self.secrets.get(name).map(Secret::expose).unwrap_or_default()
    }

    /// Where the provider's API is: its own address, unless another is set.
    pub fn base_url(&self, usual: &str) -> String {
        let set = self.setting("baseUrl");
        if set.is_empty() { usual.to_owned() } else { set.trim_end_matches('/').to_owned() }
    }

    pub fn number(&self, name: &str, usual: u64) -> u64 {
        self.settings.get(name).and_then(Value::as_u64).unwrap_or(usual)
    }
}

/// A value that a kind of channel has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    pub name: &'static str,
    pub is_secret: bool,
    pub is_required: bool,
}

impl Field {
    pub const fn needed(name: &'static str) -> Self {
        Self { name, is_secret: false, is_required: true }
    }

    pub const fn optional(name: &'static str) -> Self {
        Self { name, is_secret: false, is_required: false }
    }

    pub const fn secret(name: &'static str) -> Self {
        Self { name, is_secret: true, is_required: true }
    }
}

/// A webhook as it came.
#[derive(Clone, Copy, Debug)]
pub struct Posted<'a> {
    pub headers: &'a HeaderMap,
    pub body: &'a [u8],
    pub now: Timestamp,
}

impl Posted<'_> {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// Whether a moment in seconds is neither too long ago nor to come.
    pub fn is_fresh(&self, seconds: i64) -> bool {
        let now = self.now.as_micros().div_euclid(1_000_000);
        now.saturating_sub(seconds).abs() <= REPLAY_WINDOW
    }
}

/// Why a webhook is not believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Disbelieved {
    #[error("the request is not signed with the channel's secret; check the secret at the provider and here")]
    Signature,
    #[error("the request was signed more than five minutes ago, or in the future; check the sender's clock")]
    Stale,
}

/// Something that a provider delivered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Item {
    Message(Message),
    /// What became of something that was sent, by the provider's name for it.
    Status {
        id: String,
        state: State,
        #[serde(default)]
        error: Option<String>,
    },
    /// All that the contact was sent so far is in this state.
    Reached {
        contact: String,
        state: State,
    },
    /// Nothing that is answered: an edit, a reaction, an echo.
    Ignored {
        what: String,
    },
}

/// What a provider may say of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    Delivered,
    Read,
    Failed,
}

impl State {
    pub fn status(self) -> DeliveryStatus {
        match self {
            Self::Delivered => DeliveryStatus::Delivered,
            Self::Read => DeliveryStatus::Read,
            Self::Failed => DeliveryStatus::Failed,
        }
    }
}

/// What somebody wrote.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Message {
    /// The provider's name for it.
    pub id: String,
    /// The provider's name for whom answers go to.
    pub contact: String,
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    pub text: String,
    #[serde(default)]
    pub media: Vec<Media>,
    /// A telephone number that the provider vouches for.
    #[serde(default)]
    pub phone: Option<String>,
    /// What the person's app speaks, as a language tag.
    #[serde(default)]
    pub language: Option<String>,
}

/// A file that came with a message, by the provider's name for it or its address.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Media {
    /// An id that the provider's API turns into an address, or an address.
    pub reference: String,
    /// As the sender calls it, if they do.
    #[serde(default)]
    pub name: Option<String>,
    #[serde(default)]
    pub mime_type: Option<String>,
    /// What else the provider wants to hear of it.
    #[serde(default)]
    pub of_message: Option<String>,
}

/// A request to a provider.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    pub method: http::Method,
    pub url: String,
    pub headers: Vec<(&'static str, String)>,
    pub body: Option<Value>,
}

impl Request {
    pub fn get(url: String) -> Self {
        Self { method: http::Method::GET, url, headers: Vec::new(), body: None }
    }

    pub fn post(url: String, body: Value) -> Self {
        Self { method: http::Method::POST, url, headers: Vec::new(), body: Some(body) }
    }

    #[must_use]
    pub fn header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    #[must_use]
    pub fn bearer(self, token: &str) -> Self {
        self.header("authorization", format!("Bearer {token}"))
    }
}

/// A part of what is to be said, for one contact.
#[derive(Clone, Copy, Debug)]
pub struct ToSend<'a> {
    pub to: &'a str,
    pub text: &'a str,
    /// The same for every attempt at this part.
    pub key: &'a str,
    pub session: &'a str,
    pub kind: DeliveryKind,
    pub now: Timestamp,
}

/// What a provider said to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answered {
    /// Known to it by this name from now on, if it gave one.
    Taken(Option<String>),
    /// It may take it later.
    NotNow(String),
    /// It never will.
    Never(String),
}

/// One kind of channel.
pub trait Provider: Send + Sync {
    fn fields(&self) -> &'static [Field];

    /// Answers the question whether this is the channel's address, where the provider asks it.
    fn handshake(&self, _: &Channel, _: &BTreeMap<String, String>) -> Option<String> {
        None
    }

    fn verify(&self, channel: &Channel, posted: &Posted<'_>) -> Result<(), Disbelieved>;

    fn parse(&self, channel: &Channel, body: &Value) -> Vec<Item>;

    fn style(&self) -> Style;

    /// For how many hours after a contact's last message they may be written to freely.
    fn window_hours(&self) -> Option<u64> {
        None
    }

    /// What is sent instead once that time is over, if something was set up for it.
    fn reopening(&self, _: &Channel, _: &ToSend<'_>) -> Option<Request> {
        None
    }

    /// None where nothing can be sent.
    fn send(&self, channel: &Channel, message: &ToSend<'_>) -> Option<Request>;

    fn answered(&self, status: u16, body: &Value) -> Answered {
        by_status(status, body, &Value::Null)
    }

    /// A request that succeeds if the channel is set up well, and changes nothing.
    fn probe(&self, channel: &Channel, now: Timestamp) -> Option<Request>;

    /// Asks for a file.
    fn media(&self, _: &Channel, _: &Media) -> Option<Request> {
        None
    }

    /// Whether [`Provider::media`] asks where a file is, and not for the file.
    fn says_where(&self) -> bool {
        false
    }

    /// Where the file is, if that is what the first request was for.
    fn media_place(&self, _: &Channel, _: &Value) -> Option<Request> {
        None
    }

    /// Whether a contact's name means the same person at every channel of this kind.
    fn knows_people(&self) -> bool {
        false
    }
}

/// What a status means where the body does not say more. `id` is the provider's name for what was sent.
pub fn by_status(status: u16, body: &Value, id: &Value) -> Answered {
    match status {
        200..=299 => {
            Answered::Taken(id.as_str().map(str::to_owned).or_else(|| id.as_i64().map(|id| id.to_string())))
        }
        408 | 409 | 425 | 429 | 500..=599 => {
            Answered::NotNow(format!("the provider answered {status}: {}", shown(body)))
        }
        _ => Answered::Never(format!("the provider answered {status}: {}", shown(body))),
    }
}

/// Enough of an answer to see what is wrong.
pub fn shown(body: &Value) -> String {
    let said = ["/error/message", "/description", "/message", "/detail"];
    let said = said.iter().find_map(|place| body.pointer(place).and_then(Value::as_str));
    let text = said.map_or_else(|| body.to_string(), str::to_owned);
    text.chars().filter(|sign| !sign.is_control()).take(300).collect()
}

/// A text somewhere in a body; empty if there is none.
pub fn text_at<'a>(body: &'a Value, place: &str) -> &'a str {
    body.pointer(place).and_then(Value::as_str).unwrap_or_default()
}

/// A name as a text, whether it came as one or as a number.
pub fn id_at(body: &Value, place: &str) -> String {
    match body.pointer(place) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        Some(Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_)) | None => String::new(),
    }
}

/// The entries of a list somewhere in a body.
pub fn list_at<'a>(body: &'a Value, place: &str) -> impl Iterator<Item = &'a Value> + use<'a> {
    body.pointer(place).and_then(Value::as_array).into_iter().flatten()
}
