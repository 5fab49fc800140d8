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
