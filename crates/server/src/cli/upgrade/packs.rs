//! Packs that the former program unpacked, beside those that this one brings.

use std::path::Path;

use conserje_operate::packs::included::{self, Difference};

use super::{Line, State, named};
use crate::config::Config;

pub(super) fn lines(config: &Config) -> Vec<Line> {
    let below = included::folder(&config.data_folder);
    let known = included::names();
    let wanted = config.included_packs.iter().filter(|name| !known.contains(name.as_str()));
    let gone = wanted.map(|name| {
        let detail = "is no pack of this program; take it out of `packs.included`";
        Line::new(format!("pack {name}"), State::Fault, detail)
    });
    let there = known.iter().filter(|name| below.join(name).is_dir()).map(|name| compared(name, &below));
    gone.chain(there).collect()
}

fn compared(name: &str, below: &Path) -> Line {
    let what = format!("pack {name}");
    let Difference { changed, new, gone } = match included::difference(name, below) {
        Ok(difference) => difference,
        Err(error) => return Line::new(what, State::Fault, error.to_string()),
    };
    let told = [("change", changed), ("new", new), ("no longer of it", gone)];
    let told: Vec<String> = told.iter().filter(|(_, files)| !files.is_empty()).map(count).collect();
    if told.is_empty() {
        return Line::new(what, State::Ready, "every file is as this program has it");
    }
    Line::new(what, State::Changes, told.join("; "))
}

fn count((how, files): &(&str, Vec<String>)) -> String {
    format!("{} {how} ({})", files.len(), named(files))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_a_pack_are_counted_and_some_are_named() {
        let folder = tempfile::tempdir().unwrap();
        included::unpack(&["docs".to_owned()], folder.path()).unwrap();
        assert_eq!(compared("docs", folder.path()).state, State::Ready);
        let pack = folder.path().join("docs");
        std::fs::write(pack.join("pack.toml"), "").unwrap();
        std::fs::remove_file(pack.join("routes.toml")).unwrap();
        for name in ["a", "b", "c", "d"] {
            std::fs::write(pack.join(name), "").unwrap();
        }
        let line = compared("docs", folder.path());
        assert_eq!(
            (line.state, line.detail.as_str()),
            (State::Changes, "1 change (pack.toml); 1 new (routes.toml); 4 no longer of it (a, b, c, …)")
        );
    }
}
