//! The command line. Commands on data reach a running server through its admin door, and otherwise open
//! the data folder themselves.

mod admin_door;
mod administer;
mod arguments;
mod ask;
mod desk;
mod doctor;
mod evaluate;
mod health;
mod ingest;
mod mcp;
mod models;
mod output;
mod pack;
mod search;
mod server;
mod serving;
mod upgrade;

use std::process::ExitCode;

use arguments::{Arguments, Command, ConfigCommand, EvalCommand};
use clap::{CommandFactory, Parser};
use output::{Output, Problem, print};

use crate::config::{self, Config};

/// How long threads may take that still wait for something outside when all else has ended.
const LAST_THREADS: std::time::Duration = std::time::Duration::from_secs(2);

/// What a script can rely on: 0 done, 1 it did not work, 2 the command line was wrong, 3 a check found something.
pub fn run() -> ExitCode {
    let arguments = Arguments::parse();
    let output = Output { json: arguments.json };
    if let Command::ExtractWorker = arguments.command {
        // No runtime: its walls go up before any other thread is there.
        return match conserje_documents::extract::worker::main_loop() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => output.fail(&Problem::new(format!("the worker stopped: {error}"))),
        };
    }
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return output.fail(&Problem::new(format!("the runtime could not start: {error}"))),
    };
    let code = match runtime.block_on(execute(arguments, output)) {
        Ok(code) => code,
        Err(problem) => output.fail(&problem),
    };
    // A thread may wait for a database that says nothing. What it was to do is done or undone without it.
    runtime.shutdown_timeout(LAST_THREADS);
    code
}

async fn execute(arguments: Arguments, output: Output) -> Result<ExitCode, Problem> {
    let overrides = arguments.overrides();
    let file = arguments.config.as_deref();
    let read = || -> Result<Config, Problem> { Ok(Config::read(&config::layers(file, &overrides)?)?) };
    match arguments.command {
        Command::Serve { demo, .. } => {
            let layers = config::layers(file, &overrides)?;
            serving::serve(&Config::read(&layers)?, &layers.moved, demo, output).await
        }
        Command::Ask(arguments) => ask::run(&read()?, *arguments, output).await,
        Command::Mcp(arguments) => mcp::run(&read()?, *arguments).await,
        Command::Config { command: ConfigCommand::Check } => {
            let layers = config::layers(file, &overrides)?;
            Config::read(&layers)?;
            output.explain(&config::explain(&layers), &layers.moved);
            Ok(ExitCode::SUCCESS)
        }
        Command::Ingest(arguments) => ingest::run(&read()?, *arguments, output).await,
        Command::Search(arguments) => search::run(&read()?, *arguments, output).await,
        Command::Eval { command: EvalCommand::Retrieval { folders } } => {
            evaluate::retrieval(&read()?, &folders, output).await
        }
        Command::Pack { command } => pack::run(&read()?, command, output).await,
        Command::Desk { command } => desk::run(&read()?, command, output).await,
        Command::Models { command } => models::run(&read()?, command, output).await,
        // Handled before there is a runtime.
        Command::ExtractWorker => Ok(ExitCode::FAILURE),
        Command::Upgrade(arguments) => upgrade::check(&arguments, file, overrides, output).await,
        Command::Migrate => administer::migrate(&read()?, output).await,
        Command::Doctor => doctor::examine(&read()?, output).await,
        Command::Health => health::ask(&read()?, output).await,
        Command::Openapi => {
            let document = conserje_doors::http::openapi().to_pretty_json();
            print(&document.map_err(|error| Problem::new(error.to_string()))?);
            Ok(ExitCode::SUCCESS)
        }
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "conserje", &mut script);
            print(&String::from_utf8_lossy(&script));
            Ok(ExitCode::SUCCESS)
        }
        Command::ManPages { folder } => {
            clap_mangen::generate_to(Arguments::command(), &folder)
                .map_err(|error| Problem::new(format!("{}: {error}", folder.display())))?;
            Ok(ExitCode::SUCCESS)
        }
        command @ (Command::Index { .. }
        | Command::Tenants { .. }
        | Command::Users { .. }
        | Command::Keys { .. }
        | Command::Sessions { .. }
        | Command::Audit { .. }
        | Command::Jobs { .. }
        | Command::Secrets { .. }) => administer::run(&read()?, command, output).await,
    }
}
