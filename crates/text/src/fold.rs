//! Keys to find a text by, whatever its case and accents.
//!
//! | | form | `Á`, `ü` | `ñ` | `º`, `²`, `ﬁ` | NUL | a last `Σ` | kept on disk in |
//! | --- | --- | --- | --- | --- | --- | --- | --- |
//! | [`fold`] | NFKD | `a`, `u` | `n` | `o`, `2`, `fi` | stays | `ς` | terms of the search index |
//! | [`fold_accents`] | NFD | `a`, `u` | `n` | stay | stays | `σ` | names and keywords of documents |
//! | [`fold_keeping_enye`] | NFD | `a`, `u` | `ñ` | stay | goes | `σ` | messages and titles of sessions |
//!
//! All of them give lower case, take off every combining mark, and change nothing when they are done twice. None may change
//! what it gives: what was kept by an older program is to be found by a newer one.
//!
//! The seven copies that these were made of, each with what it became:
//!
//! | where | was | is |
//! | --- | --- | --- |
//! | `text` | NFKD, no marks, lower case, NFKD, no marks | [`fold`]; the second round never changed anything |
//! | `search` | the same | [`fold`] |
//! | `agents`, words for rules | NFKD, lower case letter by letter, no marks | [`fold`]; differs by a last `Σ` |
//! | `documents`, and `tools` from there | letter by letter: NFD, no marks, lower case, NFD, no marks | [`fold_accents`] |
//! | `llm`, after `to_lowercase` | NFD, no marks | [`fold_accents`]; differs by a last `Σ` |
//! | `llm`, of stems | NFD, no marks; its input was in lower case | [`fold_accents`] |
//! | `events` | NFD, lower case letter by letter, no marks but the tilde of an n, no NUL | [`fold_keeping_enye`] |
//!
//! `fold_tests.rs` holds the old ones against the new, for every character there is.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Lower case, without accents, in compatibility form: `ﬁ` is `fi`, `1º` is `1o`.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    // Marks go first. `İ` would bring one of its own in lower case; it has been taken apart by then.
    let bare: String = text.nfkd().filter(|ch| !is_combining_mark(*ch)).collect();
    bare.to_lowercase()
}

/// Lower case, without accents, and nothing else: `1º` and `m²` stay what they are.
///
/// A letter with its accent is one character, before and after; an accent that stands alone goes. So a text in Spanish
/// or English never has more characters than before, and as many if its accents were composed.
pub fn fold_accents(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for ch in text.chars() {
        // The usual ones without a table: every word of every document comes by here.
        match ch {
            '\0'..='\x7f' => folded.push(ch.to_ascii_lowercase()),
            'á' | 'Á' => folded.push('a'),
            'é' | 'É' => folded.push('e'),
            'í' | 'Í' => folded.push('i'),
            'ó' | 'Ó' => folded.push('o'),
            'ú' | 'Ú' | 'ü' | 'Ü' => folded.push('u'),
            'ñ' | 'Ñ' => folded.push('n'),
            _ => {
                let bare = ch.nfd().filter(|part| !is_combining_mark(*part));
                folded.extend(bare.flat_map(char::to_lowercase));
            }
        }
    }
    folded
}

/// As [`fold_accents`], but `ñ` stays a letter of its own, and NUL goes, which PostgreSQL cannot keep.
pub fn fold_keeping_enye(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for ch in text.nfd().flat_map(char::to_lowercase) {
        if ch == '\u{303}' && folded.ends_with('n') {
            folded.pop();
            folded.push('ñ');
        } else if !is_combining_mark(ch) && ch != '\0' {
            folded.push(ch);
        }
    }
    folded
}

#[cfg(test)]
#[path = "fold_tests.rs"]
mod tests;
