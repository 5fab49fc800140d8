//! Who answers where rules are not all there is: emergencies, the trade of a tenant, and who had the conversation.

use std::path::Path;
use std::process::Command;

use conserje_kernel::{KeyScope, Role};
use conserje_testkit::{Client, Home, TestServer, TestServerOptions, on_both_homes};
use serde_json::{Value, json};

use crate::frontdesk::frontdesk;

const PACK: &str = r#"
name = "clinic"
[variants.dental]
booking = "booking_dental"
[[agents]]
name = "desk"
prompt = "You receive."
[[agents]]
name = "booking"
prompt = "You book."
[[agents]]
name = "booking_dental"
prompt = "You book teeth."
[[agents]]
name = "urgent_care"
prompt = "You say whom to call."
tools = ["check_dental_urgency"]
"#;

const ROUTES: &str = r#"
urgent = "urgent_care"
stays = true
[default]
intent = "question"
[[routes]]
name = "appointments"
agent = "booking"
intent = "book"
any = ["cita"]
[[routes]]
name = "manners"
agent = "desk"
intent = "smalltalk"
priority = -1
any = ["gracias"]
"#;

const RED_FLAGS: &str = r#"
[[routes]]
name = "chest"
agent = "level-5"
intent = "heart"
any = ["dolor en el pecho"]
"#;

fn write_pack(folder: &Path) {
    let shipped = frontdesk("urgency/safety.toml");
    std::fs::create_dir_all(folder.join("urgency")).unwrap();
    std::fs::write(folder.join("pack.toml"), PACK).unwrap();
    std::fs::write(folder.join("routes.toml"), ROUTES).unwrap();
    std::fs::write(folder.join("urgency/rules.toml"), RED_FLAGS).unwrap();
    std::fs::copy(shipped, folder.join("urgency/safety.toml")).unwrap();
}

/// How the message was routed; whoever was chosen has answered it.
async fn routing(client: &Client, session: &str, message: &str) -> Value {
    let events = client.say(session, message).await;
    let of_type = |kind: &str| events.iter().find(|event| event["type"] == kind).cloned().unwrap_or_default();
    let routing = of_type("user_message_confirmed")["routing"].clone();
    assert_eq!(of_type("message")["agent"], routing["agent"], "{events:#?}");
    routing
}

fn told(routing: &Value) -> [&str; 3] {
    ["agent", "by", "intent"].map(|name| routing[name].as_str().unwrap_or_default())
}

on_both_homes! {
    async fn emergencies_come_first_the_trade_says_who_stands_in_and_who_had_it_goes_on(home: Home) {
        let folder = tempfile::tempdir().unwrap();
        write_pack(folder.path());
        let config = format!("[packs]\nfolders = [{:?}]\n", folder.path().display().to_string());
        let server = TestServer::start_with(home, TestServerOptions::config(config)).await;
        let owner = server.owner();
        let session = owner.session().await;
        let plain = routing(owner, &session, "Quiero una cita").await;
        assert_eq!(told(&plain), ["booking", "rule", "book"]);
        assert_eq!(plain.get("variantOf"), None);

        let business = frontdesk("demo/dental/business.toml");
        let business = std::fs::read_to_string(business).unwrap();
        let taken = owner.put("/api/desk/business", json!({"business": business})).await.expect(200);
        assert_eq!(taken["vertical"], "dental");
        let session = owner.session().await;
        let variant = routing(owner, &session, "Quiero una cita").await;
        assert_eq!((told(&variant), &variant["variantOf"]), (["booking_dental", "rule", "book"], &json!("booking")));
        let rival = server.somebody("rival", Role::Owner, &[KeyScope::Admin]).await;
        let others = routing(&rival, &rival.session().await, "Quiero una cita").await;
        assert_eq!(told(&others), ["booking", "rule", "book"], "another tenant is in no trade");

        assert_eq!(told(&routing(owner, &session, "mañana a las 5").await), ["booking_dental", "conversation", "question"]);
        let urgent = routing(owner, &session, "la cita no, tengo dolor en el pecho").await;
        assert_eq!((told(&urgent), &urgent["rules"]), (["urgent_care", "urgency", "urgent"], &json!(["chest"])));
        assert_eq!(told(&routing(owner, &session, "gracias").await), ["urgent_care", "conversation", "smalltalk"]);
        assert_eq!(told(&routing(owner, &owner.session().await, "gracias").await), ["desk", "rule", "smalltalk"]);

        let choice = |vertical: &str| json!({"enabled": true, "settings": {"vertical": vertical}});
        let refused = owner.put("/api/packs/clinic", choice("bakery")).await;
        assert_eq!(refused.status.as_u16(), 422);
        assert!(refused.text.contains("it has: dental"), "{}", refused.text);
        rival.put("/api/packs/clinic", choice("dental")).await.expect(200);
        let chosen = routing(&rival, &rival.session().await, "Quiero una cita").await;
        assert_eq!(told(&chosen), ["booking_dental", "rule", "book"], "it has said so for the pack");
        server.stop().await;
    }
}

