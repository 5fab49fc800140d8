//! Reads a folder of laws in Markdown and says how well they are cut, named and linked, and how fast.
//!
//! `cargo run --release -p conserje-documents --example laws -- FOLDER [references]`; with `references`, some
//! references are printed to be checked by eye.
#![expect(clippy::print_stdout, reason = "this is a report")]

use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::path::PathBuf;
use std::time::Duration;

use conserje_documents::chunk::{Chunk, Limits, Strategy, chunk};
use conserje_documents::enrich::enrich;
use conserje_documents::law::{
    CitedLaw, LawNames, Part, article_key, chunk_references, find_references, is_law, resolve,
    resolve_references,
};
use conserje_documents::{Block, BlockKind, Extracted};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let folder = PathBuf::from(args.next().ok_or("name the folder with the laws")?);
    let shows_references = args.next().is_some();
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    files.sort();

    let mut names = LawNames::spanish().clone();
    let mut laws: Vec<(String, String, Vec<Chunk>)> = Vec::new();
    println!(
        "{:<20} {:>5} {:>5} {:>6} {:>6} {:>5} chunks, law",
        "file", "art.", "lines", "other", "lines", "dupl"
    );
    let mut failures = 0;
    for file in files {
        let markdown = std::fs::read_to_string(&file)?;
        let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let document = read(&markdown);
        let title = document.title.clone().unwrap_or_default();
        let name = names.add(&title);
        let is_law = is_law(&document);
        let chunks = chunk(&stem, &document, Strategy::Articles, Limits::default());
        // Counted without any of our code but `lines`: headings of articles that quote nothing.
        let heads = |starts: &[&str]| {
            let heads = markdown.lines().filter_map(|line| line.strip_prefix("###### "));
            heads.filter(|head| starts.iter().any(|start| head.starts_with(start))).count()
        };
        let mut seen: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        let mut last = None;
        for chunk in &chunks {
            let Some(article) = &chunk.article else { continue };
            let here = (article.number.clone(), chunk.section_title.clone());
            if let Some(number) = article.number.clone().filter(|_| last.as_ref() != Some(&here)) {
                seen.entry(number).or_default().push(chunk.index);
            }
            last = Some(here);
        }
        let is_article = |number: &str| article_key(number).is_some_and(|key| key.part == Part::Article);
        let count = |articles: bool| {
            seen.iter()
                .filter(|(number, _)| is_article(number) == articles)
                .map(|(_, at)| at.len())
                .sum::<usize>()
        };
        let twice: Vec<&String> =
            seen.iter().filter(|(_, at)| at.len() > 1).map(|(number, _)| number).collect();
        println!(
            "{stem:<20} {:>5} {:>5} {:>6} {:>6} {:>5} {:>6}  {name}{}",
            count(true),
            heads(&["Artículo ", "Art. "]),
            count(false),
            heads(&["Disposición "]),
            twice.len(),
            chunks.len(),
            if is_law { "" } else { "  NOT SEEN AS A LAW" },
        );
        if !twice.is_empty() {
            println!("{:20} twice: {twice:?}", "");
        }
        failures += usize::from(!is_law);
        laws.push((title, name, chunks));
    }

    let index = index(&laws);
    let find = |law: &str, number: &str| {
        index.get(&(law.to_owned(), number.to_owned())).cloned().unwrap_or_default()
    };
    look_up(&laws, &names, &find);
    follow(&laws, &names, &find, shows_references);
    println!("\n{failures} laws were not seen as laws");
    speed(&folder)
}

type Index = HashMap<(String, String), Vec<String>>;

fn index(laws: &[(String, String, Vec<Chunk>)]) -> Index {
    let mut index = Index::new();
    for chunk in laws.iter().flat_map(|(_, _, chunks)| chunks) {
        if let Some((article, number)) =
            chunk.article.as_ref().and_then(|article| Some((article, article.number.clone()?)))
        {
            index.entry((article.law.clone(), number)).or_default().push(chunk.id.clone());
        }
    }
    index
}

/// Every article by each name of its law.
fn look_up(
    laws: &[(String, String, Vec<Chunk>)],
    names: &LawNames,
    find: &dyn Fn(&str, &str) -> Vec<String>,
) {
    let mut tried = [0_usize; 3];
    let mut found = [0_usize; 3];
    for (title, name, chunks) in laws {
        let short =
            names.resolve(name).and_then(|law| law.abbreviations.first().cloned()).unwrap_or_default();
        if short.is_empty() {
            println!("no abbreviation: {name}");
        }
        for chunk in chunks {
            let Some(number) = chunk.article.as_ref().and_then(|article| article.number.as_deref()) else {
                continue;
            };
            for (at, asked) in [title, name, &short].into_iter().enumerate() {
                let law = names.resolve(asked).map(|law| law.name.clone()).unwrap_or_default();
                let key = article_key(number).map(|key| key.to_string()).unwrap_or_default();
                let is_found = find(&law, &key).contains(&chunk.id);
                if let (Some(tried), Some(found)) = (tried.get_mut(at), found.get_mut(at)) {
                    *tried += 1;
                    *found += usize::from(is_found);
                }
                if !is_found {
                    println!("not found: {asked} {number} ({})", chunk.id);
                }
            }
        }
    }
    println!("\narticle chunks found by title, name, abbreviation: {found:?} of {tried:?}");
}

