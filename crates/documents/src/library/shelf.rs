//! What people do with the documents they have.

use std::time::Duration;

use bytes::Bytes;
use conserje_kernel::{CollectionId, DocumentId, JobKind, Page, PageRequest, Scope};
use conserje_search::Passage;
use conserje_store::collections::{self, Collection};
use conserje_store::documents::{self, Document, DocumentFilter};
use conserje_store::jobs::{self, NewJob};
use conserje_store::synonyms::{self, Synonyms};
use conserje_store::{StoreError, Tx, chunks};
use conserje_text::fold_accents;

use super::accept::enqueue;
use super::process::{Remains, extracted_blob, passage};
use super::{Library, LibraryError};
use crate::Extracted;
use crate::extract::names;

const LONGEST_NAME: usize = 200;
/// Names that are offered when nothing has the name asked for.
const NEAREST: usize = 5;

/// A document's text with what it was cut into.
#[derive(Clone, Debug)]
pub struct Text {
    pub document: Document,
    pub text: String,
}

/// What a file name meant.
#[derive(Clone, Debug)]
pub enum NameMatch {
    Found(Box<Document>),
    /// Nothing has this name; these are the nearest.
    Nearest(Vec<String>),
}

/// What becomes of a collection; what is not said stays.
#[derive(Clone, Debug, Default)]
pub struct CollectionChange {
    pub name: Option<String>,
    pub weight: Option<f64>,
    /// Whether guests are answered from it.
    pub is_public: Option<bool>,
}

/// Guests are told what a search of public collections finds, and nothing else: for them no document is there.
pub(super) fn not_for_guests(scope: &Scope) -> Result<(), LibraryError> {
    if scope.is_guest() { Err(LibraryError::NotFound { what: "file" }) } else { Ok(()) }
}

impl Library {
    pub async fn collections(&self, scope: &Scope) -> Result<Vec<Collection>, LibraryError> {
        let mut found = self.0.store.read(scope, collections::all).await?;
        found.retain(|one| one.is_public || !scope.is_guest());
        Ok(found)
    }

