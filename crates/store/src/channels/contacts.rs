//! Who writes through a channel, and in which conversation.

use conserje_kernel::{ChannelId, ChannelKind, CustomerId, SessionId, Timestamp};

use crate::sql::values;
use crate::{StoreError, Tx};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contact {
    pub session: SessionId,
    pub customer: CustomerId,
    pub last_heard_at: Timestamp,
}

/// A person, by the provider's name for them.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    pub channel: ChannelId,
    pub contact: &'a str,
}

pub fn find(tx: &mut Tx<'_>, place: Place<'_>) -> Result<Option<Contact>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(
        "SELECT session_id, customer_id, last_heard_at FROM channel_contacts
         WHERE tenant_id = ?1 AND channel_id = ?2 AND contact = ?3",
        values![tenant, place.channel, place.contact],
        |row| Ok(Contact { session: row.get(0)?, customer: row.get(1)?, last_heard_at: row.get(2)? }),
    )
}

/// The customer behind the same name at another channel of this kind, where names are the provider's for everybody.
pub fn known_elsewhere(
    tx: &mut Tx<'_>,
    kind: ChannelKind,
    contact: &str,
) -> Result<Option<CustomerId>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(
        "SELECT p.customer_id FROM channel_contacts p
         JOIN channels c ON c.tenant_id = p.tenant_id AND c.id = p.channel_id
         WHERE p.tenant_id = ?1 AND c.kind = ?2 AND p.contact = ?3 ORDER BY p.last_heard_at LIMIT 1",
        values![tenant, kind, contact],
        |row| row.get(0),
    )
}

/// They write in this conversation from now on; they were heard at that moment, or later. `is_sent_to`: its answers are
/// sent to them through the channel.
pub fn put(tx: &mut Tx<'_>, place: Place<'_>, contact: &Contact, is_sent_to: bool) -> Result<(), StoreError> {
    let tenant = tx.tenant();
    tx.conn.execute(
        "INSERT INTO channel_contacts (tenant_id, channel_id, contact, session_id, customer_id, last_heard_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT (tenant_id, channel_id, contact) DO UPDATE SET session_id = excluded.session_id,
             customer_id = excluded.customer_id,
             last_heard_at = CASE WHEN excluded.last_heard_at > channel_contacts.last_heard_at
                 THEN excluded.last_heard_at ELSE channel_contacts.last_heard_at END",
        values![
            tenant,
            place.channel,
            place.contact,
            contact.session,
            contact.customer,
            contact.last_heard_at
        ],
    )?;
    if !is_sent_to {
        return Ok(());
    }
    tx.conn.execute(
        "INSERT INTO channel_sessions (tenant_id, session_id, channel_id, contact) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (tenant_id, session_id) DO NOTHING",
        values![tenant, contact.session, place.channel, place.contact],
    )?;
    Ok(())
}
