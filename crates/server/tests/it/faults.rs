//! A fault of the program stays with the turn in which it happens.

use conserje_llm::Scene;
use conserje_testkit::{TestServer, TestServerOptions, on_both_homes, until};
use serde_json::{Value, json};

/// Where the program is made to fail, and in which step.
const PLACES: [&str; 6] =
    ["before_model", "after_model", "before_record", "after_record", "before_model:2", "before_record:2"];

on_both_homes! {
    async fn a_turn_that_panics_is_closed_and_every_later_message_is_answered(home: Home) {
        let mut server = TestServer::start(home).await;
        for place in PLACES {
            let config = format!("[testing]\ncrash_at = \"panic {place}\"\n");
            server = server.restart_with(TestServerOptions::config(config)).await;
            let owner = server.owner();
            let session = owner.session().await;
            server.model_says([Scene::use_tool("todo", json!({"todos": []})), Scene::say("hecho"), Scene::say("después")]);
            let path = format!("/api/chat/sessions/{session}/messages");
            owner.post(&path, json!({"message": "primero"})).await.expect(202);
            owner.post(&path, json!({"message": "segundo"})).await.expect(202);
            let turn = format!("/api/chat/sessions/{session}");
            until("no turn runs or waits", || async {
                let turn = owner.get(&turn).await.expect(200)["turn"].clone();
                (turn == json!({"running": false, "waiting": 0})).then_some(())
            })
            .await;
            let events = owner.get(&format!("{turn}/events")).await.expect(200)["items"].as_array().unwrap().clone();
            let of = |kind: &str| events.iter().filter(|event| event["type"] == kind).count();
            assert_eq!(of("user_message_confirmed"), 2, "{place}: both were heard");
            let failed: Vec<&Value> = events.iter().filter(|event| event["type"] == "error").collect();
            assert_eq!(failed.len(), 1, "{place}: {events:#?}");
            assert_eq!(failed[0]["code"], "internal", "{place}");
            assert!(of("message") >= 1, "{place}: what waited was answered: {events:#?}");
            let ready = server.stranger().get("/health/ready").await.expect(200);
            let tasks = ready["components"].as_array().unwrap().iter().find(|part| part["name"] == "tasks").unwrap().clone();
            assert_eq!(tasks["status"], "ready", "{place}: {tasks}");
        }
        server.stop().await;
    }
}
