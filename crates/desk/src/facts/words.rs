//! Phrases in a question: words in a row, folded.

use conserje_text::fold;

/// The words of a text, folded, without what stands between them.
pub(super) fn folded_words(text: &str) -> Vec<String> {
    let folded = fold(text);
    folded
        .split(|ch: char| !ch.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(ToOwned::to_owned)
        .collect()
}

/// Where a phrase stands among the words, and how many of them it takes. `*` is any ending of a word.
pub(super) fn place_of(words: &[String], phrase: &str) -> Option<(usize, usize)> {
    let wanted: Vec<&str> = phrase.split(' ').filter(|word| !word.is_empty()).collect();
    if wanted.is_empty() {
        return None;
    }
    let fits = |said: &String, wanted: &&str| match wanted.strip_suffix('*') {
        Some(stem) => said.starts_with(stem),
        None => said == wanted,
    };
    let mut windows = words.windows(wanted.len());
    let at =
        windows.position(|window| window.iter().zip(&wanted).all(|(said, wanted)| fits(said, wanted)))?;
    Some((at, wanted.len()))
}

pub(super) fn has(words: &[String], phrase: &str) -> bool {
    place_of(words, phrase).is_some()
}

/// Without the words of these phrases.
pub(super) fn without(words: &[String], phrases: &[&str]) -> Vec<String> {
    let mut left = words.to_vec();
    for phrase in phrases {
        while let Some((at, length)) = place_of(&left, phrase) {
            left.drain(at..at + length);
        }
    }
    left
}
