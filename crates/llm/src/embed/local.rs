//! Runs a model of this machine beside the async runtime.
//!
//! The texts of one call are cut into small batches. Each is one job of the blocking pool, and no more jobs
//! run at once than there are cores. A call has only so many jobs waiting, so a short question never queues
//! behind all of a large document.

use std::fmt::{self, Debug};
use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

use futures::future::{BoxFuture, FutureExt};
use futures::stream::{self, StreamExt, TryStreamExt};
use tokio::sync::Semaphore;

use super::embedder::{Embedded, EmbedderFacts, Purpose, TextEmbedder};
use crate::error::{ModelError, Trouble};
use crate::kept::Kept;

/// As many bytes of text make a batch, or one longer text: enough that reading the weights from memory is not
/// what takes the time, little enough that all of it stays in the cache.
const BATCH_BYTES: usize = 2048;

/// A model that can be run on one core.
pub(super) trait Encode: Send + Sync + 'static {
    /// The vectors, and how many tokens the model read.
    fn encode(&self, texts: &[String], purpose: Purpose) -> Result<(Vec<Vec<f32>>, u64), String>;
}

type Reopen = Arc<dyn Fn() -> Result<Arc<dyn Encode>, String> + Send + Sync>;

/// A model in this process. Its weights are let go of when nobody has used them for a while.
#[derive(Clone)]
pub(super) struct Local {
    facts: EmbedderFacts,
    encoder: Arc<Kept<dyn Encode>>,
    /// None for one that is kept for good.
    reopen: Option<Reopen>,
    cores: usize,
    turns: Arc<Semaphore>,
}

impl Local {
    pub(super) fn new(facts: EmbedderFacts, encoder: impl Encode, cores: Option<NonZero<usize>>) -> Self {
        let cores = cores.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZero::get);
        let encoder: Arc<dyn Encode> = Arc::new(encoder);
        let encoder = Arc::new(Kept::of(encoder));
        Self { facts, encoder, reopen: None, cores, turns: Arc::new(Semaphore::new(cores)) }
    }

    /// It may rest: this opens it again.
    pub(super) fn reopened_by(
        self,
        reopen: impl Fn() -> Result<Arc<dyn Encode>, String> + Send + Sync + 'static,
    ) -> Self {
        Self { reopen: Some(Arc::new(reopen)), ..self }
    }

    async fn run(&self, texts: Vec<String>, purpose: Purpose) -> Result<(Vec<Vec<f32>>, u64), ModelError> {
        let failed = |trouble, problem: String| ModelError::new(&*self.facts.name, trouble, problem);
        let turn = Arc::clone(&self.turns).acquire_owned().await;
        let turn = turn.map_err(|closed| failed(Trouble::Down, closed.to_string()))?;
        let (encoder, reopen) = (Arc::clone(&self.encoder), self.reopen.clone());
        let job = move || {
            // Held to the end of the work, also when nobody waits for it any more.
            let _turn = turn;
            let gone = || Err("its model was closed".to_owned());
            let encoder = encoder.get(|| reopen.map_or_else(gone, |reopen| reopen()));
            let encoder = encoder.map_err(|problem| (Trouble::Down, problem))?;
            encoder.encode(&texts, purpose).map_err(|problem| (Trouble::Refused, problem))
        };
        let encoded = tokio::task::spawn_blocking(job).await;
        let encoded = encoded.map_err(|stopped| failed(Trouble::Down, stopped.to_string()))?;
        encoded.map_err(|(trouble, problem)| failed(trouble, problem))
    }
}

impl Debug for Local {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Local")
            .field("facts", &self.facts)
            .field("cores", &self.cores)
            .finish_non_exhaustive()
    }
}

impl TextEmbedder for Local {
    fn facts(&self) -> &EmbedderFacts {
        &self.facts
    }

    fn embed<'a>(
        &'a self,
        texts: &'a [&'a str],
        purpose: Purpose,
    ) -> BoxFuture<'a, Result<Embedded, ModelError>> {
        let jobs = batches(texts, BATCH_BYTES).into_iter().map(move |batch| self.run(batch, purpose));
        let all = Embedded { vectors: Vec::with_capacity(texts.len()), ..Embedded::default() };
        stream::iter(jobs)
            .buffered(self.cores)
            .try_fold(all, async |mut all, (vectors, tokens)| {
                all.vectors.extend(vectors);
                all.tokens = all.tokens.saturating_add(tokens);
                Ok(all)
            })
            .boxed()
    }

    fn rest(&self, idle: Duration) {
        if self.reopen.is_some() {
            self.encoder.rest(idle);
        }
    }
}

/// In order, each of at most `most` bytes or one text.
fn batches(texts: &[&str], most: usize) -> Vec<Vec<String>> {
    let mut batches: Vec<Vec<String>> = Vec::new();
    let mut room = 0_usize;
    for text in texts {
        match batches.last_mut() {
            Some(batch) if text.len() <= room => batch.push((*text).to_owned()),
            Some(_) | None => {
                room = most;
                batches.push(vec![(*text).to_owned()]);
            }
        }
        room = room.saturating_sub(text.len());
    }
    batches
}

#[cfg(test)]
#[path = "local_tests.rs"]
mod tests;
