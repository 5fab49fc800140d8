//! Passages that a search found.

use super::cut::shortened;
use super::{Frame, Note, Sheet};

/// What was looked for, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchKind {
    Lexical,
    Semantic,
    Structure,
    Knowledge,
    Normativa,
    Sentencias,
    Criterios,
    Article,
    Related,
}

/// How well a passage fits, as the search measures it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Measure {
    /// BM25.
    Score(f64),
    /// Cosine.
    Similarity(f64),
    /// 0 to 1.
    Relevance(f64),
    /// What it is in its document.
    Kind(&'static str),
    /// It was asked for by name.
    Exact,
}

/// A passage.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Hit {
    pub(crate) document: String,
    pub(crate) id: String,
    pub(crate) measure: Measure,
    pub(crate) law: Option<String>,
    pub(crate) chapter: Option<String>,
    pub(crate) section: Option<String>,
    pub(crate) page: Option<u32>,
    pub(crate) collection: Option<String>,
    pub(crate) content: String,
}

/// What was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Looked {
    pub(crate) documents: u64,
    /// The collection or the documents that were kept to.
    pub(crate) within: Option<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SearchPage {
    pub(crate) kind: SearchKind,
    pub(crate) asked: String,
    pub(crate) total: usize,
    pub(crate) expanded: Option<String>,
    pub(crate) model: Option<String>,
    pub(crate) filters: Option<String>,
    pub(crate) looked: Option<Looked>,
    pub(crate) notes: Vec<Note>,
    /// Characters of a passage that are shown; `None` shows it whole.
    pub(crate) longest: Option<usize>,
    pub(crate) hits: Vec<Hit>,
}

pub(crate) fn search(frame: Frame<'_>, page: &SearchPage) -> String {
    let mut sheet = Sheet::new(frame);
    sheet.counts(1, 0);
    sheet.line("");
    let words = sheet.words;
    let title = match page.kind {
        SearchKind::Lexical => words.lexical,
        SearchKind::Semantic => words.semantic,
        SearchKind::Structure => words.structure,
        SearchKind::Knowledge => words.knowledge,
        SearchKind::Normativa => words.normativa,
        SearchKind::Sentencias => words.sentencias,
        SearchKind::Criterios => words.criterios,
        SearchKind::Article => words.article,
        SearchKind::Related => words.related,
    };
    let asked = match page.kind {
        SearchKind::Structure => format!("{} '{}'", words.document, page.asked),
        SearchKind::Lexical
        | SearchKind::Semantic
        | SearchKind::Knowledge
        | SearchKind::Normativa
        | SearchKind::Sentencias
        | SearchKind::Criterios
        | SearchKind::Article
        | SearchKind::Related => format!("'{}'", page.asked),
    };
    sheet.line(&format!("{title}: {asked}"));
    sheet.fact(words.found, &page.total.to_string());
    let facts =
        [(words.expanded, &page.expanded), (words.model, &page.model), (words.filters, &page.filters)];
    for (label, value) in facts {
        if let Some(value) = value {
            let shown = if label == words.expanded { format!("'{value}'") } else { value.clone() };
            sheet.fact(label, &shown);
        }
    }
    if let Some(Looked { documents, within }) = &page.looked {
        let within = within.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
        sheet.fact(words.looked, &format!("{documents}{within}"));
    }
    sheet.notes(&page.notes);
    if page.hits.is_empty() {
        sheet.line("");
        sheet.line(words.nothing);
    }
    for (at, hit) in page.hits.iter().enumerate() {
        let block = block(&sheet, at + 1, hit, page.longest);
        if !sheet.block(&block) {
            sheet.last_words(&Note::LeftOut { results: page.hits.len() - at });
            break;
        }
    }
    sheet.text
}

fn block(sheet: &Sheet, number: usize, hit: &Hit, longest: Option<usize>) -> String {
    let words = sheet.words;
    let mut lines = vec![
        String::new(),
        format!("[{} {number}]", words.result),
        format!("{}: {}", capitalised(words.document), hit.document),
        format!("ID: {}", hit.id),
    ];
    lines.extend(match &hit.measure {
        Measure::Score(value) => Some(format!("{}: {value}", words.score)),
        Measure::Similarity(value) => Some(format!("{}: {value:.4}", words.similarity)),
        Measure::Relevance(value) => Some(format!("{}: {value}", words.relevance)),
        Measure::Kind(name) => Some(format!("{}: {name}", words.kind)),
        Measure::Exact => None,
    });
    let facts = [
        (words.law, &hit.law),
        (words.chapter, &hit.chapter),
        (words.section, &hit.section),
        (words.collection, &hit.collection),
    ];
    for (label, value) in facts {
        lines.extend(value.as_ref().map(|value| format!("{label}: {value}")));
    }
    lines.extend(hit.page.map(|page| format!("{}: {page}", words.page)));
    lines.push(format!("{}: [{number}]", words.cite));
    lines.push(format!("{}:", words.content));
    lines.push(match longest {
        Some(longest) => shortened(&hit.content, longest),
        None => hit.content.clone(),
    });
    lines.join("\n")
}

/// As a label.
fn capitalised(word: &str) -> String {
    let mut signs = word.chars();
    signs.next().map(|first| first.to_uppercase().chain(signs).collect()).unwrap_or_default()
}
