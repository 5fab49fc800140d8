//! What providers delivered: durable before they are told so, known by the provider's name, dealt with once.

use std::time::Duration;

use conserje_kernel::{ChannelId, TenantId, Timestamp, TurnId};

use super::contacts::Place;
use super::line::line;
use crate::db::Conn;
use crate::sql::{Row, values};
use crate::{DeploymentTx, StoreError, Tx};

/// How long whoever deals with a message may take before another may.
pub const LEASE: Duration = Duration::from_secs(120);

/// Something that is to be dealt with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrived {
    pub position: i64,
    pub tenant: TenantId,
    pub channel: ChannelId,
    pub provider_id: String,
    pub contact: String,
    pub turn: TurnId,
    pub content: String,
    pub attempts: i64,
    pub received_at: Timestamp,
}

pub struct NewArrival<'a> {
    pub place: Place<'a>,
    pub provider_id: &'a str,
    pub content: &'a str,
    /// Not taken, for this reason; what it said is not kept.
    pub refused: Option<&'a str>,
}

fn read(row: &Row<'_>) -> Result<Arrived, StoreError> {
    Ok(Arrived {
        position: row.get(0)?,
        tenant: row.get(1)?,
        channel: row.get(2)?,
        provider_id: row.get(3)?,
        contact: row.get(4)?,
        turn: row.get(5)?,
        content: row.get(6)?,
        attempts: row.get(7)?,
        received_at: row.get(8)?,
    })
}

/// Puts it in line; `false` if it was delivered before.
pub fn take(tx: &mut Tx<'_>, new: &NewArrival<'_>) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let state = if new.refused.is_some() { "refused" } else { "queued" };
    let content = if new.refused.is_some() { "" } else { new.content };
    let touched = tx.conn.execute(
        "INSERT INTO channel_incoming (tenant_id, channel_id, provider_id, contact, turn_id, content, state, note,
             attempts, next_attempt_at, received_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 0, ?9, ?9)
         ON CONFLICT (tenant_id, channel_id, provider_id) DO NOTHING",
        values![
            tenant,
            new.place.channel,
            new.provider_id,
            new.place.contact,
            TurnId::generate(),
            content,
            state,
            new.refused,
            now
        ],
    )?;
    Ok(touched > 0)
}

/// How many messages of the contact came after a moment, those that were not taken too.
pub fn count_since(tx: &mut Tx<'_>, place: Place<'_>, after: Timestamp) -> Result<i64, StoreError> {
    let tenant = tx.tenant();
    let count = tx.conn.query_one(
        "SELECT count(*) FROM channel_incoming
         WHERE tenant_id = ?1 AND channel_id = ?2 AND contact = ?3 AND received_at > ?4",
        values![tenant, place.channel, place.contact, after],
        |row| row.get(0),
    )?;
    Ok(count.unwrap_or(0))
}

line!("channel_incoming", "state");

/// The first in each contact's line that are due, leased to `owner`.
pub fn claim(tx: &mut DeploymentTx<'_>, owner: &str, limit: i64) -> Result<Vec<Arrived>, StoreError> {
    let (now, heads) = (tx.now(), heads(tx, limit)?);
    let mut claimed = Vec::with_capacity(heads.len());
    for position in heads {
        claimed.extend(tx.conn.query(
            "UPDATE channel_incoming SET attempts = attempts + 1, next_attempt_at = ?2, lease_owner = ?3
             WHERE position = ?1 AND state = 'queued'
             RETURNING position, tenant_id, channel_id, provider_id, contact, turn_id, content, attempts, received_at",
            values![position, now.plus(LEASE), owner],
            read,
        )?);
    }
    Ok(claimed)
}

/// What became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled<'a> {
    Done,
    /// Not taken, or nothing to be taken.
    Refused(&'a str),
    /// Given up on.
    Failed(&'a str),
}

/// It is dealt with; what it said is in its session's log, or nowhere.
pub fn settle(tx: &mut Tx<'_>, position: i64, how: Settled<'_>) -> Result<(), StoreError> {
    let tenant = tx.tenant();
    let (state, note) = match how {
        Settled::Done => ("done", None),
        Settled::Refused(why) => ("refused", Some(why)),
        Settled::Failed(why) => ("failed", Some(why)),
    };
    tx.conn.execute(
        "UPDATE channel_incoming SET state = ?3, note = ?4, content = '', lease_owner = NULL
         WHERE tenant_id = ?1 AND position = ?2",
        values![tenant, position, state, note],
    )?;
    Ok(())
}

/// To be dealt with later.
pub fn put_off(tx: &mut Tx<'_>, position: i64, until: Timestamp, why: &str) -> Result<(), StoreError> {
    let tenant = tx.tenant();
    tx.conn.execute(
        "UPDATE channel_incoming SET next_attempt_at = ?3, note = ?4, lease_owner = NULL
         WHERE tenant_id = ?1 AND position = ?2 AND state = 'queued'",
        values![tenant, position, until, why],
    )?;
    Ok(())
}
