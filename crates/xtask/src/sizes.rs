//! `cargo xtask sizes`: a file of more than 500 program lines, or a function of more than 100, needs a reason in
//! `sizes.txt`, and stops growing.
//!
//! Program lines are the lines before the first inline `#[cfg(test)] mod … {`. Tests and benches are not measured.
//! Functions are measured in Rust only; a long file may still be read from top to bottom, a long function has to be
//! held in mind all at once.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use cargo_metadata::Metadata;

use crate::{findings, functions, sources};

#[cfg(test)]
#[path = "sizes_tests.rs"]
mod sizes_tests;

const FILE: &str = "sizes.txt";
/// Between a file and a function of it.
const INSIDE: &str = "::";

/// What is measured, and what is said of one that is too long.
struct Measure {
    limit: usize,
    lines: &'static str,
    cure: &'static str,
}

const FILES: Measure = Measure { limit: 500, lines: "program lines", cure: "split it by topic" };
const FUNCTIONS: Measure = Measure { limit: 100, lines: "lines", cure: "give its parts names of their own" };

/// Lines by path; paths are relative to the root, with `/`. A function's is `path::name`.
type Sizes = BTreeMap<String, usize>;

/// A line of `sizes.txt`: how long a file or function may be. The reason is for readers.
#[derive(Debug, PartialEq, Eq)]
struct Allowance {
    path: String,
    max: usize,
}

pub(crate) fn run(workspace: &Metadata) -> Result<()> {
    let root = workspace.workspace_root.as_std_path();
    let file = root.join(FILE);
    let text = fs::read_to_string(&file).with_context(|| format!("reading {}", file.display()))?;
    let (allowances, mut findings) = parse(&text);
    let (of_functions, of_files): (Vec<_>, Vec<_>) =
        allowances.into_iter().partition(|allowance| allowance.path.contains(INSIDE));
    let (files, functions) = measure(root)?;
    findings.extend(check(&FILES, &files, &of_files));
    findings.extend(check(&FUNCTIONS, &functions, &of_functions));
    findings::conclude("sizes", &findings)
}

/// The files under this folder and their functions.
fn measure(root: &Path) -> Result<(Sizes, Sizes)> {
    let (mut files, mut functions) = (Sizes::new(), Sizes::new());
    for path in sources::files(root)?.into_iter().filter(|path| sources::is_program(path)) {
        let text = fs::read_to_string(root.join(&path)).with_context(|| format!("reading {path}"))?;
        let lines = program_lines(&text);
        if sources::is_rust(&path) {
            let found = functions::measure(&text, lines).with_context(|| format!("reading {path}"))?;
            functions.extend(found.into_iter().map(|(name, lines)| (format!("{path}{INSIDE}{name}"), lines)));
        }
        files.insert(path, lines);
    }
    Ok((files, functions))
}

fn program_lines(text: &str) -> usize {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let is_test_module = |line: usize| lines.get(line..).is_some_and(starts_with_inline_test_module);
    (0..lines.len()).find(|line| is_test_module(*line)).unwrap_or(lines.len())
}

/// Whether these lines begin with `#[cfg(test)]`, perhaps further attributes, and then `mod … {`.
fn starts_with_inline_test_module(lines: &[&str]) -> bool {
    let Some(after) = lines.first().and_then(|line| line.strip_prefix("#[cfg(test)]")) else {
        return false;
    };
    let mut in_attribute = false;
    for line in std::iter::once(after.trim()).chain(lines.iter().skip(1).copied()) {
        if in_attribute || line.starts_with("#[") {
            in_attribute = !line.ends_with(']');
        } else if !line.is_empty() && !line.starts_with("//") {
            let item = line.strip_prefix("pub(crate) ").unwrap_or(line);
            return item.starts_with("mod ") && item.contains('{');
        }
    }
    false
}

/// Reads `path max reason…` lines; what cannot be read becomes a finding.
fn parse(text: &str) -> (Vec<Allowance>, Vec<String>) {
    let mut allowances: Vec<Allowance> = Vec::new();
    let mut findings = Vec::new();
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match parse_line(line) {
            Some(allowance) if allowances.iter().any(|other| other.path == allowance.path) => {
                findings.push(format!("{FILE} line {number} repeats {}; keep one of them", allowance.path));
            }
            Some(allowance) => allowances.push(allowance),
            None => findings.push(format!("{FILE} line {number} is not `path max reason…`: {line}")),
        }
    }
    (allowances, findings)
}

fn parse_line(line: &str) -> Option<Allowance> {
    let mut words = line.split_whitespace();
    let path = words.next()?.to_owned();
    let max = words.next()?.parse().ok()?;
    words.next().map(|_reason| Allowance { path, max })
}

fn check(measure: &Measure, sizes: &Sizes, allowances: &[Allowance]) -> Vec<String> {
    let outgrown = sizes.iter().filter(|(_, lines)| **lines > measure.limit).filter_map(|(path, lines)| {
        let allowance = allowances.iter().find(|allowance| allowance.path == *path);
        too_long(measure, path, *lines, allowance)
    });
    outgrown.chain(allowances.iter().filter_map(|allowance| stale(measure, allowance, sizes))).collect()
}

fn too_long(measure: &Measure, path: &str, lines: usize, allowance: Option<&Allowance>) -> Option<String> {
    let Measure { limit, lines: unit, cure } = measure;
    match allowance {
        None => Some(format!(
            "{path} has {lines} {unit}, over {limit}; {cure}, or add `{path} {lines} <reason>` to {FILE}"
        )),
        Some(allowance) if lines > allowance.max => Some(format!(
            "{path} has grown to {lines} {unit}, past its {} in {FILE}; move something out of it",
            allowance.max
        )),
        Some(_) => None,
    }
}

fn stale(measure: &Measure, allowance: &Allowance, sizes: &Sizes) -> Option<String> {
    let path = &allowance.path;
    match sizes.get(path) {
        None => Some(format!("{FILE} names {path}, which is gone or not measured; remove that line")),
        Some(lines) if *lines <= measure.limit => Some(format!(
            "{FILE} names {path}, which is down to {lines} {} and needs no line there; remove it",
            measure.lines
        )),
        Some(_) => None,
    }
}
