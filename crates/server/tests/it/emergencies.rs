//! Who is in danger is told what to do and whom to call, whatever else there is not or does not work: no business, no model, a
//! model that fails, a door that is closed.

use conserje_llm::{Scene, Trouble};
use conserje_testkit::{Client, Home, TestServer, TestServerOptions, on_both_homes};
use serde_json::{Value, json};

use crate::frontdesk::frontdesk;

const WITHOUT_A_MODEL: &str = "[testing]\nscripted = false\n";
/// In Spain, and never open.
const CLOSED: &str = r#"
name = { es = "Clínica Dental Olmo", en = "Olmo Dental Clinic" }
currency = "EUR"
[[branch]]
id = "centro"
name = "Centro"
address = "Calle de los Olmos 4"
city = "Villarrobla"
phone = "910 000 000"
time_zone = "Europe/Madrid"
hours = {}
[[service]]
id = "urgencia"
name = { es = "Urgencia dental", en = "Dental emergency" }
description = { es = "Sin cita", en = "Walk in" }
category = "Urgencias"
price = 60
minutes = 30
"#;

async fn server(home: Home, model: &str) -> TestServer {
    let config = format!("[packs]\nfolders = [{:?}]\n{model}", frontdesk("").display().to_string());
    TestServer::start_with(home, TestServerOptions::config(config)).await
}

async fn visitor(server: &TestServer) -> Client {
    let site = server.owner().post("/api/sites", json!({"name": "Our page"})).await.expect(201);
    let path = format!("/api/widget/{}/visits", site["id"].as_str().unwrap());
    let visit = server.stranger().post(&path, json!({})).await.expect(201);
    server.stranger().with_key(visit["token"].as_str().map(str::to_owned))
}

/// What is answered in a conversation of its own.
async fn answer(client: &Client, message: Value) -> String {
    let session = client.session().await;
    let path = format!("/api/chat/sessions/{session}/messages?wait=true");
    let reply = client.post(&path, message).await.expect(200);
    let events = reply["events"].as_array().unwrap();
    let said = events.iter().filter(|event| event["type"] == "message");
    let texts: Vec<&str> = said.filter_map(|event| event["content"].as_str()).collect();
    assert!(!texts.is_empty(), "nothing is answered: {events:#?}");
    texts.join("\n")
}

/// Complete by itself, in the language it was asked in, and nothing about how the server is set up.
fn is_help(text: &str, language: &str, numbers: &[&str]) {
    let (call, not_this) = if language == "es" { ("lame", "call ") } else { ("all ", "llame") };
    assert!(text.contains(call), "{text}");
    assert!(!text.contains(not_this), "another language: {text}");
    assert!(numbers.iter().all(|number| text.contains(number)), "{numbers:?}: {text}");
    for setup in
        ["configur", "modelo", "model ", "proveedor", "provider", "negocio configurado", "{emergency}"]
    {
        assert!(!text.to_lowercase().contains(setup), "`{setup}`: {text}");
    }
}

const SPANISH: &str = "me duele el pecho y no puedo respirar";
const ENGLISH: &str = "my chest hurts and I can't breathe";

on_both_homes! {
    async fn without_a_business_and_without_a_model_both_numbers_are_said(home: Home) {
        let server = server(home, WITHOUT_A_MODEL).await;
        let guest = visitor(&server).await;
        for (text, language) in [(SPANISH, "es"), (ENGLISH, "en")] {
            for client in [server.owner(), &guest] {
                let named = json!({"message": text, "agent": "urgent_care"});
                is_help(&answer(client, named).await, language, &["112", "911"]);
                is_help(&answer(client, json!({"message": text})).await, language, &["112", "911"]);
            }
        }
        server.stop().await;
    }
}

#[tokio::test]
async fn the_number_is_that_of_the_country_of_the_business() {
    let server = server(Home::Sqlite, WITHOUT_A_MODEL).await;
    let guest = visitor(&server).await;
    let clinic = std::fs::read_to_string(frontdesk("demo/dental/business.toml")).unwrap();
    let own = clinic.replacen("currency = \"MXN\"", "currency = \"MXN\"\nemergency = \"065\"", 1);
    let abroad = clinic.replacen("currency = \"MXN\"", "currency = \"MXN\"\ncountry = \"CO\"", 1);
    for (business, number) in [(clinic.as_str(), "911"), (CLOSED, "112"), (&own, "065"), (&abroad, "123")] {
        server.owner().put("/api/desk/business", json!({"business": business})).await.expect(200);
        for (text, language) in [(SPANISH, "es"), (ENGLISH, "en")] {
            for client in [server.owner(), &guest] {
                let said = answer(client, json!({"message": text, "agent": "urgent_care"})).await;
                is_help(&said, language, &[number]);
                let other = if number == "112" { "911" } else { "112" };
                assert!(!said.contains(other), "{said}");
            }
        }
    }
    server.stop().await;
}

/// No model is asked, so that there is nothing to be saved.
#[tokio::test]
async fn a_budget_that_is_used_up_keeps_nobody_from_help() {
    let server = server(Home::Sqlite, "[budgets]\ntenant_tokens_per_day = 1\n").await;
    let guest = visitor(&server).await;
    let session = server.owner().session().await;
    server.owner().say(&session, "hola").await;
    let path = format!("/api/chat/sessions/{session}/messages?wait=true");
    let refused = server.owner().post(&path, json!({"message": "hola"})).await;
    assert_eq!(refused.json()["code"], "budget_exceeded", "{refused:?}");
    for client in [server.owner(), &guest] {
        is_help(&answer(client, json!({"message": SPANISH})).await, "es", &["112", "911"]);
    }
    let asked = json!({"model": "urgent_care", "messages": [{"role": "user", "content": SPANISH}]});
    let said = server.owner().post("/v1/chat/completions", asked).await.expect(200);
    is_help(said["choices"][0]["message"]["content"].as_str().unwrap(), "es", &["112", "911"]);
    server.stop().await;
}

/// What to do was written beforehand: a model neither puts it in its words nor holds it up.
#[tokio::test]
async fn a_language_model_that_fails_or_says_something_else_changes_nothing() {
    let server = server(Home::Sqlite, "").await;
    let guest = visitor(&server).await;
    let clinic = std::fs::read_to_string(frontdesk("demo/dental/business.toml")).unwrap();
    for has_business in [false, true] {
        if has_business {
            server.owner().put("/api/desk/business", json!({"business": clinic})).await.expect(200);
        }
        for client in [server.owner(), &guest] {
            server.model_says([
                Scene::fail("no aspirin left").with_trouble(Trouble::Down),
                Scene::say("It will pass by itself."),
            ]);
            let said = answer(client, json!({"message": SPANISH, "agent": "urgent_care"})).await;
            is_help(&said, "es", &["911"]);
            assert!(said.starts_with("Llame ahora al"), "{said}");
            assert!(!said.contains("aspirin") && !said.contains("pass by itself"), "{said}");
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn who_is_in_danger_is_in_the_inbox_of_the_business_too() {
    let server = server(Home::Sqlite, WITHOUT_A_MODEL).await;
    let guest = visitor(&server).await;
    answer(&guest, json!({"message": SPANISH})).await;
    let inbox = server.owner().get("/api/inbox").await.expect(200);
    assert!(inbox.to_string().contains("critical"), "{inbox}");
    server.stop().await;
}
