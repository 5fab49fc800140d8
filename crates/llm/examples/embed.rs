//! Measures an embedder of a folder, by hand:
//!
//! ```text
//! embed vectors FOLDER FILE         the vector of each line of a file, as JSON, one a line
//! embed speed FOLDER FILE [WORDS]   texts and tokens a second; each text has so many words of the file
//! embed ndcg FOLDER SET             nDCG@10 of exact search by cosine; SET is a folder in BEIR's form
//! ```
#![expect(clippy::print_stdout, reason = "a program for people")]

use std::collections::HashMap;
use std::fs::read_to_string;
use std::path::Path;
use std::time::Instant;

use conserje_llm::embed::{Purpose, TextEmbedder, open};
use serde_json::Value;

type Problem = Box<dyn std::error::Error>;

#[tokio::main]
async fn main() -> Result<(), Problem> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let start = Instant::now();
    let open = |folder: &str| {
        let embedder = open(Path::new(folder))?;
        println!("{:?} opened in {:?}", embedder.facts(), start.elapsed());
        Ok::<_, Problem>(embedder)
    };
    match args.as_slice() {
        ["vectors", folder, file] => {
            let embedder = conserje_llm::embed::open(Path::new(folder))?;
            vectors(&*embedder, file).await
        }
        ["speed", folder, file] => speed(&*open(folder)?, file, 10).await,
        ["speed", folder, file, words] => speed(&*open(folder)?, file, words.parse()?).await,
        ["ndcg", folder, set] => ndcg(&*open(folder)?, Path::new(set)).await,
        _ => Err("say: vectors, speed or ndcg, a folder, and a file or a set".into()),
    }
}

async fn vectors(embedder: &dyn TextEmbedder, file: &str) -> Result<(), Problem> {
    let text = read_to_string(file)?;
    let lines: Vec<&str> = text.lines().collect();
    for vector in embedder.embed(&lines, Purpose::Passage).await?.vectors {
        println!("{}", serde_json::to_string(&vector)?);
    }
    Ok(())
}

async fn speed(embedder: &dyn TextEmbedder, file: &str, words: usize) -> Result<(), Problem> {
    let text = read_to_string(file)?;
    let all: Vec<&str> = text.split_whitespace().collect();
    let texts: Vec<String> =
        all.chunks_exact(words).take(4000 / words.max(8) * 8).map(|words| words.join(" ")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    for _ in 0..3 {
        let start = Instant::now();
        let embedded = embedder.embed(&texts, Purpose::Passage).await?;
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{} texts of {words} words: {:.1} texts/s, {:.0} tokens/s, {:.1} tokens each",
            texts.len(),
            texts.len() as f64 / seconds,
            embedded.tokens as f64 / seconds,
            embedded.tokens as f64 / texts.len() as f64,
        );
    }
    let start = Instant::now();
    for text in texts.iter().take(50) {
        embedder.embed(&[text], Purpose::Query).await?;
    }
    println!("one at a time: {:?} each", start.elapsed() / 50);
    Ok(())
}

async fn ndcg(embedder: &dyn TextEmbedder, set: &Path) -> Result<(), Problem> {
    let passages = read(&set.join("corpus.jsonl"))?;
    let queries = ["queries.jsonl", "queries.test.jsonl"].map(|name| set.join(name));
    let queries = read(queries.iter().find(|file| file.is_file()).ok_or("the set has no queries")?)?;
    let mut wanted: HashMap<String, HashMap<String, f64>> = HashMap::new();
    for line in read_to_string(set.join("qrels/test.tsv"))?.lines().skip(1) {
        let mut fields = line.split('\t');
        if let (Some(query), Some(passage), Some(grade)) = (fields.next(), fields.next(), fields.next()) {
            wanted.entry(query.to_owned()).or_default().insert(passage.to_owned(), grade.parse()?);
        }
    }
    let queries: Vec<_> = queries.into_iter().filter(|(id, _)| wanted.contains_key(id)).collect();
    let start = Instant::now();
    let passage_vectors = embed(embedder, &passages, Purpose::Passage).await?;
    let query_vectors = embed(embedder, &queries, Purpose::Query).await?;
    println!("{} passages and {} queries in {:?}", passages.len(), queries.len(), start.elapsed());

    let (mut sum, mut firsts) = (0.0, 0);
    for ((id, _), query) in queries.iter().zip(&query_vectors) {
        let Some(grades) = wanted.get(id) else { continue };
        let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
        let mut found: Vec<_> =
            passages.iter().zip(&passage_vectors).map(|((id, _), vector)| (dot(query, vector), id)).collect();
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        let gains = found.iter().take(10).map(|(_, id)| grades.get(*id).copied().unwrap_or_default());
        let discounted = |gains: &mut dyn Iterator<Item = f64>| {
            gains.enumerate().map(|(rank, gain)| gain / (rank as f64 + 2.0).log2()).sum::<f64>()
        };
        let mut ideal: Vec<f64> = grades.values().copied().collect();
        ideal.sort_by(|a, b| b.total_cmp(a));
        sum += discounted(&mut gains.into_iter()) / discounted(&mut ideal.into_iter().take(10));
        firsts += usize::from(found.first().is_some_and(|(_, id)| grades.contains_key(*id)));
    }
    let count = queries.len() as f64;
    println!("nDCG@10 {:.4}, first is right {:.4}", sum / count, firsts as f64 / count);
    Ok(())
}

async fn embed(
    embedder: &dyn TextEmbedder,
    texts: &[(String, String)],
    purpose: Purpose,
) -> Result<Vec<Vec<f32>>, Problem> {
    let texts: Vec<&str> = texts.iter().map(|(_, text)| text.as_str()).collect();
    Ok(embedder.embed(&texts, purpose).await?.vectors)
}

/// Ids and texts of a `.jsonl` file, the title before the text.
fn read(file: &Path) -> Result<Vec<(String, String)>, Problem> {
    let file = read_to_string(file)?;
    let entry = |line: &str| {
        let value: Value = serde_json::from_str(line)?;
        let field = |name: &str| value.get(name).and_then(Value::as_str).unwrap_or_default();
        Ok((field("_id").to_owned(), format!("{} {}", field("title"), field("text")).trim().to_owned()))
    };
    file.lines().map(entry).collect()
}
