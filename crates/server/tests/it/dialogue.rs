//! A conversation that goes on by rules: an agent's dialogue is asked before each reply, and what it says is recorded, done
//! and told like what a model says.

use std::sync::Arc;

use conserje_agents::dialogue::{Dialogue, Heard, Next, Situation};
use conserje_agents::{Catalogue, Pack};
use conserje_conversation::{Conversations, Dialogues, Incoming, News, Options, Setup};
use conserje_events::EventLog;
use conserje_kernel::{Scope, SessionId, TraceId, TurnId};
use conserje_llm::Scene;
use conserje_testkit::{Client, Home, TestServer, TestServerOptions, on_both_homes};
use conserje_tools::{Handoff, Registry, Todo, Tool};
use futures::future::{BoxFuture, FutureExt};
use serde_json::{Value, json};

const PACK: &str = r#"
name = "desk"
[[agents]]
name = "reception"
prompt = "You receive."
tools = ["handoff"]
dialogue = "rehearsed"
iterations = 2
[[agents]]
name = "booking"
prompt = "You book."
tools = ["todo", "handoff"]
dialogue = "rehearsed"
"#;

/// Does what the last message says: a line for each agent, and what it says once it has used a tool.
#[derive(Debug)]
struct Rehearsed;

impl Dialogue for Rehearsed {
    fn next<'a>(&'a self, now: Situation<'a>) -> BoxFuture<'a, Option<Next>> {
        let last = now.heard.iter().rposition(|heard| matches!(heard, Heard::Person { .. })).unwrap();
        let Heard::Person { text, agent, .. } = &now.heard[last] else { unreachable!() };
        let used = &now.heard[last + 1..];
        let hand = |to: &str| Some(Next::Call { tool: "handoff".to_owned(), args: json!({"to": to}) });
        let say = |text: String| Some(Next::Say { text });
        let other = if now.agent == "booking" { "reception" } else { "booking" };
        let next = match (text.as_str(), now.agent, used) {
            ("hello", _, []) => say(format!("{} heard {}, {:?}", now.agent, now.heard.len(), now.tools)),
            ("book", "reception", []) => hand("booking"),
            ("book", "booking", [Heard::Tool { name, success: true, .. }]) if name == "handoff" => {
                let items = json!({"items": [{"text": "cita", "status": "completed"}]});
                Some(Next::Call { tool: "todo".to_owned(), args: items })
            }
            ("book", "booking", [_, Heard::Tool { result, .. }]) => {
                say(format!("{} after {agent}: {}", now.agent, result["items"][0]["text"]))
            }
            ("back and forth", _, [.., Heard::Tool { success: false, .. }]) => say("nobody else".to_owned()),
            ("back and forth" | "for ever", _, _) => hand(other),
            ("what it has not", _, []) => {
                Some(Next::Call { tool: "todo".to_owned(), args: json!({"items": []}) })
            }
            _ => None,
        };
        std::future::ready(next).boxed()
    }
}

/// Conversations of their own over the server's data, with a pack and a dialogue that the server does not have.
struct Stage {
    conversations: Conversations,
    scope: Scope,
}

impl Stage {
    async fn new(server: &TestServer) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("pack.toml"), PACK).unwrap();
        let pack = Pack::read(folder.path()).unwrap();
        let agents: Vec<String> = pack.agents.iter().map(|agent| agent.name.clone()).collect();
        let tools: [Arc<dyn Tool>; 2] = [Arc::new(Todo::default()), Arc::new(Handoff::to(&agents))];
        let app = server.app();
        let (log, _) = EventLog::new(app.store().clone());
        let scope = app.operator_inside(app.usual_tenant()).await.unwrap();
        let conversations = Conversations::new(Setup {
            store: app.store().clone(),
            log,
            models: app.conversations().assistants(&scope).await.unwrap().models().clone(),
            tools: Registry::new(tools).unwrap(),
            catalogue: Catalogue::of_packs(vec![pack]).unwrap(),
            dialogues: Dialogues::from([("rehearsed".to_owned(), Arc::new(Rehearsed) as Arc<dyn Dialogue>)]),
            options: Options::default(),
            node: "stage".to_owned(),
            crash_at: None,
        });
        let key = format!("Bearer {}", server.owner().key().unwrap());
        let headers = http::HeaderMap::from_iter([(http::header::AUTHORIZATION, key.parse().unwrap())]);
        let scope = app.access().authenticate(&http::Method::GET, &headers).await.unwrap();
        Self { conversations, scope }
    }

    /// The session, once the message has been answered.
    async fn say(&self, session: Option<SessionId>, text: &str) -> SessionId {
        let incoming = Incoming::new(TurnId::generate(), TraceId::generate(), text.to_owned());
        let mut asked = self.conversations.ask(&self.scope, session, incoming).await.unwrap();
        while let Some(news) = asked.next().await.unwrap() {
            if news.iter().any(|news| matches!(news, News::Ended(_))) {
                break;
            }
        }
        asked.session
    }
}

