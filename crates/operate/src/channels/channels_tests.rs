use std::collections::BTreeMap;

use conserje_kernel::{ChannelId, ChannelKind, DeliveryKind, TenantId, Timestamp};
use http::HeaderMap;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::kinds::of_kind;
use super::provider::{Channel, Item, Media, Posted, ToSend};
use super::{calls, place};

fn channel(kind: ChannelKind) -> Channel {
    Channel {
        id: ChannelId::generate(),
        tenant: TenantId::generate(),
        kind,
        is_enabled: true,
        settings: serde_json::Map::new(),
        secrets: BTreeMap::new(),
    }
}

/// Any JSON, with the names that providers use among its keys.
fn any_json() -> impl Strategy<Value = Value> {
    let names = prop::sample::select(vec![
        "entry",
        "changes",
        "value",
        "messages",
        "statuses",
        "messaging",
        "message",
        "sender",
        "id",
        "from",
        "type",
        "text",
        "body",
        "chat",
        "message_id",
        "callback_query",
        "data",
        "photo",
        "document",
        "file_id",
        "location",
        "latitude",
        "attachments",
        "payload",
        "url",
        "postback",
        "delivery",
        "mids",
        "read",
        "content",
        "event",
        "contact",
        "media",
        "toolCallList",
        "functionCall",
        "name",
        "arguments",
        "interactive",
        "metadata",
        "errors",
        "conversation_id",
        "image",
        "media_id",
        "status",
    ]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,20}".prop_map(Value::from),
        prop::sample::select(vec![
            "text",
            "private",
            "image",
            "interactive",
            "im_receive_msg",
            "tool-calls",
            "{}"
        ])
        .prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 64, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map(names.clone(), inner, 0..6).prop_map(|fields| json!(fields)),
        ]
    })
}

proptest! {
    /// Nothing that arrives stops anything, whatever shape it has; and what is made of it can be kept and read again.
    #[test]
    fn any_body_can_be_looked_at(body in any_json()) {
        for (kind, provider) in ChannelKind::ALL.iter().map(|&kind| (kind, of_kind(kind))) {
            let channel = channel(kind);
            for item in provider.parse(&channel, &body) {
                let kept = serde_json::to_string(&item).unwrap();
                prop_assert_eq!(serde_json::from_str::<Item>(&kept).unwrap(), item);
            }
            provider.answered(200, &body);
            provider.answered(400, &body);
            provider.media_place(&channel, &body);
            calls::calls(&body);
        }
    }

    /// Without the secret no header opens a channel; one without a secret is opened by none.
    #[test]
    fn no_guess_is_a_signature(guess in "[ -~]{0,80}", body in prop::collection::vec(any::<u8>(), 0..60)) {
        let mut headers = HeaderMap::new();
        for name in ["x-hub-signature-256", "x-telegram-bot-api-secret-token", "tiktok-signature", "webhook-id",
            "webhook-timestamp", "webhook-signature", "x-vapi-secret"] {
            if let Ok(value) = http::HeaderValue::from_str(&guess) {
                headers.insert(name, value);
            }
        }
        let posted = Posted { headers: &headers, body: &body, now: Timestamp::from_micros(0) };
        for (kind, provider) in ChannelKind::ALL.iter().map(|&kind| (kind, of_kind(kind))) {
            prop_assert!(provider.verify(&channel(kind), &posted).is_err());
        }
    }

    #[test]
    fn any_text_can_be_sent(text in "\\PC{0,40}", to in "\\PC{0,20}") {
        let message = ToSend { to: &to, text: &text, key: "k", session: "s", kind: DeliveryKind::Answer, now: Timestamp::from_micros(0) };
        for (kind, provider) in ChannelKind::ALL.iter().map(|&kind| (kind, of_kind(kind))) {
            let channel = channel(kind);
            provider.send(&channel, &message);
            provider.media(&channel, &Media { reference: text.clone(), ..Media::default() });
        }
    }
}

#[test]
fn a_place_is_said_with_what_is_known_of_it() {
    let (north, west) = (json!(19.4), json!(-99.1));
    assert_eq!(place("Casa", "Calle 1", (Some(&north), Some(&west))), "📍 Casa, Calle 1, (19.4, -99.1)");
    assert_eq!(place("", "", (Some(&north), None)), "");
}
