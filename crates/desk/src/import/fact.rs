//! From a `[[fact]]` to what it says.

use std::collections::BTreeSet;

use toml::Spanned;

use super::faults::Sheet;
use super::file::FactFile;
use crate::facts::{Fact, FactTopic};

/// More names or words are a document, not a fact.
const MOST_NAMES: usize = 200;
/// Characters of one name, or of one way to ask.
const LONGEST_NAME: usize = 80;

pub(super) fn read_fact(file: FactFile, branches: &BTreeSet<String>, sheet: &mut Sheet<'_>) -> Option<Fact> {
    let span = file.topic.span();
    let named = file.topic.get_ref();
    let topic = FactTopic::named(named);
    if topic.is_none() {
        let all = FactTopic::ALL.map(FactTopic::name).join(", ");
        sheet.at(&span, format!("`{named}` is not a `topic`; use one of {all}"));
    }
    if topic == Some(FactTopic::Other) && file.asked.is_empty() {
        sheet.at(&span, "nobody would find it: write in `asked` by which words people ask for it");
    }
    if file.text.get_ref().es.trim().is_empty() {
        sheet.at(&file.text.span(), "`text` says nothing; write what people are to be told");
    }
    for (list, words) in [("names", &file.names), ("asked", &file.asked)] {
        let fits = |word: &String| (1..=LONGEST_NAME).contains(&word.trim().chars().count());
        if words.len() > MOST_NAMES || !words.iter().all(fits) {
            let problem =
                format!("`{list}` holds up to {MOST_NAMES} names of 1 to {LONGEST_NAME} letters each");
            sheet.at(&file.id.span(), problem);
        }
    }
    if let Some(branch) = file.branch.as_ref().filter(|branch| !branches.contains(branch.get_ref())) {
        let problem =
            format!("there is no `branch` `{}`; name one that there is, or leave it out", branch.get_ref());
        sheet.at(&branch.span(), problem);
    }
    let first = file.first.and_then(|day| sheet.date(&day));
    let last_span = file.last.as_ref().map(Spanned::span);
    let last = file.last.and_then(|day| sheet.date(&day));
    if let (Some(first), Some(last), Some(span)) = (first, last, last_span)
        && last < first
    {
        sheet.at(&span, "`last` is before `first`; swap the days");
    }
    Some(Fact {
        id: file.id.into_inner(),
        topic: topic?,
        text: file.text.into_inner(),
        names: file.names,
        asked: file.asked,
        branch: file.branch.map(Spanned::into_inner),
        first,
        last,
    })
}
