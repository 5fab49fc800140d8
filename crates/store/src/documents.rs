//! Files and what became of them.

use conserje_kernel::{
    CollectionId, Cursor, Digest, DocumentId, DocumentStatus, JobKind, Page, PageRequest, TenantId,
    Timestamp, UserId,
};

use crate::sql::{Row, values};
use crate::{DeploymentTx, StoreError, Tx};

#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    pub id: DocumentId,
    pub collection: CollectionId,
    pub user: UserId,
    /// The document that this one was inside of.
    pub parent: Option<DocumentId>,
    pub file_name: String,
    pub stem: String,
    pub mime_type: String,
    pub size: i64,
    pub content_hash: Option<Digest>,
    pub blob: String,
    pub processing_status: DocumentStatus,
    /// `pending` where there is no embedder to wait for.
    pub embedding_status: DocumentStatus,
    /// 0 to 100.
    pub progress: i64,
    pub error: Option<String>,
    /// JSON: a list of texts.
    pub notices: String,
    pub title: Option<String>,
    /// JSON: names and texts.
    pub facts: String,
    pub pages: Option<i64>,
    pub chunk_count: i64,
    /// Of the extracted text: which version of the document a citation speaks of.
    pub text_hash: Option<Digest>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// The columns that `read` reads, said once.
macro_rules! select_document {
    ($rest:literal) => {
        concat!(
            "SELECT id, collection_id, user_id, parent_id, file_name, stem, mime_type, size, content_hash, blob, ",
            "processing_status, embedding_status, progress, error, notices, title, facts, pages, chunk_count, ",
            "text_hash, created_at, updated_at FROM documents ",
            $rest
        )
    };
}

fn read(row: &Row<'_>) -> Result<Document, StoreError> {
    Ok(Document {
        id: row.get(0)?,
        collection: row.get(1)?,
        user: row.get(2)?,
        parent: row.get(3)?,
        file_name: row.get(4)?,
        stem: row.get(5)?,
        mime_type: row.get(6)?,
        size: row.get(7)?,
        content_hash: row.get(8)?,
        blob: row.get(9)?,
        processing_status: row.get(10)?,
        embedding_status: row.get(11)?,
        progress: row.get(12)?,
        error: row.get(13)?,
        notices: row.get(14)?,
        title: row.get(15)?,
        facts: row.get(16)?,
        pages: row.get(17)?,
        chunk_count: row.get(18)?,
        text_hash: row.get(19)?,
        created_at: row.get(20)?,
        updated_at: row.get(21)?,
    })
}

/// A file whose bytes are about to arrive.
pub struct NewDocument<'a> {
    pub id: DocumentId,
    pub collection: CollectionId,
    pub user: UserId,
    pub parent: Option<DocumentId>,
    pub file_name: &'a str,
    /// The name with case and accents folded, for finding.
    pub search_name: &'a str,
    pub stem: &'a str,
    pub mime_type: &'a str,
    pub blob: &'a str,
}

/// Notes that a file arrives, before its blob is written: a blob without a row cannot be.
///
/// [`StoreError::Duplicate`] if the stem is taken.
pub fn expect(tx: &mut Tx<'_>, new: &NewDocument<'_>) -> Result<(), StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.execute(
        "INSERT INTO documents (id, tenant_id, collection_id, user_id, parent_id, file_name, search_name, stem,
             mime_type, size, blob, processing_status, embedding_status, progress, notices, facts, chunk_count,
             created_at, updated_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 0, ?10, 'pending', 'pending', 0, '[]', '{}', 0, ?11, ?11)",
        values![
            new.id,
            tenant,
            new.collection,
            new.user,
            new.parent,
            new.file_name,
            new.search_name,
            new.stem,
            new.mime_type,
            new.blob,
            now,
        ],
    )?;
    Ok(())
}

/// What its bytes turned out to be.
pub struct Arrived<'a> {
    pub size: i64,
    pub content_hash: Digest,
    pub mime_type: &'a str,
}

