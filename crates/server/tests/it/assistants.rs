//! Assistants as people know them: what is shown, whom they serve, which of them answers, and whom a session is with.

use conserje_kernel::{KeyScope, Role};
use conserje_testkit::{Client, Home, TestServer, TestServerOptions, on_both_homes};
use reqwest::Method;
use serde_json::{Value, json};

use crate::knowledge::added;

const PROGRAM: &str = env!("CARGO_BIN_EXE_conserje");
const ALL: &str =
    "[testing]\nscripted = false\n[packs]\nincluded = [\"docs\", \"legal\", \"erp\", \"frontdesk\"]\n";

async fn server(home: Home) -> TestServer {
    TestServer::start_with(home, TestServerOptions::config(ALL)).await
}

async fn assistants(client: &Client, language: &str) -> Value {
    let asked = client.request(Method::GET, "/api/assistants").header("accept-language", language);
    Client::send(asked).await.expect(200)
}

/// Which assistant would answer.
async fn chosen(client: &Client, message: &str) -> String {
    let chosen = client.post("/api/assistants/choose", json!({"message": message})).await.expect(200);
    chosen["assistant"].as_str().unwrap().to_owned()
}

fn named<'a>(assistants: &'a Value, name: &str) -> &'a Value {
    let items = assistants["items"].as_array().unwrap();
    items.iter().find(|item| item["name"] == name).unwrap_or_else(|| panic!("no {name} in {assistants:#}"))
}

/// Who answered a message of a session.
async fn who_answered(client: &Client, session: &str, body: Value) -> String {
    let path = format!("/api/chat/sessions/{session}/messages?wait=true");
    let reply = client.post(&path, body).await.expect(200);
    let events = reply["events"].as_array().unwrap();
    let confirmed = events.iter().find(|event| event["type"] == "user_message_confirmed").unwrap();
    confirmed["routing"]["agent"].as_str().unwrap_or("nobody was chosen").to_owned()
}

#[tokio::test]
async fn people_see_titles_in_their_language_and_no_ids() {
    let server = server(Home::Sqlite).await;
    let spanish = assistants(server.owner(), "es").await;
    let desk = named(&spanish, "frontdesk");
    assert_eq!(
        (desk["title"].as_str(), desk["serves"].clone()),
        (Some("Recepción"), json!(["members", "guests"]))
    );
    let agents = desk["agents"].as_array().unwrap();
    let booking = agents.iter().find(|agent| agent["name"] == "booking_dental").unwrap();
    assert_eq!(booking["title"], "Recepción · citas");
    let tools = spanish["tools"].as_array().unwrap();
    let is_in_words = |tool: &Value| !tool["title"].as_str().unwrap().contains('_');
    assert!(!tools.is_empty() && tools.iter().all(is_in_words), "{tools:#?}");
    let english = assistants(server.owner(), "en").await;
    assert_eq!(named(&english, "docs")["title"], "Documents");
    for item in english["items"].as_array().unwrap().iter().chain(spanish["items"].as_array().unwrap()) {
        assert!(!item["examples"].as_array().unwrap().is_empty() && item["picture"] != "", "{item:#}");
        assert!(item["agents"].as_array().unwrap().iter().all(is_in_words), "{item:#}");
    }
    server.stop().await;
}

#[tokio::test]
async fn the_right_one_of_all_assistants_answers_members_and_guests() {
    let server = server(Home::Sqlite).await;
    // The demo's own tenant has a clinic.
    let owner = &server.somebody("garage", Role::Owner, &[KeyScope::Admin]).await;
    assert_eq!(named(&assistants(owner, "es").await, "frontdesk")["isReady"], false);
    assert_eq!(chosen(owner, "¿Me pueden despedir estando de baja?").await, "legal");
    assert_eq!(chosen(owner, "¿Qué campos tiene un cliente en Business Central?").await, "erp");
    assert_eq!(chosen(owner, "¿Cuál es la capital de Mongolia?").await, "docs");
    assert_eq!(chosen(owner, "gracias").await, "docs");
    // No business is set up yet.
    assert_eq!(chosen(owner, "Quiero una cita para una limpieza dental").await, "docs");
    owner.post("/api/desk/demos", json!({"name": "dental"})).await.expect(200);
    assert_eq!(named(&assistants(owner, "es").await, "frontdesk")["isReady"], true);
    assert_eq!(chosen(owner, "Quiero una cita para una limpieza dental").await, "frontdesk");
    let site = owner.post("/api/sites", json!({"name": "Our page"})).await.expect(201);
    let visits = format!("/api/widget/{}/visits", site["id"].as_str().unwrap());
    let visit = server.stranger().post(&visits, json!({})).await.expect(201);
    let guest = server.stranger().with_key(visit["token"].as_str().map(str::to_owned));
    assert_eq!(chosen(&guest, "¿Me pueden despedir estando de baja?").await, "frontdesk");
    let shown = assistants(&guest, "es").await;
    assert_eq!(shown["items"].as_array().unwrap().len(), 1, "guests see what is for them: {shown:#}");
    server.stop().await;
}

