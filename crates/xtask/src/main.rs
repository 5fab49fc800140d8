//! Checks and harnesses that must be Rust: `cargo xtask <command>`.
//!
//! One module per command. A new one is a `mod` line, a variant of [`Command`] and a line in [`run`]; a command
//! with options of its own carries them in its variant (`Crash(crash::Options)`).
//! A check is a pure function from what it read to a list of findings, under a `run` that reads the files.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line tool answers on the terminal")]

mod findings;
mod layers;
mod manifests;
mod sizes;

use std::process::ExitCode;

use anyhow::{Context, Result};
use cargo_metadata::{Metadata, MetadataCommand};
use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(
    name = "cargo xtask",
    bin_name = "cargo xtask",
    about = "Checks and harnesses of the Conserje workspace"
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Check that our crates use each other only as layers.toml allows
    Layers,
    /// Check that no file outgrows 500 program lines, or its line in sizes.txt
    Sizes,
    /// Check that every crate takes its lints, package fields and dependencies from the workspace
    Manifests,
}

fn main() -> ExitCode {
    match run(&Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: &Command) -> Result<()> {
    match command {
        Command::Layers => layers::run(&workspace()?),
        Command::Sizes => sizes::run(&workspace()?),
        Command::Manifests => manifests::run(&workspace()?),
    }
}

/// The workspace of the current folder: its root and members, without resolving dependencies.
fn workspace() -> Result<Metadata> {
    MetadataCommand::new().no_deps().exec().context("asking cargo for the workspace of the current folder")
}
