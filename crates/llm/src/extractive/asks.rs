//! What a message wants of documents, where that shows in its words: the list of them, or one of them at a glance.

use conserje_text::{alphanumeric_runs, fold_accents};

fn words(text: &str) -> Vec<String> {
    alphanumeric_runs(&fold_accents(text)).map(str::to_owned).collect()
}

const DOCUMENTS: &[&str] = &[
    "documentos",
    "archivos",
    "ficheros",
    "papeles",
    "pdfs",
    "documents",
    "files",
    "docs",
    "documentacion",
    "biblioteca",
    "library",
];
/// Besides these nothing is in a message that asks for the list.
const AROUND: &[&str] = &[
    "que",
    "cuales",
    "cual",
    "cuantos",
    "cuantas",
    "son",
    "es",
    "mis",
    "tus",
    "sus",
    "los",
    "las",
    "el",
    "la",
    "mi",
    "tu",
    "nuestros",
    "nuestra",
    "estos",
    "de",
    "del",
    "sobre",
    "en",
    "con",
    "y",
    "a",
    "tengo",
    "hay",
    "tienes",
    "tiene",
    "tenemos",
    "he",
    "hemos",
    "subido",
    "subidos",
    "subi",
    "cargado",
    "cargados",
    "guardados",
    "disponibles",
    "aqui",
    "ahora",
    "tratan",
    "trata",
    "van",
    "va",
    "hablan",
    "habla",
    "lista",
    "listame",
    "listado",
    "listar",
    "dime",
    "muestra",
    "muestrame",
    "ensename",
    "ver",
    "quiero",
    "todos",
    "todas",
    "puedes",
    "puedo",
    "consultar",
    "leer",
    "buscar",
    "me",
    "resume",
    "resumeme",
    "resumen",
    "resumir",
    "un",
    "una",
    "por",
    "favor",
    "contienen",
    "contiene",
    "dicen",
    "hola",
    "what",
    "which",
    "how",
    "many",
    "are",
    "is",
    "my",
    "your",
    "our",
    "the",
    "these",
    "those",
    "do",
    "does",
    "i",
    "we",
    "you",
    "have",
    "has",
    "got",
    "there",
    "here",
    "about",
    "uploaded",
    "available",
    "stored",
    "loaded",
    "list",
    "show",
    "me",
    "all",
    "of",
    "in",
    "please",
    "can",
    "see",
    "read",
    "search",
    "summarise",
    "summarize",
    "summary",
    "a",
    "give",
    "tell",
    "hello",
    "hi",
    "did",
    "upload",
    "been",
    "and",
    "contain",
    "say",
];
/// What makes of "documents" a question about them.
const ASKING: &[&str] = &[
    "que",
    "cuales",
    "cuantos",
    "cuantas",
    "lista",
    "listame",
    "listado",
    "listar",
    "muestra",
    "muestrame",
    "ensename",
    "ver",
    "dime",
    "resume",
    "resumeme",
    "resumen",
    "resumir",
    "mis",
    "what",
    "which",
    "how",
    "list",
    "show",
    "summarise",
    "summarize",
    "summary",
    "my",
    "tell",
    "give",
    "see",
];

/// `¿de qué tratan mis documentos?`, `what documents do I have`; not `¿qué documentos tengo que llevar?`.
pub(super) fn wants_the_list(question: &str) -> bool {
    let words = words(question);
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let is_duty =
        words.windows(2).any(|pair| matches!(pair, [one, other] if one == "tengo" && other == "que"));
    has(DOCUMENTS)
        && has(ASKING)
        && !is_duty
        && words.iter().all(|word| AROUND.contains(&word.as_str()) || DOCUMENTS.contains(&word.as_str()))
}

/// Beginnings of words with which a whole document is asked for.
const SUMMARY: &[&str] = &["resum", "sintesis", "sintetiza", "summar", "sumary", "overview", "tldr", "gist"];
const SUMMARY_PHRASES: &[&str] = &[
    "de que va",
    "de que trata",
    "de que habla",
    "que dice este",
    "que dice esto",
    "que contiene",
    "que es esto",
    "que pone",
    "puntos clave",
    "ideas principales",
    "explicame",
    "what is this",
    "what is it about",
    "what does this say",
    "what does it say",
    "what is in",
    "key points",
    "main points",
    "about this",
    "what is the document about",
    "leelo",
    "read it",
    "read this",
];

/// Whether a document is asked for as a whole.
pub(super) fn wants_a_summary(question: &str) -> bool {
    let words = words(question);
    let line = format!(" {} ", words.join(" ").replace("whats", "what is"));
    words.iter().any(|word| SUMMARY.iter().any(|beginning| word.starts_with(beginning)))
        || SUMMARY_PHRASES.iter().any(|phrase| line.contains(&format!(" {phrase} ")))
        || line.trim_start().starts_with("what is ") && line.ends_with(" about ")
}

