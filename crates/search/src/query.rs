//! What is asked of an index and what it answers.

use std::collections::{BTreeMap, BTreeSet};

use conserje_kernel::{CollectionId, DocumentId, PassageKind, Timestamp};
use serde::{Deserialize, Serialize};

use crate::passage::Passage;
use crate::synonyms::Synonyms;

/// What to compare.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Words: BM25 over fields.
    Lexical,
    /// Meaning: cosine of vectors.
    Semantic,
    /// Both, on one scale.
    #[default]
    Hybrid,
}

/// A vector of one dense space.
#[derive(Clone, Debug, PartialEq)]
pub struct SpaceVector {
    pub space: String,
    pub values: Vec<f32>,
}

/// A passage to index with its vectors, one for each space that it is in.
#[derive(Clone, Debug, PartialEq)]
pub struct Indexed {
    pub passage: Passage,
    pub vectors: Vec<SpaceVector>,
}

/// Which passages may be found. What is empty or `None` restricts nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// Each with a weight that scores are multiplied by.
    pub collections: BTreeMap<CollectionId, f32>,
    pub documents: BTreeSet<DocumentId>,
    pub kinds: Vec<PassageKind>,
    /// From this moment on.
    pub from: Option<Timestamp>,
    /// Before this moment.
    pub until: Option<Timestamp>,
}

/// A question.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// May hold operators: `"exact phrase"`, `-excluded`, `+required`.
    pub text: String,
    /// Of the question, one for each dense space to search.
    pub vectors: Vec<SpaceVector>,
    pub mode: Mode,
    pub filter: Filter,
    pub synonyms: Synonyms,
    pub limit: usize,
    /// Of the score of the mode: see [`Hit::score`].
    pub min_score: f32,
}

impl Query {
    pub fn new(text: impl Into<String>, mode: Mode) -> Self {
        Self {
            text: text.into(),
            vectors: Vec::new(),
            mode,
            filter: Filter::default(),
            synonyms: Synonyms::default(),
            limit: 10,
            min_score: 0.0,
        }
    }
}

/// A passage that was found: enough to fetch the rest of it from the database.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hit {
    pub id: String,
    pub document: DocumentId,
    pub collection: CollectionId,
    pub index: u32,
    pub kind: PassageKind,
    pub dated: Timestamp,
    /// What the hits are sorted by: 0 to 1, comparable between queries.
    pub score: f32,
    /// BM25, if words were compared.
    pub lexical: Option<f32>,
    /// Of the nearest dense space, if meaning was compared.
    pub cosine: Option<f32>,
}

/// The answer, best first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Found {
    pub hits: Vec<Hit>,
    /// How many passages passed all filters and the minimum score.
    pub total: usize,
    /// The question with the synonyms that were also looked for, if there were any.
    pub expanded_query: Option<String>,
}

/// What an index holds of a tenant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stats {
    pub passages: u64,
    /// Vectors by space.
    pub spaces: BTreeMap<String, SpaceStats>,
    pub bytes_on_disk: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpaceStats {
    pub dims: usize,
    pub vectors: u64,
}
