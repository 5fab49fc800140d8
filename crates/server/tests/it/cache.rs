//! Answers that are given again: marked, free, and only for as long as they would be the same.

use conserje_kernel::{KeyScope, Role};
use conserje_llm::Scene;
use conserje_testkit::{Client, Home, TestServer, TestServerOptions, until};
use serde_json::{Value, json};

use crate::knowledge::{added, options};

const SEARCH: &str = "search_knowledge_base";

async fn server(answers: &str) -> TestServer {
    let config = options().config.replace("scripted = false", "scripted = true");
    let config = format!("{config}\n[cache]\nanswers = \"{answers}\"");
    TestServer::start_with(Home::Sqlite, TestServerOptions::config(config)).await
}

/// Asks in a session of its own; the last answer.
async fn ask(client: &Client, question: &str) -> Value {
    let session = client.session().await;
    let events = client.say(&session, question).await;
    events.into_iter().rfind(|event| event["type"] == "message").unwrap()
}

fn looks_up(query: &str, answer: &str) -> [Scene; 2] {
    [Scene::use_tool(SEARCH, json!({"query": query})), Scene::say(answer)]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_document_that_changes_takes_exactly_its_answers_with_it() {
    let server = server("same").await;
    let owner = server.owner();
    let holidays =
        added(owner, "vacaciones.md", "# Vacaciones\n\nCada persona tiene 23 días laborables.").await;
    added(owner, "aparcamiento.md", "# Aparcamiento\n\nLa barrera del garaje abre a las siete.").await;
    server.model_says(looks_up("vacaciones días", "Son 23 días [1]."));
    server.model_says(looks_up("barrera garaje", "A las siete [1]."));
    let first = ask(owner, "¿Cuántos días de vacaciones hay?").await;
    ask(owner, "¿A qué hora abre la barrera?").await;
    assert_eq!((&first["cached"], &first["content"]), (&Value::Null, &json!("Son 23 días [1].")));

    let session = owner.session().await;
    let events = owner.say(&session, "¿cuántos días  de vacaciones hay").await;
    let again = events.iter().rfind(|event| event["type"] == "message").unwrap();
    assert_eq!((&again["cached"], &again["content"]), (&json!(true), &json!("Son 23 días [1].")));
    assert_eq!(again["usage"]["inputTokens"], 0);
    let cited = events.iter().find(|event| event["type"] == "citations_created").expect("its sources");
    assert_eq!(cited["citations"][0]["fileId"], holidays.as_str(), "looked up anew, and cited");
    let calls = server.model_calls(&session).await;
    assert!(calls.iter().all(|call| call.outcome == "cached" && call.cost_micros == 0), "{calls:?}");
    assert_eq!(calls.len(), 2, "one to look it up, one to say it");

    owner.delete(&format!("/api/files/{holidays}")).await;
    added(owner, "vacaciones.md", "# Vacaciones\n\nCada persona tiene 25 días laborables.").await;
    // What it would look up is remembered; what it found is not what it was, so a model says what that means.
    server.model_says([Scene::say("Ahora son 25 días [1].")]);
    let changed = ask(owner, "¿Cuántos días de vacaciones hay?").await;
    assert_eq!(changed["content"], "Ahora son 25 días [1].");
    assert_eq!(changed["cached"], Value::Null);
    let other = ask(owner, "¿A qué hora abre la barrera?").await;
    assert_eq!((&other["cached"], &other["content"]), (&json!(true), &json!("A las siete [1].")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn neither_another_tenant_nor_somebody_named_is_given_what_was_said_before() {
    let server = server("same").await;
    let rival = server.somebody("rival", Role::Member, &[KeyScope::Chat]).await;
    server.model_says(["uno", "dos", "tres", "cuatro", "cinco"].map(Scene::say));
    for (client, question, answer) in [
        (server.owner(), "¿Abrís hoy?", "uno"),
        (&rival, "¿Abrís hoy?", "dos"),
        (server.owner(), "Soy ana@gmail.com, ¿abrís?", "tres"),
        (server.owner(), "Soy ana@gmail.com, ¿abrís?", "cuatro"),
        (server.owner(), "¿Abrís hoy?", "uno"),
        (&rival, "¿Abrís hoy?", "dos"),
        (server.owner(), "¿Abrís mañana?", "cinco"),
    ] {
        assert_eq!(ask(client, question).await["content"], answer, "{question}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_for_another_answer_gets_one_and_off_is_off() {
    let on = server("same").await;
    on.model_says(["uno", "dos"].map(Scene::say));
    let session = on.owner().session().await;
    let events = on.owner().say(&session, "hola").await;
    let sent = events.iter().find(|event| event["type"] == "user_message_confirmed").unwrap();
    let path = format!("/api/chat/sessions/{session}/messages");
    until("the message is listed, and can be said anew", async || {
        let listed = on.owner().get(&path).await.expect(200);
        (listed["items"].as_array().unwrap().len() == 2).then_some(())
    })
    .await;
    let path = format!("{path}?wait=true");
    let again = json!({"message": "hola", "replaces": sent["messageId"]});
    let reply = on.owner().post(&path, again).await.expect(200);
    let events = reply["events"].as_array().unwrap();
    let answer = events.iter().rfind(|event| event["type"] == "message").unwrap();
    assert_eq!(answer["content"], "dos");
    on.stop().await;

    let off = server("off").await;
    off.model_says(["uno", "dos"].map(Scene::say));
    assert_eq!(ask(off.owner(), "hola").await["content"], "uno");
    assert_eq!(ask(off.owner(), "hola").await["content"], "dos");
    off.stop().await;
}
