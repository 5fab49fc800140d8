//! Finds passages: words, meaning, structure and patterns, fused and ranked.
//!
//! The database is the truth. An index holds what it needs to score and filter, and enough to name what it
//! found ([`Hit`]); the text of a passage is fetched from the database, so that it need be erased only there
//! and in terms. [`Engine`] is the one interface; its homes are this process and a Qdrant server.
pub mod analyse;
mod asked;
mod bm25;
mod engine;
mod error;
mod fields;
mod fuse;
pub mod group;
pub mod highlight;
mod local;
pub mod metrics;
mod operators;
mod passage;
pub mod patterns;
mod qdrant;
mod query;
mod ranking;
pub mod rerank;
pub mod structure;
mod synonyms;

pub use bm25::{Bm25, FieldWeight};
pub use conserje_kernel::PassageKind;
pub use engine::Engine;
pub use error::SearchError;
pub use fuse::{Fusion, SpaceWeight};
pub use passage::{Article, Passage};
pub use query::{Filter, Found, Hit, Indexed, Mode, Query, SpaceStats, SpaceVector, Stats};
pub use synonyms::Synonyms;
