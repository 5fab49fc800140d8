//! Programs of the system, run to their end.

use std::ffi::OsStr;
use std::os::unix::fs::MetadataExt;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

/// Runs a program that must succeed; what it printed.
pub(crate) fn run<A: AsRef<OsStr>>(program: &str, arguments: &[A]) -> Result<String> {
    run_with(program, arguments, &[0])
}

/// Some programs say with their exit code what they did, such as `fsck`.
pub(crate) fn run_with<A: AsRef<OsStr>>(program: &str, arguments: &[A], good: &[i32]) -> Result<String> {
    let output = Command::new(program)
        .args(arguments)
        .output()
        .with_context(|| format!("starting `{program}`; is it installed?"))?;
    if !output.status.code().is_some_and(|code| good.contains(&code)) {
        let said = String::from_utf8_lossy(&output.stderr);
        bail!("`{program}` failed ({}): {}", output.status, said.trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Mounting, and breaking what is mounted, is root's alone.
pub(crate) fn must_be_root(command: &str) -> Result<()> {
    let own = std::fs::metadata("/proc/self").context("reading /proc/self")?;
    ensure!(own.uid() == 0, "`cargo xtask {command}` mounts a disk of its own; run it as root");
    Ok(())
}
