//! Sets of documents that are searched together.

use conserje_kernel::{CollectionId, Timestamp};

use crate::sql::{Row, values};
use crate::{StoreError, Tx};

#[derive(Clone, Debug, PartialEq)]
pub struct Collection {
    pub id: CollectionId,
    pub name: String,
    /// What a score in it counts beside the scores of others; 1 is plain.
    pub weight: f64,
    /// Whether guests are answered from it.
    pub is_public: bool,
    pub created_at: Timestamp,
    pub documents: i64,
    pub chunks: i64,
}

/// The columns that `read` reads, said once.
macro_rules! select_collection {
    ($rest:literal) => {
        concat!(
            "SELECT c.id, c.name, c.weight, c.is_public, c.created_at,
                 (SELECT count(*) FROM documents d WHERE d.tenant_id = c.tenant_id AND d.collection_id = c.id),
                 (SELECT count(*) FROM chunks k JOIN documents d ON d.id = k.document_id AND d.tenant_id = k.tenant_id
                  WHERE k.tenant_id = c.tenant_id AND d.collection_id = c.id)
             FROM collections c ",
            $rest
        )
    };
}

fn read(row: &Row<'_>) -> Result<Collection, StoreError> {
    Ok(Collection {
        id: row.get(0)?,
        name: row.get(1)?,
        weight: row.get(2)?,
        is_public: row.get(3)?,
        created_at: row.get(4)?,
        documents: row.get(5)?,
        chunks: row.get(6)?,
    })
}

/// [`StoreError::Duplicate`] if there is one of that name.
pub fn create(tx: &mut Tx<'_>, id: CollectionId, name: &str, weight: f64) -> Result<(), StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.execute(
        "INSERT INTO collections (id, tenant_id, name, weight, created_at) VALUES (?1, ?2, ?3, ?4, ?5)",
        values![id, tenant, name, weight, now],
    )?;
    Ok(())
}

/// The collection of that name, made if there is none.
pub fn ensure(tx: &mut Tx<'_>, name: &str) -> Result<CollectionId, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.execute(
        "INSERT INTO collections (id, tenant_id, name, weight, created_at) VALUES (?1, ?2, ?3, 1.0, ?4)
         ON CONFLICT (tenant_id, name) DO NOTHING",
        values![CollectionId::generate(), tenant, name, now],
    )?;
    let found = tx.conn.query_one(
        "SELECT id FROM collections WHERE tenant_id = ?1 AND name = ?2",
        values![tenant, name],
        |row| row.get(0),
    )?;
    found
        .ok_or_else(|| StoreError::Malformed { column: 0, problem: "the collection is not there".to_owned() })
}

pub fn find(tx: &mut Tx<'_>, id: CollectionId) -> Result<Option<Collection>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(select_collection!("WHERE c.tenant_id = ?1 AND c.id = ?2"), values![tenant, id], read)
}

/// By name, in the order of their names.
pub fn all(tx: &mut Tx<'_>) -> Result<Vec<Collection>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        select_collection!("WHERE c.tenant_id = ?1 ORDER BY c.name LIMIT 1000"),
        values![tenant],
        read,
    )
}

/// What scores in each count, without counting what is in them: every search asks. Those for guests, or all.
pub fn weights(tx: &mut Tx<'_>, only_public: bool) -> Result<Vec<(CollectionId, String, f64)>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        "SELECT id, name, weight FROM collections WHERE tenant_id = ?1 AND is_public >= ?2",
        values![tenant, i64::from(only_public)],
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
    )
}

/// `false` if there is none; [`StoreError::Duplicate`] if another has the name.
pub fn change(
    tx: &mut Tx<'_>,
    id: CollectionId,
    (name, weight): (&str, f64),
    is_public: bool,
) -> Result<bool, StoreError> {
    let tenant = tx.tenant();
    let touched = tx.conn.execute(
        "UPDATE collections SET name = ?3, weight = ?4, is_public = ?5 WHERE tenant_id = ?1 AND id = ?2",
        values![tenant, id, name, weight, is_public],
    )?;
    Ok(touched > 0)
}

/// Removes one that holds no document; `false` if it is not there or not empty.
pub fn remove_empty(tx: &mut Tx<'_>, id: CollectionId) -> Result<bool, StoreError> {
    let tenant = tx.tenant();
    let touched = tx.conn.execute(
        "DELETE FROM collections WHERE tenant_id = ?1 AND id = ?2 AND NOT EXISTS (
             SELECT 1 FROM documents d WHERE d.tenant_id = ?1 AND d.collection_id = ?2)",
        values![tenant, id],
    )?;
    Ok(touched > 0)
}
