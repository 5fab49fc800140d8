//! How good a ranking is, on collections in the BEIR layout.
//!
//! A folder has `corpus.jsonl`, `queries.jsonl` (or `queries.test.jsonl`) and `qrels/*.tsv`.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct BeirDocument {
    #[serde(rename = "_id")]
    pub id: String,
    #[serde(default)]
    pub title: String,
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct BeirQuery {
    #[serde(rename = "_id")]
    pub id: String,
    pub text: String,
}

/// By query and document: how relevant it was judged.
pub type Judgements = BTreeMap<String, BTreeMap<String, i32>>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beir {
    pub corpus: Vec<BeirDocument>,
    /// All of the file, judged or not, in its order.
    pub queries: Vec<BeirQuery>,
    pub judgements: Judgements,
}

#[derive(Debug, thiserror::Error)]
pub enum BeirError {
    #[error("{path} cannot be read: {source}")]
    Io { path: String, source: std::io::Error },
    #[error("line {line} of {path} is not as the BEIR layout has it: {problem}")]
    Line { path: String, line: usize, problem: String },
    #[error("{path} has no relevance judgements: put a .tsv file there")]
    NoJudgements { path: String },
}

impl Beir {
    pub fn read(folder: &Path) -> Result<Self, BeirError> {
        let queries = folder.join("queries.jsonl");
        let queries = if queries.exists() { queries } else { folder.join("queries.test.jsonl") };
        Ok(Self {
            corpus: lines(&folder.join("corpus.jsonl"))?,
            queries: lines(&queries)?,
            judgements: judgements(&folder.join("qrels"))?,
        })
    }
}

fn lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, BeirError> {
    let mut items = Vec::new();
    for (line, text) in read_lines(path)? {
        let item = serde_json::from_str(&text).map_err(|error| BeirError::Line {
            path: shown(path),
            line,
            problem: error.to_string(),
        })?;
        items.push(item);
    }
    Ok(items)
}

/// With `test` among several files, that one; otherwise all of them.
fn judgements(folder: &Path) -> Result<Judgements, BeirError> {
    let entries = fs::read_dir(folder).map_err(|source| BeirError::Io { path: shown(folder), source })?;
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "tsv"));
    if files.iter().any(|path| path.ends_with("test.tsv")) {
        files.retain(|path| path.ends_with("test.tsv"));
    }
    if files.is_empty() {
        return Err(BeirError::NoJudgements { path: shown(folder) });
    }
    let mut judgements = Judgements::new();
    for path in files {
        for (line, text) in read_lines(&path)? {
            let mut columns = text.split('\t');
            let (query, document, grade) = (columns.next(), columns.next(), columns.next());
            let grade = grade.and_then(|grade| grade.trim().parse::<i32>().ok());
            match (query, document, grade) {
                (Some(query), Some(document), Some(grade)) => {
                    judgements.entry(query.to_owned()).or_default().insert(document.to_owned(), grade);
                }
                // The header.
                _ if line == 1 => {}
                _ => {
                    let problem = "query, document and grade are wanted".to_owned();
                    return Err(BeirError::Line { path: shown(&path), line, problem });
                }
            }
        }
    }
    Ok(judgements)
}

/// Those that are not empty, with their numbers from 1.
fn read_lines(path: &Path) -> Result<Vec<(usize, String)>, BeirError> {
    let failed = |source| BeirError::Io { path: shown(path), source };
    let mut lines = Vec::new();
    for (at, line) in BufReader::new(fs::File::open(path).map_err(failed)?).lines().enumerate() {
        let line = line.map_err(failed)?;
        if !line.trim().is_empty() {
            lines.push((at + 1, line));
        }
    }
    Ok(lines)
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// Means over all judged queries.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measures {
    pub ndcg_10: f64,
    pub recall_1: f64,
    pub recall_10: f64,
    pub recall_100: f64,
    pub mrr_10: f64,
    pub queries: usize,
}

/// `rankings`: document ids by query, best first. A judged query without a ranking counts as 0.
pub fn measure(judgements: &Judgements, rankings: &BTreeMap<String, Vec<String>>) -> Measures {
    let mut sum = Measures::default();
    for (query, judged) in judgements.iter().filter(|(_, judged)| judged.values().any(|grade| *grade > 0)) {
        let ranking = rankings.get(query).map(Vec::as_slice).unwrap_or_default();
        sum.queries += 1;
        sum.ndcg_10 += ndcg(judged, ranking, 10);
        sum.recall_1 += recall(judged, ranking, 1);
        sum.recall_10 += recall(judged, ranking, 10);
        sum.recall_100 += recall(judged, ranking, 100);
        sum.mrr_10 += reciprocal_rank(judged, ranking, 10);
    }
    let mean = |sum_of: f64| sum_of / (sum.queries.max(1) as f64);
    Measures {
        ndcg_10: mean(sum.ndcg_10),
        recall_1: mean(sum.recall_1),
        recall_10: mean(sum.recall_10),
        recall_100: mean(sum.recall_100),
        mrr_10: mean(sum.mrr_10),
        queries: sum.queries,
    }
}

/// Normalised discounted cumulative gain, with the grade itself as gain, as `trec_eval` and BEIR have it.
pub fn ndcg(judged: &BTreeMap<String, i32>, ranking: &[String], k: usize) -> f64 {
    let gain = |grades: &mut dyn Iterator<Item = i32>| -> f64 {
        grades
            .take(k)
            .enumerate()
            .map(|(rank, grade)| f64::from(grade.max(0)) / (rank as f64 + 2.0).log2())
            .sum()
    };
    let mut best: Vec<i32> = judged.values().copied().collect();
    best.sort_unstable_by(|a, b| b.cmp(a));
    let ideal = gain(&mut best.into_iter());
    let got = gain(&mut ranking.iter().map(|id| judged.get(id).copied().unwrap_or_default()));
    if ideal > 0.0 { got / ideal } else { 0.0 }
}

/// How many of the relevant are among the first `k`.
pub fn recall(judged: &BTreeMap<String, i32>, ranking: &[String], k: usize) -> f64 {
    let relevant = judged.values().filter(|grade| **grade > 0).count();
    let found = ranking.iter().take(k).filter(|id| is_relevant(judged, id)).count();
    if relevant > 0 { found as f64 / relevant as f64 } else { 0.0 }
}

/// 1 divided by the rank of the first that is relevant, 0 if none of the first `k` is.
pub fn reciprocal_rank(judged: &BTreeMap<String, i32>, ranking: &[String], k: usize) -> f64 {
    let first = ranking.iter().take(k).position(|id| is_relevant(judged, id));
    first.map_or(0.0, |rank| 1.0 / (rank as f64 + 1.0))
}

fn is_relevant(judged: &BTreeMap<String, i32>, id: &str) -> bool {
    judged.get(id).is_some_and(|grade| *grade > 0)
}

#[cfg(test)]
#[path = "metrics_tests.rs"]
mod tests;
