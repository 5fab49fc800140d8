//! The line to PostgreSQL ends, or says nothing: what is kept is known, and nobody waits for ever.

use conserje_kernel::{Clock, Secret, SessionId};
use conserje_store::{Options, RowsHome, Store, StoreError, Tx, sessions};
use conserje_testkit::{Fate, TestStore};

const MADE: &str = "INSERT INTO sessions";

async fn make(test: &TestStore) -> (SessionId, Result<(), StoreError>) {
    let (user, id) = (test.user, SessionId::generate());
    let made = test.store.write(&test.scope(), move |tx: &mut Tx<'_>| sessions::create(tx, id, user)).await;
    (id, made.map(drop))
}

async fn is_there(test: &TestStore, id: SessionId) -> bool {
    let user = test.user;
    let found = test.store.read(&test.scope(), move |tx| sessions::find(tx, user, id)).await;
    found.unwrap().is_some()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commit_whose_answer_is_lost_is_unanswered_and_stands() {
    let test = TestStore::open_on_a_line().await;
    for fate in [Fate::AnswerLost, Fate::Silence] {
        test.line().at_commit_of(MADE, 1, fate);
        let (id, made) = make(&test).await;
        assert!(matches!(made, Err(StoreError::Unanswered { .. })), "{fate:?}: {made:?}");
        assert!(is_there(&test, id).await, "{fate:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commit_that_does_not_arrive_is_unanswered_and_leaves_nothing() {
    let test = TestStore::open_on_a_line().await;
    test.line().at_commit_of(MADE, 1, Fate::NotSent);
    let (id, made) = make(&test).await;
    assert!(matches!(made, Err(StoreError::Unanswered { .. })), "{made:?}");
    assert!(!is_there(&test, id).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_is_lost_before_the_commit_leaves_nothing_and_says_so() {
    let test = TestStore::open_on_a_line().await;
    for fate in [Fate::NotSent, Fate::AnswerLost, Fate::Silence] {
        test.line().at_statement(MADE, 1, fate);
        let (id, made) = make(&test).await;
        assert!(matches!(made, Err(StoreError::Unreachable { .. })), "{fate:?}: {made:?}");
        assert!(!is_there(&test, id).await, "{fate:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_is_lost_between_transactions_is_not_missed() {
    let test = TestStore::open_on_a_line().await;
    let (id, made) = make(&test).await;
    made.unwrap();
    let line = test.line();
    line.cut();
    line.has_struck(1).await;
    assert!(is_there(&test, id).await);
    line.half_close();
    line.has_struck(2).await;
    assert!(is_there(&test, id).await);
    line.delay(std::time::Duration::from_millis(20));
    assert!(is_there(&test, id).await);
    let (id, made) = make(&test).await;
    made.unwrap();
    assert!(is_there(&test, id).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_read_counts_though_the_end_of_reading_is_not_answered() {
    let test = TestStore::open_on_a_line().await;
    let (id, made) = make(&test).await;
    made.unwrap();
    test.line().at_commit_of("FROM sessions", 1, Fate::AnswerLost);
    assert!(is_there(&test, id).await);
    assert_eq!(test.line().struck(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silent_database_is_given_up_and_found_again() {
    let test = TestStore::open_on_a_line().await;
    test.line().silence();
    let (id, made) = make(&test).await;
    assert!(matches!(made, Err(StoreError::Unreachable { .. })), "{made:?}");
    test.line().mend();
    assert!(!is_there(&test, id).await);
    test.line().down();
    let (_, made) = make(&test).await;
    assert!(matches!(made, Err(StoreError::Unreachable { .. })), "{made:?}");
    test.line().mend();
    make(&test).await.1.unwrap();
}

/// Limits of the server's own, told in the URL: what they end may be tried again.
#[tokio::test(flavor = "multi_thread")]
async fn a_lock_is_not_waited_for_without_end() {
    let test = TestStore::open_on_a_line().await;
    let (id, made) = make(&test).await;
    made.unwrap();
    let url = test.database().postgres_url().unwrap();
    let url = Secret::new(format!("{url}&options=-c%20lock_timeout%3D50"));
    let rows = RowsHome::Postgres { url, connections: 2 };
    let other = Store::open(Options { rows, ..test.database().options(Clock::system()) }).await.unwrap();
    let (user, (locked, is_locked), (go_on, may_go_on)) =
        (test.user, std::sync::mpsc::channel(), std::sync::mpsc::channel::<()>());
    let hold = move |tx: &mut Tx<'_>| -> Result<(), StoreError> {
        sessions::lock(tx, user, id)?;
        locked.send(()).unwrap();
        // Until the other end is gone.
        assert!(may_go_on.recv().is_err());
        Ok(())
    };
    let (store, scope) = (test.store.clone(), test.scope());
    let holding = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(store.write(&scope, hold)).unwrap();
    });
    is_locked.recv().unwrap();
    let waited = other.write(&test.scope(), move |tx: &mut Tx<'_>| sessions::lock(tx, user, id)).await;
    assert!(waited.as_ref().is_err_and(StoreError::is_passing), "{waited:?}");
    drop(go_on);
    holding.join().unwrap();
    other.write(&test.scope(), move |tx: &mut Tx<'_>| sessions::lock(tx, user, id)).await.unwrap();
}
