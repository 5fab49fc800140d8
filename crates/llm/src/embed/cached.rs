//! Remembers what an embedder said, so that the same text is not paid for twice.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt::Debug;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use conserje_kernel::{Clock, Digest, Timestamp};
use futures::future::{BoxFuture, FutureExt, ready};
use sha2::{Digest as _, Sha256};

use super::embedder::{Embedded, EmbedderFacts, Purpose, TextEmbedder};
use crate::error::{ModelError, Trouble};

/// How long a vector is kept.
pub const CACHE_LIFETIME: Duration = Duration::from_secs(7 * 24 * 3600);

/// What a vector is found by.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CacheKey {
    /// The embedder's name.
    pub model: Arc<str>,
    pub purpose: Purpose,
    /// SHA-256.
    pub text: Digest,
}

impl CacheKey {
    pub fn new(model: &Arc<str>, purpose: Purpose, text: &str) -> Self {
        let text = Digest::new(Sha256::digest(text.as_bytes()).into());
        Self { model: Arc::clone(model), purpose, text }
    }
}

/// Why a cache could not be read or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the cache of vectors failed: {0}")]
pub struct CacheError(pub String);

/// Where vectors are kept: in memory, or in a table of a database.
pub trait VectorCache: Debug + Send + Sync {
    /// One for each key, in their order; none for what is not there or older than [`CACHE_LIFETIME`].
    fn get<'a>(&'a self, keys: &'a [CacheKey]) -> BoxFuture<'a, Result<Vec<Option<Vec<f32>>>, CacheError>>;

    fn put<'a>(&'a self, entries: &'a [(CacheKey, Vec<f32>)]) -> BoxFuture<'a, Result<(), CacheError>>;
}

/// An embedder with a memory. What fails in the cache is logged and costs only time.
#[derive(Debug)]
pub struct Cached<E, C> {
    embedder: E,
    cache: C,
    hits: AtomicU64,
    misses: AtomicU64,
}

impl<E: TextEmbedder, C: VectorCache> Cached<E, C> {
    pub fn new(embedder: E, cache: C) -> Self {
        Self { embedder, cache, hits: AtomicU64::new(0), misses: AtomicU64::new(0) }
    }

    /// How many texts came from the cache since the start.
    pub fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }

    /// How many did not.
    pub fn misses(&self) -> u64 {
        self.misses.load(Ordering::Relaxed)
    }

    async fn remembered(&self, keys: &[CacheKey]) -> Vec<Option<Vec<f32>>> {
        let dimensions = self.facts().dimensions;
        let mut found = self.cache.get(keys).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "vectors are calculated again");
            Vec::new()
        });
        found.resize(keys.len(), None);
        // A name may have been given to another model since.
        let is_ours = |vector: &Vec<f32>| vector.len() == dimensions;
        found.into_iter().map(|vector| vector.filter(is_ours)).collect()
    }

    async fn remember_or_embed(&self, texts: &[&str], purpose: Purpose) -> Result<Embedded, ModelError> {
        let name = &self.facts().name;
        let keys: Vec<_> = texts.iter().map(|text| CacheKey::new(name, purpose, text)).collect();
        let mut known: HashMap<&CacheKey, Vec<f32>> = HashMap::new();
        for (key, vector) in keys.iter().zip(self.remembered(&keys).await) {
            if let Some(vector) = vector {
                known.insert(key, vector);
            }
        }
        let from_cache = keys.iter().filter(|key| known.contains_key(key)).count();
        // A text that is there twice is asked for once.
        let mut missing: Vec<(&CacheKey, &str)> = Vec::new();
        let mut seen = HashSet::new();
        for (key, text) in keys.iter().zip(texts) {
            if !known.contains_key(key) && seen.insert(key) {
                missing.push((key, text));
            }
        }
        let mut tokens = 0;
        if !missing.is_empty() {
            let texts: Vec<&str> = missing.iter().map(|(_, text)| *text).collect();
            let embedded = self.embedder.embed(&texts, purpose).await?;
            tokens = embedded.tokens;
            let fresh = missing.iter().map(|(key, _)| (*key).clone()).zip(embedded.vectors);
            let fresh: Vec<(CacheKey, Vec<f32>)> = fresh.collect();
            if let Err(error) = self.cache.put(&fresh).await {
                tracing::warn!(%error, "vectors are not kept");
            }
            known
                .extend(missing.iter().map(|(key, _)| *key).zip(fresh.into_iter().map(|(_, vector)| vector)));
        }
        let vectors: Option<Vec<_>> = keys.iter().map(|key| known.get(key).cloned()).collect();
        let vectors = vectors.ok_or_else(|| {
            ModelError::new(&**name, Trouble::Malformed, "it gave fewer vectors than it was given texts")
        })?;
        let count =
            |front_desk: &AtomicU64, texts: usize| front_desk.fetch_add(texts as u64, Ordering::Relaxed);
        count(&self.hits, from_cache);
        count(&self.misses, texts.len() - from_cache);
        Ok(Embedded { vectors, tokens, from_cache })
    }
}

