//! Which language a text is in.

use conserje_kernel::Language;
use whatlang::{Detector, Lang};

use crate::stop_words::is_stop_word;
use crate::words::words;

/// Words that are looked at: the language of a passage shows in its beginning.
const ENOUGH: usize = 300;
/// Letters below which trigrams say nothing.
const FEWEST_LETTERS: usize = 24;

/// Spanish or English, or `None` if that is unclear: a name, a code, a single word.
///
/// Stop words vote first, because they decide a short question that trigrams guess wrong; where they
/// are even, `whatlang` decides if it is sure.
pub fn language_of(text: &str) -> Option<Language> {
    let end = text.char_indices().nth(ENOUGH * 8).map_or(text.len(), |(at, _)| at);
    let text = text.get(..end).unwrap_or(text);
    let words = words(text);
    let (mut es, mut en) = (0_u32, 0_u32);
    for word in words.iter().take(ENOUGH) {
        es += u32::from(is_stop_word(&word.folded, Language::Es));
        en += u32::from(is_stop_word(&word.folded, Language::En));
    }
    // Characters that only one of them has.
    es += u32::from(text.contains(['ñ', 'Ñ', '¿', '¡'])) * 2;
    if es * 2 >= en * 3 && es > en {
        return Some(Language::Es);
    }
    if en * 2 >= es * 3 && en > es {
        return Some(Language::En);
    }
    if text.chars().filter(|ch| ch.is_alphabetic()).count() < FEWEST_LETTERS {
        return None;
    }
    let info = Detector::with_allowlist(vec![Lang::Spa, Lang::Eng]).detect(text)?;
    let language = if info.lang() == Lang::Spa { Language::Es } else { Language::En };
    info.is_reliable().then_some(language)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_language_of_a_sentence_is_seen_and_that_of_a_name_is_not() {
        assert_eq!(language_of("¿Quién ganó la Super Bowl 50?"), Some(Language::Es));
        assert_eq!(language_of("Who won the Super Bowl 50?"), Some(Language::En));
        assert_eq!(language_of("Plazo de preaviso en el despido"), Some(Language::Es));
        assert_eq!(language_of("REF-2024-ABC"), None);
        assert_eq!(language_of("Madrid"), None);
        assert_eq!(language_of(""), None);
    }

    proptest! {
        #[test]
        fn every_text_has_a_language_or_none(text in any::<String>()) {
            let _ = language_of(&text);
        }
    }
}
