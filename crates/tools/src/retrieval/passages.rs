//! Searches by words and by meaning.

use std::sync::Arc;

use conserje_documents::{Answer as Found, Ask, FoundPassage};
use conserje_search::Mode;
use serde_json::json;

use super::args::{Args, count_schema, query_schema, schema, share_schema};
use super::desk::{Answer, Desk, found, synonyms_in};
use super::quote::Quoter;
use super::render::{Frame, Hit, Looked, Measure, Note, SearchKind, SearchPage, search};
use super::result::{Item, SearchParams, SearchResult, fields, milliseconds, recorded};
use super::sources::rounded;
use crate::tool::{Call, ToolInfo};

/// Characters of a passage that a search shows.
pub(super) const SHOWN: usize = 500;

const LEXICAL: (u64, u64) = (5, 10);
const SEMANTIC: (u64, u64) = (10, 50);

pub(super) fn lexical_info() -> ToolInfo {
    let parameters = schema(
        &json!({
            "query": query_schema("Exact words to look for; \"a phrase\", +required and -excluded words are understood"),
            "top_k": count_schema(1, LEXICAL.0, LEXICAL.1, "How many results"),
        }),
        &["query"],
    );
    let about = "Finds passages of the documents by their words: names, codes, technical terms.";
    ToolInfo::read("tool_lexical_search", about, parameters)
}

pub(super) fn semantic_info() -> ToolInfo {
    let parameters = schema(
        &json!({
            "query": query_schema("A question or an idea, in natural language"),
            "top_k": count_schema(1, SEMANTIC.0, SEMANTIC.1, "How many results"),
            "min_score": share_schema("The least similarity of a result"),
        }),
        &["query"],
    );
    let about = "Finds passages of the documents by their meaning, whatever words they use.";
    ToolInfo::read("tool_semantic_search", about, parameters)
}

pub(super) async fn lexical(desk: Arc<Desk>, call: Call) -> Answer {
    let mut args = Args::new(&call.args);
    let query = args.text("query").unwrap_or_default();
    let top_k = args.count("top_k", LEXICAL.0, LEXICAL.1);
    let (documents, looked) = desk.within(&call.scope, query, &mut args.notes).await?;
    let weights = Arc::clone(&call.weights);
    let ask = Ask { documents, weights, ..Ask::new(query, Mode::Lexical, limit(top_k)) };
    let answer = desk.library.search(&call.scope, ask).await?;
    let given = json!({"operator": "OR", "top_k": top_k});
    let search = Search { kind: SearchKind::Lexical, name: "lexical_search", given, answer, looked };
    search.outcome(&desk, &call, args.notes).await
}

pub(super) async fn semantic(desk: Arc<Desk>, call: Call) -> Answer {
    let mut args = Args::new(&call.args);
    let query = args.text("query").unwrap_or_default();
    let top_k = args.count("top_k", SEMANTIC.0, SEMANTIC.1);
    let min_score = args.share("min_score", 0.0);
    let (documents, looked) = desk.within(&call.scope, query, &mut args.notes).await?;
    #[expect(clippy::cast_possible_truncation, reason = "a share from 0 to 1")]
    let ask = Ask {
        documents,
        min_score: min_score as f32,
        weights: Arc::clone(&call.weights),
        ..Ask::new(query, Mode::Semantic, limit(top_k))
    };
    let answer = desk.library.search(&call.scope, ask).await?;
    if answer.embedding_models.is_empty() {
        args.notes.push(Note::WordsAlone);
    }
    let given = json!({"top_k": top_k, "min_score": min_score});
    let search = Search { kind: SearchKind::Semantic, name: "semantic_search", given, answer, looked };
    search.outcome(&desk, &call, args.notes).await
}

/// A search that was made.
struct Search {
    kind: SearchKind,
    name: &'static str,
    given: serde_json::Value,
    answer: Found,
    looked: Looked,
}

impl Search {
    async fn outcome(self, desk: &Desk, call: &Call, notes: Vec<Note>) -> Answer {
        let Self { kind, name, given, answer, looked } = self;
        let query = Args::new(&call.args).text("query").unwrap_or_default();
        let quoter = Quoter::new(query, &call.question);
        let sources = desk.sources(&call.scope, &answer.hits, &quoter).await?;
        let model = models(&answer);
        let page = SearchPage {
            kind,
            asked: query.to_owned(),
            total: answer.total,
            expanded: answer.expanded_query.clone(),
            model: model.clone(),
            filters: None,
            looked: Some(looked),
            notes,
            longest: Some(SHOWN),
            hits: answer.hits.iter().map(|hit| shown(hit, measure(hit))).collect(),
        };
        let text = search(Frame { language: call.language, question: &call.question }, &page);
        let results = answer.hits.iter().map(|hit| {
            let score = hit.cosine.or(hit.lexical).unwrap_or(hit.score);
            Item { highlights: hit.highlights.clone(), ..Item::of(&hit.passage, f64::from(score)) }
        });
        let result = SearchResult {
            results: results.collect(),
            search_params: SearchParams {
                given: fields(given),
                filters_applied: std::collections::BTreeMap::new(),
                synonyms_used: synonyms_in(answer.expanded_query.as_deref(), query),
                embedding_model: model,
            },
            query: query.to_owned(),
            total_found: answer.total,
            execution_time_ms: milliseconds(answer.took),
            expanded_query: answer.expanded_query,
            search_type: name,
            sources,
        };
        Ok(found(recorded(&result), text))
    }
}

/// The names of the embedders whose vectors were compared.
pub(super) fn models(answer: &Found) -> Option<String> {
    (!answer.embedding_models.is_empty()).then(|| answer.embedding_models.join(", "))
}

/// By meaning if that was compared, else by words.
fn measure(hit: &FoundPassage) -> Measure {
    match (hit.cosine, hit.lexical) {
        (Some(cosine), _) => Measure::Similarity(f64::from(cosine)),
        (None, Some(score)) => Measure::Score(rounded(f64::from(score))),
        (None, None) => Measure::Relevance(rounded(f64::from(hit.score))),
    }
}

/// A passage as the model reads of it.
pub(super) fn shown(hit: &FoundPassage, measure: Measure) -> Hit {
    let passage = &hit.passage;
    Hit {
        document: passage.file_name.clone(),
        id: passage.id.clone(),
        measure,
        law: None,
        chapter: None,
        section: passage.section_title.clone(),
        page: passage.page,
        collection: None,
        content: passage.text.clone(),
    }
}

pub(super) fn limit(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}
