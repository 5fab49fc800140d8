//! What WhatsApp, Messenger and Instagram have in common: the Graph API and its webhooks.

use std::collections::BTreeMap;

use serde_json::Value;

use super::provider::{
    Answered, Channel, Disbelieved, Item, Media, Message, Posted, State, by_status, id_at, list_at, text_at,
};
use super::sign;

const API: &str = "https://graph.facebook.com/v23.0";

/// Codes of errors that pass: <https://developers.facebook.com/docs/graph-api/guides/error-handling>, and the limits of
/// WhatsApp's throughput.
const PASSING: [i64; 9] = [1, 2, 4, 17, 32, 341, 613, 130_429, 131_056];

pub(super) fn url(channel: &Channel, path: &str) -> String {
    format!("{}/{path}", channel.base_url(API))
}

/// Says back what it was asked, to whoever knows the channel's word.
pub(super) fn handshake(channel: &Channel, query: &BTreeMap<String, String>) -> Option<String> {
    let asked = |name: &str| query.get(name).map(String::as_str).unwrap_or_default();
    let is_asked = asked("hub.mode") == "subscribe"
        && sign::is_same(channel.secret("verifyToken"), asked("hub.verify_token"));
    is_asked.then(|| asked("hub.challenge").to_owned())
}

pub(super) fn verify(channel: &Channel, posted: &Posted<'_>) -> Result<(), Disbelieved> {
    let given = posted.header("x-hub-signature-256").strip_prefix("sha256=").unwrap_or_default();
    let signature = hex::decode(given).unwrap_or_default();
    let key = channel.secret("appSecret").as_bytes();
    if sign::is_signed(key, &[posted.body], &signature) { Ok(()) } else { Err(Disbelieved::Signature) }
}

pub(super) fn answered(status: u16, body: &Value, id: &str) -> Answered {
    let code = body.pointer("/error/code").and_then(Value::as_i64);
    let taken = by_status(status, body, &Value::String(text_at(body, id).to_owned()));
    match (taken, code) {
        (Answered::Never(why), Some(code)) if PASSING.contains(&code) => Answered::NotNow(why),
        (answered, _) => answered,
    }
}

/// Messenger's and Instagram's messages, which have one shape.
pub(super) fn messaging(body: &Value) -> Vec<Item> {
    let mut items = Vec::new();
    for one in list_at(body, "/entry").flat_map(|entry| list_at(entry, "/messaging")) {
        items.extend(event(one));
    }
    items
}

fn event(one: &Value) -> Vec<Item> {
    let ignored = |what: &str| vec![Item::Ignored { what: what.to_owned() }];
    let contact = id_at(one, "/sender/id");
    if let Some(said) = one.get("message") {
        if said.get("is_echo").and_then(Value::as_bool) == Some(true) {
            return ignored("an echo of what was sent");
        }
        if said.get("is_deleted").and_then(Value::as_bool) == Some(true) {
            return ignored("a message that was taken back");
        }
        // A quick reply says what it stands for; its text is what the button was called.
        let text = text_at(said, "/text").to_owned();
        return message(contact, id_at(said, "/mid"), text, attachments(said));
    }
    if let Some(pressed) = one.get("postback") {
        let said = [text_at(pressed, "/title"), text_at(pressed, "/payload")];
        let said = said.into_iter().find(|text| !text.is_empty()).unwrap_or_default();
        let own = id_at(pressed, "/mid");
        let id =
            if own.is_empty() { format!("postback:{contact}:{}", id_at(one, "/timestamp")) } else { own };
        return message(contact, id, said.to_owned(), (Vec::new(), String::new()));
    }
    if let Some(delivery) = one.get("delivery") {
        let delivered = |id: &Value| {
            let id = id.as_str().unwrap_or_default().to_owned();
            Item::Status { id, state: State::Delivered, error: None }
        };
        return list_at(delivery, "/mids").map(delivered).collect();
    }
    if let Some(read) = one.get("read") {
        let id = id_at(read, "/mid");
        return vec![if id.is_empty() {
            Item::Reached { contact, state: State::Read }
        } else {
            Item::Status { id, state: State::Read, error: None }
        }];
    }
    ignored("a reaction or another event that is not answered")
}

fn message(contact: String, id: String, text: String, (media, location): (Vec<Media>, String)) -> Vec<Item> {
    let text = if text.is_empty() { location } else { text };
    if contact.is_empty() || id.is_empty() || (text.trim().is_empty() && media.is_empty()) {
        return vec![Item::Ignored { what: "a message without text or files".to_owned() }];
    }
    vec![Item::Message(Message { id, contact, text, media, ..Message::default() })]
}

fn attachments(said: &Value) -> (Vec<Media>, String) {
    let mut location = String::new();
    let mut media = Vec::new();
    for one in list_at(said, "/attachments") {
        match text_at(one, "/type") {
            "location" => {
                let at = |name: &str| one.pointer(&format!("/payload/coordinates/{name}"));
                location = super::place(text_at(one, "/title"), "", (at("lat"), at("long")));
            }
            kind => {
                let reference = text_at(one, "/payload/url").to_owned();
                let mime_type = (kind == "image").then(|| "image/jpeg".to_owned());
                if !reference.is_empty() {
                    media.push(Media { reference, name: None, mime_type, of_message: None });
                }
            }
        }
    }
    (media, location)
}
