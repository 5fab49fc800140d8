//! Words that stand for others, such as `paro` for `prestación por desempleo`.

use std::collections::BTreeMap;

use conserje_text::{fold, language_of};

use crate::analyse::{QueryTerm, query_terms};

/// What else to look for when a term is asked for. Keys are compared folded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Synonyms {
    alternatives: BTreeMap<String, Vec<String>>,
}

impl<K: AsRef<str>, V: Into<String>, A: IntoIterator<Item = V>> FromIterator<(K, A)> for Synonyms {
    fn from_iter<I: IntoIterator<Item = (K, A)>>(table: I) -> Self {
        let mut alternatives = BTreeMap::<String, Vec<String>>::new();
        for (term, others) in table {
            let key = core(term.as_ref().trim());
            alternatives.entry(key).or_default().extend(others.into_iter().map(Into::into));
        }
        alternatives.remove("");
        Self { alternatives }
    }
}

/// Without the small words around it, which are not looked for: `me han echado` is met as `echado`.
fn core(term: &str) -> String {
    let words = query_terms(term, language_of(term));
    let ends = words.first().zip(words.last()).map(|(first, last)| first.bytes.start..last.bytes.end);
    fold(ends.and_then(|ends| term.get(ends)).unwrap_or(term))
}

/// A term's words stand together in the text.
const LONGEST_KEY: usize = 5;

impl Synonyms {
    /// Puts the alternatives of a term inside it, so that a passage that holds both scores as one that holds
    /// it twice, and not as one that answers two questions. Returns the expanded question, if it changed.
    pub(crate) fn expand(&self, text: &str, terms: &mut [QueryTerm]) -> Option<String> {
        if self.alternatives.is_empty() {
            return None;
        }
        let mut used = Vec::new();
        for at in 0..terms.len() {
            // The longest key that begins here wins.
            for length in (1..=LONGEST_KEY.min(terms.len() - at)).rev() {
                let Some((first, last)) = terms.get(at).zip(terms.get(at + length - 1)) else { continue };
                let key = text.get(first.bytes.start..last.bytes.end).map(fold);
                let Some((key, others)) = key.and_then(|key| self.alternatives.get_key_value(&key)) else {
                    continue;
                };
                let words = others.iter().flat_map(|other| query_terms(other, language_of(other)));
                let words: Vec<String> = words.flat_map(|word| word.alternatives).collect();
                for term in terms.iter_mut().skip(at).take(length) {
                    for word in
                        words.iter().filter(|word| !term.alternatives.contains(word)).collect::<Vec<_>>()
                    {
                        term.alternatives.push(word.clone());
                    }
                }
                used.push(format!("({key} OR {})", others.join(" OR ")));
                break;
            }
        }
        (!used.is_empty()).then(|| format!("{text} {}", used.join(" ")))
    }
}

#[cfg(test)]
#[path = "synonyms_tests.rs"]
mod tests;
