//! Names as people and models write them: in any case, with or without accents, singular or plural.

use unicode_normalization::char::is_combining_mark;

use crate::fold::fold;

/// Nobody calls an entity anything longer; the rest is not looked at.
const LONGEST: usize = 80;
/// Words that say nothing about which thing is meant.
const EMPTY: [&str; 17] =
    ["a", "al", "an", "and", "de", "del", "el", "en", "for", "la", "las", "los", "o", "of", "or", "the", "y"];

/// The words of a name, `salesInvoiceLines` as well as `líneas de factura`, each folded and without its plural.
pub fn words(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut was_small = false;
    for ch in text.chars().take(LONGEST) {
        let begins = ch.is_uppercase() && was_small;
        was_small = ch.is_lowercase() || ch.is_ascii_digit();
        if begins || !ch.is_alphanumeric() {
            parts.push(String::new());
        }
        if let (true, Some(part)) = (ch.is_alphanumeric() || is_combining_mark(ch), parts.last_mut()) {
            part.push(ch);
        }
    }
    let folded = parts.iter().map(|part| fold(part)).filter(|part| !part.is_empty());
    folded.filter(|part| !EMPTY.contains(&part.as_str())).map(|part| stem(&part)).collect()
}

/// Without the endings that Spanish and English make plurals with. No proper stem, but the same for both numbers.
fn stem(word: &str) -> String {
    let kept = word.trim_end_matches(['s', 'e']);
    let kept = if kept.chars().count() < 3 { word } else { kept };
    match kept.strip_suffix('y') {
        Some(start) => format!("{start}i"),
        None => kept.to_owned(),
    }
}
