//! Vectors of a tenant's texts, from its own cache where they were made before.

use std::fmt;

use conserje_kernel::Scope;
use conserje_llm::embed::{CacheError, CacheKey, Cached, Purpose, TextEmbedder as _, VectorCache};
use conserje_search::SpaceVector;
use conserje_store::{Store, StoreError, Tx, embeddings};
use futures::FutureExt as _;
use futures::future::BoxFuture;

use super::{Library, LibraryError};

impl Library {
    /// For each text one vector in every space.
    pub(super) async fn vectors(
        &self,
        scope: &Scope,
        texts: &[&str],
        purpose: Purpose,
    ) -> Result<Vec<Vec<SpaceVector>>, LibraryError> {
        let mut all: Vec<Vec<SpaceVector>> = texts.iter().map(|_| Vec::new()).collect();
        for embedder in self.embedders().await? {
            let cache = TenantCache { store: self.0.store.clone(), scope: scope.clone() };
            let cached = Cached::new(std::sync::Arc::clone(embedder), cache);
            let embedded = cached.embed(texts, purpose).await?;
            let space = embedder.facts().name.to_string();
            for (vectors, values) in all.iter_mut().zip(embedded.vectors) {
                vectors.push(SpaceVector { space: space.clone(), values });
            }
        }
        Ok(all)
    }
}

/// What a tenant's texts were embedded to: no other tenant's hits, nor how fast they come, can be seen through it.
struct TenantCache {
    store: Store,
    scope: Scope,
}

impl fmt::Debug for TenantCache {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "TenantCache({})", self.scope.tenant())
    }
}

/// The purpose is part of the name: a model may embed the same words differently as a question.
fn model_of(key: &CacheKey) -> String {
    format!("{}/{}", key.model, key.purpose.name())
}

fn failed(error: &StoreError) -> CacheError {
    CacheError(error.to_string())
}

impl VectorCache for TenantCache {
    fn get<'a>(&'a self, keys: &'a [CacheKey]) -> BoxFuture<'a, Result<Vec<Option<Vec<f32>>>, CacheError>> {
        let keys = keys.to_vec();
        let read = move |tx: &mut Tx<'_>| {
            let one = |key: &CacheKey| {
                Ok(embeddings::find(tx, &model_of(key), key.text)?.map(|bytes| numbers(&bytes)))
            };
            keys.iter().map(one).collect::<Result<_, StoreError>>()
        };
        async move { self.store.read(&self.scope, read).await.map_err(|error| failed(&error)) }.boxed()
    }

    fn put<'a>(&'a self, entries: &'a [(CacheKey, Vec<f32>)]) -> BoxFuture<'a, Result<(), CacheError>> {
        let rows: Vec<_> =
            entries.iter().map(|(key, vector)| (model_of(key), key.text, bytes(vector))).collect();
        let write = move |tx: &mut Tx<'_>| {
            rows.into_iter().try_for_each(|(model, text, vector)| embeddings::put(tx, &model, text, vector))
        };
        async move { self.store.write(&self.scope, write).await.map_err(|error: StoreError| failed(&error)) }
            .boxed()
    }
}

fn bytes(vector: &[f32]) -> Vec<u8> {
    vector.iter().flat_map(|number| number.to_le_bytes()).collect()
}

fn numbers(bytes: &[u8]) -> Vec<f32> {
    let (numbers, _) = bytes.as_chunks::<4>();
    numbers.iter().map(|number| f32::from_le_bytes(*number)).collect()
}
