//! Shows in a text why it was found: `<em>` around the words, everything else escaped for HTML.

use std::collections::HashSet;
use std::ops::Range;

use conserje_text::language_of;

use crate::analyse::{passage_tokens, query_terms};
use crate::operators::Operators;
use crate::synonyms::Synonyms;

/// Characters around a match that a fragment shows.
const AROUND: usize = 80;

/// The words that a question looks for, ready to be marked in many texts.
pub struct Highlighter {
    wanted: HashSet<String>,
}

impl Highlighter {
    pub fn new(question: &str, synonyms: &Synonyms) -> Self {
        let text = Operators::parse(question).text;
        let mut terms = query_terms(&text, language_of(&text));
        synonyms.expand(&text, &mut terms);
        Self { wanted: terms.into_iter().flat_map(|term| term.alternatives).collect() }
    }

    /// Where the words stand in a text, in order and apart from each other.
    pub fn places(&self, text: &str) -> Vec<Range<usize>> {
        let tokens = passage_tokens(text, language_of(text)).into_iter();
        let mut places: Vec<Range<usize>> =
            tokens.filter(|token| self.wanted.contains(&token.term)).map(|token| token.bytes).collect();
        places.sort_by_key(|place| (place.start, place.end));
        let mut apart: Vec<Range<usize>> = Vec::with_capacity(places.len());
        for place in places {
            match apart.last_mut() {
                Some(last) if place.start < last.end => last.end = last.end.max(place.end),
                Some(_) | None => apart.push(place),
            }
        }
        apart
    }

    /// The whole text, marked.
    pub fn mark(&self, text: &str) -> String {
        marked(text, 0..text.len(), &self.places(text))
    }

    /// At most `most` pieces of the text, those with the most different words first, in whole words.
    pub fn fragments(&self, text: &str, most: usize) -> Vec<String> {
        let places = self.places(text);
        let mut pieces: Vec<(usize, Range<usize>)> = Vec::new();
        for place in &places {
            if pieces.last().is_some_and(|(_, piece)| place.end <= piece.end) {
                continue;
            }
            let end = forward(text, place.end);
            let piece = back(text, place.start)..end;
            let words: HashSet<&str> = places
                .iter()
                .filter(|other| other.start >= piece.start && other.end <= piece.end)
                .filter_map(|other| text.get(other.clone()))
                .collect();
            pieces.push((words.len(), piece));
        }
        // A stable sort: of equal ones the earlier.
        pieces.sort_by_key(|(words, _)| std::cmp::Reverse(*words));
        pieces.truncate(most);
        pieces.into_iter().map(|(_, piece)| marked(text, piece, &places)).collect()
    }
}

/// A place about [`AROUND`] characters before, where a word begins.
fn back(text: &str, from: usize) -> usize {
    let before = text.get(..from).unwrap_or_default();
    let Some((cut, _)) = before.char_indices().rev().nth(AROUND - 1) else { return 0 };
    let rest = before.get(cut..).unwrap_or_default();
    rest.char_indices().find(|(_, c)| c.is_whitespace()).map_or(from, |(at, c)| cut + at + c.len_utf8())
}

/// A place about [`AROUND`] characters after, where a word ends.
fn forward(text: &str, from: usize) -> usize {
    let after = text.get(from..).unwrap_or_default();
    let Some((cut, _)) = after.char_indices().nth(AROUND) else { return text.len() };
    let kept = after.get(..cut).unwrap_or_default();
    kept.rfind(char::is_whitespace).map_or(from, |at| from + at)
}

fn marked(text: &str, piece: Range<usize>, places: &[Range<usize>]) -> String {
    let mut out = String::with_capacity(piece.len() + 32);
    let mut done = piece.start;
    for place in places.iter().filter(|place| place.start >= piece.start && place.end <= piece.end) {
        escape(text.get(done..place.start).unwrap_or_default(), &mut out);
        out.push_str("<em>");
        escape(text.get(place.clone()).unwrap_or_default(), &mut out);
        out.push_str("</em>");
        done = place.end;
    }
    escape(text.get(done..piece.end).unwrap_or_default(), &mut out);
    out
}

fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(c),
        }
    }
}

#[cfg(test)]
#[path = "highlight_tests.rs"]
mod tests;
