//! Word documents: headings, lists, tables, notes, page headers, in the order of the text.

use super::super::archive::Archive;
use super::super::draft::{Draft, one_line};
use super::super::error::ExtractError;
use super::super::limits::Limits;
use super::super::xml::{self, Element, Node};
use super::docx_styles::{Styles, value};
use super::properties::{Relation, part, read_core, relations};
use crate::Extracted;

pub(crate) fn docx(content: &[u8], limits: &Limits) -> Result<Extracted, ExtractError> {
    let mut archive = Archive::open(content, limits)?;
    let mut draft = Draft::new(limits);
    read_core(&mut archive, &mut draft, limits)?;
    let main = main_part(&mut archive, limits)?;
    let document = xml::parse(&archive.required(&main)?, limits)?;
    let relations = relations(&mut archive, &main, limits)?;
    let mut linked = |kind: &str| -> Result<Vec<Element>, ExtractError> {
        let mut targets: Vec<&Relation> =
            relations.values().filter(|relation| relation.kind == kind).collect();
        targets.sort_by(|a, b| a.target.cmp(&b.target));
        let mut parts = Vec::new();
        for target in targets {
            parts.extend(part(&mut archive, &target.target, limits)?);
        }
        Ok(parts)
    };
    let styles = Styles::new(linked("styles")?.first(), linked("numbering")?.first());
    let headers = linked("header")?;
    let footers = linked("footer")?;
    let notes = [linked("footnotes")?, linked("endnotes")?].concat();

    let body = document.child("body").ok_or_else(|| ExtractError::damaged("it has no body"))?;
    let has_pages = body.find("lastRenderedPageBreak").is_some();
    let mut walk = Walk { draft, styles, has_pages, page: 1 };
    walk.margins(&headers);
    if has_pages {
        walk.draft.set_page(1);
    }
    walk.blocks(body);
    walk.margins(&footers);
    for note in notes.iter().flat_map(Element::children) {
        let text = one_line(&plain(note));
        if let Some(id) = note.attribute("id").filter(|_| !text.is_empty()) {
            walk.draft.paragraph(&format!("[{id}] {text}"));
        }
    }
    if has_pages {
        walk.draft.set_pages(walk.page as usize);
    }
    Ok(walk.draft.finish())
}

/// Almost always `word/document.xml`.
fn main_part(archive: &mut Archive<'_>, limits: &Limits) -> Result<String, ExtractError> {
    let root = part(archive, "_rels/.rels", limits)?;
    let main = root
        .iter()
        .flat_map(Element::children)
        .find(|relation| relation.attribute("Type").is_some_and(|kind| kind.ends_with("/officeDocument")));
    let target = main.and_then(|relation| relation.attribute("Target"));
    Ok(target.map_or("word/document.xml", |target| target.trim_start_matches('/')).to_owned())
}

struct Walk {
    draft: Draft,
    styles: Styles,
    /// The writer left marks where its pages ended.
    has_pages: bool,
    page: u32,
}

impl Walk {
    /// Headers and footers, each text once.
    fn margins(&mut self, parts: &[Element]) {
        let mut seen = Vec::new();
        for part in parts {
            let text = one_line(&plain(part));
            // A page number alone says nothing.
            if text.chars().any(char::is_alphabetic) && !seen.contains(&text) {
                self.draft.paragraph(&text);
                seen.push(text);
            }
        }
    }

    fn blocks(&mut self, parent: &Element) {
        for child in parent.children() {
            match &*child.name {
                "p" => self.paragraph(child),
                "tbl" => {
                    let rows = rows(child);
                    self.draft.table(&rows);
                    self.turn_pages(child);
                }
                // Deleted, or said a second time for older programs.
                "del" | "moveFrom" | "Fallback" => {}
                _ => self.blocks(child),
            }
        }
    }

