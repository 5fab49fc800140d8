use conserje_kernel::UserId;
use conserje_testkit::{Home, TestServer};
use serde_json::{Value, json};

use super::client::JsClient;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_done_is_said_and_the_connection_goes_on() {
    let server = TestServer::start(Home::Sqlite).await;
    let owner = server.owner();
    let session = owner.session().await;
    let mut client = JsClient::connect(owner.url(), owner.key().unwrap()).await;
    let message = |text: &str| json!({"sessionId": session, "message": text});
    let with = |name: &str, value: Value| {
        let mut payload = message("hola");
        payload[name] = value;
        payload
    };
    let cases = [
        ("chat:message", message(""), "message_empty"),
        ("chat:message", message(" \n\t "), "message_empty"),
        ("chat:message", message(&"x".repeat(70_000)), "message_too_long"),
        ("chat:message", message("a\u{0}b"), "message_unreadable"),
        ("chat:message", with("userId", json!(UserId::generate().to_string())), "user_mismatch"),
        ("chat:message", with("userId", json!("")), "user_mismatch"),
        ("chat:message", with("attachments", json!([{"fileId": "x"}])), "invalid_json"),
        ("chat:message", with("attachments", json!(["doc_x"])), "not_found"),
        ("chat:message", with("attachments", json!(vec!["doc_x"; 21])), "invalid_value"),
        ("chat:message", with("turnId", json!("mine")), "invalid_value"),
        ("chat:message", with("options", json!({"language": "xx"})), "invalid_value"),
        ("chat:message", with("options", json!({"agent": "nobody"})), "not_found"),
        ("chat:message", with("options", json!({"temperature": 1})), "invalid_json"),
        ("chat:message", with("unknown", json!(1)), "invalid_json"),
        ("chat:message", with("message", json!(["hola"])), "invalid_json"),
        ("chat:message", json!({"message": "hola"}), "invalid_json"),
        ("chat:message", json!({"sessionId": "ses_nonsense", "message": "hola"}), "not_found"),
        ("chat:message", json!([session, "hola"]), "invalid_json"),
        ("chat:message", json!("hola"), "invalid_json"),
        ("chat:message", Value::Null, "invalid_json"),
        ("chat:message", message(&"x".repeat(1_100_000)), "body_too_large"),
        ("chat:cancel", json!({}), "invalid_json"),
        ("session:join", json!({"sessionId": session, "afterSequence": -1}), "invalid_value"),
        ("session:join", json!({"sessionId": session, "afterSequence": 7}), "invalid_value"),
        ("session:join", json!({"sessionId": session, "afterSequence": "0"}), "invalid_json"),
        ("approval:respond", json!({"approvalId": "x", "decision": "approve"}), "not_found"),
        ("approval:respond", json!({"approvalId": "x", "decision": "maybe"}), "invalid_json"),
        ("chat:massage", json!({}), "invalid_request"),
        ("agent:event", json!({}), "invalid_request"),
    ];
    for (event, payload, code) in cases {
        let shown: String = payload.to_string().chars().take(120).collect();
        assert_eq!(client.code_of(event, payload.clone()).await, code, "{event} {shown}");
        // Without an acknowledgement, the same is said in an event.
        client.emit(event, payload).await;
        let error = client.event("agent:error").await;
        assert_eq!(error["code"], code, "{event} {shown}");
        if event == "session:join" {
            assert_eq!(error["sessionId"], session.as_str());
        }
    }
    let mismatch = client.ask("chat:message", with("userId", json!("usr_x"))).await;
    assert!(mismatch["message"].as_str().unwrap().starts_with("User mismatch"), "{mismatch}");
    client.tell(json!({"emit": "chat:cancel", "args": [], "ack": 1000})).await;
    assert_eq!(client.answer(1000).await["code"], "invalid_json");
    // Nothing of all that was sent, and the connection is the one it was.
    assert_eq!(owner.get(&format!("/api/chat/sessions/{session}")).await.expect(200)["lastSequence"], 0);
    client.asks("chat:message", message("hola")).await;
    client.events_until("complete").await;
    assert!(client.left_over().is_empty(), "{:?}", client.left_over());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn more_than_a_connection_may_have_waiting_is_turned_away() {
    let server = TestServer::start(Home::Sqlite).await;
    let owner = server.owner();
    let session = owner.session().await;
    let mut client = JsClient::connect(owner.url(), owner.key().unwrap()).await;
    let mut numbers = Vec::new();
    for _ in 0..12 {
        let payload = json!({"sessionId": session, "message": "x".repeat(900_000)});
        numbers.push(client.ask_later("chat:message", payload).await);
    }
    let mut codes = Vec::new();
    for number in numbers {
        codes.push(client.answer(number).await["code"].as_str().unwrap().to_owned());
    }
    assert!(codes.iter().all(|code| code == "message_too_long" || code == "too_many_attempts"), "{codes:?}");
    client.asks("session:join", json!({"sessionId": session})).await;
    server.stop().await;
}
