//! Which paragraphs are headings: those in larger or bold type, by rank of their size in the whole document.

use std::collections::BTreeMap;

use super::layout::{Paragraph, Part};

pub(super) struct Headings {
    /// Most of the text is of this size.
    body: u32,
    /// Larger ones that headings have, largest first.
    sizes: Vec<u32>,
}

/// Levels by size; bold type at the body's size is one below.
const MOST_LEVELS: usize = 5;
const LONGEST: usize = 160;

impl Headings {
    pub(super) fn of(pages: &[Vec<Part>]) -> Self {
        let mut characters: BTreeMap<u32, usize> = BTreeMap::new();
        let texts = || {
            pages.iter().flatten().filter_map(|part| match part {
                Part::Text(paragraph) => Some(paragraph),
                Part::Table(_) => None,
            })
        };
        for line in texts().flat_map(|paragraph| &paragraph.lines) {
            *characters.entry(rounded(line.size)).or_default() += line.text.len();
        }
        let body = characters.iter().max_by_key(|(_, count)| **count).map_or(0, |(size, _)| *size);
        let mut headings = Self { body, sizes: Vec::new() };
        let mut sizes: Vec<u32> = texts().filter(|text| headings.is_large(text)).map(size).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes.dedup();
        sizes.truncate(MOST_LEVELS);
        headings.sizes = sizes;
        headings
    }

    /// From 1, if the paragraph is a heading.
    pub(super) fn level(&self, paragraph: &Paragraph) -> Option<u8> {
        let last = self.sizes.len();
        let at = if self.is_large(paragraph) {
            let own = size(paragraph);
            self.sizes.iter().position(|size| *size <= own).unwrap_or_else(|| last.saturating_sub(1))
        } else if self.is_strong(paragraph) {
            last
        } else {
            return None;
        };
        u8::try_from(at + 1).ok()
    }

    fn is_large(&self, paragraph: &Paragraph) -> bool {
        is_short(paragraph, 3) && size(paragraph) * 100 >= self.body * 112
    }

    /// Bold, a line of its own, and not the end of a sentence.
    fn is_strong(&self, paragraph: &Paragraph) -> bool {
        is_short(paragraph, 2) && paragraph.is_bold() && size(paragraph) * 100 >= self.body * 95 && {
            let text = paragraph.text();
            let text = text.trim_end();
            text.chars().count() <= 100 && !text.ends_with(['.', ',', ';', ':'])
        }
    }
}

fn is_short(paragraph: &Paragraph, lines: usize) -> bool {
    paragraph.lines.len() <= lines && paragraph.characters() <= LONGEST && {
        let text = paragraph.text();
        text.chars().filter(|character| character.is_alphabetic()).count() >= 2
            && !text.trim_end().ends_with([',', ';'])
    }
}

/// In halves of a point.
fn size(paragraph: &Paragraph) -> u32 {
    rounded(paragraph.lines.iter().map(|line| line.size).fold(0.0, f32::max))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to what fits")]
fn rounded(size: f32) -> u32 {
    if size.is_finite() { (size * 2.0).round().clamp(0.0, 10_000.0) as u32 } else { 0 }
}
