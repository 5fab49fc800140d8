//! What is wrong with a pack: which file, which line, what to do.

use std::fmt;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub path: PathBuf,
    /// From 1; of a file as a whole, none.
    pub line: Option<usize>,
    pub problem: String,
}

impl Fault {
    pub fn of_file(path: &Path, problem: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line: None, problem: problem.into() }
    }

    /// At this byte of the file's text.
    pub fn at(path: &Path, text: &str, byte: usize, problem: impl Into<String>) -> Self {
        let line = text.bytes().take(byte).filter(|byte| *byte == b'\n').count() + 1;
        Self { path: path.to_owned(), line: Some(line), problem: problem.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(out, "{}:{line}: {}", self.path.display(), self.problem),
            None => write!(out, "{}: {}", self.path.display(), self.problem),
        }
    }
}

/// Everything that was found wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackError {
    pub faults: Vec<Fault>,
}

impl From<Fault> for PackError {
    fn from(fault: Fault) -> Self {
        Self { faults: vec![fault] }
    }
}

impl fmt::Display for PackError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, fault) in self.faults.iter().enumerate() {
            if place > 0 {
                out.write_str("\n")?;
            }
            write!(out, "{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for PackError {}
