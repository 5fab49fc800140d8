//! What is to go out through channels, each contact's in order, until it is sent or given up on.

use std::time::Duration;

use conserje_kernel::{
    ChannelId, Cursor, DeliveryId, DeliveryKind, DeliveryStatus, Page, PageRequest, SessionId, TenantId,
    Timestamp,
};

use super::contacts::Place;
use super::line::line;
use crate::db::Conn;
use crate::sql::{Row, Value, values};
use crate::{DeploymentTx, StoreError, Tx};

/// How long whoever sends a part may take before another may.
pub const LEASE: Duration = Duration::from_secs(60);

/// A message on its way out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    pub id: DeliveryId,
    pub tenant: TenantId,
    pub channel: ChannelId,
    pub contact: String,
    pub session: SessionId,
    /// The event that it says, or what else it is for.
    pub cause: String,
    pub sequence: i64,
    pub kind: DeliveryKind,
    /// Empty once its session was erased.
    pub content: String,
    pub status: DeliveryStatus,
    pub parts_sent: i64,
    pub attempts: i64,
    pub next_attempt_at: Timestamp,
    pub error: Option<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// The columns that `read` reads, said once.
macro_rules! delivery_columns {
    ($before:literal, $after:literal) => {
        concat!(
            $before,
            " id, tenant_id, channel_id, contact, session_id, cause, sequence_number, kind, content, status, parts_sent,
             attempts, next_attempt_at, error, created_at, updated_at ",
            $after
        )
    };
}

fn read(row: &Row<'_>) -> Result<Delivery, StoreError> {
    Ok(Delivery {
        id: row.get(0)?,
        tenant: row.get(1)?,
        channel: row.get(2)?,
        contact: row.get(3)?,
        session: row.get(4)?,
        cause: row.get(5)?,
        sequence: row.get(6)?,
        kind: row.get(7)?,
        content: row.get(8)?,
        status: row.get(9)?,
        parts_sent: row.get(10)?,
        attempts: row.get(11)?,
        next_attempt_at: row.get(12)?,
        error: row.get(13)?,
        created_at: row.get(14)?,
        updated_at: row.get(15)?,
    })
}

/// Something to be said in a session.
#[derive(Clone, Copy, Debug)]
pub struct ToSay<'a> {
    pub session: SessionId,
    pub cause: &'a str,
    pub sequence: i64,
    pub kind: DeliveryKind,
    pub content: &'a str,
}

/// Puts it in line if the session is somebody's who writes through a channel; the same cause again changes nothing.
pub fn queue(tx: &mut Tx<'_>, say: &ToSay<'_>) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "INSERT INTO channel_outgoing (id, tenant_id, channel_id, contact, session_id, cause, sequence_number, kind,
             content, status, parts_sent, attempts, next_attempt_at, created_at, updated_at)
         SELECT CAST(?3 AS TEXT), tenant_id, channel_id, contact, session_id, CAST(?4 AS TEXT), CAST(?5 AS BIGINT),
             CAST(?6 AS TEXT), CAST(?7 AS TEXT), 'queued', 0, 0, CAST(?8 AS BIGINT), CAST(?8 AS BIGINT),
             CAST(?8 AS BIGINT)
         FROM channel_sessions WHERE tenant_id = ?1 AND session_id = ?2
         ON CONFLICT (tenant_id, channel_id, cause) DO NOTHING",
        values![
            tenant,
            say.session,
            DeliveryId::generate(),
            say.cause,
            say.sequence,
            say.kind,
            say.content,
            now
        ],
    )?;
    Ok(touched > 0)
}

line!("channel_outgoing", "status");

/// The first in each contact's line that are due, leased to `owner`.
pub fn claim(tx: &mut DeploymentTx<'_>, owner: &str, limit: i64) -> Result<Vec<Delivery>, StoreError> {
    let (now, heads) = (tx.now(), heads(tx, limit)?);
    let mut claimed = Vec::with_capacity(heads.len());
    for position in heads {
        let leased = tx.conn.query(
            delivery_columns!(
                "UPDATE channel_outgoing SET attempts = attempts + 1, next_attempt_at = ?2, lease_owner = ?3
                 WHERE position = ?1 AND status = 'queued' RETURNING",
                ""
            ),
            values![position, now.plus(LEASE), owner],
            read,
        );
        match leased {
            Ok(leased) => claimed.extend(leased),
            // A newer program wrote it; it stops nobody's line but shows in its own.
            Err(StoreError::Malformed { problem, .. }) => give_up(tx, position, &problem)?,
            Err(error) => return Err(error),
        }
    }
    Ok(claimed)
}

fn give_up(tx: &mut DeploymentTx<'_>, position: i64, problem: &str) -> Result<(), StoreError> {
    let now = tx.now();
    tx.conn.execute(
        "UPDATE channel_outgoing SET status = 'failed', error = ?2, lease_owner = NULL, updated_at = ?3
         WHERE position = ?1",
        values![position, problem, now],
    )?;
    Ok(())
}

