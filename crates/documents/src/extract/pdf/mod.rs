//! PDF: text in reading order with headings, lists and tables, page by page; pages that are pictures go to OCR.
//!
//! `pdf_oxide` finds the words and where they stand. Lines, paragraphs, headings and the margins that repeat are found
//! here from those positions: its own conversion to Markdown takes several times as long and glues headings to the text
//! that follows.
mod headings;
mod layout;
mod scan;
mod tables;

use std::collections::BTreeMap;

use pdf_oxide::{Error, PdfDocument, ReadingOrder};

use super::draft::Draft;
use super::error::ExtractError;
use super::limits::Limits;
use super::ocr::Ocr;
use crate::Extracted;
use headings::Headings;
use layout::{Part, parts};

pub(super) fn pdf(content: Vec<u8>, limits: &Limits, ocr: &mut Ocr) -> Result<Extracted, ExtractError> {
    let document = PdfDocument::from_bytes(content).map_err(|error| of_pdf(&error))?;
    if document.is_encrypted() && !document.is_authenticated() && !document.authenticate(b"").unwrap_or(false)
    {
        return Err(ExtractError::Protected);
    }
    let count = document.page_count().map_err(|error| of_pdf(&error))?;
    if count == 0 {
        return Err(ExtractError::damaged("it has no pages"));
    }
    let mut draft = Draft::new(limits);
    draft.set_pages(count);
    properties(&document, &mut draft);

    let mut pages = Vec::new();
    let mut broken = Vec::new();
    for page in 0..count.min(limits.pages) {
        match read_page(&document, page) {
            Ok(parts) => pages.push(parts),
            Err(error) if count == 1 => return Err(of_pdf(&error)),
            Err(_) => {
                broken.push(page + 1);
                pages.push(Vec::new());
            }
        }
    }
    let headings = Headings::of(&pages);
    let margins = layout::margins(&pages);
    let mut scanned = scan::Scanned::default();
    for (at, parts) in pages.into_iter().enumerate() {
        draft.set_page(u32::try_from(at + 1).unwrap_or(u32::MAX));
        if parts.is_empty() {
            scanned.read(&document, at, ocr, &mut draft);
            continue;
        }
        write_page(parts, &headings, &margins, &mut draft);
        if draft.is_full() {
            break;
        }
    }
    if !broken.is_empty() {
        draft.notice(format!("Pages that are damaged and could not be read: {}", listed(&broken)));
    }
    if count > limits.pages {
        draft.notice(format!("Only the first {} pages of {count} were read", limits.pages));
    }
    scanned.tell(&mut draft);
    Ok(draft.finish())
}

fn read_page(document: &PdfDocument, page: usize) -> Result<Vec<Part>, Error> {
    let spans = document.extract_spans_with_reading_order(page, ReadingOrder::Structure)?;
    if spans.is_empty() {
        return Ok(Vec::new());
    }
    let tables = tables::find(document, page, &spans);
    Ok(parts(&spans, tables))
}

fn write_page(page: Vec<Part>, headings: &Headings, margins: &layout::Margins, draft: &mut Draft) {
    for part in page {
        match part {
            Part::Table(rows) => draft.table(&rows),
            Part::Text(paragraph) if margins.contains(&paragraph) => {}
            Part::Text(paragraph) => {
                if let Some(level) = headings.level(&paragraph) {
                    draft.heading(level, &paragraph.text());
                } else {
                    paragraph.write(draft);
                }
            }
        }
    }
    draft.end_list();
}

/// Title, author and date from the document's own dictionary.
fn properties(document: &PdfDocument, draft: &mut Draft) {
    let info = document.trailer().as_dict().and_then(|trailer| trailer.get("Info").cloned());
    let Some(info) = info.and_then(|info| document.resolve_object(&info).ok()) else { return };
    let Some(info) = info.as_dict() else { return };
    let text = |name: &str| {
        let value = info.get(name).and_then(|value| document.resolve_object(value).ok());
        value.and_then(|value| value.as_string().map(text_string)).unwrap_or_default()
    };
    // Programs put the file's name here when its author says nothing.
    let title = text("Title");
    let lower = title.to_lowercase();
    if !lower.starts_with("microsoft word") && !lower.starts_with("untitled") && !lower.contains(".doc") {
        draft.set_title(&title);
    }
    draft.fact("author", &text("Author"));
    draft.fact("subject", &text("Subject"));
    draft.fact("keywords", &text("Keywords"));
    draft.fact("created", &date(&text("CreationDate")).unwrap_or_default());
}

/// UTF-16 with its mark, UTF-8 with its own, or one byte a character.
fn text_string(bytes: &[u8]) -> String {
    match bytes {
        [0xFE, 0xFF, ..] | [0xFF, 0xFE, ..] | [0xEF, 0xBB, 0xBF, ..] => super::text::decode::decode(bytes),
        _ => encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned(),
    }
}

/// `D:20240131120000+01'00'` as RFC 3339.
fn date(text: &str) -> Option<String> {
    let digits = text.strip_prefix("D:").unwrap_or(text);
    let part = |from: usize, to: usize| {
        digits.get(from..to).filter(|part| part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let (year, month, day) = (part(0, 4)?, part(4, 6).unwrap_or("01"), part(6, 8).unwrap_or("01"));
    let (hour, minute, second) =
        (part(8, 10).unwrap_or("00"), part(10, 12).unwrap_or("00"), part(12, 14).unwrap_or("00"));
    let zone: String =
        digits.get(14..).unwrap_or_default().chars().filter(|character| *character != '\'').collect();
    let zone = match (zone.get(..1), zone.get(1..3), zone.get(3..5)) {
        (Some(sign @ ("+" | "-")), Some(hours), minutes) => {
            format!("{sign}{hours}:{}", minutes.unwrap_or("00"))
        }
        _ => "Z".to_owned(),
    };
    Some(format!("{year}-{month}-{day}T{hour}:{minute}:{second}{zone}"))
}

fn listed(pages: &[usize]) -> String {
    let mut ranges: BTreeMap<usize, usize> = BTreeMap::new();
    for page in pages {
        match ranges.last_entry() {
            Some(mut last) if *last.get() + 1 == *page => *last.get_mut() = *page,
            _ => {
                ranges.insert(*page, *page);
            }
        }
    }
    let ranges = ranges
        .iter()
        .map(|(first, last)| if first == last { first.to_string() } else { format!("{first}–{last}") });
    ranges.collect::<Vec<_>>().join(", ")
}

#[expect(clippy::wildcard_enum_match_arm, reason = "every other variant is damage")]
fn of_pdf(error: &Error) -> ExtractError {
    match error {
        Error::EncryptedPdf => ExtractError::Protected,
        other => ExtractError::damaged(other),
    }
}

#[cfg(test)]
#[path = "pdf_tests.rs"]
mod tests;
