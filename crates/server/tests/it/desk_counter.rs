//! Telephone and counter: new customers, orders by hand, who walks in, blocked time, the waiting list.

use conserje_kernel::{KeyScope, Role};
use conserje_llm::Scene;
use conserje_testkit::{Client, Home, TestServer, TestServerOptions, on_both_homes};
use futures::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use crate::desk_staff::{booking, free, open};

/// Open whenever the test runs.
const ALWAYS: &str = r#"
name = "Siempre"
currency = "MXN"
[booking]
step_minutes = 30
lead_minutes = 600
[[branch]]
id = "centro"
name = "Centro"
address = "Calle 1"
city = "Jacaranda"
phone = "+52 55 5550 0128"
time_zone = "America/Mexico_City"
hours.mon-sun = ["00:00-12:00", "12:00-02:00"]
[[staff]]
id = "ana"
name = "Ana Luz"
role = "Estilista"
branches = ["centro"]
[[service]]
id = "corte"
name = "Corte"
category = "Pelo"
price = 200
minutes = 60
"#;
const MENU: &str = "id,name,category,price,available,stock\nagua,Agua,Bebidas,20.50,yes,\npesca,Pesca del día,Fuertes,210,yes,3\nmole,Mole,Fuertes,150,no,\n";

async fn always(home: Home) -> TestServer {
    let server = TestServer::start_with(home, TestServerOptions::default()).await;
    server.owner().put("/api/desk/business", json!({"business": ALWAYS, "menu": MENU})).await.expect(200);
    server
}

async fn undo(client: &Client, change: &Value) -> u16 {
    client.post("/api/desk/undo", json!({ "change": change })).await.status.as_u16()
}

async fn delete(client: &Client, path: &str) -> conserje_testkit::Reply {
    Client::send(client.request(Method::DELETE, path)).await
}

fn at_once(items: &Value) -> Value {
    json!({"customer": {"name": "Luis", "phone": "55 1111 2222"}, "items": items, "kind": "pickup", "branchId": "centro"})
}

/// From half an hour before to half an hour after, by the same clock.
fn around(slot: &Value) -> (String, String) {
    let start: jiff::civil::DateTime = slot["start"].as_str().unwrap().parse().unwrap();
    let shown = |at: jiff::civil::DateTime| at.strftime("%Y-%m-%dT%H:%M").to_string();
    let half = jiff::Span::new().minutes(30);
    (shown(start.saturating_sub(half)), shown(start.saturating_add(half)))
}

