//! The append-only rows behind `conserje-events`, which decides what is in them.

use conserje_kernel::{Digest, EventId, SessionId, Timestamp, TraceId, TurnId};

use crate::db::Conn;
use crate::sql::{Row, values};
use crate::{DeploymentTx, StoreError, Tx};

/// The columns that `read` and `raw_after` read, said once.
macro_rules! select_event {
    ($rest:literal) => {
        concat!("SELECT id, session_id, sequence_number, event_type, event_version, timestamp, turn_id, event_index, trace_id, data, salt, data_hash, previous_hash, hash FROM message_events ", $rest)
    };
}

/// Where a session's log ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    pub sequence: i64,
    pub hash: Digest,
}

/// One entry as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRow {
    pub id: EventId,
    pub session: SessionId,
    pub sequence: i64,
    pub event_type: String,
    pub version: i64,
    pub timestamp: Timestamp,
    pub turn: Option<TurnId>,
    pub event_index: i64,
    pub trace: TraceId,
    /// `None` once erased.
    pub data: Option<String>,
    pub salt: Option<Vec<u8>>,
    pub data_hash: Digest,
    pub previous_hash: Digest,
    pub hash: Digest,
}

/// Reserves the next `count` numbers of a session and returns where its log ended before them.
///
/// The session's row is the lock: whoever appends next waits for this transaction. Numbers reserved by
/// one that is undone are free again, so the sequence never has a hole.
pub fn reserve(tx: &mut Tx<'_>, session: SessionId, count: i64) -> Result<Option<Head>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(
        "UPDATE sessions SET last_sequence = last_sequence + ?3 WHERE tenant_id = ?1 AND id = ?2
           AND erased_at IS NULL RETURNING last_sequence - ?3, last_hash",
        values![tenant, session, count],
        |row| Ok(Head { sequence: row.get(0)?, hash: row.get(1)? }),
    )
}

/// Writes the reserved entries, puts each into the outbox, and moves the head to it.
pub fn insert(tx: &mut Tx<'_>, session: SessionId, rows: &[EventRow]) -> Result<(), StoreError> {
    /// Said once for both databases.
    macro_rules! event {
        () => {
            "INSERT INTO message_events (id, tenant_id, session_id, sequence_number, event_type, event_version,
                 timestamp, turn_id, event_index, trace_id, data, salt, data_hash, previous_hash, hash)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)"
        };
    }
    macro_rules! outbox {
        () => {
            "INSERT INTO outbox (event_id, tenant_id, session_id, sequence_number, event_type)
             VALUES (?1, ?2, ?3, ?4, ?5)"
        };
    }
    let tenant = tx.tenant();
    for row in rows {
        let values = values![
            row.id,
            tenant,
            session,
            row.sequence,
            &row.event_type,
            row.version,
            row.timestamp,
            row.turn,
            row.event_index,
            row.trace,
            row.data.as_deref(),
            row.salt.clone(),
            row.data_hash,
            row.previous_hash,
            row.hash,
        ];
        match tx.conn {
            Conn::Postgres(_) => {
                // One round trip instead of three.
                let all = concat!(
                    "WITH logged AS (",
                    event!(),
                    "), sent AS (",
                    outbox!(),
                    ") UPDATE sessions SET last_hash = ?15, updated_at = ?7 WHERE tenant_id = ?2 AND id = ?3"
                );
                tx.conn.execute(all, values)?;
            }
            Conn::Sqlite(_) => {
                tx.conn.execute(event!(), values)?;
                tx.conn
                    .execute(outbox!(), values![row.id, tenant, session, row.sequence, &row.event_type])?;
            }
        }
    }
    if let (Conn::Sqlite(_), Some(last)) = (&tx.conn, rows.last()) {
        tx.conn.execute(
            "UPDATE sessions SET last_hash = ?3, updated_at = ?4 WHERE tenant_id = ?1 AND id = ?2",
            values![tenant, session, last.hash, last.timestamp],
        )?;
    }
    Ok(())
}

/// A session's entries after a number, in order, at most `limit`.
pub fn after(
    tx: &mut Tx<'_>,
    session: SessionId,
    sequence: i64,
    limit: usize,
) -> Result<Vec<EventRow>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        select_event!(
            "WHERE tenant_id = ?1 AND session_id = ?2 AND sequence_number > ?3
         ORDER BY sequence_number LIMIT ?4"
        ),
        values![tenant, session, sequence, i64::try_from(limit).unwrap_or(i64::MAX)],
        read,
    )
}

pub fn find(tx: &mut Tx<'_>, session: SessionId, id: EventId) -> Result<Option<EventRow>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(
        select_event!("WHERE tenant_id = ?1 AND session_id = ?2 AND id = ?3"),
        values![tenant, session, id],
        read,
    )
}

/// The number of a turn's first event, if it has one.
pub fn of_turn(tx: &mut Tx<'_>, session: SessionId, turn: TurnId) -> Result<Option<i64>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(
        "SELECT sequence_number FROM message_events WHERE tenant_id = ?1 AND session_id = ?2 AND turn_id = ?3
         ORDER BY sequence_number LIMIT 1",
        values![tenant, session, turn],
        |row| row.get(0),
    )
}

