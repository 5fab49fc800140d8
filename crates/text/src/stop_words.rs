//! Words that every text of a language has, and that say nothing about what it is of.
//!
//! A text is met in two ways, and the lists differ: without accents `mas` (but) and `más` (more) are one word, and so are
//! `esta` and `está`; as written they are not, and only some of them are on the list.

use std::collections::HashSet;
use std::sync::LazyLock;

use conserje_kernel::Language;

use crate::fold::fold;

/// Of a word as [`fold()`] has it.
pub fn is_stop_word(folded: &str, language: Language) -> bool {
    static SPANISH: LazyLock<HashSet<String>> = LazyLock::new(|| folded_list(Language::Es));
    static ENGLISH: LazyLock<HashSet<String>> = LazyLock::new(|| folded_list(Language::En));
    match language {
        Language::Es => SPANISH.contains(folded),
        Language::En => ENGLISH.contains(folded),
    }
}

/// Of a word in lower case with its accents.
pub fn is_stop_word_as_written(word: &str, language: Language) -> bool {
    static SPANISH: LazyLock<HashSet<&str>> = LazyLock::new(|| list(Language::Es).collect());
    static ENGLISH: LazyLock<HashSet<&str>> = LazyLock::new(|| list(Language::En).collect());
    match language {
        Language::Es => SPANISH.contains(word),
        Language::En => ENGLISH.contains(word),
    }
}

fn folded_list(language: Language) -> HashSet<String> {
    list(language).map(fold).collect()
}

fn list(language: Language) -> impl Iterator<Item = &'static str> {
    stop_words::lookup(language.tag()).unwrap_or_default().iter().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_matter_only_as_written() {
        assert!(is_stop_word("mas", Language::Es) && is_stop_word_as_written("más", Language::Es));
        assert!(!is_stop_word_as_written("mas", Language::Es) && !is_stop_word("más", Language::Es));
    }

    #[test]
    fn each_language_has_its_own() {
        assert!(is_stop_word("the", Language::En) && !is_stop_word("the", Language::Es));
        assert!(
            is_stop_word_as_written("los", Language::Es) && !is_stop_word_as_written("los", Language::En)
        );
    }
}
