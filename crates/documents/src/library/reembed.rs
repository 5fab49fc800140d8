//! Another embedder: all passages get vectors of it in the background, and it comes into use when all have.
//!
//! The new vectors are collected in a space beside the one in use and put in its place at once. Whoever wants to go on
//! comparing meaning meanwhile keeps the old embedder in the list until then. A job that is cut off begins again, with
//! what it made so far in the cache.

use std::time::Duration;

use conserje_kernel::{DeploymentScope, DocumentId, JobKind, Scope};
use conserje_llm::embed::Purpose;
use conserje_store::jobs::{self, NewJob};
use conserje_store::{Tx, documents};

use super::process::{BATCH, embedded_text};
use super::{Library, LibraryError};

/// Between the names of several embedders.
const AND: &str = " + ";
/// A space that is not yet in use.
const NEXT: &str = ".next";

impl Library {
    /// The embedders in use, as one text; empty where words alone are compared.
    pub(super) async fn embedded_with(&self) -> Result<String, LibraryError> {
        Ok(self.embedder_names().await?.join(AND))
    }

    /// Puts a job in line for each tenant whose passages have vectors of other embedders; how many.
    pub async fn plan_embedding(&self, scope: DeploymentScope) -> Result<usize, LibraryError> {
        // Without documents the embedders, which take a while to open, are not needed yet.
        if !self.0.store.read_all(scope, documents::are_there).await? {
            return Ok(0);
        }
        let with = self.embedded_with().await?;
        // Vectors that nobody compares do no harm, and may be wanted again.
        if with.is_empty() {
            return Ok(0);
        }
        let find =
            move |tx: &mut conserje_store::DeploymentTx<'_>| documents::tenants_embedded_otherwise(tx, &with);
        let tenants = self.0.store.read_all(scope, find).await?;
        let mut planned = 0;
        for tenant in tenants {
            let enqueue = |tx: &mut Tx<'_>| {
                if jobs::is_open(tx, JobKind::EmbedIndex)? {
                    return Ok(0);
                }
                let job = NewJob {
                    kind: JobKind::EmbedIndex,
                    payload: String::new(),
                    run_after: tx.now(),
                    max_attempts: 10,
                    time_limit: Duration::from_hours(24),
                };
                jobs::enqueue(tx, &job)?;
                Ok::<_, LibraryError>(1)
            };
            planned += self.0.store.write(&scope.within(tenant), enqueue).await?;
        }
        Ok(planned)
    }

    /// The job's work.
    pub async fn embed_anew(&self, scope: &Scope) -> Result<(), LibraryError> {
        let with = self.embedded_with().await?;
        if with.is_empty() {
            return Ok(());
        }
        let began = self.0.store.clock().now();
        let tenant = scope.tenant();
        let all = self.0.store.read(scope, documents::completed).await?;
        let names = self.embedder_names().await?;
        let has = self.check_index(scope).await?;
        for (at, name) in names.iter().enumerate() {
            let is_there =
                has.indexed.spaces.get(name).is_some_and(|space| space.vectors == has.indexed.passages);
            if is_there || has.indexed.passages == 0 {
                continue;
            }
            let next = format!("{name}{NEXT}");
            self.0.engine.drop_space(tenant, &next).await?;
            if self.fill_space(scope, at, &next, &all).await? > 0 {
                self.0.engine.swap_space(tenant, &next, name).await?;
            }
            // What was read meanwhile has its vectors in the space that was put aside.
            let later = self.0.store.read(scope, move |tx| documents::completed_since(tx, began)).await?;
            self.fill_space(scope, at, name, &later).await?;
        }
        let pictures = self.0.image_embedder.as_ref().map(|embedder| embedder.facts().name.to_string());
        let is_used = |space: &String| names.contains(space) || pictures.as_ref() == Some(space);
        for space in has.indexed.spaces.keys().filter(|space| !is_used(space)) {
            self.0.engine.drop_space(tenant, space).await?;
        }
        Ok(self.0.store.write(scope, move |tx| documents::set_embedded(tx, &with, began)).await?)
    }

    /// Gives the passages of documents their vectors of one embedder; how many.
    async fn fill_space(
        &self,
        scope: &Scope,
        embedder: usize,
        space: &str,
        documents: &[DocumentId],
    ) -> Result<usize, LibraryError> {
        let mut count = 0;
        for id in documents {
            let passages = self.passages(scope, *id, 0, u32::MAX).await?;
            for batch in passages.chunks(BATCH) {
                let texts: Vec<String> = batch.iter().map(embedded_text).collect();
                let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
                let vectors = self.vectors_of(scope, embedder, &texts, Purpose::Passage).await?;
                let pairs = batch.iter().map(|passage| passage.id.clone()).zip(vectors).collect();
                count += self.0.engine.set_vectors(scope.tenant(), space, pairs).await?;
            }
        }
        Ok(count)
    }
}
