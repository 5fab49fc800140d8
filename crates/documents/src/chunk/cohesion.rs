//! Where a text changes its topic, by its words alone: how little the sentences before a place have in common with
//! those after it (the idea of `TextTiling`), without a model.

use std::collections::HashMap;

use conserje_text::fold_accents;

use crate::enrich::{is_stop_word, words};

use super::atoms::{Atoms, Cut};

/// Atoms on each side that are compared.
const SIDE: usize = 5;
/// Letters of a word that count: a cheap stem for Spanish and English.
const STEM: usize = 6;

/// For each atom, how much the topic changes before it: 0 not at all, 1 wholly.
pub(super) fn shifts(atoms: &Atoms<'_>) -> Vec<f64> {
    let bags: Vec<Vec<u32>> = {
        let mut ids: HashMap<String, u32> = HashMap::new();
        atoms.list.iter().map(|atom| bag(atoms.slice(atom.range.clone()), &mut ids)).collect()
    };
    let side = |from: usize, to: usize| bags.get(from..to).unwrap_or_default();
    (0..bags.len())
        .map(|at| {
            let before = side(at.saturating_sub(SIDE), at);
            let after = side(at, (at + SIDE).min(bags.len()));
            let is_place = atoms.list.get(at).is_some_and(|atom| atom.cut >= Cut::Sentence);
            if before.is_empty() || !is_place { 0.0 } else { 1.0 - likeness(before, after) }
        })
        .collect()
}

/// Atoms before which a new topic begins: places between blocks where the words change more than is usual here.
pub(super) fn new_topics(atoms: &Atoms<'_>, shifts: &[f64]) -> Vec<usize> {
    let places: Vec<(usize, f64)> = atoms
        .list
        .iter()
        .zip(shifts)
        .enumerate()
        .filter(|(at, (atom, _))| *at > 0 && atom.cut == Cut::Block)
        .map(|(at, (_, shift))| (at, *shift))
        .collect();
    let count = places.len().max(1) as f64;
    let mean = places.iter().map(|(_, shift)| shift).sum::<f64>() / count;
    let spread = (places.iter().map(|(_, shift)| (shift - mean).powi(2)).sum::<f64>() / count).sqrt();
    let unusual = (mean + spread).max(0.8);
    places.into_iter().filter(|(_, shift)| *shift > unusual).map(|(at, _)| at).collect()
}

fn bag(text: &str, ids: &mut HashMap<String, u32>) -> Vec<u32> {
    let stems =
        words(text).filter(|word| word.len() > 2).map(fold_accents).filter(|word| !is_stop_word(word));
    stems
        .map(|word| {
            let stem: String = word.chars().take(STEM).collect();
            let next = u32::try_from(ids.len()).unwrap_or(u32::MAX);
            *ids.entry(stem).or_insert(next)
        })
        .collect()
}

/// The cosine of two bags of words.
fn likeness(left: &[Vec<u32>], right: &[Vec<u32>]) -> f64 {
    let sorted = |bags: &[Vec<u32>]| {
        let mut words: Vec<u32> = bags.concat();
        words.sort_unstable();
        words
    };
    let (left, right) = (sorted(left), sorted(right));
    let square =
        |words: &[u32]| words.chunk_by(u32::eq).map(|same| (same.len() * same.len()) as f64).sum::<f64>();
    let mut others = right.chunk_by(u32::eq).peekable();
    let mut both = 0;
    for same in left.chunk_by(u32::eq) {
        while others.next_if(|other| other.first() < same.first()).is_some() {}
        if let Some(other) = others.next_if(|other| other.first() == same.first()) {
            both += same.len() * other.len();
        }
    }
    // Sides without words say nothing about the topic.
    let size = (square(&left) * square(&right)).sqrt();
    if size > 0.0 { both as f64 / size } else { 1.0 }
}
