//! The work on one document, from its bytes to its place in the index. Whatever stage it was cut off at, it can be done
//! again from the start with the same outcome.

use std::cell::RefCell;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bytes::Bytes;
use conserje_kernel::{DeploymentScope, Digest, DocumentId, DocumentStatus, JobKind, Scope, Timestamp};
use conserje_llm::embed::Purpose;
use conserje_search::{Article, Indexed, Passage};
use conserje_store::Tx;
use conserje_store::chunks::{self, ChunkRow};
use conserje_store::documents::{self, Document, Read};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::accept::NewFile;
use super::{Library, LibraryError, Progress};
use crate::chunk::{self, Chunk, Origin, Strategy};
use crate::enrich::{self, OwnStats};
use crate::extract::{ExtractError, Input, names};
use crate::law::{LawNames, link_laws};
use crate::{Block, BlockKind, Extracted};

/// Passages of other documents that a document's words are held against.
const SAMPLE: i64 = 500;
/// Passages that are embedded and indexed at once.
pub(super) const BATCH: usize = 256;

/// How far a document is after each stage.
mod percent {
    pub(super) const FETCHED: i64 = 20;
    pub(super) const EXTRACTED: i64 = 70;
    pub(super) const CHUNKED: i64 = 80;
    pub(super) const EMBEDDED: i64 = 95;
    pub(super) const DONE: i64 = 100;
}

pub(super) fn process_job(id: DocumentId) -> String {
    id.to_string()
}

/// What is left of a document whose rows are gone.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Remains {
    pub(super) document: DocumentId,
    pub(super) blobs: Vec<String>,
}

pub(super) fn extracted_blob(id: DocumentId) -> String {
    format!("documents/{id}/extracted.json")
}

impl Library {
    /// The job's work. An error is worth another attempt; a file at fault is no error but a failed document.
    pub async fn process(&self, scope: &Scope, payload: &str) -> Result<(), LibraryError> {
        let id: DocumentId =
            payload.parse().map_err(|error| LibraryError::Invalid { problem: format!("{error}") })?;
        let Some(document) = self.0.store.read(scope, move |tx| documents::find(tx, id)).await? else {
            // Removed meanwhile, and the work with it.
            return Ok(());
        };
        match self.work_on(scope, &document).await {
            Ok(()) => Ok(()),
            Err(LibraryError::NotFound { .. }) => self.forget_index_of(scope, id).await,
            Err(error) if error.is_transient() => Err(error),
            Err(error) => self.give_up_on(scope, id, &document.file_name, error.to_string()).await,
        }
    }

    /// A document whose job had its last attempt says so, instead of being in line for ever.
    pub async fn give_up(&self, scope: &Scope, payload: &str, reason: &str) -> Result<(), LibraryError> {
        let Ok(id) = payload.parse::<DocumentId>() else { return Ok(()) };
        let Some(document) = self.0.store.read(scope, move |tx| documents::find(tx, id)).await? else {
            return Ok(());
        };
        let reason = format!("Processing failed several times ({reason}); try again with re-process");
        self.give_up_on(scope, id, &document.file_name, reason).await
    }

