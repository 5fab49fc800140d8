//! Texts and images as vectors, so that what means the same lies close together.
//!
//! A [`TextEmbedder`] is a model in a folder on this machine ([`open()`]) or one behind an API
//! ([`OpenAiEmbedder`]); [`Cached`] remembers what any of them said. An [`ImageEmbedder`] puts pictures and
//! words into one space.

mod bert;
mod bert_folder;
mod cached;
mod embedder;
#[cfg(test)]
mod fixtures;
mod image;
mod local;
mod maths;
mod npz;
mod open;
mod openai;
mod patience;
mod sentencepiece;
mod unigram;
mod use_multilingual;

pub use cached::{CACHE_LIFETIME, CacheError, CacheKey, Cached, MemoryCache, VectorCache};
pub use embedder::{Embedded, EmbedderFacts, Purpose, TextEmbedder};
pub use image::{AzureVision, ImageEmbedder};
pub use open::{OpenError, Options, open, open_with};
pub use openai::{OpenAiEmbedder, RemoteModel};