    fn paragraph(&mut self, paragraph: &Element) {
        // A break at the start of a paragraph belongs before it.
        self.turn_pages(paragraph);
        let mut text = String::new();
        let mut boxes = Vec::new();
        inline(paragraph, &mut text, &mut boxes);
        let properties = paragraph.child("pPr");
        if self.styles.is_title(properties) {
            if !self.draft.has_title() {
                self.draft.set_title(&text);
            }
            self.draft.heading(1, &text);
        } else if let Some(level) = self.styles.heading(properties) {
            self.draft.heading(level, &text);
        } else if text.trim().is_empty() {
            // Blank lines between items do not end a list.
        } else if let Some((depth, marker)) = self.styles.item(properties) {
            self.draft.item(depth, marker, &text);
        } else {
            self.draft.paragraph(&text);
        }
        for inner in boxes {
            self.blocks(inner);
        }
    }

    fn turn_pages(&mut self, element: &Element) {
        let breaks = if self.has_pages { element.find_all("lastRenderedPageBreak").len() } else { 0 };
        if breaks > 0 {
            self.page = self.page.saturating_add(u32::try_from(breaks).unwrap_or(u32::MAX));
            self.draft.set_page(self.page);
        }
    }
}

fn rows(table: &Element) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for row in flat(table, "tr") {
        let mut cells = Vec::new();
        for cell in flat(row, "tc") {
            let properties = cell.child("tcPr");
            let merged = properties.and_then(|properties| properties.child("vMerge"));
            let continues = merged.is_some_and(|merge| merge.attribute("val") != Some("restart"));
            cells.push(if continues { String::new() } else { one_line(&plain(cell)) });
            let span = properties.and_then(|properties| value(properties, "gridSpan"));
            let span: usize = span.and_then(|span| span.parse().ok()).unwrap_or(1);
            cells.extend(std::iter::repeat_n(String::new(), span.clamp(1, 64) - 1));
        }
        rows.push(cells);
    }
    rows
}

/// Rows and cells may be wrapped in content controls.
fn flat<'a>(parent: &'a Element, name: &str) -> Vec<&'a Element> {
    let mut found = Vec::new();
    for child in parent.children() {
        match &*child.name {
            own if own == name => found.push(child),
            "sdt" | "sdtContent" | "ins" | "customXml" => found.extend(flat(child, name)),
            _ => {}
        }
    }
    found
}

/// All text of an element, paragraphs on lines of their own.
fn plain(element: &Element) -> String {
    let mut text = String::new();
    let mut boxes = Vec::new();
    inline(element, &mut text, &mut boxes);
    for inner in boxes {
        text.push('\n');
        text.push_str(&plain(inner));
    }
    text
}

/// The text of a paragraph; boxes drawn beside it are handed back, as they hold paragraphs of their own.
fn inline<'a>(element: &'a Element, text: &mut String, boxes: &mut Vec<&'a Element>) {
    for child in element.children() {
        match &*child.name {
            "t" => text.push_str(&child.text()),
            "tab" | "ptab" => text.push('\t'),
            "br" | "cr" => text.push('\n'),
            "noBreakHyphen" => text.push('-'),
            "footnoteReference" | "endnoteReference" => {
                if let Some(id) = child.attribute("id") {
                    text.push_str(&format!("[{id}]"));
                }
            }
            "txbxContent" => boxes.push(child),
            "oMath" => text.push_str(&formula(child)),
            "del" | "moveFrom" | "Fallback" | "instrText" | "delText" | "pPr" | "rPr" | "tcPr" | "tblPr" => {}
            "p" => {
                if !text.is_empty() && !text.ends_with('\n') {
                    text.push('\n');
                }
                inline(child, text, boxes);
            }
            _ => inline(child, text, boxes),
        }
    }
}

fn formula(element: &Element) -> String {
    let mut text = String::new();
    for node in &element.nodes {
        match node {
            Node::Element(inner) if &*inner.name == "t" => text.push_str(&inner.text()),
            Node::Element(inner) => text.push_str(&formula(inner)),
            Node::Text(_) => {}
        }
    }
    text
}