    async fn give_up_on(
        &self,
        scope: &Scope,
        id: DocumentId,
        file_name: &str,
        reason: String,
    ) -> Result<(), LibraryError> {
        self.0.engine.remove_documents(scope.tenant(), vec![id]).await?;
        let error = reason.clone();
        let fail = move |tx: &mut Tx<'_>| {
            chunks::remove_of(tx, id)?;
            documents::fail(tx, id, &error)
        };
        self.0.store.write(scope, fail).await?;
        self.tell(Progress {
            tenant: scope.tenant(),
            document: id,
            file_name: file_name.to_owned(),
            status: DocumentStatus::Failed,
            percent: 0,
            chunks: None,
            error: Some(reason),
        });
        Ok(())
    }

    async fn work_on(&self, scope: &Scope, document: &Document) -> Result<(), LibraryError> {
        self.at(scope, document, 0).await?;
        let content = self.0.store.blobs().get(scope, &document.blob).await?.ok_or_else(|| {
            let reason = "its content is no longer there; upload it again".to_owned();
            LibraryError::File(ExtractError::Damaged { reason })
        })?;
        self.at(scope, document, percent::FETCHED).await?;

        conserje_kernel::faults::pass("document.extract");
        let input = Input::Bytes(content);
        let (_, mut extracted) =
            self.pool().await?.read(&document.file_name, Some(&document.mime_type), input).await?;
        let children = std::mem::take(&mut extracted.children);
        name_picture(document, &mut extracted);
        let extracted = Arc::new(extracted);
        self.at(scope, document, percent::EXTRACTED).await?;

        let cut = self.chunks_of(scope, document, &extracted).await?;
        let passages = self.write_chunks(scope, document, &extracted, cut).await?;
        self.at(scope, document, percent::CHUNKED).await?;
        conserje_kernel::faults::pass("document.index");
        self.index(scope, document, &passages).await?;
        self.at(scope, document, percent::EMBEDDED).await?;

        for child in children {
            let new = NewFile {
                name: child.name,
                declared: None,
                collection: Some(document.collection),
                parent: Some(document.id),
            };
            self.accept_child(scope, document, new, child.content.into()).await?;
        }
        let id = document.id;
        let with = self.embedded_with().await?;
        if !self.0.store.write(scope, move |tx| documents::complete(tx, id, &with)).await? {
            return Err(LibraryError::NotFound { what: "document" });
        }
        let done = Progress {
            chunks: Some(passages.len()),
            ..progress_of(scope, document, DocumentStatus::Completed, percent::DONE)
        };
        self.tell(done);
        Ok(())
    }

    /// A file inside a file that cannot be taken does not fail the whole.
    async fn accept_child(
        &self,
        scope: &Scope,
        parent: &Document,
        new: NewFile,
        content: Bytes,
    ) -> Result<(), LibraryError> {
        let name = new.name.clone();
        let mut arriving = self.expect_of(scope, parent.user, new).await?;
        let outcome = match arriving.write(content).await {
            Ok(()) => arriving.finish().await.map(drop),
            Err(error) => {
                arriving.abandon().await;
                Err(error)
            }
        };
        match outcome {
            Err(error) if !error.is_transient() => {
                tracing::info!(document.id = %parent.id, "`{name}` inside document {} was not taken: {error}", parent.id);
                Ok(())
            }
            other => other,
        }
    }

    /// Says how far it is; an error if the document is gone, and the work with it.
    async fn at(&self, scope: &Scope, document: &Document, percent: i64) -> Result<(), LibraryError> {
        let id = document.id;
        if !self.0.store.write(scope, move |tx| documents::progress(tx, id, percent)).await? {
            return Err(LibraryError::NotFound { what: "document" });
        }
        self.tell(progress_of(scope, document, DocumentStatus::Processing, percent));
        Ok(())
    }

    /// Chunking is all computing: not on a thread that others wait for.
    async fn chunks_of(
        &self,
        scope: &Scope,
        document: &Document,
        extracted: &Arc<Extracted>,
    ) -> Result<(Vec<Chunk>, Digest), LibraryError> {
        let (stem, mime) = (document.stem.clone(), document.mime_type.clone());
        let (extracted, limits) = (Arc::clone(extracted), self.0.limits.chunks);
        let others = self.0.store.read(scope, |tx| chunks::sample(tx, SAMPLE)).await?;
        let others =
            others.iter().map(|row| Ok(passage(row)?.text)).collect::<Result<Vec<_>, LibraryError>>()?;
        let cut = move || {
            let strategy = Strategy::choose(&mime, &extracted);
            let mut made = chunk::chunk(&stem, &extracted, strategy, limits);
            // What its words say about it depends on what the tenant's other documents say.
            let texts = made.iter().map(|chunk| chunk.text.as_str()).chain(others.iter().map(String::as_str));
            let stats = OwnStats::of(texts);
            enrich::enrich(&mut made, Some(&stats));
            (made, Digest::new(Sha256::digest(extracted.text().as_bytes()).into()))
        };
        tokio::task::spawn_blocking(cut).await.map_err(|error| LibraryError::Stopped(error.to_string()))
    }

    async fn write_chunks(
        &self,
        scope: &Scope,
        document: &Document,
        extracted: &Arc<Extracted>,
        (made, text_hash): (Vec<Chunk>, Digest),
    ) -> Result<Vec<Passage>, LibraryError> {
        let facts = json_of(document.id, &extracted.facts)?;
        let notices = json_of(document.id, &extracted.notices)?;
        let whole = json_of(document.id, extracted.as_ref())?;
        self.0.store.blobs().put(scope, &extracted_blob(document.id), Bytes::from(whole)).await?;

        let origin = Origin {
            collection: document.collection,
            document: document.id,
            file_name: document.file_name.clone(),
            dated: dated(&extracted.facts).unwrap_or(document.created_at),
        };
        let (id, title) = (document.id, extracted.title.clone());
        let pages = extracted.pages.map(i64::from);
        let write = move |tx: &mut Tx<'_>| {
            let mut made = made;
            follow_references(tx, &mut made)?;
            let passages: Vec<Passage> = made.into_iter().map(|chunk| chunk.into_passage(&origin)).collect();
            let rows = passages.iter().map(row).collect::<Result<Vec<_>, _>>()?;
            let read = Read {
                title: title.as_deref(),
                facts: &facts,
                notices: &notices,
                pages,
                text_hash,
                chunk_count: i64::try_from(rows.len()).unwrap_or(i64::MAX),
            };
            if !documents::set_read(tx, id, &read)? {
                return Err(LibraryError::NotFound { what: "document" });
            }
            chunks::replace(tx, id, &rows)?;
            Ok(passages)
        };
        self.0.store.write(scope, write).await
    }

    /// Puts the document's passages in place of whatever the index had of it.
    pub(super) async fn index(
        &self,
        scope: &Scope,
        document: &Document,
        passages: &[Passage],
    ) -> Result<(), LibraryError> {
        let tenant = scope.tenant();
        let seen = self.picture_vector(scope, document).await?;
        let mut items = Vec::with_capacity(passages.len());
        for batch in passages.chunks(BATCH) {
            let texts: Vec<String> = batch.iter().map(embedded_text).collect();
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let vectors = self.vectors(scope, &texts, Purpose::Passage).await?;
            let pairs = batch.iter().cloned().zip(vectors);
            items.extend(pairs.map(|(passage, mut vectors)| {
                vectors.extend(seen.clone());
                Indexed { passage, vectors }
            }));
        }
        self.0.engine.remove_documents(tenant, vec![document.id]).await?;
        if !items.is_empty() {
            self.0.engine.upsert(tenant, items).await?;
        }
        Ok(())
    }

    async fn forget_index_of(&self, scope: &Scope, id: DocumentId) -> Result<(), LibraryError> {
        self.0.store.blobs().remove(scope, &extracted_blob(id)).await?;
        Ok(self.0.engine.remove_documents(scope.tenant(), vec![id]).await?)
    }

    /// Documents whose job died with its worker once too often say so; how many.
    pub async fn settle(&self, scope: DeploymentScope) -> Result<usize, LibraryError> {
        let stranded =
            self.0.store.read_all(scope, |tx| documents::stranded(tx, JobKind::ProcessDocument)).await?;
        let count = stranded.len();
        for (tenant, id) in stranded {
            let reason = "the server stopped in the middle of it";
            self.give_up(&scope.within(tenant), &process_job(id), reason).await?;
        }
        Ok(count)
    }

    /// The second half of a removal: what is not in rows.
    pub async fn finish_removal(&self, scope: &Scope, payload: &str) -> Result<(), LibraryError> {
        let remains: Remains = serde_json::from_str(payload)
            .map_err(|error| LibraryError::Invalid { problem: format!("the job cannot be read: {error}") })?;
        self.0.engine.remove_documents(scope.tenant(), vec![remains.document]).await?;
        for blob in &remains.blobs {
            self.0.store.blobs().remove(scope, blob).await?;
        }
        Ok(())
    }
}

