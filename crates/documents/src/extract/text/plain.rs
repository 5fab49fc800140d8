//! Plain text and source code.

use super::super::draft::{Draft, Marker};
use super::super::limits::Limits;
use super::super::names;
use super::languages;
use crate::Extracted;

/// Paragraphs are set apart by blank lines, pages by form feeds.
pub(crate) fn plain(text: &str, limits: &Limits) -> Extracted {
    let mut draft = Draft::new(limits);
    paragraphs(text, &mut draft);
    draft.finish()
}

/// Also for the text part of a message.
pub(crate) fn paragraphs(text: &str, draft: &mut Draft) {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let pages: Vec<&str> = text.trim_end_matches('\u{c}').split('\u{c}').collect();
    for (at, page) in pages.iter().enumerate() {
        if pages.len() > 1 {
            draft.set_page(u32::try_from(at + 1).unwrap_or(u32::MAX));
        }
        let mut lines = Vec::new();
        for line in page.lines().chain([""]) {
            if line.trim().is_empty() {
                paragraph(&lines, draft);
                lines.clear();
            } else {
                lines.push(line);
            }
        }
    }
    if pages.len() > 1 {
        draft.set_pages(pages.len());
    }
}

fn paragraph(lines: &[&str], draft: &mut Draft) {
    let items: Option<Vec<_>> = lines.iter().map(|line| item(line)).collect();
    match items {
        Some(items) if items.len() > 1 => {
            for (depth, marker, text) in items {
                draft.item(depth, marker, text);
            }
            draft.end_list();
        }
        _ => draft.paragraph(&lines.join("\n")),
    }
}

/// A line that begins as items of lists do.
pub(crate) fn item(line: &str) -> Option<(usize, Marker, &str)> {
    let text = line.trim_start();
    let depth = (line.len() - text.len()) / 2;
    let bullet = ["- ", "* ", "+ ", "• ", "– ", "▪ ", "◦ ", "· ", "‣ ", "● ", "○ ", "\u{f0b7} "];
    if let Some(rest) = bullet.iter().find_map(|bullet| text.strip_prefix(bullet)) {
        return Some((depth, Marker::Bullet, rest.trim_start()));
    }
    let (number, rest) = text.split_once([')', '.'])?;
    let number: u32 = number.parse().ok().filter(|_| number.len() <= 3)?;
    rest.strip_prefix(' ').map(|rest| (depth, Marker::Number(number), rest.trim_start()))
}

/// One block: what belongs together in code is for the chunker to see.
pub(crate) fn code(name: &str, text: &str, limits: &Limits) -> Extracted {
    let extension = names::extension(name).unwrap_or_default().to_lowercase();
    let language = languages::of_extension(&extension);
    let mut draft = Draft::new(limits);
    draft.fact("language", language.unwrap_or_default());
    draft.code(language, &text.replace("\r\n", "\n"));
    draft.finish()
}
