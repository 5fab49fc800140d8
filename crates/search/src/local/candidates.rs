//! Which passages a search looks at: those that pass the filters, and of many the promising ones.

use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocId, SegmentReader, Term};

use super::lexical::{Scores, rows_with_phrase};
use super::search::Comparison;
use super::shard::Shard;
use super::snapshot::{Columns, Snapshot};
use crate::asked::Asked;
use crate::error::SearchError;
use crate::query::Filter;
use crate::ranking::Lowest;

/// From this many passages on, sign bits and words choose which are compared in full.
const COARSE_FROM: u64 = 30_000;
/// How many are chosen by each: at least this many, and one in this many.
const COARSE_LEAST: usize = 1_500;
const COARSE_SHARE: usize = 60;

/// By segment and row: the weight of the passage's collection, or 0 if it must not be found.
pub(super) struct Weights {
    /// `None`: every row of the segment counts fully.
    by_segment: Vec<Option<Vec<f32>>>,
}

impl Weights {
    pub(super) fn of(&self, segment: usize, row: usize) -> f32 {
        self.of_segment(segment).of(row)
    }

    fn of_segment(&self, segment: usize) -> SegmentWeights<'_> {
        match self.by_segment.get(segment) {
            Some(Some(weights)) => SegmentWeights::Each(weights),
            Some(None) => SegmentWeights::Full,
            None => SegmentWeights::Each(&[]),
        }
    }
}

#[derive(Clone, Copy)]
enum SegmentWeights<'a> {
    Full,
    Each(&'a [f32]),
}

impl SegmentWeights<'_> {
    fn of(self, row: usize) -> f32 {
        match self {
            Self::Full => 1.0,
            Self::Each(weights) => weights.get(row).copied().unwrap_or_default(),
        }
    }
}

pub(super) fn weights(
    shard: &Shard,
    snapshot: &Snapshot,
    filter: &Filter,
    asked: &Asked,
) -> Result<Weights, SearchError> {
    let by_segment = snapshot.segments().map(|(segment, columns)| {
        let is_free = !segment.has_deletes()
            && *filter == Filter::default()
            && asked.required.is_empty()
            && asked.excluded.is_empty();
        if is_free { Ok(None) } else { segment_weights(shard, segment, columns, (filter, asked)).map(Some) }
    });
    Ok(Weights { by_segment: by_segment.collect::<Result<_, SearchError>>()? })
}

fn segment_weights(
    shard: &Shard,
    segment: &SegmentReader,
    columns: &Columns,
    (filter, asked): (&Filter, &Asked),
) -> Result<Vec<f32>, SearchError> {
    let fields = &shard.fields;
    let rows = segment.max_doc() as usize;
    let mut weights = vec![1.0; rows];
    if segment.has_deletes() {
        for (row, weight) in (0..segment.max_doc()).zip(&mut weights) {
            *weight = if segment.is_deleted(row) { 0.0 } else { 1.0 };
        }
    }
    if !filter.collections.is_empty() {
        let mut allowed = vec![0.0; rows];
        for (collection, weight) in &filter.collections {
            mark(segment, fields.collection, &fields.collection_term(*collection), (&mut allowed, *weight))?;
        }
        multiply(&mut weights, &allowed);
    }
    if !filter.documents.is_empty() {
        let mut allowed = vec![0.0; rows];
        for document in &filter.documents {
            mark(segment, fields.document, &fields.document_term(*document), (&mut allowed, 1.0))?;
        }
        multiply(&mut weights, &allowed);
    }
    if !filter.kinds.is_empty() {
        let mut allowed = vec![0.0; rows];
        for kind in &filter.kinds {
            mark(segment, fields.kind, &fields.kind_term(*kind), (&mut allowed, 1.0))?;
        }
        multiply(&mut weights, &allowed);
    }
    if filter.from.is_some() || filter.until.is_some() {
        for (weight, dated) in weights.iter_mut().zip(&columns.dated) {
            let is_early = filter.from.is_some_and(|from| *dated < from.as_micros());
            let is_late = filter.until.is_some_and(|until| *dated >= until.as_micros());
            if is_early || is_late {
                *weight = 0.0;
            }
        }
    }
    for phrase in &asked.required {
        let mut allowed = vec![0.0; rows];
        set(&mut allowed, &rows_with_phrase(segment, fields, phrase)?, 1.0);
        multiply(&mut weights, &allowed);
    }
    for phrase in &asked.excluded {
        set(&mut weights, &rows_with_phrase(segment, fields, phrase)?, 0.0);
    }
    Ok(weights)
}

