//! From words and their places to lines and paragraphs.

use std::collections::HashMap;

use pdf_oxide::extractors::text::ArtifactType;
use pdf_oxide::layout::TextSpan;

use super::super::draft::{Draft, Marker};
use super::super::text::item;
use super::tables::Table;

/// A part of a page, in reading order.
pub(super) enum Part {
    Text(Paragraph),
    /// Rows of cells.
    Table(Vec<Vec<String>>),
}

/// Lines that belong together.
#[derive(Clone, Debug, Default)]
pub(super) struct Paragraph {
    pub(super) lines: Vec<Line>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    pub(super) text: String,
    left: f32,
    right: f32,
    /// Upwards from the foot of the page.
    bottom: f32,
    /// Of most of its characters.
    pub(super) size: f32,
    pub(super) is_bold: bool,
    pub(super) is_mono: bool,
    /// Characters in bold type.
    bold: usize,
    mono: usize,
    characters: usize,
}

impl Line {
    fn new(span: &TextSpan) -> Self {
        let mut line =
            Self { left: span.bbox.x, bottom: span.bbox.y, size: span.font_size, ..Self::default() };
        line.push(span);
        line
    }

    /// Whether the span goes on where the line ends.
    fn takes(&self, span: &TextSpan) -> bool {
        let size = self.size.max(span.font_size).max(1.0);
        let is_level = (span.bbox.y - self.bottom).abs() < size * 0.45;
        is_level && span.bbox.x > self.right - size
    }

    fn push(&mut self, span: &TextSpan) {
        let gap = span.bbox.x - self.right;
        let is_apart = gap > self.size.max(1.0) * 0.15;
        if !self.text.is_empty() && is_apart && !self.text.ends_with(' ') && !span.text.starts_with(' ') {
            self.text.push(' ');
        }
        self.text.push_str(&span.text);
        let characters = span.text.chars().filter(|character| !character.is_whitespace()).count();
        // A raised or small letter does not make the line.
        if characters > self.characters {
            self.size = span.font_size;
            self.bottom = span.bbox.y;
        }
        self.characters += characters;
        self.bold += if span.font_weight.is_bold() { characters } else { 0 };
        self.mono += if span.is_monospace { characters } else { 0 };
        self.is_bold = self.bold * 10 >= self.characters * 9;
        self.is_mono = self.mono * 10 >= self.characters * 9;
        self.right = self.right.max(span.bbox.x + span.bbox.width);
    }
}

impl Paragraph {
    /// Lines joined to one text; a word that was cut at the end of a line is whole again.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for line in &self.lines {
            let next = line.text.trim();
            let is_cut = text.ends_with('-')
                && text.chars().rev().nth(1).is_some_and(char::is_alphabetic)
                && next.chars().next().is_some_and(char::is_lowercase);
            if text.ends_with('\u{ad}') || is_cut {
                text.pop();
            } else if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(next);
        }
        text
    }

    pub(super) fn first(&self) -> Option<&Line> {
        self.lines.first()
    }

    pub(super) fn is_bold(&self) -> bool {
        self.lines.iter().all(|line| line.is_bold)
    }

    pub(super) fn characters(&self) -> usize {
        self.lines.iter().map(|line| line.characters).sum()
    }

    pub(super) fn write(&self, draft: &mut Draft) {
        let text = self.text();
        if self.lines.len() > 1 && self.lines.iter().all(|line| line.is_mono) {
            let lines: Vec<&str> = self.lines.iter().map(|line| line.text.trim_end()).collect();
            draft.code(None, &lines.join("\n"));
        } else if let Some((depth, marker, rest)) = item(text.trim()) {
            // A number alone may be a heading or a date; a list of one would lose it nothing.
            match marker {
                Marker::Bullet => draft.item(depth, Marker::Bullet, rest),
                Marker::Number(number) => draft.item(depth, Marker::Number(number), rest),
            }
        } else {
            draft.paragraph(&text);
        }
    }

    /// Whether the line goes on with this paragraph.
    fn takes(&self, line: &Line) -> bool {
        let Some(last) = self.lines.last() else { return true };
        let size = last.size.max(1.0);
        let step = last.bottom - line.bottom;
        let is_alike = (last.size - line.size).abs() <= size * 0.12
            && (last.is_bold == line.is_bold || step.abs() < 1.0);
        if !is_alike || item(line.text.trim()).is_some() {
            return false;
        }
        if step < -size {
            // Up to the next column, in the middle of a sentence.
            return !ends_sentence(&last.text)
                && line.text.trim().chars().next().is_some_and(char::is_lowercase);
        }
        let widest = self.lines.iter().map(|line| line.right).fold(f32::MIN, f32::max);
        let narrowest = self.lines.iter().map(|line| line.left).fold(f32::MAX, f32::min);
        let is_short = last.right < widest.max(line.right) - (widest - narrowest) * 0.3;
        let overlaps = line.left < widest && line.right > narrowest;
        step <= size * 1.75 && overlaps && !(is_short && ends_sentence(&last.text))
    }
}