fn progress_of(scope: &Scope, document: &Document, status: DocumentStatus, percent: i64) -> Progress {
    Progress {
        tenant: scope.tenant(),
        document: document.id,
        file_name: document.file_name.clone(),
        status,
        percent,
        chunks: None,
        error: None,
    }
}

/// A picture without words on it is still called something, and found by that.
fn name_picture(document: &Document, extracted: &mut Extracted) {
    if !extracted.blocks.is_empty() || !document.mime_type.starts_with("image/") {
        return;
    }
    let named = names::stem(&document.file_name).replace(['_', '-', '.'], " ");
    let described = extracted.facts.get("description").into_iter().cloned();
    let text = std::iter::once(named).chain(described).collect::<Vec<_>>().join("\n");
    extracted.blocks.push(Block { kind: BlockKind::Image, text, page: None });
}

/// What is embedded of a passage: its place says what it is about, where its text alone may not.
pub(super) fn embedded_text(passage: &Passage) -> String {
    match &passage.section_title {
        Some(title) if !passage.text.contains(title.as_str()) => format!("{title}\n{}", passage.text),
        Some(_) | None => passage.text.clone(),
    }
}

/// Fills in which passages the chunks of a law speak of, in this document and in other laws of the tenant.
fn follow_references(tx: &mut Tx<'_>, made: &mut [Chunk]) -> Result<(), LibraryError> {
    if made.iter().all(|chunk| chunk.article.is_none()) {
        return Ok(());
    }
    let mut known: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for chunk in made.iter() {
        if let Some(Article { law, number: Some(number), .. }) = &chunk.article {
            known.entry((law.clone(), number.clone())).or_default().push(chunk.id.clone());
        }
    }
    // First only to hear which articles are meant, so that those of other laws are looked up once each.
    let wanted = RefCell::new(BTreeSet::new());
    let names = LawNames::spanish();
    link_laws(made, names, &|law, number| {
        wanted.borrow_mut().insert((law.to_owned(), number.to_owned()));
        Vec::new()
    });
    for key in wanted.into_inner() {
        if let Entry::Vacant(unknown) = known.entry(key) {
            let (law, number) = unknown.key();
            let found = chunks::of_article(tx, law, number)?.into_iter().map(|row| row.id).collect();
            unknown.insert(found);
        }
    }
    link_laws(made, names, &|law, number| {
        known.get(&(law.to_owned(), number.to_owned())).cloned().unwrap_or_default()
    });
    Ok(())
}

