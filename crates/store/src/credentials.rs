//! What people prove themselves with: logins, API keys, one-time links. Tokens are kept as digests only.

use conserje_kernel::{ApiKeyId, Digest, KeyScopes, LinkId, LoginId, Role, TenantId, Timestamp, UserId};

use crate::sql::{Row, values};
use crate::{DeploymentTx, StoreError, Tx};

/// Whose a valid credential is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    pub tenant: TenantId,
    pub user: UserId,
    pub role: Role,
}

pub struct NewLogin {
    pub id: LoginId,
    pub user: UserId,
    pub token_digest: Digest,
    pub expires_at: Timestamp,
}

pub fn create_login(tx: &mut Tx<'_>, new: &NewLogin) -> Result<(), StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.execute(
        "INSERT INTO logins (id, tenant_id, user_id, token_digest, created_at, expires_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        values![new.id, tenant, new.user, new.token_digest, now, new.expires_at],
    )?;
    Ok(())
}

/// The holder of a login that is neither expired nor revoked, of a user who is not disabled.
pub fn valid_login(
    tx: &mut DeploymentTx<'_>,
    token: Digest,
) -> Result<Option<(LoginId, Holder)>, StoreError> {
    let now = tx.now();
    tx.conn.query_one(
        "SELECT l.id, u.tenant_id, u.id, u.role FROM logins l JOIN users u ON u.id = l.user_id
         WHERE l.token_digest = ?1 AND l.revoked_at IS NULL AND l.expires_at > ?2 AND u.disabled_at IS NULL",
        values![token, now],
        |row| Ok((row.get(0)?, holder(row, 1)?)),
    )
}

/// Whether the login still opens doors, and as what role.
pub fn login_still_valid(tx: &mut Tx<'_>, id: LoginId) -> Result<Option<Role>, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.query_one(
        "SELECT u.role FROM logins l JOIN users u ON u.id = l.user_id
         WHERE l.tenant_id = ?1 AND l.id = ?2 AND l.revoked_at IS NULL AND l.expires_at > ?3
           AND u.disabled_at IS NULL",
        values![tenant, id, now],
        |row| row.get(0),
    )
}

pub fn revoke_login(tx: &mut Tx<'_>, id: LoginId) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "UPDATE logins SET revoked_at = ?3 WHERE tenant_id = ?1 AND id = ?2 AND revoked_at IS NULL",
        values![tenant, id, now],
    )?;
    Ok(touched > 0)
}

/// Signs a user out everywhere; how many logins that ended.
pub fn revoke_logins_of(tx: &mut Tx<'_>, user: UserId) -> Result<u64, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.execute(
        "UPDATE logins SET revoked_at = ?3 WHERE tenant_id = ?1 AND user_id = ?2 AND revoked_at IS NULL",
        values![tenant, user, now],
    )
}

/// The same, save for the one login that goes on.
pub fn revoke_other_logins_of(tx: &mut Tx<'_>, user: UserId, kept: LoginId) -> Result<u64, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.execute(
        "UPDATE logins SET revoked_at = ?4
         WHERE tenant_id = ?1 AND user_id = ?2 AND id <> ?3 AND revoked_at IS NULL",
        values![tenant, user, kept, now],
    )
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiKey {
    pub id: ApiKeyId,
    pub user: UserId,
    pub name: String,
    /// The first characters of the token, by which a person tells keys apart.
    pub prefix: String,
    pub scopes: KeyScopes,
    pub created_at: Timestamp,
    pub expires_at: Option<Timestamp>,
    pub last_used_at: Option<Timestamp>,
    pub revoked_at: Option<Timestamp>,
}

pub struct NewApiKey {
    pub id: ApiKeyId,
    pub user: UserId,
    pub name: String,
    pub prefix: String,
    pub token_digest: Digest,
    pub scopes: KeyScopes,
    pub expires_at: Option<Timestamp>,
}

fn read_key(row: &Row<'_>) -> Result<ApiKey, StoreError> {
    Ok(ApiKey {
        id: row.get(0)?,
        user: row.get(1)?,
        name: row.get(2)?,
        prefix: row.get(3)?,
        scopes: row.get(4)?,
        created_at: row.get(5)?,
        expires_at: row.get(6)?,
        last_used_at: row.get(7)?,
        revoked_at: row.get(8)?,
    })
}

/// Makes a key. Made again under the same id, after an answer that never arrived, it gets the new token.
pub fn create_key(tx: &mut Tx<'_>, new: NewApiKey) -> Result<ApiKey, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let NewApiKey { id, user, name, prefix, token_digest, scopes, expires_at } = new;
    tx.conn.execute(
        "INSERT INTO api_keys (id, tenant_id, user_id, name, prefix, token_digest, scopes, created_at, expires_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
         ON CONFLICT (id) DO UPDATE SET token_digest = excluded.token_digest, prefix = excluded.prefix",
        values![id, tenant, user, &name, &prefix, token_digest, scopes.clone(), now, expires_at],
    )?;
    Ok(ApiKey {
        id,
        user,
        name,
        prefix,
        scopes,
        created_at: now,
        expires_at,
        last_used_at: None,
        revoked_at: None,
    })
}