fn mark(
    segment: &SegmentReader,
    field: Field,
    term: &Term,
    (allowed, weight): (&mut [f32], f32),
) -> Result<(), SearchError> {
    let index = segment.inverted_index(field)?;
    if let Some(mut postings) = index.read_block_postings(term, IndexRecordOption::Basic)? {
        while !postings.docs().is_empty() {
            set(allowed, postings.docs(), weight);
            postings.advance();
        }
    }
    Ok(())
}

fn set(weights: &mut [f32], rows: &[DocId], weight: f32) {
    for row in rows {
        if let Some(place) = weights.get_mut(*row as usize) {
            *place = weight;
        }
    }
}

fn multiply(weights: &mut [f32], by: &[f32]) {
    for (weight, by) in weights.iter_mut().zip(by) {
        *weight *= by;
    }
}

/// The rows to compare, as segment and row. Without vectors those that hold a word; with vectors all, or,
/// in a large index, the best by words and the nearest by sign bits. The filter comes first, so that it
/// never takes away one of the best that it allows.
pub(super) fn candidates(
    snapshot: &Snapshot,
    comparisons: &[Comparison<'_>],
    words: Option<&Scores>,
    weights: &Weights,
) -> Vec<(usize, usize)> {
    let segments = || snapshot.columns.iter().enumerate();
    let allowed = |segment: usize, columns: &Columns| {
        let weights = weights.of_segment(segment);
        (0..columns.slots.len()).filter(move |row| weights.of(*row) > 0.0)
    };
    let has_word = |segment: usize, row: usize| words.is_some_and(|words| words.at(segment, row) > 0.0);
    let every = |is_wanted: &dyn Fn(usize, usize) -> bool| -> Vec<(usize, usize)> {
        let rows = segments().flat_map(|(at, columns)| allowed(at, columns).map(move |row| (at, row)));
        rows.filter(|(segment, row)| is_wanted(*segment, *row)).collect()
    };
    if comparisons.is_empty() {
        return every(&has_word);
    }
    if snapshot.searcher.num_docs() < COARSE_FROM {
        return every(&|_, _| true);
    }
    let keep =
        COARSE_LEAST.max(usize::try_from(snapshot.searcher.num_docs()).unwrap_or(usize::MAX) / COARSE_SHARE);
    let mut chosen = Vec::new();
    for Comparison { space, probe, .. } in comparisons {
        let mut nearest = Lowest::new(keep);
        for (segment, columns) in segments() {
            for row in allowed(segment, columns) {
                let distance = columns.slots.get(row).and_then(|slot| space.coarse_distance(probe, *slot));
                if let Some(distance) = distance {
                    nearest.offer(distance, (segment, row));
                }
            }
        }
        chosen.extend(nearest.into_items());
    }
    if let Some(words) = words {
        let mut best = Lowest::new(keep);
        for (segment, columns) in segments() {
            for row in allowed(segment, columns) {
                let score = words.at(segment, row);
                if score > 0.0 {
                    // The bits of positive floats are in the order of their values.
                    best.offer(!score.to_bits(), (segment, row));
                }
            }
        }
        chosen.extend(best.into_items());
    }
    chosen.sort_unstable();
    chosen.dedup();
    chosen
}
