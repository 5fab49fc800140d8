//! What people of a tenant set up, every version of it. The last one is in force; an older one comes back as a new one.

use conserje_kernel::{SetupKind, Timestamp, UserId};

use crate::sql::{Row, values};
use crate::{StoreError, Tx};

/// Versions that are kept of one thing. A draft is saved often.
fn kept(kind: SetupKind) -> i64 {
    match kind {
        SetupKind::Models | SetupKind::Assistant | SetupKind::Settings => 200,
        SetupKind::AssistantDraft => 20,
    }
}

/// Which setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Of<'a> {
    pub kind: SetupKind,
    /// Empty where there is only one of the kind.
    pub name: &'a str,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    pub version: i64,
    /// JSON.
    pub content: String,
    pub note: String,
    pub made_by: Option<UserId>,
    pub made_at: Timestamp,
}

/// What is to be in force from now on.
#[derive(Clone, Copy, Debug)]
pub struct NewVersion<'a> {
    /// The one that it was made from; 0 for the first.
    pub after: i64,
    /// JSON.
    pub content: &'a str,
    pub note: &'a str,
    pub by: Option<UserId>,
}

/// The columns that `read` reads, said once.
macro_rules! select_version {
    ($rest:literal) => {
        concat!("SELECT version, content, note, made_by, made_at FROM setups WHERE tenant_id = ?1 AND kind = ?2 AND name = ?3 ", $rest)
    };
}

fn read(row: &Row<'_>) -> Result<Version, StoreError> {
    Ok(Version {
        version: row.get(0)?,
        content: row.get(1)?,
        note: row.get(2)?,
        made_by: row.get(3)?,
        made_at: row.get(4)?,
    })
}

/// The one in force.
pub fn latest(tx: &mut Tx<'_>, of: Of<'_>) -> Result<Option<Version>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(
        select_version!("ORDER BY version DESC LIMIT 1"),
        values![tenant, of.kind, of.name],
        read,
    )
}

pub fn find(tx: &mut Tx<'_>, of: Of<'_>, version: i64) -> Result<Option<Version>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(select_version!("AND version = ?4"), values![tenant, of.kind, of.name, version], read)
}

/// The latest first.
pub fn versions(tx: &mut Tx<'_>, of: Of<'_>, limit: i64) -> Result<Vec<Version>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        select_version!("ORDER BY version DESC LIMIT ?4"),
        values![tenant, of.kind, of.name, limit],
        read,
    )
}

/// Content of a version that ends it: from then on there is none of this name.
pub const ENDED: &str = "null";

/// Every name there is of a kind, with the number of the version in force. What was ended is left out.
pub fn names(tx: &mut Tx<'_>, kind: SetupKind) -> Result<Vec<(String, i64)>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        "SELECT one.name, one.version FROM setups one
         JOIN (SELECT name, MAX(version) AS latest FROM setups WHERE tenant_id = ?1 AND kind = ?2 GROUP BY name) all_of_it
           ON all_of_it.name = one.name AND all_of_it.latest = one.version
         WHERE one.tenant_id = ?1 AND one.kind = ?2 AND one.content <> 'null' ORDER BY one.name LIMIT 1000",
        values![tenant, kind],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
}

/// Puts a version in force; its number. None if somebody else changed it since.
pub fn add(tx: &mut Tx<'_>, of: Of<'_>, new: NewVersion<'_>) -> Result<Option<i64>, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    if latest(tx, of)?.map_or(0, |latest| latest.version) != new.after {
        return Ok(None);
    }
    let version = new.after.saturating_add(1);
    let added = tx.conn.execute(
        "INSERT INTO setups (tenant_id, kind, name, version, content, note, made_by, made_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
         ON CONFLICT (tenant_id, kind, name, version) DO NOTHING",
        values![tenant, of.kind, of.name, version, new.content, new.note, new.by, now],
    )?;
    tx.conn.execute(
        "DELETE FROM setups WHERE tenant_id = ?1 AND kind = ?2 AND name = ?3 AND version <= ?4",
        values![tenant, of.kind, of.name, version - kept(of.kind)],
    )?;
    Ok((added > 0).then_some(version))
}
