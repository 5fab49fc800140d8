//! The pieces of documents that search finds.

use conserje_kernel::{CollectionId, DocumentId};

use crate::db::Conn;
use crate::sql::{Row, values};
use crate::{StoreError, Tx};

/// A chunk as it is kept: `passage` is JSON that the crates above understand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChunkRow {
    pub id: String,
    pub document: DocumentId,
    pub collection: CollectionId,
    pub index: i64,
    pub law_key: Option<String>,
    pub article_key: Option<String>,
    pub passage: String,
}

/// The columns that `read` reads, said once.
macro_rules! select_chunk {
    ($rest:literal) => {
        concat!(
            "SELECT id, document_id, collection_id, chunk_index, law_key, article_key, passage FROM chunks ",
            $rest
        )
    };
}

fn read(row: &Row<'_>) -> Result<ChunkRow, StoreError> {
    Ok(ChunkRow {
        id: row.get(0)?,
        document: row.get(1)?,
        collection: row.get(2)?,
        index: row.get(3)?,
        law_key: row.get(4)?,
        article_key: row.get(5)?,
        passage: row.get(6)?,
    })
}

/// Puts these in place of whatever chunks the document had.
pub fn replace(tx: &mut Tx<'_>, document: DocumentId, rows: &[ChunkRow]) -> Result<(), StoreError> {
    remove_of(tx, document)?;
    let tenant = tx.tenant();
    for row in rows {
        tx.conn.execute(
            "INSERT INTO chunks (tenant_id, id, document_id, collection_id, chunk_index, law_key, article_key, passage)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            values![
                tenant,
                &row.id,
                row.document,
                row.collection,
                row.index,
                row.law_key.as_deref(),
                row.article_key.as_deref(),
                &row.passage,
            ],
        )?;
    }
    Ok(())
}

pub fn remove_of(tx: &mut Tx<'_>, document: DocumentId) -> Result<(), StoreError> {
    let tenant = tx.tenant();
    tx.conn
        .execute("DELETE FROM chunks WHERE tenant_id = ?1 AND document_id = ?2", values![tenant, document])?;
    Ok(())
}

pub fn find(tx: &mut Tx<'_>, id: &str) -> Result<Option<ChunkRow>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(select_chunk!("WHERE tenant_id = ?1 AND id = ?2"), values![tenant, id], read)
}

/// Those of these that there are, in one statement; in no order.
pub fn find_all(tx: &mut Tx<'_>, ids: &[String]) -> Result<Vec<ChunkRow>, StoreError> {
    let tenant = tx.tenant();
    let sql = match tx.conn {
        Conn::Sqlite(_) => {
            select_chunk!("WHERE tenant_id = ?1 AND id IN (SELECT value FROM json_each(?2))")
        }
        Conn::Postgres(_) => {
            select_chunk!(
                "WHERE tenant_id = ?1 AND id IN (SELECT json_array_elements_text(CAST(?2 AS json)))"
            )
        }
    };
    tx.conn.query(sql, values![tenant, serde_json::json!(ids).to_string()], read)
}

/// A document's chunks from one place to another, both included, in order.
pub fn of_document(
    tx: &mut Tx<'_>,
    document: DocumentId,
    first: i64,
    last: i64,
) -> Result<Vec<ChunkRow>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        select_chunk!(
            "WHERE tenant_id = ?1 AND document_id = ?2 AND chunk_index BETWEEN ?3 AND ?4 ORDER BY chunk_index"
        ),
        values![tenant, document, first, last],
        read,
    )
}

/// The parts of an article of a law, in order.
pub fn of_article(tx: &mut Tx<'_>, law_key: &str, article_key: &str) -> Result<Vec<ChunkRow>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        select_chunk!(
            "WHERE tenant_id = ?1 AND law_key = ?2 AND article_key = ?3 ORDER BY document_id, chunk_index LIMIT 100"
        ),
        values![tenant, law_key, article_key],
        read,
    )
}

/// The laws that the tenant has, as their chunks are looked up by.
pub fn laws(tx: &mut Tx<'_>) -> Result<Vec<String>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        "SELECT DISTINCT law_key FROM chunks WHERE tenant_id = ?1 AND law_key IS NOT NULL ORDER BY law_key LIMIT 5000",
        values![tenant],
        |row| row.get(0),
    )
}

/// The first passages of the tenant's latest documents: what its documents are like.
pub fn sample(tx: &mut Tx<'_>, most: i64) -> Result<Vec<ChunkRow>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        select_chunk!(
            "WHERE tenant_id = ?1 AND chunk_index < 5 ORDER BY document_id DESC, chunk_index LIMIT ?2"
        ),
        values![tenant, most],
        read,
    )
}

/// How many passages documents have that were read to the end.
pub fn of_completed(tx: &mut Tx<'_>) -> Result<u64, StoreError> {
    let tenant = tx.tenant();
    let count: Option<i64> = tx.conn.query_one(
        "SELECT count(*) FROM chunks c JOIN documents d ON d.id = c.document_id
         WHERE c.tenant_id = ?1 AND d.tenant_id = ?1 AND d.processing_status = 'completed'",
        values![tenant],
        |row| row.get(0),
    )?;
    Ok(count.and_then(|count| u64::try_from(count).ok()).unwrap_or(0))
}
