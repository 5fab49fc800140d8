//! The front desk's promises, on both homes, with many at once.
#![expect(clippy::indexing_slicing, reason = "a test stops at what is not as it should be")]

use conserje_kernel::{
    AppointmentId, AppointmentStatus, CustomerId, DeskChangeKind, OrderKind, OrderStatus, PageRequest,
    PageSize, Scope, SessionId, Timestamp, TurnId, Urgency, UserId,
};
use conserje_store::desk::appointments::{self, Appointment, Booked, Changed, NewAppointment, Slot};
use conserje_store::desk::catalogue::{
    self, BranchRow, Catalogue, FactRow, MenuRow, PolicyRow, ServiceRow, StaffRow,
};
use conserje_store::desk::changes::{self, Change};
use conserje_store::desk::customers::{self, Contact};
use conserje_store::desk::escalations::{self, NewEscalation, Shown};
use conserje_store::desk::loyalty::{self, NewEntry, Posted};
use conserje_store::desk::orders::{self, Line, NewOrder, Placed};
use conserje_store::desk::{Trace, cells};
use conserje_store::{Store, StoreError, holds};
use conserje_testkit::{TestStore, on_both_homes};
use futures::future::join_all;

const MINUTE: i64 = 60 * 1_000_000;
/// A round day in 2027.
const DAY: i64 = 1_800_000_000 * 1_000_000;

fn at(minutes: i64) -> Timestamp {
    Timestamp::from_micros(DAY + minutes * MINUTE)
}

fn slot(staff: &str, starts: i64, minutes: i64) -> Slot {
    Slot {
        branch: "centro".to_owned(),
        staff: Some(staff.to_owned()),
        place: None,
        starts_at: at(starts),
        ends_at: at(starts + minutes),
    }
}

fn wish(customer: CustomerId, slot: Slot, key: &str) -> NewAppointment {
    let trace = Trace {
        session: Some(SessionId::generate()),
        turn: Some(TurnId::generate()),
        tool_use_id: Some(format!("use-{key}")),
        user: None,
    };
    NewAppointment {
        customer,
        for_name: None,
        service: Some("limpieza".to_owned()),
        slot,
        notes: None,
        key: key.to_owned(),
        trace,
    }
}

async fn customer(test: &TestStore) -> CustomerId {
    let made: Result<_, StoreError> = test
        .store
        .write(&test.scope(), |tx| customers::create(tx, &Contact::default(), &Trace::default()))
        .await;
    made.unwrap().id
}

async fn book(store: &Store, scope: &Scope, new: NewAppointment) -> Booked {
    store.write(scope, move |tx| appointments::book(tx, &new)).await.unwrap()
}

async fn move_to(store: &Store, scope: &Scope, id: AppointmentId, slot: Slot) -> Changed {
    store.write(scope, move |tx| appointments::move_to(tx, id, &slot)).await.unwrap()
}

fn made(booked: Booked) -> Appointment {
    match booked {
        Booked::Made(appointment) => appointment,
        Booked::Before(_) | Booked::Taken => panic!("{booked:?}"),
    }
}

async fn busy(test: &TestStore) -> Vec<Slot> {
    let found: Result<_, StoreError> =
        test.store.read(&test.scope(), |tx| appointments::busy(tx, at(-10_000), at(10_000))).await;
    found.unwrap().into_iter().map(|appointment| appointment.slot).collect()
}

fn menu(stock: Option<i64>) -> Catalogue {
    let item = |id: &str, price: i64, available: bool, stock: Option<i64>| MenuRow {
        id: id.to_owned(),
        name: id.to_owned(),
        price,
        available,
        stock,
        facts: "{}".to_owned(),
    };
    Catalogue {
        name: "Casa".to_owned(),
        currency: "MXN".to_owned(),
        facts: "{}".to_owned(),
        branches: vec![BranchRow {
            id: "centro".to_owned(),
            name: "Centro".to_owned(),
            time_zone: "America/Mexico_City".to_owned(),
            facts: "{}".to_owned(),
        }],
        staff: vec![StaffRow { id: "ana".to_owned(), name: "Ana".to_owned(), facts: "{}".to_owned() }],
        services: vec![ServiceRow {
            id: "limpieza".to_owned(),
            name: "Limpieza".to_owned(),
            price_min: 1,
            price_max: 2,
            minutes: 45,
            facts: "{}".to_owned(),
        }],
        policies: vec![PolicyRow { kind: "payment".to_owned(), facts: "{}".to_owned() }],
        answers: vec![FactRow {
            id: "estacionamiento".to_owned(),
            topic: "parking".to_owned(),
            facts: "{}".to_owned(),
        }],
        menu: vec![item("pesca", 100, true, stock), item("agua", 5, true, None), item("pan", 3, false, None)],
    }
}

