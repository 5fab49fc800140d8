//! The schema, and its outstanding steps tried on a copy.

use std::path::Path;

use conserje_store::upgrade::{self, OwnAssistant, Standing, Tried};
use conserje_store::{DATABASE, Durability, RowsHome, StoreError};

use super::{Line, Problem, State};
use crate::config::Config;
use crate::opened::names;

/// A copy that is brought to another schema may be written as a whole once more.
const COPIES: u64 = 2;
const MEGABYTE: u64 = 1 << 20;

const SCHEMA: &str = "schema";
const TRIAL: &str = "trial";

pub(super) fn is_there(config: &Config) -> bool {
    config.database_url().is_some() || config.data_folder.join(DATABASE).is_file()
}

/// What is to say of it, and the assistants of tenants' own that are in it.
pub(super) async fn look_at(config: &Config) -> Result<(Vec<Line>, Vec<OwnAssistant>), Problem> {
    if !is_there(config) {
        let detail =
            format!("there is no {DATABASE} in {} yet; a start makes it", config.data_folder.display());
        return Ok((vec![Line::new(SCHEMA, State::Notice, detail)], Vec::new()));
    }
    let file = config.data_folder.join(DATABASE);
    let rows = match config.database_url() {
        Some(url) => RowsHome::Postgres { url: url.clone(), connections: 1 },
        None => RowsHome::Sqlite { file, durability: Durability::Full },
    };
    // It holds what the database holds, so it goes whatever happens.
    let workplace = tempfile::tempdir().map_err(|error| Problem::of(&error))?;
    let within = workplace.path().to_owned();
    let look = tokio::task::spawn_blocking(move || examine(&rows, &within));
    tokio::select! {
        looked = look => looked.map_err(|error| Problem::of(&error)),
        _ = tokio::signal::ctrl_c() => Err(Problem::new("the check was stopped; nothing was changed")),
    }
}

fn examine(rows: &RowsHome, workplace: &Path) -> (Vec<Line>, Vec<OwnAssistant>) {
    let standing = match upgrade::standing(rows, workplace) {
        Ok(standing) => standing,
        Err(error) => return (vec![fault(SCHEMA, &error)], Vec::new()),
    };
    let trial = match rows {
        RowsHome::Sqlite { file, .. } => Some(trial(file, workplace)),
        RowsHome::Postgres { .. } if standing.outstanding.is_empty() => None,
        RowsHome::Postgres { .. } => Some(Line::new(
            TRIAL,
            State::Notice,
            "not tried: of PostgreSQL only the list of steps and the assistants are read; try the upgrade on a copy of the database",
        )),
    };
    let mut lines: Vec<Line> = std::iter::once(schema(&standing)).chain(trial).collect();
    match upgrade::own_assistants(rows, workplace) {
        Ok(own) => (lines, own),
        Err(error) => {
            lines.push(fault(super::assistants::ALL, &error));
            (lines, Vec::new())
        }
    }
}

fn schema(standing: &Standing) -> Line {
    let Standing { version, outstanding } = standing;
    match outstanding.last() {
        None => Line::new(SCHEMA, State::Ready, format!("{version}, as this program has it")),
        Some(last) => {
            let detail = format!("{version} -> {}: {}", last.version, names(outstanding));
            Line::new(SCHEMA, State::Changes, detail)
        }
    }
}

fn trial(file: &Path, workplace: &Path) -> Line {
    match room(file, workplace) {
        Ok((needed, free)) => {
            if let Some(problem) = too_little(needed, free, workplace) {
                return Line::new(TRIAL, State::Fault, problem);
            }
        }
        Err(error) => return Line::new(TRIAL, State::Fault, format!("not tried: {error}")),
    }
    match upgrade::try_on_copy(file, workplace) {
        Ok(tried) => told(&tried),
        Err(error) => fault(TRIAL, &error),
    }
}

fn told(tried: &Tried) -> Line {
    if !tried.faults.is_empty() {
        return Line::new(TRIAL, State::Fault, format!("a copy is not whole: {}", tried.faults.join("; ")));
    }
    let detail = match tried.steps.len() {
        0 => "no step is outstanding; a copy is whole".to_owned(),
        1 => format!("on a copy the step took {} ms; it is whole", tried.took.as_millis()),
        steps => format!("on a copy {steps} steps took {} ms; it is whole", tried.took.as_millis()),
    };
    Line::new(TRIAL, State::Ready, detail)
}

/// What is needed, and what is free, in bytes.
fn room(file: &Path, workplace: &Path) -> std::io::Result<(u64, u64)> {
    let needed = upgrade::size(file)?.saturating_mul(COPIES).saturating_add(MEGABYTE);
    let disk = rustix::fs::statvfs(workplace)?;
    Ok((needed, disk.f_bavail.saturating_mul(disk.f_frsize)))
}

fn too_little(needed: u64, free: u64, workplace: &Path) -> Option<String> {
    let shown = workplace.parent().unwrap_or(workplace).display();
    let megabytes = |bytes: u64| bytes.div_ceil(MEGABYTE);
    (free < needed).then(|| {
        format!(
            "not tried: a copy takes {} MB, and {shown} has {} MB free; name a folder with more room in `TMPDIR`",
            megabytes(needed),
            free / MEGABYTE
        )
    })
}

fn fault(what: &str, error: &StoreError) -> Line {
    Line::new(what, State::Fault, Problem::of(error).message())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_that_has_no_room_is_not_made() {
        let place = Path::new("/tmp/x");
        assert_eq!(too_little(10 * MEGABYTE, 10 * MEGABYTE, place), None);
        assert_eq!(
            too_little(10 * MEGABYTE, 10 * MEGABYTE - 1, place).unwrap(),
            "not tried: a copy takes 10 MB, and /tmp has 9 MB free; name a folder with more room in `TMPDIR`"
        );
    }

    #[test]
    fn what_is_not_whole_afterwards_stands_in_the_way() {
        let faults = vec!["a row of `a` belongs to one of `b` that is not there".to_owned()];
        let tried = Tried { steps: Vec::new(), took: std::time::Duration::ZERO, faults };
        assert_eq!(told(&tried).state, State::Fault);
    }
}
