//! A passage's words as Qdrant holds them: a sparse vector, and numbers to filter by.

use std::collections::{BTreeMap, BTreeSet};

use conserje_kernel::Language;
use conserje_text::fold;

use crate::analyse::{QueryTerm, Token, is_stop_word_anywhere, passage_tokens};
use crate::bm25::Bm25;
use crate::fields::{FIELDS, TextField, text_of};
use crate::passage::Passage;

/// The server does not tell how long texts are on average; these are means of ordinary documents.
fn mean_length(field: TextField) -> f32 {
    match field {
        TextField::Body => 150.0,
        TextField::Heading => 8.0,
        TextField::Name => 6.0,
        TextField::Keywords => 8.0,
    }
}

/// The part of BM25 that a passage decides by itself, by term. The question brings the rarity.
pub(super) fn sparse_vector(
    passage: &Passage,
    language: Option<Language>,
    bm25: &Bm25,
) -> (Vec<u32>, Vec<f32>) {
    let mut frequencies: BTreeMap<u32, f32> = BTreeMap::new();
    for field in FIELDS {
        let tokens = passage_tokens(&text_of(passage, field), language);
        let weight = bm25.weight_of(field, tokens.len(), mean_length(field));
        for token in tokens {
            *frequencies.entry(number(&token.term)).or_default() += weight;
        }
    }
    frequencies.into_iter().map(|(term, frequency)| (term, bm25.saturated(frequency))).unzip()
}

/// A question's terms, each as rare as it is: every alternative counts as one.
pub(super) fn query_vector(terms: &[QueryTerm], rarities: &[f32]) -> Vec<(u32, f32)> {
    let mut weights: BTreeMap<u32, f32> = BTreeMap::new();
    for (term, rarity) in terms.iter().zip(rarities) {
        let alternatives: BTreeSet<u32> = term.alternatives.iter().map(|one| number(one)).collect();
        for alternative in alternatives {
            *weights.entry(alternative).or_default() += rarity;
        }
    }
    weights.into_iter().collect()
}

/// The numbers that phrases are checked by: of every term, and of every two that follow each other with
/// their distance. The server knows no positions.
pub(super) fn phrase_numbers(passage: &Passage, language: Option<Language>) -> Vec<i64> {
    let mut numbers = BTreeSet::new();
    for field in FIELDS {
        let text = text_of(passage, field);
        let mut tokens = passage_tokens(&text, language);
        numbers.extend(tokens.iter().map(|token| i64::from(number(&token.term))));
        tokens
            .retain(|token| !is_stop_word_anywhere(&fold(text.get(token.bytes.clone()).unwrap_or_default())));
        // Tokens of one place are alternatives of each other, so all of a place meet all of the next.
        let places: Vec<&[Token]> = tokens.chunk_by(|a, b| a.position == b.position).collect();
        for pair in places.windows(2) {
            let [first, second] = pair else { continue };
            for (a, b) in first.iter().flat_map(|a| second.iter().map(move |b| (a, b))) {
                numbers.insert(pair_number(&a.term, &b.term, b.position - a.position));
            }
        }
    }
    numbers.into_iter().collect()
}

/// Of each list a passage must hold one number, to hold the phrase.
pub(super) fn phrase_conditions(terms: &[QueryTerm]) -> Vec<Vec<i64>> {
    let places: Vec<&[QueryTerm]> = terms.chunk_by(|a, b| a.position == b.position).collect();
    // Each term of a place is wanted: the identifier as well as the word that it begins with.
    let single =
        terms.iter().map(|term| term.alternatives.iter().map(|one| i64::from(number(one))).collect());
    let mut conditions: Vec<Vec<i64>> = single.collect();
    for pair in places.windows(2) {
        let [first, second] = pair else { continue };
        let mut any = Vec::new();
        for (a, b) in first.iter().flat_map(|a| second.iter().map(move |b| (a, b))) {
            for (one, other) in a.alternatives.iter().flat_map(|a| b.alternatives.iter().map(move |b| (a, b)))
            {
                any.push(pair_number(one, other, b.position - a.position));
            }
        }
        conditions.push(any);
    }
    conditions
}

/// A term's place in the sparse vectors. Two terms may share one; of a million, some hundred do.
pub(super) fn number(term: &str) -> u32 {
    crc32fast::hash(term.as_bytes())
}

fn pair_number(first: &str, second: &str, distance: u32) -> i64 {
    // Above all numbers of single terms.
    let low = crc32fast::hash(format!("{first}\0{second}\0{distance}").as_bytes());
    (1 << 32) + i64::from(low)
}
