//! Reads every file under a folder through a pool of workers, and says what became of each.
//!
//!     cargo run --release -p conserje-documents --example extract -- [OPTIONS] PATH…
//!
//! `--text` prints what was found; `--outcomes` a table by folder; `--bench` reads everything three times and prints a
//! line of JSON for each. `--workers N`, `--no-ocr` and `--in-process` say how.
#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "a tool for people at a terminal")]

mod outcomes;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use conserje_documents::extract::{self, ExtractError, Input, Kind, Limits, Pool, PoolOptions};
use conserje_documents::{BlockKind, Extracted};
use futures::StreamExt as _;

/// As the server has it, whose program the workers are.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const WORKER: &str = "--worker";
const ROUNDS: usize = 3;

struct Outcome {
    path: PathBuf,
    elapsed: Duration,
    /// The most memory that any worker had taken when this was done, in MiB.
    memory: u64,
    result: Result<(Kind, Extracted), ExtractError>,
}

fn main() {
    let mut arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    if arguments.first().is_some_and(|first| first == WORKER) {
        extract::worker::main_loop().unwrap();
        return;
    }
    let mut options = PoolOptions::new(std::env::current_exe().unwrap(), vec![WORKER.into()]);
    if let Some(at) = arguments.iter().position(|argument| argument == "--workers") {
        let given = arguments.drain(at..at + 2).nth(1).unwrap();
        options.workers = given.to_str().unwrap().parse().unwrap();
    }
    let mut has = |flag: &str| {
        let before = arguments.len();
        arguments.retain(|argument| argument != flag);
        arguments.len() != before
    };
    if has("--no-ocr") {
        options.limits.ocr.pages = 0;
    }
    let (shows_text, shows_outcomes) = (has("--text"), has("--outcomes"));
    let (is_bench, is_in_process) = (has("--bench"), has("--in-process"));
    let mut files = Vec::new();
    for path in &arguments {
        collect(Path::new(path), &mut files);
    }

    for _ in 0..if is_bench { ROUNDS } else { 1 } {
        let (outcomes, elapsed) =
            if is_in_process { here(&files, &options.limits) } else { pooled(&files, options.clone()) };
        if is_bench {
            println!("{}", summary(&outcomes, elapsed));
        } else if shows_outcomes {
            outcomes::table(&outcomes);
        } else {
            report(&outcomes, shows_text);
            println!("{}", summary(&outcomes, elapsed));
        }
    }
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let mut inside: Vec<PathBuf> =
            std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
        inside.sort();
        for path in inside {
            collect(&path, files);
        }
    } else {
        files.push(path.to_owned());
    }
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn here(files: &[PathBuf], limits: &Limits) -> (Vec<Outcome>, Duration) {
    let began = Instant::now();
    let read = |path: &PathBuf| {
        let content = std::fs::read(path).unwrap();
        let started = Instant::now();
        let result = extract::read(&name(path), None, content, limits);
        Outcome { path: path.clone(), elapsed: started.elapsed(), memory: 0, result }
    };
    (files.iter().map(read).collect(), began.elapsed())
}

/// The time begins when the workers stand ready, as they do in a server.
fn pooled(files: &[PathBuf], options: PoolOptions) -> (Vec<Outcome>, Duration) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let workers = options.workers;
        let pool = Pool::start(options).await.unwrap();
        let pool = &pool;
        let began = Instant::now();
        let reading = files.iter().map(|path| async move {
            let started = Instant::now();
            let name = name(path);
            let reading = pool.read(&name, None, Input::Path(path.clone()));
            let (result, memory) = outcomes::with_memory(reading).await;
            Outcome { path: path.clone(), elapsed: started.elapsed(), memory, result }
        });
        let mut outcomes: Vec<Outcome> =
            futures::stream::iter(reading).buffer_unordered(workers).collect().await;
        let elapsed = began.elapsed();
        outcomes.sort_by(|a, b| a.path.cmp(&b.path));
        (outcomes, elapsed)
    })
}

fn report(outcomes: &[Outcome], shows_text: bool) {
    for Outcome { path, elapsed, result, .. } in outcomes {
        let folder = path.parent().map(name).unwrap_or_default();
        match result {
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

fn summary(outcomes: &[Outcome], elapsed: Duration) -> serde_json::Value {
    let read: Vec<&Extracted> =
        outcomes.iter().filter_map(|outcome| Some(&outcome.result.as_ref().ok()?.1)).collect();
    let count = |is: &dyn Fn(&BlockKind) -> bool| {
        read.iter().flat_map(|found| &found.blocks).filter(|block| is(&block.kind)).count()
    };
    serde_json::json!({
        "files": outcomes.len(),
        "read": read.len(),
        "pages": read.iter().filter_map(|found| found.pages).sum::<u32>(),
        "characters": read.iter().map(|found| found.text().chars().count()).sum::<usize>(),
        "tables": count(&|kind| matches!(kind, BlockKind::Table)),
        "headings": count(&|kind| matches!(kind, BlockKind::Heading { .. })),
        "seconds": elapsed.as_secs_f64(),
    })
}
