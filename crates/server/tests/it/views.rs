//! What the page shows beside conversations: pins, opinions, usage, the course of a turn, who can be asked.

use conserje_kernel::{KeyScope, Role};
use conserje_llm::Scene;
use conserje_testkit::{Client, TestServer, on_both_homes, until};
use serde_json::{Value, json};

/// A session's messages, once there are so many.
async fn messages(client: &Client, session: &str, count: usize) -> Vec<Value> {
    until("the messages are there", || async {
        let page = client.get(&format!("/api/chat/sessions/{session}/messages")).await.expect(200);
        let items = page["items"].as_array().unwrap().clone();
        (items.len() == count).then_some(items)
    })
    .await
}

on_both_homes! {
    async fn a_session_is_pinned_and_let_go_again(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let path = format!("/api/chat/sessions/{}", owner.session().await);
        assert_eq!(owner.get(&path).await.expect(200)["pinnedAt"], Value::Null);
        let pinned = owner.patch(&path, json!({"pinned": true})).await.expect(200);
        assert!(pinned["pinnedAt"].is_string(), "{pinned}");
        let again = owner.patch(&path, json!({"pinned": true, "title": "Precios"})).await.expect(200);
        assert_eq!((&again["pinnedAt"], &again["title"]), (&pinned["pinnedAt"], &json!("Precios")));
        assert_eq!(owner.patch(&path, json!({"pinned": false})).await.expect(200)["pinnedAt"], Value::Null);
        server.stop().await;
    }

    async fn a_message_said_instead_of_another_takes_its_place_and_that_of_what_followed(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let session = owner.session().await;
        server.model_says([Scene::say("uno"), Scene::say("dos"), Scene::say("{history}")]);
        owner.say(&session, "primera").await;
        owner.say(&session, "segunda").await;
        let said = messages(owner, &session, 4).await;
        let path = format!("/api/chat/sessions/{session}/messages?wait=true");
        let instead = json!({"message": "segunda, mejor dicha", "replaces": said[2]["id"]});
        let reply = owner.post(&path, instead).await.expect(200);
        assert_eq!(reply["events"][0]["replaces"], said[2]["id"]);
        let now: Vec<String> = until("the old messages are gone", || async {
            let page = owner.get(&format!("/api/chat/sessions/{session}/messages")).await.expect(200);
            let texts: Vec<String> =
                page["items"].as_array().unwrap().iter().map(|one| one["content"].as_str().unwrap().to_owned()).collect();
            (texts.len() == 4 && texts[2] == "segunda, mejor dicha").then_some(texts)
        })
        .await;
        assert_eq!(&now[..2], ["primera", "uno"]);
        let events = owner.get(&format!("/api/chat/sessions/{session}/events")).await.expect(200);
        assert_eq!(events["items"].as_array().unwrap().len(), 6, "the record keeps what was replaced");
        for (replaced, code) in [(said[1]["id"].clone(), "not_found"), (said[2]["id"].clone(), "not_found"), (json!("x"), "not_found")] {
            let wrong = owner.post(&path, json!({"message": "hola", "replaces": replaced})).await;
            assert_eq!(wrong.code(), code, "an answer, what was replaced before, and no id cannot be replaced");
        }
        server.stop().await;
    }

    async fn people_say_what_they_think_of_an_answer(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let session = owner.session().await;
        owner.say(&session, "hola").await;
        let said = messages(owner, &session, 2).await;
        let path = |at: usize| format!("/api/chat/sessions/{session}/messages/{}/feedback", said[at]["id"].as_str().unwrap());
        let given = json!({"rating": "down", "reason": "source", "comment": " La fuente no lo dice. "});
        let kept = owner.put(&path(1), given).await.expect(200);
        assert_eq!((&kept["reason"], &kept["comment"]), (&json!("source"), &json!("La fuente no lo dice.")));
        owner.put(&path(1), json!({"rating": "up"})).await.expect(200);
        assert_eq!(messages(owner, &session, 2).await[1]["feedback"]["rating"], "up", "the later word counts");
        let listed = owner.get("/api/feedback?rating=up").await.expect(200);
        assert_eq!(listed["items"][0]["messageId"], said[1]["id"]);
        assert_eq!(owner.get("/api/feedback?rating=down").await.expect(200)["items"], json!([]));
        assert_eq!(owner.put(&path(0), json!({"rating": "up"})).await.code(), "not_found", "only answers are judged");
        assert_eq!(owner.put(&path(1), json!({"rating": "meh"})).await.code(), "invalid_json");
        let long = json!({"rating": "up", "comment": "x".repeat(1001)});
        assert_eq!(owner.put(&path(1), long).await.code(), "invalid_value");
        let stranger = server.somebody("vecina", Role::Owner, &[KeyScope::Admin]).await;
        assert_eq!(stranger.put(&path(1), json!({"rating": "up"})).await.code(), "not_found");
        owner.delete(&path(1)).await.expect(204);
        assert_eq!(messages(owner, &session, 2).await[1]["feedback"], Value::Null);
        server.stop().await;
    }

    async fn usage_is_summed_by_day_model_agent_and_person(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let session = owner.session().await;
        owner.say(&session, "hola").await;
        owner.say(&session, "¿qué tal?").await;
        let days = owner.get("/api/usage").await.expect(200);
        assert_eq!(days["items"].as_array().unwrap().len(), 30, "days without anything are there too");
        assert_eq!((&days["total"]["turns"], &days["total"]["modelCalls"]), (&json!(2), &json!(2)));
        assert_eq!(days["items"][29]["modelCalls"], 2);
        for by in ["model", "agent", "user"] {
            let sums = owner.get(&format!("/api/usage?by={by}")).await.expect(200);
            assert_eq!(sums["items"].as_array().unwrap().len(), 1, "{sums}");
            assert_eq!(sums["items"][0]["turns"], 2);
        }
        for wrong in ["by=colour", "from=yesterday", "from=2026-01-02&to=2026-01-01", "from=2000-01-01&to=2026-01-01"] {
            assert_eq!(owner.get(&format!("/api/usage?{wrong}")).await.code(), "invalid_request", "{wrong}");
        }
        let stranger = server.somebody("vecina", Role::Owner, &[KeyScope::Admin]).await;
        assert_eq!(stranger.get("/api/usage").await.expect(200)["total"]["modelCalls"], 0);
        server.stop().await;
    }

    async fn the_course_of_a_turn_shows_its_models_and_tools(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let session = owner.session().await;
        server.model_says([Scene::use_tool("todo", json!({"items": [{"text": "mirar", "done": false}]})), Scene::say("hecho")]);
        let events = owner.say(&session, "apunta algo").await;
        let turn = events[0]["turnId"].as_str().unwrap();
        let trace = owner.get(&format!("/api/chat/sessions/{session}/turns/{turn}/trace")).await.expect(200);
        let kinds: Vec<&str> = trace["spans"].as_array().unwrap().iter().map(|span| span["kind"].as_str().unwrap()).collect();
        assert_eq!(kinds.iter().filter(|kind| **kind == "model").count(), 2, "{trace}");
        assert!(trace["endedAt"].is_string() && kinds.contains(&"tool"), "{trace}");
        let unknown = format!("/api/chat/sessions/{session}/turns/trn_00000000000000000000000000000000/trace");
        assert_eq!(owner.get(&unknown).await.code(), "not_found");
        let member = server.somebody("demo", Role::Member, &[KeyScope::Chat]).await;
        let others = format!("/api/chat/sessions/{session}/turns/{turn}/trace");
        assert_eq!(member.get(&others).await.code(), "not_found", "another's session");
        server.stop().await;
    }

    async fn who_can_be_asked_and_who_asked_what(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let agents = owner.get("/api/agents").await.expect(200);
        assert_eq!((&agents["items"][0]["name"], &agents["items"][0]["isDefault"]), (&json!("assistant"), &json!(true)));
        let models = owner.get("/api/models").await.expect(200);
        assert_eq!((&models["isConfigured"], &models["tiers"]["balanced"]), (&json!(false), &json!(["scripted"])));
        let session = owner.session().await;
        owner.say(&session, "hola").await;
        let records = owner.get("/api/operate/sessions").await.expect(200);
        assert_eq!(records["items"][0]["id"], json!(session));
        assert!(records["items"][0]["userEmail"].is_string(), "{records}");
        let events = owner.get(&format!("/api/operate/sessions/{session}/events")).await.expect(200);
        assert_eq!(events["items"].as_array().unwrap().len(), 2);
        let verified = owner.get(&format!("/api/audit/verify?session={session}")).await.expect(200);
        assert_eq!((&verified["intact"], &verified["sessions"]), (&json!(true), &json!(1)));
        assert_eq!(owner.get("/api/audit/verify?session=ses_x").await.code(), "not_found");
        let users = owner.get("/api/users").await.expect(200);
        let made = owner.post(&format!("/api/users/{}/link", users["items"][0]["id"].as_str().unwrap()), json!({})).await.expect(201);
        assert!(made["url"].as_str().unwrap().contains("/welcome#"), "{made}");
        server.stop().await;
    }
}
