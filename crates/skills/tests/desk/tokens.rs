use conserje_desk::front_desk::Finished;
use conserje_desk::work::appointments::Ending;
use conserje_desk::work::{Act, WorkError};
use conserje_kernel::{AppointmentId, Language, OrderId};
use conserje_store::desk::Trace;
use conserje_testkit::on_both_homes;
use futures::future::join_all;
use serde_json::json;

use super::Desk;

/// Something that somebody of the staff does.
fn by_hand() -> Act {
    Act { key: uuid::Uuid::now_v7().to_string(), trace: Trace::default(), language: Language::En }
}

async fn balance(desk: &Desk) -> i64 {
    desk.done("get_loyalty_balance", 99, json!({})).await["balance"].as_i64().unwrap()
}

/// How many of them earned something, and how much in all.
fn earned(outcomes: &[Finished]) -> (usize, i64) {
    let tokens = outcomes.iter().filter_map(|outcome| match outcome {
        Finished::Done { tokens } => Some(*tokens),
        Finished::Before | Finished::NotPossible => None,
    });
    let tokens: Vec<i64> = tokens.collect();
    (tokens.len(), tokens.iter().sum())
}

on_both_homes! {
    async fn an_appointment_that_took_place_earns_once(home: Home) {
        let desk = Desk::open(home, "dental").await;
        let booked = desk.done("create_appointment", 1, json!({
            "date": "2026-06-09", "time": "10:00", "service_id": "limpieza-dental", "branch_id": "centro",
        })).await;
        let id: AppointmentId = booked["appointment_id"].as_str().unwrap().parse().unwrap();
        let scope = desk.scope();
        let outcomes = join_all((0..6).map(|_| desk.inner.complete(&scope, id, by_hand()))).await;
        let outcomes: Vec<Finished> = outcomes.into_iter().map(Result::unwrap).collect();
        assert_eq!(earned(&outcomes), (1, 50));
        assert_eq!(outcomes.iter().filter(|outcome| **outcome == Finished::Before).count(), 5);
        assert_eq!(balance(&desk).await, 50);
        let ended = desk.inner.end_by_hand(&scope, by_hand(), id, Ending::NoShow).await;
        assert!(matches!(ended, Err(WorkError::NotNow { .. })), "{ended:?}");
    }

    async fn an_appointment_that_was_cancelled_earns_nothing(home: Home) {
        let desk = Desk::open(home, "dental").await;
        let booked = desk.done("create_appointment", 1, json!({
            "date": "2026-06-09", "time": "10:00", "service_id": "limpieza-dental", "branch_id": "centro",
        })).await;
        let id: AppointmentId = booked["appointment_id"].as_str().unwrap().parse().unwrap();
        desk.done("cancel_appointment", 2, json!({})).await;
        let outcome = desk.inner.complete(&desk.scope(), id, by_hand()).await.unwrap();
        assert_eq!((outcome, balance(&desk).await), (Finished::NotPossible, 0));
    }

    async fn a_paid_order_earns_once_and_tokens_buy_a_reward_once(home: Home) {
        let desk = Desk::open(home, "restaurant").await;
        let order = desk.done("create_order", 1, json!({
            "items": [{"name": "arrachera", "quantity": 3}], "order_type": "pickup",
            "scheduled_time": "2026-06-09 15:00",
        })).await;
        assert_eq!(order["total"], 855);
        let id: OrderId = order["order_id"].as_str().unwrap().parse().unwrap();
        let scope = desk.scope();
        let outcomes = join_all((0..6).map(|_| desk.inner.pay(&scope, id, by_hand()))).await;
        let outcomes: Vec<Finished> = outcomes.into_iter().map(Result::unwrap).collect();
        // A token for every 10 of 855.
        assert_eq!(earned(&outcomes), (1, 85));
        let redeemed = desk.done("redeem_loyalty_tokens", 2, json!({"reward": "postre"})).await;
        assert_eq!(redeemed["balance"], 5);
        assert_eq!(desk.done("redeem_loyalty_tokens", 2, json!({"reward": "postre"})).await["balance"], 5);
        let again = desk.refused("redeem_loyalty_tokens", 3, json!({"reward": "postre"})).await;
        assert_eq!(again.result["balance"], 5);
        // Paid is paid: it cannot be voided any more.
        let call = desk.call(desk.session, 1, json!({
            "items": [{"name": "arrachera", "quantity": 3}], "order_type": "pickup",
            "scheduled_time": "2026-06-09 15:00",
        }), conserje_kernel::Language::Es);
        let undone = desk.inner.undo(&scope, call.key.as_str(), Trace::default()).await.unwrap();
        assert_eq!(undone, conserje_desk::front_desk::Undone::TooLate);
    }

    async fn an_award_can_be_taken_back_while_it_is_not_spent(home: Home) {
        let desk = Desk::open(home, "dental").await;
        let args = json!({"tokens": 80, "reason": "espera larga"});
        desk.done("award_loyalty_tokens", 1, args.clone()).await;
        desk.done("award_loyalty_tokens", 1, args.clone()).await;
        assert_eq!(balance(&desk).await, 80);
        let key = desk.call(desk.session, 1, args, conserje_kernel::Language::Es).key.as_str().to_owned();
        let undone = desk.inner.undo(&desk.scope(), &key, Trace::default()).await.unwrap();
        assert_eq!((undone, balance(&desk).await), (conserje_desk::front_desk::Undone::Done, 0));
    }
}
