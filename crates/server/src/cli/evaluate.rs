//! `conserje eval`: how good search is, measured on judged questions, the ways of searching side by side.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use conserje_kernel::{CollectionId, DocumentId, TenantId, Timestamp};
use conserje_llm::embed::{Purpose, TextEmbedder};
use conserje_search::metrics::{Beir, BeirDocument, measure};
use conserje_search::{Engine, Indexed, Mode, Passage, PassageKind, Query, SpaceVector};
use indicatif::ProgressBar;
use serde_json::{Value, json};

use super::output::{Output, Problem, print, print_json};
use crate::config::Config;

/// Documents that are embedded and indexed at once.
const BATCH: usize = 500;
/// R@100 wants as many.
const DEPTH: usize = 100;

pub(super) async fn retrieval(
    config: &Config,
    folders: &[PathBuf],
    output: Output,
) -> Result<ExitCode, Problem> {
    crate::open::install_crypto();
    let http = conserje_llm::http_client().map_err(|error| Problem::new(error.to_string()))?;
    let knowledge = config.knowledge.clone();
    let opened = tokio::task::spawn_blocking(move || knowledge.embedders(&http)).await;
    let embedders =
        opened.map_err(|error| Problem::new(error.to_string()))?.map_err(|error| Problem::of(&error))?;
    let mut items = Vec::new();
    for folder in folders {
        items.extend(one_folder(folder, &embedders, output).await?);
    }
    if output.json {
        print_json(&json!({ "items": items }));
    } else {
        let columns = [
            "set",
            "mode",
            "ndcg10",
            "recall1",
            "recall10",
            "recall100",
            "mrr10",
            "p50Ms",
            "p99Ms",
            "embedMs",
        ];
        output.list(&json!({ "items": items }), &columns);
        if embedders.is_empty() {
            print("There is no embedder, so words alone were compared; scripts/fetch-embedder gets one.");
        }
    }
    Ok(ExitCode::SUCCESS)
}

async fn one_folder(
    folder: &Path,
    embedders: &[Arc<dyn TextEmbedder>],
    output: Output,
) -> Result<Vec<Value>, Problem> {
    let beir = Beir::read(folder).map_err(|error| Problem::of(&error))?;
    let place = tempfile::tempdir().map_err(|error| Problem::new(error.to_string()))?;
    let (engine, tenant) = (Engine::local(place.path(), 1), TenantId::generate());
    let bar = if output.json { ProgressBar::hidden() } else { ProgressBar::new(beir.corpus.len() as u64) };
    for batch in beir.corpus.chunks(BATCH) {
        let texts: Vec<String> = batch.iter().map(embedded_text).collect();
        let vectors = vectors(embedders, &texts, Purpose::Passage).await?;
        let items = batch
            .iter()
            .zip(vectors)
            .map(|(document, vectors)| Indexed { passage: passage(document), vectors });
        engine.upsert(tenant, items.collect()).await.map_err(|error| Problem::of(&error))?;
        bar.inc(batch.len() as u64);
    }
    bar.finish_and_clear();
    let questions: Vec<_> =
        beir.queries.iter().filter(|question| beir.judgements.contains_key(&question.id)).collect();
    let began = Instant::now();
    let mut asked = Vec::with_capacity(questions.len());
    for question in &questions {
        let text = [question.text.clone()];
        asked.push(vectors(embedders, &text, Purpose::Query).await?.pop().unwrap_or_default());
    }
    let each_embedding = began.elapsed() / u32::try_from(questions.len().max(1)).unwrap_or(1);
    let modes: &[Mode] =
        if embedders.is_empty() { &[Mode::Lexical] } else { &[Mode::Lexical, Mode::Semantic, Mode::Hybrid] };
    let mut rows = Vec::new();
    for &mode in modes {
        let (mut rankings, mut times) = (BTreeMap::new(), Vec::new());
        for (question, vectors) in questions.iter().zip(&asked) {
            let vectors = if mode == Mode::Lexical { Vec::new() } else { vectors.clone() };
            let query = Query { vectors, limit: DEPTH, ..Query::new(&*question.text, mode) };
            let begun = Instant::now();
            let found = engine.search(tenant, query).await.map_err(|error| Problem::of(&error))?;
            times.push(begun.elapsed());
            rankings.insert(question.id.clone(), found.hits.into_iter().map(|hit| hit.id).collect());
        }
        times.sort_unstable();
        let measured = measure(&beir.judgements, &rankings);
        let share = |value: f64| (value * 10_000.0).round() / 10_000.0;
        rows.push(json!({
            "set": folder.display().to_string(),
            "mode": mode,
            "queries": measured.queries,
            "ndcg10": share(measured.ndcg_10),
            "recall1": share(measured.recall_1),
            "recall10": share(measured.recall_10),
            "recall100": share(measured.recall_100),
            "mrr10": share(measured.mrr_10),
            "p50Ms": millis(at(&times, 50)),
            "p99Ms": millis(at(&times, 99)),
            "embedMs": if mode == Mode::Lexical { 0.0 } else { millis(each_embedding) },
        }));
    }
    Ok(rows)
}

async fn vectors(
    embedders: &[Arc<dyn TextEmbedder>],
    texts: &[String],
    purpose: Purpose,
) -> Result<Vec<Vec<SpaceVector>>, Problem> {
    let mut all: Vec<Vec<SpaceVector>> = texts.iter().map(|_| Vec::new()).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    for embedder in embedders {
        let embedded = embedder.embed(&texts, purpose).await.map_err(|error| Problem::of(&error))?;
        for (vectors, values) in all.iter_mut().zip(embedded.vectors) {
            vectors.push(SpaceVector { space: embedder.facts().name.to_string(), values });
        }
    }
    Ok(all)
}

fn at(sorted: &[Duration], percent: usize) -> Duration {
    sorted
        .get((sorted.len() * percent / 100).min(sorted.len().saturating_sub(1)))
        .copied()
        .unwrap_or_default()
}

fn millis(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 100_000.0).round() / 100.0
}

fn embedded_text(document: &BeirDocument) -> String {
    if document.title.is_empty() {
        document.text.clone()
    } else {
        format!("{}\n{}", document.title, document.text)
    }
}

fn passage(document: &BeirDocument) -> Passage {
    Passage {
        id: document.id.clone(),
        collection: CollectionId::generate(),
        document: DocumentId::generate(),
        file_name: String::new(),
        index: 0,
        text: document.text.clone(),
        tokens: 0,
        kind: PassageKind::Content,
        section_title: Some(document.title.clone()).filter(|title| !title.is_empty()),
        section_path: Vec::new(),
        page: None,
        start: 0,
        end: 0,
        has_tables: false,
        has_images: false,
        article: None,
        keywords: Vec::new(),
        description: String::new(),
        refs: Vec::new(),
        dated: Timestamp::from_micros(0),
    }
}
