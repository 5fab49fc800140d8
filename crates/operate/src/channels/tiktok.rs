//! TikTok's Business Messaging: <https://business-api.tiktok.com/portal/docs>, webhooks signed as
//! <https://developers.tiktok.com/doc/webhooks-verification> has it.

use conserje_kernel::Timestamp;
use serde_json::{Value, json};

use super::format::{Markup, Size, Style};
use super::provider::{
    Answered, Channel, Disbelieved, Field, Item, Media, Message, Posted, Provider, Request, State, ToSend,
    by_status, id_at, shown, text_at,
};
use super::sign;

pub(super) struct TikTok;

const API: &str = "https://business-api.tiktok.com/open_api/v1.3";
/// Codes of its errors that pass: too many requests, and trouble of its own.
const PASSING: [i64; 6] = [40_100, 40_016, 40_064, 50_000, 51_000, 60_001];

fn call(channel: &Channel, path: &str, body: Value) -> Request {
    let url = format!("{}/business/{path}/", channel.base_url(API));
    Request::post(url, body).header("access-token", channel.secret("accessToken"))
}

impl Provider for TikTok {
    fn fields(&self) -> &'static [Field] {
        const { &[Field::needed("businessId"), Field::secret("accessToken"), Field::secret("clientSecret")] }
    }

    fn verify(&self, channel: &Channel, posted: &Posted<'_>) -> Result<(), Disbelieved> {
        let pieces =
            posted.header("tiktok-signature").split(',').filter_map(|piece| piece.trim().split_once('='));
        let (mut moment, mut signature) = ("", "");
        for (name, value) in pieces {
            match name {
                "t" => moment = value,
                "s" => signature = value,
                _ => {}
            }
        }
        let signature = hex::decode(signature).unwrap_or_default();
        let key = channel.secret("clientSecret").as_bytes();
        if !sign::is_signed(key, &[moment.as_bytes(), b".", posted.body], &signature) {
            return Err(Disbelieved::Signature);
        }
        match moment.parse() {
            Ok(seconds) if posted.is_fresh(seconds) => Ok(()),
            Ok(_) | Err(_) => Err(Disbelieved::Stale),
        }
    }

    fn parse(&self, channel: &Channel, body: &Value) -> Vec<Item> {
        let ignored = |what: &str| vec![Item::Ignored { what: what.to_owned() }];
        let account = id_at(body, "/user_openid");
        if !account.is_empty() && account != channel.setting("businessId") {
            return ignored("a message to another account");
        }
        // The content is JSON within JSON.
        let Ok(content) = serde_json::from_str::<Value>(text_at(body, "/content")) else {
            return ignored("an event without content");
        };
        let contact = id_at(&content, "/conversation_id");
        match text_at(body, "/event") {
            "im_receive_msg" => {}
            "im_mark_read_msg" if !contact.is_empty() => {
                return vec![Item::Reached { contact, state: State::Read }];
            }
            _ => return ignored("an event that is not answered"),
        }
        let id = id_at(&content, "/message_id");
        let text = match text_at(&content, "/type") {
            "share_post" => text_at(&content, "/share_post/embed_url").to_owned(),
            _ => text_at(&content, "/text/body").to_owned(),
        };
        let picture = text_at(&content, "/image/media_id");
        let media = (!picture.is_empty()).then(|| Media {
            reference: picture.to_owned(),
            name: None,
            mime_type: Some("image/jpeg".to_owned()),
            of_message: Some(format!("{contact}\n{id}")),
        });
        let media: Vec<_> = media.into_iter().collect();
        if contact.is_empty() || id.is_empty() || (text.trim().is_empty() && media.is_empty()) {
            return ignored("a message without text or pictures");
        }
        let name = text_at(&content, "/from").to_owned();
        vec![Item::Message(Message { id, contact, name, text, media, phone: None, language: None })]
    }

    fn style(&self) -> Style {
        Style { limit: 6000, size: Size::Characters, markup: Markup::Plain }
    }

    fn window_hours(&self) -> Option<u64> {
        Some(48)
    }

    fn send(&self, channel: &Channel, message: &ToSend<'_>) -> Option<Request> {
        let body = json!({
            "business_id": channel.setting("businessId"),
            "recipient_type": "CONVERSATION",
            "recipient": message.to,
            "message_type": "TEXT",
            "text": {"body": message.text},
        });
        Some(call(channel, "message/send", body))
    }

    /// Its errors come with status 200 and a code of its own.
    fn answered(&self, status: u16, body: &Value) -> Answered {
        let why = |code| format!("TikTok answered {code}: {}", shown(body));
        match body.get("code").and_then(Value::as_i64) {
            Some(0) => {
                let id = ["/data/message/message_id", "/data/message_id"].map(|place| id_at(body, place));
                Answered::Taken(id.into_iter().find(|id| !id.is_empty()))
            }
            Some(code) if PASSING.contains(&code) => Answered::NotNow(why(code)),
            Some(code) if (200..300).contains(&status) => Answered::Never(why(code)),
            Some(_) | None => by_status(status, body, &Value::Null),
        }
    }

    fn probe(&self, channel: &Channel, _: Timestamp) -> Option<Request> {
        let url =
            format!("{}/business/get/?business_id={}", channel.base_url(API), channel.setting("businessId"));
        Some(Request::get(url).header("access-token", channel.secret("accessToken")))
    }

    fn media(&self, channel: &Channel, media: &Media) -> Option<Request> {
        let (conversation, message) = media.of_message.as_deref()?.split_once('\n')?;
        let body = json!({
            "business_id": channel.setting("businessId"),
            "conversation_id": conversation,
            "message_id": message,
            "media_id": media.reference,
            "media_type": "IMAGE",
        });
        Some(call(channel, "message/media/download", body))
    }

    fn says_where(&self) -> bool {
        true
    }

    fn media_place(&self, _: &Channel, answer: &Value) -> Option<Request> {
        let url = text_at(answer, "/data/download_url");
        (!url.is_empty()).then(|| Request::get(url.to_owned()))
    }
}
