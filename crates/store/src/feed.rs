//! A tenant's events in the order in which they became durable.
//!
//! Numbers are given by the one projector, to events that are already committed: a number, once
//! seen, is never joined later by a smaller one.

use conserje_kernel::{EventId, SessionId};

use crate::outbox::Waiting;
use crate::sql::values;
use crate::{StoreError, Tx};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedEntry {
    pub position: i64,
    pub session: SessionId,
    pub sequence: i64,
    pub event: EventId,
}

/// Gives the events the tenant's next numbers, in the order given.
pub fn add(tx: &mut Tx<'_>, events: &[Waiting]) -> Result<(), StoreError> {
    let tenant = tx.tenant();
    let count = i64::try_from(events.len()).unwrap_or(i64::MAX);
    let last: i64 = tx
        .conn
        .query_one(
            "INSERT INTO feed_heads (tenant_id, last_position) VALUES (?1, ?2)
             ON CONFLICT (tenant_id) DO UPDATE SET last_position = feed_heads.last_position + ?2
             RETURNING last_position",
            values![tenant, count],
            |row| row.get(0),
        )?
        .unwrap_or(count);
    for (position, event) in (last - count + 1..).zip(events) {
        tx.conn.execute(
            "INSERT INTO tenant_feed (tenant_id, position, session_id, sequence_number, event_id)
             VALUES (?1, ?2, ?3, ?4, ?5)",
            values![tenant, position, event.session, event.sequence, event.event],
        )?;
    }
    Ok(())
}

/// What came after a number, at most `limit`.
pub fn after(tx: &mut Tx<'_>, position: i64, limit: i64) -> Result<Vec<FeedEntry>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        "SELECT position, session_id, sequence_number, event_id FROM tenant_feed
         WHERE tenant_id = ?1 AND position > ?2 ORDER BY position LIMIT ?3",
        values![tenant, position, limit],
        |row| {
            Ok(FeedEntry {
                position: row.get(0)?,
                session: row.get(1)?,
                sequence: row.get(2)?,
                event: row.get(3)?,
            })
        },
    )
}
