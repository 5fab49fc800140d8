use std::time::Duration;

use conserje_llm::{Scene, Trouble};
use conserje_testkit::{Client, TestServer, TestServerOptions, on_both_homes, until};
use serde_json::{Value, json};

fn kinds(events: &[Value]) -> Vec<&str> {
    events.iter().map(|event| event["type"].as_str().unwrap()).collect()
}

async fn events(client: &Client, session: &str) -> Vec<Value> {
    client.get(&format!("/api/chat/sessions/{session}/events")).await.expect(200)["items"]
        .as_array()
        .unwrap()
        .clone()
}

async fn send(client: &Client, session: &str, message: &str) -> conserje_testkit::Reply {
    client.post(&format!("/api/chat/sessions/{session}/messages"), json!({"message": message})).await
}

async fn until_idle(client: &Client, session: &str) {
    let path = format!("/api/chat/sessions/{session}");
    until("no turn runs or waits", || async {
        let turn = client.get(&path).await.expect(200)["turn"].clone();
        (turn == json!({"running": false, "waiting": 0})).then_some(())
    })
    .await;
}

on_both_homes! {
    async fn a_message_is_recorded_answered_and_kept(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let session = owner.session().await;
        server.model_says([Scene::say("¡Hola! ¿En qué puedo ayudar?")]);
        let turn = owner.say(&session, "hola").await;
        assert_eq!(kinds(&turn), ["user_message_confirmed", "message"]);
        assert_eq!(turn[1]["content"], "¡Hola! ¿En qué puedo ayudar?");
        assert_eq!(turn, events(owner, &session).await, "what was told is what is kept");
        let server = server.restart().await;
        assert_eq!(turn, events(server.owner(), &session).await, "also after a restart");
        server.stop().await;
    }

    async fn the_model_sees_what_was_said_before_once(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let session = owner.session().await;
        server.model_says([Scene::say("uno")]);
        let first = owner.say(&session, "12345678").await;
        let second = owner.say(&session, "12345678").await;
        let input = |turn: &[Value]| turn[1]["usage"]["inputTokens"].as_i64().unwrap();
        // Four characters a token: the first message and its answer, and nothing twice.
        assert_eq!(input(&second) - input(&first), 2 + 1);
        server.stop().await;
    }

    async fn a_model_that_fails_leaves_an_error_and_a_session_that_works(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let session = owner.session().await;
        server.model_says([Scene::fail("secret cause").with_trouble(Trouble::Refused)]);
        let turn = owner.say(&session, "hola").await;
        assert_eq!(kinds(&turn), ["user_message_confirmed", "error"]);
        assert_eq!(turn[1]["code"], "model_failed");
        assert!(!turn[1].to_string().contains("secret cause"));
        until_idle(owner, &session).await;
        assert_eq!(kinds(&owner.say(&session, "otra vez").await), ["user_message_confirmed", "message"]);
        server.stop().await;
    }

    async fn messages_during_a_turn_wait_in_line_up_to_a_limit(home: Home) {
        let options = TestServerOptions::config("[conversation]\nqueue_limit = 2\n");
        let server = TestServer::start_with(home, options).await;
        let owner = server.owner();
        let session = owner.session().await;
        server.model_says([Scene::say("slow").after(Duration::from_secs(3))]);
        let mut states = Vec::new();
        for message in ["one", "two", "three"] {
            states.push(send(owner, &session, message).await.expect(202)["status"].clone());
        }
        assert_eq!(states, ["running", "waiting", "waiting"]);
        let full = send(owner, &session, "four").await;
        assert_eq!((full.status.as_u16(), full.code().as_str()), (429, "queue_full"));
        until_idle(owner, &session).await;
        let said: Vec<_> = events(owner, &session).await.iter().map(|event| event["content"].clone()).collect();
        assert_eq!(said, ["one", "slow", "two", "two", "three", "three"], "one turn at a time, in order");
        server.stop().await;
    }

    async fn a_tenant_may_have_messages_refused_while_a_turn_runs(home: Home) {
        let options = TestServerOptions::config("[conversation]\nwhen_busy = \"refuse\"\n");
        let server = TestServer::start_with(home, options).await;
        let owner = server.owner();
        let session = owner.session().await;
        server.model_says([Scene::say("slow").after(Duration::from_secs(3))]);
        send(owner, &session, "one").await.expect(202);
        let busy = send(owner, &session, "two").await;
        assert_eq!((busy.status.as_u16(), busy.code().as_str()), (409, "session_busy"));
        until_idle(owner, &session).await;
        assert_eq!(events(owner, &session).await.len(), 2);
        server.stop().await;
    }

    async fn a_turn_ends_at_its_time_limit(home: Home) {
        let options = TestServerOptions::config("[conversation]\nturn_time_limit_seconds = 1\n");
        let server = TestServer::start_with(home, options).await;
        let owner = server.owner();
        let session = owner.session().await;
        server.model_says([Scene::say("late").after(Duration::from_secs(60))]);
        let turn = owner.say(&session, "hola").await;
        assert_eq!((kinds(&turn)[1], turn[1]["code"].as_str().unwrap()), ("error", "turn_timeout"));
        server.stop().await;
    }
}