    pub async fn create_collection(
        &self,
        scope: &Scope,
        name: &str,
        weight: f64,
    ) -> Result<Collection, LibraryError> {
        let (id, name) = (CollectionId::generate(), collection_name(name)?);
        let weight = sound_weight(weight)?;
        let create = move |tx: &mut Tx<'_>| {
            match collections::create(tx, id, &name, weight) {
                Err(StoreError::Duplicate) => return Err(LibraryError::AlreadyExists { name }),
                other => other?,
            }
            collections::find(tx, id)?.ok_or(LibraryError::NotFound { what: "collection" })
        };
        self.0.store.write(scope, create).await
    }

    pub async fn change_collection(
        &self,
        scope: &Scope,
        id: CollectionId,
        change: CollectionChange,
    ) -> Result<Collection, LibraryError> {
        let name = change.name.map(|name| collection_name(&name)).transpose()?;
        let weight = change.weight.map(sound_weight).transpose()?;
        let is_public = change.is_public;
        let change = move |tx: &mut Tx<'_>| {
            let now = collections::find(tx, id)?.ok_or(LibraryError::NotFound { what: "collection" })?;
            let name = name.unwrap_or(now.name);
            let is_public = is_public.unwrap_or(now.is_public);
            match collections::change(tx, id, (&name, weight.unwrap_or(now.weight)), is_public) {
                Err(StoreError::Duplicate) => return Err(LibraryError::AlreadyExists { name }),
                other => other?,
            };
            collections::find(tx, id)?.ok_or(LibraryError::NotFound { what: "collection" })
        };
        self.0.store.write(scope, change).await
    }

    pub async fn remove_collection(&self, scope: &Scope, id: CollectionId) -> Result<(), LibraryError> {
        let remove = move |tx: &mut Tx<'_>| {
            collections::find(tx, id)?.ok_or(LibraryError::NotFound { what: "collection" })?;
            if collections::remove_empty(tx, id)? {
                return Ok(());
            }
            let problem = "the collection holds documents; move or delete them first".to_owned();
            Err(LibraryError::Invalid { problem })
        };
        self.0.store.write(scope, remove).await
    }

    pub async fn list(
        &self,
        scope: &Scope,
        filter: DocumentFilter,
        page: PageRequest,
    ) -> Result<Page<Document>, LibraryError> {
        not_for_guests(scope)?;
        let filter = DocumentFilter { name: filter.name.map(|name| fold_accents(&name)), ..filter };
        Ok(self.0.store.read(scope, move |tx| documents::list(tx, &filter, &page)).await?)
    }

    pub async fn document(&self, scope: &Scope, id: DocumentId) -> Result<Document, LibraryError> {
        not_for_guests(scope)?;
        let found = self.0.store.read(scope, move |tx| documents::find(tx, id)).await?;
        found.ok_or(LibraryError::NotFound { what: "file" })
    }

    /// The file as it was given to us.
    pub async fn content(&self, scope: &Scope, id: DocumentId) -> Result<(Document, Bytes), LibraryError> {
        let document = self.document(scope, id).await?;
        let content = self.0.store.blobs().get(scope, &document.blob).await?;
        Ok((document, content.ok_or(LibraryError::NotFound { what: "file" })?))
    }

    /// What was read from the file.
    pub async fn extracted(
        &self,
        scope: &Scope,
        id: DocumentId,
    ) -> Result<(Document, Extracted), LibraryError> {
        let document = self.document(scope, id).await?;
        let stored = self.0.store.blobs().get(scope, &extracted_blob(id)).await?;
        let stored = stored.ok_or(LibraryError::NotFound { what: "text of this file" })?;
        let extracted = serde_json::from_slice(&stored).map_err(|error| LibraryError::Malformed {
            document: id.to_string(),
            problem: error.to_string(),
        })?;
        Ok((document, extracted))
    }

    pub async fn text(&self, scope: &Scope, id: DocumentId) -> Result<Text, LibraryError> {
        let (document, extracted) = self.extracted(scope, id).await?;
        Ok(Text { document, text: extracted.text() })
    }

    /// Its passages from one place to another, both included and counted from 0.
    pub async fn passages(
        &self,
        scope: &Scope,
        id: DocumentId,
        first: u32,
        last: u32,
    ) -> Result<Vec<Passage>, LibraryError> {
        not_for_guests(scope)?;
        let read = move |tx: &mut Tx<'_>| {
            let rows = chunks::of_document(tx, id, i64::from(first), i64::from(last))?;
            rows.iter().map(passage).collect()
        };
        self.0.store.read(scope, read).await
    }

    pub async fn passage(&self, scope: &Scope, id: &str) -> Result<Option<Passage>, LibraryError> {
        not_for_guests(scope)?;
        let id = id.to_owned();
        let read = move |tx: &mut Tx<'_>| chunks::find(tx, &id)?.as_ref().map(passage).transpose();
        self.0.store.read(scope, read).await
    }

    /// The document that somebody means, with or without its ending, whatever the case and accents.
    pub async fn by_name(&self, scope: &Scope, name: &str) -> Result<NameMatch, LibraryError> {
        not_for_guests(scope)?;
        let wanted = fold_accents(name.trim());
        let read = move |tx: &mut Tx<'_>| {
            let all = documents::names(tx)?;
            let exact = all.iter().find(|(_, folded, _)| *folded == wanted);
            let by_stem = || {
                all.iter().find(|(_, folded, _)| {
                    names::stem(folded) == names::stem(&wanted) || names::stem(folded) == wanted
                })
            };
            let found = exact.or_else(by_stem).map(|(id, ..)| *id).or_else(|| meant(&wanted, &all));
            match found {
                Some(id) => {
                    let document = documents::find(tx, id)?.ok_or(LibraryError::NotFound { what: "file" })?;
                    Ok(NameMatch::Found(Box::new(document)))
                }
                None => Ok(NameMatch::Nearest(nearest(&wanted, all))),
            }
        };
        self.0.store.read(scope, read).await
    }

    pub async fn remove(&self, scope: &Scope, id: DocumentId) -> Result<(), LibraryError> {
        let remove = move |tx: &mut Tx<'_>| {
            let mut waiting = vec![id];
            let mut found = false;
            while let Some(id) = waiting.pop() {
                let Some(document) = documents::find(tx, id)? else { continue };
                found = true;
                waiting.extend(documents::children(tx, id)?);
                documents::remove(tx, id)?;
                let remains = Remains { document: id, blobs: vec![document.blob, extracted_blob(id)] };
                let payload = serde_json::to_string(&remains).map_err(|error| LibraryError::Malformed {
                    document: id.to_string(),
                    problem: error.to_string(),
                })?;
                let job = NewJob {
                    kind: JobKind::RemoveDocument,
                    payload,
                    run_after: tx.now(),
                    max_attempts: 10,
                    time_limit: Duration::from_secs(600),
                };
                jobs::enqueue(tx, &job)?;
            }
            if found { Ok(()) } else { Err(LibraryError::NotFound { what: "file" }) }
        };
        self.0.store.write(scope, remove).await?;
        // Hidden from search at once; the job makes sure of it.
        Ok(self.0.engine.remove_documents(scope.tenant(), vec![id]).await?)
    }

    /// Reads the file again, as when it had just arrived.
    pub async fn reprocess(&self, scope: &Scope, id: DocumentId) -> Result<Document, LibraryError> {
        let again = move |tx: &mut Tx<'_>| {
            documents::find(tx, id)?.ok_or(LibraryError::NotFound { what: "file" })?;
            if !documents::requeue(tx, id)? {
                let problem = "the file has not arrived yet; wait until its upload has ended".to_owned();
                return Err(LibraryError::Invalid { problem });
            }
            enqueue(tx, id)?;
            documents::find(tx, id)?.ok_or(LibraryError::NotFound { what: "file" })
        };
        self.0.store.write(scope, again).await
    }

    /// Puts it into another collection. Its place in the index follows with the job that this puts in line.
    pub async fn move_to(
        &self,
        scope: &Scope,
        id: DocumentId,
        collection: CollectionId,
    ) -> Result<Document, LibraryError> {
        let change = move |tx: &mut Tx<'_>| {
            let document = documents::find(tx, id)?.ok_or(LibraryError::NotFound { what: "file" })?;
            collections::find(tx, collection)?.ok_or(LibraryError::NotFound { what: "collection" })?;
            if document.collection == collection {
                return Ok(document);
            }
            if let Some(hash) = document.content_hash
                && let Some(same) = documents::with_content(tx, collection, hash)?
            {
                return Err(LibraryError::SameContent { file_name: same.file_name });
            }
            documents::move_to(tx, id, collection)?;
            documents::requeue(tx, id)?;
            enqueue(tx, id)?;
            documents::find(tx, id)?.ok_or(LibraryError::NotFound { what: "file" })
        };
        self.0.store.write(scope, change).await
    }

    /// Terms and what else is looked for when they are asked for.
    pub async fn synonyms(&self, scope: &Scope) -> Result<Vec<(String, Vec<String>)>, LibraryError> {
        alternatives(self.0.store.read(scope, synonyms::all).await?)
    }

    /// No alternatives removes the term.
    pub async fn set_synonyms(
        &self,
        scope: &Scope,
        term: &str,
        alternatives: &[String],
    ) -> Result<(), LibraryError> {
        let term = term.trim().to_lowercase();
        let alternatives: Vec<String> = alternatives
            .iter()
            .map(|other| other.trim().to_owned())
            .filter(|other| !other.is_empty())
            .collect();
        let is_long = |text: &str| text.chars().count() > LONGEST_NAME;
        if term.is_empty() || is_long(&term) || alternatives.iter().any(|other| is_long(other)) {
            let problem =
                format!("a term is 1 to {LONGEST_NAME} characters long, and so is each alternative");
            return Err(LibraryError::Invalid { problem });
        }
        if alternatives.len() > 50 {
            let problem = "a term has at most 50 alternatives".to_owned();
            return Err(LibraryError::Invalid { problem });
        }
        let put = move |tx: &mut Tx<'_>| {
            if alternatives.is_empty() {
                synonyms::remove(tx, &term)?;
                return Ok(());
            }
            let json = serde_json::Value::from(alternatives).to_string();
            Ok::<_, LibraryError>(synonyms::put(tx, &term, &json)?)
        };
        self.0.store.write(scope, put).await
    }
}