fn follow(
    laws: &[(String, String, Vec<Chunk>)],
    names: &LawNames,
    find: &dyn Fn(&str, &str) -> Vec<String>,
    shows: bool,
) {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let held: Vec<&str> = laws.iter().map(|(_, name, _)| name.as_str()).collect();
    let mut at = 0_usize;
    let mut linked = 0;
    for chunk in laws.iter().flat_map(|(_, _, chunks)| chunks) {
        let own = chunk.article.as_ref();
        let references = chunk_references(chunk, names);
        linked += usize::from(!resolve_references(&references, own, find).is_empty());
        for reference in &references {
            let is_resolved = !resolve(reference, own, find).is_empty();
            let is_itself = matches!(&reference.target, conserje_documents::law::Target::Provision(key)
                if reference.law == CitedLaw::Own && own.and_then(|own| own.number.clone()) == Some(key.to_string()));
            let outcome = match (&reference.law, is_resolved) {
                _ if is_itself => "own heading or itself",
                (CitedLaw::Own, true) => "own law, resolved",
                (CitedLaw::Own, false) => "own law, no such article",
                (CitedLaw::Named(_), true) => "other law, resolved",
                (CitedLaw::Named(name), false) if held.contains(&name.as_str()) => {
                    "other law, no such article"
                }
                (CitedLaw::Named(_), false) => "other law, not in the folder",
                (CitedLaw::Unknown, _) => "unknown law",
            };
            *counts.entry(outcome).or_default() += 1;
            at += 1;
            if shows && !is_itself && at.is_multiple_of(227) {
                let from = chunk.text.floor_char_boundary(reference.start.saturating_sub(40));
                let to = chunk.text.ceil_char_boundary(reference.end + 60);
                let around = chunk.text.get(from..to).unwrap_or_default().replace('\n', " ");
                println!(
                    "{} [{}] {:?} {:?} -> {outcome}\n    …{around}…",
                    chunk.id,
                    own.and_then(|own| own.number.clone()).unwrap_or_default(),
                    reference.target,
                    reference.law
                );
            }
        }
    }
    println!("\nreferences: {counts:#?}\nchunks with references that were resolved: {linked}");
}

fn speed(folder: &PathBuf) -> Result<(), Box<dyn Error>> {
    let mut documents = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        documents.push(read(&std::fs::read_to_string(entry?.path())?));
    }
    let bytes: usize = documents.iter().map(|document| document.text().len()).sum();
    let names = LawNames::spanish();
    println!("\n{bytes} bytes of text");
    let rate = |name: &str, started: Duration| {
        println!(
            "{name:<12} {:.1} MB/s",
            bytes as f64 / 1e6 / worked().saturating_sub(started).as_secs_f64()
        );
    };
    let started = worked();
    let tokens: u64 = documents.iter().map(|document| conserje_llm::count("gpt-4o", &document.text())).sum();
    rate(&format!("({tokens} tokens, once)"), started);
    for strategy in [Strategy::Recursive, Strategy::Semantic, Strategy::Rows, Strategy::Articles] {
        let started = worked();
        let mut chunks: Vec<Vec<Chunk>> =
            documents.iter().map(|document| chunk("x", document, strategy, Limits::default())).collect();
        rate(&format!("{strategy:?}"), started);
        let all = chunks.iter().flatten().count();
        let sum: u64 = chunks.iter().flatten().map(|chunk| u64::from(chunk.tokens)).sum();
        println!("             {all} chunks, {} tokens on average", sum / (all as u64).max(1));
        if strategy == Strategy::Articles {
            let started = worked();
            for chunks in &mut chunks {
                enrich(chunks, None);
            }
            rate("enrich", started);
            let started = worked();
            let found: usize =
                chunks.iter().flatten().map(|chunk| find_references(&chunk.text, names).len()).sum();
            rate(&format!("{found} refs"), started);
            for chunk in chunks.iter().flatten().step_by(901) {
                println!("  {:?}\n    {:?}\n    {}", chunk.section_title, chunk.keywords, chunk.description);
            }
        }
    }
    Ok(())
}

/// The time that this thread had a processor for: others may use the machine too.
fn worked() -> Duration {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(stat.split(' ').next().and_then(|nanos| nanos.parse().ok()).unwrap_or_default())
}

/// Enough of Markdown for these files.
fn read(markdown: &str) -> Extracted {
    let (front, body) =
        markdown.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n")).unwrap_or(("", markdown));
    let title = front
        .lines()
        .find_map(|line| line.strip_prefix("title: "))
        .map(|title| title.trim_matches('"').to_owned());
    let mut blocks = Vec::new();
    for text in body.split("\n\n").map(str::trim).filter(|text| !text.is_empty()) {
        let level = text.bytes().take_while(|byte| *byte == b'#').count();
        let kind = match level {
            0 if text.starts_with('|') => BlockKind::Table,
            0 if text.starts_with("- ") => BlockKind::List,
            0 => BlockKind::Paragraph,
            level => BlockKind::Heading { level: u8::try_from(level).unwrap_or(6) },
        };
        let text = text.trim_start_matches('#').trim_start().to_owned();
        blocks.push(Block { kind, text, page: None });
    }
    Extracted { title, blocks, ..Extracted::default() }
}
