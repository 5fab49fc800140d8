//! Sentences of passages: what each says, and what is said around it.

use std::collections::BTreeSet;

use conserje_text::{alphanumeric_runs, fold_accents};
use unicode_segmentation::UnicodeSegmentation;

use super::found::Passage;
use super::readable::{begins_within, is_ended};
use super::terms::terms;

/// A sentence shorter than this is told with the one after it.
const SHORT: usize = 50;
/// A line without a full stop and with no more words than this, at the top of a passage, is its heading.
pub(super) const HEADING: usize = 20;
/// A line without a full stop and with no more words than this may be a heading within a passage.
const TITLE: usize = 10;

pub(super) struct Sentence {
    pub(super) passage: usize,
    pub(super) place: usize,
    pub(super) text: String,
    pub(super) own: BTreeSet<String>,
    /// Its own words, and those of the heading that it stands under and of the question that it follows.
    pub(super) terms: BTreeSet<String>,
    /// Of what it is a note: `Materia`; nothing, if it is a sentence.
    pub(super) label: BTreeSet<String>,
}

pub(super) fn sentences(place: usize, passage: &Passage, english: bool) -> Vec<Sentence> {
    let mut heading = terms(&passage.section, english);
    let text = match heading_of(&passage.text) {
        Some((title, rest)) => {
            heading.extend(terms(title, english));
            rest
        }
        None => &passage.text,
    };
    let mut pieces: Vec<String> = Vec::new();
    let mut header: Vec<&str> = Vec::new();
    // Code belongs to the sentence before it.
    let mut is_code = false;
    for line in text.lines() {
        let line = if is_code { line.trim_end() } else { line.trim() };
        if let Some(row) = line.strip_prefix('|').filter(|_| !is_code) {
            let cells: Vec<&str> = row.trim_end_matches('|').split('|').map(str::trim).collect();
            if header.is_empty() {
                header = cells;
            } else if row.chars().any(char::is_alphanumeric) {
                // Otherwise it is the rule between header and rows.
                let named = header
                    .iter()
                    .chain(std::iter::repeat(&""))
                    .zip(cells)
                    .filter(|(_, cell)| !cell.is_empty());
                let told =
                    named.map(
                        |(name, cell)| {
                            if name.is_empty() { cell.to_owned() } else { format!("{name}: {cell}") }
                        },
                    );
                pieces.push(told.collect::<Vec<_>>().join("; "));
            }
            continue;
        }
        header.clear();
        if line.starts_with("```") || is_code {
            is_code = is_code != line.starts_with("```");
            if let Some(before) = pieces.last_mut() {
                let is_first = !before.contains("```");
                before.truncate(before.trim_end().len());
                before.push_str(if is_first { "\n\n" } else { "\n" });
                before.push_str(line);
                before.push('\n');
            }
            continue;
        }
        for sentence in line.unicode_sentences().map(str::trim) {
            let continues = pieces.last().is_some_and(|before| is_cut(before));
            match pieces.last_mut().filter(|_| continues) {
                Some(before) => {
                    before.push(' ');
                    before.push_str(sentence);
                }
                None => pieces.push(sentence.to_owned()),
            }
        }
        if let Some(last) = pieces.last_mut() {
            last.push('\n');
        }
    }
    let mut found = Vec::new();
    let mut asked = BTreeSet::new();
    let last = pieces.len().saturating_sub(1);
    for (at, text) in pieces.into_iter().enumerate() {
        let is_item = is_item(&text);
        let mut text = without_marker(text.trim()).to_owned();
        if text.chars().filter(|ch| ch.is_alphanumeric()).count() < 3 {
            continue;
        }
        // The rest of a sentence whose beginning is in the passage before; a heading alone.
        if at == 0 && last > 0 && !is_item && begins_within(&text) || is_same(&text, &passage.section) {
            continue;
        }
        if at == last && !is_row(&text) && !is_ended(&text) {
            text.push('…');
        }
        let own = terms(&text, english);
        // A document that asks the same does not answer it there but in what follows.
        if text.trim_end_matches(['"', '»', '”', '*', '_']).ends_with('?') {
            asked = own;
            continue;
        }
        let mut around = own.clone();
        // A heading alone answers nothing.
        if own.len() > 1 {
            around.extend(heading.iter().cloned());
        }
        around.append(&mut asked);
        let label = label(&text).map(|label| terms(label, english)).unwrap_or_default();
        found.push(Sentence { passage: place, place: at, terms: around, own, text, label });
    }
    found
}

