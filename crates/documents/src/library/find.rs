//! Searching a tenant's documents, and putting what was found into words.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::sync::Arc;
use std::time::{Duration, Instant};

use conserje_kernel::{CollectionId, DocumentId, Scope, Timestamp};
use conserje_llm::embed::Purpose;
use conserje_search::group::{self, Granularity};
use conserje_search::highlight::Highlighter;
use conserje_search::{Filter, Found, Hit, Mode, Passage, PassageKind, Query, SpaceVector, Synonyms, rerank};
use conserje_store::{Tx, chunks, collections, synonyms};
use futures::future::BoxFuture;

use super::process::passage;
use super::shelf::alternatives;
use super::{Library, LibraryError};

/// Hits that are looked at again when they are ranked anew.
const RERANKED: usize = 50;
/// Those that a language model is shown.
const JUDGED: usize = 20;
const HIGHLIGHTS: usize = 3;

/// How what was found is put in order once more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rerank {
    #[default]
    No,
    /// By how closely their words meet the question.
    Keywords,
    /// By what a language model says of them.
    Model,
    /// By both.
    Both,
}

/// A language model that says how well passages answer a question.
pub trait Judge: Debug + Send + Sync {
    /// For each passage 0 to 1, or none where it did not say; or in a few words why there is no judgement.
    fn judge<'a>(
        &'a self,
        scope: &'a Scope,
        question: &'a str,
        passages: &'a [String],
    ) -> BoxFuture<'a, Result<Vec<Option<f32>>, String>>;
}

/// A question to a tenant's documents.
#[derive(Clone, Debug)]
pub struct Ask {
    pub text: String,
    pub mode: Mode,
    pub limit: usize,
    pub min_score: f32,
    /// Empty: all, each with its own weight.
    pub collections: BTreeSet<CollectionId>,
    pub documents: BTreeSet<DocumentId>,
    pub kinds: Vec<PassageKind>,
    pub from: Option<Timestamp>,
    pub until: Option<Timestamp>,
    /// After how long a document counts half.
    pub half_life: Option<Duration>,
    pub rerank: Rerank,
    /// Who is asked where a model is to decide.
    pub judge: Option<Arc<dyn Judge>>,
    /// Words of a pack, beside the tenant's own.
    pub synonyms: Vec<(String, Vec<String>)>,
    /// Weights of collections for who asks, by their names; elsewhere as the tenant says.
    pub weights: Arc<BTreeMap<String, f32>>,
}

impl Ask {
    pub fn new(text: impl Into<String>, mode: Mode, limit: usize) -> Self {
        Self {
            text: text.into(),
            mode,
            limit,
            min_score: 0.0,
            collections: BTreeSet::new(),
            documents: BTreeSet::new(),
            kinds: Vec::new(),
            from: None,
            until: None,
            half_life: None,
            rerank: Rerank::No,
            judge: None,
            synonyms: Vec::new(),
            weights: Arc::default(),
        }
    }
}

#[derive(Clone, Debug)]
pub struct FoundPassage {
    pub passage: Passage,
    /// 0 to 1.
    pub score: f32,
    pub lexical: Option<f32>,
    pub cosine: Option<f32>,
    /// Pieces of the text with `<em>` around the words that were looked for.
    pub highlights: Vec<String>,
}

/// A document with its best passages.
#[derive(Clone, Debug)]
pub struct FoundFile {
    pub document: DocumentId,
    pub file_name: String,
    pub score: f32,
    pub passages: Vec<FoundPassage>,
}

#[derive(Clone, Debug, Default)]
pub struct Answer {
    pub hits: Vec<FoundPassage>,
    pub total: usize,
    pub expanded_query: Option<String>,
    pub used_synonyms: bool,
    /// Those whose vectors were compared; empty where words alone were.
    pub embedding_models: Vec<String>,
    /// What was not done that was asked for, in plain words.
    pub notice: Option<String>,
    pub took: Duration,
    /// The part of it that making the question's vectors took.
    pub embedding_took: Duration,
}

/// Guests are answered from public collections, whichever were asked for.
fn for_guests(ask: Ask, public: &[(CollectionId, f64)]) -> Ask {
    let collections =
        if ask.collections.is_empty() { public.iter().map(|(id, _)| *id).collect() } else { ask.collections };
    Ask { collections, ..ask }
}

