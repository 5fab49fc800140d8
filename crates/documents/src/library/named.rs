//! Which documents a question names: by file name, or clearly by title.

use std::collections::BTreeMap;

use conserje_kernel::{CollectionId, DocumentId, Scope};
use conserje_store::Tx;
use conserje_store::documents::{self, Called};
use conserje_text::{alphanumeric_runs, fold_accents};

use super::shelf::nearest;
use super::{Library, LibraryError};
use crate::extract::{Kind, names};

/// What a question says about documents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// No document.
    Nothing,
    /// These, with their file names.
    These(Vec<(DocumentId, String)>),
    /// A file that is not there; these are called nearly so.
    NotThere { name: String, nearest: Vec<String> },
}

impl Library {
    /// `¿qué dice el manual de bienvenida sobre las vacaciones?` names `manual-bienvenida.md`, and so does its file name.
    pub async fn named_in(&self, scope: &Scope, question: &str) -> Result<Named, LibraryError> {
        // Guests are told what a search finds, and not what there is.
        if scope.is_guest() || !speaks_of_a_document(question) {
            return Ok(Named::Nothing);
        }
        let question = question.to_owned();
        let read = move |tx: &mut Tx<'_>| Ok::<_, LibraryError>(named(&question, &documents::called(tx)?));
        self.0.store.read(scope, read).await
    }

    /// How many documents can be searched in each collection that has any.
    pub async fn sizes(&self, scope: &Scope) -> Result<BTreeMap<CollectionId, u64>, LibraryError> {
        let is_guest = scope.is_guest();
        let counted = self.0.store.read(scope, move |tx| documents::searchable(tx, is_guest)).await?;
        Ok(counted.into_iter().map(|(id, count)| (id, u64::try_from(count).unwrap_or_default())).collect())
    }
}

/// What documents are called: only a question with one of these can name one by its title.
const KINDS: &[&str] = &[
    "acta",
    "actas",
    "acuerdo",
    "anexo",
    "archivo",
    "boletin",
    "carta",
    "catalogo",
    "circular",
    "contrato",
    "convenio",
    "dossier",
    "documento",
    "especificacion",
    "estatutos",
    "factura",
    "ficha",
    "fichero",
    "folleto",
    "formulario",
    "guia",
    "informe",
    "instrucciones",
    "libro",
    "lista",
    "manual",
    "memoria",
    "normas",
    "nota",
    "notas",
    "pdf",
    "plan",
    "pliego",
    "politica",
    "presupuesto",
    "procedimiento",
    "programa",
    "protocolo",
    "proyecto",
    "reglamento",
    "tarifa",
    "tarifas",
    "temario",
    "agreement",
    "annex",
    "book",
    "booklet",
    "brochure",
    "catalogue",
    "catalog",
    "contract",
    "document",
    "documentation",
    "file",
    "form",
    "guide",
    "handbook",
    "invoice",
    "letter",
    "list",
    "manifesto",
    "minutes",
    "newsletter",
    "notes",
    "paper",
    "plan",
    "policy",
    "procedure",
    "proposal",
    "readme",
    "report",
    "spec",
    "specification",
    "statement",
    "terms",
];

/// What any of them is called.
const FILE: &[&str] = &["documento", "archivo", "fichero", "pdf", "document", "file"];

/// Words between those that count.
const SMALL: &[&str] = &[
    "a", "al", "an", "and", "con", "de", "del", "e", "el", "en", "for", "in", "la", "las", "los", "of", "on",
    "para", "por", "the", "to", "un", "una", "y",
];

/// Words of names that say how a file is kept, not what it is.
const KEPT: &[&str] = &["v1", "v2", "v3", "final", "copia", "copy", "borrador", "draft", "definitivo"];

fn words(text: &str) -> Vec<String> {
    alphanumeric_runs(&fold_accents(text)).map(str::to_owned).collect()
}

/// Those that count, in order.
fn telling(text: &str) -> Vec<String> {
    words(text)
        .into_iter()
        .filter(|word| !SMALL.contains(&word.as_str()) && !KEPT.contains(&word.as_str()))
        .collect()
}

/// A word of a question that can only be a file: `contrato-perez.pdf`.
fn files(question: &str) -> impl Iterator<Item = &str> {
    let bare = question.split_whitespace().map(|word| word.trim_matches(|ch: char| !ch.is_alphanumeric()));
    bare.filter(|word| {
        let kind = names::extension(word).and_then(Kind::of_extension);
        // People speak of `main.rs` and `Node.js` without meaning a document.
        kind.is_some_and(|kind| !matches!(kind, Kind::Code | Kind::Toml | Kind::Yaml | Kind::Json))
            && !names::stem(word).is_empty()
            && !word.contains("://")
    })
}

fn speaks_of_a_document(question: &str) -> bool {
    files(question).next().is_some() || words(question).iter().any(|word| KINDS.contains(&word.as_str()))
}

