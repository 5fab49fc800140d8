//! `cargo xtask faults`: the program fails at one named place after the other, and everything goes on.
//!
//! For each place a server is started that fails there once (`testing.fault_at`). All that it does is done twice: the first
//! time something may be refused, the second time nothing may. So nobody is left stuck and no task is left dead.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use tempfile::TempDir;

use crate::faults_acts::{Acts, Provider};
use crate::findings;
use crate::server_process::Launch;
use crate::workplace;

/// An assistant that also answers people outside.
const PACK: &str = r#"
name = "plain"
[assistant]
title = { es = "Ayuda", en = "Help" }
serves = ["members", "guests"]
[[agents]]
name = "helper"
prompt = "Help."
"#;
/// Where the places are named.
const NAMES: &str = "crates/kernel/src/faults.rs";

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Only one of so many places, a different one each run
    #[arg(long, default_value_t = 1)]
    every: usize,
    /// Only this place
    #[arg(long)]
    only: Option<String>,
    /// The server; left out, the debug build of this workspace
    #[arg(long)]
    binary: Option<PathBuf>,
}

pub(crate) async fn run(options: &Options) -> Result<()> {
    let points = chosen(options)?;
    let mut found = Vec::new();
    for point in &points {
        let folder = workplace::folder("faults")?;
        let problems = fail_at(options, point, &folder).await.with_context(|| format!("at {point}"))?;
        println!("faults: {point}: {}", if problems.is_empty() { "goes on" } else { "does not go on" });
        workplace::keep_if(!problems.is_empty(), folder);
        found.extend(problems.into_iter().map(|problem| format!("{point}: {problem}")));
    }
    println!("faults: {} places, {} problems", points.len(), found.len());
    findings::conclude("faults", &found)
}

fn chosen(options: &Options) -> Result<Vec<String>> {
    let workspace = crate::workspace()?.workspace_root;
    let source =
        std::fs::read_to_string(workspace.join(NAMES)).with_context(|| format!("reading {NAMES}"))?;
    let list = source.split("POINTS:").nth(1).and_then(|rest| rest.split("];").next()).unwrap_or_default();
    let all: Vec<String> = list.split('"').skip(1).step_by(2).map(str::to_owned).collect();
    ensure!(all.len() >= 40, "{NAMES} names {} places, fewer than 40", all.len());
    if let Some(only) = &options.only {
        ensure!(all.contains(only), "there is no place `{only}`; {NAMES} names them");
        return Ok(vec![only.clone()]);
    }
    let every = options.every.max(1);
    let first = rand::random_range(0..every);
    Ok(all.into_iter().skip(first).step_by(every).collect())
}

/// What does not go on after a fault at this place.
async fn fail_at(options: &Options, point: &str, folder: &TempDir) -> Result<Vec<String>> {
    let provider = Provider::open().await?;
    let mut launch = workplace::launch(options.binary.as_deref(), folder.path(), folder.path())?;
    let pack = folder.path().join("pack");
    std::fs::create_dir(&pack)?;
    std::fs::write(pack.join("pack.toml"), PACK)?;
    launch.environment.extend([
        ("CONSERJE__PACKS__FOLDERS", format!("[{:?}]", pack.display().to_string())),
        ("CONSERJE__TESTING__FAULT_AT", point.to_owned()),
        ("CONSERJE__CHANNELS__PRIVATE", format!("[{:?}]", provider.address.to_string())),
    ]);
    let mut serving = launch.start().await?;
    let acts = Acts::prepare(&serving.api, &launch, &provider).await?;
    // Whatever is refused now is what the fault was for.
    drop(acts.all("first").await);
    let mut problems = acts.all("second").await;
    if let Some(status) = serving.process.ended()? {
        problems.push(format!("the server ended: {status}"));
        return Ok(problems);
    }
    problems.extend(told(&launch, point));
    problems.extend(acts.health().await);
    let status = serving.process.stop().await?;
    if !status.success() {
        problems.push(format!("stopping ended with {status}"));
    }
    Ok(problems)
}

/// A fault that was never met shows nothing; one that was met is in the log with where it happened.
fn told(launch: &Launch, point: &str) -> Option<String> {
    let log = launch.log();
    let line = log.lines().position(|line| line.contains("A fault of the program"));
    let is_told = log.contains(&format!("a fault that a test asked for at {point}"));
    let has_trace = log.contains("conserje_kernel::faults::pass");
    match (line, is_told, has_trace) {
        (Some(_), true, true) => None,
        (_, false, _) => Some("the place was never passed".to_owned()),
        _ => Some("the log does not say where it failed".to_owned()),
    }
}
