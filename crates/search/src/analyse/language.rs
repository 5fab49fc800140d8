//! Which language a text is in.

use conserje_kernel::Language;
use whatlang::{Detector, Lang};

use super::words::words;
use super::{ENGLISH_STOPS, SPANISH_STOPS};

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
        es += u32::from(SPANISH_STOPS.contains(&word.folded));
        en += u32::from(ENGLISH_STOPS.contains(&word.folded));
    }
    // Signs that only one of them has.
    es += u32::from(text.contains(['ñ', 'Ñ', '¿', '¡'])) * 2;
    if es * 2 >= en * 3 && es > en {
        return Some(Language::Es);
    }
    if en * 2 >= es * 3 && en > es {
        return Some(Language::En);
    }
    if text.chars().filter(|c| c.is_alphabetic()).count() < FEWEST_LETTERS {
        return None;
    }
    let info = Detector::with_allowlist(vec![Lang::Spa, Lang::Eng]).detect(text)?;
    let language = if info.lang() == Lang::Spa { Language::Es } else { Language::En };
    info.is_reliable().then_some(language)
}
