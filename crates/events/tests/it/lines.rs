//! The line to PostgreSQL is lost while a log is written, read and projected.

use conserje_events::{EventError, EventLog, Followed, NewEvent, Projector, verify};
use conserje_kernel::SessionId;
use conserje_store::{StoreError, Tx, feed, messages, sessions};
use conserje_testkit::{Fate, TestStore};

use crate::log_test::{new, said};

struct OnALine {
    test: TestStore,
    log: EventLog,
    projector: Projector,
    session: SessionId,
}

impl OnALine {
    async fn open() -> Self {
        let test = TestStore::open_on_a_line().await;
        let (log, projector) = EventLog::new(test.store.clone());
        let (user, session) = (test.user, SessionId::generate());
        test.store.write(&test.scope(), move |tx| sessions::create(tx, session, user)).await.unwrap();
        Self { test, log, projector, session }
    }

    /// Until it is there: a block whose ids are there already is.
    async fn append(&self, events: &[NewEvent]) {
        loop {
            match self.log.append(&self.test.scope(), self.session, events.to_vec()).await {
                Ok(_) | Err(EventError::Store(StoreError::Duplicate)) => return,
                Err(EventError::Store(error)) if error.is_passing() => {}
                Err(error) => panic!("{error:?}"),
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_block_that_is_appended_until_it_is_there_is_there_once() {
    let on = OnALine::open().await;
    let line = on.test.line();
    let places = ["UPDATE sessions SET last_sequence", "INSERT INTO message_events"];
    let fates = [Fate::NotSent, Fate::AnswerLost, Fate::Silence];
    let mut appended = Vec::new();
    for fate in fates {
        for place in places {
            let block = vec![new(said("one")), new(said("two"))];
            line.at_statement(place, 1, fate);
            on.append(&block).await;
            appended.extend(block);
        }
        let block = vec![new(said("three"))];
        line.at_commit_of("INSERT INTO message_events", 1, fate);
        on.append(&block).await;
        appended.extend(block);
    }
    assert_eq!(line.struck(), 9);
    let kept = on.log.after(&on.test.scope(), on.session, 0, usize::MAX).await.unwrap();
    let ids = |events: &[NewEvent]| events.iter().map(|event| event.id).collect::<Vec<_>>();
    assert_eq!(kept.iter().map(|event| event.id).collect::<Vec<_>>(), ids(&appended));
    assert_eq!(verify(&on.test.store, &on.test.scope()).await.unwrap().breaks, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_follower_whose_line_is_lost_goes_on_where_it_was() {
    let on = OnALine::open().await;
    let mut follower = on.log.follow(&on.test.scope(), on.session, 0);
    follower.catch_up().await.unwrap();
    for (number, fate) in (1..).zip([Fate::NotSent, Fate::AnswerLost, Fate::Silence]) {
        on.append(&[new(said("x"))]).await;
        on.test.line().at_statement("FROM message_events", 1, fate);
        let lost = follower.next().await;
        assert!(matches!(lost, Err(EventError::Store(StoreError::Unreachable { .. }))), "{fate:?}: {lost:?}");
        match follower.next().await.unwrap() {
            Followed::Recorded(event) => assert_eq!(event.sequence, number, "{fate:?}"),
            Followed::Transient { .. } => panic!("nothing transient was sent"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_projected_is_there_once_whatever_was_not_answered() {
    let on = OnALine::open().await;
    for (count, fate) in (1..).zip([Fate::NotSent, Fate::AnswerLost, Fate::Silence]) {
        on.append(&[new(said("x"))]).await;
        on.test.line().at_commit_of("DELETE FROM outbox", 1, fate);
        let lost = on.projector.project_batch().await;
        assert!(matches!(lost, Err(EventError::Store(StoreError::Unanswered { .. }))), "{fate:?}: {lost:?}");
        while on.projector.project_batch().await.unwrap() > 0 {}
        let session = on.session;
        let look = move |tx: &mut Tx<'_>| {
            Ok::<_, StoreError>((feed::after(tx, 0, 100)?.len(), messages::after(tx, session, 0, 100)?.len()))
        };
        let (in_feed, said) = on.test.store.read(&on.test.scope(), look).await.unwrap();
        assert_eq!((in_feed, said), (count, count), "{fate:?}");
    }
}
