//! Text to terms: the one analysis that both homes index with and ask with.
//!
//! - [`passage_tokens`] gives the terms of a passage, each with its place.
//! - [`query_terms`] gives the terms of a question; each is a set of alternatives, because a question in
//!   one language is to find passages in the other.
//!
//! A term is a folded (lower case, no accents) and then stemmed word. Folding comes first, so that
//! `artículo` and `articulo` are the same term whatever the stemmer makes of an accent. Identifiers such as
//! `REF-2024-ABC`, `v4.5`, `48 bis` and `ana@example.com` are terms as a whole besides their parts.
mod identifiers;

use std::ops::Range;

use conserje_kernel::Language;
use conserje_text::{Word, stem, words};

use identifiers::identifiers;

/// A term of a passage and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub term: String,
    /// Which word of the text it is, or begins at; stop words count.
    pub position: u32,
    /// Of the words that it was made from.
    pub bytes: Range<usize>,
}

/// A term of a question: whichever of its alternatives a passage holds, it holds the term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryTerm {
    /// The word as it was asked, folded.
    pub word: String,
    pub alternatives: Vec<String>,
    pub position: u32,
    pub bytes: Range<usize>,
}

/// The terms of a passage in this language, or, where it is unclear, as both languages would have them.
pub fn passage_tokens(text: &str, language: Option<Language>) -> Vec<Token> {
    let words = words(text);
    let mut tokens = Vec::with_capacity(words.len());
    for word in &words {
        if is_stop_word(word, text, language) {
            continue;
        }
        for term in stems(&word.folded, language) {
            tokens.push(Token { term, position: word.position, bytes: word.bytes.clone() });
        }
    }
    for identifier in identifiers(text, &words) {
        tokens.push(Token {
            term: identifier.term,
            position: identifier.position,
            bytes: identifier.bytes.clone(),
        });
    }
    // Tantivy wants positions in order; a stable sort keeps a word before the identifier it begins.
    tokens.sort_by_key(|token| token.position);
    tokens
}

/// The terms of a question. Each word is stemmed as both languages would: a passage in the other language
/// may hold the same word, and a passage holds its words as its own language stems them.
pub fn query_terms(text: &str, language: Option<Language>) -> Vec<QueryTerm> {
    let words = words(text);
    let mut terms: Vec<QueryTerm> = Vec::with_capacity(words.len());
    for word in words.iter().filter(|word| !is_stop_word(word, text, language)) {
        terms.push(QueryTerm {
            alternatives: stems(&word.folded, None),
            word: word.folded.clone(),
            position: word.position,
            bytes: word.bytes.clone(),
        });
    }
    for identifier in identifiers(text, &words) {
        terms.push(QueryTerm {
            word: identifier.term.clone(),
            alternatives: vec![identifier.term],
            position: identifier.position,
            bytes: identifier.bytes,
        });
    }
    terms.sort_by_key(|term| term.position);
    terms
}

/// The terms of a phrase. What is a stop word in either language is passed over, because passages in that
/// language do not hold it: it matches any word at its place.
pub fn phrase_terms(text: &str) -> Vec<QueryTerm> {
    let mut terms = query_terms(text, None);
    terms.retain(|term| !is_stop_word_anywhere(&term.word));
    terms
}

/// In either language.
pub(crate) fn is_stop_word_anywhere(folded: &str) -> bool {
    [Language::Es, Language::En].into_iter().any(|language| conserje_text::is_stop_word(folded, language))
}

/// The stem in this language, or, where it is unclear, the stems in both without doubles.
fn stems(folded: &str, language: Option<Language>) -> Vec<String> {
    let stem = |language| stem(folded, language).into_owned();
    match language {
        // A number has no grammar.
        _ if folded.bytes().any(|byte| byte.is_ascii_digit()) => vec![folded.to_owned()],
        Some(language) => vec![stem(language)],
        None => {
            let (es, en) = (stem(Language::Es), stem(Language::En));
            if es == en { vec![es] } else { vec![es, en] }
        }
    }
}

/// Where the language is unclear, a stop word is one that is so in both.
fn is_stop_word(word: &Word, text: &str, language: Option<Language>) -> bool {
    let is_stop_in = |language| conserje_text::is_stop_word(&word.folded, language);
    let is_stop = match language {
        Some(language) => is_stop_in(language),
        None => is_stop_in(Language::Es) && is_stop_in(Language::En),
    };
    is_stop && !is_acronym(word, text)
}

/// `IT` and `US` are names, unless everything is written in capitals.
fn is_acronym(word: &Word, text: &str) -> bool {
    let written = text.get(word.bytes.clone()).unwrap_or_default();
    written.chars().count() > 1
        && written.chars().all(char::is_uppercase)
        && text.chars().any(char::is_lowercase)
}

#[cfg(test)]
#[path = "analyse_tests.rs"]
mod tests;
