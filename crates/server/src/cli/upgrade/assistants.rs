//! Assistants of tenants' own, read as this program would read them, and the packs that they were copied from.

use std::collections::BTreeSet;
use std::path::Path;

use conserje_operate::assistants::{FieldFault, Held, changed_files};
use conserje_operate::packs::included;
use conserje_store::upgrade::OwnAssistant;

use super::{Line, Problem, State, named};
use crate::config::Config;
use crate::open::open_aside;

/// Of all of them together.
pub(super) const ALL: &str = "assistants";
/// Of what is wrong with one, as much is told.
const TOLD: usize = 3;

pub(super) async fn lines(config: &Config, own: Vec<OwnAssistant>) -> Result<Vec<Line>, Problem> {
    if own.is_empty() {
        return Ok(Vec::new());
    }
    // What tenants wrote is in it, so it goes whatever happens.
    let workplace = tempfile::tempdir().map_err(|error| Problem::of(&error))?;
    let below = included::folder(&config.data_folder);
    // Which packs there are may have been said on the command line of the server: those were unpacked.
    let mut packs: BTreeSet<String> = config.included_packs.iter().cloned().collect();
    packs.extend(included::names().into_iter().filter(|name| below.join(name).is_dir()).map(str::to_owned));
    let mut with_packs = config.clone();
    with_packs.included_packs = packs.into_iter().collect();
    let app = match open_aside(&with_packs, &workplace.path().join("data")).await {
        Ok(app) => app,
        Err(error) => {
            let why = format!("not tried: {}", Problem::of(&error).message());
            return Ok(vec![Line::new(ALL, State::Fault, why)]);
        }
    };
    let mut lines = Vec::new();
    for OwnAssistant { tenant, name, version, content } in own {
        let what = format!("assistant {tenant}/{name}");
        let held = app.operate().hold(workplace.path().join("trial"), &name, &content).await;
        lines.push(match held {
            Ok(held) => told(what, version, &held, &changes(&held.replaces, &below)),
            Err(error) => Line::new(what, State::Fault, error.to_string()),
        });
    }
    Ok(lines)
}

/// What becomes of the packs that one was copied from; of one that was not unpacked nothing is known.
fn changes(packs: &[String], below: &Path) -> Vec<String> {
    let is_there = |pack: &&String| below.join(pack).is_dir();
    let change = |pack: &String| match changed_files(pack, below) {
        Ok(files) if files.is_empty() => None,
        Ok(files) => Some(format!("`{pack}` has other files ({})", named(&files))),
        Err(error) => Some(error.to_string()),
    };
    packs.iter().filter(is_there).filter_map(change).collect()
}

fn told(what: String, version: i64, held: &Held, changes: &[String]) -> Line {
    let faults: Vec<String> = held.faults.iter().take(TOLD).map(fault).collect();
    let copied = format!("what it was copied from changes: {}; compare them", changes.join("; "));
    let (state, mut detail) = match held.faults.len() {
        0 if changes.is_empty() => (State::Ready, format!("version {version} answers as it is")),
        0 => return Line::new(what, State::Notice, format!("version {version} answers as it is; {copied}")),
        count => {
            let more = if count > TOLD { "; …" } else { "" };
            (State::Fault, format!("version {version} would not answer: {}{more}", faults.join("; ")))
        }
    };
    if !changes.is_empty() {
        detail = format!("{detail}; {copied}");
    }
    Line::new(what, state, detail)
}

/// `pack.toml:12 (agents.0.tools): …`
fn fault(fault: &FieldFault) -> String {
    let line = fault.line.map(|line| format!(":{line}")).unwrap_or_default();
    let field = fault.field.as_ref().map(|field| format!(" ({field})")).unwrap_or_default();
    format!("{}{line}{field}: {}", fault.file, fault.problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(problems: &[&str]) -> Held {
        let fault = |problem: &&str| FieldFault {
            file: "pack.toml".to_owned(),
            line: Some(3),
            field: Some("agents.0.tools".to_owned()),
            problem: (*problem).to_owned(),
        };
        Held { faults: problems.iter().map(fault).collect(), replaces: Vec::new() }
    }

    #[test]
    fn a_line_says_what_would_not_answer_and_what_is_to_be_compared() {
        let line = |held: &Held, changes: &[String]| {
            let line = told("assistant demo/a".to_owned(), 2, held, changes);
            (line.state, line.detail)
        };
        let changes = ["`docs` has other files (pack.toml)".to_owned()];
        assert_eq!(line(&held(&[]), &[]), (State::Ready, "version 2 answers as it is".to_owned()));
        let (state, detail) = line(&held(&[]), &changes);
        assert_eq!(state, State::Notice);
        assert!(detail.ends_with("changes: `docs` has other files (pack.toml); compare them"), "{detail}");
        let (state, detail) = line(&held(&["a", "b", "c", "d"]), &changes);
        assert_eq!(state, State::Fault);
        let said = "version 2 would not answer: pack.toml:3 (agents.0.tools): a; pack.toml:3 (agents.0.tools): b; \
                    pack.toml:3 (agents.0.tools): c; …; what it was copied from changes: ";
        assert!(detail.starts_with(said), "{detail}");
    }
}
