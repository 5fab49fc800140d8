//! The staff's view of the front desk: the life of appointments and orders, customers, and what the business says.

use conserje_kernel::{KeyScope, Role};
use conserje_llm::Scene;
use conserje_testkit::{Client, Home, Reply, TestServer, TestServerOptions, on_both_homes, until};
use jiff::ToSpan;
use reqwest::Method;
use serde_json::{Value, json};

const PACK: &str = r#"
name = "clinic"
[[agents]]
name = "reception"
prompt = "You are the reception."
approvals = "never"
tools = ["create_appointment", "get_appointments", "create_order", "get_loyalty_balance", "update_lead_info"]
"#;

pub(crate) async fn open(home: Home, demo: &str) -> TestServer {
    let server = TestServer::start_with(home, TestServerOptions::default().with_pack(PACK)).await;
    server.owner().post("/api/desk/demos", json!({ "name": demo })).await.expect(200);
    server
}

/// Free times of the next weeks.
pub(crate) async fn free(client: &Client, wish: &str) -> Vec<Value> {
    let today = jiff::Zoned::now().date();
    let (first, last) = (today.saturating_add(1.day()), today.saturating_add(15.days()));
    let path = format!("/api/desk/slots?from={first}&to={last}&{wish}");
    client.get(&path).await.expect(200)["items"].as_array().unwrap().clone()
}

pub(crate) fn booking(slot: &Value, name: &str) -> Value {
    json!({
        "customer": {"name": name}, "serviceId": "limpieza-dental", "branchId": slot["branchId"],
        "staffId": slot["staffId"], "start": slot["start"],
    })
}

async fn put_if(client: &Client, path: &str, version: &Value, value: &Value) -> Reply {
    let request = client.request(Method::PUT, path).header("if-match", version.as_str().unwrap()).json(value);
    Client::send(request).await
}

