//! The home in this process: a shard for each tenant, in a folder of its own.
//!
//! No query of one tenant can reach another's passages, because it runs on another index. Shards are opened
//! when they are first needed, and only so many are open at a time.
mod candidates;
mod changes;
mod lexical;
mod proximity;
mod schema;
mod search;
mod shard;
mod snapshot;
mod space;

use std::collections::{HashMap, VecDeque};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use conserje_kernel::{CollectionId, DocumentId, TenantId};

use crate::error::SearchError;
use crate::fuse::Fusion;
use crate::query::{Found, Indexed, Query, Stats};
use shard::Shard;
use tokio::sync::Semaphore;

/// Cheap to clone.
#[derive(Clone)]
pub(crate) struct Local {
    inner: Arc<Inner>,
}

struct Inner {
    folder: PathBuf,
    most_open: usize,
    places: Mutex<HashMap<TenantId, Arc<Place>>>,
    uses: AtomicU64,
    /// Tenants whose shards were changed last, the latest at the end: only theirs are kept ready for writing.
    changed: Mutex<VecDeque<TenantId>>,
    /// A search keeps a core busy: more at once than there are cores would only wait for each other, each with a thread.
    cores: Arc<Semaphore>,
}

/// Where a tenant's shard is kept while it is open.
#[derive(Default)]
struct Place {
    shard: Mutex<Option<Arc<Shard>>>,
    last_use: AtomicU64,
}

/// A writer has threads and megabytes of its own; opening one takes a moment.
const WRITERS: usize = 4;

/// Whether a shard is made where there is none.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Missing {
    Make,
    Leave,
}

impl Local {
    pub(crate) fn new(folder: PathBuf, most_open: usize) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        let inner = Inner {
            folder,
            most_open: most_open.max(1),
            places: Mutex::default(),
            uses: AtomicU64::new(0),
            changed: Mutex::default(),
            cores: Arc::new(Semaphore::new(cores)),
        };
        Self { inner: Arc::new(inner) }
    }

    pub(crate) async fn upsert(&self, tenant: TenantId, items: Vec<Indexed>) -> Result<(), SearchError> {
        let upsert = move |shard: Option<&Shard>| shard.map_or(Ok(()), |shard| shard.upsert(&items));
        self.change(tenant, Missing::Make, upsert).await
    }

    pub(crate) async fn set_vectors(
        &self,
        tenant: TenantId,
        space: String,
        vectors: Vec<(String, Vec<f32>)>,
    ) -> Result<usize, SearchError> {
        let set =
            move |shard: Option<&Shard>| shard.map_or(Ok(0), |shard| shard.set_vectors(&space, &vectors));
        self.change(tenant, Missing::Leave, set).await
    }

    pub(crate) async fn swap_space(
        &self,
        tenant: TenantId,
        from: String,
        to: String,
    ) -> Result<(), SearchError> {
        let swap = move |shard: Option<&Shard>| match shard {
            Some(shard) => shard.swap_space(&from, &to),
            None => Err(SearchError::UnknownSpace { space: from, known: "none".to_owned() }),
        };
        self.change(tenant, Missing::Leave, swap).await
    }

    pub(crate) async fn drop_space(&self, tenant: TenantId, space: String) -> Result<(), SearchError> {
        let forget = move |shard: Option<&Shard>| shard.map_or(Ok(()), |shard| shard.drop_space(&space));
        self.change(tenant, Missing::Leave, forget).await
    }

    pub(crate) async fn remove_documents(
        &self,
        tenant: TenantId,
        documents: Vec<DocumentId>,
    ) -> Result<(), SearchError> {
        let remove =
            move |shard: Option<&Shard>| shard.map_or(Ok(()), |shard| shard.remove_documents(&documents));
        self.change(tenant, Missing::Leave, remove).await
    }

    pub(crate) async fn remove_collection(
        &self,
        tenant: TenantId,
        collection: CollectionId,
    ) -> Result<(), SearchError> {
        let remove =
            move |shard: Option<&Shard>| shard.map_or(Ok(()), |shard| shard.remove_collection(collection));
        self.change(tenant, Missing::Leave, remove).await
    }

    /// Works on a damaged shard too: this is how a rebuild begins.
    pub(crate) async fn remove_tenant(&self, tenant: TenantId) -> Result<(), SearchError> {
        let inner = Arc::clone(&self.inner);
        blocking(move || {
            let place = inner.place(tenant);
            let mut open = lock(&place.shard);
            if let Some(shard) = open.take() {
                shard.retire();
            }
            match std::fs::remove_dir_all(inner.folder_of(tenant)) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
                Ok(()) | Err(_) => Ok(()),
            }
        })
        .await
    }

    pub(crate) async fn purge(&self, tenant: TenantId) -> Result<(), SearchError> {
        self.change(tenant, Missing::Leave, |shard| shard.map_or(Ok(()), Shard::purge)).await
    }

    pub(crate) async fn stats(&self, tenant: TenantId) -> Result<Stats, SearchError> {
        self.with(tenant, Missing::Leave, |shard| shard.map_or_else(|| Ok(Stats::default()), Shard::stats))
            .await
    }

    pub(crate) async fn search(
        &self,
        tenant: TenantId,
        query: Query,
        fusion: Arc<Fusion>,
    ) -> Result<Found, SearchError> {
        let core =
            Arc::clone(&self.inner.cores).acquire_owned().await.map_err(|_| SearchError::Interrupted)?;
        let search = move |shard: Option<&Shard>| {
            // Held to the end of the work, also when nobody waits for it any more.
            let _core = core;
            match shard {
                Some(shard) => search::search(shard, &query, &fusion),
                None => Ok(Found::default()),
            }
        };
        self.with(tenant, Missing::Leave, search).await
    }

    /// As [`Local::with`], for what writes.
    async fn change<T: Send + 'static>(
        &self,
        tenant: TenantId,
        missing: Missing,
        work: impl FnOnce(Option<&Shard>) -> Result<T, SearchError> + Send + 'static,
    ) -> Result<T, SearchError> {
        let inner = Arc::clone(&self.inner);
        blocking(move || {
            let done = work(inner.shard(tenant, missing)?.as_deref());
            inner.rest_others(tenant);
            done
        })
        .await
    }

    async fn with<T: Send + 'static>(
        &self,
        tenant: TenantId,
        missing: Missing,
        work: impl FnOnce(Option<&Shard>) -> Result<T, SearchError> + Send + 'static,
    ) -> Result<T, SearchError> {
        let inner = Arc::clone(&self.inner);
        blocking(move || work(inner.shard(tenant, missing)?.as_deref())).await
    }
}

