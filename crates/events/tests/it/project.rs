use std::time::Duration;

use conserje_events::{EventError, rebuild};
use conserje_kernel::{Scope, SessionId};
use conserje_store::messages::{self, CitationRow, MessageRow};
use conserje_store::{StoreError, feed, jobs, outbox, sessions};
use conserje_testkit::{TestStore, on_both_homes};
use futures::future::join_all;
use tokio_util::sync::CancellationToken;

use crate::log_test::{LogTest, new, said};

async fn projections(
    test: &TestStore,
    scope: &Scope,
    session: SessionId,
) -> (Vec<MessageRow>, Vec<CitationRow>) {
    let read = move |tx: &mut conserje_store::Tx<'_>| {
        Ok::<_, StoreError>((
            messages::after(tx, session, 0, 1000)?,
            messages::citations_between(tx, session, 0, i64::MAX)?,
        ))
    };
    test.store.read(scope, read).await.unwrap()
}

/// Makes an event that nobody can read, as a newer program or a broken disk might.
async fn make_unreadable(log: &LogTest, session: SessionId, event: conserje_kernel::EventId) {
    let statement = format!("UPDATE message_events SET event_type = 'from_the_future' WHERE id = '{event}'");
    run_raw(log, statement).await;
    assert!(matches!(
        log.log.after(&log.test.scope(), session, 0, 10).await,
        Err(EventError::Unreadable { .. })
    ));
}

#[expect(clippy::disallowed_methods, reason = "the test awaits it")]
fn running(projector: conserje_events::Projector, stop: &CancellationToken) -> tokio::task::JoinHandle<()> {
    tokio::task::spawn(projector.run(stop.clone()))
}

pub(crate) async fn run_raw(log: &LogTest, statement: String) {
    let database = log.test.database();
    match database.postgres_url() {
        Some(url) => {
            let run = move || {
                let mut client = postgres::Client::connect(&url, postgres::NoTls).unwrap();
                client.batch_execute("SELECT set_config('conserje.reach', '*', false)").unwrap();
                client.batch_execute(&statement).unwrap();
            };
            tokio::task::spawn_blocking(run).await.unwrap();
        }
        None => {
            let connection = rusqlite::Connection::open(database.folder().join("conserje.db")).unwrap();
            connection.busy_timeout(Duration::from_secs(5)).unwrap();
            connection.execute_batch(&statement).unwrap();
        }
    }
}

