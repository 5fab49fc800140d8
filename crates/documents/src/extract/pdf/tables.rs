//! Tables with ruled lines, found by `pdf_oxide` from words and lines.

use pdf_oxide::PdfDocument;
use pdf_oxide::elements::PathContent;
use pdf_oxide::layout::TextSpan;
use pdf_oxide::structure::spatial_table_detector::{TableDetectionConfig, detect_tables_with_lines};

pub(super) struct Table {
    pub(super) area: Area,
    pub(super) rows: Vec<Vec<String>>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Area {
    left: f32,
    right: f32,
    bottom: f32,
    top: f32,
}

impl Area {
    pub(super) fn contains(&self, x: f32, y: f32) -> bool {
        (self.left..=self.right).contains(&x) && (self.bottom..=self.top).contains(&y)
    }
}

/// A grid of two by two has this many lines at least.
const FEWEST_LINES: usize = 4;
/// A drawing, not a table.
const MOST_LINES: usize = 4_000;

pub(super) fn find(document: &PdfDocument, page: usize, spans: &[TextSpan]) -> Vec<Table> {
    let Ok(paths) = document.extract_paths(page) else { return Vec::new() };
    let lines: Vec<PathContent> = paths.into_iter().filter(PathContent::is_table_primitive).collect();
    if lines.len() < FEWEST_LINES || lines.len() > MOST_LINES {
        return Vec::new();
    }
    let words: Vec<TextSpan> = spans.iter().flat_map(words).collect();
    let config = TableDetectionConfig { text_fallback: false, ..TableDetectionConfig::default() };
    let found = detect_tables_with_lines(&words, &lines, &config);
    let found = found.into_iter().filter(pdf_oxide::structure::Table::is_real_grid);
    found
        .filter_map(|table| {
            let area = table.bbox?;
            let area =
                Area { left: area.x, right: area.x + area.width, bottom: area.y, top: area.y + area.height };
            let rows: Vec<Vec<String>> = table.rows.iter().map(cells).collect();
            (!is_prose(&rows)).then_some(Table { area, rows })
        })
        .collect()
}

fn cells(row: &pdf_oxide::structure::table_extractor::TableRow) -> Vec<String> {
    let mut cells = Vec::new();
    for cell in &row.cells {
        cells.push(cell.text.trim().to_owned());
        let span = usize::try_from(cell.colspan).unwrap_or(1).clamp(1, 64);
        cells.extend(std::iter::repeat_n(String::new(), span - 1));
    }
    cells
}

/// Columns of running text between decorative lines: cells that go on in the middle of a sentence.
fn is_prose(rows: &[Vec<String>]) -> bool {
    let filled: Vec<&str> =
        rows.iter().flatten().map(|cell| cell.trim()).filter(|cell| !cell.is_empty()).collect();
    let long = filled.iter().filter(|cell| cell.split_whitespace().count() > 40).count();
    let broken = filled.iter().filter(|cell| cell.chars().next().is_some_and(char::is_lowercase)).count();
    long * 2 > filled.len() || (broken * 10 > filled.len() * 6 && filled.len() > 8)
}

/// The detector looks for gaps between words; a span may be a whole line.
fn words(span: &TextSpan) -> Vec<TextSpan> {
    let text = &span.text;
    if !text.trim().contains(' ') {
        return vec![span.clone()];
    }
    let count = text.chars().count();
    let even = span.bbox.width / count.max(1) as f32;
    let has_widths = span.char_widths.len() == count;
    let mut found = Vec::new();
    let mut word = String::new();
    let (mut start, mut x) = (span.bbox.x, span.bbox.x);
    for (at, character) in text.chars().chain([' ']).enumerate() {
        if character.is_whitespace() {
            if !word.is_empty() {
                found.push(part(span, std::mem::take(&mut word), start, x));
            }
        } else {
            if word.is_empty() {
                start = x;
            }
            word.push(character);
        }
        x += if has_widths { span.char_widths.get(at).copied().unwrap_or(0.0) } else { even };
    }
    found
}

fn part(span: &TextSpan, text: String, left: f32, right: f32) -> TextSpan {
    let mut word = TextSpan { text, char_widths: Vec::new(), char_x_offsets: Vec::new(), ..span.clone() };
    word.bbox.x = left;
    word.bbox.width = right - left;
    word
}
