//! Where sentences end, in Spanish and English.
//!
//! The Unicode rules find the candidates; what they do not know is abbreviations ("art. 48"), initials, numbers of
//! items ("1. Objeto") and lines that were wrapped. Those are joined again here.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

/// After these a sentence goes on, whatever follows. Folded to lower case, without the last point.
const NEVER_LAST: &str = "\
    admón apdo apdos art arts av avda c cap caps cf cfr co cía d dept dir disp dpto dr dra dres dña e.g \
    ed eds ee ej excma excmo fdo fig figs fr gob gral hno hnos i.e ibíd ilma ilmo inc jr lda ldo lic ltd \
    mr mrs ms mt n no nos nro núm núms op p p.ej pgs pp prof profa pza pág págs párr ref rev s.s sec \
    secc sr sra sras sres srta ss st sta sto tel teléf trad tít ud uds v vd vds vid vol vols vs";

/// Whole sentences with the space after them, as byte ranges that together are the text.
pub fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (at, candidate) in text.split_sentence_bound_indices() {
        let mut start = at;
        for end in ellipses(candidate).map(|end| at + end).chain([at + candidate.len()]) {
            let (next, goes_on) = (text.get(start..).unwrap_or_default(), found.last());
            let goes_on =
                goes_on.is_some_and(|last| goes_on_after(text.get(last.clone()).unwrap_or_default(), next));
            match found.last_mut().filter(|_| goes_on) {
                Some(last) => last.end = end,
                None => found.push(start..end),
            }
            start = end;
        }
    }
    found
}

/// Unicode's rules do not end a sentence at "…"; before a capital it does end there.
fn ellipses(text: &str) -> impl Iterator<Item = usize> {
    text.match_indices("… ").filter_map(|(at, dots)| {
        let end = at + dots.len();
        let next = text.get(end..)?.trim_start_matches(['¿', '¡', '«', '"', '“', '(']).chars().next()?;
        next.is_uppercase().then_some(end)
    })
}

/// A piece without an end of its own that belongs to what follows it.
fn goes_on_after(last: &str, next: &str) -> bool {
    let trimmed = last.trim_end();
    let Some(first) = next.trim_start().chars().next() else { return true };
    if trimmed.is_empty() {
        return true;
    }
    // A blank line ends everything.
    let space = last.get(trimmed.len()..).unwrap_or_default();
    if space.bytes().filter(|byte| *byte == b'\n').count() > 1 {
        return false;
    }
    let is_wrapped = space.contains('\n');
    if !trimmed.ends_with(['.', '?', '!', ':', ';', '…']) && is_wrapped {
        return first.is_lowercase();
    }
    if trimmed.ends_with(['?', '!']) {
        return first.is_lowercase() && !is_wrapped;
    }
    let Some(body) = trimmed.strip_suffix('.') else { return false };
    let word =
        body.rsplit(|sign: char| sign.is_whitespace() || matches!(sign, '(' | '[' | '«' | '"' | '“' | '¿'));
    let word = word.map(str::trim).next().unwrap_or_default();
    let is_whole = word.len() == body.trim_start().len();
    is_enumerator(word, is_whole) || is_initial(word) || is_abbreviation(word)
}

/// "1.", "12.3.", "a." and "IV." that begin their line.
fn is_enumerator(word: &str, is_whole: bool) -> bool {
    let is_number = word.chars().all(|sign| sign.is_ascii_digit() || sign == '.');
    let is_roman = word.len() <= 5 && word.chars().all(|sign| matches!(sign, 'I' | 'V' | 'X' | 'L' | 'C'));
    is_whole && !word.is_empty() && (is_number || is_roman || word.chars().count() == 1)
}

/// "J." of "J. Pérez".
fn is_initial(word: &str) -> bool {
    let mut signs = word.chars();
    signs.next().is_some_and(char::is_uppercase) && signs.next().is_none()
}

fn is_abbreviation(word: &str) -> bool {
    word.len() <= 8 && NEVER_LAST.split(' ').any(|short| short == word.to_lowercase())
}

#[cfg(test)]
#[path = "sentences_tests.rs"]
mod tests;
