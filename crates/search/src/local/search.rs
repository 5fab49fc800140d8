//! A search of one shard.

use tantivy::{DocAddress, TantivyDocument};

use super::candidates::{candidates, weights};
use super::shard::Shard;
use super::snapshot::Snapshot;
use super::space::{Probe, Space};
use super::{lexical, proximity};
use crate::asked::Asked;
use crate::error::SearchError;
use crate::fuse::{Evidence, Fusion};
use crate::query::{Found, Hit, Mode, Query};
use crate::ranking::{Best, Ranked};

/// So many of the best are looked at again.
const PROMISING: usize = 100;

/// A question's vector, the space it is of, and what the fusion calls it.
pub(super) struct Comparison<'a> {
    pub(super) probe: Probe,
    pub(super) space: &'a Space,
    name: &'a str,
}

pub(super) fn search(shard: &Shard, query: &Query, fusion: &Fusion) -> Result<Found, SearchError> {
    let snapshot = shard.snapshot();
    let asked = Asked::new(query);
    let comparisons = comparisons(&snapshot, query)?;
    let weights = weights(shard, &snapshot, &query.filter, &asked)?;
    let words = match asked.mode {
        Mode::Lexical | Mode::Hybrid => {
            Some(lexical::score(&snapshot, &shard.fields, &asked.terms, &fusion.bm25)?)
        }
        Mode::Semantic => None,
    };
    let perfect = words.as_ref().map_or(0.0, |words| words.perfect);
    let score = |evidence: &Evidence, (segment, row): (usize, usize)| {
        (fusion.score(asked.mode, perfect, evidence) * weights.of(segment, row)).min(1.0)
    };
    let mut best = Best::new(query.limit.max(PROMISING));
    let mut total = 0;
    for (segment, row) in candidates(&snapshot, &comparisons, words.as_ref(), &weights) {
        let Some(columns) = snapshot.columns.get(segment) else { continue };
        let (Some(slot), Some(language)) = (columns.slots.get(row), columns.languages.get(row)) else {
            continue;
        };
        let mut evidence = Evidence::new(words.as_ref().map(|words| words.at(segment, row)));
        for comparison in &comparisons {
            if let Some(cosine) = comparison.space.cosine(&comparison.probe, *slot) {
                evidence.add_cosine(cosine, fusion.weight(comparison.name, asked.language, *language));
            }
        }
        let score = score(&evidence, (segment, row));
        if score > 0.0 {
            total += usize::from(score >= query.min_score);
            best.offer(score, *slot, (segment, row, evidence));
        }
    }
    let mut promising = best.into_sorted();
    if let Some(words) = &words {
        let mut rows: Vec<_> = promising.iter().map(|ranked| (ranked.item.0, ranked.item.1)).collect();
        rows.sort_unstable();
        let terms = (asked.terms.as_slice(), words.rarities.as_slice());
        let bonuses = proximity::bonuses(&snapshot, &shard.fields, terms, &rows, &fusion.bm25)?;
        for ranked in &mut promising {
            let (segment, row, evidence) = &mut ranked.item;
            if let Some(bonus) = bonuses.get(&(*segment, *row)) {
                evidence.lexical = evidence.lexical.map(|lexical| lexical + bonus);
                ranked.score = score(evidence, (*segment, *row));
            }
        }
        promising.sort_by(|a, b| b.cmp(a));
    }
    promising.retain(|ranked| ranked.score >= query.min_score);
    let total = total.max(promising.len());
    promising.truncate(query.limit);
    let hits = promising.into_iter().map(|ranked| hit(shard, &snapshot, ranked));
    Ok(Found { hits: hits.collect::<Result<_, _>>()?, total, expanded_query: asked.expanded_query })
}

fn comparisons<'a>(snapshot: &'a Snapshot, query: &'a Query) -> Result<Vec<Comparison<'a>>, SearchError> {
    if query.mode == Mode::Lexical {
        return Ok(Vec::new());
    }
    let mut comparisons = Vec::new();
    for vector in &query.vectors {
        // A space that nothing was indexed in yet finds nothing; that is no error.
        let Some(space) = snapshot.spaces.get(&vector.space) else { continue };
        if space.dims() != vector.values.len() {
            return Err(SearchError::Dimensions {
                space: vector.space.clone(),
                wanted: space.dims(),
                given: vector.values.len(),
            });
        }
        comparisons.push(Comparison { probe: Probe::new(&vector.values), space, name: &vector.space });
    }
    Ok(comparisons)
}

fn hit(
    shard: &Shard,
    snapshot: &Snapshot,
    ranked: Ranked<u64, (usize, usize, Evidence)>,
) -> Result<Hit, SearchError> {
    let (segment, row, evidence) = ranked.item;
    let address = DocAddress {
        segment_ord: u32::try_from(segment).map_err(|_| SearchError::Interrupted)?,
        doc_id: u32::try_from(row).map_err(|_| SearchError::Interrupted)?,
    };
    let entry: TantivyDocument = snapshot.searcher.doc(address)?;
    let identity =
        shard.fields.identity(&entry).ok_or_else(|| shard.damaged("a passage has lost its name"))?;
    Ok(Hit {
        id: identity.id,
        document: identity.document,
        collection: identity.collection,
        index: identity.index,
        kind: identity.kind,
        dated: identity.dated,
        score: ranked.score,
        lexical: evidence.lexical,
        cosine: evidence.cosine,
    })
}