on_both_homes! {
    async fn a_session_is_with_whom_it_names(home: Home) {
        let server = server(home).await;
        let owner = server.owner();
        let member = server.somebody("main", Role::Member, &[KeyScope::Admin]).await;
        let made = member.post("/api/chat/sessions", json!({"assistant": "legal"})).await.expect(201);
        let session = made["id"].as_str().unwrap();
        assert_eq!(made["assistant"], "legal");
        let question = || json!({"message": "¿Qué campos tiene un cliente en Business Central?"});
        assert_eq!(
            who_answered(&member, session, question()).await,
            "ss-expert",
            "the session is with the lawyer"
        );
        let other = json!({"message": "¿Qué campos tiene un cliente en Business Central?", "assistant": "erp"});
        assert_eq!(who_answered(&member, session, other).await, "business-central", "the message says otherwise");
        let path = format!("/api/chat/sessions/{session}");
        assert_eq!(
            member.patch(&path, json!({"pinned": true})).await.expect(200)["assistant"],
            "legal",
            "it stays"
        );
        assert_eq!(member.patch(&path, json!({"assistant": null})).await.expect(200)["assistant"], Value::Null);
        assert_eq!(who_answered(&member, session, question()).await, "business-central", "whoever fits");
        assert_eq!(member.patch(&path, json!({"assistant": "nobody"})).await.code(), "not_found");
        let strange = json!({"message": "hola", "assistant": "nobody"});
        assert_eq!(member.post(&format!("{path}/messages"), strange).await.code(), "not_found");
        assert_eq!(owner.post("/api/chat/sessions", json!({"assistant": "nobody"})).await.code(), "not_found");
        server.stop().await;
    }
}

const GARAGE: &str = "# Rodabién garage, prices\n\n| Service | Price |\n| --- | --- |\n| Front brake pads, set fitted | 118 € |\n\
    | Timing belt, from | 420 € |\n\n# Taller Rodabién, tarifas\n\n| Servicio | Precio |\n| --- | --- |\n\
    | Pastillas de freno delanteras, juego montado | 118 € |\n| Correa de distribución, desde | 420 € |\n";

#[tokio::test]
async fn what_a_clinic_does_not_offer_is_asked_of_documents_that_have_it() {
    let config = format!(
        "{}\n[documents]\nworkers = 1\n",
        ALL.replace("scripted = false\n", &format!("scripted = false\nworker_program = \"{PROGRAM}\"\n"))
    );
    let server = TestServer::start_with(Home::Sqlite, TestServerOptions::config(config)).await;
    let owner = &server.somebody("clinic", Role::Owner, &[KeyScope::Admin]).await;
    owner.post("/api/desk/demos", json!({"name": "dental"})).await.expect(200);
    added(owner, "garage.md", GARAGE).await;
    for question in [
        "What do front brake pads cost?",
        "¿cuánto valen las pastillas delanteras?",
        "How much is a timing belt?",
    ] {
        assert_eq!(chosen(owner, question).await, "docs", "{question}");
    }
    for question in
        ["¿Cuánto cuesta una limpieza dental?", "How much is teeth whitening?", "¿cuánto cuesta un implante?"]
    {
        assert_eq!(chosen(owner, question).await, "frontdesk", "{question}");
    }
    server.stop().await;
}

#[tokio::test]
async fn what_goes_on_from_before_stays_with_the_front_desk_and_asks_the_same() {
    let server = server(Home::Sqlite).await;
    let owner = &server.somebody("clinic", Role::Owner, &[KeyScope::Admin]).await;
    owner.post("/api/desk/demos", json!({"name": "dental"})).await.expect(200);
    let made = owner.post("/api/chat/sessions", json!({})).await.expect(201);
    let session = made["id"].as_str().unwrap();
    for (message, agent) in [
        ("¿Cuánto cuesta una limpieza dental?", "pricing"),
        ("¿y el blanqueamiento?", "pricing"),
        ("¿A qué hora abren el sábado?", "hours"),
        ("¿y el 24?", "hours"),
        ("and on Saturday?", "hours"),
        ("¿y el precio de la endodoncia?", "pricing"),
    ] {
        assert_eq!(who_answered(owner, session, json!({"message": message})).await, agent, "{message}");
    }
    server.stop().await;
}
