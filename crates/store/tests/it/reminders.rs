//! Who is reminded of what, and once, on both homes.
#![expect(clippy::indexing_slicing, reason = "a test stops at what is not as it should be")]

use std::time::Duration;

use conserje_kernel::{AppointmentId, AppointmentStatus, Clock, ReminderOutcome, SessionId, Timestamp};
use conserje_store::desk::Trace;
use conserje_store::desk::appointments::{self, Appointment, Booked, Changed, NewAppointment, Slot};
use conserje_store::desk::catalogue::{self, Catalogue};
use conserje_store::desk::customers::{self, Contact};
use conserje_store::desk::reminders::{self, Due};
use conserje_store::{StoreError, Tx};
use conserje_testkit::{Home, TestStore, on_both_homes};

const HOUR: Duration = Duration::from_secs(3600);

fn start() -> Timestamp {
    Timestamp::from_micros(1_800_000_000 * 1_000_000)
}

/// A business with one appointment, ten hours from now.
async fn booked(home: Home) -> (TestStore, Clock, AppointmentId) {
    let clock = Clock::stopped_at(start());
    let test = TestStore::open_at(home, clock.clone()).await;
    let book = |tx: &mut Tx<'_>| {
        let customer = customers::create(tx, &Contact::default(), &Trace::default())?.id;
        let new = NewAppointment {
            customer,
            for_name: None,
            service: None,
            slot: slot(10),
            notes: None,
            key: "1".to_owned(),
            trace: Trace::default(),
        };
        appointments::book(tx, &new)
    };
    let booked: Result<_, StoreError> = test.store.write(&test.scope(), book).await;
    match booked.unwrap() {
        Booked::Made(made) => (test, clock, made.id),
        other @ (Booked::Before(_) | Booked::Taken) => panic!("{other:?}"),
    }
}

fn slot(hours: u32) -> Slot {
    Slot {
        branch: "centro".to_owned(),
        staff: Some("ana".to_owned()),
        place: None,
        starts_at: start().plus(HOUR * hours),
        ends_at: start().plus(HOUR * (hours + 1)),
    }
}

async fn due(test: &TestStore) -> Vec<Due> {
    let found: Result<_, StoreError> =
        test.store.read_all(test.deployment(), |tx| reminders::due(tx, 100)).await;
    found.unwrap()
}

async fn write<T: Send + 'static>(
    test: &TestStore,
    work: impl FnOnce(&mut Tx<'_>) -> Result<T, StoreError> + Send + 'static,
) -> T {
    test.store.write(&test.scope(), work).await.unwrap()
}

fn done(changed: Changed) -> Appointment {
    match changed {
        Changed::Done(appointment) => *appointment,
        other @ (Changed::NotToCome | Changed::Taken) => panic!("{other:?}"),
    }
}

on_both_homes! {
    async fn of_many_who_look_at_once_one_says_it(home: Home) {
        let (test, clock, id) = booked(home).await;
        let found = due(&test).await;
        assert_eq!((found.len(), found[0].appointment, found[0].since), (1, id, start()));
        let (one, session) = (found[0], SessionId::generate());
        let next = start().plus(HOUR * 8);
        let say = |_| write(&test, move |tx| {
            let is_ours = reminders::take(tx, &one, Some(next))?;
            Ok(is_ours && reminders::record(tx, &one, (120, ReminderOutcome::Told), Some(session))?)
        });
        let said = futures::future::join_all((0..6).map(say)).await;
        assert_eq!(said.into_iter().filter(|said| *said).count(), 1);
        assert_eq!(due(&test).await, [], "it is looked at again later");
        clock.advance(HOUR * 8);
        let again = due(&test).await[0];
        let twice = write(&test, move |tx| {
            Ok((reminders::take(tx, &again, None)?, reminders::record(tx, &again, (120, ReminderOutcome::Told), None)?))
        }).await;
        assert_eq!(twice, (true, false), "the same reminder is not said twice");
        assert_eq!(due(&test).await, []);
        let (said, last) = write(&test, move |tx| Ok((reminders::of_appointment(tx, id)?, reminders::last_told(tx, session)?))).await;
        assert_eq!((said.len(), said[0].minutes, said[0].outcome, said[0].session), (1, 120, ReminderOutcome::Told, Some(session)));
        assert_eq!(last, Some(start()));
    }

    async fn what_is_moved_restored_or_offered_otherwise_is_looked_at_anew(home: Home) {
        let (test, clock, id) = booked(home).await;
        let settle = async || {
            for one in due(&test).await {
                assert!(write(&test, move |tx| reminders::take(tx, &one, None)).await);
            }
            assert_eq!(due(&test).await, []);
        };
        let before = due(&test).await[0];
        settle().await;
        clock.advance(HOUR);
        done(write(&test, move |tx| appointments::move_to(tx, id, &slot(20))).await);
        let moved = due(&test).await[0];
        assert_eq!((moved.starts_at, moved.since), (start().plus(HOUR * 20), start().plus(HOUR)));
        assert!(!write(&test, move |tx| reminders::take(tx, &before, None)).await, "of the old hour nothing is said");
        settle().await;
        done(write(&test, move |tx| appointments::end(tx, id, AppointmentStatus::Cancelled)).await);
        assert_eq!(due(&test).await, []);
        done(write(&test, move |tx| appointments::restore(tx, id)).await);
        assert_eq!(due(&test).await.len(), 1);
        settle().await;
        let business = Catalogue {
            name: "x".to_owned(),
            currency: "MXN".to_owned(),
            facts: "{}".to_owned(),
            branches: Vec::new(),
            staff: Vec::new(),
            services: Vec::new(),
            policies: Vec::new(),
            answers: Vec::new(),
            menu: Vec::new(),
        };
        write(&test, move |tx| catalogue::replace(tx, &business)).await;
        assert_eq!(due(&test).await.len(), 1);
    }

    async fn who_will_come_has_said_so_until_it_is_moved(home: Home) {
        let (test, clock, id) = booked(home).await;
        let first = done(write(&test, move |tx| appointments::confirm(tx, id)).await);
        assert_eq!(first.confirmed_at, Some(start()));
        clock.advance(HOUR);
        let again = done(write(&test, move |tx| appointments::confirm(tx, id)).await);
        assert_eq!(again.confirmed_at, Some(start()), "when they first said so stays");
        let taken_back = done(write(&test, move |tx| appointments::unconfirm(tx, id)).await);
        assert_eq!(taken_back.confirmed_at, None);
        write(&test, move |tx| appointments::confirm(tx, id)).await;
        let moved = done(write(&test, move |tx| appointments::move_to(tx, id, &slot(20))).await);
        assert_eq!(moved.confirmed_at, None, "of the new hour nobody said so");
        write(&test, move |tx| appointments::end(tx, id, AppointmentStatus::Cancelled)).await;
        assert_eq!(write(&test, move |tx| appointments::confirm(tx, id)).await, Changed::NotToCome);
    }

    async fn another_tenants_appointments_are_nobodys(home: Home) {
        let (test, _, id) = booked(home).await;
        let elsewhere = test.another_tenant("rival").await;
        let one = due(&test).await[0];
        let seen: Result<_, StoreError> = test.store.write(&elsewhere, move |tx| {
            Ok((reminders::take(tx, &one, None)?, appointments::confirm(tx, id)?))
        }).await;
        assert_eq!(seen.unwrap(), (false, Changed::NotToCome));
    }
}
