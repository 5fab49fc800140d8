//! `cargo xtask layers`: our crates use each other only as `layers.toml` allows.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context, Result};
use cargo_metadata::{DependencyKind, Metadata, Package};

use crate::findings;

#[cfg(test)]
#[path = "layers_tests.rs"]
mod layers_tests;

const FILE: &str = "layers.toml";
const PREFIX: &str = "conserje-";
const ANY: &str = "*";
/// Any crate may use it in its tests, whatever its layer.
const TESTKIT: &str = "testkit";
/// The two that put everything together. For any other crate "every crate of ours" would say nothing about its layer.
const MAY_USE_ANY: [&str; 2] = ["server", TESTKIT];

/// `layers.toml`: a crate, without its prefix, and the crates that it may use.
type Layers = BTreeMap<String, Vec<String>>;

/// One of our crates, by its short name, and which others of ours it uses.
struct Member {
    name: String,
    uses: Vec<Use>,
}

struct Use {
    name: String,
    purpose: Purpose,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// The crate itself, or its build script.
    Program,
    /// Its tests, benches and examples.
    Tests,
}

pub(crate) fn run(workspace: &Metadata) -> Result<()> {
    let path = workspace.workspace_root.join(FILE);
    let text = fs::read_to_string(&path).with_context(|| format!("reading {path}"))?;
    let layers: Layers = toml::from_str(&text).with_context(|| format!("reading {path}"))?;
    findings::conclude("layers", &check(&layers, &members(&workspace.workspace_packages())))
}

fn members(packages: &[&Package]) -> Vec<Member> {
    let ours: BTreeSet<&str> = packages.iter().map(|package| package.name.as_str()).collect();
    let uses = |package: &Package| {
        let own = package.dependencies.iter().filter(|dependency| ours.contains(dependency.name.as_str()));
        own.map(|dependency| Use {
            name: short(&dependency.name),
            purpose: match dependency.kind {
                DependencyKind::Development => Purpose::Tests,
                DependencyKind::Normal | DependencyKind::Build | DependencyKind::Unknown => Purpose::Program,
            },
        })
        .collect()
    };
    packages.iter().map(|package| Member { name: short(&package.name), uses: uses(package) }).collect()
}

fn short(name: &str) -> String {
    name.strip_prefix(PREFIX).unwrap_or(name).to_owned()
}

fn check(layers: &Layers, members: &[Member]) -> Vec<String> {
    let names: BTreeSet<&str> = members.iter().map(|member| member.name.as_str()).collect();
    let mut findings = unknown_names(layers, &names);
    for member in members {
        match layers.get(&member.name) {
            Some(allowed) => {
                findings.extend(forbidden_uses(member, allowed));
                findings.extend(wildcard(member, allowed));
                findings.extend(unused(member, allowed, &names));
            }
            None => findings.push(format!(
                "crate `{0}` is not in {FILE}; add `{0} = […]` there with the crates that it may use",
                member.name
            )),
        }
    }
    findings
}

fn unknown_names(layers: &Layers, names: &BTreeSet<&str>) -> Vec<String> {
    let mut findings = Vec::new();
    for (name, allowed) in layers {
        if !names.contains(name.as_str()) {
            findings.push(format!("{FILE} names `{name}`, which is no crate of ours; remove that line"));
        }
        for unknown in allowed.iter().filter(|other| *other != ANY && !names.contains(other.as_str())) {
            findings
                .push(format!("{FILE} lets `{name}` use `{unknown}`, which is no crate of ours; remove it"));
        }
    }
    findings
}

fn forbidden_uses(member: &Member, allowed: &[String]) -> Vec<String> {
    let may_use = |used: &Use| {
        allowed.iter().any(|other| other == ANY || *other == used.name)
            || (used.purpose == Purpose::Tests && used.name == TESTKIT)
    };
    member
        .uses
        .iter()
        .filter(|used| !may_use(used))
        .map(|used| forbidden(&member.name, used, allowed))
        .collect()
}

fn forbidden(name: &str, used: &Use, allowed: &[String]) -> String {
    let section = match used.purpose {
        Purpose::Program => "dependencies",
        Purpose::Tests => "dev-dependencies",
    };
    let mut allowed = allowed.to_vec();
    if used.purpose == Purpose::Tests {
        allowed.push(TESTKIT.to_owned());
    }
    let road = if allowed.is_empty() { "no crate of ours".to_owned() } else { allowed.join(", ") };
    format!("crate `{name}` may not use `{}` in [{section}]; {FILE} allows it: {road}", used.name)
}

fn wildcard(member: &Member, allowed: &[String]) -> Option<String> {
    let is_too_wide =
        allowed.iter().any(|other| other == ANY) && !MAY_USE_ANY.contains(&member.name.as_str());
    is_too_wide.then(|| {
        format!(
            "{FILE} lets `{}` use every crate of ours; only {} may, name those that it uses",
            member.name,
            MAY_USE_ANY.map(|name| format!("`{name}`")).join(" and ")
        )
    })
}

/// What is allowed and not used: left standing, it would let a use come back that nobody decided on.
fn unused(member: &Member, allowed: &[String], names: &BTreeSet<&str>) -> Vec<String> {
    let is_used = |other: &String| member.uses.iter().any(|used| used.name == *other);
    allowed
        .iter()
        .filter(|other| names.contains(other.as_str()) && !is_used(other))
        .map(|other| format!("`{}` may use `{other}`, but does not: take it out of {FILE}", member.name))
        .collect()
}
