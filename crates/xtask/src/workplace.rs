//! Where a harness works: a folder of its own, and the server that it starts there.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use tempfile::TempDir;

use crate::chat_api::http_client;
use crate::server_process::Launch;
use crate::writers::SCRIPT;

pub(crate) fn folder(harness: &str) -> Result<TempDir> {
    let prefix = format!("conserje-{harness}-");
    tempfile::Builder::new().prefix(&prefix).tempdir().context("making a folder to work in")
}

/// What went wrong can only be looked into while the data and the log are there.
pub(crate) fn keep_if(wanted: bool, folder: TempDir) {
    if wanted {
        eprintln!("the data and the server's log are kept in {}", folder.keep().display());
    }
}

/// How the server is started: its data in one folder, its log and its script in another.
pub(crate) fn launch(binary: Option<&Path>, data: &Path, work: &Path) -> Result<Launch> {
    let binary = binary.map_or_else(built, |binary| Ok(binary.to_owned()))?;
    ensure!(
        binary.is_file(),
        "there is no server at {}; build it with `cargo build`, or name another with --binary",
        binary.display()
    );
    let script = work.join("script.json");
    fs::write(&script, SCRIPT).with_context(|| format!("writing {}", script.display()))?;
    Ok(Launch {
        binary,
        data: data.join("data"),
        environment: vec![("CONSERJE__TESTING__SCRIPT", script.display().to_string())],
        log: work.join("server.log"),
        http: http_client()?,
    })
}

/// The debug build of this workspace.
fn built() -> Result<PathBuf> {
    built_as("conserje")
}

/// Another of its programs.
pub(crate) fn built_as(name: &str) -> Result<PathBuf> {
    Ok(crate::workspace()?.target_directory.join("debug").join(name).into_std_path_buf())
}
