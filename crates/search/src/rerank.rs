//! A second look at what was found: by keywords, by what a model says, by age.

use std::collections::HashSet;
use std::time::Duration;

use conserje_kernel::Timestamp;
use conserje_text::language_of;

use crate::analyse::{Token, passage_tokens, query_terms};
use crate::operators::Operators;
use crate::query::Hit;

/// How a model's judgement and keywords are weighed together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HybridWeights {
    pub model: f32,
    pub keywords: f32,
}

impl Default for HybridWeights {
    fn default() -> Self {
        Self { model: 0.7, keywords: 0.3 }
    }
}

/// Words that stand nearer than this count as standing together.
const NEAR: u32 = 8;
/// What meeting all words is worth; the rest is for their standing together.
const COVERAGE: f32 = 0.8;

/// How well a text meets the words of a question: 0 (none of them) to 1 (all of them, close together).
pub fn keyword_score(question: &str, text: &str) -> f32 {
    let question = Operators::parse(question).text;
    let terms = query_terms(&question, language_of(&question));
    if terms.is_empty() {
        return 0.0;
    }
    let tokens = passage_tokens(text, language_of(text));
    let places: Vec<Vec<u32>> = terms.iter().map(|term| positions(&tokens, &term.alternatives)).collect();
    let met = places.iter().filter(|places| !places.is_empty()).count() as f32 / terms.len() as f32;
    let pairs = places.len().saturating_sub(1);
    let near = places.windows(2).filter(|pair| match pair {
        [first, second] => are_near(first, second),
        _ => false,
    });
    let together = if pairs == 0 { met } else { near.count() as f32 / pairs as f32 };
    COVERAGE * met + (1.0 - COVERAGE) * together
}

fn positions(tokens: &[Token], alternatives: &[String]) -> Vec<u32> {
    let wanted: HashSet<&str> = alternatives.iter().map(String::as_str).collect();
    tokens.iter().filter(|token| wanted.contains(token.term.as_str())).map(|token| token.position).collect()
}

/// Both are sorted.
fn are_near(first: &[u32], second: &[u32]) -> bool {
    first.iter().any(|place| {
        let at = second.partition_point(|other| other < place);
        let neighbours = second.get(at.saturating_sub(1)..second.len().min(at + 1)).unwrap_or_default();
        neighbours.iter().any(|other| other.abs_diff(*place) <= NEAR)
    })
}

/// Sorts by keywords; `text` gives the passage's text.
pub fn by_keywords(question: &str, hits: &mut [Hit], text: impl Fn(&Hit) -> String) {
    rescore(hits, |hit| keyword_score(question, &text(hit)));
}

/// Sorts by a model's scores, 0 to 1, as `model` gives them. Those without one go to the end, in their order.
pub fn by_model(hits: &mut [Hit], model: impl Fn(&Hit) -> Option<f32>) {
    rescore(hits, |hit| model(hit).map_or(0.0, |score| score.clamp(0.0, 1.0)));
}

/// Sorts by both. Where the model said nothing, keywords alone decide, for their share.
pub fn by_both(
    question: &str,
    hits: &mut [Hit],
    weights: HybridWeights,
    model: impl Fn(&Hit) -> Option<f32>,
    text: impl Fn(&Hit) -> String,
) {
    rescore(hits, |hit| {
        let model = model(hit).map_or(0.0, |score| score.clamp(0.0, 1.0));
        weights.model * model + weights.keywords * keyword_score(question, &text(hit))
    });
}

/// Lowers scores by age: by half for every `half_life`. What is dated after `now` is as of now.
pub fn by_age(hits: &mut [Hit], now: Timestamp, half_life: Duration) {
    if half_life.is_zero() {
        return;
    }
    rescore(hits, |hit| {
        let lives = now.since(hit.dated).as_secs_f32() / half_life.as_secs_f32();
        hit.score * (-lives).exp2()
    });
}

/// A stable sort: equals stay in the order of the search.
fn rescore(hits: &mut [Hit], score: impl Fn(&Hit) -> f32) {
    for hit in hits.iter_mut() {
        hit.score = score(hit);
    }
    hits.sort_by(|a, b| b.score.total_cmp(&a.score));
}

#[cfg(test)]
#[path = "rerank_tests.rs"]
mod tests;
