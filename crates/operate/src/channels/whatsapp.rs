//! WhatsApp's Cloud API: <https://developers.facebook.com/docs/whatsapp/cloud-api>.

use std::collections::BTreeMap;

use conserje_kernel::{DeliveryKind, Timestamp};
use serde_json::{Value, json};

use super::format::{Markup, Size, Style};
use super::provider::{
    Answered, Channel, Disbelieved, Field, Item, Media, Message, Posted, Provider, Request, State, ToSend,
    id_at, list_at, text_at,
};
use super::{meta, place};

/// Of a template's variable.
const LONGEST_VARIABLE: usize = 1024;

pub(super) struct WhatsApp;

impl Provider for WhatsApp {
    fn fields(&self) -> &'static [Field] {
        const {
            &[
                Field::needed("phoneNumberId"),
                Field::optional("templateName"),
                Field::optional("templateLanguage"),
                Field::optional("noticeTemplateName"),
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

    fn parse(&self, channel: &Channel, body: &Value) -> Vec<Item> {
        let mut items = Vec::new();
        for value in list_at(body, "/entry")
            .flat_map(|entry| list_at(entry, "/changes"))
            .filter_map(|one| one.get("value"))
        {
            // An app may have several numbers behind one address: those of others are other channels'.
            let number = id_at(value, "/metadata/phone_number_id");
            if !number.is_empty() && number != channel.setting("phoneNumberId") {
                items.push(Item::Ignored { what: "a message to another number".to_owned() });
                continue;
            }
            items.extend(list_at(value, "/messages").map(|said| message(value, said)));
            items.extend(list_at(value, "/statuses").map(status));
        }
        items
    }

    fn style(&self) -> Style {
        Style { limit: 4096, size: Size::Characters, markup: Markup::WhatsApp }
    }

    fn window_hours(&self) -> Option<u64> {
        Some(24)
    }

    fn reopening(&self, channel: &Channel, message: &ToSend<'_>) -> Option<Request> {
        let own = Some(channel.setting("noticeTemplateName"));
        let own = own.filter(|name| message.kind == DeliveryKind::Notice && !name.is_empty());
        let name = own.unwrap_or_else(|| channel.setting("templateName"));
        let language =
            Some(channel.setting("templateLanguage")).filter(|tag| !tag.is_empty()).unwrap_or("es");
        let language = json!({"code": language});
        let template = if own.is_some() {
            let text = json!({"type": "text", "text": in_a_template(message.text)});
            let body = json!({"type": "body", "parameters": [text]});
            json!({"name": name, "language": language, "components": [body]})
        } else {
            json!({"name": name, "language": language})
        };
        let body = json!({
            "messaging_product": "whatsapp",
            "to": message.to,
            "type": "template",
            "template": template,
        });
        (!name.is_empty()).then(|| to_messages(channel, body))
    }

    fn send(&self, channel: &Channel, message: &ToSend<'_>) -> Option<Request> {
        let body = json!({
            "messaging_product": "whatsapp",
            "recipient_type": "individual",
            "to": message.to,
            "type": "text",
            "text": {"preview_url": false, "body": message.text},
        });
        Some(to_messages(channel, body))
    }

    fn answered(&self, status: u16, body: &Value) -> Answered {
        meta::answered(status, body, "/messages/0/id")
    }

    fn probe(&self, channel: &Channel, _: Timestamp) -> Option<Request> {
        let url = meta::url(channel, &format!("{}?fields=id", channel.setting("phoneNumberId")));
        Some(Request::get(url).bearer(channel.secret("accessToken")))
    }

    fn media(&self, channel: &Channel, media: &Media) -> Option<Request> {
        // An id goes into a path: nothing but an id.
        let is_id =
            !media.reference.is_empty() && media.reference.bytes().all(|byte| byte.is_ascii_alphanumeric());
        is_id
            .then(|| Request::get(meta::url(channel, &media.reference)).bearer(channel.secret("accessToken")))
    }

    fn says_where(&self) -> bool {
        true
    }

    fn media_place(&self, channel: &Channel, answer: &Value) -> Option<Request> {
        let url = text_at(answer, "/url");
        (!url.is_empty()).then(|| Request::get(url.to_owned()).bearer(channel.secret("accessToken")))
    }

    fn knows_people(&self) -> bool {
        true
    }
}

/// A template's variable has no breaks, and an end.
fn in_a_template(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().take(LONGEST_VARIABLE).collect()
}

fn to_messages(channel: &Channel, body: Value) -> Request {
    let url = meta::url(channel, &format!("{}/messages", channel.setting("phoneNumberId")));
    Request::post(url, body).bearer(channel.secret("accessToken"))
}

fn message(value: &Value, said: &Value) -> Item {
    let (id, contact, kind) = (id_at(said, "/id"), id_at(said, "/from"), text_at(said, "/type"));
    let known = list_at(value, "/contacts").find(|known| id_at(known, "/wa_id") == contact);
    let name = known.map(|known| text_at(known, "/profile/name")).unwrap_or_default().to_owned();
    let text = match kind {
        "text" => text_at(said, "/text/body").to_owned(),
        "button" => text_at(said, "/button/text").to_owned(),
        "interactive" => {
            let replies = ["/interactive/button_reply/title", "/interactive/list_reply/title"];
            replies.iter().map(|place| text_at(said, place)).collect()
        }
        "location" => place(
            text_at(said, "/location/name"),
            text_at(said, "/location/address"),
            (said.pointer("/location/latitude"), said.pointer("/location/longitude")),
        ),
        "image" | "audio" | "video" | "document" => text_at(said, &format!("/{kind}/caption")).to_owned(),
        _ => String::new(),
    };
    let media = ["image", "audio", "video", "document", "sticker"].into_iter().filter(|one| *one == kind);
    let media: Vec<_> = media.filter_map(|kind| file(said.get(kind)?)).collect();
    if id.is_empty() || contact.is_empty() || (text.trim().is_empty() && media.is_empty()) {
        let kind: String = kind.chars().filter(char::is_ascii_alphanumeric).take(30).collect();
        return Item::Ignored { what: format!("a message of type `{kind}`, which is not answered") };
    }
    let phone = Some(format!("+{contact}"));
    Item::Message(Message { id, contact, name, text, media, phone, language: None })
}

fn file(file: &Value) -> Option<Media> {
    let own = |place| Some(text_at(file, place).to_owned()).filter(|text| !text.is_empty());
    let (name, mime_type) = (own("/filename"), own("/mime_type"));
    Some(Media { reference: own("/id")?, name, mime_type, of_message: None })
}

fn status(one: &Value) -> Item {
    let id = id_at(one, "/id");
    let state = match text_at(one, "/status") {
        "delivered" => State::Delivered,
        "read" => State::Read,
        "failed" => State::Failed,
        // That it was sent is known from the answer to sending it.
        _ => return Item::Ignored { what: "a status that says nothing new".to_owned() },
    };
    let error = list_at(one, "/errors").next().map(|error| {
        let said = ["/error_data/details", "/message", "/title"];
        let said = said.iter().map(|place| text_at(error, place)).find(|text| !text.is_empty());
        format!("{} ({})", said.unwrap_or("no reason given"), id_at(error, "/code"))
    });
    Item::Status { id, state, error }
}
