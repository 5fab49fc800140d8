//! What people write, as rules see it: folded words with single spaces between and around them.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A text and where a new clause begins in it.
pub(super) struct Plain {
    pub(super) text: String,
    /// Bytes of `text`, rising: the first letter after a comma, a colon and the like.
    breaks: Vec<usize>,
}

impl Plain {
    /// The clause around a place, up to the next one.
    pub(super) fn clause(&self, at: usize) -> (usize, usize) {
        let next = self.breaks.partition_point(|start| *start <= at);
        let start =
            next.checked_sub(1).and_then(|before| self.breaks.get(before)).map_or(0, |start| start - 1);
        (start, self.breaks.get(next).copied().unwrap_or(self.text.len()))
    }
}

/// Lower case without accents; every run of other signs is one space, and there is one at both ends, so that a word is
/// always ` word `. A point or comma between digits stays: `205.1` is one word.
pub(super) fn plain(text: &str) -> String {
    with_clauses(text).text
}

pub(super) fn with_clauses(text: &str) -> Plain {
    let mut plain = String::with_capacity(text.len() + 2);
    let mut breaks = Vec::new();
    plain.push(' ');
    let mut signs =
        text.nfkd().flat_map(char::to_lowercase).filter(|sign| !is_combining_mark(*sign)).peekable();
    let mut before = ' ';
    while let Some(sign) = signs.next() {
        let is_inside_number = matches!(sign, '.' | ',')
            && before.is_ascii_digit()
            && signs.peek().is_some_and(char::is_ascii_digit);
        let is_apostrophe = matches!(sign, '\'' | '’');
        if sign.is_alphanumeric() || is_inside_number {
            plain.push(if sign == ',' { '.' } else { sign });
        } else if !plain.ends_with(' ') && !is_apostrophe {
            plain.push(' ');
        }
        if !is_inside_number && ends_clause(sign) && breaks.last() != Some(&plain.len()) {
            breaks.push(plain.len());
        }
        before = sign;
    }
    if !plain.ends_with(' ') {
        plain.push(' ');
    }
    Plain { text: plain, breaks }
}

/// A full stop does not: most of them stand in abbreviations.
fn ends_clause(sign: char) -> bool {
    matches!(sign, ',' | ';' | ':' | '!' | '?' | '¿' | '¡' | '(' | ')' | '\n')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn accents_case_signs_and_spaces_do_not_matter() {
        assert_eq!(
            plain("¿Qué dice el ARTÍCULO 205.1, de la   L.G.S.S.?"),
            " que dice el articulo 205.1 de la l g s s "
        );
        assert_eq!(plain("don't año 1,5"), " dont ano 1.5 ");
        assert_eq!(plain(""), " ");
    }

    #[test]
    fn a_comma_begins_a_clause() {
        let plain = with_clauses("no las tablas, el índice: todo");
        let clause = |word: &str| {
            let (start, end) = plain.clause(plain.text.find(word).unwrap());
            plain.text.get(start..end).unwrap_or_default().to_owned()
        };
        assert_eq!(clause("tablas"), " no las tablas ");
        assert_eq!(clause("indice"), " el indice ");
        assert_eq!(clause("todo"), " todo ");
        assert_eq!(with_clauses("1,5 días").clause(3), (0, 10));
    }

    proptest! {
        #[test]
        fn words_have_single_spaces_around_them(text in any::<String>()) {
            let plain = plain(&text);
            prop_assert!(plain.starts_with(' ') && plain.ends_with(' ') && !plain.contains("  "));
            prop_assert_eq!(super::plain(&plain), plain);
            let clauses = with_clauses(&text);
            for at in 0..=clauses.text.len() {
                let (start, end) = clauses.clause(at);
                prop_assert!(clauses.text.get(start..end).is_some_and(|clause| clause.starts_with(' ')));
            }
        }
    }
}
