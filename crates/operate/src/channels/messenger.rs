//! The Messenger platform: a Facebook page's Messenger and an Instagram business account's direct messages.
//! <https://developers.facebook.com/docs/messenger-platform>, and its part on Instagram.

use std::collections::BTreeMap;

use conserje_kernel::Timestamp;
use serde_json::{Value, json};

use super::format::{Markup, Size, Style};
use super::meta;
use super::provider::{
    Answered, Channel, Disbelieved, Field, Item, Media, Posted, Provider, Request, ToSend,
};

pub(super) struct MessengerPlatform {
    fields: &'static [Field],
    /// The field that has the sender's own id.
    account: &'static str,
    style: Style,
    /// What every message says of itself besides its text.
    messaging_type: Option<&'static str>,
}

pub(super) static MESSENGER: MessengerPlatform = MessengerPlatform {
    fields: &[
        Field::needed("pageId"),
        Field::secret("accessToken"),
        Field::secret("appSecret"),
        Field::secret("verifyToken"),
    ],
    account: "pageId",
    style: Style { limit: 2000, size: Size::Characters, markup: Markup::Plain },
    messaging_type: Some("RESPONSE"),
};

pub(super) static INSTAGRAM: MessengerPlatform = MessengerPlatform {
    fields: &[
        Field::needed("accountId"),
        Field::secret("accessToken"),
        Field::secret("appSecret"),
        Field::secret("verifyToken"),
    ],
    account: "accountId",
    // A thousand bytes, not characters.
    style: Style { limit: 1000, size: Size::Bytes, markup: Markup::Plain },
    messaging_type: None,
};

impl MessengerPlatform {
    fn url(&self, channel: &Channel, path: &str) -> String {
        meta::url(channel, &format!("{}{path}", channel.setting(self.account)))
    }
}

impl Provider for MessengerPlatform {
    fn fields(&self) -> &'static [Field] {
        self.fields
    }

    fn handshake(&self, channel: &Channel, query: &BTreeMap<String, String>) -> Option<String> {
        meta::handshake(channel, query)
    }

    fn verify(&self, channel: &Channel, posted: &Posted<'_>) -> Result<(), Disbelieved> {
        meta::verify(channel, posted)
    }

    fn parse(&self, _: &Channel, body: &Value) -> Vec<Item> {
        meta::messaging(body)
    }

    fn style(&self) -> Style {
        self.style
    }

    fn window_hours(&self) -> Option<u64> {
        Some(24)
    }

    fn send(&self, channel: &Channel, message: &ToSend<'_>) -> Option<Request> {
        let (to, said) = (json!({"id": message.to}), json!({"text": message.text}));
        let body = match self.messaging_type {
            Some(kind) => json!({"recipient": to, "messaging_type": kind, "message": said}),
            None => json!({"recipient": to, "message": said}),
        };
        Some(Request::post(self.url(channel, "/messages"), body).bearer(channel.secret("accessToken")))
    }

    fn answered(&self, status: u16, body: &Value) -> Answered {
        meta::answered(status, body, "/message_id")
    }

    fn probe(&self, channel: &Channel, _: Timestamp) -> Option<Request> {
        Some(Request::get(self.url(channel, "?fields=id")).bearer(channel.secret("accessToken")))
    }

    fn media(&self, _: &Channel, media: &Media) -> Option<Request> {
        // At an address that the webhook names; no token goes there.
        Some(Request::get(media.reference.clone()))
    }
}
