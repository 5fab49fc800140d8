//! What is still to be projected, with its retries and its dead letters.

use conserje_kernel::{EventId, SessionId, TenantId, Timestamp};

use crate::db::Conn;
use crate::sql::{Row, values};
use crate::{DeploymentTx, StoreError, Tx};

/// Only one node projects at a time, so that the feed has one order.
const POSTGRES_LOCK: i64 = 0x6f75_7462_6f78;

/// An event that waits for its projections.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    pub position: i64,
    pub tenant: TenantId,
    pub session: SessionId,
    pub sequence: i64,
    pub event: EventId,
    pub is_in_feed: bool,
    pub attempts: i64,
    /// What kind of event it is; empty if not known.
    pub event_type: String,
}

/// Waits for whoever else is projecting to finish their batch.
pub fn lock(tx: &mut DeploymentTx<'_>) -> Result<(), StoreError> {
    if let Conn::Postgres(_) = tx.conn {
        tx.conn
            .query("SELECT 1::BIGINT FROM pg_advisory_xact_lock(?1)", values![POSTGRES_LOCK], |_| Ok(()))?;
    }
    Ok(())
}

/// Events that are in no feed yet or whose projection is due, oldest first.
pub fn due(tx: &mut DeploymentTx<'_>, limit: i64) -> Result<Vec<Waiting>, StoreError> {
    let now = tx.now();
    tx.conn.query(
        "SELECT position, tenant_id, session_id, sequence_number, event_id, is_in_feed, attempts,
             event_type FROM outbox
         WHERE dead_at IS NULL AND (is_in_feed = 0 OR next_attempt_at <= ?1) ORDER BY position LIMIT ?2",
        values![now, limit],
        read,
    )
}

fn read(row: &Row<'_>) -> Result<Waiting, StoreError> {
    Ok(Waiting {
        position: row.get(0)?,
        tenant: row.get(1)?,
        session: row.get(2)?,
        sequence: row.get(3)?,
        event: row.get(4)?,
        is_in_feed: row.get(5)?,
        attempts: row.get(6)?,
        event_type: row.get(7)?,
    })
}

pub fn done(tx: &mut DeploymentTx<'_>, position: i64) -> Result<(), StoreError> {
    tx.conn.execute("DELETE FROM outbox WHERE position = ?1", values![position])?;
    Ok(())
}

/// What becomes of an event whose projection failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterFailure {
    RetryAt(Timestamp),
    Dead,
}

pub fn failed(
    tx: &mut DeploymentTx<'_>,
    position: i64,
    error: &str,
    then: AfterFailure,
) -> Result<(), StoreError> {
    let now = tx.now();
    let (next, dead) = match then {
        AfterFailure::RetryAt(moment) => (moment, None),
        AfterFailure::Dead => (now, Some(now)),
    };
    tx.conn.execute(
        "UPDATE outbox SET is_in_feed = 1, attempts = attempts + 1, last_error = ?2, next_attempt_at = ?3, dead_at = ?4
         WHERE position = ?1",
        values![position, error, next, dead],
    )?;
    Ok(())
}

/// A projection that was given up on, for a person to see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadLetter {
    pub event: EventId,
    pub session: SessionId,
    pub sequence: i64,
    pub attempts: i64,
    pub error: String,
    pub dead_at: Timestamp,
}

pub fn dead_letters(tx: &mut Tx<'_>) -> Result<Vec<DeadLetter>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        "SELECT event_id, session_id, sequence_number, attempts, coalesce(last_error, ''), dead_at FROM outbox
         WHERE tenant_id = ?1 AND dead_at IS NOT NULL ORDER BY position LIMIT 500",
        values![tenant],
        |row| {
            Ok(DeadLetter {
                event: row.get(0)?,
                session: row.get(1)?,
                sequence: row.get(2)?,
                attempts: row.get(3)?,
                error: row.get(4)?,
                dead_at: row.get(5)?,
            })
        },
    )
}

/// Gives every dead letter of the tenant another round; how many there were.
pub fn retry_dead_letters(tx: &mut Tx<'_>) -> Result<u64, StoreError> {
    let tenant = tx.tenant();
    tx.conn.execute(
        "UPDATE outbox SET dead_at = NULL, attempts = 0, next_attempt_at = 0
         WHERE tenant_id = ?1 AND dead_at IS NOT NULL",
        values![tenant],
    )
}

/// Whether the event's projections are still to come.
pub fn is_waiting(tx: &mut Tx<'_>, event: EventId) -> Result<Option<bool>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(
        "SELECT CASE WHEN dead_at IS NULL THEN 0 ELSE 1 END FROM outbox WHERE tenant_id = ?1 AND event_id = ?2",
        values![tenant, event],
        |row| row.get(0),
    )
}

/// How many events of the deployment wait, and how many were given up on.
pub fn counts(tx: &mut DeploymentTx<'_>) -> Result<(i64, i64), StoreError> {
    let counts = tx.conn.query_one("SELECT count(*), count(dead_at) FROM outbox", &[], |row| {
        Ok((row.get::<i64>(0)?, row.get::<i64>(1)?))
    })?;
    Ok(counts.map_or((0, 0), |(all, dead)| (all - dead, dead)))
}
