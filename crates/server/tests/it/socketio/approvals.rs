//! Approving and rejecting over the socket; what is approved is really done, at a server of the test's own.

use conserje_llm::Scene;
use conserje_testkit::{Home, Receiver, TestServer, TestServerOptions};
use serde_json::{Value, json};

use super::client::{JsClient, kinds};

struct Scenario {
    server: TestServer,
    client: JsClient,
    session: String,
    shop: Receiver,
}

/// A turn that waits for a person to let it order tea; and what it asked.
async fn asking() -> (Scenario, Value) {
    let shop = Receiver::start(Vec::new()).await;
    let address = shop.address();
    let pack = format!(
        r#"
        name = "shop"
        [egress]
        allow_private = ["{address}"]
        [[agents]]
        name = "clerk"
        prompt = "You sell tea."
        tools = ["order"]
        [[tools]]
        name = "order"
        description = "Orders something."
        method = "POST"
        url = "http://{address}/orders"
        body = "json"
        risk = "write"
        parameters = {{ type = "object", properties = {{ item = {{ type = "string" }} }}, required = ["item"] }}
        "#
    );
    let options = TestServerOptions::default().with_pack(pack);
    let server = TestServer::start_with(Home::Sqlite, options).await;
    let session = server.owner().session().await;
    server.model_says([Scene::use_tool("order", json!({"item": "té"})), Scene::say("Hecho.")]);
    let mut client = JsClient::connect(server.owner().url(), server.owner().key().unwrap()).await;
    client.asks("chat:message", json!({"sessionId": session, "message": "pide té"})).await;
    let events = client.events_until("turn_paused").await;
    let asked = events.iter().find(|event| event["type"] == "approval_requested").unwrap().clone();
    assert_eq!((&asked["toolName"], &asked["args"]), (&json!("order"), &json!({"item": "té"})));
    (Scenario { server, client, session, shop }, asked)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_approved_with_a_double_click_is_done_once() {
    let (Scenario { server, mut client, session, shop }, asked) = asking().await;
    let decision = json!({"approvalId": asked["approvalId"], "decision": "approve"});
    let first = client.ask_later("approval:respond", decision.clone()).await;
    let second = client.ask_later("approval:respond", decision.clone()).await;
    let answers = [client.answer(first).await, client.answer(second).await];
    assert!(answers.iter().all(|answer| answer["status"] == "approved"), "{answers:?}");
    assert_eq!(answers.map(|answer| answer["wasDecidedBefore"].clone()), [json!(false), json!(true)]);
    let events = client.events_until("complete").await;
    let ending = ["approval_resolved", "turn_resumed"];
    assert_eq!(kinds(&events)[..2], ending, "{:?}", kinds(&events));
    assert!(kinds(&events).contains(&"tool_result"));
    assert_eq!(shop.received().len(), 1);
    let other = json!({"approvalId": asked["approvalId"], "decision": "reject"});
    assert_eq!(client.code_of("approval:respond", other).await, "approval_decided");
    assert_eq!(shop.received().len(), 1);
    assert!(!session.is_empty());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_rejected_is_not_done() {
    let (Scenario { server, mut client, shop, .. }, asked) = asking().await;
    let decision = json!({"approvalId": asked["approvalId"], "decision": "reject", "reason": "hoy no"});
    assert_eq!(client.asks("approval:respond", decision).await["status"], "rejected");
    let events = client.events_until("complete").await;
    assert_eq!((&events[0]["type"], &events[0]["reason"]), (&json!("approval_resolved"), &json!("hoy no")));
    assert_eq!(shop.received().len(), 0);
    server.stop().await;
}
