//! What each call of an assistant did, and what it was before.

use conserje_kernel::Timestamp;

use super::Trace;
use crate::sql::values;
use crate::{StoreError, Tx};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub key: String,
    pub kind: String,
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
             created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT (tenant_id, idempotency_key) DO NOTHING",
        values![
            tenant,
            &change.key,
            &change.kind,
            &change.subject,
            change.was.as_deref(),
            trace.session,
            trace.turn,
            trace.tool_use_id.as_deref(),
            now
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

/// `false` if it was taken back before.
pub fn mark_undone(tx: &mut Tx<'_>, key: &str) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "UPDATE desk_changes SET undone_at = ?3
         WHERE tenant_id = ?1 AND idempotency_key = ?2 AND undone_at IS NULL",
        values![tenant, key, now],
    )?;
    Ok(touched > 0)
}

/// It could not be taken back after all.
pub fn unmark(tx: &mut Tx<'_>, key: &str) -> Result<(), StoreError> {
    let tenant = tx.tenant();
    tx.conn.execute(
        "UPDATE desk_changes SET undone_at = NULL WHERE tenant_id = ?1 AND idempotency_key = ?2",
        values![tenant, key],
    )?;
    Ok(())
}
