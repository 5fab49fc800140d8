//! A document as a row of atoms: the smallest pieces that chunks are made of, each counted once.
//!
//! An atom is a sentence, a line of a list or of code, or a row of a table; one that is too long for a chunk is cut
//! at spaces, and a word that is too long between characters. Atoms touch: together they are the text.

use std::ops::Range;

use crate::structure::{Block, BlockKind, Extracted};

use super::sentences::sentences;

/// How good it is to cut before an atom, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cut {
    /// Between a heading and what it is the heading of.
    AfterHeading,
    InWord,
    InSentence,
    Sentence,
    Line,
    Block,
    Heading,
}

impl Cut {
    /// In parts of a chunk: how much emptier a chunk may be for the sake of such a cut.
    pub(super) fn worth(self) -> f64 {
        match self {
            Self::AfterHeading => -1.0,
            Self::InWord => 0.0,
            Self::InSentence => 0.1,
            Self::Sentence => 0.3,
            Self::Line => 0.4,
            Self::Block => 0.5,
            Self::Heading => 0.7,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Atom {
    /// Bytes of the document's text. Ends where the next atom begins.
    pub range: Range<usize>,
    pub tokens: u32,
    /// Index of its block.
    pub block: usize,
    pub cut: Cut,
}

/// A document, cut and counted.
pub(super) struct Atoms<'a> {
    pub document: &'a Extracted,
    pub text: String,
    pub list: Vec<Atom>,
    /// By block: where it is in the text.
    pub blocks: Vec<Range<usize>>,
    /// By block: the first lines of a table that are repeated when it is cut, and their tokens.
    pub headers: Vec<Option<(Range<usize>, u32)>>,
}

/// The tokenizer of the models that chunks are read to.
const COUNTED_AS: &str = "gpt-4o";

pub(super) fn count(text: &str) -> u32 {
    u32::try_from(conserje_llm::count(COUNTED_AS, text)).unwrap_or(u32::MAX)
}

impl<'a> Atoms<'a> {
    /// No atom has more than `most` tokens. Besides, atoms end at each of the `marks`, which are bytes of the text.
    pub(super) fn of(document: &'a Extracted, most: u32, marks: &[usize]) -> Self {
        let text = document.text();
        let mut atoms = Self { document, text, list: Vec::new(), blocks: Vec::new(), headers: Vec::new() };
        let (mut start, mut was_heading) = (0, false);
        let mut marks = marks.iter().copied().peekable();
        for (index, block) in document.blocks.iter().enumerate() {
            let range = start..start + block.text.len();
            start = range.end + Extracted::GAP.len();
            let header = header(block, range.start).map(|header| {
                let tokens = count(atoms.slice(header.clone()));
                (header, tokens)
            });
            let header = header.filter(|(_, tokens)| *tokens <= most / 2);
            let room = most - header.as_ref().map_or(0, |(_, tokens)| *tokens);
            atoms.blocks.push(range.clone());
            atoms.headers.push(header);
            if block.text.trim().is_empty() {
                continue;
            }
            let is_heading = matches!(block.kind, BlockKind::Heading { .. });
            let first = match (is_heading, was_heading) {
                (true, _) => Cut::Heading,
                (false, true) => Cut::AfterHeading,
                (false, false) => Cut::Block,
            };
            was_heading = is_heading;
            let first_atom = atoms.list.len();
            for (piece, cut) in pieces(block) {
                let mut piece = range.start + piece.start..range.start + piece.end;
                while let Some(mark) = marks.next_if(|mark| *mark < piece.end) {
                    if mark > piece.start {
                        atoms.add(piece.start..mark, index, cut, room);
                        piece.start = mark;
                    }
                }
                atoms.add(piece, index, cut, room);
            }
            if let Some(atom) = atoms.list.get_mut(first_atom) {
                atom.cut = first;
            }
        }
        atoms.join();
        atoms
    }

    pub(super) fn slice(&self, range: Range<usize>) -> &str {
        self.text.get(range).unwrap_or_default()
    }

    pub(super) fn kind(&self, block: usize) -> Option<&BlockKind> {
        self.document.blocks.get(block).map(|block| &block.kind)
    }

    pub(super) fn is_table(&self, block: usize) -> bool {
        matches!(self.kind(block), Some(BlockKind::Table))
    }

    fn add(&mut self, range: Range<usize>, block: usize, cut: Cut, most: u32) {
        let piece = self.slice(range.clone());
        // Space goes with what is before it.
        if piece.trim().is_empty() {
            return;
        }
        // A token is a byte at least.
        let is_short = piece.len() <= most as usize;
        let tokens = count(piece);
        if is_short || tokens <= most {
            self.list.push(Atom { range, tokens, block, cut });
            return;
        }
        let (mut start, mut cut) = (range.start, cut);
        while start < range.end {
            let rest = self.slice(start..range.end);
            let (length, next) = stretch(rest, most as usize);
            let tokens = count(self.slice(start..start + length));
            self.list.push(Atom { range: start..start + length, tokens, block, cut });
            start += length;
            cut = next;
        }
    }

    /// Gaps and empty blocks go with the atom before them, so that atoms touch.
    fn join(&mut self) {
        let mut end = self.text.len();
        for atom in self.list.iter_mut().rev() {
            atom.tokens += u32::from(atom.range.end < end);
            atom.range.end = end;
            end = atom.range.start;
        }
        if let Some(first) = self.list.first_mut() {
            first.range.start = 0;
        }
    }
}

/// As much of the beginning as is at most so many bytes, to a space where there is one, and how good that cut is.
fn stretch(text: &str, most: usize) -> (usize, Cut) {
    if text.len() <= most {
        return (text.len(), Cut::InSentence);
    }
    let longest = match text.floor_char_boundary(most) {
        0 => text.chars().next().map_or(text.len(), char::len_utf8),
        longest => longest,
    };
    let head = text.get(..longest).unwrap_or(text);
    match head.rfind(char::is_whitespace) {
        Some(at) if at > longest / 2 => {
            let space = text.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8);
            (at + space, Cut::InSentence)
        }
        Some(_) | None => (longest, Cut::InWord),
    }
}

/// What a block falls into, and how good a cut is before each.
fn pieces(block: &Block) -> Vec<(Range<usize>, Cut)> {
    match block.kind {
        BlockKind::Table | BlockKind::List | BlockKind::Code { .. } => {
            let mut start = 0;
            let lines = block.text.split_inclusive('\n').map(|line| {
                let range = start..start + line.len();
                start = range.end;
                (range, Cut::Line)
            });
            lines.collect()
        }
        BlockKind::Heading { .. } | BlockKind::Paragraph | BlockKind::Image => {
            sentences(&block.text).into_iter().map(|range| (range, Cut::Sentence)).collect()
        }
    }
}

/// The names of a table's columns, with the line of dashes under them. No header, no second part to repeat it for.
fn header(block: &Block, start: usize) -> Option<Range<usize>> {
    if block.kind != BlockKind::Table {
        return None;
    }
    let mut lines = block.text.split_inclusive('\n');
    let names = lines.next()?;
    let dashes = lines.next().filter(|line| {
        let line = line.trim();
        line.contains('-') && line.chars().all(|sign| matches!(sign, '|' | '-' | ':' | ' ' | '+'))
    });
    let length = names.len() + dashes.map_or(0, str::len);
    (length < block.text.len() && !names.trim().is_empty()).then_some(start..start + length)
}
