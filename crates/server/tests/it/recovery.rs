//! A process that dies in the middle: the real binary, killed.

use std::time::Duration;

use conserje_testkit::{TestServer, on_both_homes, until};
use serde_json::json;

on_both_homes! {
    async fn a_shutdown_lets_the_running_turn_end_and_keeps_what_waits(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let session = owner.session().await;
        server.model_says([conserje_llm::Reply::say("uno").after(Duration::from_millis(500))]);
        let path = format!("/api/chat/sessions/{session}/messages");
        for message in ["primero", "segundo"] {
            owner.post(&path, json!({"message": message})).await.expect(202);
        }
        let server = server.restart().await;
        let owner = server.owner();
        let events = until("both turns have ended", || async {
            let events = owner.get(&format!("/api/chat/sessions/{session}/events")).await.expect(200);
            (events["items"].as_array().unwrap().len() == 4).then_some(events)
        }).await;
        let said: Vec<_> = events["items"].as_array().unwrap().iter().map(|event| event["content"].clone()).collect();
        assert_eq!(said, ["primero", "uno", "segundo", "segundo"]);
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_servers_turn_is_closed_with_an_error_and_its_line_worked_off() {
    let binary = env!("CARGO_BIN_EXE_conserje");
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("script.json");
    std::fs::write(&script, r#"{"replies": [{"when": "lento", "say": "x", "delayMs": 60000}]}"#).unwrap();
    let data = folder.path().join("data");
    let start =
        || crate::cli::Served::start(binary, &data, &[("CONSERJE__MODEL__SCRIPT", script.to_str().unwrap())]);
    let mut first = start();
    let session = first.client.session().await;
    let path = format!("/api/chat/sessions/{session}/messages");
    first.client.post(&path, json!({"message": "lento"})).await.expect(202);
    first.client.post(&path, json!({"message": "rápido"})).await.expect(202);
    first.kill();
    let second = start();
    let events = until("the line is worked off", || async {
        let events = second.client.get(&format!("/api/chat/sessions/{session}/events")).await.expect(200);
        (events["items"].as_array().unwrap().len() == 4).then_some(events)
    })
    .await;
    let seen: Vec<_> = events["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| event["type"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(seen, ["user_message_confirmed", "error", "user_message_confirmed", "message"]);
    assert_eq!(events["items"][1]["code"], "server_stopped");
}
