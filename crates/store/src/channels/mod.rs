//! Channels that people outside write from, and the two lines of each: what came in ([`incoming`]) and what is to go out
//! ([`outgoing`]).
//!
//! Both lines hold the messages of a contact in order: the first that is not over keeps those behind it waiting. A row that
//! is being worked on is leased by moving its next attempt away; when its worker is gone, the attempt comes due again.
pub mod contacts;
pub mod incoming;
mod line;
pub mod outgoing;

use conserje_kernel::{ChannelId, ChannelKind, TenantId, Timestamp};

use crate::sql::{Row, values};
use crate::{DeploymentTx, StoreError, Tx};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Channel {
    pub id: ChannelId,
    pub tenant: TenantId,
    pub kind: ChannelKind,
    pub name: String,
    /// JSON.
    pub settings: String,
    pub is_enabled: bool,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// The columns that `read` reads, said once.
macro_rules! select_channel {
    ($rest:literal) => {
        concat!(
            "SELECT id, tenant_id, kind, name, settings, is_enabled, created_at, updated_at FROM channels ",
            $rest
        )
    };
}

fn read(row: &Row<'_>) -> Result<Channel, StoreError> {
    Ok(Channel {
        id: row.get(0)?,
        tenant: row.get(1)?,
        kind: row.get(2)?,
        name: row.get(3)?,
        settings: row.get(4)?,
        is_enabled: row.get(5)?,
        created_at: row.get(6)?,
        updated_at: row.get(7)?,
    })
}

/// What is said of a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChannelFacts {
    pub kind: ChannelKind,
    pub name: String,
    pub settings: String,
    pub is_enabled: bool,
}

/// [`StoreError::Duplicate`] if another has the name.
pub fn create(tx: &mut Tx<'_>, id: ChannelId, facts: &ChannelFacts) -> Result<(), StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.execute(
        "INSERT INTO channels (id, tenant_id, kind, name, settings, is_enabled, created_at, updated_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)",
        values![id, tenant, facts.kind, &facts.name, &facts.settings, facts.is_enabled, now],
    )?;
    Ok(())
}

/// Whether it was there. A channel stays of its kind.
pub fn update(tx: &mut Tx<'_>, id: ChannelId, facts: &ChannelFacts) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "UPDATE channels SET name = ?3, settings = ?4, is_enabled = ?5, updated_at = ?6
         WHERE tenant_id = ?1 AND id = ?2",
        values![tenant, id, &facts.name, &facts.settings, facts.is_enabled, now],
    )?;
    Ok(touched > 0)
}

pub fn all(tx: &mut Tx<'_>) -> Result<Vec<Channel>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        select_channel!("WHERE tenant_id = ?1 ORDER BY created_at, id LIMIT 200"),
        values![tenant],
        read,
    )
}

pub fn find(tx: &mut Tx<'_>, id: ChannelId) -> Result<Option<Channel>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(select_channel!("WHERE tenant_id = ?1 AND id = ?2"), values![tenant, id], read)
}

/// Whose a channel is; for what arrives from outside, before there is a tenant.
pub fn of_any_tenant(tx: &mut DeploymentTx<'_>, id: ChannelId) -> Result<Option<Channel>, StoreError> {
    tx.conn.query_one(select_channel!("WHERE id = ?1"), values![id], read)
}

/// With all that came and went through it; the conversations stay. Whether it was there.
pub fn remove(tx: &mut Tx<'_>, id: ChannelId) -> Result<bool, StoreError> {
    let tenant = tx.tenant();
    let own = values![tenant, id];
    tx.conn.execute("DELETE FROM channel_contacts WHERE tenant_id = ?1 AND channel_id = ?2", own)?;
    tx.conn.execute("DELETE FROM channel_sessions WHERE tenant_id = ?1 AND channel_id = ?2", own)?;
    tx.conn.execute("DELETE FROM channel_incoming WHERE tenant_id = ?1 AND channel_id = ?2", own)?;
    tx.conn.execute("DELETE FROM channel_outgoing WHERE tenant_id = ?1 AND channel_id = ?2", own)?;
    tx.conn.execute("DELETE FROM channel_sent WHERE tenant_id = ?1 AND channel_id = ?2", own)?;
    Ok(tx.conn.execute("DELETE FROM channels WHERE tenant_id = ?1 AND id = ?2", own)? > 0)
}

/// How a channel does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Messages that came and are not dealt with yet.
    pub arriving: i64,
    /// Messages that are to go out.
    pub waiting: i64,
    /// Messages that did not get through, either way.
    pub failed: i64,
}

pub fn traffic(tx: &mut Tx<'_>, id: ChannelId) -> Result<Traffic, StoreError> {
    let tenant = tx.tenant();
    let counted = tx.conn.query_one(
        "SELECT (SELECT count(*) FROM channel_incoming WHERE tenant_id = ?1 AND channel_id = ?2 AND state = 'queued'),
                (SELECT count(*) FROM channel_outgoing WHERE tenant_id = ?1 AND channel_id = ?2 AND status = 'queued'),
                (SELECT count(*) FROM channel_incoming WHERE tenant_id = ?1 AND channel_id = ?2 AND state = 'failed')
                + (SELECT count(*) FROM channel_outgoing
                   WHERE tenant_id = ?1 AND channel_id = ?2 AND status = 'failed')",
        values![tenant, id],
        |row| Ok(Traffic { arriving: row.get(0)?, waiting: row.get(1)?, failed: row.get(2)? }),
    )?;
    Ok(counted.unwrap_or_default())
}
