//! BM25 over several fields (BM25F), read off tantivy's postings.
//!
//! Tantivy scores fields apart and synonyms as further terms. Here a term is one thing, wherever and under
//! whichever of its alternatives it stands: its weighted frequency is summed up first and saturates once.
//! All passages get their score, because fusion with vectors needs that of passages that words alone would
//! not have found.

use std::collections::HashMap;

use tantivy::postings::Postings;
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocId, DocSet, SegmentReader, TERMINATED, Term};

use super::schema::Fields;
use super::snapshot::Snapshot;
use crate::analyse::QueryTerm;
use crate::bm25::Bm25;
use crate::error::SearchError;

/// Scores by segment and row; 0 where nothing matched.
pub(super) struct Scores {
    /// What a passage that met every term fully would have.
    pub(super) perfect: f32,
    /// Of the terms, in their order.
    pub(super) rarities: Vec<f32>,
    by_segment: Vec<Vec<f32>>,
}

impl Scores {
    pub(super) fn at(&self, segment: usize, row: usize) -> f32 {
        self.by_segment.get(segment).and_then(|scores| scores.get(row)).copied().unwrap_or_default()
    }
}

/// One term in one segment: rows that hold it, with its weighted frequency.
type Frequencies = Vec<(DocId, f32)>;

pub(super) fn score(
    snapshot: &Snapshot,
    fields: &Fields,
    terms: &[QueryTerm],
    bm25: &Bm25,
) -> Result<Scores, SearchError> {
    let segments = snapshot.searcher.segment_readers();
    let mut by_segment: Vec<Vec<f32>> =
        segments.iter().map(|segment| vec![0.0; segment.max_doc() as usize]).collect();
    let mut scratch: Vec<Vec<f32>> = by_segment.clone();
    let passages = snapshot.searcher.num_docs();
    let mut rarities = Vec::with_capacity(terms.len());
    for term in terms {
        let mut found = Vec::with_capacity(segments.len());
        let mut holders = 0;
        for (segment, scratch) in segments.iter().zip(&mut scratch) {
            let frequencies = frequencies(snapshot, segment, fields, term, (bm25, scratch))?;
            holders += if segment.has_deletes() {
                frequencies.iter().filter(|(row, _)| !segment.is_deleted(*row)).count()
            } else {
                frequencies.len()
            };
            found.push(frequencies);
        }
        let rarity = Bm25::rarity(holders as u64, passages);
        rarities.push(rarity);
        for (scores, frequencies) in by_segment.iter_mut().zip(found) {
            for (row, frequency) in frequencies {
                if let Some(score) = scores.get_mut(row as usize) {
                    *score += rarity * bm25.saturated(frequency);
                }
            }
        }
    }
    let perfect = rarities.iter().map(|rarity| bm25.perfect(*rarity)).sum();
    Ok(Scores { perfect, rarities, by_segment })
}

/// `scratch` has a zero for each row, and has so again afterwards.
fn frequencies(
    snapshot: &Snapshot,
    segment: &SegmentReader,
    fields: &Fields,
    term: &QueryTerm,
    (bm25, scratch): (&Bm25, &mut Vec<f32>),
) -> Result<Frequencies, SearchError> {
    let mut rows = Vec::new();
    for ((field, column), mean_length) in fields.texts().zip(&snapshot.mean_lengths) {
        let index = segment.inverted_index(column)?;
        let lengths = segment.get_fieldnorms_reader(column)?;
        let weigh = bm25.weigher(field, *mean_length);
        for alternative in &term.alternatives {
            let term = Term::from_field_text(column, alternative);
            let Some(mut postings) = index.read_block_postings(&term, IndexRecordOption::WithFreqs)? else {
                continue;
            };
            while !postings.docs().is_empty() {
                for (row, frequency) in postings.docs().iter().zip(postings.freqs()) {
                    let Some(sum) = scratch.get_mut(*row as usize) else { continue };
                    if *sum == 0.0 {
                        rows.push(*row);
                    }
                    *sum += weigh.weighted(*frequency, lengths.fieldnorm_id(*row));
                }
                postings.advance();
            }
        }
    }
    let take = |row: DocId| {
        let frequency = scratch.get_mut(row as usize).map(std::mem::take).unwrap_or_default();
        (row, frequency)
    };
    Ok(rows.into_iter().map(take).collect())
}

/// The rows where these terms stand together in one field, in their order and at their distances.
pub(super) fn rows_with_phrase(
    segment: &SegmentReader,
    fields: &Fields,
    terms: &[QueryTerm],
) -> Result<Vec<DocId>, SearchError> {
    let mut rows = Vec::new();
    let Some(first) = terms.first().map(|term| term.position) else { return Ok(rows) };
    for (_, column) in fields.texts() {
        let mut starts: Option<HashMap<DocId, Vec<u32>>> = None;
        for term in terms {
            let here = positions(segment, column, term, term.position - first)?;
            starts = Some(match starts {
                None => here,
                Some(before) => both(before, &here),
            });
        }
        rows.extend(starts.unwrap_or_default().into_keys());
    }
    Ok(rows)
}

fn both(mut starts: HashMap<DocId, Vec<u32>>, others: &HashMap<DocId, Vec<u32>>) -> HashMap<DocId, Vec<u32>> {
    starts.retain(|row, starts| {
        starts.retain(|start| others.get(row).is_some_and(|others| others.contains(start)));
        !starts.is_empty()
    });
    starts
}

/// Where a phrase would begin that has this term `offset` words after its first.
fn positions(
    segment: &SegmentReader,
    column: Field,
    term: &QueryTerm,
    offset: u32,
) -> Result<HashMap<DocId, Vec<u32>>, SearchError> {
    let index = segment.inverted_index(column)?;
    let mut found: HashMap<DocId, Vec<u32>> = HashMap::new();
    let mut positions = Vec::new();
    for alternative in &term.alternatives {
        let term = Term::from_field_text(column, alternative);
        let Some(mut postings) = index.read_postings(&term, IndexRecordOption::WithFreqsAndPositions)? else {
            continue;
        };
        while postings.doc() != TERMINATED {
            postings.positions(&mut positions);
            let starts = positions.iter().filter_map(|position| position.checked_sub(offset));
            found.entry(postings.doc()).or_default().extend(starts);
            postings.advance();
        }
    }
    Ok(found)
}
