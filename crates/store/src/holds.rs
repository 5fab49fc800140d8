//! Sessions that a person answers. One person at a time has a session; while they do, no agent answers in it.

use conserje_kernel::{SessionId, Timestamp, UserId};

use crate::sql::{Row, values};
use crate::{StoreError, Tx};

/// Who has a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    pub user: UserId,
    pub name: String,
    pub since: Timestamp,
}

fn read(row: &Row<'_>) -> Result<Holder, StoreError> {
    Ok(Holder { user: row.get(0)?, name: row.get(1)?, since: row.get(2)? })
}

/// Who has the session now.
pub fn holder(tx: &mut Tx<'_>, session: SessionId) -> Result<Option<Holder>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(
        "SELECT h.user_id, COALESCE(u.name, ''), h.since FROM session_holds h
         LEFT JOIN users u ON u.tenant_id = h.tenant_id AND u.id = h.user_id
         WHERE h.tenant_id = ?1 AND h.session_id = ?2",
        values![tenant, session],
        read,
    )
}

/// `false` if somebody has it, be it this person.
pub fn take(tx: &mut Tx<'_>, session: SessionId, user: UserId) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "INSERT INTO session_holds (tenant_id, session_id, user_id, since) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (tenant_id, session_id) DO NOTHING",
        values![tenant, session, user, now],
    )?;
    Ok(touched > 0)
}

/// `false` if nobody had it.
pub fn release(tx: &mut Tx<'_>, session: SessionId) -> Result<bool, StoreError> {
    let tenant = tx.tenant();
    let touched = tx.conn.execute(
        "DELETE FROM session_holds WHERE tenant_id = ?1 AND session_id = ?2",
        values![tenant, session],
    )?;
    Ok(touched > 0)
}
