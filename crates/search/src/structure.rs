//! Passages of a document by what they are and where they stand.

use conserje_kernel::PassageKind;
use std::collections::HashSet;
use std::str::FromStr;

use conserje_text::language_of;

use crate::analyse::{passage_tokens, query_terms};
use crate::passage::Passage;

/// Which part of a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Position {
    First(usize),
    Last(usize),
    #[default]
    All,
}

/// Neither `first_N`, nor `last_N`, nor `all`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a position; write first_N, last_N or all, for instance first_3")]
pub struct BadPosition(String);

impl FromStr for Position {
    type Err = BadPosition;

    fn from_str(text: &str) -> Result<Self, BadPosition> {
        let bad = || BadPosition(text.chars().take(40).collect());
        let clean = text.trim().to_lowercase();
        let count = |count: &str| count.parse().ok().filter(|count| *count > 0);
        match clean.split_once('_') {
            _ if clean == "all" => Ok(Self::All),
            Some(("first", rest)) => count(rest).map(Self::First).ok_or_else(bad),
            Some(("last", rest)) => count(rest).map(Self::Last).ok_or_else(bad),
            Some(_) | None => Err(bad()),
        }
    }
}

/// What is asked of a document's structure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StructureQuery {
    pub kind: Option<PassageKind>,
    /// At least one of them is to be met; those that meet more come first.
    pub keywords: Vec<String>,
    pub position: Position,
    pub limit: usize,
}

/// The passages, given those of one document in any order.
///
/// The position counts among those of the kind.
/// Without keywords they come in the document's order, each with score 1; with keywords the score is the
/// share of keywords that are met.
pub fn select<'a>(passages: &'a [Passage], query: &StructureQuery) -> Vec<(&'a Passage, f32)> {
    let mut chosen: Vec<&Passage> = passages.iter().collect();
    chosen.sort_by_key(|passage| passage.index);
    // A section that is only a table has a heading, too.
    let mut last_title = None;
    chosen.retain(|passage| {
        let title = passage.section_title.as_deref();
        let begins = title.is_some() && std::mem::replace(&mut last_title, title) != title;
        query.kind.is_none_or(|kind| passage.kind == kind || (kind == PassageKind::SectionHeader && begins))
    });
    match query.position {
        Position::First(count) => chosen.truncate(count),
        Position::Last(count) => drop(chosen.drain(..chosen.len().saturating_sub(count))),
        Position::All => {}
    }
    let keywords: Vec<Vec<Vec<String>>> = query
        .keywords
        .iter()
        .map(|keyword| query_terms(keyword, None).into_iter().map(|term| term.alternatives).collect())
        .filter(|terms: &Vec<_>| !terms.is_empty())
        .collect();
    if keywords.is_empty() {
        chosen.truncate(query.limit);
        return chosen.into_iter().map(|passage| (passage, 1.0)).collect();
    }
    let mut scored: Vec<(&Passage, f32)> =
        chosen.into_iter().map(|passage| (passage, share_met(passage, &keywords))).collect();
    scored.retain(|(_, score)| *score > 0.0);
    // Stable: equals stay in the document's order.
    scored.sort_by(|a, b| b.1.total_cmp(&a.1));
    scored.truncate(query.limit);
    scored
}

/// A keyword of several words is met if all of them are.
fn share_met(passage: &Passage, keywords: &[Vec<Vec<String>>]) -> f32 {
    let language = language_of(&passage.text);
    let headings = passage.section_title.iter().chain(&passage.section_path).chain(&passage.keywords);
    let held: HashSet<String> = headings
        .map(String::as_str)
        .chain([passage.text.as_str()])
        .flat_map(|text| passage_tokens(text, language))
        .map(|token| token.term)
        .collect();
    let is_met =
        |terms: &&Vec<Vec<String>>| terms.iter().all(|term| term.iter().any(|one| held.contains(one)));
    keywords.iter().filter(is_met).count() as f32 / keywords.len() as f32
}

#[cfg(test)]
#[path = "structure_tests.rs"]
mod tests;
