//! `OpenDocument` text and presentations: one XML vocabulary for both.

use std::collections::HashMap;

use super::super::archive::Archive;
use super::super::draft::{Draft, Marker, one_line};
use super::super::error::ExtractError;
use super::super::limits::Limits;
use super::super::xml::{self, Element, Node};
use super::properties::part;
use crate::Extracted;

/// A cell or row may say that it stands for thousands of empty ones.
const MOST_REPEATS: usize = 64;

pub(crate) fn opendocument(content: &[u8], limits: &Limits) -> Result<Extracted, ExtractError> {
    let mut archive = Archive::open(content, limits)?;
    refuse_encrypted(&mut archive)?;
    let mut draft = Draft::new(limits);
    if let Some(meta) = part(&mut archive, "meta.xml", limits)? {
        let text = |name: &str| meta.find(name).map(Element::text).unwrap_or_default();
        draft.set_title(&text("title"));
        draft.fact(
            "author",
            &Some(text("initial-creator")).filter(|name| !name.is_empty()).unwrap_or_else(|| text("creator")),
        );
        draft.fact("created", &text("creation-date"));
        draft.fact("modified", &text("date"));
    }
    let document = xml::parse(&archive.required("content.xml")?, limits)?;
    let styles = part(&mut archive, "styles.xml", limits)?;
    let mut walk = Walk { draft, is_counted: HashMap::new(), slides: 0 };
    for root in [styles.as_ref(), Some(&document)].into_iter().flatten() {
        walk.read_list_styles(root);
    }
    if let Some(styles) = &styles {
        walk.margins(styles, "header");
    }
    let body = document.child("body").ok_or_else(|| ExtractError::damaged("it has no body"))?;
    walk.blocks(body);
    if let Some(styles) = &styles {
        walk.margins(styles, "footer");
    }
    if walk.slides > 0 {
        let slides = walk.slides;
        walk.draft.set_pages(slides);
    }
    Ok(walk.draft.finish())
}

/// The manifest stays readable when nothing else does.
pub(super) fn refuse_encrypted(archive: &mut Archive<'_>) -> Result<(), ExtractError> {
    match archive.text("META-INF/manifest.xml")? {
        Some(manifest) if manifest.contains("encryption-data") => Err(ExtractError::Protected),
        _ => Ok(()),
    }
}

struct Walk {
    draft: Draft,
    /// Of a list style's levels, from 1: whether items are numbered.
    is_counted: HashMap<String, Vec<bool>>,
    slides: usize,
}

impl Walk {
    fn read_list_styles(&mut self, root: &Element) {
        for style in root.find_all("list-style") {
            let levels = style.children().map(|level| &*level.name == "list-level-style-number").collect();
            if let Some(name) = style.attribute("name") {
                self.is_counted.insert(name.to_owned(), levels);
            }
        }
    }

    fn margins(&mut self, styles: &Element, name: &str) {
        let mut seen = Vec::new();
        for master in styles.find_all("master-page") {
            for margin in master.named(name) {
                let text = one_line(&inline(margin));
                if text.chars().any(char::is_alphabetic) && !seen.contains(&text) {
                    self.draft.paragraph(&text);
                    seen.push(text);
                }
            }
        }
    }

    fn blocks(&mut self, parent: &Element) {
        for child in parent.children() {
            match &*child.name {
                "h" => {
                    let level = child.attribute("outline-level").and_then(|level| level.parse().ok());
                    self.draft.heading(level.unwrap_or(1), &inline(child));
                }
                "p" => self.paragraph(child),
                "list" => {
                    self.list(child, 0, None);
                    self.draft.end_list();
                }
                "table" => self.draft.table(&rows(child)),
                "page" => {
                    self.slides += 1;
                    self.draft.set_page(u32::try_from(self.slides).unwrap_or(u32::MAX));
                    self.blocks(child);
                }
                "frame" | "custom-shape" => self.frame(child),
                "notes" => {
                    let text = one_line(
                        &child.find_all("text-box").iter().map(|text| inline(text)).collect::<String>(),
                    );
                    if !text.is_empty() {
                        self.draft.paragraph(&format!("Notes: {text}"));
                    }
                }
                "tracked-changes" | "sequence-decls" | "forms" | "table-of-content" | "annotation" => {}
                _ => self.blocks(child),
            }
        }
    }

