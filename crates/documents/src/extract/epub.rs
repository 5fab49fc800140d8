//! EPUB books: chapters in the order of the spine.

use std::collections::HashMap;

use super::archive::Archive;
use super::draft::Draft;
use super::error::ExtractError;
use super::html;
use super::limits::Limits;
use super::xml::{self, Element};
use crate::Extracted;

pub(super) fn epub(content: &[u8], limits: &Limits) -> Result<Extracted, ExtractError> {
    let mut archive = Archive::open(content, limits)?;
    if archive
        .text("META-INF/encryption.xml")?
        .is_some_and(|text| text.contains("EncryptedData") && !text.contains("embedding"))
        || archive.names().any(|name| name == "META-INF/rights.xml")
    {
        return Err(ExtractError::Protected);
    }
    let container = xml::parse(&archive.required("META-INF/container.xml")?, limits)?;
    let package = container.find("rootfile").and_then(|root| root.attribute("full-path"));
    let package = package.ok_or_else(|| ExtractError::damaged("it does not say where its contents are"))?;
    let root = xml::parse(&archive.required(package)?, limits)?;

    let mut draft = Draft::new(limits);
    let text = |name: &str| root.find(name).map(Element::text).unwrap_or_default();
    draft.set_title(&text("title"));
    draft.fact("author", &text("creator"));
    draft.fact("language", &text("language"));
    draft.fact("published", &text("date"));

    let folder = package.rsplit_once('/').map_or("", |(folder, _)| folder);
    let items: HashMap<&str, &str> = root
        .find_all("item")
        .into_iter()
        .filter_map(|item| Some((item.attribute("id")?, item.attribute("href")?)))
        .collect();
    let mut missing = 0;
    for chapter in root.find_all("itemref").into_iter().filter_map(|item| item.attribute("idref")) {
        let path = items.get(chapter).map(|href| join(folder, href)).unwrap_or_default();
        match archive.text(&path)? {
            Some(page) => draft = html::read_all(&page, draft, limits),
            None => missing += 1,
        }
    }
    if missing > 0 {
        draft.notice(format!("{missing} chapters are named in the book but not in it"));
    }
    Ok(draft.finish())
}

/// Paths are relative to the package and escaped as URLs are.
fn join(folder: &str, href: &str) -> String {
    let href =
        percent_encoding::percent_decode_str(href.split('#').next().unwrap_or_default()).decode_utf8_lossy();
    let mut path: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in href.split('/') {
        if part == ".." {
            path.pop();
        } else {
            path.push(part);
        }
    }
    path.join("/")
}
