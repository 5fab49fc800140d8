//! Checks and harnesses that must be Rust: `cargo xtask <command>`.
//!
//! One module per command. A new one is a `mod` line, a variant of [`Command`] and a line in [`run`]; a command
//! with options of its own carries them in its variant (`Crash(crash::Options)`).
//! A check is a pure function from what it read to a list of findings, under a `run` that reads the files.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line tool answers on the terminal")]

mod chat_api;
mod circles;
mod circles_graph;
mod circles_modules;
mod circles_paths;
mod crash;
mod crash_line;
mod database;
mod dependencies;
mod desk;
mod desk_act;
mod desk_bookings;
mod desk_check;
mod desk_clients;
mod desk_loyalty;
mod desk_stock;
mod disk;
mod disk_broken;
mod disk_full;
mod disk_scene;
mod effects;
mod effects_check;
mod effects_pack;
mod effects_receiver;
mod effects_rows;
mod faults;
mod faults_acts;
mod figures;
mod findings;
mod functions;
mod ingest;
mod ingest_files;
mod ingest_rows;
mod inventory;
mod inventory_licenses;
mod inventory_part;
mod inventory_sbom;
mod layers;
mod ledger;
mod loop_disk;
mod manifests;
mod powercut;
mod programs;
mod reconnect;
mod reconnect_log;
mod reconnect_ways;
mod server_process;
mod sizes;
mod sources;
mod states;
mod tally;
mod workplace;
mod writer;
mod writers;

use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use cargo_metadata::{Metadata, MetadataCommand};
use clap::{Parser, Subcommand};
use tokio::signal::unix::{SignalKind, signal};

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
    /// Check that no file outgrows 500 program lines and no function 100, or their line in sizes.txt
    Sizes,
    /// Check that every crate takes its lints, package fields and dependencies from the workspace
    Manifests,
    /// Check that other people's crates are used as deny.toml says, and that none is named for nothing
    Dependencies,
    /// Write down what the program is made of: a CycloneDX file, and the licenses of it all
    Inventory(inventory::Options),
    /// Check that no more files of a crate use each other in circles than circles.toml says
    Circles(circles::Options),
    /// Check that contract words such as `status` are enums, or have a line in states.toml
    States,
    /// Kill a server under load again and again, and check that it keeps what it acknowledged
    Crash(crash::Options),
    /// Kill a server between decisions and effects, and check that each effect happens once or is called unknown
    Effects(effects::Options),
    /// Let the program fail at one named place after the other, and check that everything goes on
    Faults(faults::Options),
    /// Cut clients off and restart their server again and again, and check that they miss and see twice nothing
    Reconnect(reconnect::Options),
    /// Kill a server while it reads files, and check that each ends read once or refused, and nothing is left over
    Ingest(ingest::Options),
    /// Let many clients want the same hours, dishes and tokens while the server is killed, and check that each goes once
    Desk(desk::Options),
    /// Cut the power under a server's disk, and check that it keeps what it acknowledged (as root)
    Powercut(powercut::Options),
    /// Fill, break and take away a server's disk, and check that it keeps what it acknowledged (as root)
    Disk(disk::Options),
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
        Command::Dependencies => dependencies::run(&workspace()?),
        Command::Inventory(options) => inventory::run(&workspace()?, options),
        Command::Circles(options) => circles::run(&workspace()?, options),
        Command::States => states::run(&workspace()?),
        Command::Crash(options) => until_interrupted(crash::run(options)),
        Command::Effects(options) => until_interrupted(effects::run(options)),
        Command::Faults(options) => until_interrupted(faults::run(options)),
        Command::Reconnect(options) => until_interrupted(reconnect::run(options)),
        Command::Ingest(options) => until_interrupted(ingest::run(options)),
        Command::Desk(options) => until_interrupted(desk::run(options)),
        Command::Powercut(options) => until_interrupted(powercut::run(options)),
        Command::Disk(options) => until_interrupted(disk::run(options)),
    }
}

/// Runs a harness. A signal ends it as an error does: what it started and mounted is dropped, and so cleaned up.
fn until_interrupted(harness: impl Future<Output = Result<()>>) -> Result<()> {
    let runtime = tokio::runtime::Runtime::new().context("starting the runtime")?;
    runtime.block_on(async {
        let mut terminate = signal(SignalKind::terminate()).context("listening for SIGTERM")?;
        tokio::select! {
            done = harness => done,
            _ = terminate.recv() => bail!("interrupted"),
            _ = tokio::signal::ctrl_c() => bail!("interrupted"),
        }
    })
}

/// The workspace of the current folder: its root and members, without resolving dependencies.
fn workspace() -> Result<Metadata> {
    MetadataCommand::new().no_deps().exec().context("asking cargo for the workspace of the current folder")
}
