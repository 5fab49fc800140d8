//! Words without their endings.

use std::borrow::Cow;
use std::sync::LazyLock;

use conserje_kernel::Language;
use rust_stemmers::{Algorithm, Stemmer};

/// The stem of a word in lower case. Accents are the caller's: `canción` and `cancion` may have different stems.
pub fn stem(word: &str, language: Language) -> Cow<'_, str> {
    static SPANISH: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::create(Algorithm::Spanish));
    static ENGLISH: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::create(Algorithm::English));
    match language {
        Language::Es => SPANISH.stem(word),
        Language::En => ENGLISH.stem(word),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn inflected_words_have_one_stem() {
        assert_eq!(stem("trabajadores", Language::Es), stem("trabajador", Language::Es));
        assert_eq!(stem("conditions", Language::En), stem("condition", Language::En));
        assert_ne!(stem("working", Language::Es), stem("work", Language::Es));
    }

    proptest! {
        #[test]
        fn every_word_has_a_stem(word in any::<String>()) {
            let _ = (stem(&word, Language::Es), stem(&word, Language::En));
        }
    }
}
