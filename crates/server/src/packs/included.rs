//! The packs that come with the program. They are written to the data folder, where tools find their data and people can
//! read them; what was changed there is written anew at the next start.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

include!(concat!(env!("OUT_DIR"), "/pack_files.rs"));

#[derive(Debug, thiserror::Error)]
pub enum IncludedError {
    #[error("there is no pack `{name}` in this program; there are {known}")]
    Unknown { name: String, known: String },
    #[error("the pack could not be written to {}: {source}", path.display())]
    Write {
        path: PathBuf,
        #[source]
        source: std::io::Error,
    },
}

/// Their names. A folder without `pack.toml` holds data only.
pub(crate) fn names() -> BTreeSet<&'static str> {
    let pack = |(path, _): &(&'static str, &[u8])| path.strip_suffix("/pack.toml");
    FILES.iter().filter_map(pack).collect()
}

const DEMOS: &str = "frontdesk/demo/";

/// Names of the invented businesses.
pub(crate) fn demos() -> BTreeSet<&'static str> {
    let name = |(path, _): &(&'static str, &[u8])| path.strip_prefix(DEMOS)?.strip_suffix("/business.toml");
    FILES.iter().filter_map(name).collect()
}

/// What is in the files of an invented business: `business.toml`, and `menu.csv` if it has one.
pub(crate) fn demo(name: &str) -> Option<(&'static str, Option<&'static str>)> {
    let text = |file: &str| {
        let wanted = format!("{DEMOS}{name}/{file}");
        let (_, content) = FILES.iter().find(|(path, _)| *path == wanted)?;
        std::str::from_utf8(content).ok()
    };
    Some((text("business.toml")?, text("menu.csv")))
}

/// Writes those packs below a folder; where each of them is.
pub(crate) fn unpack(wanted: &[String], below: &Path) -> Result<Vec<PathBuf>, IncludedError> {
    let mut folders = Vec::new();
    for name in wanted {
        if !names().contains(name.as_str()) {
            let known = names().into_iter().collect::<Vec<_>>().join(", ");
            return Err(IncludedError::Unknown { name: name.clone(), known });
        }
        let files =
            FILES.iter().filter(|(path, _)| path.split_once('/').is_some_and(|(pack, _)| pack == name));
        for (path, content) in files {
            write(&below.join(path), content)?;
        }
        folders.push(below.join(name));
    }
    Ok(folders)
}

/// A file that is as it should be is left alone: whoever watches the folder need not look again.
fn write(path: &Path, content: &[u8]) -> Result<(), IncludedError> {
    if std::fs::read(path).is_ok_and(|there| there == content) {
        return Ok(());
    }
    let written =
        path.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| std::fs::write(path, content));
    written.map_err(|source| IncludedError::Write { path: path.to_owned(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_packs_that_come_with_the_program_can_be_used() {
        let folder = tempfile::tempdir().unwrap();
        let wanted: Vec<String> = names().into_iter().map(str::to_owned).collect();
        assert!(wanted.contains(&"docs".to_owned()), "{wanted:?}");
        for pack in unpack(&wanted, folder.path()).unwrap() {
            conserje_agents::Pack::read(&pack).unwrap_or_else(|error| panic!("{error}"));
        }
        assert_eq!(demos(), BTreeSet::from(["dental", "medical", "restaurant"]));
        assert!(demo("restaurant").is_some_and(|(_, menu)| menu.is_some()) && demo("../docs").is_none());
        let error = unpack(&["nothing".to_owned()], folder.path()).unwrap_err().to_string();
        assert!(error.starts_with("there is no pack `nothing` in this program; there are docs"), "{error}");
    }
}
