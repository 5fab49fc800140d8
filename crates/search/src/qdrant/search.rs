//! A search on the server, fused here.

use std::collections::BTreeMap;

use conserje_kernel::TenantId;
use qdrant_client::qdrant::{
    Condition, Filter as ServerFilter, PointId, Query as ServerQuery, QueryPointsBuilder, Range, ScoredPoint,
    SearchParamsBuilder,
};

use super::payload::PassagePayload;
use super::terms::{number, phrase_conditions, query_vector};
use super::{Qdrant, TERMS, of_tenant, only};
use crate::asked::Asked;
use crate::bm25::Bm25;
use crate::error::SearchError;
use crate::fuse::{Evidence, Fusion};
use crate::query::{Filter, Found, Hit, Mode, Query};
use crate::ranking::Best;

/// How many of each side are fused, at least.
const POOL: usize = 300;

/// What the server says of one passage.
struct Candidate {
    passage: PassagePayload,
    lexical: f32,
    /// By the place of the space in the query.
    cosines: BTreeMap<usize, f32>,
}

/// One thing to ask the server: a vector, in a collection, under a label.
struct Side {
    collection: String,
    query: ServerQuery,
    /// `None` for words.
    space: Option<(usize, String)>,
}

pub(super) async fn search(
    home: &Qdrant,
    tenant: TenantId,
    query: &Query,
    fusion: &Fusion,
) -> Result<Found, SearchError> {
    let asked = Asked::new(query);
    let conditions = conditions(&query.filter);
    let rarities = rarities(home, tenant, &asked).await?;
    let sides = sides(home, tenant, query, (&asked, &rarities)).await?;
    // Phrases are known to the words only, so with them everything begins there.
    let has_phrases = !asked.required.is_empty() || !asked.excluded.is_empty();
    let mut candidates: BTreeMap<String, Candidate> = BTreeMap::new();
    for side in &sides {
        let mut filter = side.filter(tenant, &conditions);
        if has_phrases {
            if side.space.is_some() {
                continue;
            }
            require_phrases(&mut filter, &asked);
        }
        for point in ask(home, side, filter, query.limit.max(POOL)).await? {
            add(&mut candidates, side, point)?;
        }
    }
    // What one side brought, the other sides have not always scored.
    for side in sides.iter().filter(|_| sides.len() > 1) {
        let missing: Vec<PointId> = candidates
            .values()
            .filter(|candidate| match &side.space {
                None => candidate.lexical <= 0.0,
                Some((at, _)) => !candidate.cosines.contains_key(at),
            })
            .map(|candidate| {
                let label = side.space.as_ref().map_or("", |(_, label)| label.as_str());
                of_tenant(tenant, label, &candidate.passage.id)
            })
            .collect();
        if missing.is_empty() {
            continue;
        }
        let count = missing.len();
        let mut filter = side.filter(tenant, &conditions);
        filter.must.push(Condition::has_id(missing));
        for point in ask(home, side, filter, count).await? {
            add(&mut candidates, side, point)?;
        }
    }
    let perfect = rarities.iter().map(|rarity| fusion.bm25.perfect(*rarity)).sum();
    Ok(rank(candidates, query, (&asked, perfect), fusion))
}

/// How rare each term is among the tenant's own passages. The server could weigh by rarity itself, but only among those
/// of all tenants, and a score would then tell what others write about.
async fn rarities(home: &Qdrant, tenant: TenantId, asked: &Asked) -> Result<Vec<f32>, SearchError> {
    if asked.terms.is_empty() {
        return Ok(Vec::new());
    }
    let words = home.words().await?;
    let holders = asked.terms.iter().map(|term| {
        let numbers = term.alternatives.iter().map(|one| i64::from(number(one)));
        let holds = Condition::matches("phrases", numbers.collect::<Vec<_>>());
        home.count(words.clone(), only(tenant, [holds]))
    });
    let all = home.count(words.clone(), only(tenant, []));
    let (passages, holders) = futures::try_join!(all, futures::future::try_join_all(holders))?;
    Ok(holders.into_iter().map(|holders| Bm25::rarity(holders, passages)).collect())
}

fn rank(
    candidates: BTreeMap<String, Candidate>,
    query: &Query,
    (asked, perfect): (&Asked, f32),
    fusion: &Fusion,
) -> Found {
    let mut best = Best::new(query.limit);
    for (id, candidate) in candidates {
        let compares_words = asked.mode != Mode::Semantic;
        let mut evidence = Evidence::new(compares_words.then_some(candidate.lexical));
        for (at, cosine) in &candidate.cosines {
            if let Some(vector) = query.vectors.get(*at) {
                let weight = fusion.weight(&vector.space, asked.language, candidate.passage.language);
                evidence.add_cosine(*cosine, weight);
            }
        }
        let weight = query.filter.collections.get(&candidate.passage.collection).copied().unwrap_or(1.0);
        let score = (fusion.score(asked.mode, perfect, &evidence) * weight).min(1.0);
        if score > 0.0 && score >= query.min_score {
            best.offer(score, id, (candidate.passage, evidence));
        }
    }
    let total = best.offered();
    let hits = best.into_sorted().into_iter().map(|ranked| {
        let (passage, evidence) = ranked.item;
        Hit {
            id: passage.id,
            document: passage.document,
            collection: passage.collection,
            index: passage.index,
            kind: passage.kind,
            dated: passage.dated,
            score: ranked.score,
            lexical: evidence.lexical,
            cosine: evidence.cosine,
        }
    });
    Found { hits: hits.collect(), total, expanded_query: asked.expanded_query.clone() }
}

