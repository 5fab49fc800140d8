//! `conserje upgrade --check`: what this program would change, found out without changing it.

mod assistants;
mod changes;
mod configuration;
mod database;
mod packs;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde::Serialize;
use serde_json::json;

use super::output::{Output, Problem, print};
use crate::config::{Config, Overrides};
use crate::opened::VERSION;

const FOUND: u8 = 3;

#[derive(clap::Args)]
pub(super) struct UpgradeArguments {
    /// A data folder, or a configuration file; nothing there is changed. Exit code 3 if something stands in the way.
    #[arg(long, value_name = "FILE|DIR")]
    check: PathBuf,
}

/// Something that was looked at.
#[derive(Debug, Serialize)]
struct Line {
    what: String,
    state: State,
    detail: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum State {
    /// Stays as it is.
    Ready,
    /// Is changed by the upgrade itself.
    Changes,
    /// Is for somebody to look at, and stands in nobody's way.
    Notice,
    /// Stands in the way.
    Fault,
}

impl Line {
    fn new(what: impl Into<String>, state: State, detail: impl Into<String>) -> Self {
        Self { what: what.into(), state, detail: detail.into() }
    }
}

pub(super) async fn check(
    arguments: &UpgradeArguments,
    file: Option<&Path>,
    overrides: Overrides,
    output: Output,
) -> Result<ExitCode, Problem> {
    let path = &arguments.check;
    let (file, overrides) = if path.is_dir() {
        (file, Overrides { data: Some(path.clone()), ..overrides })
    } else if path.is_file() {
        (Some(path.as_path()), overrides)
    } else {
        let problem = Problem::new(format!("there is no {}", path.display()));
        return Err(problem.hint("name a data folder, or a configuration file"));
    };
    let (mut lines, config) = configuration::lines(file, &overrides);
    let before = match &config {
        Some(config) => look_at(config, &mut lines).await?,
        None => None,
    };
    Ok(tell(&lines, before.as_deref(), output))
}

/// The version that opened the data folder last, if it said so.
async fn look_at(config: &Config, lines: &mut Vec<Line>) -> Result<Option<String>, Problem> {
    let folder = &config.data_folder;
    let before = conserje_store::last_program(folder)
        .map_err(|error| Problem::of(&error).hint("check who may read it"))?;
    let is_there = before.is_some() || database::is_there(config);
    lines.insert(0, program(before.as_deref(), is_there));
    lines.push(data_folder(folder));
    let (database, own) = database::look_at(config).await?;
    lines.extend(database);
    lines.extend(packs::lines(config));
    lines.extend(assistants::lines(config, own).await?);
    Ok(if is_there { Some(before.unwrap_or_else(|| changes::FIRST.to_owned())) } else { None })
}

fn program(before: Option<&str>, is_there: bool) -> Line {
    let (state, detail) = match before {
        None if is_there => (State::Changes, format!("before 0.2.0 -> {VERSION}")),
        None => (State::Ready, format!("none has been here; {VERSION} begins anew")),
        Some(VERSION) => (State::Ready, format!("{VERSION}, as before")),
        Some(before) if changes::is_newer(before) => {
            (State::Notice, format!("{before} -> {VERSION}: this program is the older one"))
        }
        Some(before) => (State::Changes, format!("{before} -> {VERSION}")),
    };
    Line::new("program", state, detail)
}

fn data_folder(folder: &Path) -> Line {
    let shown = folder.display();
    let (state, detail) = if !folder.exists() {
        (State::Changes, format!("{shown} is not there; a start makes it"))
    } else if rustix::fs::access(folder, rustix::fs::Access::WRITE_OK).is_err() {
        let advice = "see that the one who runs the server can";
        (State::Notice, format!("who checks cannot write to {shown}; {advice}"))
    } else {
        (State::Ready, format!("{shown} can be written to"))
    };
    Line::new("data folder", state, detail)
}

/// Of several, so many are named.
const NAMED: usize = 3;

fn named(all: &[String]) -> String {
    let more = if all.len() > NAMED { ", …" } else { "" };
    format!("{}{more}", all.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", "))
}

fn tell(lines: &[Line], before: Option<&str>, output: Output) -> ExitCode {
    let changes = before.map(changes::since).unwrap_or_default();
    let is_hindered = lines.iter().any(|line| line.state == State::Fault);
    let reply = json!({"from": before, "to": VERSION, "items": lines, "changes": changes});
    output.list(&reply, &["what", "state", "detail"]);
    if !output.json && !changes.is_empty() {
        print(&format!("\nWhat changed:\n\n{changes}"));
    }
    if is_hindered { ExitCode::from(FOUND) } else { ExitCode::SUCCESS }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_which_program_comes_after_which() {
        let state = |before, is_there| program(before, is_there).state;
        assert_eq!(state(None, false), State::Ready);
        assert_eq!(state(None, true), State::Changes);
        assert_eq!(state(Some(VERSION), true), State::Ready);
        assert_eq!(state(Some("0.1.0"), true), State::Changes);
        assert_eq!(state(Some("999.0.0"), true), State::Notice);
    }

    #[test]
    fn a_folder_that_is_not_there_is_made_by_a_start() {
        let parent = tempfile::tempdir().unwrap();
        assert_eq!(data_folder(parent.path()).state, State::Ready);
        assert_eq!(data_folder(&parent.path().join("no")).state, State::Changes);
    }
}
