//! Which documents there are.

use std::collections::BTreeMap;
use std::sync::Arc;

use conserje_documents::{Document, DocumentFilter};
use conserje_kernel::{CollectionId, Language, PageRequest, PageSize};
use serde_json::json;

use super::args::{Args, name_schema, schema};
use super::desk::{Answer, Desk, found};
use crate::tool::{Call, ToolInfo};

pub(super) fn info() -> ToolInfo {
    let parameters =
        schema(&json!({"name_contains": name_schema("Only documents with this in their name")}), &[]);
    ToolInfo::read(
        "list_documents",
        "Lists the documents that can be searched, the latest first.",
        parameters,
    )
}

pub(super) async fn list(desk: Arc<Desk>, call: Call) -> Answer {
    let args = Args::new(&call.args);
    let filter = DocumentFilter {
        name: args.text("name_contains").map(str::to_owned),
        status: Some("completed".to_owned()),
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
    let text = told(call.language, &documents.items, documents.next.is_some(), &collection);
    Ok(found(json!({"documents": items, "has_more": documents.next.is_some()}), text))
}

fn told(
    language: Language,
    documents: &[Document],
    has_more: bool,
    collection: &impl Fn(&Document) -> String,
) -> String {
    let english = language == Language::En;
    if documents.is_empty() {
        return if english { "There are no documents." } else { "No hay documentos." }.to_owned();
    }
    let mut text = if english { "Documents:\n" } else { "Documentos:\n" }.to_owned();
    for document in documents {
        let title = document.title.as_deref().filter(|title| !title.is_empty() && *title != document.stem);
        let title = title.map(|title| format!(": {title}")).unwrap_or_default();
        let pages = match (document.pages, english) {
            (None | Some(0), _) => String::new(),
            (Some(1), true) => ", 1 page".to_owned(),
            (Some(1), false) => ", 1 página".to_owned(),
            (Some(pages), true) => format!(", {pages} pages"),
            (Some(pages), false) => format!(", {pages} páginas"),
        };
        text.push_str(&format!("- **{}**{title} ({}{pages})\n", document.file_name, collection(document)));
    }
    if has_more {
        let more = if english {
            "There are more; name a part of the name."
        } else {
            "Hay más; di una parte del nombre."
        };
        text.push_str(more);
    }
    text
}
