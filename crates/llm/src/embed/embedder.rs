//! What every embedder can do, wherever its model runs.

use std::fmt::Debug;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;

use crate::error::ModelError;

/// What a text is embedded for. Many models were trained to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// To find with.
    Query,
    /// To be found.
    Passage,
}

impl Purpose {
    pub fn name(self) -> &'static str {
        match self {
            Self::Query => "query",
            Self::Passage => "passage",
        }
    }
}

/// What is known about an embedder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmbedderFacts {
    /// As it is shown to people and kept with the vectors: vectors of different names are never compared.
    pub name: Arc<str>,
    pub dimensions: usize,
    /// Of one text. What is longer is cut there, or refused by a provider.
    pub max_tokens: usize,
    /// The languages it is good at, as tags such as `es`; empty if that is not known.
    pub languages: Vec<String>,
    /// Millionths of the currency unit per million tokens; none for one that runs here and costs nothing.
    pub price: Option<u64>,
}

/// What came of embedding some texts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Embedded {
    /// One for each text, in their order, each of length one.
    pub vectors: Vec<Vec<f32>>,
    /// What the model read, for billing; nothing for what came from a cache.
    pub tokens: u64,
    /// How many of the texts came from a cache.
    pub from_cache: usize,
}

/// Turns texts into vectors.
pub trait TextEmbedder: Debug + Send + Sync {
    fn facts(&self) -> &EmbedderFacts;

    /// Any number of texts; the embedder makes batches of them.
    fn embed<'a>(
        &'a self,
        texts: &'a [&'a str],
        purpose: Purpose,
    ) -> BoxFuture<'a, Result<Embedded, ModelError>>;

    /// Lets go of memory that was not used in this time; the next text takes it again.
    fn rest(&self, _idle: Duration) {}
}

/// A boxed or shared embedder is one too.
impl<P> TextEmbedder for P
where
    P: Deref<Target = dyn TextEmbedder> + Debug + Send + Sync,
{
    fn facts(&self) -> &EmbedderFacts {
        self.deref().facts()
    }

    fn embed<'a>(
        &'a self,
        texts: &'a [&'a str],
        purpose: Purpose,
    ) -> BoxFuture<'a, Result<Embedded, ModelError>> {
        self.deref().embed(texts, purpose)
    }

    fn rest(&self, idle: Duration) {
        self.deref().rest(idle);
    }
}
