use std::time::Duration;

use conserje_events::{EventLog, Followed, Follower, Transient, TransientEvent};
use conserje_kernel::{EventId, TraceId, TurnId};
use conserje_store::Store;
use conserje_testkit::{Home, on_both_homes};
use futures::StreamExt;
use futures::stream::FuturesUnordered;
use tokio_util::sync::CancellationToken;

use crate::log_test::{LogTest, new, said};

fn note(log: &LogTest) -> TransientEvent {
    TransientEvent {
        id: EventId::generate(),
        turn: TurnId::generate(),
        trace: TraceId::generate(),
        index: 0,
        timestamp: log.test.clock.now(),
        what: Transient::SessionStart,
    }
}

fn number(followed: &Followed) -> i64 {
    match followed {
        Followed::Recorded(event) => event.sequence,
        Followed::Transient { after, .. } => -after,
    }
}

/// A hundred listen to a node that nobody writes to; how many transactions so many seconds of that took.
async fn an_idle_while(home: Home, seconds: u64) -> u64 {
    let log = LogTest::open(home).await;
    let mut followers = Vec::new();
    for _ in 0..100 {
        let session = log.session().await;
        log.say(session, &["1"]).await;
        let mut follower = log.log.follow(&log.test.scope(), session, 1);
        follower.catch_up().await.unwrap();
        followers.push(follower);
    }
    let stop = CancellationToken::new();
    let mut waiting: FuturesUnordered<_> = followers.iter_mut().map(Follower::next).collect();
    let before = log.test.store.transactions();
    tokio::time::pause();
    let idle = tokio::time::sleep(Duration::from_secs(seconds));
    tokio::select! {
        () = log.projector.look(&stop) => unreachable!("it is not told to stop"),
        heard = waiting.next() => panic!("nothing happens: {heard:?}"),
        () = idle => {}
    }
    log.test.store.transactions() - before
}

#[tokio::test]
async fn those_who_follow_ask_a_database_of_our_own_nothing_while_nothing_happens() {
    assert_eq!(an_idle_while(Home::Sqlite, 3600).await, 0);
}

#[tokio::test]
async fn those_who_follow_ask_a_shared_database_once_a_second_for_all_of_them() {
    let asked = an_idle_while(Home::Postgres, 100).await;
    assert!((1..=100).contains(&asked), "{asked} transactions for 100 followers in 100 s");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_another_node_appends_is_heard() {
    let here = LogTest::open(Home::Postgres).await;
    let session = here.session().await;
    let mut follower = here.log.follow(&here.test.scope(), session, 0);
    follower.catch_up().await.unwrap();
    let there = Store::open(here.test.database().options(here.test.clock.clone())).await.unwrap();
    let (there, _) = EventLog::new(there);
    let stop = CancellationToken::new();
    let hear = async {
        for text in ["1", "2", "3"] {
            let told = there.append(&here.test.scope(), session, vec![new(said(text))]).await.unwrap();
            let heard = tokio::time::timeout(Duration::from_secs(30), follower.next()).await;
            assert_eq!(number(&heard.expect("it is heard").unwrap()), told[0].sequence);
        }
    };
    tokio::select! {
        () = here.projector.look(&stop) => unreachable!("it is not told to stop"),
        () = hear => {}
    }
}

/// Whoever appends may go away before they can signal.
#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_stayed_to_signal_is_heard() {
    let log = LogTest::open(Home::Sqlite).await;
    let session = log.session().await;
    let mut follower = log.log.follow(&log.test.scope(), session, 0);
    follower.catch_up().await.unwrap();
    let (stop, scope) = (CancellationToken::new(), log.test.scope());
    let hear = async {
        // Some are let go of before they are answered, some after.
        for _ in 0..200 {
            // A task that never waits is made to after a while, and would let go of what it has not even begun.
            tokio::task::yield_now().await;
            let mut appending = Box::pin(log.log.append(&scope, session, vec![new(said("x"))]));
            drop(futures::poll!(&mut appending));
        }
        for expected in 1..=200 {
            let heard = tokio::time::timeout(Duration::from_secs(30), follower.next()).await;
            assert_eq!(number(&heard.expect("it is heard").unwrap()), expected);
        }
    };
    tokio::select! {
        () = log.projector.look(&stop) => unreachable!("it is not told to stop"),
        () = hear => {}
    }
}

on_both_homes! {
    async fn a_follower_hears_what_was_and_then_what_comes_once_each_and_in_order(home: Home) {
        let log = LogTest::open(home).await;
        let session = log.session().await;
        log.say(session, &["1", "2", "3"]).await;
        let mut follower = log.log.follow(&log.test.scope(), session, 1);
        let mut heard = Vec::new();
        heard.push(number(&follower.next().await.unwrap()));
        log.say(session, &["4"]).await;
        log.log.notify(session, 4, note(&log));
        log.say(session, &["5"]).await;
        for _ in 0..4 {
            heard.push(number(&follower.next().await.unwrap()));
        }
        assert_eq!(heard, [2, 3, 4, -4, 5]);
    }

    async fn a_follower_that_lags_far_behind_misses_no_recorded_event(home: Home) {
        let log = LogTest::open(home).await;
        let session = log.session().await;
        let mut follower = log.log.follow(&log.test.scope(), session, 0);
        for number in 0..300 {
            log.say(session, &[number.to_string().as_str()]).await;
        }
        for expected in 1..=300 {
            assert_eq!(number(&follower.next().await.unwrap()), expected);
        }
    }

    async fn dropping_the_wait_for_an_event_loses_nothing(home: Home) {
        let log = LogTest::open(home).await;
        let session = log.session().await;
        let mut follower = log.log.follow(&log.test.scope(), session, 0);
        let mut heard = Vec::new();
        for round in 1..=20 {
            log.say(session, &["x"]).await;
            log.log.notify(session, round, note(&log));
            // A wait that is given up at once, over and over; a little later each time, or a slow line never gets to answer.
            let mut patience = Duration::from_micros(50);
            while heard.len() < usize::try_from(round).unwrap() * 2 {
                match tokio::time::timeout(patience, follower.next()).await {
                    Ok(next) => heard.push(number(&next.unwrap())),
                    Err(_) => patience += Duration::from_micros(200),
                }
            }
        }
        let expected: Vec<i64> = (1..=20).flat_map(|round| [round, -round]).collect();
        assert_eq!(heard, expected);
    }
}
