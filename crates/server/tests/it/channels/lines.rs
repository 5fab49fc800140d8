//! Nothing is lost, nothing is said twice, and nobody gets in another's line.

use conserje_kernel::{KeyScope, Role};
use conserje_llm::Scene;
use conserje_testkit::{Home, on_both_homes, until};
use serde_json::json;

use super::Street;

on_both_homes! {
    async fn an_outage_loses_no_answer_and_keeps_their_order(home: Home) {
        let street = Street::open(home).await;
        let line = street.channel("telegram").await;
        street.provider.fail_with(503);
        for (id, text) in [("1", "uno"), ("2", "dos"), ("3", "tres")] {
            line.write(id, "777", text).await;
        }
        line.write("9", "888", "otra persona").await;
        until("three wait, and what the provider says is shown", || async {
            let waiting = line.deliveries().await;
            let is_told = waiting.iter().any(|one| one["error"].as_str().is_some_and(|why| why.contains("503")));
            (waiting.len() == 4 && is_told).then_some(())
        }).await;
        assert!(street.provider.texts().is_empty());
        street.provider.recover();
        let texts = street.texts(4).await;
        let own: Vec<_> = texts.iter().filter(|text| *text != "otra persona").collect();
        assert_eq!(own, ["uno", "dos", "tres"]);
        until("all are sent", || async { line.deliveries().await.iter().all(|one| one["status"] == "sent").then_some(()) }).await;
        assert_eq!(street.provider.texts().len(), 4);
        street.server.stop().await;
    }

    async fn what_a_person_answers_in_the_inbox_goes_out_through_the_channel(home: Home) {
        let street = Street::open(home).await;
        let line = street.channel("whatsapp").await;
        let why = json!({"reason": "quiere una persona", "urgency": "high", "summary": "Le cobraron dos veces."});
        street.server.model_says([Scene::use_tool("escalate_to_human", why), Scene::say("Ya viene una persona.")]);
        line.write("1", "34600111222", "¡Quiero hablar con una persona!").await;
        street.texts(1).await;
        let ana = street.server.somebody("demo", Role::Agent, &[KeyScope::Admin]).await;
        let inbox = ana.get("/api/inbox").await.expect(200);
        let path = format!("/api/inbox/{}", inbox["items"][0]["id"].as_str().unwrap());
        ana.post(&format!("{path}/take"), json!({})).await.expect(200);
        let asked = street.server.app().scripted_model().asked().len();
        line.write("2", "34600111222", "¿Hola?").await;
        let reply = json!({"text": "Soy Ana. Le devuelvo el dinero hoy."});
        ana.post(&format!("{path}/reply"), reply).await.expect(201);
        let is_said = |text: &String| text == "Soy Ana. Le devuelvo el dinero hoy.";
        until("the customer has the reply", || async { street.provider.texts().iter().any(is_said).then_some(()) }).await;
        assert_eq!(street.server.app().scripted_model().asked().len(), asked, "the agent is silent");
        ana.post(&format!("{path}/give-back"), json!({})).await.expect(200);
        street.server.model_says([Scene::say("Aquí sigo.")]);
        line.write("3", "34600111222", "gracias").await;
        until("the agent answers again", || async { street.provider.texts().contains(&"Aquí sigo.".to_owned()).then_some(()) }).await;
        assert_eq!(street.provider.texts().iter().filter(|text| is_said(text)).count(), 1);
        street.server.stop().await;
    }

    async fn what_is_given_up_on_says_why_and_can_be_sent_again(home: Home) {
        let street = Street::open_with(home, "attempts = 1").await;
        let line = street.channel("webhook").await;
        street.provider.fail_with(500);
        line.write("1", "ana", "hola").await;
        let failed = line.latest("failed").await;
        assert!(failed["error"].as_str().unwrap().contains("given up after 1 attempts"), "{failed}");
        let listed = line.owner.get("/api/channels").await.expect(200);
        assert_eq!(listed["items"][0]["failed"], 1);
        street.provider.fail_with(400);
        let retry = format!("/api/channels/{}/deliveries/{}/retry", line.id, failed["id"].as_str().unwrap());
        line.owner.post(&retry, json!({})).await.expect(200);
        until("it is refused", || async {
            line.deliveries().await[0]["error"].as_str().filter(|why| why.contains("400")).map(drop)
        }).await;
        street.provider.recover();
        line.owner.post(&retry, json!({})).await.expect(200);
        line.latest("sent").await;
        assert_eq!(line.owner.post(&retry, json!({})).await.code(), "invalid_value");
        street.server.stop().await;
    }

    async fn two_tenants_with_the_same_contact_share_nothing(home: Home) {
        let street = Street::open(home).await;
        let ours = street.channel("whatsapp").await;
        let rival = street.server.somebody("rival", Role::Owner, &[KeyScope::Admin]).await;
        let theirs = street.channel_of(&rival, "whatsapp", json!({})).await;
        street.server.model_says([Scene::say("somos unos")]);
        ours.write("1", "5215512345678", "hola").await;
        street.texts(1).await;
        street.server.model_says([Scene::say("somos otros")]);
        theirs.write("1", "5215512345678", "hola").await;
        assert_eq!(street.texts(2).await, ["somos unos", "somos otros"]);
        let (one, other) = (ours.latest("sent").await, theirs.latest("sent").await);
        assert_ne!(one["sessionId"], other["sessionId"]);
        assert_eq!((ours.deliveries().await.len(), theirs.deliveries().await.len()), (1, 1));
        let told = format!("{:?}", street.server.app().scripted_model().asked().last().unwrap().messages);
        assert!(!told.contains("somos unos"), "{told}");
        street.server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_writes_too_much_is_told_once_and_others_are_answered() {
    let street = Street::open(Home::Sqlite).await;
    let line = street.channel_of(street.server.owner(), "telegram", json!({"messagesPerMinute": 2})).await;
    line.write("1", "777", "uno").await;
    street.texts(1).await;
    for id in ["2", "3", "4", "5"] {
        line.write(id, "777", "más").await;
    }
    line.write("1", "888", "otra persona").await;
    until("the notice and the other's answer", || async {
        (street.provider.texts().len() >= 4).then_some(())
    })
    .await;
    let texts = street.provider.texts();
    // One, or two if a minute ended meanwhile.
    assert!(
        (1..=2).contains(&texts.iter().filter(|text| text.contains("muchos mensajes")).count()),
        "{texts:?}"
    );
    assert_eq!(texts.iter().filter(|text| *text == "más").count(), 1, "{texts:?}");
    assert!(texts.contains(&"otra persona".to_owned()));
    street.server.stop().await;
}

/// Moves the moment at which the contact last wrote.
fn wrote_long_ago(street: &Street) {
    let file = street.server.database().folder().join("data").join("conserje.db");
    let database = rusqlite::Connection::open(file).unwrap();
    database.busy_timeout(std::time::Duration::from_secs(10)).unwrap();
    let day = 25 * 3600 * 1_000_000_i64;
    let moved =
        database.execute("UPDATE channel_contacts SET last_heard_at = last_heard_at - ?1", [day]).unwrap();
    assert_eq!(moved, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn whatsapp_takes_no_free_text_a_day_after_the_customers_last_word() {
    let street = Street::open(Home::Sqlite).await;
    let line = street.channel("whatsapp").await;
    street.provider.fail_with(503);
    line.write("1", "521", "hola").await;
    until("it waits", || async {
        line.deliveries().await.first().filter(|one| one["attempts"] == 1).map(drop)
    })
    .await;
    wrote_long_ago(&street);
    street.provider.recover();
    let failed = line.latest("failed").await;
    assert!(failed["error"].as_str().unwrap().contains("24 hours"), "{failed}");
    assert!(street.provider.texts().is_empty());

    let template = json!({"settings": {"phoneNumberId": "1055", "baseUrl": street.provider.url(), "templateName": "volvamos", "templateLanguage": "es_MX"}});
    line.owner.patch(&format!("/api/channels/{}", line.id), template).await.expect(200);
    let retry = format!("/api/channels/{}/deliveries/{}/retry", line.id, failed["id"].as_str().unwrap());
    line.owner.post(&retry, json!({})).await.expect(200);
    line.latest("sent").await;
    let sent = street.provider.asked().pop().unwrap();
    assert_eq!(
        (&sent.body["type"], &sent.body["template"]["name"]),
        (&json!("template"), &json!("volvamos"))
    );
    street.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_quiet_time_another_conversation_begins_with_the_same_customer() {
    let street = Street::open(Home::Sqlite).await;
    let line = street.channel("telegram").await;
    line.write("1", "777", "hola").await;
    let first = line.latest("sent").await["sessionId"].clone();
    line.write("2", "777", "sigo aquí").await;
    street.texts(2).await;
    let second = line.latest("sent").await["sessionId"].clone();
    assert_eq!(first, second);
    wrote_long_ago(&street);
    line.write("3", "777", "otro día").await;
    street.texts(3).await;
    let third = line.latest("sent").await["sessionId"].clone();
    assert_ne!(first, third);
    let file = street.server.database().folder().join("data").join("conserje.db");
    let database = rusqlite::Connection::open(file).unwrap();
    let count = |sql: &str| database.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
    assert_eq!(count("SELECT count(DISTINCT customer_id) FROM desk_customer_sessions"), 1);
    assert_eq!(count("SELECT count(*) FROM desk_customer_sessions"), 2);
    street.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_answer_goes_in_parts_and_a_failed_turn_is_said_politely() {
    let street = Street::open(Home::Sqlite).await;
    let line = street.channel("instagram").await;
    let sentence = "Esta frase tiene exactamente un sentido. ";
    street.server.model_says([Scene::say(sentence.repeat(40))]);
    line.write("1", "ig", "cuéntame").await;
    line.latest("sent").await;
    let texts = street.provider.texts();
    assert!(
        texts.len() > 1 && texts.iter().all(|text| text.len() <= 1000 && text.ends_with('.')),
        "{texts:?}"
    );
    assert_eq!(texts.join(" "), sentence.repeat(40).trim());
    let count = texts.len();
    street.server.model_says([Scene::fail("no model").with_trouble(conserje_llm::Trouble::Refused)]);
    line.write("2", "ig", "otra").await;
    let texts = street.texts(count + 1).await;
    assert!(texts.last().unwrap().starts_with("Lo siento"), "{texts:?}");
    street.server.stop().await;
}