fn ends_sentence(text: &str) -> bool {
    text.trim_end().ends_with(['.', ':', '!', '?', '”', '»', ';'])
}

/// Paragraphs and tables of a page.
pub(super) fn parts(spans: &[TextSpan], tables: Vec<Table>) -> Vec<Part> {
    let mut tables: Vec<Option<Table>> = tables.into_iter().map(Some).collect();
    let areas: Vec<_> = tables.iter().flatten().map(|table| table.area).collect();
    let mut parts = Vec::new();
    let mut line: Option<Line> = None;
    let mut paragraph = Paragraph::default();
    for span in spans.iter().filter(|span| is_content(span)) {
        let (x, y) = (span.bbox.x + span.bbox.width / 2.0, span.bbox.y + span.bbox.height / 2.0);
        if let Some(at) = areas.iter().position(|area| area.contains(x, y)) {
            // The table stands where its first word does.
            if let Some(table) = tables.get_mut(at).and_then(Option::take) {
                end_line(&mut line, &mut paragraph, &mut parts);
                end_paragraph(&mut paragraph, &mut parts);
                parts.push(Part::Table(table.rows));
            }
            continue;
        }
        match &mut line {
            Some(line) if line.takes(span) => line.push(span),
            _ => {
                end_line(&mut line, &mut paragraph, &mut parts);
                line = Some(Line::new(span));
            }
        }
    }
    end_line(&mut line, &mut paragraph, &mut parts);
    end_paragraph(&mut paragraph, &mut parts);
    parts
}

fn end_line(line: &mut Option<Line>, paragraph: &mut Paragraph, parts: &mut Vec<Part>) {
    let Some(line) = line.take().filter(|line| line.characters > 0) else { return };
    if !paragraph.takes(&line) {
        end_paragraph(paragraph, parts);
    }
    paragraph.lines.push(line);
}

fn end_paragraph(paragraph: &mut Paragraph, parts: &mut Vec<Part>) {
    let paragraph = std::mem::take(paragraph);
    if !paragraph.lines.is_empty() {
        parts.push(Part::Text(paragraph));
    }
}

/// What the file itself marks as page furniture is left out.
fn is_content(span: &TextSpan) -> bool {
    !matches!(span.artifact_type, Some(ArtifactType::Pagination(_) | ArtifactType::Background))
}

/// Lines that stand at the head or foot of most pages.
pub(super) struct Margins {
    repeated: Vec<String>,
}

/// Pages from which on repetition means something.
const FEWEST_PAGES: usize = 3;
/// Paragraphs at either end of a page that may be its margin.
const DEPTH: usize = 2;

pub(super) fn margins(pages: &[Vec<Part>]) -> Margins {
    let pages: Vec<&Vec<Part>> = pages.iter().filter(|page| !page.is_empty()).collect();
    let mut seen: HashMap<String, usize> = HashMap::new();
    if pages.len() >= FEWEST_PAGES {
        for page in &pages {
            let mut edges: Vec<String> = edges(page).into_iter().map(signature).collect();
            edges.sort();
            edges.dedup();
            for edge in edges {
                *seen.entry(edge).or_default() += 1;
            }
        }
    }
    let repeated = seen.into_iter().filter(|(_, count)| *count * 2 > pages.len());
    Margins { repeated: repeated.map(|(text, _)| text).collect() }
}

impl Margins {
    pub(super) fn contains(&self, paragraph: &Paragraph) -> bool {
        !self.repeated.is_empty()
            && paragraph.lines.len() <= 2
            && self.repeated.contains(&signature(paragraph))
    }
}

/// The outermost paragraphs of a page, by their place.
fn edges(page: &[Part]) -> Vec<&Paragraph> {
    let mut texts: Vec<&Paragraph> = page
        .iter()
        .filter_map(|part| match part {
            Part::Text(paragraph) if paragraph.lines.len() <= 2 => Some(paragraph),
            Part::Text(_) | Part::Table(_) => None,
        })
        .collect();
    let height = |paragraph: &&Paragraph| paragraph.first().map_or(0.0, |line| line.bottom);
    texts.sort_by(|a, b| height(a).total_cmp(&height(b)));
    let last = texts.len().saturating_sub(DEPTH).max(DEPTH);
    texts.iter().take(DEPTH).chain(texts.iter().skip(last)).copied().collect()
}

/// The text without its numbers, as pages count, and its height on the page: a heading may recur, but not in one place.
fn signature(paragraph: &Paragraph) -> String {
    let text = paragraph.text();
    let mut signature: String =
        text.chars().filter(|character| !character.is_ascii_digit() && !character.is_whitespace()).collect();
    let height = paragraph.first().map_or(0.0, |line| (line.bottom / 4.0).round());
    signature.push_str(&format!("@{height}"));
    signature
}
