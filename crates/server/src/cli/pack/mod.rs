//! `conserje pack`: what somebody needs who writes assistants.

mod across;
mod answers;
pub(super) mod load;
mod make;
mod routes;
mod simulate;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use conserje_agents::simulation::Simulations;
use conserje_agents::{Fault, Pack};
use conserje_operate::packs::included;
use serde_json::{Value, json};

use super::output::{Output, Problem, print, print_json};
use super::server::{Server, ServerArguments};
use crate::config::Config;

/// A check found something.
const FOUND: u8 = 3;
/// The share of messages that must reach the right one of all assistants.
const TOGETHER: f64 = 0.9;

#[derive(clap::Subcommand)]
pub(super) enum PackCommand {
    /// Look for everything that is wrong with packs, by file and line.
    Check {
        #[arg(required = true, value_name = "DIR")]
        folders: Vec<PathBuf>,
    },
    /// Ask packs what their `evals` hold, and say how often they were right.
    Test {
        #[arg(required_unless_present = "included", conflicts_with = "included", value_name = "DIR")]
        folders: Vec<PathBuf>,
        /// The packs that this program carries, each alone and all together.
        #[arg(long)]
        included: bool,
        /// The share of messages that must reach the right agent and intent, of those its rules were not written from.
        #[arg(long, value_name = "SHARE", default_value_t = 0.8)]
        at_least: f64,
        /// Only who answers what; no question is asked.
        #[arg(long)]
        routes_only: bool,
        /// Play customers against it too, and hold what came of it against what was to come.
        #[arg(long, conflicts_with = "routes_only")]
        simulate: bool,
        #[command(flatten)]
        play: simulate::PlayArguments,
        /// Print what went wrong; of customers who are played, what was said.
        #[arg(long)]
        verbose: bool,
    },
    /// Give a tenant the documents that come with packs.
    Load {
        #[arg(required = true, value_name = "DIR")]
        folders: Vec<PathBuf>,
        #[command(flatten)]
        server: ServerArguments,
    },
    /// Begin a pack in a new folder.
    New {
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

pub(super) async fn run(config: &Config, command: PackCommand, output: Output) -> Result<ExitCode, Problem> {
    match command {
        PackCommand::Check { folders } => Ok(check(&folders, output)),
        PackCommand::Test { folders, included, at_least, routes_only, simulate, play, verbose } => {
            let wanted = Wanted { at_least, routes_only, verbose, play: simulate.then_some(play) };
            if included {
                return test_included(config, &wanted, output).await;
            }
            let tested = test(config, &folders, &wanted).await?;
            Ok(tell(&tested, &wanted, output))
        }
        PackCommand::Load { folders, server } => {
            let server = server.connect(config).await?;
            let outcome = load_all(&server, &folders).await;
            server.leave().await;
            outcome.map(|()| ExitCode::SUCCESS)
        }
        PackCommand::New { folder } => make::new_pack(&folder),
    }
}

async fn load_all(server: &Server, folders: &[PathBuf]) -> Result<(), Problem> {
    for folder in folders {
        let pack = Pack::read(folder).map_err(|error| Problem::new(error.to_string()))?;
        let count = load::load(server, &pack).await?;
        print(&format!("{}: {count} documents can be searched", pack.name));
    }
    Ok(())
}

struct Wanted {
    at_least: f64,
    routes_only: bool,
    verbose: bool,
    /// How customers are played, if they are.
    play: Option<simulate::PlayArguments>,
}

fn check(folders: &[PathBuf], output: Output) -> ExitCode {
    let mut faults = Vec::new();
    for folder in folders {
        match read(folder) {
            Ok(pack) => {
                if !output.json {
                    let agents = pack.agents.len();
                    print(&format!(
                        "{}: pack `{}` {}, {agents} agents",
                        folder.display(),
                        pack.name,
                        pack.version
                    ));
                }
            }
            Err(found) => faults.extend(found),
        }
    }
    if output.json {
        print_json(&json!({ "faults": faults.iter().map(fault_json).collect::<Vec<_>>() }));
    } else {
        for fault in &faults {
            print(&fault.to_string());
        }
    }
    if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(FOUND) }
}

fn fault_json(fault: &Fault) -> Value {
    json!({"file": fault.path.display().to_string(), "line": fault.line, "problem": fault.problem})
}

/// A pack that nothing is wrong with.
fn read(folder: &Path) -> Result<Pack, Vec<Fault>> {
    let pack = Pack::read(folder).map_err(|error| error.faults)?;
    let own: Vec<&str> = pack.tools.iter().map(|tool| tool.name.as_str()).collect();
    let known: BTreeSet<&str> = conserje_operate::toolset::names()
        .into_iter()
        .chain(conserje_operate::toolset::names_of(&pack))
        .chain(own)
        .collect();
    let mut faults = conserje_operate::packs::faults_of(&pack, &known);
    faults.extend(Simulations::read(&pack.folder).err().map(|error| error.faults).unwrap_or_default());
    if faults.is_empty() { Ok(pack) } else { Err(faults) }
}

/// What came of asking packs.
struct Outcome {
    items: Vec<Value>,
    missed: Vec<String>,
    is_good: bool,
}

fn problem(faults: &[Fault]) -> Problem {
    let said: Vec<_> = faults.iter().map(ToString::to_string).collect();
    Problem::new(said.join("\n"))
}

async fn test(config: &Config, folders: &[PathBuf], wanted: &Wanted) -> Result<Outcome, Problem> {
    let mut outcome = Outcome { items: Vec::new(), missed: Vec::new(), is_good: true };
    for folder in folders {
        let pack = read(folder).map_err(|faults| problem(&faults))?;
        let evals = pack.evals().map_err(|error| Problem::new(error.to_string()))?;
        let tested = routes::test(&pack, &evals, wanted);
        outcome.is_good &= tested.is_good;
        outcome.items.extend(tested.items);
        outcome.missed.extend(tested.missed);
        if !wanted.routes_only && !evals.answers.is_empty() {
            let answered = answers::test(config, &pack, &evals.answers).await?;
            outcome.is_good &= answered.missed.is_empty();
            outcome.items.push(answered.item);
            outcome.missed.extend(answered.missed);
        }
        if let Some(play) = &wanted.play {
            let played = Box::pin(simulate::test(config, &pack, play)).await?;
            outcome.is_good &= played.is_good;
            outcome.items.extend(played.items);
            outcome.missed.extend(played.missed);
        }
    }
    Ok(outcome)
}

/// What this program carries, as it unpacks it, and not what a checkout beside it may hold.
async fn test_included(config: &Config, wanted: &Wanted, output: Output) -> Result<ExitCode, Problem> {
    let place = tempfile::tempdir().map_err(|error| Problem::new(error.to_string()))?;
    let names: Vec<String> = included::names().into_iter().map(str::to_owned).collect();
    let folders = included::unpack(&names, place.path()).map_err(|error| Problem::new(error.to_string()))?;
    let mut outcome = Box::pin(test(config, &folders, wanted)).await?;
    let together = Box::pin(across::test(config)).await?;
    outcome.is_good &= together.share >= TOGETHER;
    outcome.items.extend(together.items);
    outcome.missed.extend(together.missed);
    Ok(tell(&outcome, wanted, output))
}

fn tell(outcome: &Outcome, wanted: &Wanted, output: Output) -> ExitCode {
    if wanted.verbose && !output.json {
        for line in &outcome.missed {
            print(line);
        }
    }
    output.list(&json!({ "items": outcome.items }), &["pack", "set", "language", "count", "right", "share"]);
    if outcome.is_good { ExitCode::SUCCESS } else { ExitCode::from(FOUND) }
}
