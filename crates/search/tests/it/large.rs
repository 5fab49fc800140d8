//! In a large index sign bits choose which vectors are compared. They must not lose the nearest.

use std::collections::BTreeMap;

use conserje_kernel::{CollectionId, DocumentId, TenantId};
use conserje_search::{Engine, Filter, Indexed, Mode, Query, SpaceVector};

use crate::homes::passage;

/// Just beyond where the sign bits begin to choose.
const PASSAGES: usize = 30_500;
const DIMENSIONS: usize = 256;
const CENTRES: usize = 1_000;
const QUESTIONS: usize = 20;
const NEAREST: usize = 10;
const COLLECTIONS: usize = 10;

/// Splitmix64: the same vectors on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn vector(&mut self) -> Vec<f32> {
        let number = |bits: u64| f32::from(bits.to_le_bytes()[0]) - 127.5;
        (0..DIMENSIONS).map(|_| number(self.next())).collect()
    }
}

fn sum(a: &[f32], b: &[f32]) -> Vec<f32> {
    a.iter().zip(b).map(|(a, b)| a + b).collect()
}

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
}

/// The share of the nearest by exact cosine that the index finds too: of all passages, and of one collection.
async fn recalls(stored: Vec<Vec<f32>>, asked: &[Vec<f32>]) -> (f64, f64) {
    let folder = tempfile::tempdir().unwrap();
    let (engine, tenant) = (Engine::local(folder.path(), 1), TenantId::generate());
    let collections: Vec<CollectionId> = (0..COLLECTIONS).map(|_| CollectionId::generate()).collect();
    let (document, space) = (DocumentId::generate(), "wide".to_owned());
    let items = stored.iter().enumerate().map(|(at, values)| {
        let mut passage = passage(&at.to_string(), "x");
        (passage.collection, passage.document) = (collections[at % COLLECTIONS], document);
        Indexed { passage, vectors: vec![SpaceVector { space: space.clone(), values: values.clone() }] }
    });
    engine.upsert(tenant, items.collect()).await.unwrap();

    let one = Filter { collections: BTreeMap::from([(collections[3], 1.0)]), ..Filter::default() };
    let mut found = [0, 0];
    for values in asked {
        let cosines: Vec<f32> = stored.iter().map(|stored| cosine(values, stored)).collect();
        for (filter, found) in [Filter::default(), one.clone()].into_iter().zip(&mut found) {
            let mut exact: Vec<usize> = (0..stored.len())
                .filter(|at| filter.collections.is_empty() || at % COLLECTIONS == 3)
                .collect();
            exact.sort_by(|a, b| cosines[*b].total_cmp(&cosines[*a]));
            exact.truncate(NEAREST);
            let vectors = vec![SpaceVector { space: space.clone(), values: values.clone() }];
            let query = Query { vectors, filter, limit: NEAREST, ..Query::new("", Mode::Semantic) };
            let hits = engine.search(tenant, query).await.unwrap().hits;
            *found += hits.iter().filter(|hit| exact.contains(&hit.id.parse().unwrap())).count();
        }
    }
    let share = |found: usize| found as f64 / (asked.len() * NEAREST) as f64;
    (share(found[0]), share(found[1]))
}

#[tokio::test]
async fn the_nearest_of_many_clustered_vectors_are_found() {
    let mut random = Random(1);
    let centres: Vec<Vec<f32>> = (0..CENTRES).map(|_| random.vector()).collect();
    let stored = (0..PASSAGES).map(|at| sum(&centres[at % CENTRES], &random.vector())).collect();
    let asked: Vec<Vec<f32>> = (0..QUESTIONS).map(|at| sum(&centres[at], &random.vector())).collect();
    let (of_all, of_one) = recalls(stored, &asked).await;
    assert!(of_all > 0.97, "{of_all}");
    assert!(of_one > 0.97, "with a filter: {of_one}");
}

/// Nothing is near anything, which is the worst that can be: the best of thousands are hardly better than the rest.
/// Chance would find one in twenty.
#[tokio::test]
async fn most_of_the_nearest_of_many_random_vectors_are_found() {
    let mut random = Random(2);
    let stored = (0..PASSAGES).map(|_| random.vector()).collect();
    let asked: Vec<Vec<f32>> = (0..QUESTIONS).map(|_| random.vector()).collect();
    let (of_all, of_one) = recalls(stored, &asked).await;
    assert!(of_all > 0.65, "{of_all}");
    // Half of what the filter lets through is compared.
    assert!(of_one > 0.95, "with a filter: {of_one}");
}
