//! What a tenant says about packs of assistants.

use crate::sql::values;
use crate::{StoreError, Tx};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackChoice {
    pub pack: String,
    /// JSON.
    pub choice: String,
}

pub fn put(tx: &mut Tx<'_>, pack: &str, choice: &str) -> Result<(), StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.execute(
        "INSERT INTO tenant_packs (tenant_id, pack, choice, updated_at) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (tenant_id, pack) DO UPDATE SET choice = excluded.choice, updated_at = excluded.updated_at",
        values![tenant, pack, choice, now],
    )?;
    Ok(())
}

pub fn all(tx: &mut Tx<'_>) -> Result<Vec<PackChoice>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        "SELECT pack, choice FROM tenant_packs WHERE tenant_id = ?1 ORDER BY pack LIMIT 1000",
        values![tenant],
        |row| Ok(PackChoice { pack: row.get(0)?, choice: row.get(1)? }),
    )
}
