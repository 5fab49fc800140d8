//! Builds an index of the chunks in a folder, or asks it the folder's questions, one at a time.
//!
//! ```sh
//! bench conserje|tantivy build|ask CHUNKS INDEX [MODEL]
//! bench conserje tenants COUNT INDEX
//! ```
//! `benches/search/chunks.py` makes the folder. Every figure is a line of JSON as soon as it is known. With the folder
//! of an embedder's model, hybrid searches are also timed with the embedding of their question.
#![expect(clippy::print_stdout, reason = "what it prints is its result")]

mod bare;
mod chunks;
mod ours;
mod tenants;

use std::path::PathBuf;
use std::time::Instant;

use serde_json::json;

use chunks::Chunks;

type Failure = Box<dyn std::error::Error>;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [engine, step, chunks, index, model @ ..] = arguments.as_slice() else {
        return Err("usage: bench conserje|tantivy build|ask CHUNKS INDEX [MODEL]".into());
    };
    if step == "tenants" {
        return tenants::measure(chunks.parse()?, &PathBuf::from(index)).await;
    }
    let (chunks, index) = (Chunks::new(chunks), PathBuf::from(index));
    println!("{}", json!({ "load": load()? }));
    let started = Instant::now();
    match (engine.as_str(), step.as_str()) {
        ("conserje", "build") => ours::build(&chunks, &index).await?,
        ("tantivy", "build") => bare::build(&chunks, &index)?,
        ("conserje", "ask") => ours::ask(&chunks, &index, model.first().map(String::as_str)).await?,
        ("tantivy", "ask") => bare::ask(&chunks, &index).await?,
        (engine, step) => return Err(format!("there is no {engine} {step}").into()),
    }
    if step == "build" {
        let seconds = started.elapsed().as_secs_f64();
        println!("{}", json!({ "build_s": seconds, "disk_mb": bytes_of(&index)? as f64 / 1e6 }));
    }
    Ok(())
}

fn bytes_of(path: &std::path::Path) -> std::io::Result<u64> {
    let mut bytes = 0;
    for entry in std::fs::read_dir(path)? {
        let entry = entry?;
        let facts = entry.metadata()?;
        bytes += if facts.is_dir() { bytes_of(&entry.path())? } else { facts.len() };
    }
    Ok(bytes)
}

/// As Linux tells it; to be asked while the index is open.
fn resident() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: f64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib / 1024.0)
}

fn load() -> Result<f64, Failure> {
    let text = std::fs::read_to_string("/proc/loadavg")?;
    Ok(text.split(' ').next().unwrap_or_default().parse()?)
}
