//! What people write, as rules see it: folded words with single spaces between and around them.

use std::ops::Range;

use conserje_text::fold;

/// A text, its words, and where a new clause begins in it.
pub(crate) struct Plain {
    pub(super) text: String,
    /// Where each word stands, in bytes of `text`.
    words: Vec<Range<usize>>,
    /// Numbers of words, rising: the first after a comma, a colon and the like.
    breaks: Vec<usize>,
}

impl Plain {
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        self.words.iter().filter_map(|word| self.text.get(word.clone()))
    }

    pub(super) fn word(&self, number: usize) -> &str {
        self.words.get(number).and_then(|word| self.text.get(word.clone())).unwrap_or_default()
    }

    /// Several words as they stand.
    pub(super) fn part(&self, words: Range<usize>) -> &str {
        let found = self.words.get(words).unwrap_or_default();
        let ends = found.first().zip(found.last()).map(|(first, last)| first.start..last.end);
        ends.and_then(|part| self.text.get(part)).unwrap_or_default()
    }

    /// The clause around a word, up to the next one.
    pub(super) fn clause(&self, word: usize) -> Range<usize> {
        let next = self.breaks.partition_point(|start| *start <= word);
        let start = next.checked_sub(1).and_then(|before| self.breaks.get(before)).copied().unwrap_or(0);
        start..self.breaks.get(next).copied().unwrap_or(self.words.len())
    }
}

/// Lower case without accents; every run of other characters is one space, and there is one at both ends, so that a word is
/// always ` word `. A point or comma between digits stays: `205.1` is one word.
pub(crate) fn plain(text: &str) -> Plain {
    let mut plain = String::with_capacity(text.len() + 2);
    let (mut words, mut breaks) = (Vec::new(), Vec::new());
    plain.push(' ');
    let mut begins = 1;
    let folded = fold(text);
    let mut chars = folded.chars().peekable();
    let mut before = ' ';
    while let Some(ch) = chars.next() {
        let is_inside_number = matches!(ch, '.' | ',')
            && before.is_ascii_digit()
            && chars.peek().is_some_and(char::is_ascii_digit);
        let is_apostrophe = matches!(ch, '\'' | '’');
        if ch.is_alphanumeric() || is_inside_number {
            plain.push(if ch == ',' { '.' } else { ch });
        } else if plain.len() > begins && !is_apostrophe {
            words.push(begins..plain.len());
            plain.push(' ');
            begins = plain.len();
        }
        if !is_inside_number && ends_clause(ch) && breaks.last() != Some(&words.len()) {
            breaks.push(words.len());
        }
        before = ch;
    }
    if plain.len() > begins {
        words.push(begins..plain.len());
        plain.push(' ');
    }
    Plain { text: plain, words, breaks }
}

/// A full stop does not: most of them stand in abbreviations.
fn ends_clause(ch: char) -> bool {
    matches!(ch, ',' | ';' | ':' | '!' | '?' | '¿' | '¡' | '(' | ')' | '\n')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn accents_case_punctuation_and_spaces_do_not_matter() {
        assert_eq!(
            plain("¿Qué dice el ARTÍCULO 205.1, de la   L.G.S.S.?").text,
            " que dice el articulo 205.1 de la l g s s "
        );
        assert_eq!(plain("don't año 1,5").text, " dont ano 1.5 ");
        assert_eq!(plain("").text, " ");
    }

    #[test]
    fn a_comma_begins_a_clause() {
        let plain = plain("no las tablas, el índice: todo");
        let clause = |word: usize| plain.part(plain.clause(word)).to_owned();
        assert_eq!(clause(2), "no las tablas");
        assert_eq!(clause(4), "el indice");
        assert_eq!(clause(5), "todo");
        assert_eq!(super::plain("1,5 días").clause(0), 0..2);
    }

    proptest! {
        #[test]
        fn words_have_single_spaces_around_them(text in any::<String>()) {
            let plain = plain(&text);
            prop_assert!(plain.text.starts_with(' ') && plain.text.ends_with(' ') && !plain.text.contains("  "));
            prop_assert_eq!(&super::plain(&plain.text).text, &plain.text);
            let words: Vec<&str> = plain.words().collect();
            prop_assert_eq!(&words, &plain.text.split_whitespace().collect::<Vec<_>>());
            for word in 0..words.len() {
                prop_assert!(plain.clause(word).contains(&word));
            }
        }
    }
}
