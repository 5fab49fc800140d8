//! The sentence or two of a passage that fit a question best.

use std::collections::BTreeSet;
use std::ops::Range;

use conserje_documents::chunk::sentences;
use conserje_search::highlight::Highlighter;
use conserje_search::{Passage, PassageKind, Synonyms};

use super::render::cut::window;

/// Characters of a quote.
const LONGEST: usize = 300;

/// Exactly as the document has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Quote {
    pub(super) text: String,
    /// Characters of the document's text; `None` if they cannot be told.
    pub(super) place: Option<Range<u64>>,
}

/// Knows what is asked.
pub(super) struct Quoter(Highlighter);

impl Quoter {
    /// By the words of a query and of the question behind it.
    pub(super) fn new(query: &str, question: &str) -> Self {
        // What the query leaves out (`-word`) is no word to look for; the highlighter sees to that.
        Self(Highlighter::new(&format!("{query}\n{question}"), &Synonyms::default()))
    }

    pub(super) fn of_passage(&self, passage: &Passage) -> Option<Quote> {
        let all = passage.text.as_str();
        // What stands before the passage's own text is a table's header, which the document has elsewhere.
        let own = usize::try_from(passage.end.checked_sub(passage.start)?).ok()?;
        let before = all.chars().count().checked_sub(own);
        let skipped = before.and_then(|before| all.char_indices().nth(before)).map_or(0, |(at, _)| at);
        let text = all.get(skipped..)?;
        let place = self.best(text, passage.kind == PassageKind::Table)?;
        let quote = text.get(place.clone())?;
        let first = passage.start + text.get(..place.start)?.chars().count() as u64;
        let end = first + quote.chars().count() as u64;
        Some(Quote { text: quote.to_owned(), place: before.map(|_| first..end) })
    }

    /// Of a whole document's text.
    pub(super) fn of_text(&self, text: &str) -> Option<Quote> {
        let place = self.best(text, false)?;
        let quote = text.get(place.clone())?;
        let first = text.get(..place.start)?.chars().count() as u64;
        let end = first + quote.chars().count() as u64;
        Some(Quote { text: quote.to_owned(), place: Some(first..end) })
    }

    /// The bytes of the best sentence, with the next one if that fits too and answers as well.
    fn best(&self, text: &str, is_table: bool) -> Option<Range<usize>> {
        let words = self.0.places(text);
        let pieces: Vec<Range<usize>> = if is_table { lines(text) } else { sentences(text) };
        let pieces: Vec<Range<usize>> =
            pieces.into_iter().map(|piece| trimmed(text, piece)).filter(|piece| !piece.is_empty()).collect();
        let scores: Vec<usize> = pieces.iter().map(|piece| words_in(text, piece, &words)).collect();
        // Of equal ones the first; and of sentences without any word the first too.
        let best = (0..pieces.len()).max_by_key(|at| (scores.get(*at), std::cmp::Reverse(*at)))?;
        let piece = pieces.get(best)?.clone();
        let next = pieces.get(best + 1).filter(|_| scores.get(best + 1).is_some_and(|score| *score > 0));
        let both = next.map(|next| piece.start..next.end);
        if let Some(both) = both.filter(|both| length(text, both) <= LONGEST) {
            return Some(both);
        }
        if length(text, &piece) <= LONGEST {
            return Some(piece);
        }
        let sentence = text.get(piece.clone())?;
        let first = words.iter().find(|word| word.start >= piece.start && word.end <= piece.end);
        let first = first.map_or(0..0, |word| word.start - piece.start..word.end - piece.start);
        let part = window(sentence, &first, LONGEST);
        Some(trimmed(text, piece.start + part.start..piece.start + part.end))
    }
}

/// How many different words that were looked for stand in a piece.
fn words_in(text: &str, piece: &Range<usize>, words: &[Range<usize>]) -> usize {
    let from = words.partition_point(|word| word.start < piece.start);
    let inside = words.iter().skip(from).take_while(|word| word.end <= piece.end);
    inside.filter_map(|word| Some(text.get(word.clone())?.to_lowercase())).collect::<BTreeSet<_>>().len()
}

fn lines(text: &str) -> Vec<Range<usize>> {
    let mut start = 0;
    text.split_inclusive('\n')
        .map(|line| {
            let range = start..start + line.len();
            start = range.end;
            range
        })
        .collect()
}

/// Without the space around it.
fn trimmed(text: &str, piece: Range<usize>) -> Range<usize> {
    let inner = text.get(piece.clone()).unwrap_or_default();
    let start = piece.start + (inner.len() - inner.trim_start().len());
    start..start + inner.trim().len()
}

fn length(text: &str, piece: &Range<usize>) -> usize {
    text.get(piece.clone()).unwrap_or_default().chars().count()
}

#[cfg(test)]
#[path = "quote_tests.rs"]
mod tests;
