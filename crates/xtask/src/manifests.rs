//! `cargo xtask manifests`: every crate takes its lints, package fields and dependencies from the workspace.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use cargo_metadata::Metadata;
use toml::{Table, Value};

use crate::findings;

#[cfg(test)]
#[path = "manifests_tests.rs"]
mod manifests_tests;

const PREFIX: &str = "conserje-";
const INHERITED: [&str; 5] = ["version", "edition", "rust-version", "license", "publish"];
const SECTIONS: [&str; 3] = ["dependencies", "dev-dependencies", "build-dependencies"];
const FLAGS: [&str; 2] = ["features", "default-features"];

pub(crate) fn run(workspace: &Metadata) -> Result<()> {
    let root = workspace.workspace_root.as_std_path();
    let mut findings = check_workspace(&read(&root.join("Cargo.toml"))?);
    for name in crate_names(root)? {
        let path = format!("crates/{name}/Cargo.toml");
        findings.extend(check_crate(&path, &read(&root.join(&path))?));
    }
    findings::conclude("manifests", &findings)
}

/// The folders under `crates/` that are crates, in order.
fn crate_names(root: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(root.join("crates")).context("reading crates/")? {
        let entry = entry.context("reading crates/")?;
        if entry.path().join("Cargo.toml").is_file() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

fn read(path: &Path) -> Result<Table> {
    let text = fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
    toml::from_str(&text).with_context(|| format!("reading {}", path.display()))
}

/// The root manifest may set no flags for our own crates either: every crate would inherit them.
fn check_workspace(manifest: &Table) -> Vec<String> {
    let dependencies = manifest.get("workspace").and_then(|workspace| workspace.get("dependencies"));
    let dependencies = dependencies.and_then(Value::as_table).into_iter().flatten();
    dependencies.filter_map(|(name, dependency)| flagged("Cargo.toml", name, dependency)).collect()
}

fn check_crate(path: &str, manifest: &Table) -> Vec<String> {
    let mut findings = Vec::new();
    if !manifest.get("lints").is_some_and(is_inherited) {
        findings.push(format!("{path} does not take the workspace's lints; add `[lints] workspace = true`"));
    }
    let package = manifest.get("package");
    let lacks = |field: &&str| !package.and_then(|package| package.get(field)).is_some_and(is_inherited);
    for field in INHERITED.iter().filter(|field| lacks(field)) {
        findings.push(format!(
            "{path} does not inherit `{field}`; write `{field}.workspace = true` in [package]"
        ));
    }
    for (section, name, dependency) in dependencies(manifest) {
        if !is_inherited(dependency) {
            findings.push(format!(
                "{path} gives `{name}` in [{section}] a version or path of its own; \
                 put it in [workspace.dependencies] and write `{name}.workspace = true`"
            ));
        }
        findings.extend(flagged(path, name, dependency));
    }
    findings
}

/// Every dependency of a crate with the section that it is in, those of `[target.…]` among them.
fn dependencies(manifest: &Table) -> Vec<(&'static str, &String, &Value)> {
    let targets = manifest.get("target").and_then(Value::as_table).into_iter().flatten();
    let targets = targets.filter_map(|(_, target)| target.as_table());
    let mut found = Vec::new();
    for table in std::iter::once(manifest).chain(targets) {
        for section in SECTIONS {
            let listed = table.get(section).and_then(Value::as_table).into_iter().flatten();
            found.extend(listed.map(|(name, dependency)| (section, name, dependency)));
        }
    }
    found
}

fn is_inherited(value: &Value) -> bool {
    value.get("workspace").and_then(Value::as_bool) == Some(true)
}

/// A finding if this is a crate of ours with feature flags: they multiply builds and hide code from lints.
fn flagged(path: &str, name: &str, dependency: &Value) -> Option<String> {
    let flag = FLAGS.iter().find(|flag| dependency.get(flag).is_some())?;
    name.starts_with(PREFIX)
        .then(|| format!("{path} sets `{flag}` of `{name}`; our own crates have no feature flags, remove it"))
}
