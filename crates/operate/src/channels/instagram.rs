//! Direct messages of an Instagram business account: <https://developers.facebook.com/docs/messenger-platform/instagram>.

use std::collections::BTreeMap;

use conserje_kernel::Timestamp;
use serde_json::{Value, json};

use super::format::{Markup, Size, Style};
use super::meta;
use super::provider::{
    Answered, Channel, Disbelieved, Field, Item, Media, Posted, Provider, Request, ToSend,
};

pub(super) struct Instagram;

impl Provider for Instagram {
    fn fields(&self) -> &'static [Field] {
        const {
            &[
                Field::needed("accountId"),
                Field::secret("accessToken"),
                Field::secret("appSecret"),
                Field::secret("verifyToken"),
            ]
        }
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

    /// A thousand bytes, not characters.
    fn style(&self) -> Style {
        Style { limit: 1000, size: Size::Bytes, markup: Markup::Plain }
    }

    fn window_hours(&self) -> Option<u64> {
        Some(24)
    }

    fn send(&self, channel: &Channel, message: &ToSend<'_>) -> Option<Request> {
        let body = json!({"recipient": {"id": message.to}, "message": {"text": message.text}});
        let url = meta::url(channel, &format!("{}/messages", channel.setting("accountId")));
        Some(Request::post(url, body).bearer(channel.secret("accessToken")))
    }

    fn answered(&self, status: u16, body: &Value) -> Answered {
        meta::answered(status, body, "/message_id")
    }

    fn probe(&self, channel: &Channel, _: Timestamp) -> Option<Request> {
        let url = meta::url(channel, &format!("{}?fields=id", channel.setting("accountId")));
        Some(Request::get(url).bearer(channel.secret("accessToken")))
    }

    fn media(&self, _: &Channel, media: &Media) -> Option<Request> {
        // At an address that the webhook names; no token goes there.
        Some(Request::get(media.reference.clone()))
    }
}
