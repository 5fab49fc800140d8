//! A question made ready to be compared.

use conserje_kernel::Language;
use conserje_text::language_of;

use crate::analyse::{QueryTerm, phrase_terms, query_terms};
use crate::operators::Operators;
use crate::query::{Mode, Query};

pub(crate) struct Asked {
    pub(crate) mode: Mode,
    pub(crate) language: Option<Language>,
    /// What scores; empty where words are not compared.
    pub(crate) terms: Vec<QueryTerm>,
    /// Each is a phrase, if only of one word.
    pub(crate) required: Vec<Vec<QueryTerm>>,
    pub(crate) excluded: Vec<Vec<QueryTerm>>,
    pub(crate) expanded_query: Option<String>,
}

impl Asked {
    pub(crate) fn new(query: &Query) -> Self {
        let mode = query.mode;
        if mode == Mode::Semantic {
            let language = language_of(&query.text);
            let (terms, required, excluded) = (Vec::new(), Vec::new(), Vec::new());
            return Self { mode, language, terms, required, excluded, expanded_query: None };
        }
        let operators = Operators::parse(&query.text);
        let language = language_of(&operators.text);
        let mut terms = query_terms(&operators.text, language);
        let expanded_query = query.synonyms.expand(&operators.text, &mut terms);
        let phrases = |texts: &[String]| -> Vec<Vec<QueryTerm>> {
            texts.iter().map(|text| phrase_terms(text)).filter(|terms| !terms.is_empty()).collect()
        };
        let mut required = phrases(&operators.phrases);
        required.extend(phrases(&operators.required));
        let excluded = phrases(&operators.excluded);
        Self { mode, language, terms, required, excluded, expanded_query }
    }
}
