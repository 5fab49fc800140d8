//! Telegram bots: <https://core.telegram.org/bots/api>.

use conserje_kernel::Timestamp;
use serde_json::{Value, json};

use super::format::{Markup, Size, Style};
use super::provider::{
    Answered, Channel, Disbelieved, Field, Item, Media, Message, Posted, Provider, Request, ToSend,
    by_status, id_at, list_at, text_at,
};
use super::{place, sign};

pub(super) struct Telegram;

const API: &str = "https://api.telegram.org";

fn method(channel: &Channel, name: &str) -> String {
    format!("{}/bot{}/{name}", channel.base_url(API), channel.secret("botToken"))
}

impl Provider for Telegram {
    fn fields(&self) -> &'static [Field] {
        const { &[Field::secret("botToken"), Field::secret("secretToken")] }
    }

    fn verify(&self, channel: &Channel, posted: &Posted<'_>) -> Result<(), Disbelieved> {
        let given = posted.header("x-telegram-bot-api-secret-token");
        if sign::is_same(channel.secret("secretToken"), given) { Ok(()) } else { Err(Disbelieved::Signature) }
    }

    fn parse(&self, _: &Channel, body: &Value) -> Vec<Item> {
        let ignored = |what: &str| vec![Item::Ignored { what: what.to_owned() }];
        // A button was pressed: what it stands for is what is said.
        if let Some(pressed) = body.get("callback_query") {
            let chat = id_at(pressed, "/message/chat/id");
            return message(
                pressed,
                id_at(pressed, "/id"),
                chat,
                text_at(pressed, "/data").to_owned(),
                Vec::new(),
            );
        }
        let Some(said) = body.get("message") else {
            return ignored("an edit, a reaction or another update that is not answered");
        };
        if text_at(said, "/chat/type") != "private" {
            return ignored("a message of a group");
        }
        let chat = id_at(said, "/chat/id");
        let id = format!("{chat}:{}", id_at(said, "/message_id"));
        let text = match said.get("location") {
            Some(location) => place(
                text_at(said, "/venue/title"),
                text_at(said, "/venue/address"),
                (location.get("latitude"), location.get("longitude")),
            ),
            None => [text_at(said, "/text"), text_at(said, "/caption")].concat(),
        };
        message(said, id, chat, text, media(said))
    }

    fn style(&self) -> Style {
        Style { limit: 4096, size: Size::Utf16, markup: Markup::Plain }
    }

    fn send(&self, channel: &Channel, message: &ToSend<'_>) -> Option<Request> {
        let body = json!({
            "chat_id": message.to,
            "text": message.text,
            "link_preview_options": {"is_disabled": true},
        });
        Some(Request::post(method(channel, "sendMessage"), body))
    }

    fn answered(&self, status: u16, body: &Value) -> Answered {
        let chat = id_at(body, "/result/chat/id");
        let id = format!("{chat}:{}", id_at(body, "/result/message_id"));
        by_status(status, body, &json!(id))
    }

    fn probe(&self, channel: &Channel, _: Timestamp) -> Option<Request> {
        Some(Request::get(method(channel, "getMe")))
    }

    fn media(&self, channel: &Channel, media: &Media) -> Option<Request> {
        Some(Request::post(method(channel, "getFile"), json!({"file_id": media.reference})))
    }

    fn says_where(&self) -> bool {
        true
    }

    fn media_place(&self, channel: &Channel, answer: &Value) -> Option<Request> {
        let path = text_at(answer, "/result/file_path");
        let is_plain = !path.is_empty() && !path.contains("..") && !path.starts_with('/');
        let token = channel.secret("botToken");
        is_plain.then(|| Request::get(format!("{}/file/bot{token}/{path}", channel.base_url(API))))
    }
}

fn message(from: &Value, id: String, chat: String, text: String, media: Vec<Media>) -> Vec<Item> {
    if chat.is_empty() || (text.trim().is_empty() && media.is_empty()) {
        return vec![Item::Ignored { what: "a message without text or files".to_owned() }];
    }
    let language = Some(text_at(from, "/from/language_code").to_owned()).filter(|tag| !tag.is_empty());
    let name = [text_at(from, "/from/first_name"), text_at(from, "/from/last_name")].join(" ");
    let (contact, phone) = (chat, None);
    vec![Item::Message(Message { id, contact, name: name.trim().to_owned(), text, media, phone, language })]
}

/// The largest size of a picture, and every other file.
fn media(said: &Value) -> Vec<Media> {
    let picture = list_at(said, "/photo").last().map(|photo| Media {
        reference: text_at(photo, "/file_id").to_owned(),
        name: None,
        mime_type: Some("image/jpeg".to_owned()),
        of_message: None,
    });
    let files = ["document", "audio", "voice", "video"].into_iter().filter_map(|kind| {
        let file = said.get(kind)?;
        let own = |place| Some(text_at(file, place).to_owned()).filter(|text| !text.is_empty());
        let (name, mime_type) = (own("/file_name"), own("/mime_type"));
        Some(Media { reference: text_at(file, "/file_id").to_owned(), name, mime_type, of_message: None })
    });
    picture.into_iter().chain(files).filter(|file| !file.reference.is_empty()).collect()
}
