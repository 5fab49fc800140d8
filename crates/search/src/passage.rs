//! What is indexed and found.

use conserje_kernel::{CollectionId, DocumentId, PassageKind, Timestamp};
use serde::{Deserialize, Serialize};

/// Where a passage stands in a law. Numbers have one form each: `48`, `48 bis`, `disposición adicional 3`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Article {
    pub law: String,
    pub title: Option<String>,
    pub chapter: Option<String>,
    pub section: Option<String>,
    /// `None` for what stands outside articles and provisions, such as a preamble.
    pub number: Option<String>,
}

/// A piece of a document that can be found and cited by itself: what chunking makes and search returns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Passage {
    /// `{stem}_chunk_{NNNN}`, unique in its tenant because the stem of a document is.
    pub id: String,
    pub collection: CollectionId,
    pub document: DocumentId,
    /// The file's name as its owner wrote it.
    pub file_name: String,
    /// Its place in the document, from 0.
    pub index: u32,
    pub text: String,
    pub tokens: u32,
    pub kind: PassageKind,
    /// The heading it stands under, and those above it, outermost first.
    pub section_title: Option<String>,
    pub section_path: Vec<String>,
    /// From 1; of its first character.
    pub page: Option<u32>,
    /// Characters (not bytes) into the document's extracted text: first, and one past the last.
    pub start: u64,
    pub end: u64,
    pub has_tables: bool,
    pub has_images: bool,
    pub article: Option<Article>,
    pub keywords: Vec<String>,
    pub description: String,
    /// Ids of the passages that it refers to.
    pub refs: Vec<String>,
    /// The date that the document speaks of itself, else that of its arrival: what ageing counts from.
    pub dated: Timestamp,
}