impl Library {
    pub async fn search(&self, scope: &Scope, ask: Ask) -> Result<Answer, LibraryError> {
        let began = Instant::now();
        // One look for both: a search is asked often.
        let is_guest = scope.is_guest();
        let read = move |tx: &mut Tx<'_>| {
            Ok::<_, LibraryError>((collections::weights(tx, is_guest)?, synonyms::all(tx)?))
        };
        let (known, rows) = self.0.store.read(scope, read).await?;
        let known = as_asked(known, &ask.weights);
        let ask = if is_guest { for_guests(ask, &known) } else { ask };
        if is_guest && known.is_empty() {
            // No collection would mean all of them.
            return Ok(Answer { took: began.elapsed(), ..Answer::default() });
        }
        if ask.collections.iter().any(|id| !known.iter().any(|(one, _)| one == id)) {
            return Err(LibraryError::NotFound { what: "collection" });
        }
        let mut mode = ask.mode;
        let mut notice = None;
        if mode != Mode::Lexical && self.compares_words_alone().await? {
            mode = Mode::Lexical;
            notice = Some("There is no embedder, so words alone were compared".to_owned());
        }
        let (vectors, embedding_took) = if mode == Mode::Lexical {
            (Vec::new(), Duration::ZERO)
        } else {
            let start = Instant::now();
            (self.question_vectors(scope, &ask.text).await?, start.elapsed())
        };
        let mut table = alternatives(rows)?;
        table.extend(ask.synonyms.iter().cloned());
        let synonyms: Synonyms = table.into_iter().collect();

        let query = Query {
            text: ask.text.clone(),
            vectors,
            mode,
            filter: Filter {
                collections: weights(&ask.collections, &known),
                documents: ask.documents.clone(),
                kinds: ask.kinds.clone(),
                from: ask.from,
                until: ask.until,
            },
            synonyms: synonyms.clone(),
            limit: if ask.rerank == Rerank::No { ask.limit } else { ask.limit.max(RERANKED) },
            min_score: ask.min_score,
        };
        let Found { mut hits, total, expanded_query } = self.0.engine.search(scope.tenant(), query).await?;
        if let Some(half_life) = ask.half_life {
            rerank::by_age(&mut hits, self.0.store.clock().now(), half_life);
        }
        let passages = self.passages_of(scope, &hits).await?;
        if let Some(problem) = self.rerank(scope, &ask, &passages, &mut hits).await {
            let order = format!("Words alone decided the order: {problem}");
            notice = Some(notice.into_iter().chain([order]).collect::<Vec<_>>().join(". "));
        }
        hits.truncate(ask.limit);
        let highlighter = Highlighter::new(&ask.text, &synonyms);
        let hits = hits
            .into_iter()
            // Removed between the search and now.
            .filter_map(|hit| {
                let passage = passages.get(&hit.id)?.clone();
                let highlights = highlighter.fragments(&passage.text, HIGHLIGHTS);
                let Hit { score, lexical, cosine, .. } = hit;
                Some(FoundPassage { passage, score, lexical, cosine, highlights })
            })
            .collect();
        Ok(Answer {
            hits,
            total,
            used_synonyms: expanded_query.is_some(),
            expanded_query,
            embedding_models: if mode == Mode::Lexical { Vec::new() } else { self.embedder_names().await? },
            notice,
            took: began.elapsed(),
            embedding_took,
        })
    }

    /// By document: the best ones with their best passages.
    pub async fn search_files(
        &self,
        scope: &Scope,
        ask: Ask,
        granularity: Granularity,
    ) -> Result<(Vec<FoundFile>, Answer), LibraryError> {
        let wide = Ask {
            limit: granularity.files.saturating_mul(granularity.passages_per_file).clamp(20, 200),
            ..ask
        };
        let mut answer = self.search(scope, wide).await?;
        let hits: Vec<Hit> = answer.hits.iter().map(as_hit).collect();
        let found: BTreeMap<String, FoundPassage> =
            std::mem::take(&mut answer.hits).into_iter().map(|hit| (hit.passage.id.clone(), hit)).collect();
        let files = group::by_file(hits, granularity).into_iter().map(|file| {
            let passages: Vec<FoundPassage> =
                file.hits.iter().filter_map(|hit| found.get(&hit.id).cloned()).collect();
            let file_name = passages.first().map(|first| first.passage.file_name.clone()).unwrap_or_default();
            FoundFile { document: file.document, file_name, score: file.score, passages }
        });
        Ok((files.collect(), answer))
    }

    /// Puts hits in order once more; why not as it was asked for, if not.
    async fn rerank(
        &self,
        scope: &Scope,
        ask: &Ask,
        passages: &BTreeMap<String, Passage>,
        hits: &mut Vec<Hit>,
    ) -> Option<String> {
        let text = |hit: &Hit| passages.get(&hit.id).map(|one| one.text.clone()).unwrap_or_default();
        let problem = match ask.rerank {
            Rerank::No => return None,
            Rerank::Keywords => None,
            Rerank::Model | Rerank::Both => {
                hits.truncate(JUDGED.max(ask.limit));
                let texts: Vec<String> = hits.iter().map(text).collect();
                let judged = match &ask.judge {
                    Some(judge) => judge.judge(scope, &ask.text, &texts).await,
                    None => Err("no language model is configured".to_owned()),
                };
                match judged {
                    Ok(scores) => {
                        let scores: BTreeMap<String, Option<f32>> =
                            hits.iter().map(|hit| hit.id.clone()).zip(scores).collect();
                        let score = |hit: &Hit| scores.get(&hit.id).copied().flatten();
                        if ask.rerank == Rerank::Model {
                            rerank::by_model(hits, score);
                        } else {
                            let weights = rerank::HybridWeights::default();
                            rerank::by_both(&ask.text, hits, weights, score, text);
                        }
                        return None;
                    }
                    Err(problem) => Some(problem),
                }
            }
        };
        rerank::by_keywords(&ask.text, hits, text);
        problem
    }

    async fn compares_words_alone(&self) -> Result<bool, LibraryError> {
        Ok(self.0.image_embedder.is_none() && self.embedders().await?.is_empty())
    }

    async fn question_vectors(&self, scope: &Scope, text: &str) -> Result<Vec<SpaceVector>, LibraryError> {
        let mut vectors = self.vectors(scope, &[text], Purpose::Query).await?.pop().unwrap_or_default();
        vectors.extend(self.question_for_pictures(text).await);
        Ok(vectors)
    }

    async fn passages_of(
        &self,
        scope: &Scope,
        hits: &[Hit],
    ) -> Result<BTreeMap<String, Passage>, LibraryError> {
        let ids: Vec<String> = hits.iter().map(|hit| hit.id.clone()).collect();
        let read = move |tx: &mut Tx<'_>| {
            let rows = chunks::find_all(tx, &ids)?;
            rows.into_iter().map(|row| Ok::<_, LibraryError>((row.id.clone(), passage(&row)?))).collect()
        };
        self.0.store.read(scope, read).await
    }
}

