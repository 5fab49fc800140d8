//! What is wrong with a business's files: which file, which line, what to do.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};

use jiff::civil::Date;
use toml::Spanned;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportFault {
    pub path: PathBuf,
    /// From 1; of a file as a whole, none.
    pub line: Option<usize>,
    pub problem: String,
}

impl fmt::Display for ImportFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(out, "{}:{line}: {}", self.path.display(), self.problem),
            None => write!(out, "{}: {}", self.path.display(), self.problem),
        }
    }
}

/// Everything that was found wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportError {
    pub faults: Vec<ImportFault>,
}

impl fmt::Display for ImportError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.faults.iter().map(ToString::to_string).collect();
        out.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for ImportError {}

/// A file, and what was found wrong with it so far.
pub(super) struct Sheet<'a> {
    path: &'a Path,
    text: &'a str,
    pub(super) faults: Vec<ImportFault>,
}

impl<'a> Sheet<'a> {
    pub(super) fn new(path: &'a Path, text: &'a str) -> Self {
        Self { path, text, faults: Vec::new() }
    }

    /// At these bytes of the text.
    pub(super) fn at(&mut self, bytes: &Range<usize>, problem: impl fmt::Display) {
        let line = self.text.bytes().take(bytes.start).filter(|byte| *byte == b'\n').count() + 1;
        self.on_line(line, problem);
    }

    pub(super) fn on_line(&mut self, line: usize, problem: impl fmt::Display) {
        let problem = problem.to_string();
        self.faults.push(ImportFault { path: self.path.to_owned(), line: Some(line), problem });
    }

    pub(super) fn whole(&mut self, problem: impl fmt::Display) {
        let problem = problem.to_string();
        self.faults.push(ImportFault { path: self.path.to_owned(), line: None, problem });
    }

    /// A day that is written down, or a fault where it stands.
    pub(super) fn date(&mut self, written: &Spanned<String>) -> Option<Date> {
        let date = written.get_ref().parse::<Date>().ok();
        if date.is_none() {
            let problem =
                format!("`{}` is not a day of the calendar; write it as 2026-12-25", written.get_ref());
            self.at(&written.span(), problem);
        }
        date
    }
}
