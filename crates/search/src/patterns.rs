//! Regular expressions over texts, in linear time whatever the pattern.

use regex::{Regex, RegexBuilder};
use serde::{Deserialize, Serialize};

use crate::error::SearchError;

/// Bytes that a compiled pattern may take, ours and that of others, and characters it may be written in.
const COMPILED_OWN: usize = 8 << 20;
const COMPILED: usize = 1 << 20;
const WRITTEN: usize = 1000;

/// Patterns with a name. They find what looks like one; they check no control digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Predefined {
    Email,
    Url,
    Version,
    Phone,
    Date,
    Ip,
    Uuid,
    Iban,
    Dni,
    Nie,
    Cif,
    Currency,
    Semver,
    ApiKey,
    Heading,
}

impl Predefined {
    pub const ALL: [Self; 15] = [
        Self::Email,
        Self::Url,
        Self::Version,
        Self::Phone,
        Self::Date,
        Self::Ip,
        Self::Uuid,
        Self::Iban,
        Self::Dni,
        Self::Nie,
        Self::Cif,
        Self::Currency,
        Self::Semver,
        Self::ApiKey,
        Self::Heading,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Url => "url",
            Self::Version => "version",
            Self::Phone => "phone",
            Self::Date => "date",
            Self::Ip => "ip",
            Self::Uuid => "uuid",
            Self::Iban => "iban",
            Self::Dni => "dni",
            Self::Nie => "nie",
            Self::Cif => "cif",
            Self::Currency => "currency",
            Self::Semver => "semver",
            Self::ApiKey => "api_key",
            Self::Heading => "heading",
        }
    }

    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }

    fn expression(self) -> &'static str {
        match self {
            Self::Email => r"\b[\w.+%-]+@[\w-]+(?:\.[\w-]+)*\.\p{L}{2,}\b",
            Self::Url => {
                r#"\b(?:https?|ftp)://[^\s<>"'()\[\]{}]*[^\s<>"'()\[\]{}.,;:!?]|\bwww\.[\w-]+(?:\.[\w-]+)+(?:/[^\s<>"'()]*)?"#
            }
            Self::Version => r"\b[vV](?:ersi[oó]n|ersion)?\.?\s?\d+(?:\.\d+)*\b|\b\d+\.\d+\.\d+(?:\.\d+)?\b",
            Self::Phone => r"(?:\+\d{1,3}[\s.-]?)?(?:\(\d{1,4}\)[\s.-]?|\b)\d{2,4}(?:[\s.-]?\d{2,4}){2,4}\b",
            Self::Date => {
                r"\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\b|\b\d{1,2}(?:\s+de)?\s+(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre|january|february|march|april|may|june|july|august|september|october|november|december)(?:(?:\s+del?)?,?\s+\d{4})?\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\s+\d{1,2}(?:st|nd|rd|th)?(?:,?\s+\d{4})?\b"
            }
            Self::Ip => {
                r"\b(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)\b|\b(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}\b|\b(?:[0-9a-f]{1,4}:){1,6}(?::[0-9a-f]{1,4}){1,6}\b"
            }
            Self::Uuid => r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b",
            Self::Iban => r"\b[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{4}){2,7}(?:[ -]?[A-Z0-9]{1,3})?\b",
            Self::Dni => r"\b\d{1,2}\.?\d{3}\.?\d{3}[ -]?[A-HJ-NP-TV-Z]\b",
            Self::Nie => r"\b[XYZ][ -]?\d{7}[ -]?[A-HJ-NP-TV-Z]\b",
            Self::Cif => r"\b[ABCDEFGHJNPQRSUVW][ -]?\d{7}[ -]?[0-9A-J]\b",
            Self::Currency => {
                r"(?:[€$£]|\b(?:EUR|USD|GBP|MXN))\s?-?\d+(?:[.,\s]\d{3})*(?:[.,]\d{1,2})?\b|\b\d+(?:[.,\s]\d{3})*(?:[.,]\d{1,2})?\s?(?:[€$£]|(?:EUR|USD|GBP|MXN|euros?|d[oó]lares|dollars?|pesos?|libras?|pounds?)\b)"
            }
            Self::Semver => {
                r"\bv?(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[0-9a-z-]+(?:\.[0-9a-z-]+)*)?(?:\+[0-9a-z-]+(?:\.[0-9a-z-]+)*)?\b"
            }
            Self::ApiKey => {
                r#"\b(?:sk|pk|rk)[-_](?:[a-z]+[-_])*[A-Za-z0-9_-]{16,}|\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|AKIA[0-9A-Z]{16}|AIza[\w-]{30,}|xox[abprs]-[\w-]{10,}|glpat-[\w-]{16,})|\b(?:api[_-]?key|secret|token)\b["']?\s*[:=]\s*["']?[\w-]{16,}"#
            }
            Self::Heading => {
                r"(?m)^[ \t]*(?:#{1,6}[ \t]+\S.*|(?:t[ií]tulo|cap[ií]tulo|secci[oó]n|art[ií]culo|anexo|disposici[oó]n|title|chapter|section|article|annex)[ \t]+\S.*|\d{1,2}(?:\.\d{1,2}){0,4}\.?[ \t]+\p{L}.{0,100})$"
            }
        }
    }
}

