//! The licenses of all parts, each text once, above it those who say it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::inventory_part::Part;

/// How files with a license, or what a license wants passed on, are called.
const NAMES: [&str; 6] = ["license", "licence", "copying", "copyright", "notice", "unlicense"];
/// Sources and pages, which may be called so as well.
const NOT_TEXT: [&str; 7] = ["rs", "js", "mjs", "ts", "html", "json", "toml"];
/// Of a license's own folder and of code that a crate brings along in another language.
const DEEPEST: usize = 3;
const RULE: &str = "--------------------------------------------------------------------------------";

pub(crate) fn render(version: &str, parts: &[Part]) -> Result<String> {
    // The names of those that say a text, by the text.
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for part in parts {
        let mut said = BTreeSet::new();
        if let Some(folder) = part.folder.as_deref().filter(|folder| folder.is_dir()) {
            gather(folder, DEEPEST, &mut said)?;
        }
        if said.is_empty() {
            said = standard(&part.license);
        }
        for text in said {
            texts
                .entry(text)
                .or_default()
                .insert(format!("{} {} ({})", part.name, part.version, part.license));
        }
    }
    let mut groups: Vec<_> = texts.into_iter().map(|(text, names)| (names, text)).collect();
    groups.sort();
    let mut document = format!(
        "Conserje {version} is made of the work of others, too: {} parts. These are their licenses, each below those who say it.\n",
        parts.len()
    );
    for (names, text) in groups {
        let names = names.into_iter().collect::<Vec<_>>().join("\n");
        document.push_str(&format!("\n{RULE}\n{names}\n{RULE}\n\n{text}\n"));
    }
    Ok(document)
}

/// The texts of licenses in a folder, without spaces at the ends of lines.
fn gather(folder: &Path, depth: usize, texts: &mut BTreeSet<String>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        if path.is_dir() {
            if depth > 0 && name != "node_modules" && name != "target" {
                gather(&path, depth - 1, texts)?;
            }
        } else if is_license(&name) {
            let bytes = fs::read(&path).with_context(|| format!("reading {}", path.display()))?;
            let text = String::from_utf8_lossy(&bytes);
            let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
            texts.insert(lines.join("\n").trim_matches('\n').to_owned());
        }
    }
    Ok(())
}

fn is_license(name: &str) -> bool {
    let extension = Path::new(name).extension().unwrap_or_default().to_string_lossy();
    NAMES.iter().any(|begin| name.starts_with(begin)) && !NOT_TEXT.contains(&extension.as_ref())
}

/// For parts that name licenses without their text: the texts as SPDX has them.
fn standard(license: &str) -> BTreeSet<String> {
    let Ok(parsed) = spdx::Expression::parse_mode(license, spdx::ParseMode::LAX) else {
        return BTreeSet::new();
    };
    let named = parsed.requirements().filter_map(|required| required.req.license.id());
    named.map(|id| id.text().trim_matches('\n').to_owned()).collect()
}