/// Rows as they are used.
pub(super) fn alternatives(rows: Vec<Synonyms>) -> Result<Vec<(String, Vec<String>)>, LibraryError> {
    let read = |row: Synonyms| match serde_json::from_str(&row.alternatives) {
        Ok(alternatives) => Ok((row.term, alternatives)),
        Err(error) => {
            let problem = format!("the synonyms of `{}` cannot be read ({error}); set them again", row.term);
            Err(LibraryError::Invalid { problem })
        }
    };
    rows.into_iter().map(read).collect()
}

fn collection_name(name: &str) -> Result<String, LibraryError> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
        let problem = format!("`name` is 1 to {LONGEST_NAME} characters long, without control characters");
        return Err(LibraryError::Invalid { problem });
    }
    Ok(name.to_owned())
}

fn sound_weight(weight: f64) -> Result<f64, LibraryError> {
    if weight.is_finite() && (0.0..=10.0).contains(&weight) {
        return Ok(weight);
    }
    Err(LibraryError::Invalid { problem: "`weight` is a number from 0 to 10; 1 is plain".to_owned() })
}

/// The one document whose name has every word that was said: `the functional document` is
/// `functional-specification.md`, and `the document` is the only one there is.
fn meant(said: &str, all: &[(DocumentId, String, String)]) -> Option<DocumentId> {
    let words = |text: &str| -> Vec<String> {
        let parts = text.split(|ch: char| !ch.is_alphanumeric()).map(str::to_owned);
        parts.filter(|word| word.len() > 2 && !SAID_OF_ANY.contains(&word.as_str())).collect()
    };
    let asked = words(said);
    // With one slip, or as the other language spells it: `funcional`, `functional`.
    let is_same = |one: &str, other: &str| {
        one == other || one.len().min(other.len()) > SLIPPERY && strsim::osa_distance(one, other) == 1
    };
    let has_all = |name: &str| {
        let own = words(name);
        asked.iter().all(|word| own.iter().any(|own| is_same(word, own)))
    };
    let mut fitting = all.iter().filter(|(_, folded, _)| has_all(folded)).map(|(id, ..)| *id);
    fitting.next().filter(|_| fitting.next().is_none())
}

