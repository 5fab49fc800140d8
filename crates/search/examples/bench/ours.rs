//! The engine in this process, as the server runs it.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use conserje_kernel::{CollectionId, DocumentId, TenantId};
use conserje_llm::embed::{self, Purpose};
use conserje_search::{Engine, Filter, Found, Indexed, Mode, Passage, Query, SpaceVector};
use serde_json::json;

use crate::Failure;
use crate::chunks::{Chunk, Chunks, Question, measure, passage};

const SPACE: &str = "drawn";
const BATCH: usize = 2_000;
/// Chunks are spread over so many collections.
const COLLECTIONS: u128 = 10;

fn tenant() -> TenantId {
    TenantId::from_uuid(uuid::Uuid::from_u128(1))
}

fn collection(at: u128) -> CollectionId {
    CollectionId::from_uuid(uuid::Uuid::from_u128(100 + at % COLLECTIONS))
}

pub(crate) async fn build(chunks: &Chunks, index: &Path) -> Result<(), Failure> {
    let engine = Engine::local(index, 1);
    let mut all = chunks.with_vectors()?.peekable();
    while all.peek().is_some() {
        let items = all.by_ref().take(BATCH).map(|chunk| chunk.map(|(chunk, vector)| item(chunk, vector)));
        engine.upsert(tenant(), items.collect::<Result<_, _>>()?).await?;
    }
    Ok(())
}

pub(crate) async fn ask(chunks: &Chunks, index: &Path, model: Option<&str>) -> Result<(), Failure> {
    let started = Instant::now();
    let engine = Engine::local(index, 1);
    engine.stats(tenant()).await?;
    println!(
        "{}",
        json!({ "version": env!("CARGO_PKG_VERSION"), "opened_s": started.elapsed().as_secs_f64() })
    );
    let questions = chunks.questions()?;
    let engine = &engine;
    for (name, mode) in [("lexical", Mode::Lexical), ("semantic", Mode::Semantic), ("hybrid", Mode::Hybrid)] {
        let is_near = mode == Mode::Semantic;
        measure(name, &questions, is_near, |question| search(engine, query(question, mode))).await?;
    }
    let one = Filter { collections: BTreeMap::from([(collection(0), 1.0)]), ..Filter::default() };
    let filtered = |question| Query { filter: one.clone(), ..query(question, Mode::Hybrid) };
    measure("hybrid, one collection of ten", &questions, false, |question| {
        search(engine, filtered(question))
    })
    .await?;
    // Before the model's weights are in memory.
    println!("{}", json!({ "rss_mib": crate::resident() }));
    if let Some(model) = model {
        let embedder = embed::open(Path::new(model))?;
        let embedder = &embedder;
        let embed_and_search = |question| async move {
            let mut query = query(question, Mode::Hybrid);
            let embedded = embedder.embed(&[question.text.as_str()], Purpose::Query).await?;
            query.vectors = embedded.vectors.into_iter().map(vector).collect();
            search(engine, query).await
        };
        measure("hybrid, embedding included", &questions, false, embed_and_search).await?;
    }
    Ok(())
}

async fn search(engine: &Engine, query: Query) -> Result<Vec<u64>, Failure> {
    let Found { hits, .. } = engine.search(tenant(), query).await?;
    let ids = hits.iter().map(|hit| Ok(hit.id.trim_start_matches("c_chunk_").parse()?));
    ids.collect()
}

fn query(question: &Question, mode: Mode) -> Query {
    Query { vectors: vec![vector(question.vector.clone())], ..Query::new(question.text.as_str(), mode) }
}

fn vector(values: Vec<f32>) -> SpaceVector {
    SpaceVector { space: SPACE.to_owned(), values }
}

fn item(chunk: Chunk, values: Vec<f32>) -> Indexed {
    let at = u128::from(chunk.id);
    let passage = Passage {
        collection: collection(at),
        document: DocumentId::from_uuid(uuid::Uuid::from_u128(1_000_000 + at / 100)),
        ..passage(at, chunk.text)
    };
    Indexed { passage, vectors: vec![vector(values)] }
}
