//! One search of everything that a tenant knows, by words and meaning together.

use std::sync::Arc;

use conserje_documents::Ask;
use conserje_search::Mode;
use serde::Serialize;
use serde_json::json;

use super::args::{Args, count_schema, query_schema, schema, share_schema};
use super::desk::{Answer, Desk, found, synonyms_in};
use super::legal::law_that_nobody_mentions;
use super::passages::{limit, models, shown};
use super::quote::Quoter;
use super::render::{Frame, Measure, Note, SearchKind, SearchPage, search};
use super::result::{milliseconds, recorded};
use super::sources::{Source, share};
use crate::tool::{Call, ToolInfo};

const LIMIT: (u64, u64) = (5, 20);

#[derive(Serialize)]
struct KnowledgeResult<'a> {
    query: &'a str,
    expanded_query: Option<&'a str>,
    total_found: usize,
    sources: Vec<Source>,
    execution_time_ms: f64,
    search_params: serde_json::Value,
    search_type: &'static str,
}

pub(super) fn info() -> ToolInfo {
    let parameters = schema(
        &json!({
            "query": query_schema("What to look for, in natural language or keywords"),
            "limit": count_schema(1, LIMIT.0, LIMIT.1, "How many passages"),
            "threshold": share_schema("The least relevance of a passage"),
        }),
        &["query"],
    );
    let about = "Finds what the documents say about something, by words and by meaning together.";
    ToolInfo::read("search_knowledge_base", about, parameters)
}

pub(super) async fn knowledge(desk: Arc<Desk>, call: Call) -> Answer {
    let mut args = Args::new(&call.args);
    let query = args.text("query").unwrap_or_default();
    let most = args.count("limit", LIMIT.0, LIMIT.1);
    let threshold = args.share("threshold", 0.0);
    let (documents, looked) = desk.within(&call.scope, query, &mut args.notes).await?;
    #[expect(clippy::cast_possible_truncation, reason = "a share from 0 to 1")]
    let ask = Ask {
        documents,
        min_score: threshold as f32,
        synonyms: desk.synonyms.clone(),
        weights: Arc::clone(&call.weights),
        ..Ask::new(query, Mode::Hybrid, limit(most))
    };
    let answer = desk.library.search(&call.scope, ask).await?;
    if answer.embedding_models.is_empty() {
        args.notes.push(Note::WordsAlone);
    }
    if let Some(note) = law_that_nobody_mentions(&desk, &call, query, &answer).await? {
        args.notes.push(note);
    }
    let quoter = Quoter::new(query, &call.question);
    let sources = desk.sources(&call.scope, &answer.hits, &quoter).await?;
    let model = models(&answer);
    let page = SearchPage {
        kind: SearchKind::Knowledge,
        asked: query.to_owned(),
        total: answer.total,
        expanded: answer.expanded_query.clone(),
        model: model.clone(),
        filters: None,
        looked: Some(looked),
        notes: args.notes,
        longest: None,
        hits: answer
            .hits
            .iter()
            .map(|hit| shown(hit, Measure::Relevance(share(f64::from(hit.score)))))
            .collect(),
    };
    let text = search(Frame { language: call.language, question: &call.question }, &page);
    let result = KnowledgeResult {
        query,
        expanded_query: answer.expanded_query.as_deref(),
        total_found: answer.total,
        sources,
        execution_time_ms: milliseconds(answer.took),
        search_params: json!({
            "limit": most,
            "threshold": threshold,
            "filters_applied": {},
            "synonyms_used": synonyms_in(answer.expanded_query.as_deref(), query),
            "embedding_model": model,
        }),
        search_type: "hybrid_search",
    };
    Ok(found(recorded(&result), text))
}