/// A part of it has gone, known to the provider by this name; `is_last`: all of it has.
pub fn part_sent(
    tx: &mut Tx<'_>,
    delivery: &Delivery,
    provider_id: Option<&str>,
    is_last: bool,
) -> Result<(), StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    if let Some(provider_id) = provider_id {
        tx.conn.execute(
            "INSERT INTO channel_sent (tenant_id, channel_id, provider_id, delivery_id) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (tenant_id, channel_id, provider_id) DO NOTHING",
            values![tenant, delivery.channel, provider_id, delivery.id],
        )?;
    }
    if is_last {
        tx.conn.execute(
            "UPDATE channel_outgoing SET status = 'sent', error = NULL, lease_owner = NULL,
                 parts_sent = parts_sent + 1, updated_at = ?3
             WHERE tenant_id = ?1 AND id = ?2 AND status = 'queued'",
            values![tenant, delivery.id, now],
        )?;
    } else {
        tx.conn.execute(
            "UPDATE channel_outgoing SET parts_sent = parts_sent + 1, next_attempt_at = ?4, updated_at = ?3
             WHERE tenant_id = ?1 AND id = ?2 AND status = 'queued'",
            values![tenant, delivery.id, now, now.plus(LEASE)],
        )?;
    }
    Ok(())
}

/// It is tried again at that moment, or given up on if there is none.
pub fn not_sent(
    tx: &mut Tx<'_>,
    id: DeliveryId,
    error: &str,
    again_at: Option<Timestamp>,
) -> Result<(), StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let (status, next) = match again_at {
        Some(moment) => (DeliveryStatus::Queued, moment),
        None => (DeliveryStatus::Failed, now),
    };
    tx.conn.execute(
        "UPDATE channel_outgoing SET status = ?3, error = ?4, next_attempt_at = ?5, lease_owner = NULL, updated_at = ?6
         WHERE tenant_id = ?1 AND id = ?2 AND status = 'queued'",
        values![tenant, id, status, error, next, now],
    )?;
    Ok(())
}

/// What the provider says of a message that it has by this name; `false` if it is not known here, or not yet. Word of an
/// earlier state that comes late changes nothing.
pub fn note_status(
    tx: &mut Tx<'_>,
    channel: ChannelId,
    provider_id: &str,
    (status, error): (DeliveryStatus, Option<&str>),
) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let found: Option<DeliveryId> = tx.conn.query_one(
        "SELECT delivery_id FROM channel_sent WHERE tenant_id = ?1 AND channel_id = ?2 AND provider_id = ?3",
        values![tenant, channel, provider_id],
        |row| row.get(0),
    )?;
    let Some(id) = found else { return Ok(false) };
    tx.conn.execute(
        "UPDATE channel_outgoing SET status = ?3, error = ?4, updated_at = ?5,
             parts_sent = CASE WHEN ?3 = 'failed' THEN 0 ELSE parts_sent END
         WHERE tenant_id = ?1 AND id = ?2 AND (
             (status = 'sent' AND ?3 IN ('delivered', 'read', 'failed'))
             OR (status = 'delivered' AND ?3 IN ('read', 'failed')))",
        values![tenant, id, status, error, now],
    )?;
    Ok(true)
}

/// Everything that the contact was sent so far has been delivered or read.
pub fn note_all(tx: &mut Tx<'_>, place: Place<'_>, status: DeliveryStatus) -> Result<u64, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.execute(
        "UPDATE channel_outgoing SET status = ?4, updated_at = ?5
         WHERE tenant_id = ?1 AND channel_id = ?2 AND contact = ?3 AND (
             (status = 'sent' AND ?4 IN ('delivered', 'read')) OR (status = 'delivered' AND ?4 = 'read'))",
        values![tenant, place.channel, place.contact, status, now],
    )
}

/// A channel's deliveries, the latest first; those in one state, if one is named.
pub fn list(
    tx: &mut Tx<'_>,
    channel: ChannelId,
    status: Option<DeliveryStatus>,
    page: &PageRequest,
) -> Result<Page<Delivery>, StoreError> {
    let tenant = tx.tenant();
    let (before, before_id) = match &page.after {
        Some(cursor) => (cursor.key, cursor.id.as_str()),
        None => (i64::MAX, ""),
    };
    let limit = i64::try_from(page.size.get()).unwrap_or(i64::MAX).saturating_add(1);
    let status = status.map_or_else(|| Value::from("*"), Value::from);
    let rows = tx.conn.query(
        delivery_columns!(
            "SELECT",
            "FROM channel_outgoing
             WHERE tenant_id = ?1 AND channel_id = ?2 AND (created_at < ?3 OR (created_at = ?3 AND id < ?4))
               AND ?5 IN (status, '*')
             ORDER BY created_at DESC, id DESC LIMIT ?6"
        ),
        &[
            Value::from(tenant),
            Value::from(channel),
            Value::from(before),
            Value::from(before_id),
            status,
            Value::from(limit),
        ],
        read,
    )?;
    Ok(Page::cut(rows, page.size, |one| Cursor { key: one.created_at.as_micros(), id: one.id.to_string() }))
}

pub fn find(tx: &mut Tx<'_>, channel: ChannelId, id: DeliveryId) -> Result<Option<Delivery>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(
        delivery_columns!(
            "SELECT",
            "FROM channel_outgoing WHERE tenant_id = ?1 AND channel_id = ?2 AND id = ?3"
        ),
        values![tenant, channel, id],
        read,
    )
}

/// Gives one that was given up on a new set of attempts, now. `None` if there is no such one, or nothing left to send.
pub fn retry(tx: &mut Tx<'_>, channel: ChannelId, id: DeliveryId) -> Result<Option<Delivery>, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.query_one(
        delivery_columns!(
            "UPDATE channel_outgoing SET status = 'queued', attempts = 0, next_attempt_at = ?4, updated_at = ?4
             WHERE tenant_id = ?1 AND channel_id = ?2 AND id = ?3 AND status = 'failed' AND content <> '' RETURNING",
            ""
        ),
        values![tenant, channel, id, now],
        read,
    )
}
