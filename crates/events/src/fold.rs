//! Text folded for finding: case and accents do not matter, `ñ` stays a letter of its own.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Lower case, no accents, no NUL, which PostgreSQL cannot keep.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for sign in text.nfd().flat_map(char::to_lowercase) {
        if sign == '\u{303}' && folded.ends_with('n') {
            folded.pop();
            folded.push('ñ');
        } else if !is_combining_mark(sign) && sign != '\0' {
            folded.push(sign);
        }
    }
    folded
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn accents_and_case_fold_and_the_letter_n_with_tilde_does_not() {
        assert_eq!(fold("ARTÍCULO Año pingüino São"), "articulo año pinguino sao");
    }

    proptest! {
        #[test]
        fn folding_twice_is_folding_once(text in "\\PC*") {
            let once = fold(&text);
            prop_assert_eq!(fold(&once), once);
        }
    }
}