on_both_homes! {
    async fn events_become_messages_and_citations(home: Home) {
        let log = LogTest::open(home).await;
        let session = log.session().await;
        log.exchange(session).await;
        log.project_all().await;
        let (messages, citations) = projections(&log.test, &log.test.scope(), session).await;
        let seen: Vec<_> = messages.iter().map(|message| (message.sequence, message.role.name(), message.content.as_str())).collect();
        assert_eq!(seen, [(1, "user", "¿Cuánto?"), (2, "assistant", "Cuarenta euros \u{fffd} [1]")]);
        assert_eq!(messages[0].search_text, "¿cuanto?");
        let cited: Vec<_> = citations.iter().map(|citation| (citation.message, citation.file_name.as_str())).collect();
        assert_eq!(cited, [(messages[1].id, "a.pdf"), (messages[1].id, "b.pdf")]);
    }

    async fn what_people_say_for_the_business_and_its_notices_become_messages(home: Home) {
        let log = LogTest::open(home).await;
        let session = log.session().await;
        log.without_turns(session).await;
        log.project_all().await;
        let (messages, _) = projections(&log.test, &log.test.scope(), session).await;
        let seen: Vec<_> = messages.iter().map(|message| (message.role.name(), message.content.as_str(), message.operator.as_deref(), message.about.as_deref())).collect();
        assert_eq!(seen, [
            ("assistant", "Soy Ana.", Some("Ana"), None),
            ("assistant", "Su cita es el martes.", None, Some("appointment")),
        ]);
    }

    async fn projections_made_again_from_the_events_are_the_same(home: Home) {
        let log = LogTest::open(home).await;
        let session = log.session().await;
        log.without_turns(session).await;
        for _ in 0..3 {
            log.exchange(session).await;
        }
        log.project_all().await;
        let before = projections(&log.test, &log.test.scope(), session).await;
        assert_eq!(rebuild(&log.test.store, &log.test.scope(), session).await.unwrap(), 11);
        assert_eq!(projections(&log.test, &log.test.scope(), session).await, before);
    }

    async fn an_event_projected_twice_counts_once(home: Home) {
        let log = LogTest::open(home).await;
        let session = log.session().await;
        log.exchange(session).await;
        log.project_all().await;
        let before = projections(&log.test, &log.test.scope(), session).await;
        // As if the projector had died after its work and before its note of it.
        run_raw(&log, format!(
            "INSERT INTO outbox (tenant_id, session_id, sequence_number, event_id, is_in_feed)
             SELECT tenant_id, session_id, sequence_number, id, 1 FROM message_events WHERE session_id = '{session}'"
        )).await;
        log.project_all().await;
        assert_eq!(projections(&log.test, &log.test.scope(), session).await, before);
    }

    async fn one_that_cannot_be_projected_holds_up_nobody_and_ends_as_a_dead_letter(home: Home) {
        let clock = conserje_kernel::Clock::stopped_at(conserje_kernel::Timestamp::from_micros(1_800_000_000_000_000));
        let test = TestStore::open_at(home, clock).await;
        let (events, projector) = conserje_events::EventLog::new(test.store.clone());
        let log = LogTest { test, log: events, projector };
        let (bad, good) = (log.session().await, log.session().await);
        let event = log.say(bad, &["x"]).await.remove(0);
        make_unreadable(&log, bad, event.id).await;
        log.say(good, &["y"]).await;
        log.projector.project_batch().await.unwrap();
        assert_eq!(projections(&log.test, &log.test.scope(), good).await.0.len(), 1, "the neighbour is projected");
        let scope = log.test.scope();
        let letters = || log.test.store.read(&scope, outbox::dead_letters);
        let mut attempts = 1;
        while letters().await.unwrap().is_empty() {
            assert!(attempts < 20, "it is given up on at some point");
            assert_eq!(log.projector.project_batch().await.unwrap(), 0, "not before its time");
            log.test.clock.advance(jobs::backoff(attempts));
            log.projector.project_batch().await.unwrap();
            attempts += 1;
        }
        let letter = letters().await.unwrap().remove(0);
        assert_eq!((letter.event, letter.attempts), (event.id, attempts));
        assert!(letter.error.contains("does not know events of type `from_the_future`"), "{}", letter.error);
        let waiting = log.log.await_persistence(&log.test.scope(), event.id, Duration::from_secs(1)).await;
        assert!(matches!(waiting, Err(EventError::ProjectionDead { .. })));
        // Mended and run again, it is projected.
        run_raw(&log, format!("UPDATE message_events SET event_type = 'user_message_sent' WHERE id = '{}'", event.id)).await;
        let retry = log.test.store.write(&log.test.scope(), outbox::retry_dead_letters).await.unwrap();
        assert_eq!(retry, 1);
        log.project_all().await;
        assert_eq!(projections(&log.test, &log.test.scope(), bad).await.0.len(), 1);
        assert!(letters().await.unwrap().is_empty());
    }

    async fn the_feed_has_every_event_once_and_never_a_late_number(home: Home) {
        let LogTest { test, log, projector } = LogTest::open(home).await;
        let stop = CancellationToken::new();
        let projecting = running(projector, &stop);
        let (scope, user) = (test.scope(), test.user);
        let writers = (0..16).map(|_| {
            let (store, log, scope) = (test.store.clone(), log.clone(), scope.clone());
            async move {
                let session = SessionId::generate();
                store.write(&scope, move |tx| sessions::create(tx, session, user)).await.unwrap();
                let mut told = Vec::new();
                for _ in 0..20 {
                    told.extend(log.append(&scope, session, vec![new(said("x")), new(said("y"))]).await.unwrap());
                }
                told
            }
        });
        // Reads along, as a consumer of the feed would: what it has passed must never get a new neighbour.
        let reading = async {
            let (mut seen, mut last) = (Vec::new(), 0);
            while seen.len() < 16 * 40 {
                let from = last;
                for entry in test.store.read(&scope, move |tx| feed::after(tx, from, 50)).await.unwrap() {
                    assert_eq!(entry.position, last + 1, "no number is skipped");
                    last = entry.position;
                    seen.push((entry.session, entry.sequence));
                }
            }
            seen
        };
        let (told, seen) = tokio::join!(join_all(writers), reading);
        let mut told: Vec<_> = told.concat().into_iter().map(|event| (event.session, event.sequence)).collect();
        for session in seen.iter().map(|(session, _)| *session).collect::<std::collections::HashSet<_>>() {
            let numbers = seen.iter().filter(|(of, _)| *of == session).map(|(_, number)| *number);
            assert!(numbers.is_sorted(), "a session's events are in their order");
        }
        let mut seen = seen;
        seen.sort_unstable();
        told.sort_unstable();
        assert_eq!(seen, told);
        stop.cancel();
        projecting.await.unwrap();
    }

    async fn waiting_for_persistence_ends_when_the_projections_are_in_place(home: Home) {
        let LogTest { test, log, projector } = LogTest::open(home).await;
        let log_test = LogTest { test, log, projector };
        let session = log_test.session().await;
        let event = log_test.say(session, &["x"]).await.remove(0);
        let scope = log_test.test.scope();
        let early = log_test.log.await_persistence(&scope, event.id, Duration::from_millis(50)).await;
        assert!(matches!(early, Err(EventError::NotProjected { .. })), "nobody projects yet");
        let LogTest { test, log, projector } = log_test;
        let stop = CancellationToken::new();
        let projecting = running(projector, &stop);
        log.await_persistence(&scope, event.id, Duration::from_secs(20)).await.unwrap();
        assert_eq!(projections(&test, &scope, session).await.0.len(), 1);
        stop.cancel();
        projecting.await.unwrap();
    }
}
