//! Which documents there are.

use std::collections::BTreeMap;
use std::sync::Arc;

use conserje_documents::{DEFAULT_COLLECTION, Document, DocumentFilter};
use conserje_kernel::{CollectionId, DocumentStatus, Language, PageRequest, PageSize};
use conserje_llm::first_sentence;
use conserje_search::Passage;
use conserje_text::fold_accents;
use serde_json::json;

use super::args::{Args, name_schema, schema};
use super::desk::{Answer, Desk, found};
use super::render::cut::shortened;
use crate::tool::{Call, ToolInfo};

pub(super) fn info() -> ToolInfo {
    let parameters =
        schema(&json!({"name_contains": name_schema("Only documents with this in their name")}), &[]);
    ToolInfo::read(
        "list_documents",
        "Lists the documents that can be searched and what they are about, the latest first.",
        parameters,
    )
}

/// Of so many documents it is told what they are about.
const TOLD: usize = 20;
/// First passages of a document in which a sentence is looked for.
const LOOKED_INTO: u32 = 2;
/// Characters of what a document is about.
const ABOUT: usize = 180;
/// Headings that stand in for a sentence.
const HEADINGS: usize = 4;

pub(super) async fn list(desk: Arc<Desk>, call: Call) -> Answer {
    let args = Args::new(&call.args);
    let part = args.text("name_contains").map(str::to_owned);
    let filter = DocumentFilter {
        name: part.clone(),
        status: Some(DocumentStatus::Completed),
        ..DocumentFilter::default()
    };
    let page = PageRequest { size: PageSize::new(PageSize::MAX).unwrap_or_default(), after: None };
    let documents = desk.library.list(&call.scope, filter, page).await?;
    let collections: BTreeMap<CollectionId, String> =
        desk.library.collections(&call.scope).await?.into_iter().map(|one| (one.id, one.name)).collect();
    let collection = |document: &Document| collections.get(&document.collection).cloned().unwrap_or_default();
    let items: Vec<_> = documents
        .items
        .iter()
        .map(|document| {
            json!({"file_name": document.file_name, "title": document.title, "collection": collection(document),
                "pages": document.pages, "chunks": document.chunk_count})
        })
        .collect();
    let sizes = desk.library.sizes(&call.scope).await?;
    let mut lines = Vec::new();
    for document in documents.items.iter().take(TOLD) {
        let first = desk.library.passages(&call.scope, document.id, 0, LOOKED_INTO).await?;
        lines.push(line(call.language, document, about(document, &first)));
    }
    let shelf = Shelf {
        // Where only some are asked for, those that fit are counted.
        count: if part.is_some() { documents.items.len() as u64 } else { sizes.values().sum() },
        has_more: part.is_some() && documents.next.is_some(),
        collections: sizes
            .iter()
            .filter(|_| part.is_none())
            .filter_map(|(id, count)| Some((collections.get(id)?.as_str(), *count)))
            .collect(),
        part: part.as_deref(),
    };
    let text = shelf.told(call.language, &lines);
    Ok(found(json!({"documents": items, "has_more": documents.next.is_some()}), text))
}

/// What a document is about: its first sentence that can be read, else its headings.
fn about(document: &Document, passages: &[Passage]) -> Option<String> {
    let title = document.title.as_deref().unwrap_or_default();
    let is_title = |text: &str| fold_accents(text.trim_end_matches('.')) == fold_accents(title);
    let sentence = passages.iter().find_map(|passage| {
        let heading = passage.section_title.as_deref().unwrap_or_default();
        first_sentence(&passage.text)
            .filter(|sentence| !is_title(sentence) && fold_accents(sentence) != fold_accents(heading))
    });
    let headings = || {
        let titles = passages.iter().filter_map(|passage| passage.section_title.as_deref());
        let mut titles: Vec<&str> = titles.filter(|heading| !is_title(heading)).collect();
        titles.dedup();
        titles.truncate(HEADINGS);
        (!titles.is_empty()).then(|| titles.join(", "))
    };
    sentence.or_else(headings).map(|about| shortened(&about, ABOUT))
}

