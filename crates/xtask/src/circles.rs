//! `cargo xtask circles`: files of a crate that use each other in a circle become fewer, never more.
//!
//! Two files that use each other can only be understood, tested and moved together. `circles.toml` holds how many files
//! of each crate are in a circle today; the count may only fall, and a crate that is not named there has none.
//!
//! - A file uses another if a path in it (`use`, a type, a call, inside macros too) leads to something written there.
//!   A name that a module re-exports counts for the file that it comes from, where `pub use` says so.
//! - A file and those of its own modules, children and theirs, count as one family: `mod.rs` calls its parts and they
//!   take the shared type from `super`. That is customary, and such a folder is read as a whole anyway.
//! - Tests are left out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context, Result};
use cargo_metadata::camino::Utf8Path;
use cargo_metadata::{Metadata, Package};
use clap::Args;

use crate::circles_graph::{Circle, circles};
use crate::circles_modules::Modules;
use crate::findings;

#[cfg(test)]
#[path = "circles_tests.rs"]
mod circles_tests;

const FILE: &str = "circles.toml";
const PREFIX: &str = "conserje-";

#[derive(Args)]
pub(crate) struct Options {
    /// Show the circles of this crate, and which uses hold them together
    #[arg(long, value_name = "CRATE")]
    of: Option<String>,
}

/// `circles.toml`: a crate, without its prefix, and how many of its files may be in a circle.
type Allowed = BTreeMap<String, usize>;

/// The circles of each crate, by its short name.
type Found = BTreeMap<String, Vec<Circle>>;

pub(crate) fn run(workspace: &Metadata, options: &Options) -> Result<()> {
    let path = workspace.workspace_root.join(FILE);
    let text = fs::read_to_string(&path).with_context(|| format!("reading {path}"))?;
    let allowed: Allowed = toml::from_str(&text).with_context(|| format!("reading {path}"))?;
    let mut found = Found::new();
    for package in workspace.workspace_packages() {
        let name = package.name.strip_prefix(PREFIX).unwrap_or(&package.name);
        found.insert(name.to_owned(), circles_of(package)?);
    }
    if let Some(name) = &options.of {
        let circles = found.get(name).with_context(|| format!("`{name}` is no crate of ours"))?;
        println!("{}", in_words(circles));
        return Ok(());
    }
    let findings = check(&allowed, &found);
    if findings.is_empty() {
        print!("{}", table(&found));
    }
    findings::conclude("circles", &findings)
}

fn circles_of(package: &Package) -> Result<Vec<Circle>> {
    let folder = package.manifest_path.parent().unwrap_or_else(|| Utf8Path::new("."));
    let mut found = Vec::new();
    for target in package.targets.iter().filter(|target| target.is_lib() || target.is_bin()) {
        let root = target.src_path.strip_prefix(folder).unwrap_or(&target.src_path);
        let modules = Modules::read(folder.as_std_path(), root.as_str())
            .with_context(|| format!("reading the modules of {}", package.name))?;
        found.extend(circles(&modules));
    }
    Ok(found)
}

fn files_in(circles: &[Circle]) -> usize {
    circles.iter().map(|circle| circle.files.len()).sum()
}

fn check(allowed: &Allowed, found: &Found) -> Vec<String> {
    let names: BTreeSet<&String> = allowed.keys().chain(found.keys()).collect();
    names.into_iter().filter_map(|name| check_crate(name, allowed.get(name), found.get(name))).collect()
}

fn check_crate(name: &str, allowed: Option<&usize>, found: Option<&Vec<Circle>>) -> Option<String> {
    let Some(found) = found else {
        return Some(format!("{FILE} names `{name}`, which is no crate of ours; remove that line"));
    };
    let most = allowed.copied().unwrap_or_default();
    match files_in(found) {
        0 if allowed.is_some() => {
            Some(format!("`{name}` has no circles: take it out of {FILE}, the count may only fall"))
        }
        fewer if fewer < most => Some(format!(
            "`{name}` has {fewer} files in circles, {FILE} says {most}; lower it to {fewer}: the count may only fall"
        )),
        more if more > most => Some(format!(
            "`{name}` has {more} files in circles, {FILE} says {most}; let one side of a new one go without the other\n{}",
            in_words(found)
        )),
        _ => None,
    }
}

fn in_words(circles: &[Circle]) -> String {
    let circle = |circle: &Circle| {
        let files: Vec<&str> = circle.files.iter().map(String::as_str).collect();
        format!("  a circle of {}: {}\n    {}", files.len(), files.join(", "), circle.uses.join("\n    "))
    };
    if circles.is_empty() {
        return "  no circles".to_owned();
    }
    circles.iter().map(circle).collect::<Vec<_>>().join("\n")
}

fn table(found: &Found) -> String {
    let row = |(name, circles): (&String, &Vec<Circle>)| {
        let sizes: Vec<String> = circles.iter().map(|circle| circle.files.len().to_string()).collect();
        let sizes = if sizes.is_empty() { String::new() } else { format!("  ({})", sizes.join(" + ")) };
        format!("{name:<14}{:>4}{sizes}\n", files_in(circles))
    };
    format!("{:<14}files in circles\n{}", "crate", found.iter().map(row).collect::<String>())
}