fn as_hit(found: &FoundPassage) -> Hit {
    let Passage { id, document, collection, index, kind, dated, .. } = &found.passage;
    Hit {
        id: id.clone(),
        document: *document,
        collection: *collection,
        index: *index,
        kind: *kind,
        dated: *dated,
        score: found.score,
        lexical: found.lexical,
        cosine: found.cosine,
    }
}

/// With the weights of who asks where they say one.
fn as_asked(
    known: Vec<(CollectionId, String, f64)>,
    asked: &BTreeMap<String, f32>,
) -> Vec<(CollectionId, f64)> {
    let weighed = |(id, name, weight): (CollectionId, String, f64)| {
        (id, asked.get(&name).map_or(weight, |weight| f64::from(*weight)))
    };
    known.into_iter().map(weighed).collect()
}

/// Empty where nothing needs to be told apart: then nothing is filtered and nothing weighed.
fn weights(wanted: &BTreeSet<CollectionId>, known: &[(CollectionId, f64)]) -> BTreeMap<CollectionId, f32> {
    if wanted.is_empty() && known.iter().all(|(_, weight)| (weight - 1.0).abs() < f64::EPSILON) {
        return BTreeMap::new();
    }
    let counted: Vec<_> = known.iter().filter(|(id, _)| wanted.is_empty() || wanted.contains(id)).collect();
    // A score ends at 1: what counts for more than that would not be told apart any more, so the others count for less.
    let most = counted.iter().map(|(_, weight)| *weight).fold(1.0, f64::max);
    #[expect(clippy::cast_possible_truncation, reason = "a weight is 0 to 1 by now")]
    let weighed = |(id, weight): &(CollectionId, f64)| (*id, (*weight / most) as f32);
    counted.into_iter().map(weighed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_keep_their_proportions_and_end_at_one() {
        let (law, ruling) = (CollectionId::generate(), CollectionId::generate());
        let weighed = weights(&BTreeSet::new(), &[(law, 2.0), (ruling, 1.0)]);
        assert_eq!(weighed, BTreeMap::from([(law, 1.0), (ruling, 0.5)]));
        let only = weights(&BTreeSet::from([ruling]), &[(law, 2.0), (ruling, 1.0)]);
        assert_eq!(only, BTreeMap::from([(ruling, 1.0)]));
        assert_eq!(weights(&BTreeSet::new(), &[(law, 1.0), (ruling, 1.0)]), BTreeMap::new());
    }

    #[test]
    fn who_asks_may_weigh_otherwise_than_the_tenant() {
        let (law, ruling) = (CollectionId::generate(), CollectionId::generate());
        let known = vec![(law, "law".to_owned(), 2.0), (ruling, "ruling".to_owned(), 1.0)];
        assert_eq!(as_asked(known.clone(), &BTreeMap::new()), [(law, 2.0), (ruling, 1.0)]);
        let asked = BTreeMap::from([("ruling".to_owned(), 4.0), ("gone".to_owned(), 9.0)]);
        assert_eq!(as_asked(known, &asked), [(law, 2.0), (ruling, 4.0)]);
    }
}
