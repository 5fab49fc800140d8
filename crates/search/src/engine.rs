//! The one interface to an index, wherever it lives.

use std::path::PathBuf;
use std::sync::Arc;

use conserje_kernel::{CollectionId, DocumentId, TenantId};

use crate::error::SearchError;
use crate::fuse::Fusion;
use crate::local::Local;
use crate::qdrant::Qdrant;
use crate::query::{Found, Indexed, Query, Stats};

/// Cheap to clone. Every call names its tenant, and what a change returned from is seen by every search
/// that begins after it.
#[derive(Clone)]
pub struct Engine {
    home: Home,
    fusion: Arc<Fusion>,
}

#[derive(Clone)]
enum Home {
    Local(Local),
    Qdrant(Qdrant),
}

/// Calls the same method of whichever home it is.
macro_rules! at_home {
    ($engine:expr, $method:ident($($argument:expr),*)) => {
        match &$engine.home {
            Home::Local(home) => home.$method($($argument),*).await,
            Home::Qdrant(home) => Box::pin(home.$method($($argument),*)).await,
        }
    };
}

impl Engine {
    /// In this process, under `folder`; of all tenants' shards `most_open` are open at a time.
    pub fn local(folder: impl Into<PathBuf>, most_open: usize) -> Self {
        Self { home: Home::Local(Local::new(folder.into(), most_open)), fusion: Arc::default() }
    }

    /// On a Qdrant server, in collections whose names begin with `prefix`. Nothing is sent yet.
    pub fn qdrant(url: &str, key: Option<&str>, prefix: &str) -> Result<Self, SearchError> {
        Ok(Self { home: Home::Qdrant(Qdrant::connect(url, key, prefix)?), fusion: Arc::default() })
    }

    #[must_use]
    pub fn with_fusion(self, fusion: Fusion) -> Self {
        Self { fusion: Arc::new(fusion), ..self }
    }

    /// Adds passages, or replaces those of the same id. Large batches are much faster than single passages.
    pub async fn upsert(&self, tenant: TenantId, items: Vec<Indexed>) -> Result<(), SearchError> {
        at_home!(self, upsert(tenant, items))
    }

    /// Gives indexed passages, by id, a vector in one space: how a space is built beside the one in use.
    /// Returns how many of the passages were there.
    pub async fn set_vectors(
        &self,
        tenant: TenantId,
        space: &str,
        vectors: Vec<(String, Vec<f32>)>,
    ) -> Result<usize, SearchError> {
        at_home!(self, set_vectors(tenant, space.to_owned(), vectors))
    }

    /// Puts the space `from` in the place of `to`, at once: how a new model's vectors come into use.
    pub async fn swap_space(&self, tenant: TenantId, from: &str, to: &str) -> Result<(), SearchError> {
        at_home!(self, swap_space(tenant, from.to_owned(), to.to_owned()))
    }

    pub async fn drop_space(&self, tenant: TenantId, space: &str) -> Result<(), SearchError> {
        at_home!(self, drop_space(tenant, space.to_owned()))
    }

    pub async fn remove_documents(
        &self,
        tenant: TenantId,
        documents: Vec<DocumentId>,
    ) -> Result<(), SearchError> {
        at_home!(self, remove_documents(tenant, documents))
    }

    pub async fn remove_collection(
        &self,
        tenant: TenantId,
        collection: CollectionId,
    ) -> Result<(), SearchError> {
        at_home!(self, remove_collection(tenant, collection))
    }

    /// All of it, and off the disk. Works on a damaged index too: a rebuild begins with it.
    pub async fn remove_tenant(&self, tenant: TenantId) -> Result<(), SearchError> {
        at_home!(self, remove_tenant(tenant))
    }

    /// What was removed is hidden at once; this takes its last traces off the disk, as erasure needs.
    pub async fn purge(&self, tenant: TenantId) -> Result<(), SearchError> {
        at_home!(self, purge(tenant))
    }

    pub async fn stats(&self, tenant: TenantId) -> Result<Stats, SearchError> {
        at_home!(self, stats(tenant))
    }

    pub async fn search(&self, tenant: TenantId, query: Query) -> Result<Found, SearchError> {
        at_home!(self, search(tenant, query, Arc::clone(&self.fusion)))
    }
}
