//! What the staff do at the counter, on both homes, with many at once: blocks, arrivals, the waiting list, notes.

use conserje_kernel::{AppointmentStatus, BlockId, CustomerId, Timestamp};
use conserje_store::StoreError;
use conserje_store::desk::appointments::{self, Booked, Changed, NewAppointment, Slot};
use conserje_store::desk::blocks::{self, Block, Kept, NewBlock};
use conserje_store::desk::customers::{self, Contact};
use conserje_store::desk::waiting::{self, NewWaiting};
use conserje_store::desk::{Trace, cells};
use conserje_testkit::{TestStore, on_both_homes};
use futures::future::join_all;

const MINUTE: i64 = 60 * 1_000_000;
/// A round day in 2027.
const DAY: i64 = 1_800_000_000 * 1_000_000;

fn at(minutes: i64) -> Timestamp {
    Timestamp::from_micros(DAY + minutes * MINUTE)
}

/// With somebody, or with nobody at all: a table of a branch that does not count its tables.
fn wish(customer: CustomerId, staff: Option<&str>, starts: i64, key: &str) -> NewAppointment {
    let slot = Slot {
        branch: "centro".to_owned(),
        staff: staff.map(str::to_owned),
        place: None,
        starts_at: at(starts),
        ends_at: at(starts + 30),
    };
    let key = key.to_owned();
    NewAppointment {
        customer,
        for_name: None,
        service: None,
        slot,
        notes: None,
        key,
        trace: Trace::default(),
    }
}

fn block(staff: Option<&str>, starts: i64, ends: i64, key: &str) -> NewBlock {
    NewBlock {
        branch: "centro".to_owned(),
        staff: staff.map(str::to_owned),
        starts_at: at(starts),
        ends_at: at(ends),
        reason: Some("a leak".to_owned()),
        key: key.to_owned(),
        trace: Trace::default(),
    }
}

async fn customer(test: &TestStore) -> CustomerId {
    let made: Result<_, StoreError> = test
        .store
        .write(&test.scope(), |tx| customers::create(tx, &Contact::default(), &Trace::default()))
        .await;
    made.unwrap().id
}

async fn book(test: &TestStore, new: NewAppointment) -> Booked {
    let booked: Result<_, StoreError> =
        test.store.write(&test.scope(), move |tx| appointments::book(tx, &new)).await;
    booked.unwrap()
}

async fn keep(test: &TestStore, new: NewBlock) -> Kept {
    let kept: Result<_, StoreError> = test.store.write(&test.scope(), move |tx| blocks::keep(tx, &new)).await;
    kept.unwrap()
}

fn made(kept: Kept) -> Block {
    match kept {
        Kept::Made(block) => block,
        Kept::Before(_) | Kept::Taken => panic!("{kept:?}"),
    }
}

async fn remove(test: &TestStore, id: BlockId) -> bool {
    let removed: Result<_, StoreError> =
        test.store.write(&test.scope(), move |tx| blocks::remove(tx, id)).await;
    removed.unwrap()
}

/// Bookings of half an hour all over four hours, and blocks of an hour across them, all at once: whatever came about,
/// nothing overlaps.
async fn race(test: &TestStore, staff: Option<&'static str>) -> (usize, usize) {
    let who = customer(test).await;
    let bookings = (0..24_i64).map(|number| {
        book(test, wish(who, Some(&format!("ana {}", number % 3)), number % 8 * 30, &format!("apt {number}")))
    });
    let bookings_of_staff =
        (0..24_i64).map(|number| book(test, wish(who, staff, number % 8 * 30, &format!("staff {number}"))));
    let blocked = (0..8_i64).map(|number| {
        let starts = number % 4 * 60 + 15;
        keep(test, block(staff, starts, starts + 60, &format!("block {number}")))
    });
    let (_, _, kept) = futures::join!(join_all(bookings), join_all(bookings_of_staff), join_all(blocked));
    let kept: Vec<Block> = kept
        .into_iter()
        .filter_map(|kept| match kept {
            Kept::Made(block) => Some(block),
            Kept::Before(_) => panic!("keys differ"),
            Kept::Taken => None,
        })
        .collect();
    let read: Result<_, StoreError> = test
        .store
        .read(&test.scope(), |tx| {
            let (from, to) = (at(-1000), at(1000));
            Ok((appointments::busy(tx, from, to)?, blocks::between(tx, from, to)?))
        })
        .await;
    let (booked, standing) = read.unwrap();
    assert_eq!(standing.len(), kept.len());
    for block in &standing {
        for appointment in &booked {
            let slot = &appointment.slot;
            let is_other = block.staff.is_some() && slot.staff != block.staff;
            let is_apart = slot.ends_at <= block.starts_at || slot.starts_at >= block.ends_at;
            assert!(is_other || is_apart, "{block:?} and {appointment:?}");
        }
        let others = standing.iter().filter(|other| other.id != block.id);
        for other in others {
            assert!(other.ends_at <= block.starts_at || other.starts_at >= block.ends_at);
        }
    }
    (booked.len(), standing.len())
}