fn line(language: Language, document: &Document, about: Option<String>) -> String {
    let english = language == Language::En;
    let is_new = |title: &&str| !title.is_empty() && fold_accents(title) != fold_accents(&document.stem);
    let title = document.title.as_deref().map(str::trim).filter(is_new);
    let title = title.map(|title| format!(" · {}", shortened(title, ABOUT))).unwrap_or_default();
    let pages = match (document.pages, english) {
        (None | Some(0 | 1), _) => String::new(),
        (Some(pages), true) => format!(" ({pages} pages)"),
        (Some(pages), false) => format!(" ({pages} páginas)"),
    };
    let about = about.map(|about| format!(": {about}")).unwrap_or_default();
    format!("- **{}**{title}{pages}{about}\n", document.file_name)
}

/// What people read for the collection of what nobody put in one.
fn uncollected(language: Language) -> &'static str {
    match language {
        Language::Es => "documentos",
        Language::En => "documents",
    }
}

/// What there is, and what of it was asked for.
struct Shelf<'a> {
    count: u64,
    /// There are more than were counted.
    has_more: bool,
    collections: Vec<(&'a str, u64)>,
    part: Option<&'a str>,
}

impl Shelf<'_> {
    fn told(&self, language: Language, lines: &[String]) -> String {
        let english = language == Language::En;
        let Self { count, part, .. } = self;
        if lines.is_empty() {
            return match (part, english) {
                (None, true) => "There are no documents yet.".to_owned(),
                (None, false) => "Todavía no hay documentos.".to_owned(),
                (Some(part), true) => format!("There are no documents with \"{part}\" in their name."),
                (Some(part), false) => format!("No hay documentos con «{part}» en el nombre."),
            };
        }
        let plus = if self.has_more { "+" } else { "" };
        let what = match (*count, english) {
            (1, true) => "There is 1 document".to_owned(),
            (1, false) => "Hay 1 documento".to_owned(),
            (count, true) => format!("There are {count}{plus} documents"),
            (count, false) => format!("Hay {count}{plus} documentos"),
        };
        let with = match (part, english) {
            (None, _) => String::new(),
            (Some(part), true) => format!(" with \"{part}\" in their name"),
            (Some(part), false) => format!(" con «{part}» en el nombre"),
        };
        let where_they_are = match self.collections.as_slice() {
            [] | [_] => String::new(),
            several => {
                let named = several.iter().map(|(name, count)| {
                    let name = if *name == DEFAULT_COLLECTION { uncollected(language) } else { name };
                    format!("{name}: {count}")
                });
                format!(" ({})", named.collect::<Vec<_>>().join(", "))
            }
        };
        let mut text = format!("{what}{with}{where_they_are}:\n\n{}", lines.concat());
        let left = count.saturating_sub(lines.len() as u64);
        if left > 0 {
            text.push_str(&if english {
                format!("\nAnd {left}{plus} more; say a part of the name to see which.")
            } else {
                format!("\nY {left}{plus} más; con una parte del nombre se ve cuáles.")
            });
        }
        text.trim_end().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_there_is_is_summed_up_in_both_languages() {
        let shelf = Shelf {
            count: 100,
            has_more: false,
            collections: vec![("default", 95), ("normativa", 5)],
            part: None,
        };
        let lines = ["- **a.md**: Uno.\n".to_owned(), "- **b.md**: Dos.\n".to_owned()];
        insta::assert_snapshot!(shelf.told(Language::Es, &lines), @r"
        Hay 100 documentos (documentos: 95, normativa: 5):

        - **a.md**: Uno.
        - **b.md**: Dos.

        Y 98 más; con una parte del nombre se ve cuáles.
        ");
        insta::assert_snapshot!(shelf.told(Language::En, &lines), @r"
        There are 100 documents (documents: 95, normativa: 5):

        - **a.md**: Uno.
        - **b.md**: Dos.

        And 98 more; say a part of the name to see which.
        ");
        let one = Shelf { count: 1, has_more: false, collections: Vec::new(), part: Some("acta") };
        assert_eq!(
            one.told(Language::Es, &lines[..1]),
            "Hay 1 documento con «acta» en el nombre:\n\n- **a.md**: Uno."
        );
        assert_eq!(one.told(Language::En, &[]), "There are no documents with \"acta\" in their name.");
        assert_eq!(Shelf { part: None, ..one }.told(Language::Es, &[]), "Todavía no hay documentos.");
    }
}
