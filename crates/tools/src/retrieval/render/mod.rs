//! Results as a model reads them: pure functions from plain structs to text, in the call's language.
//!
//! All begin alike: a header, the user's question, what to do with the results, and how many searches were made.
//! No text is longer than what the toolbox lets through, so that what is left out is left out on purpose and said.

pub(super) mod cut;
mod files;
mod notes;
mod patterns;
mod search;
mod words;

use conserje_kernel::Language;

use crate::registry::MODEL_TEXT;
use words::{Words, words};

pub(super) use files::{Chunk, ContentPage, SectionPage, content, section};
pub(super) use notes::{Note, Problem};
pub(super) use patterns::{Match, MatchedFile, PatternPage, patterns};
pub(super) use search::{Hit, Looked, Measure, SearchKind, SearchPage, search};

/// A question is repeated to the model no further than this.
const QUESTION: usize = 500;
/// Kept free for the sentence that says what was left out.
const LAST_WORDS: usize = 300;

/// Who reads it, and what they asked.
#[derive(Clone, Copy)]
pub(super) struct Frame<'a> {
    pub(super) language: Language,
    pub(super) question: &'a str,
}

/// Whether a line with this label says how to cite a passage.
pub(super) fn is_cite_label(label: &str) -> bool {
    [Language::Es, Language::En].iter().any(|language| words(*language).cite == label)
}

/// What of results stays as it is until what was found does not.
///
/// Without the question that is repeated, and without how relevant each passage is and how many documents there are, which
/// every other document has a part in.
pub fn lasting(results: &str) -> String {
    let both = [Language::Es, Language::En].map(words);
    let changes = |line: &str| {
        let Some((label, value)) = line.trim().split_once(": ") else { return false };
        both.iter().any(|words| {
            [words.reminder, words.looked].contains(&label)
                || ([words.score, words.similarity, words.relevance].contains(&label)
                    && value.parse::<f64>().is_ok())
        })
    };
    results.lines().filter(|line| !changes(line)).collect::<Vec<_>>().join("\n")
}

/// A search that was not made.
pub(super) fn failure(frame: Frame<'_>, problem: &Problem) -> String {
    let mut sheet = Sheet::new(frame);
    sheet.counts(0, 1);
    sheet.line("");
    match problem {
        Problem::NoSuchFile { .. } => sheet.fact(sheet.words.missing, &problem.text(frame.language)),
        Problem::Backwards { .. }
        | Problem::BeyondTheEnd { .. }
        | Problem::OneOfTwo
        | Problem::Pattern { .. }
        | Problem::Position { .. }
        | Problem::NoSuchChunk { .. }
        | Problem::Refused { .. }
        | Problem::Unavailable => sheet.line(&problem.text(frame.language)),
    }
    sheet.text
}

/// A text that is being written and does not outgrow what the model gets to read.
struct Sheet {
    text: String,
    /// Characters that still fit.
    room: usize,
    words: &'static Words,
    language: Language,
}

impl Sheet {
    fn new(frame: Frame<'_>) -> Self {
        let words = words(frame.language);
        let mut sheet = Self {
            text: String::new(),
            room: MODEL_TEXT.saturating_sub(LAST_WORDS),
            words,
            language: frame.language,
        };
        sheet.line(words.header);
        sheet.line("");
        let question = frame.question.split_whitespace().collect::<Vec<_>>().join(" ");
        if !question.is_empty() {
            let question = cut::shortened(&question, QUESTION);
            sheet.line(&format!("{}: \"{question}\"", words.reminder));
            sheet.line("");
        }
        sheet.line(&format!("{}:", words.instructions));
        for (at, step) in words.steps.iter().enumerate() {
            sheet.line(&format!("{}. {step}", at + 1));
        }
        sheet.line("");
        sheet
    }

    fn counts(&mut self, succeeded: usize, failed: usize) {
        let words = self.words;
        self.line(&format!("📊 {}: {}", words.searches, succeeded + failed));
        self.line(&format!("   {}: {succeeded}", words.succeeded));
        self.line(&format!("   {}: {failed}", words.failed));
    }

    fn notes(&mut self, notes: &[Note]) {
        for note in notes {
            let label = if note.is_missing() { self.words.missing } else { self.words.note };
            self.fact(label, &note.text(self.language));
        }
    }

    /// A fact of the head: indented under its title.
    fn fact(&mut self, label: &str, value: &str) {
        self.line(&format!("   {label}: {value}"));
    }

    /// What cannot be left out. Titles and names are short, and cut where they are not.
    fn line(&mut self, line: &str) {
        /// No line of ours is longer.
        const LINE: usize = 2000;
        let line = cut::shortened(line, LINE);
        self.room = self.room.saturating_sub(line.chars().count() + 1);
        self.text.push_str(&line);
        self.text.push('\n');
    }

    /// All of it, or nothing if there is no room.
    fn block(&mut self, block: &str) -> bool {
        let length = block.chars().count() + 1;
        if length > self.room {
            return false;
        }
        self.room -= length;
        self.text.push_str(block);
        self.text.push('\n');
        true
    }

    fn last_words(&mut self, note: &Note) {
        self.text.push_str(&format!("\n{}\n", note.text(self.language)));
    }
}

/// A large number, with a sign between its thousands.
fn number(value: usize, thousands: char) -> String {
    let digits = value.to_string();
    let mut text = String::with_capacity(digits.len() + 4);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(thousands);
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
#[path = "render_tests.rs"]
mod tests;
