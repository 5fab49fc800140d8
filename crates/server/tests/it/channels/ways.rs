//! Every kind of channel, in and out.

use conserje_llm::Scene;
use conserje_testkit::{Home, is_signed_standard, on_both_homes, until};
use serde_json::json;

use super::{Line, SIGNING, Street, now};

const KINDS: [(&str, &str); 6] = [
    ("whatsapp", "5215512345678"),
    ("messenger", "psid-1"),
    ("instagram", "igsid-1"),
    ("telegram", "777"),
    ("tiktok", "conv=="),
    ("webhook", "ana"),
];

on_both_homes! {
    async fn what_is_written_through_a_channel_is_answered_there(home: Home) {
        for (kind, contact) in KINDS {
            let street = Street::open(home).await;
            let line = street.channel(kind).await;
            street.server.model_says([Scene::say("**Hola**, abrimos a las 9.")]);
            // A webhook that is delivered five times is answered once.
            for _ in 0..5 {
                line.write("101", contact, "¿A qué hora abren?").await;
            }
            line.write("102", contact, "gracias").await;
            let bold = if kind == "whatsapp" { "*Hola*" } else { "Hola" };
            assert_eq!(street.texts(2).await, [format!("{bold}, abrimos a las 9."), "gracias".to_owned()], "{kind}");
            let sent = line.latest("sent").await;
            assert_eq!((&sent["contact"], &sent["kind"], &sent["attempts"]), (&json!(contact), &json!("answer"), &json!(1)), "{kind}");
            assert_eq!(line.deliveries().await.len(), 2, "{kind}");
            let took = street.provider.messages().remove(0);
            let to = ["/to", "/recipient/id", "/chat_id", "/recipient", "/contact"];
            assert!(to.iter().any(|place| took.body.pointer(place) == Some(&json!(contact))), "{kind}: {took:?}");
            match kind {
                "whatsapp" => assert_eq!((took.path.as_str(), took.header("authorization")), ("/1055/messages", Some("Bearer EAAtoken"))),
                "messenger" => assert_eq!((took.path.as_str(), &took.body["messaging_type"]), ("/2066/messages", &json!("RESPONSE"))),
                "instagram" => assert_eq!(took.path, "/3077/messages"),
                "telegram" => assert_eq!(took.path, "/bot42:abc/sendMessage"),
                "tiktok" => assert_eq!((took.path.as_str(), took.header("access-token"), &took.body["business_id"]), ("/business/message/send/", Some("tt"), &json!("biz1"))),
                _ => assert!(is_signed_standard(&took, SIGNING), "{took:?}"),
            }
            street.server.stop().await;
        }
    }

    async fn a_webhook_that_is_not_signed_well_is_refused(home: Home) {
        let street = Street::open(home).await;
        for (kind, contact) in KINDS {
            let line = street.channel(kind).await;
            let body = line.delivery("1", contact, "hola");
            let unsigned = line.post(Vec::new(), body.to_string()).await;
            assert_eq!((unsigned.status.as_u16(), unsigned.code().as_str()), (403, "forbidden"), "{kind}");
            let other = line.post(line.headers(&body, now()), line.delivery("2", contact, "otra cosa").to_string()).await;
            if kind != "telegram" {
                assert_eq!(other.status.as_u16(), 403, "{kind}: the signature is of another body");
            }
            if ["tiktok", "webhook"].contains(&kind) {
                for seconds in [now() - 3600, now() + 3600] {
                    let stale = line.post(line.headers(&body, seconds), body.to_string()).await;
                    assert_eq!(stale.status.as_u16(), 403, "{kind}: replayed");
                    assert!(stale.text.contains("clock"), "{}", stale.text);
                }
            }
            let not_json = "no json";
            let value = json!(not_json);
            let large = "x".repeat(2 << 20);
            assert_eq!(line.post(line.headers(&value, now()), large).await.code(), "body_too_large", "{kind}");
        }
        assert!(street.provider.texts().len() <= 1, "only Telegram's secret signs whatever comes with it");
        let nowhere = street.server.stranger().post("/api/channels/chn_0198c5d2a1b27f3e9a4d5c6b7a8f9e0d/webhook", json!({})).await;
        assert_eq!(nowhere.code(), "not_found");
        street.server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn metas_question_is_answered_to_whoever_knows_the_word() {
    let street = Street::open(Home::Sqlite).await;
    for kind in ["whatsapp", "messenger", "instagram"] {
        let line = street.channel(kind).await;
        let ask = |word: &str| {
            format!(
                "/api/channels/{}/webhook?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token={word}",
                line.id
            )
        };
        let told = line.client.get(&ask("verify-me")).await;
        assert_eq!((told.status.as_u16(), told.text.as_str()), (200, "1158201444"));
        assert_eq!(line.client.get(&ask("guess")).await.status.as_u16(), 403);
    }
    let telegram = street.channel("telegram").await;
    assert_eq!(
        telegram.client.get(&format!("/api/channels/{}/webhook", telegram.id)).await.status.as_u16(),
        403
    );
    street.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn buttons_lists_places_and_reactions_are_understood() {
    let street = Street::open(Home::Sqlite).await;
    let line = street.channel("whatsapp").await;
    let say = |id: &str, said: serde_json::Value| {
        let mut said = said;
        said["id"] = json!(id);
        Line::whatsapp("521", said)
    };
    line.deliver(&say("1", json!({"type": "interactive", "interactive": {"type": "button_reply", "button_reply": {"id": "b", "title": "Sí, confirmo"}}}))).await;
    line.deliver(&say("2", json!({"type": "interactive", "interactive": {"type": "list_reply", "list_reply": {"id": "b", "title": "Limpieza"}}}))).await;
    line.deliver(&say(
        "3",
        json!({"type": "location", "location": {"latitude": 19.4, "longitude": -99.1, "name": "Casa"}}),
    ))
    .await;
    line.deliver(&say("4", json!({"type": "reaction", "reaction": {"message_id": "1", "emoji": "👍"}})))
        .await;
    line.deliver(&say("5", json!({"type": "button", "button": {"text": "Adiós"}}))).await;
    let texts = street.texts(4).await;
    assert_eq!(texts, ["Sí, confirmo", "Limpieza", "📍 Casa, (19.4, -99.1)", "Adiós"]);
    street.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_provider_says_of_a_message_is_shown_and_never_goes_back() {
    let street = Street::open(Home::Sqlite).await;
    let line = street.channel("whatsapp").await;
    line.write("1", "521", "hola").await;
    line.latest("sent").await;
    let status = |state: &str| {
        let value = json!({"metadata": {"phone_number_id": "1055"}, "statuses": [{"id": "wamid.out1", "status": state, "recipient_id": "521",
            "errors": [{"code": 131_047, "title": "Re-engagement message"}]}]});
        json!({"object": "whatsapp_business_account", "entry": [{"changes": [{"field": "messages", "value": value}]}]})
    };
    line.deliver(&status("delivered")).await;
    line.latest("delivered").await;
    line.deliver(&status("read")).await;
    line.latest("read").await;
    line.deliver(&status("delivered")).await;
    line.write("2", "521", "otra").await;
    until("the second is sent", || async { (line.deliveries().await.len() == 2).then_some(()) }).await;
    assert_eq!(line.deliveries().await[1]["status"], "read");
    street.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn files_are_read_with_the_message_and_what_cannot_be_is_said() {
    let street = Street::open(Home::Sqlite).await;
    let line = street.channel("whatsapp").await;
    street.provider.holds_file("text/plain", "El presupuesto es de 4200 pesos.".as_bytes());
    let document = json!({"id": "media1", "filename": "presupuesto.txt", "mime_type": "text/plain", "caption": "¿qué dice?"});
    line.deliver(&Line::whatsapp("521", json!({"id": "1", "type": "document", "document": document}))).await;
    let sources = "¿qué dice?\n\nFuentes:\n\n• [1] presupuesto.txt";
    assert_eq!(street.texts(1).await, [sources], "what an answer rests on is a short list");
    let asked = street.server.app().scripted_model().asked();
    let told = format!("{:?}", asked.last().unwrap().messages);
    assert!(told.contains("4200 pesos"), "the model reads the file: {told}");
    assert!(
        street
            .provider
            .asked()
            .iter()
            .any(|asked| asked.path == "/media1" && asked.header("authorization").is_some())
    );

    street.provider.holds_file("audio/ogg", b"OggS\0\x02 not a text");
    line.deliver(&Line::whatsapp(
        "521",
        json!({"id": "2", "type": "audio", "audio": {"id": "media2", "mime_type": "audio/ogg"}}),
    ))
    .await;
    let texts = street.texts(2).await;
    assert!(texts[1].starts_with("No pudimos abrir el archivo"), "{texts:?}");
    street.server.stop().await;
}
