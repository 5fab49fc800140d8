//! Other words for a term, chosen by the tenant.

use crate::sql::values;
use crate::{StoreError, Tx};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Synonyms {
    pub term: String,
    /// JSON: a list of texts.
    pub alternatives: String,
}

pub fn put(tx: &mut Tx<'_>, term: &str, alternatives: &str) -> Result<(), StoreError> {
    let tenant = tx.tenant();
    tx.conn.execute(
        "INSERT INTO synonyms (tenant_id, term, alternatives) VALUES (?1, ?2, ?3)
         ON CONFLICT (tenant_id, term) DO UPDATE SET alternatives = excluded.alternatives",
        values![tenant, term, alternatives],
    )?;
    Ok(())
}

pub fn remove(tx: &mut Tx<'_>, term: &str) -> Result<bool, StoreError> {
    let tenant = tx.tenant();
    let touched =
        tx.conn.execute("DELETE FROM synonyms WHERE tenant_id = ?1 AND term = ?2", values![tenant, term])?;
    Ok(touched > 0)
}

pub fn all(tx: &mut Tx<'_>) -> Result<Vec<Synonyms>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        "SELECT term, alternatives FROM synonyms WHERE tenant_id = ?1 ORDER BY term LIMIT 10000",
        values![tenant],
        |row| Ok(Synonyms { term: row.get(0)?, alternatives: row.get(1)? }),
    )
}
