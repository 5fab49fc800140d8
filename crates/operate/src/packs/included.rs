//! The packs that come with the program. They are written to the data folder, where tools find their data and people can
//! read them; what was changed there is written anew at the next start.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use conserje_agents::Belonging;

include!(concat!(env!("OUT_DIR"), "/pack_files.rs"));

#[derive(Debug, thiserror::Error)]
pub enum IncludedError {
    #[error("there is no pack `{name}` in this program; there are {known}")]
    Unknown { name: String, known: String },
    #[error("the pack in {} cannot be read: {source}", path.display())]
    Read {
        path: PathBuf,
        #[source]
        source: std::io::Error,
    },
    #[error("the pack could not be written to {}: {source}", path.display())]
    Write {
        path: PathBuf,
        #[source]
        source: std::io::Error,
    },
}

/// Their names. A folder without `pack.toml` holds data only.
pub fn names() -> BTreeSet<&'static str> {
    let pack = |(path, _): &(&'static str, &[u8])| path.strip_suffix("/pack.toml");
    FILES.iter().filter_map(pack).collect()
}

const DEMOS: &str = "frontdesk/demo/";

/// Names of the invented businesses.
pub fn demos() -> BTreeSet<&'static str> {
    let name = |(path, _): &(&'static str, &[u8])| path.strip_prefix(DEMOS)?.strip_suffix("/business.toml");
    FILES.iter().filter_map(name).collect()
}

/// What is in the files of an invented business: `business.toml`, and `menu.csv` if it has one.
pub fn demo(name: &str) -> Option<(&'static str, Option<&'static str>)> {
    let text = |file: &str| {
        let wanted = format!("{DEMOS}{name}/{file}");
        let (_, content) = FILES.iter().find(|(path, _)| *path == wanted)?;
        std::str::from_utf8(content).ok()
    };
    Some((text("business.toml")?, text("menu.csv")))
}

/// Messages for all packs together, and the documents of those who ask: `seen` are learned from, `heldout` are not.
const ACROSS: &str = "across/";

/// Which pack messages are for: what is learned from to choose between packs.
pub fn belonging() -> Vec<Belonging> {
    let examples = lines::<Example>("examples.jsonl").into_iter();
    let examples = examples.map(|example| Belonging { text: example.text, pack: example.assistant });
    let seen = across("seen").into_iter();
    examples.chain(seen.map(|asked| Belonging { text: asked.text, pack: asked.assistant })).collect()
}

/// A message, and which assistant is to answer it.
#[derive(Clone, Debug, serde::Deserialize)]
struct Example {
    text: String,
    #[serde(deserialize_with = "assistant")]
    assistant: Option<String>,
}

/// A message, who says it where, and which assistant is to answer it.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    pub text: String,
    pub language: conserje_kernel::Language,
    /// `member` or `guest`.
    pub who: Who,
    /// The invented business it is said to, or `plain` where there is none.
    pub tenant: String,
    /// None where nothing of what is here answers it.
    #[serde(deserialize_with = "assistant")]
    pub assistant: Option<String>,
    /// What kind of message it is, to count by.
    pub kind: String,
    pub urgent: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    Member,
    Guest,
}

fn assistant<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    let name: String = serde::Deserialize::deserialize(from)?;
    Ok(Some(name).filter(|name| name != "none"))
}

/// The messages of a set.
pub fn across(set: &str) -> Vec<Asked> {
    lines(&format!("{set}/messages.jsonl"))
}

/// A line that cannot be read is a fault of the program, which a test finds.
fn lines<T: serde::de::DeserializeOwned>(file: &str) -> Vec<T> {
    let wanted = format!("{ACROSS}{file}");
    let file = FILES.iter().find(|(path, _)| *path == wanted);
    let text = file.and_then(|(_, content)| std::str::from_utf8(content).ok()).unwrap_or_default();
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// The documents of those who ask, by their names.
pub fn across_documents(set: &str) -> Vec<(&'static str, &'static [u8])> {
    let below = format!("{ACROSS}{set}/documents/");
    FILES.iter().filter_map(|(path, content)| Some((path.strip_prefix(&below)?, *content))).collect()
}

/// Where they are written to, in a data folder.
pub fn folder(data: &Path) -> PathBuf {
    data.join("packs")
}

/// How what is on disk differs from what this program would write. Files are named as in the pack's folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    pub changed: Vec<String>,
    pub new: Vec<String>,
    /// Of no use any more, unless somebody put them there. They stay.
    pub gone: Vec<String>,
}

/// Compares a pack below a folder with the one that this program brings.
pub fn difference(pack: &str, below: &Path) -> Result<Difference, IncludedError> {
    let folder = below.join(pack);
    let unreadable = |source| IncludedError::Read { path: folder.clone(), source };
    let mut there = BTreeSet::new();
    list(&folder, Path::new(""), &mut there).map_err(unreadable)?;
    let mut difference = Difference::default();
    for (path, content) in FILES {
        let Some((_, name)) = path.split_once('/').filter(|(of, _)| *of == pack) else { continue };
        if !there.remove(name) {
            difference.new.push(name.to_owned());
        } else if std::fs::read(folder.join(name)).map_err(unreadable)? != *content {
            difference.changed.push(name.to_owned());
        }
    }
    difference.gone = there.into_iter().collect();
    Ok(difference)
}

fn list(root: &Path, within: &Path, found: &mut BTreeSet<String>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(root.join(within))? {
        let entry = entry?;
        let name = within.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            list(root, &name, found)?;
        } else {
            found.insert(name.to_string_lossy().into_owned());
        }
    }
    Ok(())
}

/// Writes those packs below a folder; where each of them is.
pub fn unpack(wanted: &[String], below: &Path) -> Result<Vec<PathBuf>, IncludedError> {
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
        let written = std::fs::read_to_string("../../packs/across/examples.jsonl").unwrap();
        let seen = across("seen").len();
        assert_eq!(belonging().len(), written.lines().count() + seen, "an example cannot be read");
        for set in ["seen", "heldout"] {
            let written =
                std::fs::read_to_string(format!("../../packs/across/{set}/messages.jsonl")).unwrap();
            assert_eq!(across(set).len(), written.lines().count(), "a line of {set} cannot be read");
            assert_eq!(across_documents(set).len(), 8);
        }
        let error = unpack(&["nothing".to_owned()], folder.path()).unwrap_err().to_string();
        assert!(error.starts_with("there is no pack `nothing` in this program; there are docs"), "{error}");
    }

    /// Files of `packs` that do not ship, and why. There is none: what is learned from, and what is tested with, ships.
    const LEFT_OUT: [(&str, &str); 0] = [];

    fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                files_below(&path, found);
            } else {
                found.push(path);
            }
        }
    }

    #[test]
    fn what_ships_is_what_is_in_the_folder_file_by_file() {
        let root = Path::new("../../packs");
        let mut there = Vec::new();
        files_below(root, &mut there);
        let name = |path: &PathBuf| path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
        let wanted: BTreeSet<String> = there
            .iter()
            .map(name)
            .filter(|name| LEFT_OUT.iter().all(|(left_out, _)| left_out != name))
            .collect();
        let shipped: BTreeSet<String> = FILES.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(shipped, wanted);
        for (name, content) in FILES {
            assert_eq!(std::fs::read(root.join(name)).unwrap(), *content, "{name}");
        }
    }
}
