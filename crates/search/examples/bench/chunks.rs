//! What `benches/search/chunks.py` wrote, and how questions are timed.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use conserje_kernel::{CollectionId, DocumentId, Timestamp};
use conserje_search::{Passage, PassageKind};
use serde::Deserialize;
use serde_json::json;

use crate::Failure;

const DIMENSIONS: usize = 512;
const ROUNDS: usize = 3;
const LONGEST: Duration = Duration::from_secs(30);
const WARM_UP: usize = 20;

pub(crate) struct Chunks {
    folder: PathBuf,
}

#[derive(Deserialize)]
pub(crate) struct Chunk {
    pub(crate) id: u64,
    pub(crate) text: String,
}

#[derive(Deserialize)]
pub(crate) struct Question {
    pub(crate) text: String,
    /// The nearest by exact cosine.
    exact: HashSet<u64>,
    #[serde(skip)]
    pub(crate) vector: Vec<f32>,
}

impl Chunks {
    pub(crate) fn new(folder: &str) -> Self {
        Self { folder: PathBuf::from(folder) }
    }

    /// Read as they are needed, so that the memory of the process is the engine's.
    pub(crate) fn with_vectors(
        &self,
    ) -> Result<impl Iterator<Item = Result<(Chunk, Vec<f32>), Failure>>, Failure> {
        let mut vectors = BufReader::new(File::open(self.folder.join("vectors.f32"))?);
        let lines = BufReader::new(File::open(self.folder.join("chunks.jsonl"))?).lines();
        Ok(lines.map(move |line| Ok((serde_json::from_str(&line?)?, floats(&mut vectors)?))))
    }

    pub(crate) fn texts(&self) -> Result<impl Iterator<Item = Result<Chunk, Failure>>, Failure> {
        let lines = BufReader::new(File::open(self.folder.join("chunks.jsonl"))?).lines();
        Ok(lines.map(|line| Ok(serde_json::from_str(&line?)?)))
    }

    pub(crate) fn questions(&self) -> Result<Vec<Question>, Failure> {
        let mut vectors = BufReader::new(File::open(self.folder.join("questions.f32"))?);
        let lines = BufReader::new(File::open(self.folder.join("questions.jsonl"))?).lines();
        let questions = lines.map(|line| {
            let question: Question = serde_json::from_str(&line?)?;
            Ok(Question { vector: floats(&mut vectors)?, ..question })
        });
        questions.collect()
    }
}

fn floats(from: &mut impl Read) -> std::io::Result<Vec<f32>> {
    let mut bytes = vec![0; DIMENSIONS * 4];
    from.read_exact(&mut bytes)?;
    Ok(bytes.as_chunks().0.iter().map(|four| f32::from_le_bytes(*four)).collect())
}

/// Times `ask`, which gives the ids it found, and prints percentiles; with `is_near` also the recall.
pub(crate) async fn measure<'a, Asked>(
    mode: &str,
    questions: &'a [Question],
    is_near: bool,
    ask: impl Fn(&'a Question) -> Asked,
) -> Result<(), Failure>
where
    Asked: Future<Output = Result<Vec<u64>, Failure>>,
{
    for question in questions.iter().take(WARM_UP) {
        ask(question).await?;
    }
    let mut times = Vec::new();
    let (mut met, mut wanted) = (0_usize, 0_usize);
    let (began, processor) = (Instant::now(), processor_ms());
    for question in (0..ROUNDS).flat_map(|_| questions).take_while(|_| began.elapsed() < LONGEST) {
        let started = Instant::now();
        let found = ask(question).await?;
        times.push(started.elapsed());
        met += found.iter().filter(|id| question.exact.contains(id)).count();
        wanted += question.exact.len();
    }
    // Of the whole process, which does nothing else: what a search costs, however long it had to wait for a core.
    let processor = (processor_ms() - processor) / times.len().max(1) as f64;
    times.sort_unstable();
    let at = |percent: usize| {
        let place = times.len().saturating_sub(1) * percent / 100;
        times.get(place).map(|time| time.as_secs_f64() * 1000.0)
    };
    let recall = is_near.then(|| met as f64 / wanted.max(1) as f64);
    println!(
        "{}",
        json!({ "mode": mode, "p50_ms": at(50), "p99_ms": at(99), "cpu_ms": processor, "asked": times.len(), "recall": recall })
    );
    Ok(())
}

/// As Linux counts it, in hundredths of a second.
fn processor_ms() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    after_name.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>()
        * 10.0
}

/// What is searched, where nothing but its text counts.
pub(crate) fn passage(at: u128, text: String) -> Passage {
    Passage {
        id: format!("c_chunk_{at}"),
        collection: CollectionId::from_uuid(uuid::Uuid::from_u128(100)),
        document: DocumentId::from_uuid(uuid::Uuid::from_u128(1_000_000)),
        file_name: String::new(),
        index: u32::try_from(at % 100).unwrap_or_default(),
        text,
        tokens: 200,
        kind: PassageKind::Content,
        section_title: None,
        section_path: Vec::new(),
        page: None,
        start: 0,
        end: 1,
        has_tables: false,
        has_images: false,
        article: None,
        keywords: Vec::new(),
        description: String::new(),
        refs: Vec::new(),
        dated: Timestamp::from_micros(0),
    }
}
