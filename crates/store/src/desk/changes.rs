//! What each call of an assistant and each act of the staff did, and what it was before.

use conserje_kernel::{DeskChangeKind, SessionId, Timestamp, UserId};

use super::Trace;
use crate::sql::{Row, values};
use crate::{StoreError, Tx};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub key: String,
    pub kind: DeskChangeKind,
    pub subject: String,
    /// JSON: what is needed to take it back.
    pub was: Option<String>,
    pub undone_at: Option<Timestamp>,
}

/// `false` if one with this key was recorded before.
pub fn record(tx: &mut Tx<'_>, change: &Change, trace: &Trace) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "INSERT INTO desk_changes (tenant_id, idempotency_key, kind, subject_id, was, session_id, turn_id, tool_use_id,
             created_at, user_id)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT (tenant_id, idempotency_key) DO NOTHING",
        values![
            tenant,
            &change.key,
            change.kind,
            &change.subject,
            change.was.as_deref(),
            trace.session,
            trace.turn,
            trace.tool_use_id.as_deref(),
            now,
            trace.user,
        ],
    )?;
    Ok(touched > 0)
}

pub fn find(tx: &mut Tx<'_>, key: &str) -> Result<Option<Change>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(
        "SELECT idempotency_key, kind, subject_id, was, undone_at FROM desk_changes
         WHERE tenant_id = ?1 AND idempotency_key = ?2",
        values![tenant, key],
        |row| {
            Ok(Change {
                key: row.get(0)?,
                kind: row.get(1)?,
                subject: row.get(2)?,
                was: row.get(3)?,
                undone_at: row.get(4)?,
            })
        },
    )
}

/// A change with who made it and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    pub change: Change,
    pub session: Option<SessionId>,
    pub user: Option<UserId>,
    /// As they are called now.
    pub user_name: Option<String>,
    pub created_at: Timestamp,
}

/// The columns that `read_record` reads, said once.
macro_rules! select_record {
    ($rest:literal) => {
        concat!(
            "SELECT c.idempotency_key, c.kind, c.subject_id, c.was, c.undone_at, c.session_id, c.user_id, u.name, ",
            "c.created_at FROM desk_changes c LEFT JOIN users u ON u.tenant_id = c.tenant_id AND u.id = c.user_id ",
            $rest
        )
    };
}

fn read_record(row: &Row<'_>) -> Result<Record, StoreError> {
    let change = Change {
        key: row.get(0)?,
        kind: row.get(1)?,
        subject: row.get(2)?,
        was: row.get(3)?,
        undone_at: row.get(4)?,
    };
    Ok(Record {
        change,
        session: row.get(5)?,
        user: row.get(6)?,
        user_name: row.get(7)?,
        created_at: row.get(8)?,
    })
}

/// What happened to something, the newest first.
pub fn of_subject(tx: &mut Tx<'_>, subject: &str) -> Result<Vec<Record>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        select_record!(
            "WHERE c.tenant_id = ?1 AND c.subject_id = ?2 ORDER BY c.created_at DESC, c.idempotency_key LIMIT 100"
        ),
        values![tenant, subject],
        read_record,
    )
}

/// What was done or taken back since a moment, the oldest first.
pub fn since(tx: &mut Tx<'_>, moment: Timestamp) -> Result<Vec<Record>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        select_record!(
            "WHERE c.tenant_id = ?1 AND (c.created_at >= ?2 OR c.undone_at >= ?2)
             ORDER BY c.created_at, c.idempotency_key LIMIT 1000"
        ),
        values![tenant, moment],
        read_record,
    )
}

/// One change with who made it.
pub fn record_of(tx: &mut Tx<'_>, key: &str) -> Result<Option<Record>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(
        select_record!("WHERE c.tenant_id = ?1 AND c.idempotency_key = ?2"),
        values![tenant, key],
        read_record,
    )
}

/// `false` if it was taken back before.
pub fn mark_undone(tx: &mut Tx<'_>, key: &str, by: Option<UserId>) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "UPDATE desk_changes SET undone_at = ?3, undone_by = ?4
         WHERE tenant_id = ?1 AND idempotency_key = ?2 AND undone_at IS NULL",
        values![tenant, key, now, by],
    )?;
    Ok(touched > 0)
}

/// It could not be taken back after all.
pub fn unmark(tx: &mut Tx<'_>, key: &str) -> Result<(), StoreError> {
    let tenant = tx.tenant();
    tx.conn.execute(
        "UPDATE desk_changes SET undone_at = NULL, undone_by = NULL WHERE tenant_id = ?1 AND idempotency_key = ?2",
        values![tenant, key],
    )?;
    Ok(())
}