async fn sides(
    home: &Qdrant,
    tenant: TenantId,
    query: &Query,
    (asked, rarities): (&Asked, &[f32]),
) -> Result<Vec<Side>, SearchError> {
    let mut sides = Vec::new();
    if !asked.terms.is_empty() {
        let query = ServerQuery::from(query_vector(&asked.terms, rarities));
        sides.push(Side { collection: home.words().await?, query, space: None });
    }
    if asked.mode == Mode::Lexical {
        return Ok(sides);
    }
    let spaces = home.spaces(tenant).await?;
    for (at, vector) in query.vectors.iter().enumerate() {
        let Some(space) = spaces.by_name.get(&vector.space) else { continue };
        if space.dims != vector.values.len() {
            return Err(SearchError::Dimensions {
                space: vector.space.clone(),
                wanted: space.dims,
                given: vector.values.len(),
            });
        }
        sides.push(Side {
            collection: home.dense(space.dims).await?,
            query: ServerQuery::from(vector.values.clone()),
            space: Some((at, space.label.clone())),
        });
    }
    Ok(sides)
}

impl Side {
    fn filter(&self, tenant: TenantId, conditions: &[Condition]) -> ServerFilter {
        let label = self.space.iter().map(|(_, label)| Condition::matches("space", label.clone()));
        only(tenant, conditions.iter().cloned().chain(label))
    }
}

async fn ask(
    home: &Qdrant,
    side: &Side,
    filter: ServerFilter,
    limit: usize,
) -> Result<Vec<ScoredPoint>, SearchError> {
    let mut request = QueryPointsBuilder::new(&side.collection)
        .query(side.query.clone())
        .filter(filter)
        .limit(limit as u64)
        .with_payload(true)
        // A tenant's share of a shared graph is small; an exact scan of it loses nothing.
        .params(SearchParamsBuilder::default().exact(true));
    if side.space.is_none() {
        request = request.using(TERMS);
    }
    Ok(home.client.query(request).await?.result)
}

fn add(
    candidates: &mut BTreeMap<String, Candidate>,
    side: &Side,
    point: ScoredPoint,
) -> Result<(), SearchError> {
    let score = point.score;
    let passage = PassagePayload::read(point.payload)?;
    let candidate = candidates.entry(passage.id.clone()).or_insert_with(|| Candidate {
        passage,
        lexical: 0.0,
        cosines: BTreeMap::new(),
    });
    match &side.space {
        None => candidate.lexical = score,
        Some((at, _)) => {
            candidate.cosines.insert(*at, score);
        }
    }
    Ok(())
}

fn conditions(filter: &Filter) -> Vec<Condition> {
    let mut conditions = Vec::new();
    if !filter.collections.is_empty() {
        let wanted = filter.collections.iter().filter(|(_, weight)| **weight > 0.0);
        let wanted: Vec<String> = wanted.map(|(collection, _)| collection.to_string()).collect();
        conditions.push(Condition::matches("collection", wanted));
    }
    if !filter.documents.is_empty() {
        let wanted: Vec<String> = filter.documents.iter().map(ToString::to_string).collect();
        conditions.push(Condition::matches("document", wanted));
    }
    if !filter.kinds.is_empty() {
        let wanted: Vec<String> = filter.kinds.iter().map(|kind| kind.name().to_owned()).collect();
        conditions.push(Condition::matches("kind", wanted));
    }
    if filter.from.is_some() || filter.until.is_some() {
        let micros =
            |moment: Option<conserje_kernel::Timestamp>| moment.map(|moment| moment.as_micros() as f64);
        let range = Range { gte: micros(filter.from), lt: micros(filter.until), ..Range::default() };
        conditions.push(Condition::range("micros", range));
    }
    conditions
}

fn require_phrases(filter: &mut ServerFilter, asked: &Asked) {
    let holds = |phrase: &Vec<_>| {
        phrase_conditions(phrase)
            .into_iter()
            .map(|any| Condition::matches("phrases", any))
            .collect::<Vec<_>>()
    };
    for phrase in &asked.required {
        filter.must.extend(holds(phrase));
    }
    for phrase in &asked.excluded {
        filter.must_not.push(ServerFilter::must(holds(phrase)).into());
    }
}
