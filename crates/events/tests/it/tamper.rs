use conserje_events::{Break, Content, rebuild, verify};
use conserje_kernel::SessionId;
use conserje_store::sessions;
use conserje_testkit::{Home, on_both_homes};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use crate::log_test::LogTest;
use crate::project::run_raw;

/// Every column of an event.
const COLUMNS: [&str; 15] = [
    "id",
    "tenant_id",
    "session_id",
    "sequence_number",
    "event_type",
    "event_version",
    "timestamp",
    "turn_id",
    "event_index",
    "trace_id",
    "data",
    "salt",
    "data_hash",
    "previous_hash",
    "hash",
];

async fn breaks(log: &LogTest) -> Vec<Break> {
    verify(&log.test.store, &log.test.scope()).await.unwrap().breaks
}

/// Flips one bit of a value as it is kept, whatever its type.
fn flipped(value: rusqlite::types::Value, bit: usize) -> rusqlite::types::Value {
    use rusqlite::types::Value;
    let flip = |bytes: &mut [u8]| {
        let bits = bytes.len() * 8;
        bytes[(bit % bits) / 8] ^= 1 << (bit % 8);
    };
    match value {
        Value::Integer(number) => Value::Integer(number ^ (1 << (bit % 62))),
        Value::Text(text) => {
            let mut bytes = text.into_bytes();
            flip(&mut bytes);
            // A text with a broken sign in it is kept as the bytes that it is.
            String::from_utf8(bytes).map_or_else(|error| Value::Blob(error.into_bytes()), Value::Text)
        }
        Value::Blob(mut bytes) => {
            flip(&mut bytes);
            Value::Blob(bytes)
        }
        Value::Null | Value::Real(_) => panic!("an event has no such column"),
    }
}

/// A hundred single bits, anywhere in an event: each is found, and the session and number are named.
#[tokio::test(flavor = "multi_thread")]
async fn a_flipped_bit_anywhere_is_found_and_named() {
    let log = LogTest::open(Home::Sqlite).await;
    let session = log.session().await;
    for _ in 0..4 {
        log.exchange(session).await;
    }
    // `turn_id` is NULL in these; give it something to flip, through the front door.
    let turn = conserje_kernel::TurnId::generate();
    let mut event = crate::log_test::new(crate::log_test::said("with a turn"));
    event.turn = Some(turn);
    log.log.append(&log.test.scope(), session, vec![event]).await.unwrap();
    assert_eq!(breaks(&log).await, []);

    let raw = rusqlite::Connection::open(log.test.database().folder().join("conserje.db")).unwrap();
    raw.busy_timeout(std::time::Duration::from_secs(5)).unwrap();
    raw.execute_batch("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON").unwrap();
    let mut runner = TestRunner::deterministic();
    let mut found = 0;
    for round in 0..100 {
        let (number, bit) = (1_i64..14, 0_usize..4096).new_tree(&mut runner).unwrap().current();
        let column = COLUMNS[round % COLUMNS.len()];
        let number = if column == "turn_id" { 13 } else { number };
        // A flip to a number that another event has is refused by the table itself.
        let bit = if column == "sequence_number" { 4 + bit % 58 } else { bit };
        let place = "FROM message_events WHERE session_id = ?1 AND sequence_number = ?2";
        let key = rusqlite::params![session.to_string(), number];
        let (row, before): (i64, rusqlite::types::Value) = raw
            .query_row(&format!("SELECT rowid, {column} {place}"), key, |row| Ok((row.get(0)?, row.get(1)?)))
            .unwrap();
        let write = |value: &rusqlite::types::Value| {
            // STRICT tables keep text as text: broken bytes are handed over as such.
            let was_text = matches!(before, rusqlite::types::Value::Text(_));
            let given = if was_text { "CAST(?1 AS TEXT)" } else { "?1" };
            let update = format!("UPDATE message_events SET {column} = {given} WHERE rowid = ?2");
            assert_eq!(raw.execute(&update, rusqlite::params![value, row]).unwrap(), 1);
        };
        write(&flipped(before.clone(), bit));
        let broken = breaks(&log).await;
        let named =
            broken.iter().any(|found| found.session == session.to_string() && found.sequence == number);
        assert!(named, "round {round}: a bit of {column} of event {number}: {broken:?}");
        found += 1;
        write(&before);
    }
    assert_eq!(breaks(&log).await, [], "what was put back is whole again");
    assert_eq!(found, 100);
}

on_both_homes! {
    async fn a_changed_a_missing_and_a_cut_off_event_are_found(home: Home) {
        let log = LogTest::open(home).await;
        let (changed, missing, cut, emptied) =
            (log.session().await, log.session().await, log.session().await, log.session().await);
        for session in [changed, missing, cut, emptied] {
            log.say(session, &["1", "2", "3"]).await;
        }
        let at = |session: SessionId, number: i64| format!("session_id = '{session}' AND sequence_number = {number}");
        run_raw(&log, format!("UPDATE message_events SET data = replace(data, '2', '7') WHERE {}", at(changed, 2))).await;
        run_raw(&log, format!("DELETE FROM message_events WHERE {}", at(missing, 2))).await;
        run_raw(&log, format!("DELETE FROM message_events WHERE {}", at(cut, 3))).await;
        run_raw(&log, format!("UPDATE message_events SET data = NULL, salt = NULL WHERE {}", at(emptied, 1))).await;
        let broken = breaks(&log).await;
        let of = |session: SessionId| {
            let found = broken.iter().find(|found| found.session == session.to_string()).unwrap();
            (found.sequence, found.problem.as_str())
        };
        assert_eq!(of(changed), (2, "its content is not what was written"));
        assert_eq!(of(missing), (2, "an event is missing, or its number was changed"));
        assert_eq!(of(cut), (3, "the log ends at 2, the session says that it ends at 3"));
        assert_eq!(of(emptied), (1, "its content is gone, although its session was not erased"));
        assert_eq!(broken.len(), 4);
    }

    async fn an_erased_session_says_nothing_any_more_and_its_chain_still_holds(home: Home) {
        let log = LogTest::open(home).await;
        let (erased, kept) = (log.session().await, log.session().await);
        for session in [erased, kept] {
            log.exchange(session).await;
        }
        log.project_all().await;
        let (scope, user) = (log.test.scope(), log.test.user);
        let erase = |scope: conserje_kernel::Scope| {
            let store = log.test.store.clone();
            async move { store.write(&scope, move |tx| sessions::erase(tx, erased)).await.unwrap() }
        };
        assert!(!erase(scope.clone()).await, "only what was deleted is erased");
        assert!(log.test.store.write(&scope, move |tx| sessions::delete(tx, user, erased)).await.unwrap());
        assert!(erase(scope.clone()).await);
        let events = log.log.after(&scope, erased, 0, 10).await.unwrap();
        assert_eq!(events.len(), 3);
        assert!(events.iter().all(|event| matches!(event.content, Content::Erased { .. })));
        let report = verify(&log.test.store, &scope).await.unwrap();
        assert_eq!((report.breaks.len(), report.events, report.erased), (0, 6, 3));
        assert_eq!(rebuild(&log.test.store, &scope, erased).await.unwrap(), 0);
        let appended = log.log.append(&scope, erased, vec![crate::log_test::new(crate::log_test::said("x"))]).await;
        assert!(appended.is_err(), "an erased session takes no more events");
    }
}