/// The last place among a turn's events that is taken.
pub fn last_index_of_turn(tx: &mut Tx<'_>, session: SessionId, turn: TurnId) -> Result<i64, StoreError> {
    let tenant = tx.tenant();
    let last = tx.conn.query_one(
        "SELECT coalesce(max(event_index), 0) FROM message_events
         WHERE tenant_id = ?1 AND session_id = ?2 AND turn_id = ?3",
        values![tenant, session, turn],
        |row| row.get(0),
    )?;
    Ok(last.unwrap_or(0))
}

/// Where the session says that its log ends, for holding against where it does end.
pub fn head(tx: &mut Tx<'_>, session: SessionId) -> Result<Option<Head>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(
        "SELECT last_sequence, last_hash FROM sessions WHERE tenant_id = ?1 AND id = ?2",
        values![tenant, session],
        |row| Ok(Head { sequence: row.get(0)?, hash: row.get(1)? }),
    )
}

/// Where the logs of these sessions end, in one statement for all of them; of any tenant.
pub fn heads(tx: &mut DeploymentTx<'_>, sessions: &[SessionId]) -> Result<Vec<(SessionId, i64)>, StoreError> {
    // Ids are hex texts of our own making: there is no comma or quote in them.
    let ids = sessions.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let sql = match tx.conn {
        Conn::Sqlite(_) => {
            r#"SELECT id, last_sequence FROM sessions
               WHERE id IN (SELECT value FROM json_each('["' || replace(?1, ',', '","') || '"]'))"#
        }
        Conn::Postgres(_) => {
            "SELECT id, last_sequence FROM sessions WHERE id = ANY (string_to_array(?1, ','))"
        }
    };
    tx.conn.query(sql, values![ids], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// An entry byte for byte as it is kept, readable even when somebody has changed it.
#[derive(Clone, Debug)]
pub struct RawEvent {
    pub id: Vec<u8>,
    pub session: Vec<u8>,
    pub sequence: i64,
    pub kind: Vec<u8>,
    pub version: i64,
    pub timestamp: i64,
    pub turn: Option<Vec<u8>>,
    pub index: i64,
    pub trace: Vec<u8>,
    pub data: Option<Vec<u8>>,
    pub salt: Option<Vec<u8>>,
    pub data_hash: Vec<u8>,
    pub previous_hash: Vec<u8>,
    pub hash: Vec<u8>,
}

/// As [`after`], for checking.
pub fn raw_after(
    tx: &mut Tx<'_>,
    session: SessionId,
    sequence: i64,
    limit: usize,
) -> Result<Vec<RawEvent>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        select_event!(
            "WHERE tenant_id = ?1 AND session_id = ?2 AND sequence_number > ?3
         ORDER BY sequence_number LIMIT ?4"
        ),
        values![tenant, session, sequence, i64::try_from(limit).unwrap_or(i64::MAX)],
        |row| {
            Ok(RawEvent {
                id: row.raw_text(0)?.unwrap_or_default(),
                session: row.raw_text(1)?.unwrap_or_default(),
                sequence: row.get(2)?,
                kind: row.raw_text(3)?.unwrap_or_default(),
                version: row.get(4)?,
                timestamp: row.get(5)?,
                turn: row.raw_text(6)?,
                index: row.get(7)?,
                trace: row.raw_text(8)?.unwrap_or_default(),
                data: row.raw_text(9)?,
                salt: row.get(10)?,
                data_hash: row.get(11)?,
                previous_hash: row.get(12)?,
                hash: row.get(13)?,
            })
        },
    )
}

/// An entry whose session does not exist.
#[derive(Clone, Debug)]
pub struct Stray {
    pub event: String,
    pub session: String,
    pub sequence: i64,
}

/// Entries of the tenant that belong to no session: none, unless rows were tampered with.
pub fn strays(tx: &mut Tx<'_>) -> Result<Vec<Stray>, StoreError> {
    let tenant = tx.tenant();
    let text = |bytes: Option<Vec<u8>>| String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned();
    tx.conn.query(
        "SELECT e.id, e.session_id, e.sequence_number FROM message_events e
         WHERE e.tenant_id = ?1 AND NOT EXISTS (
             SELECT 1 FROM sessions s WHERE s.id = e.session_id AND s.tenant_id = e.tenant_id)
         ORDER BY e.id LIMIT 100",
        values![tenant],
        |row| {
            Ok(Stray {
                event: text(row.raw_text(0)?),
                session: text(row.raw_text(1)?),
                sequence: row.get(2)?,
            })
        },
    )
}

fn read(row: &Row<'_>) -> Result<EventRow, StoreError> {
    Ok(EventRow {
        id: row.get(0)?,
        session: row.get(1)?,
        sequence: row.get(2)?,
        event_type: row.get(3)?,
        version: row.get(4)?,
        timestamp: row.get(5)?,
        turn: row.get(6)?,
        event_index: row.get(7)?,
        trace: row.get(8)?,
        data: row.get(9)?,
        salt: row.get(10)?,
        data_hash: row.get(11)?,
        previous_hash: row.get(12)?,
        hash: row.get(13)?,
    })
}