/// The bytes are in the blob store: the document waits to be processed.
///
/// [`StoreError::Duplicate`] if the collection has the same content already.
pub fn arrived(tx: &mut Tx<'_>, id: DocumentId, what: &Arrived<'_>) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "UPDATE documents SET size = ?3, content_hash = ?4, mime_type = ?5, processing_status = 'queued',
             embedding_status = 'pending', updated_at = ?6
         WHERE tenant_id = ?1 AND id = ?2 AND processing_status = 'pending'",
        values![tenant, id, what.size, what.content_hash, what.mime_type, now],
    )?;
    Ok(touched > 0)
}

pub fn find(tx: &mut Tx<'_>, id: DocumentId) -> Result<Option<Document>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(select_document!("WHERE tenant_id = ?1 AND id = ?2"), values![tenant, id], read)
}

pub fn with_content(
    tx: &mut Tx<'_>,
    collection: CollectionId,
    content_hash: Digest,
) -> Result<Option<Document>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(
        select_document!("WHERE tenant_id = ?1 AND collection_id = ?2 AND content_hash = ?3"),
        values![tenant, collection, content_hash],
        read,
    )
}

pub fn stem_is_taken(tx: &mut Tx<'_>, stem: &str) -> Result<bool, StoreError> {
    let tenant = tx.tenant();
    let found = tx.conn.query_one(
        "SELECT id FROM documents WHERE tenant_id = ?1 AND stem = ?2",
        values![tenant, stem],
        |row| row.get::<DocumentId>(0),
    )?;
    Ok(found.is_some())
}

/// Which documents to list.
#[derive(Clone, Debug, Default)]
pub struct DocumentFilter {
    pub collection: Option<CollectionId>,
    pub status: Option<DocumentStatus>,
    /// A part of the name, folded.
    pub name: Option<String>,
    pub parent: Option<DocumentId>,
}

/// The tenant's documents, latest first.
pub fn list(
    tx: &mut Tx<'_>,
    filter: &DocumentFilter,
    page: &PageRequest,
) -> Result<Page<Document>, StoreError> {
    let tenant = tx.tenant();
    let (before, before_id) = match &page.after {
        Some(cursor) => (cursor.key, cursor.id.as_str()),
        None => (i64::MAX, ""),
    };
    let limit = i64::try_from(page.size.get()).unwrap_or(i64::MAX).saturating_add(1);
    let rows = tx.conn.query(
        select_document!(
            "WHERE tenant_id = ?1 AND (created_at < ?2 OR (created_at = ?2 AND id < ?3))
               AND (CAST(?4 AS TEXT) IS NULL OR collection_id = ?4)
               AND (CAST(?5 AS TEXT) IS NULL OR processing_status = ?5)
               AND (CAST(?6 AS TEXT) IS NULL OR replace(search_name, CAST(?6 AS TEXT), '') <> search_name)
               AND (CAST(?7 AS TEXT) IS NULL OR parent_id = ?7)
             ORDER BY created_at DESC, id DESC LIMIT ?8"
        ),
        values![
            tenant,
            before,
            before_id,
            filter.collection,
            filter.status,
            filter.name.as_deref(),
            filter.parent,
            limit
        ],
        read,
    )?;
    Ok(Page::cut(rows, page.size, |document| Cursor {
        key: document.created_at.as_micros(),
        id: document.id.to_string(),
    }))
}

/// Names as they are searched and written, of everything that can be read.
pub fn names(tx: &mut Tx<'_>) -> Result<Vec<(DocumentId, String, String)>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        "SELECT id, search_name, file_name FROM documents WHERE tenant_id = ?1 AND processing_status = 'completed'
         ORDER BY created_at DESC LIMIT 20000",
        values![tenant],
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
    )
}

/// What a document may be called by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Called {
    pub id: DocumentId,
    /// Its file name as it is searched for: folded.
    pub search_name: String,
    pub file_name: String,
    pub title: Option<String>,
}

