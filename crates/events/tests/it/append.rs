use conserje_events::{EventError, verify};
use conserje_kernel::SessionId;
use conserje_testkit::on_both_homes;
use futures::future::join_all;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use crate::log_test::{LogTest, new, said};

/// What several writers do at once: each a list of blocks, each block a number of events.
fn plans() -> impl Strategy<Value = Vec<Vec<usize>>> {
    proptest::collection::vec(proptest::collection::vec(1_usize..4, 1..5), 64)
}

/// Runs a plan with each writer on the session that `session_of` names; then every session must hold
/// exactly what its writers were told, numbered 1 to n, in the order each writer wrote.
async fn run_plan(log: &LogTest, plan: Vec<Vec<usize>>, sessions: &[SessionId]) {
    let scope = log.test.scope();
    let writers = plan.into_iter().enumerate().map(|(writer, blocks)| {
        let (log, scope) = (log.log.clone(), scope.clone());
        let session = sessions[writer % sessions.len()];
        async move {
            let mut told = Vec::new();
            for (block, events) in blocks.into_iter().enumerate() {
                let texts: Vec<String> =
                    (0..events).map(|event| format!("{writer}/{block}/{event}")).collect();
                let events = texts.iter().map(|text| new(said(text))).collect();
                let recorded = log.append(&scope, session, events).await.unwrap();
                assert!(
                    recorded.windows(2).all(|pair| pair[0].sequence + 1 == pair[1].sequence),
                    "a block is whole"
                );
                told.extend(recorded);
            }
            assert!(
                told.is_sorted_by_key(|event| event.sequence),
                "a writer's events are in the order it wrote them"
            );
            assert!(told.is_sorted_by_key(|event| event.timestamp), "and so are their times");
            told
        }
    });
    let told = join_all(writers).await.concat();
    for session in sessions {
        let kept = log.log.after(&scope, *session, 0, usize::MAX).await.unwrap();
        let mut expected: Vec<_> = told.iter().filter(|event| event.session == *session).cloned().collect();
        expected.sort_by_key(|event| event.sequence);
        assert_eq!(kept, expected);
        let numbers: Vec<i64> = kept.iter().map(|event| event.sequence).collect();
        assert_eq!(numbers, (1..=i64::try_from(kept.len()).unwrap()).collect::<Vec<_>>());
        assert!(kept.is_sorted_by_key(|event| event.timestamp), "times follow numbers");
    }
    let report = verify(&log.test.store, &scope).await.unwrap();
    assert_eq!(report.breaks, []);
    assert_eq!(report.events, u64::try_from(told.len()).unwrap());
}

on_both_homes! {
    async fn sixty_four_writers_on_one_session_leave_no_gap(home: Home) {
        let mut runner = TestRunner::deterministic();
        for _ in 0..4 {
            let plan = plans().new_tree(&mut runner).unwrap().current();
            let log = LogTest::open(home).await;
            let session = log.session().await;
            run_plan(&log, plan, &[session]).await;
        }
    }

    async fn sixty_four_sessions_at_once_leave_no_gap(home: Home) {
        let mut runner = TestRunner::deterministic();
        for _ in 0..2 {
            let plan = plans().new_tree(&mut runner).unwrap().current();
            let log = LogTest::open(home).await;
            let sessions = join_all((0..64).map(|_| log.session())).await;
            run_plan(&log, plan, &sessions).await;
        }
    }

    async fn a_block_that_fails_takes_no_numbers(home: Home) {
        let log = LogTest::open(home).await;
        let session = log.session().await;
        log.say(session, &["one"]).await;
        let twice = new(said("x"));
        let failed = log.log.append(&log.test.scope(), session, vec![twice.clone(), twice]).await;
        assert!(failed.is_err(), "the same event id twice");
        let next = log.say(session, &["two"]).await;
        assert_eq!(next[0].sequence, 2);
        assert_eq!(verify(&log.test.store, &log.test.scope()).await.unwrap().breaks, []);
    }

    async fn nothing_is_appended_to_another_tenants_session(home: Home) {
        let log = LogTest::open(home).await;
        let session = log.session().await;
        let stranger = log.test.another_tenant("other").await;
        let appended = log.log.append(&stranger, session, vec![new(said("x"))]).await;
        assert!(matches!(appended, Err(EventError::NoSuchSession { .. })));
        assert_eq!(log.log.after(&stranger, session, 0, 10).await.unwrap(), []);
        assert_eq!(log.log.after(&log.test.scope(), session, 0, 10).await.unwrap(), []);
    }
}
