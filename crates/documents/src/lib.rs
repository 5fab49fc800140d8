//! From any file to passages that can be found and cited:
//! `accept → extract → chunk → enrich → embed → index`.
pub mod chunk;
pub mod enrich;
pub mod extract;
pub mod law;
mod library;
mod structure;

pub use conserje_search::{Mode, Passage, SearchError};
pub use library::{
    Accepted, Answer, Arriving, Ask, Collection, CollectionChange, DEFAULT_COLLECTION, Document,
    DocumentFilter, FoundArticle, FoundFile, FoundPassage, IndexCheck, Judge, Library, LibraryError, Limits,
    Lookup, NameMatch, Named, NewFile, OpenEmbedders, Progress, Refused, Rerank, Setup, Text,
};
pub use structure::{Block, BlockKind, Child, Extracted};
