//! `cargo xtask sizes`: a file of more than 500 program lines needs a reason in `sizes.txt`, and stops growing.
//!
//! Program lines are the lines before the first inline `#[cfg(test)] mod … {`. Tests and benches are not measured.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use cargo_metadata::Metadata;

use crate::findings;

#[cfg(test)]
#[path = "sizes_tests.rs"]
mod sizes_tests;

const FILE: &str = "sizes.txt";
const LIMIT: usize = 500;
/// Folders that hold no source of ours, wherever they are; so do those whose name begins with a dot.
const SKIPPED: [&str; 3] = ["target", "node_modules", "dist"];

/// Program lines by path; paths are relative to the root, with `/`.
type Sizes = BTreeMap<String, usize>;

/// A line of `sizes.txt`: how long a file may be. The reason is for readers.
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
    let mut sizes = Sizes::new();
    measure_folder(root, "", &mut sizes)?;
    findings.extend(check(&sizes, &allowances));
    findings::conclude("sizes", &findings)
}

fn measure_folder(folder: &Path, prefix: &str, sizes: &mut Sizes) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))? {
        let entry = entry.with_context(|| format!("reading {}", folder.display()))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{prefix}{name}");
        let kind = entry.file_type().with_context(|| format!("reading {path}"))?;
        if kind.is_dir() && !name.starts_with('.') && !SKIPPED.contains(&name.as_str()) {
            measure_folder(&entry.path(), &format!("{path}/"), sizes)?;
        } else if kind.is_file() && is_measured(&path) {
            let text = fs::read_to_string(entry.path()).with_context(|| format!("reading {path}"))?;
            sizes.insert(path, program_lines(&text));
        }
    }
    Ok(())
}

fn is_measured(path: &str) -> bool {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    if folders.split('/').any(|folder| folder == "tests" || folder == "benches") {
        return false;
    }
    // From the right: `api.test.ts` is extension `ts`, kind `test`.
    let mut parts = name.rsplit('.');
    match (parts.next(), parts.next()) {
        (Some("rs"), Some(stem)) => !stem.ends_with("_tests"),
        (Some("ts" | "tsx"), Some(kind)) => path.starts_with("web/") && kind != "test",
        _ => false,
    }
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

fn check(sizes: &Sizes, allowances: &[Allowance]) -> Vec<String> {
    let outgrown = sizes.iter().filter(|(_, lines)| **lines > LIMIT).filter_map(|(path, lines)| {
        let allowance = allowances.iter().find(|allowance| allowance.path == *path);
        too_long(path, *lines, allowance)
    });
    outgrown.chain(allowances.iter().filter_map(|allowance| stale(allowance, sizes))).collect()
}

fn too_long(path: &str, lines: usize, allowance: Option<&Allowance>) -> Option<String> {
    match allowance {
        None => Some(format!(
            "{path} has {lines} program lines, over {LIMIT}; split it by topic, \
             or add `{path} {lines} <reason>` to {FILE}"
        )),
        Some(allowance) if lines > allowance.max => Some(format!(
            "{path} has grown to {lines} program lines, past its {} in {FILE}; move something out of it",
            allowance.max
        )),
        Some(_) => None,
    }
}

fn stale(allowance: &Allowance, sizes: &Sizes) -> Option<String> {
    let path = &allowance.path;
    match sizes.get(path) {
        None => Some(format!("{FILE} names {path}, which is gone or not measured; remove that line")),
        Some(lines) if *lines <= LIMIT => Some(format!(
            "{FILE} names {path}, which is down to {lines} program lines and needs no line there; remove it"
        )),
        Some(_) => None,
    }
}
