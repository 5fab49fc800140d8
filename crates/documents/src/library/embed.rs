//! Vectors of a tenant's texts, from its own cache where they were made before.

use std::fmt;
use std::time::{Duration, Instant};

use conserje_kernel::{ModelCallId, Scope, TraceId};
use conserje_llm::Trouble;
use conserje_llm::embed::{CacheError, CacheKey, Cached, Purpose, TextEmbedder as _, VectorCache};
use conserje_search::SpaceVector;
use conserje_store::documents::Document;
use conserje_store::model_calls::{self, ModelCall};
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
        for (at, space) in self.embedder_names().await?.into_iter().enumerate() {
            for (vectors, values) in all.iter_mut().zip(self.vectors_of(scope, at, texts, purpose).await?) {
                vectors.push(SpaceVector { space: space.clone(), values });
            }
        }
        Ok(all)
    }

    /// What a question means, as one vector of unit length in each space after the other, so that the cosine of two is the
    /// mean of those in each. None where words alone are compared.
    pub async fn meaning(&self, scope: &Scope, question: &str) -> Result<Option<Vec<f32>>, LibraryError> {
        let spaces = self.vectors(scope, &[question], Purpose::Query).await?.pop().unwrap_or_default();
        let mut meaning = Vec::new();
        for SpaceVector { values, .. } in spaces {
            let length = values.iter().map(|value| value * value).sum::<f32>().sqrt();
            meaning.extend(values.into_iter().map(|value| if length > 0.0 { value / length } else { 0.0 }));
        }
        Ok((!meaning.is_empty()).then_some(meaning))
    }

    /// What is to be seen on a picture, if there is somebody who sees. A picture that they cannot take is found by its
    /// words only.
    pub(super) async fn picture_vector(
        &self,
        scope: &Scope,
        document: &Document,
    ) -> Result<Option<SpaceVector>, LibraryError> {
        let Some(embedder) = &self.0.image_embedder else { return Ok(None) };
        if !document.mime_type.starts_with("image/") {
            return Ok(None);
        }
        let Some(content) = self.0.store.blobs().get(scope, &document.blob).await? else { return Ok(None) };
        match embedder.embed_image(&content, &document.mime_type).await {
            Ok(values) => Ok(Some(SpaceVector { space: embedder.facts().name.to_string(), values })),
            Err(error) if error.trouble == Trouble::Refused => {
                tracing::info!(document.id = %document.id, "Document {} is not seen: {error}", document.id);
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// A question among what is to be seen on pictures. Without it the search goes on in words.
    pub(super) async fn question_for_pictures(&self, text: &str) -> Option<SpaceVector> {
        let embedder = self.0.image_embedder.as_ref()?;
        match embedder.embed_text(text).await {
            Ok(values) => Some(SpaceVector { space: embedder.facts().name.to_string(), values }),
            Err(error) => {
                tracing::warn!("A question could not be compared with pictures: {error}");
                None
            }
        }
    }

    /// For each text the vector of one embedder. What that used is on the tenant's bill.
    pub(super) async fn vectors_of(
        &self,
        scope: &Scope,
        embedder: usize,
        texts: &[&str],
        purpose: Purpose,
    ) -> Result<Vec<Vec<f32>>, LibraryError> {
        let Some(embedder) = self.embedders().await?.get(embedder) else { return Ok(Vec::new()) };
        let cache = TenantCache { store: self.0.store.clone(), scope: scope.clone() };
        let cached = Cached::new(std::sync::Arc::clone(embedder), cache);
        let began = Instant::now();
        let embedded = cached.embed(texts, purpose).await?;
        if let (Some(price), 1..) = (embedder.facts().price, embedded.tokens) {
            let model = embedder.facts().name.to_string();
            self.meter(scope, model, (embedded.tokens, price), began.elapsed()).await?;
        }
        Ok(embedded.vectors)
    }

    async fn meter(
        &self,
        scope: &Scope,
        model: String,
        (tokens, price): (u64, u64),
        took: Duration,
    ) -> Result<(), LibraryError> {
        let whole = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
        let call = ModelCall {
            id: ModelCallId::generate(),
            user: scope.user(),
            key: scope.api_key(),
            session: None,
            turn: None,
            trace: TraceId::generate(),
            agent: None,
            model,
            outcome: "succeeded".to_owned(),
            input_tokens: whole(tokens),
            output_tokens: 0,
            thinking_tokens: 0,
            cached_tokens: 0,
            cache_written_tokens: 0,
            // Millionths per million tokens.
            cost_micros: whole(tokens.saturating_mul(price) / 1_000_000),
            latency_micros: i64::try_from(took.as_micros()).unwrap_or(i64::MAX),
            first_token_micros: None,
        };
        Ok(self.0.store.write(scope, move |tx| model_calls::put(tx, &call)).await?)
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
