//! Atoms into chunks: as full as the limit allows, cut where it hurts least, with an overlap.
//!
//! By hand, although there are libraries that split text: they know one string, not blocks with pages, tables whose
//! header is repeated and sections that nothing may overlap; and they count every candidate anew.

use std::ops::Range;

use super::Limits;
use super::atoms::{Atom, Atoms, Cut, count};

/// What a chunk is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// Bytes of the document's text, without space at the ends.
    pub range: Range<usize>,
    /// The atoms that are in no earlier piece.
    pub own: Range<usize>,
    /// The header of a table, repeated because the piece begins inside the table.
    pub header: Option<Range<usize>>,
    pub tokens: u32,
}

impl Piece {
    pub(super) fn text(&self, atoms: &Atoms<'_>) -> String {
        let own = atoms.slice(self.range.clone());
        match &self.header {
            None => own.to_owned(),
            Some(header) => format!("{}\n{own}", atoms.slice(header.clone()).trim_end()),
        }
    }
}

/// Pieces of these atoms alone: nothing is shared with what is outside.
/// `shifts` says for each atom of the document how much the topic changes before it, from 0 to 1; it may be empty.
pub(super) fn pack(atoms: &Atoms<'_>, run: Range<usize>, limits: Limits, shifts: &[f64]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = tokens(atoms, run.clone());
    let (mut start, mut before) = (run.start, run.start);
    while start < run.end {
        let lead = Lead::of(atoms, before..start, limits);
        let room = limits.tokens.saturating_sub(lead.tokens());
        let fitting = fitting(atoms, start..run.end, room);
        let end = if fitting < run.end { best_cut(atoms, start..fitting, rest, shifts) } else { fitting };
        let end = add_pieces(&mut pieces, atoms, start..end, lead, limits.tokens);
        rest = rest.saturating_sub(tokens(atoms, start..end));
        (before, start) = (start, end);
    }
    pieces
}

fn window<'a>(atoms: &'a Atoms<'_>, range: Range<usize>) -> &'a [Atom] {
    atoms.list.get(range).unwrap_or_default()
}

fn tokens(atoms: &Atoms<'_>, range: Range<usize>) -> u64 {
    window(atoms, range).iter().map(|atom| u64::from(atom.tokens)).sum()
}

/// What a piece has before its own atoms: the end of the piece before, or the header of the table that it goes on with.
#[derive(Clone, Default)]
struct Lead {
    overlap: Option<(usize, u32)>,
    header: Option<(Range<usize>, u32)>,
}

impl Lead {
    /// For a piece that comes after these atoms.
    fn of(atoms: &Atoms<'_>, before: Range<usize>, limits: Limits) -> Self {
        let Some(first) = atoms.list.get(before.end) else { return Self::default() };
        if atoms.is_table(first.block) {
            let header = atoms.headers.get(first.block).cloned().flatten();
            let header = header.filter(|(header, _)| first.range.start >= header.end);
            return Self { header, overlap: None };
        }
        let room = limits.tokens.saturating_sub(first.tokens).min(limits.overlap);
        Self { overlap: overlap(atoms, before, room), header: None }
    }

    fn tokens(&self) -> u32 {
        let (overlap, header) = (self.overlap.as_ref(), self.header.as_ref());
        overlap.map_or(0, |(_, tokens)| *tokens) + header.map_or(0, |(_, tokens)| *tokens + 1)
    }
}

/// Where the last of these atoms begin that are at most so many tokens; if the very last is more, its last words.
/// Rows of a table are not shared: its header is.
fn overlap(atoms: &Atoms<'_>, before: Range<usize>, room: u32) -> Option<(usize, u32)> {
    let mut shared = None;
    let mut used = 0;
    for atom in window(atoms, before.clone()).iter().rev() {
        if atoms.is_table(atom.block) || used + atom.tokens > room {
            break;
        }
        used += atom.tokens;
        shared = Some((atom.range.start, used));
    }
    if shared.is_some() {
        return shared;
    }
    let last = window(atoms, before).last().filter(|atom| !atoms.is_table(atom.block))?;
    let text = atoms.slice(last.range.clone());
    // Tokens are spread evenly enough over a sentence for a first guess.
    let guess = text.len().saturating_mul(room as usize) / (last.tokens as usize).max(1);
    [guess, guess / 2].into_iter().find_map(|length| {
        let at = text.ceil_char_boundary(text.len().saturating_sub(length));
        let word = text.get(at..)?.find(char::is_whitespace)? + at;
        let tail = text.get(word..)?;
        let start = word + tail.len() - tail.trim_start().len();
        let tokens = count(tail);
        (start < text.trim_end().len() && tokens <= room).then_some((last.range.start + start, tokens))
    })
}

