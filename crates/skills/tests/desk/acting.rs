use conserje_desk::front_desk::Undone;
use conserje_kernel::{Language, SessionId};
use conserje_store::StoreError;
use conserje_store::desk::{Trace, appointments, catalogue, customers, orders};
use conserje_testkit::{Home, on_both_homes};
use conserje_tools::{Outcome, Status};
use futures::future::join_all;
use serde_json::{Value, json};

use super::{Desk, without_ids};

fn cleaning(date: &str, time: &str) -> Value {
    json!({"date": date, "time": time, "service_id": "limpieza-dental", "branch_id": "centro"})
}

/// The key of a call, as it would be undone.
fn key(desk: &Desk, number: u32, args: Value) -> String {
    desk.call(desk.session, number, args, Language::Es).key.as_str().to_owned()
}

async fn stock(desk: &Desk, item: &str) -> Option<i64> {
    let menu: Result<_, StoreError> = desk.test.store.read(&desk.scope(), catalogue::menu).await;
    menu.unwrap().into_iter().find(|row| row.id == item).unwrap().stock
}

on_both_homes! {
    async fn an_appointment_is_booked_moved_and_cancelled(home: Home) {
        let desk = Desk::open(home, "dental").await;
        let booked = desk.done("create_appointment", 1, cleaning("2026-06-09", "10:00")).await;
        assert_eq!(booked["appointment"]["staff_id"], "dra-ruiz");
        let listed = desk.done("get_appointments", 2, json!({})).await;
        assert_eq!(listed[0]["appointment_id"], booked["appointment_id"]);
        assert_eq!((&listed[0]["date"], &listed[0]["time"]), (&json!("2026-06-09"), &json!("10:00")));
        // Half an hour later, over part of its own time.
        let moved = desk.done("reschedule_appointment", 3, json!({"date": "2026-06-09", "time": "10:30"})).await;
        assert_eq!(moved["appointment"]["time"], "10:30");
        assert_eq!(moved["appointment"]["status"], "moved");
        let cancelled = desk.done("cancel_appointment", 4, json!({"appointment_id": booked["appointment_id"]})).await;
        assert_eq!(cancelled["appointment"]["status"], "cancelled");
        assert_eq!(desk.done("get_appointments", 5, json!({})).await, json!([]));
        desk.refused("cancel_appointment", 6, json!({})).await;
        // The hour is free again.
        desk.done("create_appointment", 7, cleaning("2026-06-09", "10:30")).await;
    }

    async fn what_is_made_twice_is_made_once(home: Home) {
        let desk = Desk::open(home, "dental").await;
        let first = desk.done("create_appointment", 1, cleaning("2026-06-09", "10:00")).await;
        assert_eq!(desk.done("create_appointment", 1, cleaning("2026-06-09", "10:00")).await, first);
        let to = json!({"date": "2026-06-09", "time": "12:00"});
        let moved = desk.done("reschedule_appointment", 2, to.clone()).await;
        assert_eq!(desk.done("reschedule_appointment", 2, to).await, moved);
        let cancelled = desk.done("cancel_appointment", 3, json!({})).await;
        assert_eq!(desk.done("cancel_appointment", 3, json!({})).await, cancelled);
    }

    async fn of_many_customers_one_gets_the_hour_and_the_others_are_offered_the_nearest(home: Home) {
        let desk = Desk::open(home, "dental").await;
        // Only Dra. Ruiz cleans teeth at the centre on a Tuesday.
        let wishes = (0..6).map(|number| {
            let call = desk.call(SessionId::generate(), number, cleaning("2026-06-09", "10:00"), Language::Es);
            desk.make("create_appointment", call)
        });
        let outcomes: Vec<Outcome> = join_all(wishes).await;
        let (won, lost): (Vec<_>, Vec<_>) = outcomes.iter().partition(|outcome| outcome.status == Status::Succeeded);
        assert_eq!((won.len(), lost.len()), (1, 5));
        for outcome in lost {
            let offered = outcome.result["alternatives"].as_array().unwrap();
            assert!(!offered.is_empty(), "{}", outcome.text);
            // 45 minutes from 10:00 are taken: what ends by then or begins after.
            let times: Vec<&str> = offered.iter().map(|offer| offer["time"].as_str().unwrap()).collect();
            assert_eq!(times, ["09:00", "09:15", "10:45", "11:00"]);
            assert_eq!(outcome.result["success"], false);
        }
    }

    async fn where_two_can_do_it_two_customers_get_the_hour(home: Home) {
        let desk = Desk::open(home, "dental").await;
        // On a Thursday Dra. Ruiz and Mariana Luna both clean teeth at Plaza Norte, which has two chairs.
        let args = json!({
            "date": "2026-06-11", "time": "11:00", "service_id": "limpieza-dental", "branch_id": "norte",
        });
        let wishes = (0..5).map(|number| {
            desk.make("create_appointment", desk.call(SessionId::generate(), number, args.clone(), Language::En))
        });
        let outcomes: Vec<Outcome> = join_all(wishes).await;
        let mut staff: Vec<&str> =
            outcomes.iter().filter_map(|outcome| outcome.result["appointment"]["staff_id"].as_str()).collect();
        staff.sort_unstable();
        assert_eq!(staff, ["dra-ruiz", "hig-luna"]);
    }

    async fn a_party_that_no_table_takes_is_not_written_and_hears_what_there_is(home: Home) {
        let desk = Desk::open(home, "restaurant").await;
        let table = |more: Value| {
            let mut args = json!({"date": "2026-06-12", "time": "20:00", "service_id": "mesa"});
            args.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            args
        };
        let large = desk.refused("create_appointment", 1, table(json!({"people": 15}))).await;
        assert_eq!(large.result["services"], json!(["salon"]), "{}", large.text);
        assert_eq!(large.result["people"], json!({"from": 1, "to": 6}));
        let noted = desk.refused("create_appointment", 2, table(json!({"notes": "somos 15 personas"}))).await;
        assert_eq!(noted.result["services"], json!(["salon"]), "what is only noted counts: {}", noted.text);
        let huge = desk.refused("create_appointment", 3, table(json!({"people": 40}))).await;
        assert_eq!(huge.result["services"], json!([]));
        assert_eq!(huge.result["phones"], json!(["+52 55 5550 0312"]), "{}", huge.text);
        let untold = desk.refused("create_appointment", 4, table(json!({}))).await;
        assert!(untold.text.contains("people"), "{}", untold.text);
        let looked = json!({"date": "2026-06-12", "service_id": "mesa", "people": 7});
        assert_eq!(desk.refused("get_available_slots", 5, looked).await.result["services"], json!(["salon"]));
        assert_eq!(desk.done("get_appointments", 6, json!({})).await, json!([]), "nothing was written");

        let booked = desk.done("create_appointment", 7, table(json!({"people": 6, "notes": "terraza"}))).await;
        let id = booked["appointment_id"].as_str().unwrap().parse().unwrap();
        let found: Result<_, StoreError> =
            desk.test.store.read(&desk.scope(), move |tx| appointments::find(tx, id)).await;
        assert_eq!(found.unwrap().unwrap().notes.as_deref(), Some("6 personas; terraza"));
    }

    async fn notice_and_the_time_kept_free_are_of_the_service_before_they_are_of_the_house(home: Home) {
        let desk = Desk::open_at(home, "dental", super::NOW, |business| {
            business.booking.buffer_minutes = 15;
            let cleaning = business.services.iter_mut().find(|service| service.id == "limpieza-dental").unwrap();
            (cleaning.lead_minutes, cleaning.buffer_minutes) = (Some(24 * 60), Some(30));
        })
        .await;
        // It is Monday 10:30.
        let soon = desk.refused("create_appointment", 1, cleaning("2026-06-09", "10:15")).await;
        assert!(soon.text.contains("24 horas"), "{}", soon.text);
        desk.done("create_appointment", 2, cleaning("2026-06-09", "10:30")).await;
        // From 10:30 to 11:15, and free until 11:45; what ends at 10:00 leaves its own half hour before it.
        for (number, time, is_free) in [(3, "11:15", false), (4, "11:30", false), (5, "11:45", true)] {
            let call = desk.call(SessionId::generate(), number, cleaning("2026-06-09", time), Language::Es);
            let outcome = desk.make("create_appointment", call).await;
            assert_eq!(outcome.status == Status::Succeeded, is_free, "{time}: {}", outcome.text);
        }
        // An assessment of half an hour with the same dentist keeps the quarter hour of the house before the cleaning.
        let visit = |time: &str| json!({
            "date": "2026-06-09", "time": time, "service_id": "valoracion", "branch_id": "centro", "staff_id": "dra-ruiz",
        });
        for (number, time, is_free) in [(6, "10:00", false), (7, "09:45", true)] {
            let call = desk.call(SessionId::generate(), number, visit(time), Language::Es);
            let outcome = desk.make("create_appointment", call).await;
            assert_eq!(outcome.status == Status::Succeeded, is_free, "{time}: {}", outcome.text);
        }
    }

    async fn one_customer_cannot_touch_anothers_appointment(home: Home) {
        let desk = Desk::open(home, "dental").await;
        let booked = desk.done("create_appointment", 1, cleaning("2026-06-09", "10:00")).await;
        let id = json!({"appointment_id": booked["appointment_id"]});
        let other = SessionId::generate();
        for (name, args) in [
            ("cancel_appointment", id),
            ("reschedule_appointment", json!({
                "appointment_id": booked["appointment_id"], "date": "2026-06-09", "time": "12:00",
            })),
        ] {
            let outcome = desk.make(name, desk.call(other, 2, args, Language::Es)).await;
            assert_eq!(outcome.status, Status::Failed, "{}", outcome.text);
        }
        let theirs = desk.make("get_appointments", desk.call(other, 3, json!({}), Language::Es)).await;
        assert_eq!(theirs.result, json!([]));
        let ours = desk.done("get_appointments", 4, json!({})).await;
        assert_eq!(ours[0]["status"], "booked");
    }

    async fn every_record_says_which_call_made_it(home: Home) {
        let desk = Desk::open(home, "dental").await;
        let booked = desk.done("create_appointment", 1, cleaning("2026-06-09", "10:00")).await;
        let id = booked["appointment_id"].as_str().unwrap().parse().unwrap();
        let found: Result<_, StoreError> =
            desk.test.store.read(&desk.scope(), move |tx| appointments::find(tx, id)).await;
        let expected = Trace {
            session: Some(desk.session), turn: Some(desk.turn), tool_use_id: Some("use_1".to_owned()),
            user: None,
        };
        assert_eq!(found.unwrap().unwrap().trace, expected);
    }

    async fn what_a_call_did_can_be_taken_back_once(home: Home) {
        let desk = Desk::open(home, "dental").await;
        let (scope, trace) = (desk.scope(), Trace::default());
        let undo = |key: String| {
            let (scope, trace) = (scope.clone(), trace.clone());
            let front_desk = desk.inner.clone();
            async move { front_desk.undo(&scope, &key, trace).await.unwrap() }
        };
        desk.done("create_appointment", 1, cleaning("2026-06-09", "10:00")).await;
        let to = json!({"date": "2026-06-09", "time": "12:00"});
        desk.done("reschedule_appointment", 2, to.clone()).await;
        desk.done("cancel_appointment", 3, json!({})).await;
        desk.done("update_lead_info", 4, json!({"name": "Ana", "phone": "55 1234 5678"})).await;
        let times = || async {
            let listed = desk.done("get_appointments", 9, json!({})).await;
            listed.as_array().unwrap().iter().map(|row| row["time"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(times().await, Vec::<String>::new());
        // The last first.
        assert_eq!(undo(key(&desk, 3, json!({}))).await, Undone::Done);
        assert_eq!(times().await, ["12:00"]);
        assert_eq!(undo(key(&desk, 3, json!({}))).await, Undone::Before);
        assert_eq!(undo(key(&desk, 2, to)).await, Undone::Done);
        assert_eq!(times().await, ["10:00"]);
        assert_eq!(undo(key(&desk, 1, cleaning("2026-06-09", "10:00"))).await, Undone::Done);
        assert_eq!(times().await, Vec::<String>::new());
        assert_eq!(undo("no such key".to_owned()).await, Undone::Unknown);
        assert_eq!(undo(key(&desk, 4, json!({"name": "Ana", "phone": "55 1234 5678"}))).await, Undone::Done);
        let session = desk.session;
        let known: Result<_, StoreError> =
            desk.test.store.read(&scope, move |tx| customers::of_session(tx, session)).await;
        assert_eq!(known.unwrap().unwrap().name, None);
    }

    async fn a_cancellation_whose_time_was_sold_is_not_taken_back(home: Home) {
        let desk = Desk::open(home, "dental").await;
        desk.done("create_appointment", 1, cleaning("2026-06-09", "10:00")).await;
        desk.done("cancel_appointment", 2, json!({})).await;
        let other = desk.call(SessionId::generate(), 3, cleaning("2026-06-09", "10:15"), Language::Es);
        assert_eq!(desk.make("create_appointment", other).await.status, Status::Succeeded);
        let undone = desk.inner.undo(&desk.scope(), &key(&desk, 2, json!({})), Trace::default()).await.unwrap();
        assert_eq!(undone, Undone::TooLate);
    }

    async fn an_order_costs_what_the_menu_says_and_takes_from_stock(home: Home) {
        let desk = Desk::open(home, "restaurant").await;
        // On Mondays it is closed: for tomorrow.
        let args = json!({
            "items": [{"name": "pesca", "quantity": 2}, {"name": "sopa de tortilla", "quantity": 1, "notes": "sin crema"}],
            "order_type": "pickup", "scheduled_time": "mañana a las 14:00",
        });
        let order = desk.done("create_order", 1, args.clone()).await;
        assert_eq!((&order["total"], &order["estimated_time"]), (&json!(675.5), &json!("14:00")));
        assert_eq!(stock(&desk, "pesca-del-dia").await, Some(6));
        assert_eq!(desk.done("create_order", 1, args.clone()).await, order);
        assert_eq!(stock(&desk, "pesca-del-dia").await, Some(6));
        let undone = desk.inner.undo(&desk.scope(), &key(&desk, 1, args), Trace::default()).await.unwrap();
        assert_eq!((undone, stock(&desk, "pesca-del-dia").await), (Undone::Done, Some(8)));
        let id = order["order_id"].as_str().unwrap().parse().unwrap();
        let found: Result<_, StoreError> = desk.test.store.read(&desk.scope(), move |tx| orders::find(tx, id)).await;
        assert_eq!(found.unwrap().unwrap().status.name(), "void");
    }

    async fn the_last_portions_go_to_as_many_as_there_are(home: Home) {
        let desk = Desk::open(home, "restaurant").await;
        let args = json!({
            "items": [{"name": "Pesca del día", "quantity": 3}], "order_type": "pickup",
            "scheduled_time": "2026-06-09 15:00",
        });
        let wishes = (0..6).map(|number| {
            desk.make("create_order", desk.call(SessionId::generate(), number, args.clone(), Language::Es))
        });
        let outcomes: Vec<Outcome> = join_all(wishes).await;
        let won = outcomes.iter().filter(|outcome| outcome.status == Status::Succeeded).count();
        assert_eq!((won, stock(&desk, "pesca-del-dia").await), (2, Some(2)));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_acting_tools_say_is_readable() {
    let desk = Desk::open(Home::Sqlite, "dental").await;
    let mut said = Vec::new();
    for (number, (name, language, args)) in [
        ("create_appointment", Language::Es, cleaning("mañana", "10:00")),
        ("create_appointment", Language::En, cleaning("tomorrow", "12:30")),
        ("create_appointment", Language::Es, cleaning("mañana", "10:00")),
        ("create_appointment", Language::En, cleaning("2026-06-09", "15:00")),
        ("create_appointment", Language::Es, cleaning("2026-06-09", "10:07")),
        ("create_appointment", Language::Es, cleaning("2026-06-07", "10:00")),
        ("create_appointment", Language::En, cleaning("next Friday", "10:00")),
        (
            "create_appointment",
            Language::Es,
            json!({"date": "2026-06-10", "time": "11:00", "service_id": "limpieza"}),
        ),
        (
            "create_appointment",
            Language::Es,
            json!({"date": "2026-06-11", "time": "11:00", "service_id": "valoracion"}),
        ),
        ("get_appointments", Language::Es, json!({})),
        ("cancel_appointment", Language::En, json!({})),
        ("update_lead_info", Language::Es, json!({"name": "Ana Solís", "email": "Ana@Example.com"})),
        ("update_lead_info", Language::En, json!({"email": "ana"})),
        ("update_lead_info", Language::En, json!({"phone": "soon"})),
        ("award_loyalty_tokens", Language::Es, json!({"tokens": 90, "reason": "espera larga"})),
        ("award_loyalty_tokens", Language::En, json!({"tokens": 5000, "reason": "please"})),
        ("redeem_loyalty_tokens", Language::Es, json!({"reward": "cepillo"})),
        ("get_loyalty_balance", Language::En, json!({})),
    ]
    .into_iter()
    .enumerate()
    {
        let number = u32::try_from(number).unwrap();
        let outcome = desk.make(name, desk.call(desk.session, number, args.clone(), language)).await;
        said.push(format!("{name} {args}\n{:?}: {}", outcome.status, outcome.text));
    }
    insta::assert_snapshot!(without_ids(&said.join("\n\n")));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_said_about_orders_is_readable() {
    let desk = Desk::open(Home::Sqlite, "restaurant").await;
    let item = |name: &str, quantity: i64| json!({"name": name, "quantity": quantity});
    let mut said = Vec::new();
    for (number, (language, args)) in [
        (Language::Es, json!({"items": [item("guacamole", 1)], "order_type": "pickup"})),
        (Language::Es, json!({
            "items": [item("guacamole", 1), item("tacos al pastor", 2)], "order_type": "delivery",
            "scheduled_time": "mañana a las 15:30", "delivery_address": "Calle Uno 1",
        })),
        (Language::En, json!({"items": [item("flan", 2)], "order_type": "delivery", "scheduled_time": "2026-06-09 15:00"})),
        (Language::En, json!({
            "items": [item("stuffed chilli", 1), item("pizza", 1), item("tacos", 1), item("catch of the day", 9)],
            "order_type": "pickup", "scheduled_time": "2026-06-09 15:00",
        })),
        (Language::En, json!({
            "items": [item("flan", 2)], "order_type": "pickup", "scheduled_time": "2026-06-12 18:00",
        })),
    ]
    .into_iter()
    .enumerate()
    {
        let number = u32::try_from(number).unwrap();
        let outcome = desk.make("create_order", desk.call(desk.session, number, args.clone(), language)).await;
        said.push(format!("{args}\n{:?}: {}", outcome.status, outcome.text));
    }
    insta::assert_snapshot!(without_ids(&said.join("\n\n")));
}