/// Of each document that can be searched, the latest first.
pub fn called(tx: &mut Tx<'_>) -> Result<Vec<Called>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        "SELECT id, search_name, file_name, title FROM documents WHERE tenant_id = ?1 AND processing_status = 'completed'
         ORDER BY created_at DESC LIMIT 20000",
        values![tenant],
        |row| {
            Ok(Called {
                id: row.get(0)?,
                search_name: row.get(1)?,
                file_name: row.get(2)?,
                title: row.get(3)?,
            })
        },
    )
}

/// How many documents can be searched in each collection that has any; those for guests, or all.
pub fn searchable(tx: &mut Tx<'_>, only_public: bool) -> Result<Vec<(CollectionId, i64)>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        "SELECT c.id, count(*) FROM collections c
         JOIN documents d ON d.tenant_id = c.tenant_id AND d.collection_id = c.id
         WHERE c.tenant_id = ?1 AND c.is_public >= ?2 AND d.processing_status = 'completed' GROUP BY c.id",
        values![tenant, i64::from(only_public)],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
}

/// How far it is; `false` if the document is gone, and the work with it.
pub fn progress(tx: &mut Tx<'_>, id: DocumentId, percent: i64) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "UPDATE documents SET processing_status = 'processing', progress = ?3, error = NULL, updated_at = ?4
         WHERE tenant_id = ?1 AND id = ?2",
        values![tenant, id, percent, now],
    )?;
    Ok(touched > 0)
}

/// What extraction found.
pub struct Read<'a> {
    pub title: Option<&'a str>,
    pub facts: &'a str,
    pub notices: &'a str,
    pub pages: Option<i64>,
    pub text_hash: Digest,
    pub chunk_count: i64,
}

pub fn set_read(tx: &mut Tx<'_>, id: DocumentId, what: &Read<'_>) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "UPDATE documents SET title = ?3, facts = ?4, notices = ?5, pages = ?6, text_hash = ?7, chunk_count = ?8,
             updated_at = ?9
         WHERE tenant_id = ?1 AND id = ?2",
        values![
            tenant,
            id,
            what.title,
            what.facts,
            what.notices,
            what.pages,
            what.text_hash,
            what.chunk_count,
            now
        ],
    )?;
    Ok(touched > 0)
}

/// Everything is in place: it can be found. `embedders` are those whose vectors its passages have; may be empty.
pub fn complete(tx: &mut Tx<'_>, id: DocumentId, embedders: &str) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "UPDATE documents SET processing_status = 'completed', embedding_status = ?3, embedded_with = ?4,
             progress = 100, error = NULL, updated_at = ?5
         WHERE tenant_id = ?1 AND id = ?2",
        values![tenant, id, embedding_status(embedders), embedders, now],
    )?;
    Ok(touched > 0)
}

fn embedding_status(embedders: &str) -> DocumentStatus {
    if embedders.is_empty() { DocumentStatus::Pending } else { DocumentStatus::Completed }
}

/// Whether anybody has a document that can be found.
pub fn are_there(tx: &mut DeploymentTx<'_>) -> Result<bool, StoreError> {
    let found: Option<i64> = tx.conn.query_one(
        "SELECT 1 FROM documents WHERE processing_status = 'completed' LIMIT 1",
        values![],
        |row| row.get(0),
    )?;
    Ok(found.is_some())
}

/// Tenants with documents whose passages have vectors of other embedders than these, or none.
pub fn tenants_embedded_otherwise(
    tx: &mut DeploymentTx<'_>,
    embedders: &str,
) -> Result<Vec<TenantId>, StoreError> {
    tx.conn.query(
        "SELECT DISTINCT tenant_id FROM documents WHERE processing_status = 'completed' AND embedded_with <> ?1
         ORDER BY tenant_id",
        values![embedders],
        |row| row.get(0),
    )
}

/// The passages of all that can be found have vectors of these embedders now, but for what changed since a moment.
pub fn set_embedded(tx: &mut Tx<'_>, embedders: &str, before: Timestamp) -> Result<(), StoreError> {
    let tenant = tx.tenant();
    tx.conn.execute(
        "UPDATE documents SET embedding_status = ?2, embedded_with = ?3
         WHERE tenant_id = ?1 AND processing_status = 'completed' AND updated_at < ?4",
        values![tenant, embedding_status(embedders), embedders, before],
    )?;
    Ok(())
}

