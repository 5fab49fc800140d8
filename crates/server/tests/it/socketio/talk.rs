use std::time::Duration;

use conserje_kernel::{KeyScope, Role, TurnId};
use conserje_llm::Scene;
use conserje_testkit::{Client, TestServer, on_both_homes};
use serde_json::{Value, json};

use super::client::{JsClient, kinds, numbers};

async fn connect(client: &Client) -> JsClient {
    JsClient::connect(client.url(), client.key().unwrap()).await
}

async fn recorded(client: &Client, session: &str) -> Vec<Value> {
    client.get(&format!("/api/chat/sessions/{session}/events")).await.expect(200)["items"]
        .as_array()
        .unwrap()
        .clone()
}

on_both_homes! {
    async fn a_message_brings_its_whole_turn_in_order(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let session = owner.session().await;
        let mut client = connect(owner).await;
        let me = owner.get("/api/auth/me").await.expect(200)["user"]["id"].clone();
        let reply = client.asks("chat:message", json!({
            "sessionId": session, "message": "hola", "userId": me, "attachments": [], "options": {"language": "es-MX"}
        })).await;
        assert_eq!((&reply["status"], &reply["sequenceNumber"]), (&json!("running"), &json!(1)));
        let events = client.events(4).await;
        assert_eq!(kinds(&events), ["session_start", "user_message_confirmed", "message", "complete"]);
        assert!(events.iter().all(|event| event["turnId"] == reply["turnId"] && event["traceId"] == reply["traceId"]));
        let kept: Vec<_> = events.iter().filter(|event| event["persistenceState"] == "persisted").cloned().collect();
        assert_eq!(kept, recorded(owner, &session).await, "the same JSON as over REST");
        // The session is joined now: another message needs no more.
        client.emit("chat:message", json!({"sessionId": session, "message": "otra"})).await;
        assert_eq!(numbers(&client.events_until("complete").await), [3, 4]);
        assert!(client.left_over().is_empty(), "{:?}", client.left_over());
        server.stop().await;
    }

    async fn messages_stay_in_the_order_in_which_they_were_sent(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let session = owner.session().await;
        let mut client = connect(owner).await;
        let sent: Vec<String> = (0..8).map(|number| format!("mensaje {number}")).collect();
        for message in &sent {
            client.emit("chat:message", json!({"sessionId": session, "message": message})).await;
        }
        let mut said = Vec::new();
        while said.len() < sent.len() {
            let event = client.event("agent:event").await;
            if event["type"] == "user_message_confirmed" {
                said.push(event["content"].as_str().unwrap().to_owned());
            }
        }
        assert_eq!(said, sent);
        server.stop().await;
    }

    async fn who_comes_back_gets_exactly_what_was_missed(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let session = owner.session().await;
        let mut client = connect(owner).await;
        client.asks("chat:message", json!({"sessionId": session, "message": "uno"})).await;
        client.events_until("complete").await;
        client.tell(json!({"cut": true})).await;
        client.disconnected().await;
        client.connected().await;
        owner.say(&session, "dos").await;
        let joined = client.asks("session:join", json!({"sessionId": session, "afterSequence": 2})).await;
        assert_eq!((&joined["lastSequence"], &joined["afterSequence"]), (&json!(4), &json!(2)));
        assert_eq!(numbers(&client.events(2).await), [3, 4]);
        owner.say(&session, "tres").await;
        assert_eq!(numbers(&client.events_until("complete").await), [5, 6]);
        // From the start, in place of the first time: nothing comes twice from then on.
        client.asks("session:join", json!({"sessionId": session, "afterSequence": 0})).await;
        owner.say(&session, "cuatro").await;
        assert_eq!(numbers(&client.events_until("complete").await), [1, 2, 3, 4, 5, 6, 7, 8]);
        client.asks("session:leave", json!({"sessionId": session})).await;
        owner.say(&session, "cinco").await;
        assert_eq!(client.ask("session:leave", json!({"sessionId": session})).await["wasJoined"], false);
        assert!(client.left_over().is_empty(), "{:?}", client.left_over());
        server.stop().await;
    }

    async fn two_devices_see_the_same(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let session = owner.session().await;
        let mut phone = connect(owner).await;
        let mut desk = JsClient::connect_with(owner.url(),
            json!({"auth": {"token": owner.key().unwrap()}, "transports": ["polling"]})).await;
        for device in [&mut phone, &mut desk] {
            device.asks("session:join", json!({"sessionId": session})).await;
        }
        phone.emit("chat:message", json!({"sessionId": session, "message": "desde el teléfono"})).await;
        desk.emit("chat:message", json!({"sessionId": session, "message": "desde la mesa"})).await;
        let (mut seen_on_phone, mut seen_at_desk) = (Vec::new(), Vec::new());
        for _ in 0..2 {
            seen_on_phone.extend(phone.events_until("complete").await);
            seen_at_desk.extend(desk.events_until("complete").await);
        }
        assert_eq!(seen_on_phone, seen_at_desk);
        assert_eq!(numbers(&seen_on_phone), [1, 2, 3, 4]);
        server.stop().await;
    }

    async fn a_turn_is_stopped_by_its_user(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let session = owner.session().await;
        let mut client = connect(owner).await;
        assert_eq!(client.asks("chat:cancel", json!({"sessionId": session})).await["turnId"], Value::Null);
        server.model_says([Scene::say("nunca").after(Duration::from_secs(60))]);
        let sent = client.asks("chat:message", json!({"sessionId": session, "message": "hola"})).await;
        let stopped = client.asks("chat:cancel", json!({"sessionId": session})).await;
        assert_eq!(stopped["turnId"], sent["turnId"]);
        let events = client.events_until("error").await;
        assert_eq!(events.last().unwrap()["code"], "turn_cancelled");
        server.stop().await;
    }

    async fn a_message_sent_again_with_its_turn_id_is_the_same_message(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let session = owner.session().await;
        let mut client = connect(owner).await;
        let message = json!({"sessionId": session, "message": "una vez", "turnId": TurnId::generate().to_string()});
        let first = client.asks("chat:message", message.clone()).await;
        client.events_until("complete").await;
        let again = client.asks("chat:message", message.clone()).await;
        assert_eq!((&again["id"], &again["status"]), (&first["id"], &json!("finished")));
        assert_eq!(recorded(owner, &session).await.len(), 2);
        let mut elsewhere = message;
        elsewhere["sessionId"] = json!(owner.session().await);
        assert_eq!(client.code_of("chat:message", elsewhere).await, "idempotency_key_reused");
        server.stop().await;
    }

    async fn nobody_reaches_a_session_that_is_not_theirs(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let session = owner.session().await;
        let neighbour = server.somebody("demo", Role::Member, &[KeyScope::Chat, KeyScope::Read]).await;
        let stranger = server.somebody("other", Role::Owner, &[KeyScope::Admin]).await;
        for somebody in [neighbour, stranger] {
            let mut client = connect(&somebody).await;
            for (event, payload) in [
                ("chat:message", json!({"sessionId": session, "message": "hola"})),
                ("chat:cancel", json!({"sessionId": session})),
                ("session:join", json!({"sessionId": session, "afterSequence": 0})),
            ] {
                assert_eq!(client.code_of(event, payload).await, "not_found", "{event}");
            }
            client.asks("session:leave", json!({"sessionId": session})).await;
            owner.say(&session, "secreto").await;
            assert!(client.left_over().is_empty());
        }
        server.stop().await;
    }
}
