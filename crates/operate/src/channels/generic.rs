//! A webhook of anybody's, signed as Standard Webhooks has it, both ways.
//!
//! In: `{"contact": "…", "text": "…", "name": "…", "language": "es", "phone": "+52…", "media": [{"url": "…"}]}`, known by
//! `webhook-id`. Out: the same headers, `{"type": "message", "contact": "…", "text": "…", …}`.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use conserje_kernel::Timestamp;
use serde_json::{Value, json};

use super::format::{Markup, Size, Style};
use super::provider::{
    Answered, Channel, Disbelieved, Field, Item, Media, Message, Posted, Provider, Request, State, ToSend,
    by_status, id_at, list_at, text_at,
};
use super::sign;

pub(super) struct Generic;

/// A secret is bytes in base64 behind `whsec_`; any other text is its own bytes.
fn key_of(secret: &str) -> Vec<u8> {
    let coded = secret.strip_prefix("whsec_");
    coded.and_then(|coded| STANDARD.decode(coded).ok()).unwrap_or_else(|| secret.as_bytes().to_vec())
}

fn signed(channel: &Channel, id: &str, now: Timestamp, body: Value) -> Option<Request> {
    let seconds = now.as_micros().div_euclid(1_000_000).to_string();
    let text = body.to_string();
    let key = key_of(channel.secret("signingSecret"));
    let signature = sign::hmac(&key, &[id.as_bytes(), b".", seconds.as_bytes(), b".", text.as_bytes()])?;
    let request = Request::post(channel.setting("url").to_owned(), body)
        .header("webhook-id", id)
        .header("webhook-timestamp", seconds)
        .header("webhook-signature", format!("v1,{}", STANDARD.encode(signature)));
    Some(request)
}

impl Provider for Generic {
    fn fields(&self) -> &'static [Field] {
        const { &[Field::optional("url"), Field::secret("signingSecret")] }
    }

    fn verify(&self, channel: &Channel, posted: &Posted<'_>) -> Result<(), Disbelieved> {
        let (id, moment) = (posted.header("webhook-id"), posted.header("webhook-timestamp"));
        let key = key_of(channel.secret("signingSecret"));
        let pieces: [&[u8]; 5] = [id.as_bytes(), b".", moment.as_bytes(), b".", posted.body];
        // Several, while a secret is being replaced.
        let mut given =
            posted.header("webhook-signature").split(' ').filter_map(|one| one.strip_prefix("v1,"));
        let is_right = |one: &str| {
            STANDARD.decode(one).is_ok_and(|signature| sign::is_signed(&key, &pieces, &signature))
        };
        if id.is_empty() || !given.any(is_right) {
            return Err(Disbelieved::Signature);
        }
        match moment.parse() {
            Ok(seconds) if posted.is_fresh(seconds) => Ok(()),
            Ok(_) | Err(_) => Err(Disbelieved::Stale),
        }
    }

    /// The id is in the headers, which are signed with the body: `webhook` puts it there.
    fn parse(&self, _: &Channel, body: &Value) -> Vec<Item> {
        let id = id_at(body, "/id");
        if text_at(body, "/type") == "status" {
            let state = match text_at(body, "/status") {
                "delivered" => State::Delivered,
                "read" => State::Read,
                "failed" => State::Failed,
                _ => return vec![Item::Ignored { what: "a status of an unknown kind".to_owned() }],
            };
            let error = body.pointer("/error").and_then(Value::as_str).map(str::to_owned);
            return vec![Item::Status { id: id_at(body, "/message"), state, error }];
        }
        let contact = id_at(body, "/contact");
        let text = text_at(body, "/text").to_owned();
        let media: Vec<_> =
            list_at(body, "/media").map(media).filter(|media| !media.reference.is_empty()).collect();
        if contact.is_empty() || (text.trim().is_empty() && media.is_empty()) {
            return vec![Item::Ignored { what: "a webhook without `contact` or `text`".to_owned() }];
        }
        let own = |place| Some(text_at(body, place).to_owned()).filter(|text| !text.is_empty());
        vec![Item::Message(Message {
            id,
            contact,
            text,
            media,
            name: text_at(body, "/name").to_owned(),
            phone: own("/phone"),
            language: own("/language"),
        })]
    }

    fn style(&self) -> Style {
        Style { limit: 4096, size: Size::Characters, markup: Markup::Plain }
    }

    fn send(&self, channel: &Channel, message: &ToSend<'_>) -> Option<Request> {
        if channel.setting("url").is_empty() {
            return None;
        }
        let body = json!({
            "type": "message",
            "id": message.key,
            "contact": message.to,
            "text": message.text,
            "kind": message.kind,
            "session": message.session,
        });
        signed(channel, message.key, message.now, body)
    }

    fn answered(&self, status: u16, body: &Value) -> Answered {
        by_status(status, body, body.get("id").unwrap_or(&Value::Null))
    }

    fn probe(&self, channel: &Channel, now: Timestamp) -> Option<Request> {
        if channel.setting("url").is_empty() {
            return None;
        }
        let id = format!("test_{}", now.as_micros());
        signed(channel, &id, now, json!({"type": "test", "id": id}))
    }

    fn media(&self, _: &Channel, media: &Media) -> Option<Request> {
        Some(Request::get(media.reference.clone()))
    }
}

fn media(one: &Value) -> Media {
    let own = |place| Some(text_at(one, place).to_owned()).filter(|text| !text.is_empty());
    Media {
        reference: text_at(one, "/url").to_owned(),
        name: own("/name"),
        mime_type: own("/mimeType"),
        of_message: None,
    }
}
