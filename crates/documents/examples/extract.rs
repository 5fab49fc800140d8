//! Reads every file under a folder through a pool of workers, and says what became of each.
//!
//!     cargo run --release -p conserje-documents --example extract -- [--text] [--bench] [--in-process] PATH…
//!
//! `--text` prints what was found; `--bench` reads everything three times and prints pages a second.
#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "a tool for people at a terminal")]

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use conserje_documents::Extracted;
use conserje_documents::extract::{self, ExtractError, Input, Kind, Limits, Pool, PoolOptions};

const WORKER: &str = "--worker";

type Outcome = (PathBuf, Duration, Result<(Kind, Extracted), ExtractError>);

fn main() {
    let mut arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    if arguments.first().is_some_and(|first| first == WORKER) {
        extract::worker::main_loop().unwrap();
        return;
    }
    let mut has = |flag: &str| {
        let before = arguments.len();
        arguments.retain(|argument| argument != flag);
        arguments.len() != before
    };
    let (shows_text, is_bench, is_in_process) = (has("--text"), has("--bench"), has("--in-process"));
    let mut files = Vec::new();
    for path in &arguments {
        collect(Path::new(path), &mut files);
    }
    files.sort();

    let rounds = if is_bench { 3 } else { 1 };
    for _ in 0..rounds {
        let started = Instant::now();
        let outcomes = if is_in_process { here(&files) } else { pooled(&files) };
        let elapsed = started.elapsed();
        if is_bench {
            summary(&outcomes, elapsed);
        } else {
            report(&outcomes, shows_text);
            summary(&outcomes, elapsed);
        }
    }
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if path.is_dir() {
        for entry in std::fs::read_dir(path).unwrap() {
            collect(&entry.unwrap().path(), files);
        }
    } else {
        files.push(path.to_owned());
    }
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn here(files: &[PathBuf]) -> Vec<Outcome> {
    let limits = Limits::default();
    let read = |path: &PathBuf| {
        let content = std::fs::read(path).unwrap();
        let started = Instant::now();
        let outcome = extract::read(&name(path), None, content, &limits);
        (path.clone(), started.elapsed(), outcome)
    };
    files.iter().map(read).collect()
}

fn pooled(files: &[PathBuf]) -> Vec<Outcome> {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let options = PoolOptions::new(std::env::current_exe().unwrap(), vec![WORKER.into()]);
        let pool = Arc::new(Pool::start(options).await.unwrap());
        let mut reading = tokio::task::JoinSet::new();
        for path in files {
            let (pool, path) = (pool.clone(), path.clone());
            reading.spawn(async move {
                let content = Input::Path(path.clone());
                let started = Instant::now();
                let outcome = pool.read(&name(&path), None, content).await;
                (path, started.elapsed(), outcome)
            });
        }
        let mut outcomes = reading.join_all().await;
        outcomes.sort_by(|a, b| a.0.cmp(&b.0));
        outcomes
    })
}

fn report(outcomes: &[Outcome], shows_text: bool) {
    for (path, elapsed, outcome) in outcomes {
        let folder = path.parent().map(name).unwrap_or_default();
        match outcome {
            Ok((kind, found)) => {
                println!(
                    "ok   {folder}/{} [{kind:?}] {} blocks, {} characters, {} pages, {} children, {} ms",
                    name(path),
                    found.blocks.len(),
                    found.text().chars().count(),
                    found.pages.unwrap_or(0),
                    found.children.len(),
                    elapsed.as_millis()
                );
                for notice in &found.notices {
                    println!("       note: {notice}");
                }
                if shows_text {
                    show(found);
                }
            }
            Err(error) => println!("fail {folder}/{} {} ms: {error}", name(path), elapsed.as_millis()),
        }
    }
}

fn show(found: &Extracted) {
    println!("       title: {:?}, facts: {:?}", found.title, found.facts);
    for block in &found.blocks {
        println!("--- {:?} page {:?}\n{}", block.kind, block.page, block.text);
    }
    for child in &found.children {
        println!("--- child {} of {} bytes", child.name, child.content.len());
    }
}

fn summary(outcomes: &[Outcome], elapsed: Duration) {
    let read = outcomes.iter().filter_map(|(_, _, outcome)| outcome.as_ref().ok());
    let (mut pages, mut characters, mut count) = (0, 0, 0);
    for (_, found) in read {
        pages += found.pages.unwrap_or(0);
        characters += found.text().len();
        count += 1;
    }
    let seconds = elapsed.as_secs_f64();
    println!(
        "{count} of {} files read, {pages} pages, {characters} bytes of text in {seconds:.2} s: {:.0} pages/s, {:.0} files/s",
        outcomes.len(),
        f64::from(pages) / seconds,
        outcomes.len() as f64 / seconds
    );
}