/// The line that a passage begins with, if that is its heading, and what follows it.
fn heading_of(text: &str) -> Option<(&str, &str)> {
    let (first, rest) = text.trim_start().split_once('\n')?;
    let title = first.trim();
    let is_line =
        !title.starts_with(['|', '-', '•']) && !title.ends_with(['.', ':', ';', '!', '?', '…', ',']);
    let is_short = title.split_whitespace().count() <= HEADING;
    let goes_on = rest.chars().any(char::is_alphanumeric);
    (is_line && is_short && goes_on).then_some((title, rest))
}

/// `art.` and `Sr.` end no sentence; the end of a line ends one.
fn is_cut(text: &str) -> bool {
    const SHORTENED: [&str; 12] =
        ["art.", "arts.", "sr.", "sra.", "dr.", "dra.", "núm.", "pág.", "p.", "mr.", "mrs.", "e.g."];
    let last = text.split_whitespace().next_back().unwrap_or_default().to_lowercase();
    !text.ends_with('\n') && SHORTENED.contains(&last.trim_start_matches(['(', '«', '"']))
}

/// What was made of a row of a table.
pub(super) fn is_row(text: &str) -> bool {
    text.contains(": ") && text.contains("; ")
}

/// What a note is of: `Materia: incapacidad temporal, partes de baja.`
fn label(text: &str) -> Option<&str> {
    let (label, rest) = text.split_once(": ")?;
    let is_label = label.split_whitespace().count() <= 2 && !label.contains([',', '.']);
    // The cells of a row have no full stop.
    (is_label && rest.ends_with('.') && !is_row(text)).then_some(label)
}

/// A short sentence says little without the one that follows it.
pub(super) fn with_rest(sentence: &Sentence, all: &[Sentence]) -> String {
    let is_whole = is_row(&sentence.text) || sentence.text.ends_with("```");
    if is_whole || sentence.text.chars().count() >= SHORT && !sentence.text.ends_with(':') {
        return sentence.text.clone();
    }
    let next = all.iter().find(|one| one.passage == sentence.passage && one.place > sentence.place);
    match next {
        Some(next) if is_title(&next.text) && is_ended(&sentence.text) && !is_title(&sentence.text) => {
            sentence.text.clone()
        }
        Some(next) if is_title(&sentence.text) => format!("{}: {}", sentence.text, next.text),
        Some(next) => format!("{} {}", sentence.text, next.text),
        // It would have announced something that cannot be told.
        None => {
            sentence.text.strip_suffix(':').map_or_else(|| sentence.text.clone(), |text| format!("{text}…"))
        }
    }
}

/// Whether a sentence may be the heading of what follows it.
pub(super) fn is_title(text: &str) -> bool {
    !text.ends_with(['.', ':', ';', '!', '?', '…', ',', ')'])
        && !text.contains([':', '@', '€', '$', '\n'])
        && !text.starts_with(char::is_lowercase)
        && text.split_whitespace().count() <= TITLE
}

/// Whether two texts have the same words.
fn is_same(one: &str, other: &str) -> bool {
    let words = |text: &str| alphanumeric_runs(&fold_accents(text)).collect::<Vec<_>>().join(" ");
    !other.is_empty() && words(one) == words(other)
}

/// Whether a line is one of a list.
fn is_item(line: &str) -> bool {
    ["- ", "* ", "• ", "– "].iter().any(|marker| line.starts_with(marker))
}

/// Without what a heading or an item of a list begins with: `## `, `- `, `3. `. A flag `--data` keeps its dashes.
pub(super) fn without_marker(line: &str) -> &str {
    let line = line.trim_start_matches('#').trim();
    let line = if is_item(line) { line.trim_start_matches(['-', '*', '•', '–']).trim() } else { line };
    match line.split_once(". ") {
        Some((number, rest)) if number.len() < 3 && number.bytes().all(|byte| byte.is_ascii_digit()) => {
            rest.trim()
        }
        Some(_) | None => line,
    }
}
