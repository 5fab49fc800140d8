//! Resources: the tenant's documents, as the text that was read from them.

use conserje_documents::DocumentFilter;
use conserje_kernel::{Cursor, DocumentId, DocumentStatus, PageRequest, PageSize};
use rmcp::ErrorData;
use rmcp::model::{
    ListResourceTemplatesResult, ListResourcesResult, ReadResourceResult, Resource, ResourceContents,
    ResourceTemplate,
};

use super::offer::Offer;
use super::paging::foreign_cursor;
use super::refusal::refusal;
use crate::wire::Failure;

const PREFIX: &str = "conserje://documents/";
/// Characters of a document that are given at once. What is cut off is named.
const CAP: usize = 100_000;

/// Only those that have been read: the others have no text yet, or never will.
pub(super) async fn list(offer: &Offer, cursor: Option<String>) -> Result<ListResourcesResult, ErrorData> {
    let after = cursor.map(|text| text.parse::<Cursor>().map_err(|_| foreign_cursor())).transpose()?;
    let page = PageRequest { size: PageSize::default(), after };
    let filter = DocumentFilter { status: Some(DocumentStatus::Completed), ..DocumentFilter::default() };
    let found = offer.app.library().list(&offer.scope, filter, page).await.map_err(refusal)?;
    let next_cursor = found.next.as_ref().map(ToString::to_string);
    let resources = found.items.into_iter().map(|document| {
        let mut about = format!("The text of a file of type {}", document.mime_type);
        if let Some(pages) = document.pages {
            about += &format!(", {pages} pages");
        }
        let resource = Resource::new(format!("{PREFIX}{}", document.id), document.file_name)
            .with_description(about)
            .with_mime_type("text/plain");
        match document.title {
            Some(title) => resource.with_title(title),
            None => resource,
        }
    });
    Ok(ListResourcesResult { next_cursor, ..ListResourcesResult::with_all_items(resources.collect()) })
}

pub(super) fn templates() -> ListResourceTemplatesResult {
    let template = ResourceTemplate::new(format!("{PREFIX}{{id}}{{?from}}"), "document")
        .with_description("The text of a document, from a character on; from the first unless told")
        .with_mime_type("text/plain");
    ListResourceTemplatesResult::with_all_items(vec![template])
}

pub(super) async fn read(offer: &Offer, uri: &str) -> Result<ReadResourceResult, ErrorData> {
    let (id, from) = address(uri).ok_or_else(|| refusal(Failure::not_found("resource")))?;
    let found = offer.app.library().text(&offer.scope, id).await.map_err(refusal)?;
    let text = portion(&found.text, from, |next| format!("{PREFIX}{id}?from={next}"));
    Ok(ReadResourceResult::new(vec![ResourceContents::text(text, uri).with_mime_type("text/plain")]))
}

/// The document that an address names, and the first character that is wanted.
fn address(uri: &str) -> Option<(DocumentId, usize)> {
    let rest = uri.strip_prefix(PREFIX)?;
    let (id, from) = match rest.split_once("?from=") {
        Some((id, from)) => (id, from.parse().ok()?),
        None => (rest, 0),
    };
    Some((id.parse().ok()?, from))
}

fn portion(text: &str, from: usize, rest: impl Fn(usize) -> String) -> String {
    let mut letters = text.chars().skip(from);
    let given: String = letters.by_ref().take(CAP).collect();
    let left = letters.count();
    if left == 0 {
        return given;
    }
    let next = from.saturating_add(CAP);
    format!("{given}\n\n[cut here: {left} characters more, at {}]", rest(next))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_a_document_and_a_place_in_it() {
        let id = DocumentId::generate();
        assert_eq!(address(&format!("conserje://documents/{id}")), Some((id, 0)));
        assert_eq!(address(&format!("conserje://documents/{id}?from=7")), Some((id, 7)));
        for nothing in ["", "conserje://documents/", "file:///etc/passwd", "conserje://documents/doc_x"] {
            assert_eq!(address(nothing), None, "{nothing}");
        }
        assert_eq!(address(&format!("conserje://documents/{id}?from=-1")), None);
    }

    #[test]
    fn a_long_text_is_given_in_portions_that_say_so() {
        let text = "ñ".repeat(CAP + 3);
        let first = portion(&text, 0, |next| next.to_string());
        assert!(first.ends_with("[cut here: 3 characters more, at 100000]"), "{}", first.len());
        assert_eq!(portion(&text, CAP, |next| next.to_string()), "ñññ");
        assert_eq!(portion(&text, usize::MAX, |next| next.to_string()), "");
        assert_eq!(portion("short", 0, |next| next.to_string()), "short");
    }
}
