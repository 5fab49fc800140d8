//! A business is taken over, and assistants answer and book from it.

use conserje_kernel::{KeyScope, Role};
use conserje_llm::Scene;
use conserje_testkit::{Client, Home, TestServer, TestServerOptions, on_both_homes};
use serde_json::{Value, json};

use crate::frontdesk::frontdesk;

const PACK: &str = r#"
name = "clinic"
[[agents]]
name = "reception"
prompt = "You are the reception."
approvals = "never"
tools = ["get_service_info", "get_available_slots", "create_appointment", "get_appointments", "check_dental_urgency"]
"#;

fn files() -> Value {
    let text = std::fs::read_to_string(frontdesk("demo/dental/business.toml")).unwrap();
    json!({ "business": text })
}

/// A pack with the red flags that come with the program.
fn pack() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("pack.toml"), PACK).unwrap();
    std::fs::create_dir(folder.path().join("urgency")).unwrap();
    for name in ["rules.toml", "safety.toml"] {
        std::fs::copy(frontdesk("urgency").join(name), folder.path().join("urgency").join(name)).unwrap();
    }
    folder
}

async fn result_of(client: &Client, message: &str) -> Value {
    let session = client.session().await;
    let events = client.say(&session, message).await;
    let done = events.iter().find(|event| event["type"] == "tool_result");
    done.unwrap_or_else(|| panic!("no result in {events:#?}")).clone()
}

on_both_homes! {
    async fn a_business_is_taken_over_whole_and_its_slots_are_sold_once(home: Home) {
        let folder = pack();
        let config = format!("[packs]\nfolders = [{:?}]\n", folder.path().display().to_string());
        let server = TestServer::start_with(home, TestServerOptions::config(config)).await;
        let owner = server.owner();
        assert_eq!(owner.get("/api/desk/business").await.status.as_u16(), 404);
        let broken = json!({"business": "name = \"x\"\ncurrency = \"XXX\"\n[[branch]]\nid = \"\"\n"});
        let refused = owner.put("/api/desk/business", broken).await;
        assert_eq!(refused.status.as_u16(), 422);
        assert!(refused.json()["detail"].as_str().unwrap().contains("business.toml:"), "{}", refused.text);
        let member = server.somebody("demo", Role::Member, &[KeyScope::Admin]).await;
        assert_eq!(member.put("/api/desk/business", files()).await.status.as_u16(), 403);
        let taken = owner.put("/api/desk/business", files()).await.expect(200);
        assert_eq!(taken, owner.get("/api/desk/business").await.expect(200));
        let rival = server.somebody("rival", Role::Owner, &[KeyScope::Admin]).await;
        assert_eq!(rival.get("/api/desk/business").await.status.as_u16(), 404, "another tenant has none");

        server.model_says([Scene::use_tool("get_service_info", json!({"service_name": "limpieza"})), Scene::say("Ya.")]);
        let info = result_of(owner, "¿Cuánto cuesta una limpieza?").await;
        assert!(info["success"] == true && info["result"].to_string().contains("Limpieza"), "{info}");

        server.model_says([Scene::use_tool("get_available_slots", json!({})), Scene::say("Ya.")]);
        let free = result_of(owner, "¿Qué horas hay libres?").await;
        assert_eq!(free["success"], true, "{free}");

        let alarm = json!({"symptoms": ["me duele"]});
        server.model_says([Scene::use_tool("check_dental_urgency", alarm), Scene::say("Ya.")]);
        let urgent = result_of(owner, "me duele una muela y no puedo respirar bien, se me hincha el cuello").await;
        assert_eq!((&urgent["result"]["urgency_level"], &urgent["result"]["should_escalate"]), (&json!(5), &json!(true)), "{urgent}");
        server.stop().await;
    }
}

/// Whose calendar is elsewhere calls its tools as it likes.
#[tokio::test]
async fn a_packs_own_tool_has_its_name_before_the_front_desks() {
    let pack = r#"
name = "elsewhere"
[egress]
allowed_hosts = ["calendar.example"]
[[agents]]
name = "reception"
prompt = "You are the reception."
tools = ["create_appointment"]
[[tools]]
name = "create_appointment"
description = "Books elsewhere."
method = "POST"
url = "https://calendar.example/appointments"
body = "json"
risk = "write"
parameters = { type = "object", properties = { day = { type = "string" } } }
"#;
    let server = TestServer::start_with(Home::Sqlite, TestServerOptions::default().with_pack(pack)).await;
    server.model_says([Scene::use_tool("create_appointment", json!({"day": "2026-11-17"}))]);
    let session = server.owner().session().await;
    let events = server.owner().say(&session, "hola").await;
    let asked = events.iter().find(|event| event["type"] == "approval_requested").expect("a person is asked");
    assert_eq!(asked["args"]["day"], "2026-11-17", "with the arguments of the pack's own tool: {asked}");
    server.stop().await;
}
