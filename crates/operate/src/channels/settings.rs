//! What is said of a channel, checked: every value is one that its kind has, and what it needs is there.

use conserje_kernel::{ChannelKind, Language, Secret};
use serde_json::{Map, Value};

use super::ChannelClient;
use super::kinds::of_kind;
use super::provider::{Channel, Field};
use crate::{ChannelRow as Row, Secrets};

/// What every kind of channel may say.
const COMMON: [&str; 5] = ["agent", "language", "quietHours", "messagesPerMinute", "baseUrl"];
const LONGEST: usize = 2000;
const LONGEST_NAME: usize = 100;

/// A channel as somebody wants it.
pub struct Wanted<'a> {
    pub kind: ChannelKind,
    pub name: &'a str,
    pub settings: &'a Map<String, Value>,
    pub secrets: &'a Secrets,
}

pub fn opened(row: &Row, secrets: Secrets) -> Channel {
    let settings = serde_json::from_str(&row.settings).unwrap_or_default();
    let Row { id, tenant, kind, is_enabled, .. } = *row;
    Channel { id, tenant, kind, is_enabled, settings, secrets }
}

/// What the channel itself says is in.
pub fn language(channel: &Channel) -> Language {
    Language::preferred(channel.setting("language")).unwrap_or_default()
}

/// What is wrong with it, if something is.
pub fn checked(wanted: &Wanted<'_>, client: &ChannelClient) -> Result<(), String> {
    let length = wanted.name.trim().chars().count();
    if length == 0 || length > LONGEST_NAME || wanted.name.contains(char::is_control) {
        return Err(format!("`name` is 1 to {LONGEST_NAME} characters long, without control characters"));
    }
    let fields = of_kind(wanted.kind).fields();
    let is_field =
        |name: &str, secret: bool| fields.iter().any(|field| field.name == name && field.is_secret == secret);
    for (name, value) in wanted.settings {
        if !COMMON.contains(&name.as_str()) && !is_field(name, false) {
            return Err(unknown("settings", name, fields, false));
        }
        setting(name, value, client)?;
    }
    for (name, text) in wanted.secrets {
        if !is_field(name, true) {
            return Err(unknown("secrets", name, fields, true));
        }
        secret(name, text)?;
    }
    for field in fields.iter().filter(|field| field.is_required) {
        let is_there = if field.is_secret {
            wanted.secrets.contains_key(field.name)
        } else {
            wanted.settings.get(field.name).and_then(Value::as_str).is_some_and(|text| !text.is_empty())
        };
        let part = if field.is_secret { "secrets" } else { "settings" };
        if !is_there {
            return Err(format!("`{part}.{}` is missing; a {} channel needs it", field.name, wanted.kind));
        }
    }
    Ok(())
}

fn unknown(part: &str, name: &str, fields: &[Field], secret: bool) -> String {
    let shown: String = name.chars().take(40).collect();
    let own = fields.iter().filter(|field| field.is_secret == secret).map(|field| field.name);
    let known: Vec<_> = if secret { own.collect() } else { own.chain(COMMON).collect() };
    format!("`{part}.{shown}` is not known; there are {}", known.join(", "))
}

fn setting(name: &str, value: &Value, client: &ChannelClient) -> Result<(), String> {
    let number = |least: u64, most: u64| match value.as_u64() {
        Some(number) if (least..=most).contains(&number) => Ok(()),
        Some(_) | None => Err(format!("`settings.{name}` is a number from {least} to {most}")),
    };
    match name {
        "quietHours" => return number(1, 24 * 365),
        "messagesPerMinute" => return number(1, 600),
        _ => {}
    }
    let Some(text) = value.as_str().filter(|text| text.chars().count() <= LONGEST) else {
        return Err(format!("`settings.{name}` is a text of at most {LONGEST} characters"));
    };
    match name {
        "language" if Language::preferred(text).is_none() => {
            Err("`settings.language` is es or en".to_owned())
        }
        "baseUrl" | "url" if !text.is_empty() => {
            client.check(text).map_err(|error| format!("`settings.{name}`: {error}"))
        }
        // These go into paths of the provider's API.
        "phoneNumberId" | "pageId" | "accountId" | "businessId" => {
            let is_plain = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_' | '=');
            if text.chars().all(is_plain) {
                Ok(())
            } else {
                Err(format!("`settings.{name}` is an id: letters, digits, hyphens and underscores"))
            }
        }
        _ => Ok(()),
    }
}

/// One that goes into a header or a path must be one that can.
fn secret(name: &str, text: &Secret) -> Result<(), String> {
    let text = text.expose();
    let is_plain = |sign: char| sign.is_ascii_graphic() && !matches!(sign, '/' | '?' | '#' | '\\');
    let is_token = matches!(name, "botToken" | "secretToken" | "accessToken" | "serverSecret");
    let fits = !text.is_empty() && text.len() <= LONGEST && (!is_token || text.chars().all(is_plain));
    if fits { Ok(()) } else { Err(format!("`secrets.{name}` is a token of 1 to {LONGEST} plain characters")) }
}
