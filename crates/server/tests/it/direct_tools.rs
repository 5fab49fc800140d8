//! What other programs do at the front desk by calling tools by name, at both doors: as somebody who works there, once, and for
//! the customer of a session of their own.

use conserje_kernel::{KeyScope, Role};
use conserje_testkit::{Client, Home, on_both_homes};
use serde_json::{Value, json};

use crate::frontdesk::clinic;
use crate::mcp;

const CLEANING: &str = "limpieza-dental";

async fn tools(client: &Client) -> Vec<(String, String)> {
    let listed = client.get("/api/tools").await.expect(200);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let items = listed["items"].as_array().unwrap().iter();
    items.map(|tool| (text(&tool["name"]), text(&tool["risk"]))).collect()
}

/// A free time that can be booked, as the tool that looks for them tells it.
async fn free_time(client: &Client) -> Value {
    let found =
        client.post("/api/tools/get_available_slots", json!({"service_id": CLEANING})).await.expect(200);
    assert!(
        found["success"] == true && found.get("sessionId").is_none(),
        "to look is of no session: {found}"
    );
    let slot = found["result"][0].clone();
    let named = ["date", "time", "branch_id"].map(|name| (name.to_owned(), slot[name].clone()));
    let mut args = serde_json::Map::from_iter(named);
    args.insert("service_id".to_owned(), json!(CLEANING));
    Value::Object(args)
}

async fn appointments(client: &Client, session: &str) -> usize {
    let path = format!("/api/tools/get_appointments?session={session}");
    client.post(&path, json!({})).await.expect(200)["result"].as_array().unwrap().len()
}

on_both_homes! {
    async fn a_program_books_once_for_the_customer_of_its_session(home: Home) {
        let server = clinic(home).await;
        let owner = server.owner();
        let noted = owner.post("/api/tools/update_lead_info", json!({"name": "Ana Solís", "phone": "+52 55 1234 5678"})).await.expect(200);
        let session = noted["sessionId"].as_str().unwrap().to_owned();
        let args = free_time(owner).await;
        let path = format!("/api/tools/create_appointment?session={session}");
        let first = owner.post_once(&path, args.clone(), "book-1").await;
        assert_eq!((&first.expect(200)["success"], &first.expect(200)["sessionId"]), (&json!(true), &json!(session)));
        let again = owner.post_once(&path, args.clone(), "book-1").await;
        assert_eq!(again.expect(200), first.expect(200));
        let other = owner.post_once(&path, json!({"date": "2026-01-01", "time": "10:00"}), "book-1").await;
        assert_eq!(other.code(), "idempotency_key_reused");
        assert_eq!(appointments(owner, &session).await, 1);
        let day = args["date"].as_str().unwrap();
        let calendar = owner.get(&format!("/api/desk/appointments?from={day}")).await.expect(200);
        let of_ana = calendar["items"].as_array().unwrap().iter().filter(|one| one["customerName"] == "Ana Solís");
        assert_eq!(of_ana.count(), 1, "{calendar}");
        let mut for_leo = free_time(owner).await;
        for_leo["for_name"] = json!("Leo Solís");
        owner.post(&path, for_leo).await.expect(200);
        let calendar = owner.get(&format!("/api/desk/appointments?from={day}")).await.expect(200);
        let names: Vec<_> = calendar["items"].as_array().unwrap().iter().filter(|one| one["customerName"] == "Ana Solís").map(|one| one["forName"].clone()).collect();
        assert!(names.contains(&json!("Leo Solís")) && names.contains(&Value::Null), "{calendar}");
        server.stop().await;
    }

    async fn over_mcp_the_session_and_the_key_are_told_beside_the_arguments(home: Home) {
        let server = clinic(home).await;
        let owner = server.owner();
        let args = free_time(owner).await;
        let request = json!({"name": "create_appointment", "arguments": args, "_meta": {"conserje/idempotency-key": "k1"}});
        let first = mcp::rpc(owner, "tools/call", request.clone()).await["result"].clone();
        assert_eq!(first["structuredContent"]["success"], true, "{first}");
        let session = first["_meta"]["conserje/session"].as_str().unwrap().to_owned();
        let again = mcp::rpc(owner, "tools/call", request).await["result"].clone();
        assert_eq!(again["structuredContent"]["appointment_id"], first["structuredContent"]["appointment_id"]);
        assert_eq!(appointments(owner, &session).await, 1);
        let listed = mcp::rpc(owner, "tools/call", json!({"name": "get_appointments", "arguments": {}, "_meta": {"conserje/session": session}})).await;
        assert_eq!(listed["result"]["structuredContent"]["items"].as_array().unwrap().len(), 1, "{listed}");
        let elsewhere = json!({"name": "get_appointments", "arguments": {}, "_meta": {"conserje/session": 7}});
        let refused = mcp::rpc(owner, "tools/call", elsewhere).await;
        assert!(refused["error"]["message"].as_str().unwrap().contains("is not a string"), "{refused}");
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_caller_is_offered_what_they_may_do_and_nothing_that_only_means_something_in_a_turn() {
    let server = clinic(Home::Sqlite).await;
    let owner = tools(server.owner()).await;
    let has =
        |all: &[(String, String)], name: &str, risk: &str| all.contains(&(name.to_owned(), risk.to_owned()));
    assert!(
        has(&owner, "get_available_slots", "read") && has(&owner, "create_appointment", "write"),
        "{owner:?}"
    );
    assert!(
        !owner.iter().any(|(name, _)| ["todo", "handoff", "escalate_to_human"].contains(&name.as_str())),
        "{owner:?}"
    );
    let member = server.somebody("demo", Role::Member, &[KeyScope::Chat]).await;
    let looks = tools(&member).await;
    assert!(
        has(&looks, "get_service_info", "read") && looks.iter().all(|(_, risk)| risk == "read"),
        "{looks:?}"
    );
    let acts = member.post("/api/tools/create_appointment", json!({"date": "mañana", "time": "10:00"})).await;
    assert_eq!((acts.status.as_u16(), acts.code().as_str()), (403, "forbidden"));
    let reads = server.somebody("demo", Role::Admin, &[KeyScope::Read]).await;
    assert!(tools(&reads).await.iter().all(|(_, risk)| risk == "read"), "a key that reads changes nothing");

    let session = server.owner().session().await;
    let path = format!("/api/tools/get_appointments?session={session}");
    member.post(&path, json!({})).await.expect(404);
    let elsewhere = server.somebody("elsewhere", Role::Owner, &[KeyScope::Admin]).await;
    elsewhere.post(&path, json!({})).await.expect(404);
    server.owner().post("/api/tools/get_appointments?session=nothing", json!({})).await.expect(404);
    let wrong = server.owner().post("/api/tools/create_appointment", json!({"day": "mañana"})).await;
    assert_eq!((wrong.status.as_u16(), wrong.code().as_str()), (422, "invalid_value"));
    server.stop().await;
}