pub(super) fn row(passage: &Passage) -> Result<ChunkRow, LibraryError> {
    Ok(ChunkRow {
        id: passage.id.clone(),
        document: passage.document,
        collection: passage.collection,
        index: i64::from(passage.index),
        law_key: passage.article.as_ref().map(|article| article.law.clone()),
        article_key: passage.article.as_ref().and_then(|article| article.number.clone()),
        passage: json_of(passage.document, passage)?,
    })
}

pub(super) fn passage(row: &ChunkRow) -> Result<Passage, LibraryError> {
    let read: Passage =
        serde_json::from_str(&row.passage).map_err(|error| malformed(row.document, error.to_string()))?;
    // The row says where the document is now.
    Ok(Passage { collection: row.collection, ..read })
}

fn json_of<T: Serialize>(document: DocumentId, value: &T) -> Result<String, LibraryError> {
    serde_json::to_string(value).map_err(|error| malformed(document, error.to_string()))
}

fn malformed(document: DocumentId, problem: String) -> LibraryError {
    LibraryError::Malformed { document: document.to_string(), problem }
}

/// The date that the document gives itself.
fn dated(facts: &BTreeMap<String, String>) -> Option<Timestamp> {
    ["date", "created", "taken_at", "modified"].iter().find_map(|name| facts.get(*name)?.parse().ok())
}