async fn events(client: &Client, session: SessionId) -> Vec<Value> {
    let page = client.get(&format!("/api/chat/sessions/{session}/events?limit=200")).await.expect(200);
    page["items"].as_array().unwrap().clone()
}

fn kinds(events: &[Value]) -> Vec<&str> {
    events.iter().map(|event| event["type"].as_str().unwrap()).collect()
}

fn answers(events: &[Value]) -> Vec<&str> {
    let said = events.iter().filter(|event| event["type"] == "message");
    said.map(|event| event["content"].as_str().unwrap()).collect()
}

fn without_a_model() -> TestServerOptions {
    TestServerOptions::config("[testing]\nscripted = false\n")
}

on_both_homes! {
    async fn a_dialogue_says_what_comes_next_and_is_asked_again_after_each_tool(home: Home) {
        let server = TestServer::start_with(home, without_a_model()).await;
        let stage = Stage::new(&server).await;
        let session = stage.say(None, "hello").await;
        stage.say(Some(session), "book").await;
        stage.say(Some(session), "hello").await;
        let told = events(server.owner(), session).await;
        assert_eq!(
            kinds(&told),
            [
                "user_message_confirmed", "message",
                "user_message_confirmed", "tool_use", "tool_result", "handoff", "tool_use", "tool_result", "message",
                "user_message_confirmed", "message",
            ],
            "{told:#?}"
        );
        assert_eq!(
            answers(&told),
            [
                "reception heard 1, [\"handoff\"]",
                "booking after reception: \"cita\"",
                "reception heard 7, [\"handoff\"]",
            ]
        );
        let booked = told.iter().filter(|event| event["type"] == "message").nth(1).unwrap();
        assert_eq!((&booked["agent"], &booked["model"]), (&json!("booking"), &json!("extractive")));
        server.stop().await;
    }
}

#[tokio::test]
async fn handoffs_that_a_dialogue_wants_never_go_round() {
    let server = TestServer::start_with(Home::Sqlite, without_a_model()).await;
    let stage = Stage::new(&server).await;
    let session = stage.say(None, "back and forth").await;
    let told = events(server.owner(), session).await;
    assert_eq!(answers(&told), ["nobody else"]);
    assert_eq!(kinds(&told).iter().filter(|kind| **kind == "handoff").count(), 1, "{told:#?}");
    let session = stage.say(None, "for ever").await;
    let told = events(server.owner(), session).await;
    assert_eq!(kinds(&told).iter().filter(|kind| **kind == "handoff").count(), 1, "{told:#?}");
    assert_eq!(answers(&told).len(), 1, "it is answered nevertheless: {told:#?}");
    server.stop().await;
}

#[tokio::test]
async fn without_a_rule_for_it_a_message_is_answered_as_any_other() {
    let server = TestServer::start_with(Home::Sqlite, without_a_model()).await;
    let stage = Stage::new(&server).await;
    for message in ["something else", "what it has not"] {
        let session = stage.say(None, message).await;
        let told = events(server.owner(), session).await;
        assert_eq!(kinds(&told), ["user_message_confirmed", "message"], "{told:#?}");
        let answer = answers(&told)[0].to_owned();
        assert!(
            ["I have no answer to that.", "No tengo respuesta para eso."].contains(&answer.as_str()),
            "{answer}"
        );
    }
    server.stop().await;
}

#[tokio::test]
async fn where_a_language_model_answers_no_dialogue_is_asked() {
    let server = TestServer::start(Home::Sqlite).await;
    let stage = Stage::new(&server).await;
    server.model_says([Scene::say("As I like it.")]);
    let session = stage.say(None, "hello").await;
    assert_eq!(answers(&events(server.owner(), session).await), ["As I like it."]);
    server.stop().await;
}
