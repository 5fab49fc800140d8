//! A text's words and where they stand.

use std::ops::Range;

use unicode_normalization::char::is_combining_mark;

use super::fold;

/// What is longer is no word, and only its beginning is kept.
const LONGEST: usize = 64;

#[derive(Debug)]
pub(super) struct Word {
    pub(super) folded: String,
    pub(super) position: u32,
    pub(super) bytes: Range<usize>,
}

/// Runs of letters and digits. An apostrophe between letters belongs to the word; `'s` at its end does not.
pub(super) fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut start = None;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let is_in_word = c.is_alphanumeric() || (start.is_some() && is_combining_mark(c));
        let joins = start.is_some()
            && matches!(c, '\'' | '’')
            && chars.peek().is_some_and(|(_, next)| next.is_alphabetic());
        if is_in_word || joins {
            start.get_or_insert(at);
        } else if let Some(start) = start.take() {
            push(&mut words, text, start..at);
        }
    }
    if let Some(start) = start {
        push(&mut words, text, start..text.len());
    }
    words
}

fn push(words: &mut Vec<Word>, text: &str, bytes: Range<usize>) {
    let Some(written) = text.get(bytes.clone()) else { return };
    let mut folded = fold(written).replace('’', "'");
    if let Some(owner) = folded.strip_suffix("'s") {
        folded = owner.to_owned();
    }
    let folded: String = folded.chars().take(LONGEST).collect();
    if folded.is_empty() {
        return;
    }
    let position = u32::try_from(words.len()).unwrap_or(u32::MAX);
    words.push(Word { folded, position, bytes });
}
