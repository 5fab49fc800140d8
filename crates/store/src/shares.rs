//! Read-only links to a session.

use conserje_kernel::{Digest, SessionId, ShareId, TenantId, Timestamp, UserId};

use crate::sql::{Row, values};
use crate::{DeploymentTx, StoreError, Tx};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    pub id: ShareId,
    pub tenant: TenantId,
    pub session: SessionId,
    pub user: UserId,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
}

pub struct NewShare {
    pub id: ShareId,
    pub session: SessionId,
    pub user: UserId,
    pub token_digest: Digest,
    pub expires_at: Timestamp,
}

fn read(row: &Row<'_>) -> Result<Share, StoreError> {
    Ok(Share {
        id: row.get(0)?,
        tenant: row.get(1)?,
        session: row.get(2)?,
        user: row.get(3)?,
        created_at: row.get(4)?,
        expires_at: row.get(5)?,
    })
}

/// Makes a link. Made again under the same id, after an answer that never arrived, it gets the new token.
pub fn create(tx: &mut Tx<'_>, new: &NewShare) -> Result<Share, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.execute(
        "INSERT INTO session_shares (id, tenant_id, session_id, user_id, token_digest, created_at, expires_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         ON CONFLICT (id) DO UPDATE SET token_digest = excluded.token_digest",
        values![new.id, tenant, new.session, new.user, new.token_digest, now, new.expires_at],
    )?;
    Ok(Share {
        id: new.id,
        tenant,
        session: new.session,
        user: new.user,
        created_at: now,
        expires_at: new.expires_at,
    })
}

/// The share behind a token that still opens its session.
pub fn valid(tx: &mut DeploymentTx<'_>, token: Digest) -> Result<Option<Share>, StoreError> {
    let now = tx.now();
    tx.conn.query_one(
        "SELECT h.id, h.tenant_id, h.session_id, h.user_id, h.created_at, h.expires_at
         FROM session_shares h JOIN sessions s ON s.id = h.session_id
         WHERE h.token_digest = ?1 AND h.revoked_at IS NULL AND h.expires_at > ?2 AND s.deleted_at IS NULL",
        values![token, now],
        read,
    )
}

/// The links of a session that still work.
pub fn of_session(tx: &mut Tx<'_>, session: SessionId) -> Result<Vec<Share>, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.query(
        "SELECT id, tenant_id, session_id, user_id, created_at, expires_at FROM session_shares
         WHERE tenant_id = ?1 AND session_id = ?2 AND revoked_at IS NULL AND expires_at > ?3
         ORDER BY created_at, id",
        values![tenant, session, now],
        read,
    )
}

pub fn revoke(tx: &mut Tx<'_>, session: SessionId, id: ShareId) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "UPDATE session_shares SET revoked_at = coalesce(revoked_at, ?4)
         WHERE tenant_id = ?1 AND session_id = ?2 AND id = ?3",
        values![tenant, session, id, now],
    )?;
    Ok(touched > 0)
}