async fn import(test: &TestStore, catalogue: Catalogue) {
    let done: Result<_, StoreError> =
        test.store.write(&test.scope(), move |tx| catalogue::replace(tx, &catalogue)).await;
    done.unwrap();
}

async fn stock(test: &TestStore) -> Option<i64> {
    let read: Result<_, StoreError> = test.store.read(&test.scope(), catalogue::menu).await;
    read.unwrap().into_iter().find(|item| item.id == "pesca").unwrap().stock
}

fn order(customer: CustomerId, items: &[(&str, i64, i64)], key: &str) -> NewOrder {
    let line = |(item, unit_price, quantity): &(&str, i64, i64)| Line {
        item: (*item).to_owned(),
        name: (*item).to_owned(),
        unit_price: *unit_price,
        quantity: *quantity,
        notes: None,
    };
    NewOrder {
        customer,
        branch: "centro".to_owned(),
        kind: OrderKind::Pickup,
        lines: items.iter().map(line).collect(),
        currency: "MXN".to_owned(),
        scheduled_at: None,
        address: None,
        key: key.to_owned(),
        trace: Trace::default(),
    }
}

async fn place(test: &TestStore, new: NewOrder) -> Placed {
    let placed: Result<_, StoreError> =
        test.store.write(&test.scope(), move |tx| orders::place(tx, &new)).await;
    placed.unwrap()
}

async fn post(
    test: &TestStore,
    customer: CustomerId,
    reason: &'static str,
    reference: &str,
    tokens: i64,
) -> Posted {
    let entry = NewEntry {
        customer,
        reason,
        reference: reference.to_owned(),
        tokens,
        note: None,
        trace: Trace::default(),
    };
    let posted: Result<_, StoreError> =
        test.store.write(&test.scope(), move |tx| loyalty::post(tx, &entry)).await;
    posted.unwrap()
}

async fn balance(test: &TestStore, id: CustomerId) -> (i64, i64) {
    let read: Result<_, StoreError> = test
        .store
        .read(&test.scope(), move |tx| Ok((customers::find(tx, id)?.unwrap(), loyalty::entries(tx, id)?)))
        .await;
    let (customer, entries) = read.unwrap();
    (customer.tokens, entries.iter().map(|entry| entry.tokens).sum())
}

