//! Approving and rejecting over the socket; what is approved is really done, at a server of the test's own.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use conserje_llm::Scene;
use conserje_testkit::{Home, TestServer, TestServerOptions};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::client::{JsClient, kinds};

/// Counts the calls it gets; answers each with `{}`.
fn shop() -> (u16, Arc<AtomicUsize>) {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port();
    let calls = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&calls);
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async move {
            let listener = TcpListener::from_std(listener).unwrap();
            while let Ok((mut stream, _)) = listener.accept().await {
                let mut request = vec![0; 16 * 1024];
                if stream.read(&mut request).await.unwrap_or(0) > 0 {
                    count.fetch_add(1, Ordering::SeqCst);
                }
                let reply = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}";
                drop(stream.write_all(reply.as_bytes()).await);
            }
        });
    });
    (port, calls)
}

struct Scenario {
    server: TestServer,
    client: JsClient,
    session: String,
    calls: Arc<AtomicUsize>,
    _folder: tempfile::TempDir,
}

/// A turn that waits for a person to let it order tea; and what it asked.
async fn asking() -> (Scenario, Value) {
    let (port, calls) = shop();
    let folder = tempfile::tempdir().unwrap();
    let pack = format!(
        r#"
        name = "shop"
        [egress]
        allow_private = ["127.0.0.1:{port}"]
        [[agents]]
        name = "clerk"
        prompt = "You sell tea."
        tools = ["order"]
        [[tools]]
        name = "order"
        description = "Orders something."
        method = "POST"
        url = "http://127.0.0.1:{port}/orders"
        body = "json"
        risk = "write"
        parameters = {{ type = "object", properties = {{ item = {{ type = "string" }} }}, required = ["item"] }}
        "#
    );
    std::fs::write(folder.path().join("pack.toml"), pack).unwrap();
    let config = format!("[packs]\nfolders = [{:?}]\n", folder.path().to_str().unwrap());
    let server = TestServer::start_with(Home::Sqlite, TestServerOptions::config(config)).await;
    let session = server.owner().session().await;
    server.model_says([Scene::use_tool("order", json!({"item": "té"})), Scene::say("Hecho.")]);
    let mut client = JsClient::connect(server.owner().url(), server.owner().key().unwrap()).await;
    client.asks("chat:message", json!({"sessionId": session, "message": "pide té"})).await;
    let events = client.events_until("turn_paused").await;
    let asked = events.iter().find(|event| event["type"] == "approval_requested").unwrap().clone();
    assert_eq!((&asked["toolName"], &asked["args"]), (&json!("order"), &json!({"item": "té"})));
    (Scenario { server, client, session, calls, _folder: folder }, asked)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_approved_with_a_double_click_is_done_once() {
    let (Scenario { server, mut client, session, calls, _folder }, asked) = asking().await;
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
    assert_eq!(calls.load(Ordering::SeqCst), 1);
    let other = json!({"approvalId": asked["approvalId"], "decision": "reject"});
    assert_eq!(client.code_of("approval:respond", other).await, "approval_decided");
    assert_eq!(calls.load(Ordering::SeqCst), 1);
    assert!(!session.is_empty());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_rejected_is_not_done() {
    let (Scenario { server, mut client, calls, _folder, .. }, asked) = asking().await;
    let decision = json!({"approvalId": asked["approvalId"], "decision": "reject", "reason": "hoy no"});
    assert_eq!(client.asks("approval:respond", decision).await["status"], "rejected");
    let events = client.events_until("complete").await;
    assert_eq!((&events[0]["type"], &events[0]["reason"]), (&json!("approval_resolved"), &json!("hoy no")));
    assert_eq!(calls.load(Ordering::SeqCst), 0);
    server.stop().await;
}
