//! A file arrives: piece by piece into the blob store, hashed on the way, and with its last byte into the line.
//!
//! Its row is written before its blob, so that no blob is without one; a file that never arrives whole is removed again
//! by [`Library::sweep`].

use std::time::Duration;

use bytes::Bytes;
use conserje_kernel::{CollectionId, Digest, DocumentId, DocumentStatus, JobKind, Scope, UserId};
use conserje_store::documents::{self, Arrived, Document, NewDocument};
use conserje_store::jobs::{self, NewJob};
use conserje_store::{BlobWriter, StoreError, Tx, collections};
use conserje_text::fold_accents;
use sha2::{Digest as _, Sha256};

use super::process::process_job;
use super::{Library, LibraryError, Progress};
use crate::extract::kind::{self, Kind};
use crate::extract::{ExtractError, names, repair_name};

/// Where documents go when nobody says where.
pub const DEFAULT_COLLECTION: &str = "default";
/// A file up to this size is looked at whole before it is taken; of a larger one only the beginning is.
const LOOKED_AT: usize = 1 << 20;
/// How long a file may take to arrive.
const ARRIVES_WITHIN: Duration = Duration::from_hours(1);

/// A file somebody wants to give us.
#[derive(Clone, Debug, Default)]
pub struct NewFile {
    pub name: String,
    /// The MIME type that the client gave.
    pub declared: Option<String>,
    pub collection: Option<CollectionId>,
    /// The document that it was inside of.
    pub parent: Option<DocumentId>,
}

/// What became of an upload.
#[derive(Clone, Debug)]
pub struct Accepted {
    pub document: Document,
    /// The collection had this content already: this is that document, and nothing is processed again.
    pub is_known: bool,
}

/// A file that was not taken, and why.
#[derive(Debug)]
pub struct Refused {
    pub file_name: String,
    pub error: LibraryError,
}

/// A file on its way in.
pub struct Arriving {
    library: Library,
    scope: Scope,
    id: DocumentId,
    collection: CollectionId,
    name: String,
    declared: Option<String>,
    blob: String,
    writer: BlobWriter,
    hasher: Sha256,
    head: Vec<u8>,
    size: u64,
}

impl Library {
    /// Gets ready for a file. Its bytes go to [`Arriving::write`].
    pub async fn expect(&self, scope: &Scope, new: NewFile) -> Result<Arriving, LibraryError> {
        let user = scope.user().ok_or(LibraryError::NotFound { what: "user" })?;
        self.expect_of(scope, user, new).await
    }

    pub(super) async fn expect_of(
        &self,
        scope: &Scope,
        user: UserId,
        new: NewFile,
    ) -> Result<Arriving, LibraryError> {
        let (id, name) = (DocumentId::generate(), repair_name(&new.name));
        let stamp = self.0.store.clock().now().as_micros();
        let blob = format!("users/{user}/files/{stamp}-{}-{}", short(id), names::key_name(&name));
        let NewFile { declared, collection, parent, .. } = new;
        let (file_name, key) = (name.clone(), blob.clone());
        let mime = Kind::of_extension(names::extension(&name).unwrap_or_default())
            .map_or("application/octet-stream", Kind::mime);
        let note = move |tx: &mut Tx<'_>| {
            let collection = match collection {
                Some(id) => {
                    collections::find(tx, id)?.ok_or(LibraryError::NotFound { what: "collection" })?.id
                }
                None => collections::ensure(tx, DEFAULT_COLLECTION)?,
            };
            let stem = free_stem(tx, &file_name, id)?;
            let new = NewDocument {
                id,
                collection,
                user,
                parent,
                file_name: &file_name,
                search_name: &fold_accents(&file_name),
                stem: &stem,
                mime_type: mime,
                blob: &key,
            };
            documents::expect(tx, &new)?;
            Ok::<_, LibraryError>(collection)
        };
        let collection = self.0.store.write(scope, note).await?;
        let writer = self.0.store.blobs().begin(scope, &blob).await?;
        let (library, scope) = (self.clone(), scope.clone());
        let (hasher, head) = (Sha256::new(), Vec::new());
        Ok(Arriving { library, scope, id, collection, name, declared, blob, writer, hasher, head, size: 0 })
    }

    /// Takes a file whose bytes are all here.
    pub async fn accept(
        &self,
        scope: &Scope,
        new: NewFile,
        content: Bytes,
    ) -> Result<Accepted, LibraryError> {
        let mut arriving = self.expect(scope, new).await?;
        match arriving.write(content).await {
            Ok(()) => arriving.finish().await,
            Err(error) => {
                arriving.abandon().await;
                Err(error)
            }
        }
    }

    /// Removes what began to arrive and never did; how many.
    pub async fn sweep(&self, scope: conserje_kernel::DeploymentScope) -> Result<usize, LibraryError> {
        let before = self.0.store.clock().now().minus(ARRIVES_WITHIN);
        // Where nobody else takes files in, what was on its way when this process began has no sender any more.
        let before = if self.0.store.is_shared() { before } else { before.max(self.0.opened_at) };
        let late = self.0.store.read_all(scope, move |tx| documents::never_arrived(tx, before)).await?;
        let count = late.len();
        for (tenant, id, blob) in late {
            let scope = scope.within(tenant);
            self.0.store.blobs().remove(&scope, &blob).await?;
            self.0.store.write(&scope, move |tx| documents::remove(tx, id)).await?;
        }
        Ok(count)
    }
}