on_both_homes! {
    async fn a_persons_block_and_a_booking_never_overlap_whoever_is_first(home: Home) {
        let test = TestStore::open(home).await;
        let (booked, blocked) = race(&test, Some("ana")).await;
        assert!(booked + blocked > 0);
        assert!(matches!(keep(&test, block(Some("eva"), 0, 240, "eva")).await, Kept::Made(_)), "somebody else's time is free");
    }

    async fn a_branchs_block_and_a_booking_never_overlap_even_one_that_takes_nobody(home: Home) {
        let test = TestStore::open(home).await;
        let (booked, blocked) = race(&test, None).await;
        assert!(booked + blocked > 0);
    }

    async fn what_is_blocked_cannot_be_booked_moved_to_or_restored_until_it_is_not(home: Home) {
        let test = TestStore::open(home).await;
        let (who, scope) = (customer(&test).await, test.scope());
        for (place, staff) in [Some("ana"), None].into_iter().enumerate() {
            let day = i64::try_from(place).unwrap() * 10_000;
            let key = |name: &str| format!("{name} {place}");
            let Booked::Made(moving) = book(&test, wish(who, Some("ana"), day + 300, &key("moving"))).await else { panic!() };
            let Booked::Made(gone) = book(&test, wish(who, Some("ana"), day, &key("gone"))).await else { panic!() };
            assert_eq!(keep(&test, block(staff, day - 60, day + 60, &key("too soon"))).await, Kept::Taken);
            let id = gone.id;
            let cancelled: Result<_, StoreError> = test.store.write(&scope, move |tx| appointments::end(tx, id, AppointmentStatus::Cancelled)).await;
            assert!(matches!(cancelled.unwrap(), Changed::Done(_)));
            let kept = made(keep(&test, block(staff, day - 60, day + 60, &key("block"))).await);
            let Kept::Before(again) = keep(&test, block(staff, day - 60, day + 60, &key("block"))).await else { panic!() };
            assert_eq!(kept, again);
            assert_eq!(keep(&test, block(staff, day + 55, day + 90, &key("other"))).await, Kept::Taken, "it is blocked already");
            assert_eq!(book(&test, wish(who, Some("ana"), day + 45, &key("late"))).await, Booked::Taken);
            let to = gone.slot.clone();
            let moved_id = moving.id;
            let tried: Result<_, StoreError> = test.store.write(&scope, move |tx| {
                Ok((appointments::move_to(tx, moved_id, &to)?, appointments::restore(tx, id)?))
            }).await;
            assert_eq!(tried.unwrap(), (Changed::Taken, Changed::Taken));
            // Right beside it is free; and once it is removed all of it is.
            assert!(matches!(book(&test, wish(who, Some("ana"), day + 60, &key("beside"))).await, Booked::Made(_)));
            assert!(remove(&test, kept.id).await && !remove(&test, kept.id).await);
            let block_id = kept.id;
            let back: Result<_, StoreError> = test.store.write(&scope, move |tx| blocks::restore(tx, block_id)).await;
            assert!(back.unwrap(), "its time is free still");
            assert!(remove(&test, kept.id).await);
            let restored: Result<_, StoreError> = test.store.write(&scope, move |tx| {
                Ok((appointments::restore(tx, id)?, blocks::restore(tx, block_id)?))
            }).await;
            let (restored, blocked_again) = restored.unwrap();
            assert!(matches!(restored, Changed::Done(_)) && !blocked_again, "somebody is there by now");
        }
    }

    async fn a_block_of_another_tenant_is_in_nobodys_way(home: Home) {
        let test = TestStore::open(home).await;
        let who = customer(&test).await;
        let kept = made(keep(&test, block(None, 0, 60, "block")).await);
        let other = test.another_tenant("other").await;
        let id = kept.id;
        let seen: Result<_, StoreError> = test.store.write(&other, move |tx| {
            let new = wish(who, None, 0, "theirs");
            Ok((blocks::find(tx, id)?, blocks::remove(tx, id)?, blocks::between(tx, at(-100), at(100))?.len(), appointments::book(tx, &new)?))
        }).await;
        let (found, removed, count, booked) = seen.unwrap();
        assert_eq!((found, removed, count), (None, false, 0));
        assert!(matches!(booked, Booked::Made(_)));
        assert_eq!(book(&test, wish(who, None, 0, "ours")).await, Booked::Taken);
        // Cells of the past go, whosever they are.
        let gone = test.store.write_all(test.deployment(), |tx| cells::forget_before(tx, at(60))).await;
        assert_eq!(gone.unwrap(), 12);
    }

    async fn who_came_is_noted_once_and_not_of_what_is_over(home: Home) {
        let test = TestStore::open(home).await;
        let who = customer(&test).await;
        let Booked::Made(made) = book(&test, wish(who, None, 0, "1")).await else { panic!() };
        let id = made.id;
        let done: Result<_, StoreError> = test.store.write(&test.scope(), move |tx| {
            let came = [appointments::arrive(tx, id, true)?, appointments::arrive(tx, id, true)?];
            let at = appointments::find(tx, id)?.and_then(|found| found.arrived_at);
            let left = [appointments::arrive(tx, id, false)?, appointments::arrive(tx, id, false)?];
            appointments::end(tx, id, AppointmentStatus::NoShow)?;
            Ok((came, at.is_some(), left, appointments::arrive(tx, id, true)?))
        }).await;
        assert_eq!(done.unwrap(), ([true, false], true, [true, false], false));
    }

    async fn who_waits_is_on_the_list_until_served_or_taken_off(home: Home) {
        let test = TestStore::open(home).await;
        let who = customer(&test).await;
        let Booked::Made(got) = book(&test, wish(who, None, 0, "apt")).await else { panic!() };
        let new = |key: &str, last: &str| NewWaiting {
            customer: who, service: Some("limpieza".to_owned()), branch: None, staff: None, first_day: "2026-11-01".to_owned(),
            last_day: last.to_owned(), facts: "{}".to_owned(), notes: None, key: key.to_owned(), trace: Trace::default(),
        };
        let (one, two, over) = (new("1", "2026-12-01"), new("2", "2026-11-20"), new("3", "2026-11-10"));
        let done: Result<_, StoreError> = test.store.write(&test.scope(), move |tx| {
            let first = waiting::add(tx, &one)?.unwrap();
            assert_eq!(waiting::add(tx, &one)?.unwrap(), first, "with the same key it is the same");
            let second = waiting::add(tx, &two)?.unwrap();
            waiting::add(tx, &over)?;
            let ids = |found: Vec<waiting::Waiting>| found.into_iter().map(|one| one.id).collect::<Vec<_>>();
            assert_eq!(ids(waiting::list(tx, "2026-11-20")?), [first.id, second.id], "nobody waits for what is over");
            assert!(waiting::take_off(tx, second.id)? && !waiting::take_off(tx, second.id)?);
            assert!(!waiting::serve(tx, second.id, got.id)?, "they do not wait any more");
            assert!(waiting::put_back(tx, second.id)? && !waiting::put_back(tx, second.id)?);
            assert!(waiting::serve(tx, first.id, got.id)? && !waiting::serve(tx, first.id, got.id)?);
            assert!(!waiting::take_off(tx, first.id)?, "they are served");
            assert_eq!(ids(waiting::list(tx, "2026-11-20")?), [second.id]);
            waiting::wait_again(tx, got.id)?;
            Ok(ids(waiting::list(tx, "2026-11-20")?).len())
        }).await;
        assert_eq!(done.unwrap(), 2);
    }

    async fn a_telephone_is_found_however_it_is_written(home: Home) {
        let test = TestStore::open(home).await;
        let done: Result<_, StoreError> = test.store.write(&test.scope(), move |tx| {
            customers::hold_phones(tx)?;
            let contact = Contact { phone: Some("+52 (55) 12-34.56 78".to_owned()), ..Contact::default() };
            let made = customers::create(tx, &contact, &Trace::default())?;
            customers::create(tx, &Contact::default(), &Trace::default())?;
            customers::set_notes(tx, made.id, Some("allergic to latex"))?;
            let found = customers::with_phone_ending(tx, "512345678")?;
            assert_eq!(found.iter().map(|one| one.notes.as_deref()).collect::<Vec<_>>(), [Some("allergic to latex")]);
            let before = customers::has_anything(tx, made.id)?;
            appointments::book(tx, &wish(made.id, None, 0, "apt"))?;
            Ok((before, customers::has_anything(tx, made.id)?, customers::with_phone_ending(tx, "999")?.len()))
        }).await;
        assert_eq!(done.unwrap(), (false, true, 0));
    }
}
