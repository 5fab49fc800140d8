//! Documents in a few words: what they are made of, and how they begin.

use unicode_segmentation::UnicodeSegmentation;

use super::found::Passage;
use super::readable::begins_within;
use super::sentences::{HEADING, is_title, without_marker};

/// Headings of a file that is told at a glance.
const GLANCE: usize = 12;
/// Where a file has fewer headings than this, what stands under none is told, too.
const FEW: usize = 4;
/// Rows of a table that is told at a glance.
const ROWS: usize = 3;

/// A file at a glance: each heading with the first sentence under it. None if there is nothing to tell of it.
pub(super) fn at_a_glance(file: &Passage) -> Option<String> {
    let cited = if file.number > 0 { format!(" [{}]", file.number) } else { String::new() };
    let mut lines: Vec<String> = Vec::new();
    let mut heading = None;
    for block in file.text.split("\n\n").map(str::trim).filter(|block| !block.is_empty()) {
        let line = block.trim_start_matches(['#', ' ']);
        let is_heading = !block.contains('\n')
            && !line.starts_with(['|', '-', '•', '*'])
            && !line.ends_with(['.', ':', ';', '!', '?', '…', ','])
            && line.split_whitespace().count() <= HEADING;
        if is_heading {
            heading = Some(line);
            continue;
        }
        let told_of_it = if line.starts_with('|') { first_rows(line) } else { first_of(line) };
        match (heading.take(), told_of_it) {
            (Some(title), Some(first)) => lines.push(format!("- **{title}**: {first}")),
            (Some(title), None) => lines.push(format!("- **{title}**")),
            (None, Some(first)) if lines.len() < FEW => lines.push(format!("- {first}")),
            (None, _) => {}
        }
        if lines.len() == GLANCE {
            break;
        }
    }
    if lines.is_empty() {
        // Nothing but short lines.
        let short = file.text.lines().map(str::trim).filter(|line| !line.is_empty());
        lines.extend(short.take(FEW).map(|line| format!("- {}", without_marker(line))));
    }
    let told = lines.join("\n");
    (!told.is_empty()).then(|| format!("**{}**{cited}\n\n{told}", file.document))
}

/// The first sentence of a block, unless that is code.
fn first_of(block: &str) -> Option<String> {
    let line = without_marker(block.split('\n').next().unwrap_or_default());
    let first = line.unicode_sentences().next().filter(|_| !block.starts_with('`'));
    first.map(|first| first.trim().to_owned())
}

/// The first rows of a table, cell by cell.
fn first_rows(table: &str) -> Option<String> {
    let rows = table.lines().skip(2).take(ROWS).map(|row| {
        let cells = row.trim_matches('|').split('|').map(str::trim).filter(|cell| !cell.is_empty());
        cells.collect::<Vec<_>>().join(", ")
    });
    let told = rows.filter(|row| !row.is_empty()).collect::<Vec<_>>().join("; ");
    let more = if table.lines().count() > ROWS + 2 { "…" } else { "" };
    (!told.is_empty()).then(|| format!("{told}{more}"))
}

/// The first sentence that is whole and no heading.
pub(super) fn first_sentence(text: &str) -> Option<String> {
    let lines = text.lines().filter(|line| !line.starts_with(['|', '#', '`']));
    let sentences = lines.flat_map(|line| without_marker(line).unicode_sentences()).map(str::trim);
    let mut whole = sentences.filter(|sentence| {
        sentence.split_whitespace().count() > 3
            && !is_title(sentence)
            && !begins_within(sentence)
            && !sentence.ends_with(['?', ':'])
    });
    whole.next().map(str::to_owned)
}
