//! Matches of a pattern, by file.

use super::{Frame, Note, Sheet};

/// What matched, with the text around it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Match {
    pub(crate) text: String,
    pub(crate) context: String,
    /// Its place among the sources of this call, from 1.
    pub(crate) cite: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MatchedFile {
    pub(crate) name: String,
    pub(crate) matches: Vec<Match>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PatternPage {
    /// The pattern's name, or the pattern.
    pub(crate) pattern: String,
    pub(crate) notes: Vec<Note>,
    pub(crate) files: Vec<MatchedFile>,
}

impl PatternPage {
    fn total(&self) -> usize {
        self.files.iter().map(|file| file.matches.len()).sum()
    }
}

pub(crate) fn patterns(frame: Frame<'_>, page: &PatternPage) -> String {
    let mut sheet = Sheet::new(frame);
    sheet.counts(1, 0);
    sheet.line("");
    let words = sheet.words;
    sheet.line(&format!("{}: {} '{}'", words.regex, words.pattern, page.pattern));
    let places = format!("{} {} {} {}", page.total(), words.matches_in, page.files.len(), words.files);
    sheet.fact(words.matches, &places);
    sheet.notes(&page.notes);
    if page.files.is_empty() {
        sheet.line("");
        sheet.line(words.nothing);
    }
    let mut left = page.total();
    'files: for file in &page.files {
        let head =
            format!("\n[{}: {}]\n{}: {}", words.file, file.name, words.matches_of_file, file.matches.len());
        for (at, one) in file.matches.iter().enumerate() {
            let head = if at == 0 { format!("{head}\n") } else { String::new() };
            let block = format!(
                "{head}\nMatch {}: {}\n{}: [{}]\n{}:\n{}",
                at + 1,
                one.text,
                words.cite,
                one.cite,
                words.context,
                one.context
            );
            if !sheet.block(&block) {
                sheet.last_words(&Note::LeftOut { results: left });
                break 'files;
            }
            left -= 1;
        }
    }
    sheet.text
}