/// A key that opens doors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidKey {
    pub id: ApiKeyId,
    pub scopes: KeyScopes,
    pub last_used_at: Option<Timestamp>,
    pub holder: Holder,
}

/// The key, if it is neither expired nor revoked and its user is not disabled.
pub fn valid_key(tx: &mut DeploymentTx<'_>, token: Digest) -> Result<Option<ValidKey>, StoreError> {
    let now = tx.now();
    tx.conn.query_one(
        "SELECT k.id, k.scopes, k.last_used_at, u.tenant_id, u.id, u.role
         FROM api_keys k JOIN users u ON u.id = k.user_id
         WHERE k.token_digest = ?1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ?2)
           AND u.disabled_at IS NULL",
        values![token, now],
        |row| {
            Ok(ValidKey {
                id: row.get(0)?,
                scopes: row.get(1)?,
                last_used_at: row.get(2)?,
                holder: holder(row, 3)?,
            })
        },
    )
}

/// Whether the key still opens doors, and as what role.
pub fn key_still_valid(tx: &mut Tx<'_>, id: ApiKeyId) -> Result<Option<Role>, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.query_one(
        "SELECT u.role FROM api_keys k JOIN users u ON u.id = k.user_id
         WHERE k.tenant_id = ?1 AND k.id = ?2 AND k.revoked_at IS NULL
           AND (k.expires_at IS NULL OR k.expires_at > ?3) AND u.disabled_at IS NULL",
        values![tenant, id, now],
        |row| row.get(0),
    )
}

pub fn touch_key(tx: &mut Tx<'_>, id: ApiKeyId) -> Result<(), StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.execute(
        "UPDATE api_keys SET last_used_at = ?3 WHERE tenant_id = ?1 AND id = ?2",
        values![tenant, id, now],
    )?;
    Ok(())
}

pub fn keys_of(tx: &mut Tx<'_>, user: UserId) -> Result<Vec<ApiKey>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        "SELECT id, user_id, name, prefix, scopes, created_at, expires_at, last_used_at, revoked_at FROM api_keys
         WHERE tenant_id = ?1 AND user_id = ?2 ORDER BY created_at, id",
        values![tenant, user],
        read_key,
    )
}

pub fn all_keys(tx: &mut Tx<'_>) -> Result<Vec<ApiKey>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        "SELECT id, user_id, name, prefix, scopes, created_at, expires_at, last_used_at, revoked_at FROM api_keys
         WHERE tenant_id = ?1 ORDER BY created_at, id",
        values![tenant],
        read_key,
    )
}

pub fn find_key(tx: &mut Tx<'_>, id: ApiKeyId) -> Result<Option<ApiKey>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(
        "SELECT id, user_id, name, prefix, scopes, created_at, expires_at, last_used_at, revoked_at FROM api_keys
         WHERE tenant_id = ?1 AND id = ?2",
        values![tenant, id],
        read_key,
    )
}

/// Revoking twice keeps the first moment.
pub fn revoke_key(tx: &mut Tx<'_>, id: ApiKeyId) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "UPDATE api_keys SET revoked_at = coalesce(revoked_at, ?3) WHERE tenant_id = ?1 AND id = ?2",
        values![tenant, id, now],
    )?;
    Ok(touched > 0)
}

pub fn create_link(
    tx: &mut Tx<'_>,
    user: UserId,
    token_digest: Digest,
    expires_at: Timestamp,
) -> Result<LinkId, StoreError> {
    let (tenant, now, id) = (tx.tenant(), tx.now(), LinkId::generate());
    tx.conn.execute(
        "INSERT INTO one_time_links (id, tenant_id, user_id, token_digest, created_at, expires_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        values![id, tenant, user, token_digest, now, expires_at],
    )?;
    Ok(id)
}

/// Uses a link up. Whoever comes second gets nothing.
pub fn use_link(tx: &mut DeploymentTx<'_>, token: Digest) -> Result<Option<Holder>, StoreError> {
    let now = tx.now();
    let link: Option<UserId> = tx.conn.query_one(
        "UPDATE one_time_links SET used_at = ?2
         WHERE token_digest = ?1 AND used_at IS NULL AND expires_at > ?2 RETURNING user_id",
        values![token, now],
        |row| row.get(0),
    )?;
    let Some(user) = link else { return Ok(None) };
    tx.conn.query_one(
        "SELECT tenant_id, id, role FROM users WHERE id = ?1 AND disabled_at IS NULL",
        values![user],
        |row| holder(row, 0),
    )
}

fn holder(row: &Row<'_>, from: usize) -> Result<Holder, StoreError> {
    Ok(Holder { tenant: row.get(from)?, user: row.get(from + 1)?, role: row.get(from + 2)? })
}
