//! What the parts of an Office container say about the whole, and how parts point at each other.

use std::collections::HashMap;

use super::super::archive::Archive;
use super::super::draft::Draft;
use super::super::error::ExtractError;
use super::super::limits::Limits;
use super::super::xml::{self, Element};

/// Title, author and date, where the file has them.
pub(super) fn read_core(
    archive: &mut Archive<'_>,
    draft: &mut Draft,
    limits: &Limits,
) -> Result<(), ExtractError> {
    if let Some(core) = part(archive, "docProps/core.xml", limits)? {
        let text = |name: &str| core.find(name).map(Element::text).unwrap_or_default();
        draft.set_title(&text("title"));
        draft.fact("author", &text("creator"));
        draft.fact("created", &text("created"));
        draft.fact("modified", &text("modified"));
        draft.fact("subject", &text("subject"));
        draft.fact("keywords", &text("keywords"));
    }
    Ok(())
}

/// A part that may be missing, or so broken that the rest is read without it.
pub(super) fn part(
    archive: &mut Archive<'_>,
    name: &str,
    limits: &Limits,
) -> Result<Option<Element>, ExtractError> {
    let Some(text) = archive.text(name)? else { return Ok(None) };
    match xml::parse(&text, limits) {
        Ok(root) => Ok(Some(root)),
        Err(ExtractError::Damaged { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

pub(super) struct Relation {
    pub(super) kind: String,
    /// As an entry of the container.
    pub(super) target: String,
}

/// Where the ids in a part lead.
pub(super) fn relations(
    archive: &mut Archive<'_>,
    name: &str,
    limits: &Limits,
) -> Result<HashMap<String, Relation>, ExtractError> {
    let (folder, file) = name.rsplit_once('/').unwrap_or(("", name));
    let Some(root) = part(archive, &format!("{folder}/_rels/{file}.rels"), limits)? else {
        return Ok(HashMap::new());
    };
    let mut relations = HashMap::new();
    for relation in root.children().filter(|relation| relation.attribute("TargetMode") != Some("External")) {
        if let (Some(id), Some(target)) = (relation.attribute("Id"), relation.attribute("Target")) {
            let kind =
                relation.attribute("Type").and_then(|kind| kind.rsplit('/').next()).unwrap_or_default();
            relations
                .insert(id.to_owned(), Relation { kind: kind.to_owned(), target: resolve(folder, target) });
        }
    }
    Ok(relations)
}

/// `../media/a.png` as seen from a folder.
fn resolve(folder: &str, target: &str) -> String {
    if let Some(absolute) = target.strip_prefix('/') {
        return absolute.to_owned();
    }
    let mut path: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.split('/') {
        match part {
            ".." => {
                path.pop();
            }
            "." | "" => {}
            part => path.push(part),
        }
    }
    path.join("/")
}