on_both_homes! {
    async fn a_new_customer_is_made_once_and_a_known_telephone_says_whose_it_is(home: Home) {
        let server = open(home, "dental").await;
        let owner = server.owner();
        let ana = json!({"name": "Ana Ruiz", "phone": "+52 55 1234 5678", "email": "Ana@Example.com", "notes": " Alérgica al látex "});
        let made = owner.post("/api/desk/customers", ana.clone()).await.expect(201);
        let customer = &made["customer"];
        assert_eq!((&customer["email"], &customer["notes"]), (&json!("ana@example.com"), &json!("Alérgica al látex")), "{made}");
        let again = owner.post("/api/desk/customers", json!({"name": "Ana", "phone": "55-1234-5678"})).await;
        assert_eq!((again.status.as_u16(), again.code()), (409, "already_exists".to_owned()), "{}", again.text);
        assert_eq!(again.json()["customer"]["id"], customer["id"], "{}", again.text);
        for wrong in [json!({}), json!({"name": " "}), json!({"phone": "123"}), json!({"email": "ana"}), json!({"name": "x".repeat(201)}), json!({"name": "x", "notes": "x".repeat(501)})] {
            assert_eq!(owner.post("/api/desk/customers", wrong.clone()).await.code(), "invalid_value", "{wrong}");
        }
        // Many who type the same number at once make one customer.
        let eva = json!({"name": "Eva", "phone": "55 9999 0000"});
        let replies = join_all((0..8).map(|_| owner.post("/api/desk/customers", eva.clone()))).await;
        let codes: Vec<u16> = replies.iter().map(|reply| reply.status.as_u16()).collect();
        assert_eq!(codes.iter().filter(|code| **code == 201).count(), 1, "{codes:?}");
        assert_eq!(codes.iter().filter(|code| **code == 409).count(), 7, "{codes:?}");
        let once = async || Client::send(owner.request(Method::POST, "/api/desk/customers").header("idempotency-key", "luis").json(&json!({"name": "Luis"}))).await.expect(201);
        assert_eq!(once().await, once().await);
        // Notes are kept by who says nothing of them, and come back with what is taken back.
        let path = format!("/api/desk/customers/{}", customer["id"].as_str().unwrap());
        let kept = owner.put(&path, json!({"name": "Ana R."})).await.expect(200);
        assert_eq!(kept["customer"]["notes"], "Alérgica al látex");
        let emptied = owner.put(&path, json!({"name": "Ana R.", "notes": ""})).await.expect(200);
        assert_eq!(emptied["customer"]["notes"], Value::Null);
        assert_eq!(undo(owner, &emptied["change"]).await, 204);
        assert_eq!(owner.get(&path).await.expect(200)["customer"]["notes"], "Alérgica al látex");
        // Who has booked by now stays.
        let slot = free(owner, "service=limpieza-dental").await.swap_remove(0);
        let mut wish = booking(&slot, "");
        wish.as_object_mut().unwrap().remove("customer");
        wish["customerId"] = customer["id"].clone();
        owner.post("/api/desk/appointments", wish).await.expect(201);
        assert_eq!(undo(owner, &made["change"]).await, 409);
        let eva = replies.iter().find(|reply| reply.status.as_u16() == 201).unwrap().json();
        assert_eq!(undo(owner, &eva["change"]).await, 204);
        assert_eq!(owner.get("/api/desk/customers?q=eva").await.expect(200)["total"], 0);
        server.stop().await;
    }

    async fn an_order_by_hand_costs_what_the_menu_says_and_never_takes_more_than_there_is(home: Home) {
        let server = always(home).await;
        let owner = server.owner();
        let order = at_once(&json!([{"itemId": "pesca", "quantity": 1, "notes": "sin sal"}, {"itemId": "agua", "quantity": 2}]));
        let once = async || Client::send(owner.request(Method::POST, "/api/desk/orders").header("idempotency-key", "one").json(&order)).await.expect(201);
        let (made, again) = (once().await, once().await);
        assert_eq!(made, again);
        let placed = &made["order"];
        assert_eq!((&placed["total"], &placed["status"], &placed["customerName"], &placed["lines"][0]["notes"]), (&json!("251"), &json!("placed"), &json!("Luis"), &json!("sin sal")), "{made}");
        assert!(placed["localTime"].is_string(), "as soon as it can be is a time, too: {made}");
        // Two are left: of many who want two at once, one gets them.
        let two = at_once(&json!([{"itemId": "pesca", "quantity": 2}]));
        let replies = join_all((0..6).map(|_| owner.post("/api/desk/orders", two.clone()))).await;
        let made_two: Vec<_> = replies.iter().filter(|reply| reply.status.as_u16() == 201).collect();
        assert_eq!(made_two.len(), 1);
        let refused = replies.iter().find(|reply| reply.status.as_u16() != 201).unwrap();
        assert_eq!((refused.status.as_u16(), refused.code()), (409, "wrong_state".to_owned()), "{}", refused.text);
        let found = owner.get("/api/desk/customers?q=luis").await.expect(200);
        assert_eq!(found["total"], 2, "nobody is made without their order: {found}");
        // Taken back, it goes back to stock.
        assert_eq!(undo(owner, &made_two[0].json()["change"]).await, 204);
        owner.post("/api/desk/orders", two).await.expect(201);
        let brought = |address: Value| {
            let mut order = at_once(&json!([{"itemId": "agua", "quantity": 1}]));
            order["kind"] = json!("delivery");
            order["address"] = address;
            order
        };
        assert_eq!(owner.post("/api/desk/orders", brought(json!(" "))).await.code(), "invalid_value");
        let out = owner.post("/api/desk/orders", brought(json!("Calle 2"))).await.expect(201);
        assert_eq!(out["order"]["address"], "Calle 2");
        let mut soon = at_once(&json!([{"itemId": "agua", "quantity": 1}]));
        soon["time"] = json!("2026-01-01T10:00");
        assert_eq!(owner.post("/api/desk/orders", soon).await.code(), "wrong_state", "no kitchen is that fast");
        for (items, code) in [
            (json!([]), "invalid_value"),
            (json!([{"itemId": "nada", "quantity": 1}]), "invalid_value"),
            (json!([{"itemId": "agua", "quantity": 0}]), "invalid_value"),
            (json!([{"itemId": "agua", "quantity": 101}]), "invalid_value"),
            (json!([{"itemId": "mole", "quantity": 1}]), "wrong_state"),
        ] {
            let refused = owner.post("/api/desk/orders", at_once(&items)).await;
            assert_eq!(refused.code(), code, "{items}: {}", refused.text);
        }
        server.stop().await;
    }

    async fn who_walks_in_is_booked_for_now_and_is_there(home: Home) {
        let server = always(home).await;
        let owner = server.owner();
        let walk_in = json!({"customer": {"name": "Rosa"}, "serviceId": "corte", "branchId": "centro"});
        let made = owner.post("/api/desk/walk-ins", walk_in.clone()).await.expect(201);
        let first = &made["appointment"];
        assert!(first["arrivedAt"].is_string() && first["staffId"] == "ana", "{made}");
        let begins: jiff::Timestamp = first["startsAt"].as_str().unwrap().parse().unwrap();
        let begun = jiff::Timestamp::now().duration_since(begins).as_secs();
        assert!((0..=31 * 60).contains(&begun), "{begun} seconds ago");
        let shown: jiff::civil::DateTime = first["localStart"].as_str().unwrap().parse().unwrap();
        assert_eq!(shown.minute() % 30, 0, "the step of the calendar: {first}");
        // Ana has somebody now.
        let second = owner.post("/api/desk/walk-ins", walk_in).await;
        assert_eq!((second.status.as_u16(), second.code()), (409, "slot_not_free".to_owned()), "{}", second.text);
        assert!(!second.json()["nearest"].as_array().unwrap().is_empty(), "{}", second.text);
        assert_eq!(owner.get("/api/desk/customers?q=rosa").await.expect(200)["total"], 1);
        assert_eq!(undo(owner, &made["change"]).await, 204);

        // Whoever has an appointment comes, once; and not on another day.
        let slot = free(owner, "service=corte").await.pop().unwrap();
        let wish = json!({"customer": {"name": "Omar"}, "serviceId": "corte", "branchId": "centro", "start": slot["start"]});
        let later = owner.post("/api/desk/appointments", wish).await.expect(201);
        assert_eq!(later["appointment"]["arrivedAt"], Value::Null);
        let path = format!("/api/desk/appointments/{}", later["appointment"]["id"].as_str().unwrap());
        assert_eq!(owner.post(&format!("{path}/arrive"), json!({})).await.code(), "wrong_state", "that is in two weeks");
        let again = owner.post("/api/desk/walk-ins", json!({"customer": {"name": "Eva"}, "serviceId": "corte", "branchId": "centro"})).await.expect(201);
        let path = format!("/api/desk/appointments/{}", again["appointment"]["id"].as_str().unwrap());
        let came = owner.post(&format!("{path}/arrive"), json!({})).await.expect(200);
        assert_eq!(came["appointment"]["arrivedAt"], again["appointment"]["arrivedAt"], "they were there already");
        owner.post(&format!("{path}/no-show"), json!({})).await.expect(200);
        server.stop().await;
    }

    async fn blocked_time_is_not_offered_and_what_is_booked_in_it_is_named(home: Home) {
        let server = open(home, "dental").await;
        let owner = server.owner();
        let slots = free(owner, "service=limpieza-dental&branch=centro").await;
        let slot = slots.iter().find(|slot| slot["start"].as_str().unwrap().ends_with("10:00")).unwrap();
        let (from, to) = around(slot);
        let made = owner.post("/api/desk/appointments", booking(slot, "Ana")).await.expect(201);
        let id = made["appointment"]["id"].as_str().unwrap();
        let theirs = json!({"branchId": "centro", "staffId": slot["staffId"], "start": from, "end": to, "reason": "dentista"});
        let all = json!({"branchId": "centro", "start": from, "end": to});
        for block in [&theirs, &all] {
            let refused = owner.post("/api/desk/blocks", block.clone()).await;
            assert_eq!((refused.status.as_u16(), refused.code()), (409, "slot_not_free".to_owned()), "{}", refused.text);
            let named = refused.json()["appointments"].clone();
            assert_eq!((&named[0]["id"], &named[0]["customerName"]), (&json!(id), &json!("Ana")), "{named}");
        }
        let cancelled = owner.post(&format!("/api/desk/appointments/{id}/cancel"), json!({})).await.expect(200);
        let once = async || Client::send(owner.request(Method::POST, "/api/desk/blocks").header("idempotency-key", "b").json(&theirs)).await.expect(201);
        let (kept, again) = (once().await, once().await);
        assert_eq!(kept, again);
        let block = kept["block"].clone();
        assert_eq!((&block["localStart"], &block["localEnd"], &block["reason"]), (&json!(from), &json!(to), &json!("dentista")), "{kept}");
        let day = from.split('T').next().unwrap().to_owned();
        let listed = owner.get(&format!("/api/desk/blocks?from={day}")).await.expect(200);
        assert_eq!(listed["items"], json!([block]));
        // Neither the staff nor assistants are offered it.
        let is_offered = async || free(owner, "service=limpieza-dental&branch=centro").await.iter().any(|other| other["start"] == slot["start"] && other["staffId"] == slot["staffId"]);
        assert!(!is_offered().await);
        assert_eq!(owner.post("/api/desk/appointments", booking(slot, "Luis")).await.code(), "slot_not_free");
        let wish = json!({"date": day, "time": "10:00", "service_id": "limpieza-dental", "branch_id": "centro", "staff_id": slot["staffId"]});
        server.model_says([Scene::use_tool("create_appointment", wish), Scene::say("Ya.")]);
        let session = owner.session().await;
        let events = owner.say(&session, "Quiero una limpieza dental a las diez").await;
        let result = events.iter().find(|event| event["type"] == "tool_result").unwrap();
        assert_eq!(result["success"], false, "{result}");
        assert_eq!(undo(owner, &cancelled["change"]).await, 409, "its time is blocked");
        assert_eq!(owner.post("/api/desk/blocks", theirs.clone()).await.code(), "wrong_state", "it is blocked already");
        // Removed, put back, removed.
        let path = format!("/api/desk/blocks/{}", block["id"].as_str().unwrap());
        let removed = delete(owner, &path).await.expect(200);
        assert!(is_offered().await);
        assert_eq!(undo(owner, &removed["change"]).await, 204);
        assert!(!is_offered().await);
        assert_eq!(undo(owner, &kept["change"]).await, 204);
        // All of the branch.
        let whole = owner.post("/api/desk/blocks", all).await.expect(201);
        assert!(!is_offered().await);
        assert_eq!(owner.post("/api/desk/appointments", booking(slot, "Luis")).await.code(), "slot_not_free");
        assert_eq!(undo(owner, &whole["change"]).await, 204);
        owner.post("/api/desk/appointments", booking(slot, "Luis")).await.expect(201);
        let wrong = |start: &str, end: &str| json!({"branchId": "centro", "start": start, "end": end});
        for block in [wrong(&to, &from), wrong("2020-01-01T10:00", "2020-01-01T11:00"), wrong(&format!("{day}T10:02"), &to), wrong(&from, "2099-01-01T10:00"), wrong("x", &to), json!({"branchId": "nowhere", "start": from, "end": to}), json!({"branchId": "centro", "staffId": "nobody", "start": from, "end": to})] {
            let refused = owner.post("/api/desk/blocks", block.clone()).await;
            assert_eq!(refused.code(), "invalid_value", "{block}: {}", refused.text);
        }
        server.stop().await;
    }

    async fn of_a_block_and_a_booking_at_once_exactly_one_is_made(home: Home) {
        let server = open(home, "dental").await;
        let owner = server.owner();
        let slots = free(owner, "service=limpieza-dental&branch=centro").await;
        let mut starts: Vec<&Value> = slots.iter().filter(|slot| slot["start"].as_str().unwrap().ends_with(":00")).collect();
        starts.dedup_by_key(|slot| slot["start"].clone());
        for (place, slot) in starts.into_iter().take(6).enumerate() {
            let (_, to) = around(slot);
            let mut block = json!({"branchId": "centro", "start": slot["start"], "end": to});
            if place % 2 == 0 {
                block["staffId"] = slot["staffId"].clone();
            }
            let bookings = join_all((0..3).map(|number| owner.post("/api/desk/appointments", booking(slot, &format!("Ana {number}")))));
            let (booked, blocked) = futures::join!(bookings, owner.post("/api/desk/blocks", block));
            let made = booked.iter().filter(|reply| reply.status.as_u16() == 201).count();
            let kept = usize::from(blocked.status.as_u16() == 201);
            assert_eq!(made + kept, 1, "{}: {}", slot["start"], blocked.text);
        }
        server.stop().await;
    }

    async fn who_waits_is_offered_what_becomes_free_and_booked_with_one_call(home: Home) {
        let server = open(home, "dental").await;
        let owner = server.owner();
        let slots = free(owner, "service=limpieza-dental&branch=centro").await;
        let slot = slots.iter().find(|slot| slot["start"].as_str().unwrap().ends_with("10:00")).unwrap();
        let (day, staff) = (slot["start"].as_str().unwrap().split('T').next().unwrap(), &slot["staffId"]);
        // That person's morning is taken, but for one appointment that is then cancelled.
        let made = owner.post("/api/desk/appointments", booking(slot, "Ana")).await.expect(201);
        let end = made["appointment"]["localEnd"].clone();
        let block = |start: &Value, end: &Value| json!({"branchId": "centro", "staffId": staff, "start": start, "end": end});
        owner.post("/api/desk/blocks", block(&json!(format!("{day}T06:00")), &slot["start"])).await.expect(201);
        owner.post("/api/desk/blocks", block(&end, &json!(format!("{day}T13:00")))).await.expect(201);
        let wish = json!({
            "customer": {"name": "Vera", "phone": "55 7777 8888"}, "serviceId": "limpieza-dental", "branchId": "centro", "staffId": staff,
            "from": day, "until": day, "parts": ["morning"], "notes": "llamar antes",
        });
        let listed = owner.post("/api/desk/waiting", wish.clone()).await.expect(201);
        let waiting = &listed["waiting"];
        assert_eq!((&waiting["free"], &waiting["customerName"]), (&Value::Null, &json!("Vera")), "{listed}");
        let id = waiting["id"].as_str().unwrap().to_owned();
        let appointment = made["appointment"]["id"].as_str().unwrap();
        owner.post(&format!("/api/desk/appointments/{appointment}/cancel"), json!({})).await.expect(200);
        let all = owner.get("/api/desk/waiting").await.expect(200);
        assert_eq!(all["items"][0]["free"]["start"], slot["start"], "{all}");
        let chosen = all["items"][0]["free"].clone();
        let serve = json!({"start": chosen["start"], "branchId": chosen["branchId"], "staffId": chosen["staffId"]});
        let path = format!("/api/desk/waiting/{id}/book");
        let once = async || Client::send(owner.request(Method::POST, &path).header("idempotency-key", "serve").json(&serve)).await.expect(201);
        let (served, again) = (once().await, once().await);
        assert_eq!(served, again);
        assert_eq!((&served["appointment"]["customerName"], &served["appointment"]["notes"]), (&json!("Vera"), &json!("llamar antes")), "{served}");
        assert_eq!(owner.get("/api/desk/waiting").await.expect(200)["items"], json!([]));
        let late = owner.post(&path, serve.clone()).await;
        assert_eq!(late.status.as_u16(), 409, "{}", late.text);
        // Taken back, they wait again.
        assert_eq!(undo(owner, &served["change"]).await, 204);
        assert_eq!(owner.get("/api/desk/waiting").await.expect(200)["items"][0]["free"]["start"], slot["start"]);
        let off = delete(owner, &format!("/api/desk/waiting/{id}")).await.expect(200);
        assert_eq!(owner.get("/api/desk/waiting").await.expect(200)["items"], json!([]));
        let gone = owner.post(&path, serve).await;
        assert_eq!((gone.status.as_u16(), gone.code()), (409, "wrong_state".to_owned()), "{}", gone.text);
        let listed = owner.get(&format!("/api/desk/appointments?from={day}")).await.expect(200);
        assert!(listed["items"].as_array().unwrap().iter().all(|one| one["status"] == "cancelled"), "nothing was booked for who does not wait: {listed}");
        assert_eq!(undo(owner, &off["change"]).await, 204);
        assert_eq!(owner.get("/api/desk/waiting").await.expect(200)["items"].as_array().unwrap().len(), 1);
        for (field, value) in [("until", json!("2020-01-01")), ("until", json!("2099-01-01")), ("from", json!("2099-01-01")), ("serviceId", json!("nothing")), ("staffId", json!("nobody")), ("branchId", json!("nowhere"))] {
            let mut wrong = wish.clone();
            wrong[field] = value;
            let refused = owner.post("/api/desk/waiting", wrong).await;
            assert_eq!(refused.code(), "invalid_value", "{field}: {}", refused.text);
        }
        server.stop().await;
    }

    async fn only_the_staff_are_at_the_counter(home: Home) {
        let server = open(home, "dental").await;
        let reader = server.somebody("demo", Role::Agent, &[KeyScope::Read]).await;
        let member = server.somebody("demo", Role::Member, &[KeyScope::Admin]).await;
        let rival = server.somebody("rival", Role::Owner, &[KeyScope::Admin]).await;
        for path in ["/api/desk/waiting", "/api/desk/blocks?from=2026-11-18"] {
            reader.get(path).await.expect(200);
            assert_eq!(member.get(path).await.status.as_u16(), 403, "{path}");
            assert_eq!(rival.get(path).await.status.as_u16(), 404, "{path}");
        }
        let whom = json!({"name": "Ana"});
        let acts = [
            ("/api/desk/customers", whom.clone()),
            ("/api/desk/orders", at_once(&json!([{"itemId": "agua", "quantity": 1}]))),
            ("/api/desk/walk-ins", json!({"customer": whom, "branchId": "centro"})),
            ("/api/desk/blocks", json!({"branchId": "centro", "start": "2026-11-18T10:00", "end": "2026-11-18T11:00"})),
            ("/api/desk/waiting", json!({"customer": whom, "until": "2099-01-01"})),
        ];
        for (path, body) in acts {
            assert_eq!(reader.post(path, body.clone()).await.status.as_u16(), 403, "{path}");
            assert_eq!(member.post(path, body).await.status.as_u16(), 403, "{path}");
        }
        server.stop().await;
    }
}