/// Endings of files that are read.
const ENDINGS: &[&str] = &[
    "pdf", "doc", "docx", "odt", "rtf", "md", "markdown", "txt", "csv", "tsv", "xls", "xlsx", "ods", "ppt",
    "pptx", "odp", "html", "htm", "epub", "eml", "msg", "xml", "json", "png", "jpg", "jpeg", "tiff", "webp",
];

/// The file that a message names: `contrato-perez.pdf`.
pub(super) fn file_named(question: &str) -> Option<&str> {
    let words = question.split_whitespace().map(|word| word.trim_matches(|ch: char| !ch.is_alphanumeric()));
    let mut files = words.filter(|word| {
        word.rsplit_once('.').is_some_and(|(stem, ending)| {
            !stem.is_empty() && !word.contains("://") && ENDINGS.contains(&ending.to_lowercase().as_str())
        })
    });
    files.next()
}

/// Words with which one asks what stands in a document.
const SAYING: &[&str] = &[
    "que",
    "dice",
    "dicen",
    "pone",
    "segun",
    "sobre",
    "acerca",
    "en",
    "el",
    "la",
    "los",
    "las",
    "de",
    "del",
    "documento",
    "archivo",
    "fichero",
    "what",
    "does",
    "do",
    "say",
    "says",
    "according",
    "to",
    "about",
    "in",
    "the",
    "document",
    "file",
    "of",
];

/// A question without the name of the document that it is asked of: the name is in no sentence that answers it.
pub(super) fn without_the_name(question: &str, name: &str) -> String {
    if name.is_empty() {
        return question.to_owned();
    }
    let name = words(name);
    let is_told = |word: &&str| {
        let parts = words(word);
        !parts.iter().all(|part| name.contains(part) || SAYING.contains(&part.as_str()))
    };
    question.split_whitespace().filter(is_told).collect::<Vec<_>>().join(" ")
}

/// Words with which code is asked for.
const CODE: &[&str] = &[
    "codigo",
    "comando",
    "comandos",
    "snippet",
    "script",
    "sintaxis",
    "ejemplo",
    "ejemplos",
    "json",
    "curl",
    "sql",
    "yaml",
    "toml",
    "code",
    "command",
    "commands",
    "example",
    "examples",
    "syntax",
    "endpoint",
    "config",
    "configuro",
    "instalo",
    "ejecuto",
    "arranco",
    "install",
    "run",
    "start",
    "configure",
    "build",
    "compile",
    "invoke",
];

pub(super) fn wants_code(question: &str) -> bool {
    words(question).iter().any(|word| CODE.contains(&word.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_documents_is_asked_for_in_many_words_and_duties_are_not_it() {
        for text in [
            "¿de qué tratan mis documentos?",
            "¿Qué documentos tengo?",
            "que archivos hay",
            "cuántos documentos he subido",
            "lista mis documentos",
            "hola, ¿qué documentos tienes?",
            "what documents do I have",
            "What are my documents about?",
            "list all the files please",
            "how many documents are there?",
            "resume mis documentos",
        ] {
            assert!(wants_the_list(text), "{text}");
        }
        for text in [
            "¿Qué documentos tengo que llevar a la primera consulta?",
            "¿qué documentos tengo que aportar?",
            "what documents do I need to bring?",
            "documentos",
            "¿qué dicen los documentos sobre las vacaciones?",
            "which documents mention WMS-E203?",
            "¿de qué trata el documento?",
        ] {
            assert!(!wants_the_list(text), "{text}");
        }
    }

    #[test]
    fn the_name_of_a_document_is_no_part_of_what_is_asked_of_it() {
        let asked = without_the_name(
            "¿Qué dice el manual de bienvenida sobre las vacaciones?",
            "Manual-Bienvenida.md",
        );
        assert_eq!(asked, "vacaciones?");
        assert_eq!(without_the_name("what does notas.txt say?", "notas.txt"), "");
        assert_eq!(without_the_name("¿qué dice?", ""), "¿qué dice?");
    }

    #[test]
    fn a_whole_document_is_asked_for_and_a_file_named() {
        for text in [
            "resume tarifas.md",
            "¿De qué trata?",
            "summarise this",
            "What is this file about?",
            "TL;DR: tldr",
        ] {
            assert!(wants_a_summary(text), "{text}");
        }
        for text in ["¿cuánto cuesta?", "what is the price", "how long does it take"] {
            assert!(!wants_a_summary(text), "{text}");
        }
        assert_eq!(file_named("resume «contrato-perez.pdf», por favor"), Some("contrato-perez.pdf"));
        assert_eq!(file_named("¿qué dice Tarifas_2026.XLSX?"), Some("Tarifas_2026.XLSX"));
        for text in ["¿abre a las 9.30?", "https://example.com/a.html", "ley 36.2011", ".pdf", "Node.js"] {
            assert_eq!(file_named(text), None, "{text}");
        }
    }
}