    fn paragraph(&mut self, paragraph: &Element) {
        let style = paragraph.attribute("style-name").unwrap_or_default();
        let text = inline(paragraph);
        if style == "Title" {
            if !self.draft.has_title() {
                self.draft.set_title(&text);
            }
            self.draft.heading(1, &text);
        } else {
            self.draft.paragraph(&text);
        }
        for frame in paragraph.find_all("frame") {
            self.frame(frame);
        }
    }

    /// A text box, table or picture on the page; a slide's title is one too.
    fn frame(&mut self, frame: &Element) {
        match frame.attribute("class") {
            Some("title") => self.draft.heading(1, &inline(frame)),
            Some("date-time" | "footer" | "page-number" | "header") => {}
            _ => {
                for child in frame.children() {
                    match &*child.name {
                        "title" | "desc" => self.draft.image(&one_line(&child.text())),
                        "text-box" => self.blocks(child),
                        "p" | "list" | "h" | "table" => {
                            self.blocks(frame);
                            break;
                        }
                        _ => {}
                    }
                }
            }
        }
    }

    fn list(&mut self, list: &Element, depth: usize, outer: Option<&str>) {
        let style = list.attribute("style-name").or(outer);
        let levels = style.and_then(|style| self.is_counted.get(style));
        let is_counted = levels.and_then(|levels| levels.get(depth)).copied().unwrap_or(false);
        let mut number = 0;
        for item in list.children().filter(|item| matches!(&*item.name, "list-item" | "list-header")) {
            number += 1;
            let marker = if is_counted { Marker::Number(number) } else { Marker::Bullet };
            for part in item.children() {
                match &*part.name {
                    "list" => self.list(part, depth + 1, style),
                    // Headings may be kept in lists for their numbers.
                    "h" => self.blocks(item),
                    _ => self.draft.item(depth, marker, &inline(part)),
                }
            }
        }
    }
}

fn rows(table: &Element) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for row in table.children() {
        match &*row.name {
            "table-row" => {
                let mut cells = Vec::new();
                for cell in row.children() {
                    let text = one_line(&inline(cell));
                    cells.extend(std::iter::repeat_n(text, repeats(cell, "number-columns-repeated")));
                }
                rows.extend(std::iter::repeat_n(cells, repeats(row, "number-rows-repeated")));
            }
            "table-header-rows" | "table-rows" | "table-row-group" => rows.extend(self::rows(row)),
            _ => {}
        }
    }
    rows
}

fn repeats(element: &Element, name: &str) -> usize {
    element.attribute(name).and_then(|count| count.parse().ok()).unwrap_or(1).clamp(1, MOST_REPEATS)
}

/// The text of a paragraph, without the boxes that hang on it.
fn inline(element: &Element) -> String {
    let mut text = String::new();
    push_inline(element, &mut text);
    text
}

fn push_inline(element: &Element, text: &mut String) {
    for node in &element.nodes {
        let child = match node {
            Node::Text(part) => {
                // White space in the file is layout; what counts has elements of its own.
                text.push_str(&part.replace(['\n', '\r', '\t'], " "));
                continue;
            }
            Node::Element(child) => child,
        };
        match &*child.name {
            "tab" => text.push('\t'),
            "line-break" => text.push('\n'),
            "s" => text.push_str(&" ".repeat(repeats(child, "c"))),
            "note" => {
                let body = child.child("note-body").map(inline).unwrap_or_default();
                text.push_str(&format!(" ({})", one_line(&body)));
            }
            "frame" if &*element.name != "frame" => {}
            "annotation" | "bookmark" | "tracked-changes" => {}
            "p" | "h" | "list-item" => {
                if !text.trim().is_empty() && !text.ends_with('\n') {
                    text.push('\n');
                }
                push_inline(child, text);
            }
            _ => push_inline(child, text),
        }
    }
}