on_both_homes! {
    async fn a_slot_that_many_want_at_once_is_sold_once(home: Home) {
        let test = TestStore::open(home).await;
        let (who, scope) = (customer(&test).await, test.scope());
        // Half of the wishes overlap the other half: 0-30, 15-45, 30-60, …
        let wishes = (0..40_i64).map(|number| {
            let new = wish(who, slot("ana", number % 8 * 15, 30), &format!("wish {number}"));
            book(&test.store, &scope, new)
        });
        let outcomes = join_all(wishes).await;
        let mut won: Vec<Slot> = outcomes.into_iter().filter_map(|booked| match booked {
            Booked::Made(appointment) => Some(appointment.slot),
            Booked::Before(_) => panic!("keys differ"),
            Booked::Taken => None,
        }).collect();
        won.sort_by_key(|slot| slot.starts_at);
        assert_eq!(busy(&test).await, won);
        for pair in won.windows(2) {
            assert!(pair[0].ends_at <= pair[1].starts_at, "{pair:?}");
        }
        // From minute 0 to 135, half-hours that keep out of each other's way: between three and four.
        assert!((3..=4).contains(&won.len()), "{}", won.len());
    }

    async fn of_many_equal_wishes_exactly_one_wins_each_slot(home: Home) {
        let test = TestStore::open(home).await;
        let (who, scope) = (customer(&test).await, test.scope());
        let wishes = (0..36_i64).map(|number| {
            let new = wish(who, slot("ana", number % 3 * 45, 45), &format!("wish {number}"));
            book(&test.store, &scope, new)
        });
        let outcomes = join_all(wishes).await;
        let mut starts: Vec<Timestamp> = outcomes.iter().filter_map(|booked| match booked {
            Booked::Made(appointment) => Some(appointment.slot.starts_at),
            Booked::Before(_) | Booked::Taken => None,
        }).collect();
        starts.sort_unstable();
        assert_eq!(starts, [at(0), at(45), at(90)]);
    }

    async fn the_same_key_makes_one_appointment_however_often_it_comes(home: Home) {
        let test = TestStore::open(home).await;
        let (who, scope) = (customer(&test).await, test.scope());
        let new = wish(who, slot("ana", 0, 30), "the key");
        let outcomes = join_all((0..8).map(|_| book(&test.store, &scope, new.clone()))).await;
        let first: Vec<&Appointment> = outcomes.iter().filter_map(|booked| match booked {
            Booked::Made(appointment) => Some(appointment),
            Booked::Before(_) | Booked::Taken => None,
        }).collect();
        assert_eq!(first.len(), 1);
        for booked in &outcomes {
            match booked {
                Booked::Made(appointment) | Booked::Before(appointment) => assert_eq!(appointment, first[0]),
                Booked::Taken => panic!("it was ours"),
            }
        }
        assert_eq!(first[0].trace, new.trace);
        assert_eq!(busy(&test).await.len(), 1);
    }

    async fn somebody_is_in_one_branch_at_a_time_and_a_place_holds_one(home: Home) {
        let test = TestStore::open(home).await;
        let (who, scope) = (customer(&test).await, test.scope());
        let with_place = |staff: &str, branch: &str, place: &str| Slot {
            branch: branch.to_owned(), place: Some(place.to_owned()), ..slot(staff, 0, 30)
        };
        made(book(&test.store, &scope, wish(who, with_place("ana", "centro", "1"), "1")).await);
        let elsewhere = book(&test.store, &scope, wish(who, with_place("ana", "norte", "1"), "2")).await;
        assert_eq!(elsewhere, Booked::Taken);
        let same_chair = book(&test.store, &scope, wish(who, with_place("luis", "centro", "1"), "3")).await;
        assert_eq!(same_chair, Booked::Taken);
        // The one who lost left nothing behind: Luis is free, and so is the other chair.
        made(book(&test.store, &scope, wish(who, with_place("luis", "centro", "2"), "4")).await);
    }

    async fn moving_gives_the_old_time_back_and_may_overlap_it(home: Home) {
        let test = TestStore::open(home).await;
        let (who, scope) = (customer(&test).await, test.scope());
        let ours = made(book(&test.store, &scope, wish(who, slot("ana", 0, 60), "1")).await);
        let theirs = made(book(&test.store, &scope, wish(who, slot("ana", 120, 60), "2")).await);
        let moved = move_to(&test.store, &scope, ours.id, slot("ana", 30, 60)).await;
        let Changed::Done(moved) = moved else { panic!("{moved:?}") };
        assert_eq!((moved.status, moved.slot), (AppointmentStatus::Moved, slot("ana", 30, 60)));
        assert_eq!(move_to(&test.store, &scope, ours.id, slot("ana", 90, 60)).await, Changed::Taken);
        // A move that failed changed nothing; what was given back can be had.
        made(book(&test.store, &scope, wish(who, slot("ana", 0, 30), "3")).await);
        assert_eq!(book(&test.store, &scope, wish(who, slot("ana", 60, 30), "4")).await, Booked::Taken);
        let id = theirs.id;
        let cancelled: Result<_, StoreError> = test.store.write(&scope, move |tx| {
            appointments::end(tx, id, AppointmentStatus::Cancelled)
        }).await;
        assert!(matches!(cancelled.unwrap(), Changed::Done(_)));
        let Changed::Done(_) = move_to(&test.store, &scope, ours.id, slot("ana", 90, 60)).await else {
            panic!("the time was given back")
        };
        assert_eq!(move_to(&test.store, &scope, theirs.id, slot("ana", 300, 60)).await, Changed::NotToCome);
    }

    async fn those_who_swap_at_once_do_not_wait_in_a_circle(home: Home) {
        let test = TestStore::open(home).await;
        let (who, scope) = (customer(&test).await, test.scope());
        let mut ids = Vec::new();
        for number in 0..6_i64 {
            let new = wish(who, slot("ana", number * 60, 60), &number.to_string());
            ids.push(made(book(&test.store, &scope, new).await).id);
        }
        for round in 0..5_i64 {
            let moves = ids.iter().zip(0_i64..).map(|(id, number)| {
                let to = slot("ana", (number * 35 + round * 25) % 400, 60);
                move_to(&test.store, &scope, *id, to)
            });
            join_all(moves).await;
            let mut slots = busy(&test).await;
            slots.sort_by_key(|slot| slot.starts_at);
            assert_eq!(slots.len(), ids.len());
            for pair in slots.windows(2) {
                assert!(pair[0].ends_at <= pair[1].starts_at, "{pair:?}");
            }
        }
    }

    async fn a_cancellation_can_be_taken_back_while_its_time_is_free(home: Home) {
        let test = TestStore::open(home).await;
        let (who, scope) = (customer(&test).await, test.scope());
        let id = made(book(&test.store, &scope, wish(who, slot("ana", 0, 30), "1")).await).id;
        let steps: Result<_, StoreError> = test.store.write(&scope, move |tx| {
            let cancelled = appointments::end(tx, id, AppointmentStatus::Cancelled)?;
            let again = appointments::end(tx, id, AppointmentStatus::Cancelled)?;
            let restored = appointments::restore(tx, id)?;
            appointments::end(tx, id, AppointmentStatus::Cancelled)?;
            Ok((cancelled, again, restored))
        }).await;
        let (cancelled, again, restored) = steps.unwrap();
        assert!(matches!(cancelled, Changed::Done(_)) && matches!(restored, Changed::Done(_)));
        assert_eq!(again, Changed::NotToCome);
        made(book(&test.store, &scope, wish(who, slot("ana", 15, 30), "2")).await);
        let late: Result<_, StoreError> = test.store.write(&scope, move |tx| appointments::restore(tx, id)).await;
        assert_eq!(late.unwrap(), Changed::Taken);
        let found: Result<_, StoreError> = test.store.read(&scope, move |tx| appointments::find(tx, id)).await;
        assert_eq!(found.unwrap().unwrap().status, AppointmentStatus::Cancelled);
    }

    async fn a_limited_dish_is_not_oversold_and_a_void_order_gives_it_back(home: Home) {
        let test = TestStore::open(home).await;
        import(&test, menu(Some(8))).await;
        let who = customer(&test).await;
        let wishes = (0..12).map(|number| {
            place(&test, order(who, &[("pesca", 100, 1), ("agua", 5, 2)], &number.to_string()))
        });
        let placed: Vec<Placed> = join_all(wishes).await;
        let won: Vec<_> = placed.iter().filter_map(|placed| match placed {
            Placed::Made(order) => Some(order),
            Placed::Before(_) | Placed::Refused => None,
        }).collect();
        assert_eq!((won.len(), stock(&test).await), (8, Some(0)));
        assert!(won.iter().all(|order| order.total == 110 && order.lines.len() == 2));
        let id = won[0].id;
        let voided: Result<_, StoreError> = test.store.write(&test.scope(), move |tx| {
            Ok((orders::void(tx, id)?, orders::void(tx, id)?, orders::pay(tx, id)?))
        }).await;
        assert_eq!(voided.unwrap(), (true, false, false));
        assert_eq!(stock(&test).await, Some(1));
    }

    async fn what_is_not_available_or_has_another_price_is_refused_whole(home: Home) {
        let test = TestStore::open(home).await;
        import(&test, menu(Some(8))).await;
        let who = customer(&test).await;
        for (number, items) in [
            vec![("pesca", 100, 1), ("pan", 3, 1)],
            vec![("pesca", 99, 1)],
            vec![("pesca", 100, 9)],
            vec![("pesca", 100, 5), ("pesca", 100, 4)],
            vec![("nada", 1, 1)],
        ].into_iter().enumerate() {
            assert_eq!(place(&test, order(who, &items, &number.to_string())).await, Placed::Refused, "{items:?}");
        }
        assert_eq!(stock(&test).await, Some(8));
        let Placed::Made(first) = place(&test, order(who, &[("pesca", 100, 2)], "key")).await else { panic!() };
        let Placed::Before(again) = place(&test, order(who, &[("pesca", 100, 2)], "key")).await else { panic!() };
        assert_eq!(first, again);
        assert_eq!(stock(&test).await, Some(6));
        assert_eq!(first.status, OrderStatus::Placed);
    }

    async fn a_menu_that_is_read_again_keeps_what_is_left(home: Home) {
        let test = TestStore::open(home).await;
        import(&test, menu(Some(8))).await;
        let who = customer(&test).await;
        place(&test, order(who, &[("pesca", 100, 3)], "1")).await;
        import(&test, menu(Some(8))).await;
        assert_eq!(stock(&test).await, Some(5));
        import(&test, menu(Some(20))).await;
        assert_eq!(stock(&test).await, Some(20));
        import(&test, menu(None)).await;
        assert_eq!(stock(&test).await, None);
        let read: Result<_, StoreError> = test.store.read(&test.scope(), catalogue::read).await;
        assert_eq!(read.unwrap().unwrap(), menu(None));
    }

    async fn nothing_earns_twice_and_no_more_is_spent_than_there_is(home: Home) {
        let test = TestStore::open(home).await;
        let who = customer(&test).await;
        let earned = join_all((0..10).map(|_| post(&test, who, loyalty::APPOINTMENT, "apt_1", 100))).await;
        assert_eq!(earned.iter().filter(|posted| **posted == Posted::Made).count(), 1);
        assert_eq!(earned.iter().filter(|posted| **posted == Posted::Before).count(), 9);
        let names: Vec<String> = (0..10).map(|number| number.to_string()).collect();
        let spent = join_all(names.iter().map(|name| post(&test, who, loyalty::REDEMPTION, name, -30))).await;
        assert_eq!(spent.iter().filter(|posted| **posted == Posted::Made).count(), 3);
        assert_eq!(spent.iter().filter(|posted| **posted == Posted::TooFew).count(), 7);
        assert_eq!(balance(&test, who).await, (10, 10));
    }

    async fn a_conversation_has_one_customer_however_many_calls_ask(home: Home) {
        let test = TestStore::open(home).await;
        let (session, scope) = (SessionId::generate(), test.scope());
        let found = join_all((0..8).map(|_| async {
            let found: Result<_, StoreError> = test.store.write(&scope, move |tx| {
                customers::of_session_or_new(tx, session, &Trace::default())
            }).await;
            found.unwrap().id
        })).await;
        assert!(found.iter().all(|id| *id == found[0]));
        let id = found[0];
        let contact = Contact { phone: Some("555".to_owned()), ..Contact::default() };
        let known: Result<_, StoreError> = test.store.write(&scope, move |tx| {
            customers::update(tx, id, &Contact { name: Some("Ana".to_owned()), ..Contact::default() })?;
            customers::update(tx, id, &contact)
        }).await;
        let known = known.unwrap().unwrap();
        assert_eq!((known.name.as_deref(), known.phone.as_deref()), (Some("Ana"), Some("555")));
    }

    async fn a_change_is_recorded_once_and_undone_once(home: Home) {
        let test = TestStore::open(home).await;
        let change = Change {
            key: "k".to_owned(), kind: DeskChangeKind::Booked, subject: "apt".to_owned(), was: None, undone_at: None,
        };
        let done: Result<_, StoreError> = test.store.write(&test.scope(), move |tx| {
            let recorded = [
                changes::record(tx, &change, &Trace::default())?,
                changes::record(tx, &change, &Trace::default())?,
            ];
            Ok((recorded, changes::mark_undone(tx, "k", None)?, changes::mark_undone(tx, "k", None)?, changes::find(tx, "k")?))
        }).await;
        let (recorded, first, second, found) = done.unwrap();
        assert_eq!((recorded, first, second), ([true, false], true, false));
        assert!(found.unwrap().undone_at.is_some());
    }

    async fn a_session_asks_for_a_person_once_and_the_list_is_in_order(home: Home) {
        let test = TestStore::open(home).await;
        let (session, user) = (SessionId::generate(), test.user);
        let new = |session: SessionId, urgency: Urgency, key: &str| NewEscalation {
            session, customer: None, reason: "dolor".to_owned(), urgency, summary: None,
            key: key.to_owned(), trace: Trace::default(),
        };
        let (late, again, soon) = (
            new(session, Urgency::Low, "1"),
            new(session, Urgency::Critical, "2"),
            new(SessionId::generate(), Urgency::Critical, "3"),
        );
        let done: Result<_, StoreError> = test.store.write(&test.scope(), move |tx| {
            let (first, made) = escalations::open(tx, &late)?.unwrap();
            assert!(made);
            assert_eq!(escalations::open(tx, &late)?.unwrap(), (first.clone(), false), "the same call");
            assert_eq!(escalations::open(tx, &again)?.unwrap(), (first.clone(), false), "the same session");
            let (urgent, _) = escalations::open(tx, &soon)?.unwrap();
            let one = PageRequest { size: PageSize::new(1).unwrap(), after: None };
            let page = escalations::list(tx, Shown::Open, &one)?;
            assert_eq!(page.items, std::slice::from_ref(&urgent));
            let next = escalations::list(tx, Shown::Open, &PageRequest { after: page.next, ..one })?;
            assert_eq!((next.items, next.next), (vec![first.clone()], None));
            assert_eq!(escalations::standing(tx)?.waiting, 2);
            let taken = [escalations::take(tx, urgent.id, user)?, escalations::take(tx, urgent.id, user)?];
            assert_eq!(escalations::list(tx, Shown::Mine(user), &PageRequest::default())?.items.len(), 1);
            assert!(!escalations::withdraw(tx, urgent.id)?, "somebody has it");
            let closed = [escalations::close(tx, urgent.id, Some(user))?, escalations::close(tx, urgent.id, None)?];
            assert!(escalations::withdraw(tx, first.id)?);
            let (anew, made) = escalations::open(tx, &again)?.unwrap();
            assert!(made && anew.id != first.id, "a closed one is not in the way");
            Ok((taken, closed, escalations::list(tx, Shown::Closed, &PageRequest::default())?.items.len()))
        }).await;
        assert_eq!(done.unwrap(), ([true, false], [true, false], 2));
    }

    async fn one_person_at_a_time_has_a_session(home: Home) {
        let test = TestStore::open(home).await;
        let (session, user) = (SessionId::generate(), test.user);
        let done: Result<_, StoreError> = test.store.write(&test.scope(), move |tx| {
            let taken = [holds::take(tx, session, user)?, holds::take(tx, session, UserId::generate())?];
            let holder = holds::holder(tx, session)?.unwrap();
            Ok((taken, holder.user, [holds::release(tx, session)?, holds::release(tx, session)?]))
        }).await;
        assert_eq!(done.unwrap(), ([true, false], user, [true, false]));
    }

    async fn times_of_the_past_are_forgotten_and_those_to_come_are_kept(home: Home) {
        let test = TestStore::open(home).await;
        let (who, scope) = (customer(&test).await, test.scope());
        made(book(&test.store, &scope, wish(who, slot("ana", 0, 30), "1")).await);
        made(book(&test.store, &scope, wish(who, slot("ana", 60, 30), "2")).await);
        let gone = test.store.write_all(test.deployment(), |tx| cells::forget_before(tx, at(45))).await;
        assert_eq!(gone.unwrap(), 6, "six times five minutes");
        assert_eq!(book(&test.store, &scope, wish(who, slot("ana", 60, 30), "3")).await, Booked::Taken);
    }

    async fn another_tenant_has_a_desk_of_its_own(home: Home) {
        let test = TestStore::open(home).await;
        import(&test, menu(Some(8))).await;
        let (who, scope) = (customer(&test).await, test.scope());
        let ours = made(book(&test.store, &scope, wish(who, slot("ana", 0, 30), "key")).await);
        let other = test.another_tenant("other").await;
        let id = ours.id;
        let seen: Result<_, StoreError> = test.store.write(&other, move |tx| {
            Ok((
                catalogue::read(tx)?.is_some(),
                appointments::find(tx, id)?.is_some(),
                customers::find(tx, who)?.is_some(),
                appointments::end(tx, id, AppointmentStatus::Cancelled)? == Changed::NotToCome,
            ))
        }).await;
        assert_eq!(seen.unwrap(), (false, false, false, true));
        // The same staff id, time and key: somebody else's Ana.
        made(book(&test.store, &other, wish(who, slot("ana", 0, 30), "key")).await);
        let found: Result<_, StoreError> = test.store.read(&scope, move |tx| appointments::find(tx, id)).await;
        assert_eq!(found.unwrap().unwrap(), ours);
    }
}
