use std::time::Duration;

use conserje_kernel::{Clock, Digest, Timestamp, UserId};
use conserje_store::Tx;
use conserje_store::idempotency::{self, Claim, Request};
use conserje_store::secrets::{MasterKey, MasterKeys};
use conserje_testkit::{Home, TestStore, on_both_homes};

const LEASE: Duration = Duration::from_secs(60);

fn keys() -> MasterKeys {
    let key = conserje_kernel::Secret::new("11".repeat(32));
    MasterKeys { current: MasterKey::parse(&key).unwrap(), older: Vec::new() }
}

/// A request as one of several processes makes it.
#[derive(Clone, Copy)]
struct Asked {
    user: UserId,
    owner: &'static str,
    body: u8,
    object: &'static str,
}

async fn with<T: Send + 'static>(
    test: &TestStore,
    asked: Asked,
    work: impl FnOnce(&mut Tx<'_>, &Request<'_>) -> Result<T, conserje_store::StoreError> + Send + 'static,
) -> T {
    let run = move |tx: &mut Tx<'_>| {
        let keys = keys();
        let request = Request {
            user: asked.user,
            route: "POST /things",
            key: "k",
            body: Digest::new([asked.body; 32]),
            owner: asked.owner,
            lease_until: tx.now().plus(LEASE),
            object: asked.object.to_owned(),
            keys: &keys,
        };
        work(tx, &request)
    };
    test.store.write(&test.scope(), run).await.unwrap()
}

async fn claim(test: &TestStore, asked: Asked) -> Claim {
    with(test, asked, idempotency::claim).await
}

fn yours(object: &str) -> Claim {
    Claim::Yours { object: object.to_owned() }
}

on_both_homes! {
    async fn the_first_request_works_and_the_rest_get_its_answer(home: Home) {
        let test = TestStore::open(home).await;
        let asked = Asked { user: test.user, owner: "a", body: 1, object: "one" };
        assert_eq!(claim(&test, asked).await, yours("one"));
        assert_eq!(claim(&test, Asked { object: "two", ..asked }).await, Claim::InFlight);
        assert_eq!(claim(&test, Asked { body: 2, ..asked }).await, Claim::OtherBody);
        with(&test, asked, |tx, request| idempotency::answer(tx, request, 201, "{\"id\":1}")).await;
        let answered = Claim::Answered { status: 201, response: "{\"id\":1}".to_owned() };
        assert_eq!(claim(&test, Asked { object: "three", ..asked }).await, answered);
    }

    async fn what_a_dead_process_began_is_taken_over_with_the_same_id(home: Home) {
        let test = TestStore::open_at(home, Clock::stopped_at(Timestamp::from_micros(0))).await;
        let asked = Asked { user: test.user, owner: "a", body: 1, object: "one" };
        assert_eq!(claim(&test, asked).await, yours("one"));
        if home == Home::Postgres {
            // Other nodes may live: only the end of its lease says that one does not.
            assert_eq!(claim(&test, Asked { owner: "b", object: "two", ..asked }).await, Claim::InFlight);
            test.clock.advance(LEASE + Duration::from_secs(1));
        }
        assert_eq!(claim(&test, Asked { owner: "b", object: "two", ..asked }).await, yours("one"));
        // The late first worker can no longer answer for it.
        with(&test, asked, |tx, request| idempotency::answer(tx, request, 201, "late")).await;
        assert_eq!(claim(&test, Asked { owner: "b", ..asked }).await, Claim::InFlight);
    }

    async fn work_that_was_refused_frees_the_key_and_work_that_failed_keeps_its_id(home: Home) {
        let test = TestStore::open(home).await;
        let asked = Asked { user: test.user, owner: "a", body: 1, object: "one" };
        claim(&test, asked).await;
        with(&test, asked, idempotency::abandon).await;
        assert_eq!(claim(&test, Asked { object: "two", ..asked }).await, yours("one"));
        with(&test, asked, idempotency::release).await;
        assert_eq!(claim(&test, Asked { object: "three", ..asked }).await, yours("three"));
    }

    async fn old_keys_are_forgotten(home: Home) {
        let test = TestStore::open(home).await;
        let asked = Asked { user: test.user, owner: "a", body: 1, object: "one" };
        claim(&test, asked).await;
        let forget = |tx: &mut conserje_store::DeploymentTx<'_>| {
            let later = tx.now().plus(Duration::from_secs(1));
            idempotency::forget_before(tx, later)
        };
        assert_eq!(test.store.write_all(test.deployment(), forget).await.unwrap(), 1);
        assert_eq!(claim(&test, Asked { body: 2, object: "two", ..asked }).await, yours("two"));
    }
}
