//! What CHANGELOG.md says of the versions since one.

use crate::opened::VERSION;

const CHANGELOG: &str = include_str!("../../../../../CHANGELOG.md");
/// Of those that did not say which they are.
pub(super) const FIRST: &str = "0.1.0";
const UNRELEASED: &str = "Unreleased";

type Version = [u64; 3];

struct Section<'c> {
    title: &'c str,
    text: &'c str,
}

pub(super) fn is_newer(version: &str) -> bool {
    parsed(version) > parsed(VERSION)
}

/// The sections that came after a version, the newest first.
pub(super) fn since(version: &str) -> String {
    told(CHANGELOG, version, VERSION)
}

fn told(changelog: &str, before: &str, now: &str) -> String {
    let (before, now) = (parsed(before), parsed(now));
    if before >= now {
        return String::new();
    }
    let is_later = |section: &Section<'_>| section.title == UNRELEASED || parsed(section.title) > before;
    let later = sections(changelog).into_iter().filter(is_later);
    later.map(|section| section.text.trim_end()).collect::<Vec<_>>().join("\n\n")
}

/// What comes before a first release counts as that. None is older than all.
fn parsed(version: &str) -> Option<Version> {
    let (numbers, _) = version.split_once('-').unwrap_or((version, ""));
    let numbers: Vec<u64> = numbers.split('.').map(str::parse).collect::<Result<_, _>>().ok()?;
    numbers.try_into().ok()
}

fn sections(changelog: &str) -> Vec<Section<'_>> {
    let mut starts: Vec<usize> = changelog.match_indices("\n## ").map(|(at, _)| at + 1).collect();
    starts.push(changelog.len());
    let pairs = starts.iter().zip(starts.iter().skip(1));
    let texts = pairs.filter_map(|(from, to)| changelog.get(*from..*to));
    texts
        .map(|text| {
            let title = text.lines().next().unwrap_or_default().trim_start_matches("## ");
            // A version may be followed by its day.
            Section { title: title.split_whitespace().next().unwrap_or_default(), text }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_changelogs_versions_are_in_order_and_none_is_newer_than_the_program() {
        let mut titles: Vec<&str> = sections(CHANGELOG).iter().map(|section| section.title).collect();
        if titles.first() == Some(&UNRELEASED) {
            titles.remove(0);
        }
        let versions: Vec<Version> = titles
            .iter()
            .map(|title| parsed(title).unwrap_or_else(|| panic!("`{title}` is no version")))
            .collect();
        assert!(versions.windows(2).all(|pair| pair[0] > pair[1]), "{titles:?}");
        assert!(versions.first().copied() <= parsed(VERSION), "{titles:?}");
        assert_eq!(versions.last().copied(), parsed(FIRST));
    }

    #[test]
    fn what_came_since_is_told_and_what_was_there_is_not() {
        let text = "# Changelog\n\n## Unreleased\n\n- d\n\n## 0.10.0 (2027-01-02)\n\n- c\n\n## 0.9.1\n\n- b\n\n## 0.9.0\n\n- a\n";
        let all = "## Unreleased\n\n- d\n\n## 0.10.0 (2027-01-02)\n\n- c\n\n## 0.9.1\n\n- b";
        assert_eq!(told(text, "0.9.0", "0.10.0"), all);
        assert_eq!(
            told(text, "0.9.1", "0.10.0-rc.1"),
            "## Unreleased\n\n- d\n\n## 0.10.0 (2027-01-02)\n\n- c"
        );
        assert_eq!(told(text, "0.10.0", "0.10.0"), "");
        assert_eq!(told(text, "0.11.0", "0.10.0"), "");
        // Whatever opened it: then all is told.
        assert!(told(text, "?", "0.10.0").ends_with("- a"));
    }

    #[test]
    fn the_last_version_has_its_changes() {
        assert!(since(FIRST).contains("conserje upgrade --check"));
        assert!(!is_newer(FIRST) && is_newer("999.0.0") && !is_newer("garbage"));
    }
}