impl Arriving {
    pub fn file_name(&self) -> &str {
        &self.name
    }

    /// After an error the file is to be abandoned.
    pub async fn write(&mut self, piece: Bytes) -> Result<(), LibraryError> {
        self.size = self.size.saturating_add(piece.len() as u64);
        let limits = self.library.limits();
        let is_image =
            Kind::of_extension(names::extension(&self.name).unwrap_or_default()).is_some_and(Kind::is_image);
        let most = if is_image { limits.image_bytes } else { limits.file_bytes };
        if self.size > most {
            return Err(LibraryError::TooLarge { megabytes: most >> 20 });
        }
        let room = LOOKED_AT.saturating_sub(self.head.len());
        self.head.extend(piece.iter().take(room));
        self.hasher.update(&piece);
        Ok(self.writer.write(piece).await?)
    }

    /// What it is, as far as it can be said now: the whole of a small file is looked at.
    fn kind(&self) -> Result<Option<Kind>, ExtractError> {
        let is_whole = self.size <= LOOKED_AT as u64;
        match kind::detect(&self.name, self.declared.as_deref(), &self.head) {
            Ok(kind) => Ok(Some(kind)),
            Err(error @ ExtractError::Empty) => Err(error),
            Err(error) if is_whole => Err(error),
            // The end of a container says what it holds; whoever reads all of it decides.
            Err(_) if self.head.starts_with(b"PK") => Ok(None),
            Err(error @ ExtractError::Mismatch { .. }) => Err(error),
            Err(_) => Ok(None),
        }
    }

    /// The last byte has come.
    pub async fn finish(self) -> Result<Accepted, LibraryError> {
        conserje_kernel::faults::pass("document.accept");
        let kind = match self.kind() {
            Ok(kind) => kind,
            Err(error) => {
                self.abandon().await;
                return Err(error.into());
            }
        };
        let Self { library, scope, id, collection, name, blob, writer, hasher, size, .. } = self;
        writer.finish().await?;
        let content_hash = Digest::new(hasher.finalize().into());
        let mime = kind.map(Kind::mime);
        let queue = move |tx: &mut Tx<'_>| {
            let found = documents::with_content(tx, collection, content_hash)?;
            if let Some(known) = found {
                documents::remove(tx, id)?;
                return Ok((known, true));
            }
            let own = documents::find(tx, id)?.ok_or(LibraryError::NotFound { what: "document" })?;
            let arrived = Arrived {
                size: i64::try_from(size).unwrap_or(i64::MAX),
                content_hash,
                mime_type: mime.unwrap_or(&own.mime_type),
            };
            documents::arrived(tx, id, &arrived)?;
            enqueue(tx, id)?;
            let document = documents::find(tx, id)?.ok_or(LibraryError::NotFound { what: "document" })?;
            Ok::<_, LibraryError>((document, false))
        };
        let (document, is_known) = match library.0.store.write(&scope, queue).await {
            // Two uploads of the same content at once: the other was first.
            Err(LibraryError::Store(StoreError::Duplicate)) => {
                let again = move |tx: &mut Tx<'_>| {
                    documents::remove(tx, id)?;
                    documents::with_content(tx, collection, content_hash)?
                        .ok_or(LibraryError::NotFound { what: "document" })
                };
                (library.0.store.write(&scope, again).await?, true)
            }
            outcome => outcome?,
        };
        if is_known {
            library.0.store.blobs().remove(&scope, &blob).await?;
        } else {
            library.tell(Progress {
                tenant: scope.tenant(),
                document: id,
                file_name: name,
                status: DocumentStatus::Queued,
                percent: 0,
                chunks: None,
                error: None,
            });
        }
        Ok(Accepted { document, is_known })
    }

    /// Leaves nothing behind; what cannot be removed now is swept later.
    pub async fn abandon(self) {
        let Self { library, scope, id, blob, writer, .. } = self;
        if let Err(error) = writer.abort().await {
            tracing::debug!("An upload that was given up left pieces behind: {error}");
        }
        let removed = async {
            library.0.store.blobs().remove(&scope, &blob).await?;
            library.0.store.write(&scope, move |tx| documents::remove(tx, id)).await?;
            Ok::<_, LibraryError>(())
        };
        if let Err(error) = removed.await {
            tracing::warn!(document.id = %id, "An upload that was given up is swept later: {error}");
        }
    }
}

/// Puts the work on a document in line.
pub(super) fn enqueue(tx: &mut Tx<'_>, id: DocumentId) -> Result<(), LibraryError> {
    let job = NewJob {
        kind: JobKind::ProcessDocument,
        payload: process_job(id),
        run_after: tx.now(),
        max_attempts: 3,
        time_limit: Duration::from_secs(30 * 60),
    };
    jobs::enqueue(tx, &job)?;
    Ok(())
}

/// A stem that no other document of the tenant has: ids of chunks begin with it.
fn free_stem(tx: &mut Tx<'_>, file_name: &str, id: DocumentId) -> Result<String, LibraryError> {
    let key = names::key_name(names::stem(file_name));
    let stem: String = key.chars().take(80).collect();
    if !documents::stem_is_taken(tx, &stem)? {
        return Ok(stem);
    }
    Ok(format!("{stem}-{}", short(id)))
}

/// The random end of an id: enough to tell two files of one name apart.
fn short(id: DocumentId) -> String {
    let text = id.to_string();
    text.chars().skip(text.len().saturating_sub(8)).collect()
}
