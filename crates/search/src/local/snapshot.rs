//! What a search sees of a shard: words and vectors of the same commit.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use conserje_kernel::Language;
use tantivy::index::SegmentId;
use tantivy::schema::Field;
use tantivy::{DocId, Searcher, SegmentReader};

use super::schema::{DATED, Fields, LANGUAGE, SLOT, language_from_code};
use super::space::Space;
use crate::error::SearchError;

pub(super) struct Snapshot {
    pub(super) searcher: Searcher,
    /// In the order of the searcher's segments.
    pub(super) columns: Vec<Arc<Columns>>,
    pub(super) spaces: BTreeMap<String, Space>,
    /// Mean number of terms by text field.
    pub(super) mean_lengths: Vec<f32>,
}

/// Columns of a segment that every search reads: decoded once.
pub(super) struct Columns {
    id: SegmentId,
    pub(super) slots: Vec<u64>,
    pub(super) dated: Vec<i64>,
    pub(super) languages: Vec<Option<Language>>,
}

impl Columns {
    fn read(segment: &SegmentReader) -> Result<Self, SearchError> {
        let rows = segment.max_doc();
        let slots = segment.fast_fields().u64(SLOT)?;
        let dated = segment.fast_fields().i64(DATED)?;
        let languages = segment.fast_fields().u64(LANGUAGE)?;
        Ok(Self {
            id: segment.segment_id(),
            slots: (0..rows).map(|row| slots.first(row).unwrap_or(u64::MAX)).collect(),
            dated: (0..rows).map(|row| dated.first(row).unwrap_or_default()).collect(),
            languages: (0..rows)
                .map(|row| language_from_code(languages.first(row).unwrap_or_default()))
                .collect(),
        })
    }
}

impl Snapshot {
    /// `before` lends the columns of the segments that are still there.
    pub(super) fn take(
        searcher: Searcher,
        fields: &Fields,
        spaces: BTreeMap<String, Space>,
        before: Option<&Self>,
    ) -> Result<Self, SearchError> {
        let known: HashMap<SegmentId, &Arc<Columns>> = before
            .into_iter()
            .flat_map(|before| &before.columns)
            .map(|columns| (columns.id, columns))
            .collect();
        let columns =
            searcher.segment_readers().iter().map(|segment| match known.get(&segment.segment_id()) {
                Some(columns) => Ok(Arc::clone(columns)),
                None => Columns::read(segment).map(Arc::new),
            });
        let columns = columns.collect::<Result<_, _>>()?;
        let mean_lengths = fields.texts().map(|(_, field)| mean_length(&searcher, field));
        let mean_lengths = mean_lengths.collect::<Result<_, _>>()?;
        Ok(Self { searcher, columns, spaces, mean_lengths })
    }

    pub(super) fn segments(&self) -> impl Iterator<Item = (&SegmentReader, &Columns)> {
        self.searcher.segment_readers().iter().zip(self.columns.iter().map(AsRef::as_ref))
    }

    pub(super) fn live_slots(&self) -> HashSet<u64> {
        self.segments().flat_map(|(segment, columns)| live_slots(segment, columns)).collect()
    }
}

fn live_slots<'a>(segment: &'a SegmentReader, columns: &'a Columns) -> impl Iterator<Item = u64> + 'a {
    segment.doc_ids_alive().filter_map(|doc: DocId| columns.slots.get(doc as usize).copied())
}

fn mean_length(searcher: &Searcher, field: Field) -> Result<f32, SearchError> {
    let (mut tokens, mut rows) = (0_u64, 0_u64);
    for segment in searcher.segment_readers() {
        tokens += segment.inverted_index(field)?.total_num_tokens();
        rows += u64::from(segment.max_doc());
    }
    Ok((tokens as f32 / rows.max(1) as f32).max(1.0))
}
