//! A document as chunks: pieces that can be found and cited by themselves.
//!
//! What holds for every chunk, whatever the strategy: its text ends with exactly the characters `start..end` of
//! [`Extracted::text`]. Before them there is nothing, or the header of the table that the chunk begins inside of.
//! What a chunk shares with the one before it (the overlap) is inside `start..end`. Every character that is not
//! space is in the range of a chunk. Starts and ends grow. No chunk has more tokens than the limit.

mod atoms;
mod cohesion;
mod offsets;
mod pack;
mod sections;
mod sentences;

use std::ops::Range;

use conserje_kernel::{CollectionId, DocumentId, Timestamp};
use conserje_search::{Article, Passage, PassageKind};
use serde::{Deserialize, Serialize};

use crate::law;
use crate::structure::{BlockKind, Extracted};

use atoms::Atoms;
use offsets::Offsets;
use pack::{Piece, pack};
use sections::Path;

pub use sections::title;
pub use sentences::sentences;

/// How a document is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strategy {
    /// By headings, then blocks, then sentences.
    Recursive,
    /// The same, and where the topic changes.
    Semantic,
    /// Whole rows, the header repeated.
    Rows,
    /// One chunk an article, several if it is long.
    Articles,
}

impl Strategy {
    /// What suits a file of this MIME type; a law by its text, whatever its type.
    pub fn choose(mime_type: &str, document: &Extracted) -> Self {
        let suited = Self::for_mime_type(mime_type);
        if suited != Self::Rows && law::is_law(document) { Self::Articles } else { suited }
    }

    /// What suits a file of this MIME type that is no law.
    pub fn for_mime_type(mime_type: &str) -> Self {
        let essence = mime_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        match essence.as_str() {
            "text/csv"
            | "text/tab-separated-values"
            | "application/vnd.ms-excel"
            | "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            | "application/vnd.oasis.opendocument.spreadsheet" => Self::Rows,
            "text/markdown" | "text/plain" | "text/html" | "message/rfc822" | "application/epub+zip" => {
                Self::Semantic
            }
            _ => Self::Recursive,
        }
    }
}

/// In tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    pub tokens: u32,
    pub overlap: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { tokens: 512, overlap: 50 }
    }
}

impl Limits {
    /// Less than this holds no sentence, and one character can be four tokens.
    const LEAST: u32 = 16;

    /// As they are kept: a chunk has room for more than its overlap.
    fn sound(self) -> Self {
        let tokens = self.tokens.max(Self::LEAST);
        Self { tokens, overlap: self.overlap.min(tokens / 2) }
    }
}

/// A passage but for the document that it is of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chunk {
    /// `{stem}_chunk_{NNNN}`, from 0000.
    pub id: String,
    pub index: u32,
    pub text: String,
    pub tokens: u32,
    /// A table if most of it is one, else a section's header if it begins with a heading.
    pub kind: PassageKind,
    pub section_title: Option<String>,
    /// Outermost first; the last is the section's title.
    pub section_path: Vec<String>,
    pub page: Option<u32>,
    /// Characters of [`Extracted::text`].
    pub start: u64,
    pub end: u64,
    pub has_tables: bool,
    pub has_images: bool,
    pub article: Option<Article>,
    /// These three are filled by [`crate::enrich`] and [`crate::law`].
    pub keywords: Vec<String>,
    pub description: String,
    pub refs: Vec<String>,
}

/// The document that passages are of.
#[derive(Clone, Debug, PartialEq)]
pub struct Origin {
    pub collection: CollectionId,
    pub document: DocumentId,
    pub file_name: String,
    pub dated: Timestamp,
}

impl Chunk {
    pub fn into_passage(self, origin: &Origin) -> Passage {
        Passage {
            id: self.id,
            collection: origin.collection,
            document: origin.document,
            file_name: origin.file_name.clone(),
            index: self.index,
            text: self.text,
            tokens: self.tokens,
            kind: self.kind,
            section_title: self.section_title,
            section_path: self.section_path,
            page: self.page,
            start: self.start,
            end: self.end,
            has_tables: self.has_tables,
            has_images: self.has_images,
            article: self.article,
            keywords: self.keywords,
            description: self.description,
            refs: self.refs,
            dated: origin.dated,
        }
    }
}

pub fn chunk_id(stem: &str, index: u32) -> String {
    format!("{stem}_chunk_{index:04}")
}