#[tokio::test]
async fn a_business_that_names_no_trade_is_a_business() {
    let packs = frontdesk("");
    let config = format!("[packs]\nfolders = [{:?}]\n", packs.display().to_string());
    let server = TestServer::start_with(Home::Sqlite, TestServerOptions::config(config)).await;
    let owner = server.owner();
    let is_ready = async || {
        let assistants = owner.get("/api/assistants").await.expect(200);
        let all = assistants["items"].as_array().unwrap();
        all.iter().find(|one| one["name"] == "frontdesk").unwrap()["isReady"].clone()
    };
    assert_eq!(is_ready().await, json!(false));
    let business = std::fs::read_to_string(packs.join("demo/dental/business.toml")).unwrap();
    let plain: Vec<&str> = business.lines().filter(|line| !line.starts_with("vertical")).collect();
    owner.put("/api/desk/business", json!({"business": plain.join("\n")})).await.expect(200);
    assert_eq!(is_ready().await, json!(true));
    server.stop().await;
}

#[tokio::test]
async fn a_message_that_is_said_instead_of_another_reaches_who_had_it_before_that() {
    let folder = tempfile::tempdir().unwrap();
    write_pack(folder.path());
    let config = format!("[packs]\nfolders = [{:?}]\n", folder.path().display().to_string());
    let server = TestServer::start_with(Home::Sqlite, TestServerOptions::config(config)).await;
    let owner = server.owner();
    let session = owner.session().await;
    routing(owner, &session, "Quiero una cita").await;
    let events = owner.say(&session, "tengo dolor en el pecho").await;
    let said = events.iter().find(|event| event["type"] == "user_message_confirmed").unwrap();
    let body = json!({"message": "mañana a las 5", "replaces": said["messageId"]});
    let path = format!("/api/chat/sessions/{session}/messages?wait=true");
    let reply = owner.post(&path, body).await.expect(200);
    let events = reply["events"].as_array().unwrap();
    let again = events.iter().find(|event| event["type"] == "user_message_confirmed").unwrap();
    assert_eq!(told(&again["routing"]), ["booking", "conversation", "question"], "{again:#?}");
    server.stop().await;
}

#[test]
fn a_check_names_dialogues_variants_and_red_flags_that_are_wrong_by_line() {
    let folder = tempfile::tempdir().unwrap();
    write_pack(folder.path());
    let check = || {
        let run =
            Command::new(env!("CARGO_BIN_EXE_conserje")).args(["pack", "check"]).arg(folder.path()).output();
        let run = run.unwrap();
        (run.status.code(), String::from_utf8(run.stdout).unwrap())
    };
    let (code, said) = check();
    assert_eq!(code, Some(0), "{said}");
    let follows = PACK.replace("prompt = \"You receive.\"", "prompt = \"You receive.\"\ndialogue = \"none\"");
    std::fs::write(folder.path().join("pack.toml"), follows).unwrap();
    std::fs::remove_file(folder.path().join("urgency/safety.toml")).unwrap();
    let (code, said) = check();
    assert_eq!(code, Some(3));
    assert!(
        said.contains("pack.toml:8: the agent `desk` follows the dialogue `none`, which there is not"),
        "{said}"
    );
    assert!(said.contains("urgency/safety.toml: it cannot be read"), "{said}");
    std::fs::write(
        folder.path().join("pack.toml"),
        PACK.replace("= \"booking_dental\"\n[[", "= \"nobody\"\n[["),
    )
    .unwrap();
    let (code, said) = check();
    assert_eq!(code, Some(3));
    assert!(said.contains("pack.toml:4: there is no agent `nobody` in this pack"), "{said}");
}
