//! The files of an assistant: what may be among them, and how they are kept.

use std::path::Path;

use conserje_agents::{Fault, Pack, PackFiles};
use conserje_store::record;
use serde::{Deserialize, Serialize};

use super::AssistantError;

const MOST_FILES: usize = 200;
/// Of all files together.
const MOST_BYTES: usize = 3 * 1024 * 1024;
const LONGEST_NAME: usize = 64;
/// Folders that an assistant of a tenant's own may have. Documents are the tenant's, and data are their tools'.
const FOLDERS: [&str; 3] = ["prompts", "evals", "urgency"];

/// As it stands in a version.
#[derive(Serialize, Deserialize)]
struct Kept {
    files: PackFiles,
}

pub(super) fn read(content: &str) -> Option<PackFiles> {
    serde_json::from_str::<Kept>(content).ok().map(|kept| kept.files)
}

pub(super) fn written(files: PackFiles) -> Result<String, AssistantError> {
    serde_json::to_string(&Kept { files }).map_err(|error| AssistantError::invalid(error.to_string()))
}

/// Paths of the files that are not the same in two versions.
pub(super) fn differing(before: &str, after: &str) -> Vec<String> {
    let files = |content: &str| serde_json::json!(read(content).unwrap_or_default());
    record::differing(&files(before), &files(after))
}

pub(super) fn check_name(name: &str) -> Result<(), AssistantError> {
    let fits = |sign: char| sign.is_ascii_lowercase() || sign.is_ascii_digit() || matches!(sign, '-' | '_');
    let begins = name.chars().next().is_some_and(|sign| sign.is_ascii_lowercase() || sign.is_ascii_digit());
    if begins && name.len() <= LONGEST_NAME && name.chars().all(fits) {
        return Ok(());
    }
    let problem = format!(
        "`name` is 1 to {LONGEST_NAME} lower-case letters, digits, `-` or `_`, and begins with a letter or a digit"
    );
    Err(AssistantError::invalid(problem))
}

/// Whether this is a path that a file of an assistant may have.
pub(super) fn is_path(path: &str) -> bool {
    let is_name = |name: &str| {
        let fits = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_' | '.');
        (1..=100).contains(&name.len()) && name.chars().all(fits) && !name.starts_with('.')
    };
    match path.split_once('/') {
        None => matches!(path, "pack.toml" | "routes.toml"),
        Some((folder, name)) => FOLDERS.contains(&folder) && is_name(name),
    }
}

pub(super) fn check(files: &PackFiles) -> Result<(), AssistantError> {
    if let Some(path) = files.keys().find(|path| !is_path(path)) {
        let short: String = path.chars().take(100).collect();
        let problem = format!(
            "`{short}` cannot be a file of an assistant; it has `pack.toml`, `routes.toml` and files in {}",
            FOLDERS.map(|folder| format!("`{folder}/`")).join(", ")
        );
        return Err(AssistantError::invalid(problem));
    }
    if files.len() > MOST_FILES {
        return Err(AssistantError::invalid(format!("an assistant has at most {MOST_FILES} files")));
    }
    if files.values().map(String::len).sum::<usize>() > MOST_BYTES {
        let problem =
            format!("the files of an assistant have at most {} MB together", MOST_BYTES / 1024 / 1024);
        return Err(AssistantError::invalid(problem));
    }
    if files.values().any(|text| text.contains('\0')) {
        return Err(AssistantError::invalid("a file holds a character that is no text (U+0000)"));
    }
    Ok(())
}

/// What a tenant may not say, since it would reach beyond it.
pub(super) fn not_for_tenants(pack: &Pack, name: &str) -> Vec<Fault> {
    let path = pack.folder.join("pack.toml");
    let mut faults = Vec::new();
    if pack.name != name {
        faults.push(Fault::of_file(
            &path,
            format!("`name` is `{}`; this assistant is called `{name}`", pack.name),
        ));
    }
    let has_hosts = pack.egress != conserje_tools::EgressSettings::default();
    if !pack.tools.is_empty() || pack.central.is_some() || has_hosts {
        let problem = "tools of one's own come from MCP servers (Admin, Tools of others); take `[[tools]]`, `[central]` and \
                       `[egress]` out";
        faults.push(Fault::of_file(&path, problem));
    }
    faults
}

/// Writes the files, and takes away what else there is.
pub(super) fn unpack(folder: &Path, files: &PackFiles) -> std::io::Result<()> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
        Ok(()) | Err(_) => {}
    }
    std::fs::create_dir_all(folder)?;
    for (path, text) in files.iter().filter(|(path, _)| is_path(path)) {
        let path = folder.join(path);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(path, text)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn files_stay_below_their_folder() {
        for good in
            ["pack.toml", "routes.toml", "prompts/a-b.md", "evals/routes-seen.jsonl", "urgency/rules.toml"]
        {
            assert!(is_path(good), "{good}");
        }
        let bad = [
            "",
            "/etc/passwd",
            "../x",
            "prompts/../../x",
            "prompts/",
            "prompts/.x",
            "knowledge/a.md",
            "synonyms.toml",
            "prompts/a/b.md",
            "prompts\\x",
            "pack.toml/x",
            "prompts/ñ.md",
        ];
        for path in bad {
            assert!(!is_path(path), "{path}");
        }
    }

    #[test]
    fn names_are_short_and_plain() {
        assert!(check_name("mi-clinica_2").is_ok());
        for bad in ["", "Mi", "a b", "-a", "_a", "a.draft", "ñ", &"a".repeat(65)] {
            assert!(check_name(bad).is_err(), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn what_is_a_path_leads_nowhere_else(path in "[a-z./\\\\-]{0,30}") {
            if is_path(&path) {
                let lies = Path::new("/base").join(&path);
                prop_assert!(lies.starts_with("/base"));
                prop_assert!(lies.components().all(|part| part != std::path::Component::ParentDir));
            }
        }
    }
}
