//! Pages of a business that show the widget.

use conserje_kernel::{SiteId, TenantId, Timestamp};

use crate::sql::{Row, values};
use crate::{DeploymentTx, StoreError, Tx};

/// A tenant has no more of them.
const MOST: i64 = 200;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    pub id: SiteId,
    /// For its owner.
    pub name: String,
    /// JSON: the origins of pages that may show it.
    pub origins: String,
    pub title: String,
    pub greeting: String,
    pub color: String,
    pub is_open: bool,
    pub created_at: Timestamp,
}

macro_rules! select_site {
    ($rest:literal) => {
        concat!(
            "SELECT id, name, origins, title, greeting, color, is_open, created_at, tenant_id FROM sites ",
            $rest
        )
    };
}

fn read(row: &Row<'_>) -> Result<Site, StoreError> {
    Ok(Site {
        id: row.get(0)?,
        name: row.get(1)?,
        origins: row.get(2)?,
        title: row.get(3)?,
        greeting: row.get(4)?,
        color: row.get(5)?,
        is_open: row.get(6)?,
        created_at: row.get(7)?,
    })
}

/// What is said about a site holds from now on.
pub fn put(tx: &mut Tx<'_>, site: &Site) -> Result<(), StoreError> {
    let tenant = tx.tenant();
    tx.conn.execute(
        "INSERT INTO sites (id, tenant_id, name, origins, title, greeting, color, is_open, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, origins = excluded.origins, title = excluded.title,
         greeting = excluded.greeting, color = excluded.color, is_open = excluded.is_open
         WHERE sites.tenant_id = excluded.tenant_id",
        values![
            site.id,
            tenant,
            site.name.as_str(),
            site.origins.as_str(),
            site.title.as_str(),
            site.greeting.as_str(),
            site.color.as_str(),
            site.is_open,
            site.created_at
        ],
    )?;
    Ok(())
}

/// The oldest first.
pub fn all(tx: &mut Tx<'_>) -> Result<Vec<Site>, StoreError> {
    let tenant = tx.tenant();
    let select = select_site!("WHERE tenant_id = ?1 ORDER BY created_at, id LIMIT ?2");
    tx.conn.query(select, values![tenant, MOST], read)
}

pub fn find(tx: &mut Tx<'_>, id: SiteId) -> Result<Option<Site>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(select_site!("WHERE tenant_id = ?1 AND id = ?2"), values![tenant, id], read)
}

/// A site that is open, and whose it is.
pub fn open(tx: &mut DeploymentTx<'_>, id: SiteId) -> Result<Option<(TenantId, Site)>, StoreError> {
    tx.conn.query_one(select_site!("WHERE id = ?1 AND is_open = 1"), values![id], |row| {
        Ok((row.get(8)?, read(row)?))
    })
}

/// Whether it was there.
pub fn remove(tx: &mut Tx<'_>, id: SiteId) -> Result<bool, StoreError> {
    let tenant = tx.tenant();
    Ok(tx.conn.execute("DELETE FROM sites WHERE tenant_id = ?1 AND id = ?2", values![tenant, id])? > 0)
}