/// The whole document, in order. The same document gives the same chunks with the same ids.
pub fn chunk(stem: &str, document: &Extracted, strategy: Strategy, limits: Limits) -> Vec<Chunk> {
    let limits = limits.sound();
    let outline = (strategy == Strategy::Articles).then(|| law::outline(document));
    let provisions = outline.as_ref().map_or(&[][..], |outline| &outline.provisions);
    let marks: Vec<usize> = provisions.iter().map(|provision| provision.start).collect();
    let atoms = Atoms::of(document, limits.tokens, &marks);

    let (mut limits, mut shifts) = (limits, Vec::new());
    let runs = match strategy {
        Strategy::Recursive => sections::runs(&atoms, u64::from(limits.tokens / 8)),
        Strategy::Semantic => {
            shifts = cohesion::shifts(&atoms);
            let runs = sections::runs(&atoms, u64::from(limits.tokens / 8));
            let topics = cohesion::new_topics(&atoms, &shifts);
            sections::split(runs, &atoms, &topics, u64::from(limits.tokens / 4))
        }
        Strategy::Rows => {
            limits.overlap = 0;
            sections::tables(&atoms)
        }
        Strategy::Articles => runs_at(&atoms, &marks),
    };

    let frame = Frame::of(stem, &atoms);
    let mut chunks: Vec<Chunk> = Vec::new();
    for run in runs {
        let start = atoms.list.get(run.start).map_or(0, |atom| atom.range.start);
        let provision = law::at(provisions, start);
        for piece in pack(&atoms, run, limits, &shifts) {
            let mut chunk = frame.chunk(chunks.len(), &piece);
            if let Some(provision) = provision {
                provision.describe(&mut chunk);
            }
            chunks.push(chunk);
        }
    }
    chunks
}

/// Runs that begin where the marks are.
fn runs_at(atoms: &Atoms<'_>, marks: &[usize]) -> Vec<Range<usize>> {
    let mut marks = marks.iter().copied().peekable();
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, atom) in atoms.list.iter().enumerate() {
        let mut is_new = at == 0;
        while marks.next_if(|mark| *mark <= atom.range.start).is_some() {
            is_new = true;
        }
        match runs.last_mut().filter(|_| !is_new) {
            Some(run) => run.end = at + 1,
            None => runs.push(at..at + 1),
        }
    }
    runs
}

/// What all chunks of a document are made with.
struct Frame<'a> {
    stem: &'a str,
    atoms: &'a Atoms<'a>,
    offsets: Offsets<'a>,
    path_of_block: Vec<usize>,
    paths: Vec<Path>,
}

impl<'a> Frame<'a> {
    fn of(stem: &'a str, atoms: &'a Atoms<'a>) -> Self {
        let (path_of_block, paths) = sections::paths(atoms.document);
        Self { stem, atoms, offsets: Offsets::of(&atoms.text), path_of_block, paths }
    }

    fn chunk(&self, index: usize, piece: &Piece) -> Chunk {
        let index = u32::try_from(index).unwrap_or(u32::MAX);
        let mut blocks = self.blocks(&piece.range);
        let own = self.atoms.list.get(piece.own.clone()).unwrap_or_default();
        let own_block = own.first().map_or(blocks.start, |atom| atom.block);
        let kind_is = |block: usize, is: fn(&BlockKind) -> bool| self.atoms.kind(block).is_some_and(is);
        let is_heading = |block: usize| kind_is(block, |kind| matches!(kind, BlockKind::Heading { .. }));
        let is_table = |block: usize| self.atoms.is_table(block);
        // The first block that is more than a heading says which section this is.
        let body = (own_block..blocks.end).find(|block| !is_heading(*block));
        let section = body.unwrap_or_else(|| blocks.end.saturating_sub(1));
        let path = self.path_of_block.get(section).and_then(|path| self.paths.get(*path));
        let tabular: usize = blocks
            .clone()
            .filter(|block| is_table(*block))
            .map(|block| self.within(block, &piece.range))
            .sum();
        let kind = if tabular * 2 > piece.range.len() {
            PassageKind::Table
        } else if is_heading(own_block) {
            PassageKind::SectionHeader
        } else {
            PassageKind::Content
        };
        Chunk {
            id: chunk_id(self.stem, index),
            index,
            text: piece.text(self.atoms),
            tokens: piece.tokens,
            kind,
            section_title: path.and_then(|path| path.last()).cloned(),
            section_path: path.cloned().unwrap_or_default(),
            page: self.atoms.document.blocks.get(blocks.start).and_then(|block| block.page),
            start: self.offsets.character(piece.range.start),
            end: self.offsets.character(piece.range.end),
            has_tables: tabular > 0,
            has_images: blocks.any(|block| kind_is(block, |kind| *kind == BlockKind::Image)),
            article: None,
            keywords: Vec::new(),
            description: String::new(),
            refs: Vec::new(),
        }
    }

    /// The blocks that these bytes are of.
    fn blocks(&self, range: &Range<usize>) -> Range<usize> {
        let blocks = &self.atoms.blocks;
        let start = blocks.partition_point(|block| block.end <= range.start);
        let end = blocks.partition_point(|block| block.start < range.end);
        start..end.max(start + 1)
    }

    /// How many of these bytes are of the block.
    fn within(&self, block: usize, range: &Range<usize>) -> usize {
        let block = self.atoms.blocks.get(block).cloned().unwrap_or_default();
        block.end.min(range.end).saturating_sub(block.start.max(range.start))
    }
}

#[cfg(test)]
#[path = "chunk_tests.rs"]
mod tests;
