//! `cargo xtask dependencies`: other people's crates are used as deny.toml says, and none is named that nobody uses.
//!
//! What `cargo deny check bans licenses sources` does, of the same file, in a second and without a tool that takes ten minutes
//! to build, so that it runs wherever tests do. Advisories need a database from the network: `cargo deny check advisories`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use cargo_metadata::{Metadata, MetadataCommand};
use serde::Deserialize;

use crate::findings;

#[cfg(test)]
#[path = "dependencies_tests.rs"]
mod dependencies_tests;

const OURS: &str = "conserje-";
/// Begins the comment above a dependency that no code names.
const EXCUSE: &str = "# Not called here";

/// What is read of deny.toml.
#[derive(Deserialize)]
struct Rules {
    licenses: Licenses,
    bans: Bans,
}

#[derive(Deserialize)]
struct Licenses {
    allow: Vec<String>,
}

#[derive(Deserialize)]
struct Bans {
    deny: Vec<Ban>,
}

/// A crate that only these may use, or nobody.
#[derive(Deserialize)]
struct Ban {
    #[serde(rename = "crate")]
    name: String,
    #[serde(default)]
    wrappers: Vec<String>,
    reason: String,
}

/// A crate of the build, as far as the rules go.
struct Crate {
    name: String,
    license: Option<String>,
    /// None for ours.
    source: Option<String>,
    uses: Vec<Use>,
    manifest: Option<PathBuf>,
}

/// A crate that another uses: its name, and what it is called in code.
struct Use {
    name: String,
    in_code: String,
}

impl Crate {
    fn uses(&self, name: &str) -> bool {
        self.uses.iter().any(|used| used.name == name)
    }
}

pub(crate) fn run(workspace: &Metadata) -> Result<()> {
    let root = workspace.workspace_root.as_std_path();
    let rules = fs::read_to_string(root.join("deny.toml")).context("reading deny.toml")?;
    let rules: Rules = toml::from_str(&rules).context("reading deny.toml")?;
    let crates = built()?;
    let mut findings = check(&rules, &crates);
    for one in &crates {
        if let Some(manifest) = one.manifest.as_deref().filter(|_| one.name.starts_with(OURS)) {
            findings.extend(unused(one, manifest)?);
        }
    }
    findings.sort();
    findings::conclude("dependencies", &findings)
}

/// The crates that are built on a machine like this one.
fn built() -> Result<Vec<Crate>> {
    let platform = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let options = ["--filter-platform".to_owned(), platform, "--locked".to_owned()];
    let metadata =
        MetadataCommand::new().other_options(options).exec().context("asking cargo for all crates")?;
    let packages: BTreeMap<_, _> = metadata.packages.iter().map(|package| (&package.id, package)).collect();
    let nodes = metadata.resolve.as_ref().context("cargo resolved nothing")?.nodes.iter();
    let crates = nodes.filter_map(|node| {
        let package = packages.get(&node.id)?;
        Some(Crate {
            name: package.name.to_string(),
            license: package.license.clone(),
            source: package.source.as_ref().map(ToString::to_string),
            uses: node
                .deps
                .iter()
                .filter_map(|used| {
                    let name = packages.get(&used.pkg)?.name.to_string();
                    Some(Use { name, in_code: used.name.clone() })
                })
                .collect(),
            manifest: Some(package.manifest_path.clone().into_std_path_buf()),
        })
    });
    Ok(crates.collect())
}

fn check(rules: &Rules, crates: &[Crate]) -> Vec<String> {
    let mut findings = BTreeSet::new();
    for one in crates.iter().filter(|one| one.source.is_some()) {
        let name = &one.name;
        if !one.source.as_ref().is_some_and(|source| source.starts_with("registry+")) {
            findings.insert(format!("{name} comes from outside the registry"));
        }
        let Some(license) = &one.license else {
            findings.insert(format!("{name} names no license"));
            continue;
        };
        match spdx::Expression::parse_mode(license, spdx::ParseMode::LAX) {
            Ok(parsed) if parsed.evaluate(|one| rules.licenses.allow.contains(&one.to_string())) => {}
            Ok(_) => {
                findings.insert(format!("{name} has the license {license}, which deny.toml does not allow"));
            }
            Err(_) => {
                findings.insert(format!("{name} has a license that cannot be read: {license}"));
            }
        }
    }
    for ban in &rules.bans.deny {
        let users = crates.iter().filter(|one| one.uses(&ban.name));
        for user in users.filter(|user| !ban.wrappers.contains(&user.name)) {
            findings.insert(format!("{} uses {}: {}", user.name, ban.name, ban.reason));
        }
        let is_used =
            |wrapper: &&String| crates.iter().any(|one| one.name == **wrapper && one.uses(&ban.name));
        if let Some(idle) = ban.wrappers.iter().find(|wrapper| !is_used(wrapper)) {
            findings.insert(format!("deny.toml lets {idle} use {}, which it does not", ban.name));
        }
    }
    findings.into_iter().collect()
}

/// Dependencies of one of our crates that none of its files names.
fn unused(ours: &Crate, path: &Path) -> Result<Vec<String>> {
    let manifest = fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
    let mut code = String::new();
    if let Some(folder) = path.parent() {
        gather(folder, &mut code)?;
    }
    let words: BTreeSet<&str> = code.split(|ch: char| !ch.is_alphanumeric() && ch != '_').collect();
    let excused = excused_in(&manifest);
    let idle = ours.uses.iter().filter(|used| !words.contains(used.in_code.as_str()));
    let idle = idle.filter(|used| !excused.contains(&used.name.as_str()));
    Ok(idle.map(|used| format!("{} names {}, which none of its files uses", ours.name, used.name)).collect())
}

/// The dependencies of a manifest whose comment says that no code names them.
fn excused_in(manifest: &str) -> Vec<&str> {
    let (mut names, mut is_excused) = (Vec::new(), false);
    for line in manifest.lines() {
        if line.starts_with('#') {
            is_excused |= line.starts_with(EXCUSE);
        } else if std::mem::take(&mut is_excused) {
            names.extend(line.split(['.', ' ', '=']).next());
        }
    }
    names
}

/// The text of all Rust files under a folder.
fn gather(folder: &Path, code: &mut String) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            gather(&path, code)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            code.push_str(&fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?);
        }
    }
    Ok(())
}