/// The end of the first atoms of the run that fit, one at least.
fn fitting(atoms: &Atoms<'_>, run: Range<usize>, room: u32) -> usize {
    let mut used = 0_u32;
    let fit = window(atoms, run.clone()).iter().take_while(|atom| {
        used = used.saturating_add(atom.tokens);
        used <= room
    });
    (run.start + fit.count()).max(run.start + 1)
}

/// A piece that is less than this part of what would fit is not worth a better cut.
const LEAST_FULL: f64 = 0.4;

/// The atom before which to cut, after the first and not after the last of those that fit. `rest` is what is to be
/// packed in all: two halves are better than a full piece and a crumb.
fn best_cut(atoms: &Atoms<'_>, fit: Range<usize>, rest: u64, shifts: &[f64]) -> usize {
    let full = tokens(atoms, fit.clone());
    let goal = if rest * 2 < full * 3 { rest as f64 / 2.0 } else { full as f64 };
    let full = full as f64;
    let mut used = 0.0;
    let mut best = (fit.end, f64::MIN);
    for at in fit.clone() {
        used += f64::from(atoms.list.get(at).map_or(0, |atom| atom.tokens));
        let Some(next) = atoms.list.get(at + 1) else { break };
        if used < full * LEAST_FULL && at + 1 < fit.end {
            continue;
        }
        let shift = shifts.get(at + 1).copied().unwrap_or_default();
        let topic = if next.cut >= Cut::Sentence { shift / 2.0 } else { 0.0 };
        let score = next.cut.worth() + topic - (used - goal).abs() / full.max(1.0);
        if score >= best.1 {
            best = (at + 1, score);
        }
    }
    best.0
}

/// One piece, or several if there is but one atom and it is too much after all. Returns where the next begins.
///
/// The tokens of a whole are not always the sum of its parts', so the whole is counted before it is believed.
fn add_pieces(
    pieces: &mut Vec<Piece>,
    atoms: &Atoms<'_>,
    own: Range<usize>,
    mut lead: Lead,
    limit: u32,
) -> usize {
    let mut end = own.end;
    loop {
        let Some((first, last)) =
            window(atoms, own.start..end).first().zip(window(atoms, own.start..end).last())
        else {
            return end.max(own.start + 1);
        };
        let start = lead.overlap.as_ref().map_or(first.range.start, |(start, _)| *start);
        let range = trimmed(atoms, start..last.range.end);
        if trimmed(atoms, first.range.start..last.range.end).is_empty() {
            return end;
        }
        let header = lead.header.as_ref().map(|(header, _)| header.clone());
        let mut piece = Piece { range, own: own.start..end, header, tokens: 0 };
        piece.tokens = count(&piece.text(atoms));
        if piece.tokens <= limit {
            pieces.push(piece);
            return end;
        }
        if end > own.start + 1 {
            end -= 1;
        } else if lead.tokens() > 0 {
            lead = Lead::default();
        } else {
            halves(pieces, atoms, piece, limit);
            return end;
        }
    }
}

/// A piece of one atom that is too much after all.
fn halves(pieces: &mut Vec<Piece>, atoms: &Atoms<'_>, piece: Piece, limit: u32) {
    let text = atoms.slice(piece.range.clone());
    let middle = text.ceil_char_boundary(text.len() / 2);
    if piece.tokens <= limit || middle >= text.len() {
        pieces.push(piece);
        return;
    }
    let middle = piece.range.start + middle;
    for half in [piece.range.start..middle, middle..piece.range.end] {
        let range = trimmed(atoms, half);
        if !range.is_empty() {
            let tokens = count(atoms.slice(range.clone()));
            halves(pieces, atoms, Piece { range, tokens, ..piece.clone() }, limit);
        }
    }
}

fn trimmed(atoms: &Atoms<'_>, range: Range<usize>) -> Range<usize> {
    let text = atoms.slice(range.clone());
    let start = range.start + text.len() - text.trim_start().len();
    start..start + text.trim().len()
}
