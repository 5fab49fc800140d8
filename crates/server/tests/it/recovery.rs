//! A process that dies in the middle: the real binary, killed.

use std::time::Duration;

use conserje_testkit::{TestServer, on_both_homes, until};
use serde_json::json;

on_both_homes! {
    async fn a_shutdown_lets_the_running_turn_end_and_keeps_what_waits(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let session = owner.session().await;
        server.model_says([conserje_llm::Scene::say("uno").after(Duration::from_millis(500))]);
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

/// The real binary with a model that takes its time over `lento`.
struct Killed {
    folder: tempfile::TempDir,
}

impl Killed {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let script = r#"{"replies": [{"when": "lento", "say": "sin prisa", "delayMs": 1500}]}"#;
        std::fs::write(folder.path().join("script.json"), script).unwrap();
        Self { folder }
    }

    fn start(&self) -> crate::cli::Served {
        let script = self.folder.path().join("script.json");
        let environment = [("CONSERJE__TESTING__SCRIPT", script.to_str().unwrap())];
        crate::cli::Served::start(
            env!("CARGO_BIN_EXE_conserje"),
            &self.folder.path().join("data"),
            &environment,
        )
    }

    /// Two messages, and the server killed while it answers the first.
    async fn in_the_middle(&self) -> String {
        let mut first = self.start();
        let session = first.client.session().await;
        let path = format!("/api/chat/sessions/{session}/messages");
        first.client.post(&path, json!({"message": "lento"})).await.expect(202);
        first.client.post(&path, json!({"message": "rápido"})).await.expect(202);
        first.kill();
        session
    }

    async fn then_four_events(&self, session: &str) -> Vec<serde_json::Value> {
        let second = self.start();
        until("the line is worked off", || async {
            let events = second.client.get(&format!("/api/chat/sessions/{session}/events")).await.expect(200);
            let events = events["items"].as_array().unwrap().clone();
            (events.len() == 4).then_some(events)
        })
        .await
    }
}

fn kinds(events: &[serde_json::Value]) -> Vec<&str> {
    events.iter().map(|event| event["type"].as_str().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_servers_turn_goes_on_and_its_line_is_worked_off() {
    let killed = Killed::new();
    let session = killed.in_the_middle().await;
    let events = killed.then_four_events(&session).await;
    assert_eq!(kinds(&events), ["user_message_confirmed", "message", "user_message_confirmed", "message"]);
    assert_eq!(events[1]["content"], "sin prisa");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_that_has_had_its_time_is_closed_with_an_error() {
    let killed = Killed::new();
    let session = killed.in_the_middle().await;
    let file = killed.folder.path().join("data").join("conserje.db");
    let database = rusqlite::Connection::open(file).unwrap();
    database
        .execute("UPDATE turns SET started_at = started_at - 600000000 WHERE state = 'running'", [])
        .unwrap();
    drop(database);
    let events = killed.then_four_events(&session).await;
    assert_eq!(kinds(&events), ["user_message_confirmed", "error", "user_message_confirmed", "message"]);
    assert_eq!(events[1]["code"], "server_stopped");
}
