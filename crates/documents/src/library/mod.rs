//! A tenant's documents: taken in, read, searched, moved and removed.
//!
//! [`Library::expect`] takes a file in and puts a job in line with it; [`Library::process`] is that job:
//! `extract → chunk → enrich → embed → index`. Rows are the truth, and every step of a job can be done again: a chunk's
//! id follows from its document and its place, and what the index holds of a document is replaced as a whole.

mod accept;
mod articles;
mod embed;
mod error;
mod find;
mod named;
mod process;
mod rebuild;
mod reembed;
mod shelf;

use std::sync::Arc;
use std::time::Duration;

use conserje_kernel::{DocumentId, DocumentStatus, TenantId, Timestamp};
use conserje_llm::embed::{ImageEmbedder, OpenError, TextEmbedder};
use conserje_search::Engine;
use conserje_store::Store;
use tokio::sync::{Notify, OnceCell, broadcast};

use crate::chunk;
use crate::extract::{ExtractError, Pool, PoolOptions};

pub use accept::{Accepted, Arriving, DEFAULT_COLLECTION, NewFile, Refused};
pub use articles::{FoundArticle, Lookup};
pub use conserje_store::collections::Collection;
pub use conserje_store::documents::{Document, DocumentFilter};
pub use error::LibraryError;
pub use find::{Answer, Ask, FoundFile, FoundPassage, Judge, Rerank};
pub use named::Named;
pub use rebuild::IndexCheck;
pub use shelf::{CollectionChange, NameMatch, Text};

/// What uploads are held to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    pub file_bytes: u64,
    pub image_bytes: u64,
    pub chunks: chunk::Limits,
}

impl Default for Limits {
    fn default() -> Self {
        Self { file_bytes: 100 << 20, image_bytes: 30 << 20, chunks: chunk::Limits::default() }
    }
}

/// How far a document is, told to whoever listens on this node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    pub tenant: TenantId,
    pub document: DocumentId,
    pub file_name: String,
    pub status: DocumentStatus,
    pub percent: i64,
    pub chunks: Option<usize>,
    pub error: Option<String>,
}

/// Cheap to clone.
#[derive(Clone)]
pub struct Library(Arc<Parts>);

struct Parts {
    store: Store,
    opened_at: Timestamp,
    engine: Engine,
    open_embedders: OpenEmbedders,
    embedders: OnceCell<Vec<Arc<dyn TextEmbedder>>>,
    image_embedder: Option<Arc<dyn ImageEmbedder>>,
    readers: PoolOptions,
    pool: OnceCell<Pool>,
    limits: Limits,
    progress: broadcast::Sender<Progress>,
    /// Wakes whoever runs jobs here.
    work: Notify,
}

/// How embedders are opened; blocking.
pub type OpenEmbedders = Arc<dyn Fn() -> Result<Vec<Arc<dyn TextEmbedder>>, OpenError> + Send + Sync>;

/// What a library is made of.
pub struct Setup {
    pub store: Store,
    pub engine: Engine,
    /// Opened with the first text, or by [`Library::warm_up`]. None: words alone are compared.
    pub embedders: OpenEmbedders,
    /// Finds pictures by what is to be seen on them. None: by the words on them and their names.
    pub image_embedder: Option<Arc<dyn ImageEmbedder>>,
    /// Started with the first file, or by [`Library::warm_up`].
    pub pool: PoolOptions,
    pub limits: Limits,
}

impl Library {
    pub fn new(setup: Setup) -> Self {
        /// Who falls further behind than this reads the rows instead.
        const TOLD: usize = 1024;
        let Setup { store, engine, embedders, image_embedder, pool, limits } = setup;
        let (progress, _) = broadcast::channel(TOLD);
        Self(Arc::new(Parts {
            opened_at: store.clock().now(),
            store,
            engine,
            open_embedders: embedders,
            embedders: OnceCell::new(),
            image_embedder,
            readers: pool,
            pool: OnceCell::new(),
            limits,
            progress,
            work: Notify::new(),
        }))
    }

    /// Starts the processes that read files and opens the embedders, so that the first file finds them ready.
    pub async fn warm_up(&self) -> Result<(), LibraryError> {
        self.pool().await?;
        self.embedders().await?;
        Ok(())
    }

    /// Lets go of the processes, models and vocabularies that nobody has used for a while; the next file or question takes
    /// them again, which takes a moment.
    pub fn rest(&self) {
        const IDLE: Duration = Duration::from_mins(10);
        if let Some(pool) = self.0.pool.get() {
            pool.rest(IDLE);
        }
        for embedder in self.0.embedders.get().into_iter().flatten() {
            embedder.rest(IDLE);
        }
        conserje_llm::rest_tokenizers(IDLE);
    }

    async fn embedders(&self) -> Result<&[Arc<dyn TextEmbedder>], LibraryError> {
        let open = || async {
            let open = Arc::clone(&self.0.open_embedders);
            // It reads weights from the disk.
            let opened = tokio::task::spawn_blocking(move || open()).await;
            Ok::<_, LibraryError>(opened.map_err(|error| LibraryError::Stopped(error.to_string()))??)
        };
        Ok(self.0.embedders.get_or_try_init(open).await?)
    }

    async fn pool(&self) -> Result<&Pool, ExtractError> {
        self.0.pool.get_or_try_init(|| Pool::start(self.0.readers.clone())).await
    }

    pub fn limits(&self) -> &Limits {
        &self.0.limits
    }

    /// The names of the embedders, in the order of their use; empty where words alone are compared.
    pub async fn embedder_names(&self) -> Result<Vec<String>, LibraryError> {
        Ok(self.embedders().await?.iter().map(|embedder| embedder.facts().name.to_string()).collect())
    }

    /// Of all tenants: whoever passes it on picks out their own.
    pub fn follow_progress(&self) -> broadcast::Receiver<Progress> {
        self.0.progress.subscribe()
    }

    /// Until a file was put in line on this node.
    pub async fn work_arrives(&self) {
        self.0.work.notified().await;
    }

    fn tell(&self, progress: Progress) {
        if progress.status == DocumentStatus::Queued {
            self.0.work.notify_one();
        }
        // Nobody may be listening.
        drop(self.0.progress.send(progress));
    }
}