impl Inner {
    fn folder_of(&self, tenant: TenantId) -> PathBuf {
        self.folder.join(tenant.to_string())
    }

    fn place(&self, tenant: TenantId) -> Arc<Place> {
        let mut places = lock(&self.places);
        let place = Arc::clone(places.entry(tenant).or_default());
        place.last_use.store(self.uses.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
        if places.len() > self.most_open {
            // Only what nobody uses can be closed: two writers of one shard would hurt each other.
            let idle = places.iter().filter(|(_, place)| Arc::strong_count(place) == 1 && place.is_idle());
            let oldest = idle.min_by_key(|(_, place)| place.last_use.load(Ordering::Relaxed));
            if let Some(oldest) = oldest.map(|(tenant, _)| *tenant) {
                places.remove(&oldest);
            }
        }
        place
    }

    fn shard(&self, tenant: TenantId, missing: Missing) -> Result<Option<Arc<Shard>>, SearchError> {
        let place = self.place(tenant);
        // Others wait here while one opens it; other tenants do not.
        let mut open = lock(&place.shard);
        if open.is_none() {
            let shard = Shard::open(tenant, &self.folder_of(tenant), missing == Missing::Make)?;
            *open = shard.map(Arc::new);
        }
        Ok(open.clone())
    }
}

impl Inner {
    /// Closes the writer of whoever was last changed before [`WRITERS`] others were.
    fn rest_others(&self, tenant: TenantId) {
        let mut changed = lock(&self.changed);
        changed.retain(|other| *other != tenant);
        changed.push_back(tenant);
        let resting = if changed.len() > WRITERS { changed.pop_front() } else { None };
        drop(changed);
        let place = resting.and_then(|tenant| lock(&self.places).get(&tenant).cloned());
        if let Some(place) = place
            && let Ok(open) = place.shard.try_lock()
            && let Some(shard) = open.as_ref()
        {
            shard.rest();
        }
    }
}

impl Place {
    fn is_idle(&self) -> bool {
        self.shard
            .try_lock()
            .is_ok_and(|shard| shard.as_ref().is_none_or(|shard| Arc::strong_count(shard) == 1))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A panic in a library, if there is one, ends this search and nothing else.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, SearchError> + Send + 'static,
) -> Result<T, SearchError> {
    tokio::task::spawn_blocking(work).await.map_err(|_| SearchError::Interrupted)?
}
