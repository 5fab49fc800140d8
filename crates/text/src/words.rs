//! A text's words and where they stand.

use std::ops::Range;

use unicode_normalization::char::is_combining_mark;

use crate::fold::fold;

/// What is longer is no word, and only its beginning is kept.
const LONGEST: usize = 64;

/// A word of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// As [`fold`] has it, with `'` for every apostrophe and without `'s` at its end; never empty.
    pub folded: String,
    /// How many words stand before it.
    pub position: u32,
    /// Where it is written in the text.
    pub bytes: Range<usize>,
}

/// Runs of letters and digits. An apostrophe between letters belongs to the word; `'s` at its end does not.
pub fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut start = None;
    let mut chars = text.char_indices().peekable();
    while let Some((at, ch)) = chars.next() {
        let is_in_word = ch.is_alphanumeric() || (start.is_some() && is_combining_mark(ch));
        let joins = start.is_some()
            && matches!(ch, '\'' | '’')
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

/// Runs of letters and digits as they are written, and nothing holds two together: `O'Brien` and `v4.5` are two each.
pub fn alphanumeric_runs(text: &str) -> impl Iterator<Item = &str> {
    text.split(|ch: char| !ch.is_alphanumeric()).filter(|run| !run.is_empty())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_apostrophe_holds_letters_together_and_an_owner_loses_it() {
        let found: Vec<String> =
            words("Ana’s niña didn't read O’Brien, 4.5").into_iter().map(|word| word.folded).collect();
        assert_eq!(found, ["ana", "nina", "didn't", "read", "o'brien", "4", "5"]);
        assert_eq!(alphanumeric_runs("¿O'Brien, v4.5?").collect::<Vec<_>>(), ["O", "Brien", "v4", "5"]);
    }

    proptest! {
        #[test]
        fn words_stand_in_the_text_one_after_the_other(text in any::<String>()) {
            let words = words(&text);
            for (at, word) in words.iter().enumerate() {
                prop_assert_eq!(usize::try_from(word.position).ok(), Some(at));
                prop_assert!(text.get(word.bytes.clone()).is_some_and(|written| !written.is_empty()));
                prop_assert!((1..=LONGEST).contains(&word.folded.chars().count()));
            }
            prop_assert!(words.windows(2).all(|pair| pair[0].bytes.end <= pair[1].bytes.start));
        }
    }
}
