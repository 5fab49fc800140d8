//! One scale for words and meaning.
//!
//! Ranks are never fused and raw scores never compared. The BM25 score divided by what a perfect passage
//! would get is the share of the question's words that a passage meets, rare ones counting more; the cosine
//! is how near its meaning is. Both are absolute, so their mean leans by itself on what there is: a question
//! in another language, or a paraphrase, has weak evidence in words and is decided by the vectors; an exact
//! one is decided by the words. What was tried and measured is in docs/retrieval.md.

use std::collections::BTreeMap;

use conserje_kernel::Language;

use crate::bm25::Bm25;
use crate::query::Mode;

/// How scores are made.
#[derive(Clone, Debug, PartialEq)]
pub struct Fusion {
    pub bm25: Bm25,
    /// What words count for in a hybrid search; meaning counts 1.
    pub words: f32,
    /// By the name of the space; a space that is not here has [`SpaceWeight::default`].
    pub spaces: BTreeMap<String, SpaceWeight>,
}

/// How much the cosine of a space counts, by the languages of question and passage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpaceWeight {
    pub spanish: f32,
    pub english: f32,
    /// They are in different languages.
    pub across: f32,
}

impl Default for SpaceWeight {
    fn default() -> Self {
        Self { spanish: 1.0, english: 1.0, across: 1.0 }
    }
}

impl SpaceWeight {
    /// Of an encoder that knows only English.
    pub const ENGLISH_ONLY: Self = Self { spanish: 0.0, english: 1.0, across: 0.0 };

    /// Where a language is unclear, it is taken for that of the other side.
    fn between(self, question: Option<Language>, passage: Option<Language>) -> f32 {
        match (question.or(passage), passage.or(question)) {
            (Some(Language::Es), Some(Language::Es)) => self.spanish,
            (Some(Language::En), Some(Language::En)) => self.english,
            (Some(_), Some(_)) => self.across,
            (None, _) | (_, None) => f32::midpoint(self.spanish, self.english),
        }
    }
}

impl Default for Fusion {
    fn default() -> Self {
        Self { bm25: Bm25::default(), words: 1.3, spaces: BTreeMap::new() }
    }
}

/// What speaks for a passage.
#[derive(Clone, Debug, Default)]
pub(crate) struct Evidence {
    pub(crate) lexical: Option<f32>,
    /// The greatest.
    pub(crate) cosine: Option<f32>,
    weighted: f32,
    weights: f32,
}

impl Evidence {
    pub(crate) fn new(lexical: Option<f32>) -> Self {
        Self { lexical, ..Self::default() }
    }

    pub(crate) fn add_cosine(&mut self, cosine: f32, weight: f32) {
        self.cosine = Some(self.cosine.map_or(cosine, |before| before.max(cosine)));
        self.weighted += cosine * weight;
        self.weights += weight;
    }

    fn meaning(&self) -> f32 {
        if self.weights > 0.0 { self.weighted / self.weights } else { 0.0 }
    }
}

impl Fusion {
    pub(crate) fn weight(&self, space: &str, question: Option<Language>, passage: Option<Language>) -> f32 {
        self.spaces.get(space).copied().unwrap_or_default().between(question, passage)
    }

    /// 0 to 1; higher is better, and comparable between questions. `perfect` is the BM25 score of a passage
    /// that holds every word of the question many times.
    pub(crate) fn score(&self, mode: Mode, perfect: f32, evidence: &Evidence) -> f32 {
        let words = if perfect > 0.0 { evidence.lexical.unwrap_or_default() / perfect } else { 0.0 };
        let words = words.min(1.0);
        let score = match mode {
            Mode::Lexical => words,
            Mode::Semantic => evidence.meaning(),
            Mode::Hybrid => (self.words * words + evidence.meaning()) / (self.words + 1.0),
        };
        score.clamp(0.0, 1.0)
    }
}