on_both_homes! {
    async fn an_appointment_is_booked_moved_completed_and_earns_once(home: Home) {
        let server = open(home, "dental").await;
        let owner = server.owner();
        let slots = free(owner, "service=limpieza-dental").await;
        let mut live = owner.request(Method::GET, "/api/desk/events").send().await.unwrap();
        let made = owner.post("/api/desk/appointments", booking(&slots[0], "Ana Ruiz")).await.expect(201);
        let mut heard = String::new();
        while !heard.contains("\n\n") || !heard.contains("desk:changed") {
            heard.push_str(&String::from_utf8_lossy(&live.chunk().await.unwrap().unwrap()));
        }
        assert!(heard.contains(made["appointment"]["id"].as_str().unwrap()) && heard.contains("booked"), "{heard}");
        let (first, id) = (&made["appointment"], made["appointment"]["id"].as_str().unwrap().to_owned());
        assert_eq!((&first["status"], &first["customerName"]), (&json!("booked"), &json!("Ana Ruiz")), "{made}");
        assert_eq!(first["localStart"], slots[0]["start"]);
        let day = slots[0]["start"].as_str().unwrap().split('T').next().unwrap();
        let listed = owner.get(&format!("/api/desk/appointments?from={day}")).await.expect(200);
        assert_eq!(listed["items"][0]["id"], json!(id), "{listed}");

        // Whoever comes second for the same person and time is told what is free.
        let second = owner.post("/api/desk/appointments", booking(&slots[0], "Luis")).await;
        assert_eq!((second.status.as_u16(), second.code()), (409, "slot_not_free".to_owned()), "{}", second.text);
        assert!(!second.json()["nearest"].as_array().unwrap().is_empty(), "{}", second.text);
        let found = owner.get("/api/desk/customers?q=luis").await.expect(200);
        assert_eq!(found["total"], 0, "nobody is made without their appointment: {found}");
        let other = slots.iter().rev().find(|slot| slot["staffId"] == slots[0]["staffId"]).unwrap();
        let to = json!({"start": other["start"], "branchId": other["branchId"]});
        let moved = owner.post(&format!("/api/desk/appointments/{id}/move"), to).await.expect(200);
        assert_eq!((&moved["appointment"]["status"], &moved["appointment"]["localStart"]), (&json!("moved"), &other["start"]));

        let done = owner.post(&format!("/api/desk/appointments/{id}/complete"), json!({})).await.expect(200);
        assert_eq!(done["tokens"], 50, "{done}");
        let again = owner.post(&format!("/api/desk/appointments/{id}/complete"), json!({})).await.expect(200);
        assert_eq!(again["tokens"], 0, "{again}");
        let customer = first["customerId"].as_str().unwrap();
        let file = owner.get(&format!("/api/desk/customers/{customer}")).await.expect(200);
        assert_eq!((&file["customer"]["tokens"], file["ledger"].as_array().unwrap().len()), (&json!(50), 1), "{file}");
        let late = owner.post(&format!("/api/desk/appointments/{id}/cancel"), json!({})).await;
        assert_eq!((late.status.as_u16(), late.code()), (409, "wrong_state".to_owned()));

        let detail = owner.get(&format!("/api/desk/appointments/{id}")).await.expect(200);
        let kinds: Vec<_> = detail["history"].as_array().unwrap().iter().map(|entry| entry["kind"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["completed", "moved", "booked"]);
        assert!(detail["history"].as_array().unwrap().iter().all(|entry| entry["userId"].is_string()), "{detail}");
        server.stop().await;
    }

    async fn what_was_done_by_hand_is_taken_back_once_and_in_time(home: Home) {
        let server = open(home, "dental").await;
        let owner = server.owner();
        let slots = free(owner, "service=limpieza-dental").await;
        let made = owner.post("/api/desk/appointments", booking(&slots[0], "Ana")).await.expect(201);
        let id = made["appointment"]["id"].as_str().unwrap().to_owned();
        let cancelled = owner.post(&format!("/api/desk/appointments/{id}/cancel"), json!({})).await.expect(200);
        let undo = json!({"change": cancelled["change"]});
        owner.post("/api/desk/undo", undo.clone()).await.expect(204);
        owner.post("/api/desk/undo", undo).await.expect(204);
        let now = owner.get(&format!("/api/desk/appointments/{id}")).await.expect(200);
        assert_eq!(now["appointment"]["status"], "booked");
        // A cancelled time that somebody else has by now is not given back.
        let cancelled = owner.post(&format!("/api/desk/appointments/{id}/cancel"), json!({})).await.expect(200);
        owner.post("/api/desk/appointments", booking(&slots[0], "Luis")).await.expect(201);
        let late = owner.post("/api/desk/undo", json!({"change": cancelled["change"]})).await;
        assert_eq!((late.status.as_u16(), late.code()), (409, "wrong_state".to_owned()));
        assert_eq!(owner.post("/api/desk/undo", json!({"change": "hand_0"})).await.status.as_u16(), 404);
        let rival = server.somebody("rival", Role::Owner, &[KeyScope::Admin]).await;
        assert_eq!(rival.post("/api/desk/undo", json!({"change": made["change"]})).await.status.as_u16(), 404);
        server.stop().await;
    }

    async fn a_customer_with_a_conversation_is_told_in_their_language(home: Home) {
        let server = open(home, "dental").await;
        let owner = server.owner();
        let slots = free(owner, "service=limpieza-dental").await;
        let (day, time) = slots[0]["start"].as_str().unwrap().split_once('T').unwrap();
        let wish = json!({"date": day, "time": time, "service_id": "limpieza-dental", "branch_id": slots[0]["branchId"]});
        server.model_says([Scene::use_tool("create_appointment", wish), Scene::say("Listo.")]);
        let session = owner.session().await;
        owner.say(&session, "Quiero una cita para una limpieza dental, por favor, lo antes que se pueda").await;
        let listed = owner.get(&format!("/api/desk/appointments?from={day}")).await.expect(200);
        let made = &listed["items"][0];
        assert_eq!(made["sessionId"], json!(session), "{listed}");
        let other = slots.iter().rev().find(|slot| slot["staffId"] == made["staffId"] && slot["branchId"] == made["branchId"]).unwrap();
        let path = format!("/api/desk/appointments/{}", made["id"].as_str().unwrap());
        owner.post(&format!("{path}/move"), json!({"start": other["start"]})).await.expect(200);
        let told = async |what: &'static str| until("the customer is told", || async {
            let messages = owner.get(&format!("/api/chat/sessions/{session}/messages")).await.expect(200);
            let found = messages["items"].as_array().unwrap().iter().any(|message| message["content"].as_str().is_some_and(|text| text.contains(what)));
            found.then_some(())
        }).await;
        told("Su cita de «Limpieza dental» se cambió").await;
        owner.post(&format!("{path}/cancel"), json!({})).await.expect(200);
        told("se canceló").await;
        // What an assistant did is in the history too, and can be taken back.
        let history = owner.get(&path).await.expect(200)["history"].clone();
        let booked = history.as_array().unwrap().last().unwrap().clone();
        assert_eq!((&booked["kind"], &booked["sessionId"], &booked["userId"]), (&json!("booked"), &json!(session), &Value::Null), "{history}");
        server.stop().await;
    }

    async fn an_order_goes_its_way_and_earns_once(home: Home) {
        let server = open(home, "restaurant").await;
        let owner = server.owner();
        let table = free(owner, "service=mesa").await.swap_remove(0);
        let at = table["start"].as_str().unwrap().replace('T', " ");
        let order = json!({"items": [{"name": "arrachera", "quantity": 2}], "order_type": "pickup", "scheduled_time": at});
        server.model_says([Scene::use_tool("create_order", order), Scene::say("Ya.")]);
        let session = owner.session().await;
        owner.say(&session, "dos arracheras").await;
        let listed = owner.get("/api/desk/orders?status=placed").await.expect(200);
        let placed = &listed["items"][0];
        assert_eq!((&placed["total"], &placed["paid"], &placed["sessionId"]), (&json!("570"), &json!(false), &json!(session)), "{listed}");
        let path = format!("/api/desk/orders/{}/move", placed["id"].as_str().unwrap());
        let go = async |to: &str| owner.post(&path, json!({ "to": to })).await;
        let ready = go("ready").await.expect(200);
        assert_eq!(ready["order"]["status"], "ready");
        owner.post("/api/desk/undo", json!({"change": ready["change"]})).await.expect(204);
        assert_eq!(go("preparing").await.expect(200)["order"]["status"], "preparing");
        assert_eq!(go("out_for_delivery").await.code(), "wrong_state", "it is fetched");
        assert_eq!(go("picked_up").await.expect(200)["order"]["status"], "picked_up");
        let paid = go("paid").await.expect(200);
        assert_eq!((&paid["order"]["status"], &paid["order"]["paid"]), (&json!("completed"), &json!(true)));
        go("paid").await.expect(200);
        assert_eq!(go("void").await.code(), "wrong_state", "it is paid");
        assert_eq!(owner.post("/api/desk/undo", json!({"change": paid["change"]})).await.code(), "wrong_state");
        let customer = placed["customerId"].as_str().unwrap();
        let file = owner.get(&format!("/api/desk/customers/{customer}")).await.expect(200);
        assert_eq!((&file["customer"]["tokens"], file["orders"].as_array().unwrap().len()), (&json!(57), 1), "{file}");
        server.stop().await;
    }

    async fn a_customer_is_found_edited_and_given_tokens_for_a_reason(home: Home) {
        let server = open(home, "dental").await;
        let owner = server.owner();
        let slot = free(owner, "service=limpieza-dental").await.swap_remove(0);
        let made = owner.post("/api/desk/appointments", booking(&slot, "María García")).await.expect(201);
        let found = owner.get("/api/desk/customers?q=garcia").await.expect(200);
        assert_eq!(found["total"], 1, "{found}");
        let id = made["appointment"]["customerId"].as_str().unwrap().to_owned();
        let (path, tokens) = (format!("/api/desk/customers/{id}"), format!("/api/desk/customers/{id}/tokens"));
        let seen = found["items"][0]["updatedAt"].clone();
        let contact = json!({"name": "María García", "phone": "+52 55 1234 5678"});
        put_if(owner, &path, &seen, &contact).await.expect(200);
        let lost = put_if(owner, &path, &seen, &contact).await;
        assert_eq!((lost.status.as_u16(), lost.code()), (412, "changed_meanwhile".to_owned()));
        assert_eq!(owner.get("/api/desk/customers?q=5512345").await.expect(200)["total"], 1);
        assert_eq!(owner.put(&path, json!({"email": "nobody"})).await.code(), "invalid_value");
        let given = owner.post(&tokens, json!({"tokens": 30, "reason": "sorry for the wait"})).await.expect(200);
        assert_eq!(given["customer"]["tokens"], 30);
        assert_eq!(owner.post(&tokens, json!({"tokens": -31, "reason": "too much"})).await.code(), "wrong_state");
        assert_eq!(owner.post(&tokens, json!({"tokens": 5, "reason": " "})).await.code(), "invalid_value");
        // Whoever did not hear the answer asks again with the same key, and it is the same tokens.
        let take = json!({"tokens": -10, "reason": "a dessert"});
        let once = async || Client::send(owner.request(Method::POST, &tokens).header("idempotency-key", "dessert").json(&take)).await;
        let (first, again) = (once().await.expect(200), once().await.expect(200));
        assert_eq!((&first["customer"]["tokens"], &first), (&json!(20), &again));
        owner.post("/api/desk/undo", json!({"change": first["change"]})).await.expect(204);
        owner.post("/api/desk/undo", json!({"change": given["change"]})).await.expect(204);
        let file = owner.get(&path).await.expect(200);
        assert_eq!((&file["customer"]["tokens"], file["ledger"].as_array().unwrap().len()), (&json!(0), 4), "{file}");
        server.stop().await;
    }

    async fn a_part_of_the_business_is_changed_unless_somebody_was_first(home: Home) {
        let server = open(home, "dental").await;
        let owner = server.owner();
        let all = owner.get("/api/desk/catalogue").await.expect(200);
        let service = all["services"].as_array().unwrap().iter().find(|one| one["id"] == "limpieza-dental").unwrap().clone();
        let path = "/api/desk/catalogue/services/limpieza-dental";
        let mut value = service["value"].clone();
        value["minutes"] = json!(60);
        let saved = put_if(owner, path, &service["version"], &value).await.expect(200);
        assert_eq!(saved["value"]["minutes"], 60);
        let lost = put_if(owner, path, &service["version"], &value).await;
        assert_eq!((lost.status.as_u16(), lost.code()), (412, "changed_meanwhile".to_owned()));
        assert_eq!(owner.put(path, value.clone()).await.code(), "already_exists");
        value["minutes"] = json!(47);
        let wrong = put_if(owner, path, &saved["version"], &value).await;
        assert!(wrong.status.as_u16() == 422 && wrong.text.contains("47 minutes"), "{}", wrong.text);
        // What is booked keeps what it needs.
        let slot = free(owner, "service=limpieza-dental").await.swap_remove(0);
        owner.post("/api/desk/appointments", booking(&slot, "Ana")).await.expect(201);
        let gone = owner.request(Method::DELETE, path).header("if-match", saved["version"].as_str().unwrap());
        assert_eq!(Client::send(gone).await.code(), "wrong_state");
        owner.post("/api/desk/undo", json!({"change": saved["change"]})).await.expect(204);
        let files = owner.get("/api/desk/files").await.expect(200);
        let rival = server.somebody("rival", Role::Owner, &[KeyScope::Admin]).await;
        rival.put("/api/desk/business", files).await.expect(200);
        let theirs = rival.get("/api/desk/catalogue").await.expect(200);
        assert_eq!(theirs["services"], all["services"], "what is exported is imported as it was");
        let days = owner.get(&format!("/api/desk/days?from={}", slot["start"].as_str().unwrap().split('T').next().unwrap())).await.expect(200);
        assert!(days["items"].as_array().unwrap().iter().any(|day| day["open"][0]["from"].is_string()), "{days}");
        server.stop().await;
    }

    async fn only_the_staff_see_the_desk(home: Home) {
        let server = open(home, "dental").await;
        let agent = server.somebody("demo", Role::Agent, &[KeyScope::Admin]).await;
        agent.get("/api/desk/catalogue").await.expect(200);
        let reader = server.somebody("demo", Role::Agent, &[KeyScope::Read]).await;
        reader.get("/api/desk/orders").await.expect(200);
        assert_eq!(reader.post("/api/desk/undo", json!({"change": "x"})).await.status.as_u16(), 403);
        let member = server.somebody("demo", Role::Member, &[KeyScope::Admin]).await;
        for path in ["/api/desk/catalogue", "/api/desk/orders", "/api/desk/customers", "/api/desk/business", "/api/desk/appointments?from=2026-01-01"] {
            assert_eq!(member.get(path).await.status.as_u16(), 403, "{path}");
        }
        assert_eq!(agent.post("/api/desk/demos", json!({"name": "dental"})).await.status.as_u16(), 403);
        assert_eq!(server.owner().post("/api/desk/demos", json!({"name": "dental"})).await.code(), "already_exists");
        server.stop().await;
    }
}