/// A pattern ready to run.
#[derive(Clone, Debug)]
pub struct Pattern {
    regex: Regex,
}

/// What matched and the lines around it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PatternMatch {
    pub text: String,
    /// From 1.
    pub line: usize,
    pub before: Vec<String>,
    /// The lines that the match is in.
    pub lines: Vec<String>,
    pub after: Vec<String>,
}

/// The matches in one text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PatternMatches {
    pub matches: Vec<PatternMatch>,
    /// There were more than were asked for.
    pub has_more: bool,
}

impl Pattern {
    pub fn predefined(which: Predefined, case_sensitive: bool) -> Result<Self, SearchError> {
        Self::compiled(which.expression(), case_sensitive, COMPILED_OWN)
    }

    pub fn new(pattern: &str, case_sensitive: bool) -> Result<Self, SearchError> {
        let refused = |reason: &str| Err(SearchError::Pattern { reason: reason.to_owned() });
        if pattern.is_empty() {
            return refused("it is empty");
        }
        if pattern.chars().count() > WRITTEN {
            return refused("it is longer than 1000 characters; look for less at a time");
        }
        Self::compiled(pattern, case_sensitive, COMPILED)
    }

    fn compiled(pattern: &str, case_sensitive: bool, limit: usize) -> Result<Self, SearchError> {
        let built = RegexBuilder::new(pattern)
            .case_insensitive(!case_sensitive)
            .multi_line(true)
            .size_limit(limit)
            .dfa_size_limit(limit)
            .build();
        let regex = built.map_err(|error| {
            let is_too_large = matches!(error, regex::Error::CompiledTooBig(_));
            let shown = || error.to_string();
            let too_large = "it is too large when compiled; use fewer repetitions";
            SearchError::Pattern { reason: if is_too_large { too_large.to_owned() } else { shown() } }
        })?;
        Ok(Self { regex })
    }

    /// At most `most` matches, each with this many lines before and after. Empty matches are passed over.
    pub fn find(&self, text: &str, context_lines: usize, most: usize) -> PatternMatches {
        let mut found = PatternMatches::default();
        // The first byte of each line.
        let starts: Vec<usize> =
            std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let line_of = |byte: usize| starts.partition_point(|start| *start <= byte).saturating_sub(1);
        let lines = |from: usize, to: usize| -> Vec<String> {
            let texts = (from..to.min(starts.len())).filter_map(|line| {
                let start = *starts.get(line)?;
                let end = starts.get(line + 1).map_or(text.len(), |next| next - 1);
                Some(text.get(start..end)?.trim_end_matches('\r').to_owned())
            });
            texts.collect()
        };
        for one in self.regex.find_iter(text).filter(|one| !one.is_empty()) {
            if found.matches.len() == most {
                found.has_more = true;
                break;
            }
            let (first, last) = (line_of(one.start()), line_of(one.end() - 1));
            found.matches.push(PatternMatch {
                text: one.as_str().to_owned(),
                line: first + 1,
                before: lines(first.saturating_sub(context_lines), first),
                lines: lines(first, last + 1),
                after: lines(last + 1, last.saturating_add(1).saturating_add(context_lines)),
            });
        }
        found
    }
}

#[cfg(test)]
#[path = "patterns_tests.rs"]
mod tests;