/// Those that came to an end since a moment.
pub fn completed_since(tx: &mut Tx<'_>, since: Timestamp) -> Result<Vec<DocumentId>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        "SELECT id FROM documents WHERE tenant_id = ?1 AND processing_status = 'completed' AND updated_at >= ?2
         ORDER BY created_at, id",
        values![tenant, since],
        |row| row.get(0),
    )
}

/// It could not be read, for a reason that its owner understands.
pub fn fail(tx: &mut Tx<'_>, id: DocumentId, error: &str) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "UPDATE documents SET processing_status = 'failed', embedding_status = 'failed', error = ?3, updated_at = ?4
         WHERE tenant_id = ?1 AND id = ?2",
        values![tenant, id, error, now],
    )?;
    Ok(touched > 0)
}

/// Puts it in line again; `false` if it is not there or its bytes have not arrived.
pub fn requeue(tx: &mut Tx<'_>, id: DocumentId) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "UPDATE documents SET processing_status = 'queued', embedding_status = 'pending', progress = 0, error = NULL,
             updated_at = ?3
         WHERE tenant_id = ?1 AND id = ?2 AND processing_status <> 'pending'",
        values![tenant, id, now],
    )?;
    Ok(touched > 0)
}

/// [`StoreError::Duplicate`] if the other collection has the same content.
pub fn move_to(tx: &mut Tx<'_>, id: DocumentId, collection: CollectionId) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "UPDATE documents SET collection_id = ?3, updated_at = ?4 WHERE tenant_id = ?1 AND id = ?2",
        values![tenant, id, collection, now],
    )?;
    Ok(touched > 0)
}

/// Removes the row and its chunks; its blob and its place in the index are for a job to remove.
pub fn remove(tx: &mut Tx<'_>, id: DocumentId) -> Result<bool, StoreError> {
    let tenant = tx.tenant();
    crate::chunks::remove_of(tx, id)?;
    let touched =
        tx.conn.execute("DELETE FROM documents WHERE tenant_id = ?1 AND id = ?2", values![tenant, id])?;
    Ok(touched > 0)
}

/// What was inside a document.
pub fn children(tx: &mut Tx<'_>, parent: DocumentId) -> Result<Vec<DocumentId>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        "SELECT id FROM documents WHERE tenant_id = ?1 AND parent_id = ?2 ORDER BY id",
        values![tenant, parent],
        |row| row.get(0),
    )
}

/// Files whose bytes began to arrive before a moment and never did.
pub fn never_arrived(
    tx: &mut DeploymentTx<'_>,
    before: Timestamp,
) -> Result<Vec<(TenantId, DocumentId, String)>, StoreError> {
    tx.conn.query(
        "SELECT tenant_id, id, blob FROM documents WHERE processing_status = 'pending' AND updated_at < ?1
         ORDER BY updated_at LIMIT 500",
        values![before],
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
    )
}

/// Every document of the tenant that can be searched, for building an index anew.
pub fn completed(tx: &mut Tx<'_>) -> Result<Vec<DocumentId>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        "SELECT id FROM documents WHERE tenant_id = ?1 AND processing_status = 'completed' ORDER BY created_at, id",
        values![tenant],
        |row| row.get(0),
    )
}

/// Documents that wait for a job of this kind which is not there, or was given up on.
pub fn stranded(tx: &mut DeploymentTx<'_>, kind: JobKind) -> Result<Vec<(TenantId, DocumentId)>, StoreError> {
    tx.conn.query(
        "SELECT d.tenant_id, d.id FROM documents d
         WHERE d.processing_status IN ('queued', 'processing') AND NOT EXISTS (
             SELECT 1 FROM jobs j WHERE j.tenant_id = d.tenant_id AND j.kind = ?1 AND j.payload = d.id
                AND j.state IN ('queued', 'running'))
         ORDER BY d.updated_at LIMIT 500",
        values![kind],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
}
