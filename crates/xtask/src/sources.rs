//! Which files are sources of ours, and which of them are program rather than tests.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use syn::{Attribute, MetaList};

#[cfg(test)]
#[path = "sources_tests.rs"]
mod sources_tests;

/// Folders that hold no source of ours, wherever they are; so do those whose name begins with a dot.
const SKIPPED: [&str; 3] = ["target", "node_modules", "dist"];

/// Every file under a folder, in order; paths are relative to it, with `/`.
pub(crate) fn files(folder: &Path) -> Result<Vec<String>> {
    let mut found = Vec::new();
    collect(folder, "", &mut found)?;
    found.sort();
    Ok(found)
}

fn collect(folder: &Path, prefix: &str, found: &mut Vec<String>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))? {
        let entry = entry.with_context(|| format!("reading {}", folder.display()))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{prefix}{name}");
        let kind = entry.file_type().with_context(|| format!("reading {path}"))?;
        if kind.is_dir() && !name.starts_with('.') && !SKIPPED.contains(&name.as_str()) {
            collect(&entry.path(), &format!("{path}/"), found)?;
        } else if kind.is_file() {
            found.push(path);
        }
    }
    Ok(())
}

/// Whether this is program: not in `tests/` or `benches/`, and no sibling file of tests (`*_tests.rs`, `*.test.ts`).
pub(crate) fn is_program(path: &str) -> bool {
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

pub(crate) fn is_rust(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|extension| extension == "rs")
}

/// Whether an item with these attributes is compiled for tests only.
pub(crate) fn is_for_tests(attributes: &[Attribute]) -> bool {
    let is_test = |list: &MetaList| list.tokens.to_string() == "test";
    attributes
        .iter()
        .any(|attribute| attribute.path().is_ident("cfg") && attribute.meta.require_list().is_ok_and(is_test))
}
