use conserje_events::{Followed, Transient, TransientEvent};
use conserje_kernel::{EventId, TraceId, TurnId};
use conserje_testkit::on_both_homes;

use crate::log_test::LogTest;

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
            while heard.len() < usize::try_from(round).unwrap() * 2 {
                // A wait that is given up at once, over and over.
                if let Ok(next) = tokio::time::timeout(std::time::Duration::from_micros(50), follower.next()).await {
                    heard.push(number(&next.unwrap()));
                }
            }
        }
        let expected: Vec<i64> = (1..=20).flat_map(|round| [round, -round]).collect();
        assert_eq!(heard, expected);
    }
}