fn named(question: &str, all: &[Called]) -> Named {
    let by_file = |file: &str| {
        let wanted = fold_accents(file);
        all.iter()
            .find(|one| one.search_name == wanted || names::stem(&one.search_name) == names::stem(&wanted))
    };
    let mut found: Vec<(DocumentId, String)> = Vec::new();
    let mut missing = None;
    for file in files(question) {
        match by_file(file) {
            Some(one) => found.push((one.id, one.file_name.clone())),
            None => missing = missing.or(Some(file)),
        }
    }
    if let Some(name) = missing.filter(|_| found.is_empty()) {
        let names = all.iter().map(|one| (one.id, one.search_name.clone(), one.file_name.clone())).collect();
        return Named::NotThere { name: name.to_owned(), nearest: nearest(&fold_accents(name), names) };
    }
    if found.is_empty() {
        found = by_title(question, all);
    }
    if found.is_empty() { Named::Nothing } else { Named::These(found) }
}

/// The documents whose name or title is in the question, word after word; of two of which one is called like a part of the
/// other, the longer one.
fn by_title(question: &str, all: &[Called]) -> Vec<(DocumentId, String)> {
    let asked = telling(question);
    let follows_a_kind = |name: &String| {
        asked
            .windows(2)
            .any(|pair| matches!(pair, [kind, word] if word == name && FILE.contains(&kind.as_str())))
    };
    let is_clear = |name: &Vec<String>| match name.as_slice() {
        [] => false,
        // A word alone may be what is asked about: it is a name where it follows what documents are called.
        [one] => follows_a_kind(one),
        several => {
            asked.windows(several.len()).any(|window| window == several)
                && several.iter().any(|word| word.chars().any(char::is_alphabetic) && word.len() > 2)
        }
    };
    let matching: Vec<(&Called, Vec<String>)> = all
        .iter()
        .filter_map(|one| {
            let name = telling(names::stem(&one.search_name));
            let title = telling(one.title.as_deref().unwrap_or_default());
            let best = [name, title].into_iter().filter(is_clear).max_by_key(Vec::len)?;
            Some((one, best))
        })
        .collect();
    let is_part = |name: &[String]| {
        matching.iter().any(|(_, other)| {
            other.len() > name.len() && other.windows(name.len()).any(|window| window == name)
        })
    };
    let longest = matching.iter().filter(|(_, name)| !is_part(name));
    longest.map(|(one, _)| (one.id, one.file_name.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shelf() -> Vec<Called> {
        [
            ("Manual-Bienvenida.md", None),
            ("onboarding.pdf", Some("Guía de acogida para nuevos empleados")),
            ("tarifas-taller.md", Some("Tarifas")),
            ("tarifas-taller-norte.md", None),
            ("vacaciones.txt", None),
            ("tarifas-2025.xlsx", None),
        ]
        .map(|(name, title)| Called {
            id: DocumentId::generate(),
            search_name: fold_accents(name),
            file_name: name.to_owned(),
            title: title.map(str::to_owned),
        })
        .to_vec()
    }

    fn meant(question: &str) -> Vec<String> {
        if !speaks_of_a_document(question) {
            return Vec::new();
        }
        match named(question, &shelf()) {
            Named::These(these) => these.into_iter().map(|(_, name)| name).collect(),
            Named::Nothing => Vec::new(),
            Named::NotThere { name, .. } => vec![format!("no {name}")],
        }
    }

    #[test]
    fn a_document_is_named_by_its_file_or_clearly_by_its_title() {
        for (question, names) in [
            ("¿qué dice el manual de bienvenida sobre las vacaciones?", vec!["Manual-Bienvenida.md"]),
            ("what does manual-bienvenida.md say about holidays?", vec!["Manual-Bienvenida.md"]),
            ("según la guía de acogida para nuevos empleados, ¿quién firma?", vec!["onboarding.pdf"]),
            ("¿qué precio hay en las tarifas del taller norte?", vec!["tarifas-taller-norte.md"]),
            ("¿qué precio hay en las tarifas del taller?", vec!["tarifas-taller.md"]),
            ("tarifas 2025", vec!["tarifas-2025.xlsx"]),
            ("¿qué pone en el documento vacaciones?", vec!["vacaciones.txt"]),
            ("compara tarifas-2025.xlsx con vacaciones.txt", vec!["tarifas-2025.xlsx", "vacaciones.txt"]),
            ("resume contrato-perez.pdf", vec!["no contrato-perez.pdf"]),
            ("¿qué dice «acta.docx» del pago?", vec!["no acta.docx"]),
        ] {
            assert_eq!(meant(question), names, "{question}");
        }
    }

    #[test]
    fn what_is_only_spoken_about_is_not_named() {
        for question in [
            "¿cuántas vacaciones tengo?",
            "¿cuáles son las tarifas?",
            "¿hay un manual?",
            "¿qué informe piden en 2025?",
            "do I need a contract?",
            "is it written in Node.js or main.rs?",
            "",
        ] {
            assert_eq!(meant(question), Vec::<String>::new(), "{question}");
        }
    }

    #[test]
    fn what_is_not_there_comes_with_what_is_called_nearly_so() {
        let Named::NotThere { nearest, .. } = named("resume tarifa-taler.md", &shelf()) else {
            panic!("it is there")
        };
        assert_eq!(nearest[0], "tarifas-taller.md");
    }
}
