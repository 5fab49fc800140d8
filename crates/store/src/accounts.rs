//! People inside a tenant.

use conserje_kernel::{Role, TenantId, Timestamp, UserId};

use crate::sql::{Row, values};
use crate::{DeploymentTx, StoreError, Tx};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    pub id: UserId,
    pub tenant: TenantId,
    pub email: String,
    pub name: String,
    pub role: Role,
    /// In argon2's own text form; none until a person has chosen one.
    pub password_hash: Option<String>,
    pub created_at: Timestamp,
    pub disabled_at: Option<Timestamp>,
}

pub struct NewUser {
    pub email: String,
    pub name: String,
    pub role: Role,
    pub password_hash: Option<String>,
}

/// The columns that `read` reads, said once.
macro_rules! select_user {
    ($rest:literal) => {
        concat!(
            "SELECT id, tenant_id, email, name, role, password_hash, created_at, disabled_at FROM users ",
            $rest
        )
    };
}

fn read(row: &Row<'_>) -> Result<User, StoreError> {
    Ok(User {
        id: row.get(0)?,
        tenant: row.get(1)?,
        email: row.get(2)?,
        name: row.get(3)?,
        role: row.get(4)?,
        password_hash: row.get(5)?,
        created_at: row.get(6)?,
        disabled_at: row.get(7)?,
    })
}

/// [`StoreError::Duplicate`] when the tenant has someone with this address. Addresses are compared as given:
/// the caller lowers their case.
pub fn create(tx: &mut Tx<'_>, id: UserId, new: NewUser) -> Result<User, StoreError> {
    let NewUser { email, name, role, password_hash } = new;
    let user = User {
        id,
        tenant: tx.tenant(),
        email,
        name,
        role,
        password_hash,
        created_at: tx.now(),
        disabled_at: None,
    };
    tx.conn.execute(
        "INSERT INTO users (id, tenant_id, email, name, role, password_hash, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        values![
            user.id,
            user.tenant,
            &user.email,
            &user.name,
            user.role,
            user.password_hash.as_deref(),
            user.created_at
        ],
    )?;
    Ok(user)
}

pub fn find(tx: &mut Tx<'_>, id: UserId) -> Result<Option<User>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(select_user!("WHERE tenant_id = ?1 AND id = ?2"), values![tenant, id], read)
}

pub fn by_email(tx: &mut Tx<'_>, email: &str) -> Result<Option<User>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(select_user!("WHERE tenant_id = ?1 AND email = ?2"), values![tenant, email], read)
}

/// In the order they came; guests are not among them.
pub fn all(tx: &mut Tx<'_>) -> Result<Vec<User>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        select_user!("WHERE tenant_id = ?1 AND role <> 'guest' ORDER BY created_at, id"),
        values![tenant],
        read,
    )
}

/// The guest of this address, made if there is none. What is no e-mail address can never sign in.
pub fn guest(tx: &mut Tx<'_>, address: &str, name: &str) -> Result<Option<User>, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.execute(
        "INSERT INTO users (id, tenant_id, email, name, role, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT (tenant_id, email) DO NOTHING",
        values![UserId::generate(), tenant, address, name, Role::Guest, now],
    )?;
    by_email(tx, address)
}

/// Everyone with this address who could sign in, in one tenant or any; few, and never more than `at_most`.
pub fn who_may_sign_in(
    tx: &mut DeploymentTx<'_>,
    email: &str,
    tenant: Option<TenantId>,
    at_most: i64,
) -> Result<Vec<User>, StoreError> {
    let tenant = tenant.map_or_else(|| "*".to_owned(), |tenant| tenant.to_string());
    tx.conn.query(
        select_user!(
            "WHERE email = ?1 AND disabled_at IS NULL AND password_hash IS NOT NULL
           AND ?3 IN (tenant_id, '*')
         ORDER BY created_at DESC, id LIMIT ?2"
        ),
        values![email, at_most, tenant],
        read,
    )
}

pub fn set_password(tx: &mut Tx<'_>, id: UserId, password_hash: &str) -> Result<bool, StoreError> {
    let tenant = tx.tenant();
    let touched = tx.conn.execute(
        "UPDATE users SET password_hash = ?3 WHERE tenant_id = ?1 AND id = ?2",
        values![tenant, id, password_hash],
    )?;
    Ok(touched > 0)
}

pub fn set_role(tx: &mut Tx<'_>, id: UserId, role: Role) -> Result<bool, StoreError> {
    let tenant = tx.tenant();
    let touched = tx
        .conn
        .execute("UPDATE users SET role = ?3 WHERE tenant_id = ?1 AND id = ?2", values![tenant, id, role])?;
    Ok(touched > 0)
}

/// From now on nothing that the user holds opens anything; `None` lets them in again.
pub fn set_disabled(tx: &mut Tx<'_>, id: UserId, disabled_at: Option<Timestamp>) -> Result<bool, StoreError> {
    let tenant = tx.tenant();
    let touched = tx.conn.execute(
        "UPDATE users SET disabled_at = ?3 WHERE tenant_id = ?1 AND id = ?2",
        values![tenant, id, disabled_at],
    )?;
    Ok(touched > 0)
}

/// How many owners could still sign in; a tenant must not lose its last.
pub fn active_owners(tx: &mut Tx<'_>) -> Result<i64, StoreError> {
    let tenant = tx.tenant();
    let count = tx.conn.query_one(
        "SELECT count(*) FROM users WHERE tenant_id = ?1 AND role = 'owner' AND disabled_at IS NULL",
        values![tenant],
        |row| row.get(0),
    )?;
    Ok(count.unwrap_or(0))
}
