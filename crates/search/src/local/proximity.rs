//! Words that stand together in the question and in a passage count more.
//!
//! `periodo de prueba` is more than `periodo` and `prueba`. Two neighbours in the question that stand within
//! [`WINDOW`] words of each other in a passage, in any order, score like a term of their own. Only the best
//! passages are looked at: positions are slow to read, and what is far behind does not come to the top by it.

use std::collections::HashMap;

use tantivy::postings::Postings;
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocId, DocSet, SegmentReader, TERMINATED, Term};

use super::schema::Fields;
use super::snapshot::Snapshot;
use crate::analyse::QueryTerm;
use crate::bm25::Bm25;
use crate::error::SearchError;

/// Stop words count as words, so `derecho a la huelga` is within it.
const WINDOW: u32 = 3;
/// A question of more terms is a text, and its first words say enough.
const MOST_TERMS: usize = 16;

/// What each of the rows, given as segment and row in order, gets on top of its score.
/// `rarities` are those of the terms.
pub(super) fn bonuses(
    snapshot: &Snapshot,
    fields: &Fields,
    (terms, rarities): (&[QueryTerm], &[f32]),
    rows: &[(usize, usize)],
    bm25: &Bm25,
) -> Result<HashMap<(usize, usize), f32>, SearchError> {
    let mut bonuses = HashMap::new();
    let terms = terms.get(..terms.len().min(MOST_TERMS)).unwrap_or_default();
    if terms.len() < 2 {
        return Ok(bonuses);
    }
    for group in rows.chunk_by(|a, b| a.0 == b.0) {
        let Some(at) = group.first().map(|(segment, _)| *segment) else { continue };
        let Some(segment) = snapshot.searcher.segment_readers().get(at) else { continue };
        let docs: Vec<DocId> = group.iter().filter_map(|(_, row)| DocId::try_from(*row).ok()).collect();
        // By pair of neighbours and row.
        let mut closeness = vec![vec![0.0_f32; docs.len()]; terms.len() - 1];
        for (_, column) in fields.texts() {
            let places = terms.iter().map(|term| places(segment, column, term, &docs));
            let places = places.collect::<Result<Vec<_>, _>>()?;
            for (pair, closeness) in places.windows(2).zip(&mut closeness) {
                let [first, second] = pair else { continue };
                for ((first, second), closeness) in first.iter().zip(second).zip(closeness) {
                    *closeness += together(first, second);
                }
            }
        }
        for (pair, closeness) in rarities.windows(2).zip(closeness) {
            let rarity = pair.iter().copied().fold(0.0, f32::max);
            for (row, closeness) in group.iter().zip(closeness).filter(|(_, closeness)| *closeness > 0.0) {
                *bonuses.entry(*row).or_default() += bm25.proximity * rarity * bm25.saturated(closeness);
            }
        }
    }
    Ok(bonuses)
}

/// Where a term stands in each of these rows.
fn places(
    segment: &SegmentReader,
    column: Field,
    term: &QueryTerm,
    rows: &[DocId],
) -> Result<Vec<Vec<u32>>, SearchError> {
    let index = segment.inverted_index(column)?;
    let mut places = vec![Vec::new(); rows.len()];
    for alternative in &term.alternatives {
        let term = Term::from_field_text(column, alternative);
        let Some(mut postings) = index.read_postings(&term, IndexRecordOption::WithFreqsAndPositions)? else {
            continue;
        };
        for (row, places) in rows.iter().zip(&mut places) {
            if postings.doc() < *row {
                postings.seek(*row);
            }
            if postings.doc() == TERMINATED {
                break;
            }
            if postings.doc() == *row {
                postings.append_positions_with_offset(0, places);
            }
        }
    }
    for places in &mut places {
        places.sort_unstable();
    }
    Ok(places)
}

/// The sum over the places of the first of how near the second is; both are sorted.
fn together(first: &[u32], second: &[u32]) -> f32 {
    let near = first.iter().filter_map(|place| {
        let at = second.partition_point(|other| other < place);
        let before = at.checked_sub(1).and_then(|before| second.get(before));
        // A word is not its own neighbour.
        let after = second.get(at..)?.iter().find(|other| *other != place);
        let nearest = before.into_iter().chain(after).map(|other| other.abs_diff(*place)).min()?;
        (nearest <= WINDOW).then(|| (nearest as f32).recip())
    });
    near.sum()
}

#[cfg(test)]
#[path = "proximity_tests.rs"]
mod tests;