impl<E: TextEmbedder, C: VectorCache> TextEmbedder for Cached<E, C> {
    fn facts(&self) -> &EmbedderFacts {
        self.embedder.facts()
    }

    fn embed<'a>(
        &'a self,
        texts: &'a [&'a str],
        purpose: Purpose,
    ) -> BoxFuture<'a, Result<Embedded, ModelError>> {
        self.remember_or_embed(texts, purpose).boxed()
    }

    fn rest(&self, idle: Duration) {
        self.embedder.rest(idle);
    }
}

/// The latest vectors, in memory.
#[derive(Debug)]
pub struct MemoryCache {
    most: usize,
    clock: Clock,
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    vectors: HashMap<CacheKey, (Timestamp, Vec<f32>)>,
    /// All live equally long, so the oldest is also the first to go.
    order: VecDeque<CacheKey>,
}

impl MemoryCache {
    /// Of at most so many texts.
    pub fn new(most: usize, clock: Clock) -> Self {
        Self { most, clock, kept: Mutex::default() }
    }

    fn with<T>(&self, act: impl FnOnce(&mut Kept) -> T) -> T {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let now = self.clock.now();
        let is_old = |kept: &Kept, key: &CacheKey| {
            kept.vectors.get(key).is_none_or(|(then, _)| now.since(*then) >= CACHE_LIFETIME)
        };
        while let Some(oldest) = kept.order.front().cloned().filter(|key| is_old(&kept, key)) {
            kept.order.pop_front();
            kept.vectors.remove(&oldest);
        }
        act(&mut kept)
    }
}

impl VectorCache for MemoryCache {
    fn get<'a>(&'a self, keys: &'a [CacheKey]) -> BoxFuture<'a, Result<Vec<Option<Vec<f32>>>, CacheError>> {
        let one = |kept: &Kept, key: &CacheKey| kept.vectors.get(key).map(|(_, vector)| vector.clone());
        ready(Ok(self.with(|kept| keys.iter().map(|key| one(kept, key)).collect()))).boxed()
    }

    fn put<'a>(&'a self, entries: &'a [(CacheKey, Vec<f32>)]) -> BoxFuture<'a, Result<(), CacheError>> {
        let now = self.clock.now();
        self.with(|kept| {
            for (key, vector) in entries {
                match kept.vectors.get_mut(key) {
                    // It stays as old as it is: its place in the order says so.
                    Some((_, there)) => there.clone_from(vector),
                    None => {
                        kept.vectors.insert(key.clone(), (now, vector.clone()));
                        kept.order.push_back(key.clone());
                    }
                }
                while kept.vectors.len() > self.most {
                    let Some(oldest) = kept.order.pop_front() else { break };
                    kept.vectors.remove(&oldest);
                }
            }
        });
        ready(Ok(())).boxed()
    }
}

#[cfg(test)]
#[path = "cached_tests.rs"]
mod tests;
