//! The best few of many.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// Keeps the `limit` highest scores; of equal ones, those with the lowest key.
pub(crate) struct Best<K, T> {
    limit: usize,
    heap: BinaryHeap<Reverse<Ranked<K, T>>>,
    offered: usize,
}

pub(crate) struct Ranked<K, T> {
    pub(crate) score: f32,
    pub(crate) key: K,
    pub(crate) item: T,
}

impl<K: Ord, T> Best<K, T> {
    pub(crate) fn new(limit: usize) -> Self {
        Self { limit, heap: BinaryHeap::new(), offered: 0 }
    }

    pub(crate) fn offer(&mut self, score: f32, key: K, item: T) {
        self.offered += 1;
        let ranked = Ranked { score, key, item };
        if self.heap.len() < self.limit {
            self.heap.push(Reverse(ranked));
        } else if self.heap.peek().is_some_and(|Reverse(worst)| *worst < ranked) {
            self.heap.pop();
            self.heap.push(Reverse(ranked));
        }
    }

    pub(crate) fn offered(&self) -> usize {
        self.offered
    }

    pub(crate) fn into_sorted(self) -> Vec<Ranked<K, T>> {
        self.heap.into_sorted_vec().into_iter().map(|Reverse(ranked)| ranked).collect()
    }
}

/// Keeps the items of the `keep` lowest keys, in no order; of equal keys, the lowest items. For thousands of many: most
/// of what is offered costs one comparison.
pub(crate) struct Lowest<T> {
    keep: usize,
    /// What is above it is not among the lowest.
    limit: u32,
    entries: Vec<(u32, T)>,
}

impl<T: Ord> Lowest<T> {
    pub(crate) fn new(keep: usize) -> Self {
        Self { keep, limit: u32::MAX, entries: Vec::with_capacity(keep.saturating_mul(2)) }
    }

    pub(crate) fn offer(&mut self, key: u32, item: T) {
        if key > self.limit {
            return;
        }
        self.entries.push((key, item));
        if self.entries.len() >= self.keep.saturating_mul(2).max(1) {
            self.cut();
        }
    }

    pub(crate) fn into_items(mut self) -> impl Iterator<Item = T> {
        self.cut();
        self.entries.into_iter().map(|(_, item)| item)
    }

    fn cut(&mut self) {
        if self.entries.len() > self.keep {
            let (_, first_left_out, _) = self.entries.select_nth_unstable(self.keep);
            self.limit = first_left_out.0;
            self.entries.truncate(self.keep);
        }
    }
}

impl<K: Ord, T> Ord for Ranked<K, T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.score.total_cmp(&other.score).then_with(|| other.key.cmp(&self.key))
    }
}

impl<K: Ord, T> PartialOrd for Ranked<K, T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<K: Ord, T> PartialEq for Ranked<K, T> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<K: Ord, T> Eq for Ranked<K, T> {}

#[cfg(test)]
#[path = "ranking_tests.rs"]
mod tests;
