//! `cargo xtask inventory`: what the program is made of that others wrote, for those who hand it out and those who run it.
//!
//! Of crates, those that are linked into `conserje` on a machine like this one; of npm packages, those that the page is built
//! from; and the data that packages bring along. Whether licenses are allowed is for `cargo xtask dependencies` to say.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use cargo_metadata::{Metadata, MetadataCommand};
use clap::{Args, ValueEnum};
use serde::Deserialize;

use crate::inventory_part::{Hash, Kind, Part};
use crate::{inventory_licenses, inventory_sbom};

#[cfg(test)]
#[path = "inventory_tests.rs"]
mod inventory_tests;

const OURS: &str = "conserje-";
const PROGRAM: &str = "conserje-server";
/// Packages that hold types alone, of which nothing is left in what is built.
const TYPES: &str = "@types/";

#[derive(Args)]
pub(crate) struct Options {
    /// Where the list of parts goes, in the CycloneDX format
    #[arg(long, value_name = "FILE")]
    sbom: PathBuf,
    /// Where the licenses go, as text
    #[arg(long, value_name = "FILE")]
    licenses: PathBuf,
    /// Data that is handed out beside the program
    #[arg(long, value_name = "DATA")]
    with: Vec<Data>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Data {
    Embedder,
    OcrData,
}

impl Data {
    fn part(self) -> Part {
        let (kind, name, version) = match self {
            Self::Embedder => (Kind::Model, "universal-sentence-encoder-multilingual", "3"),
            Self::OcrData => (Kind::Data, "tessdata_fast", "4.1.0"),
        };
        Part {
            kind,
            name: name.to_owned(),
            version: version.to_owned(),
            license: "Apache-2.0".to_owned(),
            hash: None,
            folder: None,
        }
    }
}

pub(crate) fn run(workspace: &Metadata, options: &Options) -> Result<()> {
    let root = workspace.workspace_root.as_std_path();
    let program = workspace.packages.iter().find(|package| package.name.as_str() == PROGRAM);
    let version = program.context("there is no crate of the program")?.version.to_string();
    let mut parts = crates(root)?;
    parts.extend(npm_packages(root)?);
    parts.extend(options.with.iter().map(|data| data.part()));
    let sbom = inventory_sbom::render(&version, &parts);
    let licenses = inventory_licenses::render(&version, &parts)?;
    for (path, text) in [(&options.sbom, sbom), (&options.licenses, licenses)] {
        fs::write(path, text).with_context(|| format!("writing {}", path.display()))?;
    }
    let of = |kind| parts.iter().filter(|part| part.kind == kind).count();
    println!("inventory: {} crates, {} npm packages", of(Kind::Crate), of(Kind::Npm));
    Ok(())
}

/// Crates of others that are linked into the program.
fn crates(root: &Path) -> Result<Vec<Part>> {
    let metadata = MetadataCommand::new()
        .other_options(["--locked".to_owned()])
        .exec()
        .context("asking cargo for all crates")?;
    let known: BTreeMap<_, _> =
        metadata.packages.iter().map(|one| ((one.name.to_string(), one.version.to_string()), one)).collect();
    let sums = checksums(&fs::read_to_string(root.join("Cargo.lock")).context("reading Cargo.lock")?)?;
    let mut parts = Vec::new();
    for id in linked(&tree(root)?) {
        let package = known.get(&id).with_context(|| format!("cargo does not know {} {}", id.0, id.1))?;
        parts.push(Part {
            kind: Kind::Crate,
            license: package.license.clone().unwrap_or_default().replace('/', " OR "),
            hash: sums.get(&id).map(|sum| Hash { algorithm: "SHA-256", hex: sum.clone() }),
            folder: package.manifest_path.parent().map(|folder| folder.as_std_path().to_owned()),
            name: id.0,
            version: id.1,
        });
    }
    Ok(parts)
}

/// What cargo says is linked in. `cargo metadata` would also name what only tests turn on.
fn tree(root: &Path) -> Result<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args([
            "tree",
            "--locked",
            "--package",
            PROGRAM,
            "--edges",
            "normal,no-proc-macro",
            "--prefix",
            "none",
        ])
        .args(["--format", "{p}"])
        .current_dir(root)
        .output()
        .context("starting `cargo tree`")?;
    ensure!(output.status.success(), "`cargo tree` failed: {}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Names and versions in lines such as `serde v1.0.1 (*)`, each once, without ours.
fn linked(tree: &str) -> Vec<(String, String)> {
    let words = tree.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let mut found: Vec<_> = words
        .filter_map(|words| {
            let (name, version) = (words.first()?, words.get(1)?.strip_prefix('v')?);
            (!name.starts_with(OURS)).then(|| ((*name).to_owned(), version.to_owned()))
        })
        .collect();
    found.sort();
    found.dedup();
    found
}

#[derive(Deserialize)]
struct CargoLock {
    package: Vec<LockedCrate>,
}

#[derive(Deserialize)]
struct LockedCrate {
    name: String,
    version: String,
    checksum: Option<String>,
}

fn checksums(lock: &str) -> Result<BTreeMap<(String, String), String>> {
    let lock: CargoLock = toml::from_str(lock).context("reading Cargo.lock")?;
    let sums = lock.package.into_iter().filter_map(|one| Some(((one.name, one.version), one.checksum?)));
    Ok(sums.collect())
}

#[derive(Deserialize)]
struct NpmLock {
    packages: BTreeMap<String, LockedPackage>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LockedPackage {
    #[serde(default)]
    version: String,
    license: Option<String>,
    integrity: Option<String>,
    #[serde(default)]
    dev: bool,
    #[serde(default)]
    optional: bool,
    #[serde(default)]
    dev_optional: bool,
}

fn npm_packages(root: &Path) -> Result<Vec<Part>> {
    let web = root.join("web");
    let lock = fs::read_to_string(web.join("package-lock.json")).context("reading web/package-lock.json")?;
    in_the_page(&lock, &web)
}

/// What the page needs when it runs, of all that building it needs.
fn in_the_page(lock: &str, web: &Path) -> Result<Vec<Part>> {
    let lock: NpmLock = serde_json::from_str(lock).context("reading web/package-lock.json")?;
    let mut parts: Vec<Part> = Vec::new();
    for (path, package) in lock.packages {
        let Some((_, name)) = path.rsplit_once("node_modules/") else { continue };
        if package.dev || package.optional || package.dev_optional || name.starts_with(TYPES) {
            continue;
        }
        parts.push(Part {
            kind: Kind::Npm,
            name: name.to_owned(),
            version: package.version,
            license: package.license.unwrap_or_default(),
            hash: package.integrity.as_deref().and_then(integrity),
            folder: Some(web.join(&path)),
        });
    }
    // A version may be installed in several places.
    parts.sort_by(|one, other| (&one.name, &one.version).cmp(&(&other.name, &other.version)));
    parts.dedup_by(|one, other| (&one.name, &one.version) == (&other.name, &other.version));
    Ok(parts)
}

/// `sha512-…` in base64, as CycloneDX has it.
fn integrity(text: &str) -> Option<Hash> {
    let bytes = BASE64_STANDARD.decode(text.strip_prefix("sha512-")?).ok()?;
    Some(Hash { algorithm: "SHA-512", hex: hex::encode(bytes) })
}
