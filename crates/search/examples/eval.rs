//! Measures a ranking on a folder in the BEIR layout, with vectors that were computed before.
//!
//! ```sh
//! cargo run --release -p conserje-search --example eval -- FOLDER [NAME=DIMS:CORPUS.f32:QUERIES.f32]…
//! ```
//! A file of vectors holds 32-bit floats, little-endian, a row for each line of corpus or queries.
//! With `--dump PREFIX` the lexical scores of all pairs are written to `PREFIX.f32` for other tools.
#![expect(clippy::print_stdout, reason = "a program for a person at a terminal")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use conserje_kernel::{CollectionId, DocumentId, TenantId, Timestamp};
use conserje_search::metrics::{Beir, BeirDocument, measure};
use conserje_search::{Engine, Indexed, Mode, Passage, PassageKind, Query, SpaceVector};

type Failure = Box<dyn std::error::Error>;

struct Vectors {
    space: String,
    corpus: Vec<Vec<f32>>,
    queries: Vec<Vec<f32>>,
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let dump = args.iter().position(|arg| arg == "--dump").map(|at| {
        args.remove(at);
        args.remove(at)
    });
    let (folder, spaces) = args.split_first().ok_or("which folder? See the top of this file")?;
    let beir = Beir::read(Path::new(folder))?;
    let spaces = spaces.iter().map(|space| read_space(space)).collect::<Result<Vec<_>, _>>()?;
    let place = tempfile::tempdir()?;
    let engine = Engine::local(place.path(), 1);
    let tenant = TenantId::generate();
    let started = std::time::Instant::now();
    for (first, chunk) in beir.corpus.chunks(2000).enumerate().map(|(at, chunk)| (at * 2000, chunk)) {
        let items = chunk.iter().enumerate().map(|(at, document)| Indexed {
            passage: passage(document),
            vectors: spaces
                .iter()
                .filter_map(|space| {
                    let values = space.corpus.get(first + at)?.clone();
                    Some(SpaceVector { space: space.space.clone(), values })
                })
                .collect(),
        });
        engine.upsert(tenant, items.collect()).await?;
    }
    println!("{folder}: {} passages in {:?}", beir.corpus.len(), started.elapsed());
    if let Some(prefix) = dump {
        return dump_scores(&engine, tenant, &beir, &PathBuf::from(prefix)).await;
    }
    let mut modes = vec![Mode::Lexical];
    if !spaces.is_empty() {
        modes.extend([Mode::Semantic, Mode::Hybrid]);
    }
    for mode in modes {
        let started = std::time::Instant::now();
        let mut rankings = BTreeMap::new();
        let mut times = Vec::new();
        for (at, question) in beir.queries.iter().enumerate() {
            if !beir.judgements.contains_key(&question.id) {
                continue;
            }
            let vectors = spaces.iter().filter_map(|space| {
                Some(SpaceVector { space: space.space.clone(), values: space.queries.get(at)?.clone() })
            });
            let query = Query { vectors: vectors.collect(), limit: 100, ..Query::new(&*question.text, mode) };
            let begun = std::time::Instant::now();
            let found = engine.search(tenant, query).await?;
            times.push(begun.elapsed());
            rankings.insert(question.id.clone(), found.hits.into_iter().map(|hit| hit.id).collect());
        }
        times.sort_unstable();
        let measured = measure(&beir.judgements, &rankings);
        println!(
            "{mode:?}: nDCG@10 {:.4}  R@1 {:.4}  R@10 {:.4}  R@100 {:.4}  MRR@10 {:.4}  ({} queries, {:?}, p50 {:?})",
            measured.ndcg_10,
            measured.recall_1,
            measured.recall_10,
            measured.recall_100,
            measured.mrr_10,
            measured.queries,
            started.elapsed(),
            times.get(times.len() / 2),
        );
    }
    Ok(())
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

fn read_space(argument: &str) -> Result<Vectors, Failure> {
    let (space, rest) = argument.split_once('=').ok_or("a space is NAME=DIMS:CORPUS:QUERIES")?;
    let parts: Vec<&str> = rest.splitn(3, ':').collect();
    let [dims, corpus, queries] = parts.as_slice() else {
        return Err("a space is NAME=DIMS:CORPUS:QUERIES".into());
    };
    let dims: usize = dims.parse()?;
    Ok(Vectors {
        space: space.to_owned(),
        corpus: read_rows(corpus, dims)?,
        queries: read_rows(queries, dims)?,
    })
}

fn read_rows(path: &str, dims: usize) -> Result<Vec<Vec<f32>>, Failure> {
    let bytes = std::fs::read(path)?;
    let (numbers, _) = bytes.as_chunks::<4>();
    let numbers: Vec<f32> = numbers.iter().map(|number| f32::from_le_bytes(*number)).collect();
    Ok(numbers.chunks_exact(dims.max(1)).map(<[f32]>::to_vec).collect())
}

async fn dump_scores(engine: &Engine, tenant: TenantId, beir: &Beir, prefix: &Path) -> Result<(), Failure> {
    let columns: BTreeMap<&str, usize> =
        beir.corpus.iter().enumerate().map(|(at, document)| (document.id.as_str(), at)).collect();
    let mut bytes = Vec::new();
    for question in &beir.queries {
        let mut row = vec![0.0_f32; beir.corpus.len()];
        let query = Query { limit: beir.corpus.len(), ..Query::new(&*question.text, Mode::Lexical) };
        for hit in engine.search(tenant, query).await?.hits {
            if let Some(place) = columns.get(hit.id.as_str()).and_then(|at| row.get_mut(*at)) {
                *place = hit.lexical.unwrap_or_default();
            }
        }
        bytes.extend(row.into_iter().flat_map(f32::to_le_bytes));
    }
    std::fs::write(prefix.with_extension("f32"), bytes)?;
    let terms: Vec<String> = beir
        .queries
        .iter()
        .map(|question| {
            let language = conserje_search::language_of(&question.text);
            conserje_search::analyse::query_terms(&question.text, language).len().to_string()
        })
        .collect();
    std::fs::write(prefix.with_extension("terms"), terms.join("\n"))?;
    Ok(())
}
