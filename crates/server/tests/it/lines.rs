//! The line to PostgreSQL is lost at every step of a turn: nothing that was acknowledged is lost, nothing is there twice,
//! nobody is stuck.

use conserje_llm::Scene;
use conserje_testkit::{Fate, TestDatabase, TestServer, TestServerOptions, until};
use serde_json::{Value, json};

/// The transactions of a turn, by what they write.
const STEPS: [(&str, u32); 5] = [
    ("INSERT INTO turns", 1),
    ("INSERT INTO turns", 2),
    ("turn_journal", 1),
    ("turn_journal", 2),
    ("turn_journal", 3),
];

async fn start() -> TestServer {
    let options = TestServerOptions::config("[server]\nshutdown_patience_seconds = 1\n");
    TestServer::start_on(TestDatabase::on_a_line(), options).await
}

async fn at_rest(server: &TestServer, session: &str) -> Vec<Value> {
    let (owner, path) = (server.owner(), format!("/api/chat/sessions/{session}"));
    until("no turn runs or waits", || async {
        let turn = owner.get(&path).await.expect(200)["turn"].clone();
        (turn == json!({"running": false, "waiting": 0})).then_some(())
    })
    .await;
    owner.get(&format!("{path}/events")).await.expect(200)["items"].as_array().unwrap().clone()
}

async fn every_step_meets(fate: Fate) {
    let server = start().await;
    let (owner, line) = (server.owner(), server.database().line().unwrap());
    for (step, (of, nth)) in STEPS.into_iter().enumerate() {
        let session = owner.session().await;
        let struck = line.struck();
        server.model_says([
            Scene::use_tool("todo", json!({"todos": []})),
            Scene::say("primera"),
            Scene::say("segunda"),
        ]);
        line.at_commit_of(of, nth, fate);
        let path = format!("/api/chat/sessions/{session}/messages");
        owner.post(&path, json!({"message": "primero"})).await.expect(202);
        owner.post(&path, json!({"message": "segundo"})).await.expect(202);
        line.has_struck(struck + 1).await;
        let events = at_rest(&server, &session).await;
        let told = |kind: &str| {
            let of_kind = events.iter().filter(|event| event["type"] == kind);
            of_kind.map(|event| event["content"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
        };
        let what = format!("{fate:?} at {of} {nth} (step {step}): {events:#?}");
        assert_eq!(told("user_message_confirmed"), ["primero", "segundo"], "{what}");
        assert_eq!(told("message"), ["primera", "segunda"], "{what}");
        assert_eq!((told("error").len(), told("tool_result").len()), (0, 1), "{what}");
        let numbers: Vec<i64> = events.iter().filter_map(|event| event["sequenceNumber"].as_i64()).collect();
        let expected: Vec<i64> = (1..=i64::try_from(numbers.len()).unwrap()).collect();
        assert_eq!(numbers, expected, "{what}");
        assert_eq!(server.model_calls(&session).await.len(), 3, "nobody is asked or billed twice: {what}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commit_of_any_step_that_does_not_arrive_is_made_again() {
    every_step_meets(Fate::NotSent).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commit_of_any_step_whose_answer_is_lost_is_found() {
    every_step_meets(Fate::AnswerLost).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commit_of_any_step_that_is_answered_by_silence_is_found() {
    every_step_meets(Fate::Silence).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_with_a_key_is_there_once_whatever_was_not_answered() {
    let server = start().await;
    let (owner, line) = (server.owner(), server.database().line().unwrap());
    for (number, of) in
        ["INSERT INTO idempotency_keys", "INSERT INTO turns", "UPDATE idempotency_keys"].iter().enumerate()
    {
        let (session, struck) = (owner.session().await, line.struck());
        let path = format!("/api/chat/sessions/{session}/messages");
        let (key, body) = (format!("key-{number}"), json!({"message": "una vez"}));
        line.at_commit_of(of, 1, Fate::AnswerLost);
        let send = || owner.post_once(&path, body.clone(), &key);
        let first = send().await;
        line.has_struck(struck + 1).await;
        // As a client does: 503 and "in flight" are tried again, under the same key.
        let reply = until("it is taken", || async {
            let reply = send().await;
            (reply.status == 202).then(|| reply.json())
        })
        .await;
        if first.status == 202 {
            assert_eq!(first.json()["id"], reply["id"], "{of}");
        }
        let events = at_rest(&server, &session).await;
        let said = events.iter().filter(|event| event["type"] == "user_message_confirmed").count();
        assert_eq!(said, 1, "{of}: {events:#?}");
    }
    server.stop().await;
}

/// The turn runs, the database says nothing, and the server is told to stop: it ends.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_stops_though_the_database_says_nothing() {
    let server = start().await;
    let (owner, line) = (server.owner(), server.database().line().unwrap());
    let session = owner.session().await;
    line.at_commit_of("turn_journal", 1, Fate::Silence);
    let path = format!("/api/chat/sessions/{session}/messages");
    owner.post(&path, json!({"message": "hola"})).await.expect(202);
    line.has_struck(1).await;
    line.silence();
    tokio::time::timeout(std::time::Duration::from_secs(60), server.stop()).await.unwrap();
}
