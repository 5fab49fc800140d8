//! Collections, synonyms and search.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use conserje_documents::{Ask, CollectionChange, Library, Mode, Rerank};
use conserje_kernel::{CollectionId, DocumentId};
use conserje_operate::{App, ModelJudge};
use conserje_protocol::{
    CollectionReply, CollectionsReply, CreateCollectionRequest, ErrorCode, Problem, RerankMode, SearchHit,
    SearchMode, SearchReply, SearchRequest, SynonymsOfTerm, SynonymsReply, UpdateCollectionRequest,
};
use http::StatusCode;

use crate::wire::extract::{JsonBody, PathId};
use crate::wire::failure::Failure;
use crate::wire::{Allowed, policy, render};

#[utoipa::path(get, path = "/api/collections", tag = "knowledge",
    responses((status = 200, body = CollectionsReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn collections(
    access: Allowed<policy::ReadKnowledge>,
    State(library): State<Library>,
) -> Result<Json<CollectionsReply>, Failure> {
    let found = library.collections(&access.scope).await?;
    Ok(Json(CollectionsReply { items: found.into_iter().map(render::collection).collect() }))
}

#[utoipa::path(post, path = "/api/collections", tag = "knowledge", request_body = CreateCollectionRequest,
    responses((status = 201, body = CollectionReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn create_collection(
    access: Allowed<policy::WriteKnowledge>,
    State(library): State<Library>,
    JsonBody(body): JsonBody<CreateCollectionRequest>,
) -> Result<Response, Failure> {
    let made = library.create_collection(&access.scope, &body.name, body.weight).await?;
    Ok((StatusCode::CREATED, Json(render::collection(made))).into_response())
}

#[utoipa::path(patch, path = "/api/collections/{id}", tag = "knowledge", params(("id" = String, Path)),
    request_body = UpdateCollectionRequest,
    responses((status = 200, body = CollectionReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn update_collection(
    access: Allowed<policy::WriteKnowledge>,
    State(library): State<Library>,
    PathId(id): PathId<CollectionId>,
    JsonBody(body): JsonBody<UpdateCollectionRequest>,
) -> Result<Json<CollectionReply>, Failure> {
    let change = CollectionChange { name: body.name, weight: body.weight, is_public: body.public };
    let changed = library.change_collection(&access.scope, id, change).await?;
    Ok(Json(render::collection(changed)))
}

/// Deletes an empty collection.
#[utoipa::path(delete, path = "/api/collections/{id}", tag = "knowledge", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn delete_collection(
    access: Allowed<policy::WriteKnowledge>,
    State(library): State<Library>,
    PathId(id): PathId<CollectionId>,
) -> Result<StatusCode, Failure> {
    library.remove_collection(&access.scope, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[utoipa::path(get, path = "/api/synonyms", tag = "knowledge",
    responses((status = 200, body = SynonymsReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn synonyms(
    access: Allowed<policy::ReadKnowledge>,
    State(library): State<Library>,
) -> Result<Json<SynonymsReply>, Failure> {
    let found = library.synonyms(&access.scope).await?;
    let items = found.into_iter().map(|(term, alternatives)| SynonymsOfTerm { term, alternatives }).collect();
    Ok(Json(SynonymsReply { items }))
}

/// Says which other words are looked for when a term is asked for; none removes the term.
#[utoipa::path(put, path = "/api/synonyms", tag = "knowledge", request_body = SynonymsOfTerm,
    responses((status = 204), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn set_synonyms(
    access: Allowed<policy::WriteKnowledge>,
    State(library): State<Library>,
    JsonBody(body): JsonBody<SynonymsOfTerm>,
) -> Result<StatusCode, Failure> {
    library.set_synonyms(&access.scope, &body.term, &body.alternatives).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Searches the tenant's documents.
#[utoipa::path(post, path = "/api/search", tag = "knowledge", request_body = SearchRequest,
    responses((status = 200, body = SearchReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn search(
    access: Allowed<policy::ReadKnowledge>,
    State(app): State<App>,
    JsonBody(body): JsonBody<SearchRequest>,
) -> Result<Json<SearchReply>, Failure> {
    let ask = Ask { judge: Some(Arc::new(ModelJudge(app.conversations().clone()))), ..ask_of(&body)? };
    let answer = app.library().search(&access.scope, ask).await?;
    let results = answer.hits.into_iter().map(|hit| SearchHit {
        score: hit.score,
        lexical_score: hit.lexical,
        semantic_score: hit.cosine,
        highlights: hit.highlights,
        chunk: render::chunk(hit.passage),
    });
    Ok(Json(SearchReply {
        query: body.query,
        expanded_query: answer.expanded_query,
        total_found: answer.total,
        results: results.collect(),
        execution_time_ms: answer.took.as_secs_f64() * 1000.0,
        embedding_time_ms: answer.embedding_took.as_secs_f64() * 1000.0,
        embedding_models: answer.embedding_models,
        notice: answer.notice,
    }))
}

fn ask_of(body: &SearchRequest) -> Result<Ask, Failure> {
    let invalid = |fix: &str| Failure::new(ErrorCode::InvalidValue, fix);
    if body.query.trim().is_empty() || body.query.chars().count() > 2000 {
        return Err(invalid("`query` is 1 to 2000 characters long"));
    }
    if !(1..=100).contains(&body.limit) {
        return Err(invalid("`limit` is 1 to 100"));
    }
    if !(0.0..=1.0).contains(&body.min_score) {
        return Err(invalid("`minScore` is 0 to 1"));
    }
    if body.half_life_days.is_some_and(|days| !(1..=36_500).contains(&days)) {
        return Err(invalid("`halfLifeDays` is 1 to 36500"));
    }
    let mode = match body.mode {
        SearchMode::Lexical => Mode::Lexical,
        SearchMode::Semantic => Mode::Semantic,
        SearchMode::Hybrid => Mode::Hybrid,
    };
    let mut ask = Ask::new(&body.query, mode, body.limit);
    ask.min_score = body.min_score;
    let collection =
        |text: &String| text.parse::<CollectionId>().map_err(|_| Failure::not_found("collection"));
    ask.collections = body.collections.iter().map(collection).collect::<Result<BTreeSet<_>, _>>()?;
    let file = |text: &String| text.parse::<DocumentId>().map_err(|_| Failure::not_found("file"));
    ask.documents = body.files.iter().map(file).collect::<Result<BTreeSet<_>, _>>()?;
    ask.half_life = body.half_life_days.map(|days| Duration::from_secs(u64::from(days) * 24 * 3600));
    ask.rerank = match body.rerank {
        RerankMode::None => Rerank::No,
        RerankMode::Keyword => Rerank::Keywords,
        RerankMode::Llm => Rerank::Model,
        RerankMode::Hybrid => Rerank::Both,
    };
    Ok(ask)
}
