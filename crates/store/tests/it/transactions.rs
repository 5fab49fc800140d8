use conserje_kernel::{SessionId, Timestamp};
use conserje_store::{StoreError, Tx, sessions};
use conserje_testkit::{TestStore, on_both_homes};

#[derive(Debug, thiserror::Error)]
enum Refused {
    #[error("on purpose")]
    OnPurpose,
    #[error(transparent)]
    Store(#[from] StoreError),
}

on_both_homes! {
    async fn a_write_that_fails_leaves_nothing_and_its_neighbours_stand(home: Home) {
        let test = TestStore::open(home).await;
        let (scope, user) = (test.scope(), test.user);
        let writes = (0..40).map(|number| {
            let (store, scope) = (test.store.clone(), scope.clone());
            let id = SessionId::generate();
            async move {
                let outcome = store
                    .write(&scope, move |tx| {
                        sessions::create(tx, id, user)?;
                        if number % 3 == 0 { Err(Refused::OnPurpose) } else { Ok(()) }
                    })
                    .await;
                (id, number, outcome)
            }
        });
        for (id, number, outcome) in futures::future::join_all(writes).await {
            let found = test.store.read(&scope, move |tx| sessions::find(tx, user, id)).await.unwrap();
            assert_eq!(outcome.is_ok(), number % 3 != 0);
            assert_eq!(found.is_some(), outcome.is_ok(), "write {number}");
        }
    }

    async fn a_savepoint_undoes_only_itself(home: Home) {
        let test = TestStore::open(home).await;
        let (scope, user) = (test.scope(), test.user);
        let (kept, undone) = (SessionId::generate(), SessionId::generate());
        test.store
            .write(&scope, move |tx| {
                sessions::create(tx, kept, user)?;
                let inner = tx.savepoint(|tx| {
                    sessions::create(tx, undone, user)?;
                    Err::<(), _>(Refused::OnPurpose)
                });
                assert!(matches!(inner, Err(Refused::OnPurpose)));
                Ok::<_, Refused>(())
            })
            .await
            .unwrap();
        let found = test
            .store
            .read(&scope, move |tx| Ok::<_, StoreError>((sessions::find(tx, user, kept)?, sessions::find(tx, user, undone)?)))
            .await
            .unwrap();
        assert!(found.0.is_some() && found.1.is_none());
    }

    async fn a_read_cannot_write(home: Home) {
        let test = TestStore::open(home).await;
        let user = test.user;
        let wrote = test.store.read(&test.scope(), move |tx| sessions::create(tx, SessionId::generate(), user)).await;
        assert!(wrote.is_err());
    }

    async fn an_error_that_is_swallowed_inside_a_transaction_is_an_error_all_the_same(home: Home) {
        let test = TestStore::open(home).await;
        let (scope, user) = (test.scope(), test.user);
        let id = SessionId::generate();
        let outcome = test
            .store
            .write(&scope, move |tx: &mut Tx<'_>| {
                sessions::create(tx, id, user)?;
                let other = conserje_store::tenants::own(tx)?;
                // The same address twice: refused, and then ignored.
                for _ in 0..2 {
                    let new = conserje_store::accounts::NewUser {
                        email: "twice@example.com".to_owned(),
                        name: "Twice".to_owned(),
                        role: conserje_kernel::Role::Member,
                        password_hash: None,
                    };
                    drop(conserje_store::accounts::create(tx, conserje_kernel::UserId::generate(), new));
                }
                Ok::<_, StoreError>(other.is_some())
            })
            .await;
        let kept = test.store.read(&scope, move |tx| sessions::find(tx, user, id)).await.unwrap();
        // SQLite undoes the one statement; PostgreSQL the whole transaction, and then we must hear of it.
        assert_eq!(outcome.is_ok(), kept.is_some());
    }

    async fn rows_outlive_the_process_that_wrote_them(home: Home) {
        let test = TestStore::open(home).await;
        let (scope, user, id) = (test.scope(), test.user, SessionId::generate());
        test.store.write(&scope, move |tx| sessions::create(tx, id, user)).await.unwrap();
        let test = test.reopen().await;
        let found = test.store.read(&scope, move |tx| sessions::find(tx, user, id)).await.unwrap();
        assert_eq!(found.unwrap().id, id);
    }

    async fn moments_read_back_to_the_microsecond(home: Home) {
        let moment: Timestamp = "2026-11-15T10:00:00.123457Z".parse().unwrap();
        let test = TestStore::open_at(home, conserje_kernel::Clock::stopped_at(moment)).await;
        let (user, id) = (test.user, SessionId::generate());
        let made = test.store.write(&test.scope(), move |tx| sessions::create(tx, id, user)).await.unwrap().unwrap();
        assert_eq!(made.created_at, moment);
    }
}