/// Shorter words that differ in a letter are two words.
const SLIPPERY: usize = 6;

/// Words that tell no document from another.
const SAID_OF_ANY: &[&str] = &[
    "document",
    "documento",
    "documents",
    "documentos",
    "file",
    "files",
    "archivo",
    "archivos",
    "fichero",
    "ficheros",
    "pdf",
    "docx",
    "doc",
    "txt",
    "the",
    "this",
    "that",
    "del",
    "los",
    "las",
    "este",
    "esta",
    "please",
    "por",
    "favor",
    "porfa",
    "mi",
    "my",
    "our",
    "nuestro",
    "nuestra",
    "para",
    "for",
    "from",
];

/// By how many pairs of letters two names share.
pub(super) fn nearest(wanted: &str, all: Vec<(DocumentId, String, String)>) -> Vec<String> {
    let pairs = |text: &str| {
        let chars: Vec<char> = text.chars().collect();
        chars.windows(2).map(<[char]>::to_vec).collect::<std::collections::BTreeSet<_>>()
    };
    let asked = pairs(wanted);
    let mut scored: Vec<(usize, String)> = all
        .into_iter()
        .map(|(_, folded, shown)| {
            let own = pairs(&folded);
            let shared = asked.intersection(&own).count();
            (shared * 1000 / (asked.len() + own.len()).max(1), shown)
        })
        .collect();
    scored.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    scored.into_iter().map(|(_, shown)| shown).take(NEAREST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_known_by_the_words_that_only_it_has() {
        let names = ["functional-specification.md", "manual-almacen.md", "manual-oficina.md"];
        let all: Vec<_> = names
            .iter()
            .map(|name| (DocumentId::generate(), (*name).to_owned(), (*name).to_owned()))
            .collect();
        let said =
            |text: &str| meant(text, &all).map(|id| names[all.iter().position(|one| one.0 == id).unwrap()]);
        assert_eq!(said("functional document"), Some(names[0]));
        assert_eq!(said("documento funcional"), Some(names[0]));
        assert_eq!(said("the spec"), None);
        assert_eq!(said("manual del almacen"), Some(names[1]));
        assert_eq!(said("manual"), None);
        assert_eq!(said("el documento"), None);
        assert_eq!(meant("the document", &all[..1]), Some(all[0].0));
    }
}
