//! What a search told the model, read back: passages with the number that each is cited by, what was looked at, and what
//! is not there.
//!
//! Our own tools write it, in one of two languages, a labelled line for each fact. Text that is not of that shape has no
//! passages, and is quoted as it is.

use super::words::Looked;

/// A passage as a tool showed it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Passage {
    /// `[1]` in an answer; 0 if the tool gave none.
    pub(super) number: u32,
    pub(super) document: String,
    pub(super) section: String,
    /// What part of its document it is, if the tool said.
    pub(super) kind: String,
    /// 0 to 1, if the tool said.
    pub(super) relevance: Option<f64>,
    pub(super) text: String,
    /// A person sent it along with the question.
    pub(super) is_attached: bool,
}

/// How the text of every tool that looks into documents begins.
const HEADERS: [&str; 2] = ["[RESULTADOS DE TU BÚSQUEDA]", "[RESULTS OF YOUR SEARCH]"];

/// Whether a text is of the shape that is read here. Such a text tells models what to do with it: it is never quoted.
pub(super) fn is_ours(text: &str) -> bool {
    HEADERS.iter().any(|header| text.starts_with(header))
}

/// The same label in Spanish and English.
const BEGINS: [&str; 2] = ["[Resultado ", "[Result "];
const DOCUMENT: [&str; 2] = ["Documento: ", "Document: "];
const SECTION: [&str; 2] = ["Sección: ", "Section: "];
const KIND: [&str; 2] = ["Tipo: ", "Type: "];
const RELEVANCE: [&str; 4] = ["Relevancia: ", "Relevance: ", "Similitud: ", "Similarity: "];
const CITE: [&str; 2] = ["Cita: [", "Cite as: ["];
const CONTENT: [&str; 2] = ["Contenido:", "Content:"];

const EXPANDED: [&str; 2] = ["Query expandida: ", "Expanded query: "];

/// What a search looked for besides what it was asked: other words for the same.
pub(super) fn expanded(text: &str) -> Option<&str> {
    text.lines().find_map(|line| after(line.trim_start(), &EXPANDED))
}

const LOOKED: [&str; 2] = ["Documentos consultados: ", "Documents looked at: "];
const MISSING: [&str; 2] = ["No está: ", "Not there: "];

/// The lines before the first thing that was found: only those are the tool's own.
fn head(text: &str) -> impl Iterator<Item = &str> {
    let begins = |line: &&str| {
        !is_passage(line) && !FILES.iter().any(|label| line.starts_with(label)) && !WHOLE.contains(line)
    };
    text.lines().take_while(begins).map(str::trim_start)
}

/// How many documents a search looked at, and which it kept to: `12`, `3 (sentencias)`.
pub(super) fn looked(text: &str) -> Option<Looked> {
    let value = head(text).find_map(|line| after(line, &LOOKED))?;
    let (count, within) = match value.split_once(" (") {
        Some((count, within)) => (count, Some(within.trim_end_matches(')').to_owned())),
        None => (value, None),
    };
    Some(Looked { documents: count.trim().parse().ok()?, within })
}

/// What was named and is not there, in the tool's words.
pub(super) fn missing(text: &str) -> Vec<String> {
    head(text).filter_map(|line| after(line, &MISSING)).map(str::to_owned).collect()
}

fn is_passage(line: &str) -> bool {
    after(line, &BEGINS).is_some_and(|rest| rest.trim_end_matches(']').parse::<u32>().is_ok())
}

const FILES: [&str; 2] = ["[Archivo: ", "[File: "];
const MATCH: &str = "Match ";

/// What a pattern met: the text, its file, and the number it is cited by.
pub(super) fn matches(text: &str) -> Vec<(String, String, u32)> {
    let mut found: Vec<(String, String, u32)> = Vec::new();
    let mut file = "";
    for line in text.lines() {
        if let Some(name) = after(line, &FILES) {
            file = name.trim_end_matches(']');
        } else if let Some((_, matched)) = line.strip_prefix(MATCH).and_then(|rest| rest.split_once(": ")) {
            if !file.is_empty() {
                found.push((matched.to_owned(), file.to_owned(), 0));
            }
        } else if let (Some(number), Some(last)) = (after(line, &CITE), found.last_mut())
            && last.2 == 0
        {
            last.2 = number.trim_end_matches(']').parse().unwrap_or(0);
        }
    }
    found
}

fn after<'t>(line: &'t str, labels: &[&str]) -> Option<&'t str> {
    labels.iter().find_map(|label| line.strip_prefix(label))
}

pub(super) fn passages(text: &str) -> Vec<Passage> {
    let mut found: Vec<Passage> = Vec::new();
    let mut is_content = false;
    for line in text.lines() {
        if is_passage(line) {
            found.push(Passage::default());
            is_content = false;
            continue;
        }
        let Some(passage) = found.last_mut() else { continue };
        if is_content {
            passage.text.push_str(line);
            passage.text.push('\n');
        } else if let Some(name) = after(line, &DOCUMENT) {
            name.clone_into(&mut passage.document);
        } else if let Some(section) = after(line, &SECTION) {
            section.clone_into(&mut passage.section);
        } else if let Some(kind) = after(line, &KIND) {
            kind.clone_into(&mut passage.kind);
        } else if let Some(value) = after(line, &RELEVANCE) {
            passage.relevance = value.trim().parse().ok();
        } else if let Some(number) = after(line, &CITE) {
            passage.number = number.trim_end_matches(']').parse().unwrap_or(0);
        } else {
            is_content = after(line, &CONTENT).is_some();
        }
    }
    for passage in &mut found {
        passage.text.truncate(passage.text.trim_end().len());
    }
    found.retain(|passage| !passage.text.trim().is_empty());
    found
}

const WHOLE: [&str; 2] = ["CONTENIDO COMPLETO", "WHOLE CONTENT"];
const FILE: [&str; 2] = ["   Archivo: ", "   File: "];

/// A whole file, as a tool read it.
pub(super) fn file(text: &str) -> Option<Passage> {
    let is_rule = |line: &str| line.len() > 8 && line.chars().all(|sign| sign == '═');
    let document = text.lines().find_map(|line| after(line, &FILE))?.to_owned();
    let mut lines = text.lines().skip_while(|line| !WHOLE.contains(line)).skip(2);
    let content: Vec<&str> = lines.by_ref().take_while(|line| !is_rule(line)).collect();
    let text = content.join("\n").trim().to_owned();
    (!text.is_empty()).then(|| Passage { number: 1, document, text, ..Passage::default() })
}

/// The documents that a question is asked with: `<document source="…" file="…" cite="[1]">`, whose text is escaped.
pub(super) fn documents(text: &str) -> Vec<Passage> {
    let mut found = Vec::new();
    for element in text.split("<document ").skip(1) {
        let Some((tag, rest)) = element.split_once(">\n") else { continue };
        let Some((body, _)) = rest.split_once("\n</document>") else { continue };
        let attribute = |name: &str| {
            let (_, rest) = tag.split_once(&format!("{name}=\""))?;
            rest.split_once('"').map(|(value, _)| unescaped(value))
        };
        let number = attribute("cite").and_then(|cite| cite.trim_matches(['[', ']']).parse().ok());
        found.push(Passage {
            number: number.unwrap_or(0),
            document: attribute("file").unwrap_or_default(),
            is_attached: attribute("source").is_some_and(|source| source == "attachment"),
            text: unescaped(body),
            ..Passage::default()
        });
    }
    found
}

fn unescaped(text: &str) -> String {
    text.replace("&quot;", "\"").replace("&lt;", "<").replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const TOLD: &str = "[RESULTADOS DE TU BÚSQUEDA]\n\n[Resultado 1]\nDocumento: tarifas.pdf\nID: tarifas_chunk_0000\n\
        Relevancia: 0.81\nSección: Precios\nPágina: 2\nCita: [4]\nContenido:\nLa limpieza cuesta 40 €.\n\nSin cita, 45 €.\n\n\
        [Result 2]\nDocument: faq.md\nID: faq_chunk_0001\nCite as: [5]\nContent:\nWe open at nine.";

    #[test]
    fn passages_are_read_back_in_both_languages() {
        let found = passages(TOLD);
        assert_eq!(found.len(), 2);
        assert_eq!(
            (found[0].number, found[0].document.as_str(), found[0].relevance),
            (4, "tarifas.pdf", Some(0.81))
        );
        assert_eq!(found[0].text, "La limpieza cuesta 40 €.\n\nSin cita, 45 €.");
        assert_eq!((found[1].number, found[1].text.as_str()), (5, "We open at nine."));
    }

    #[test]
    fn documents_that_a_question_is_asked_with_are_read_back() {
        let text = "<documents>\n<document source=\"attachment\" file=\"a &quot;b&quot;.md\" cite=\"[3]\" part=\"its beginning\">\n\
            1 &lt; 2 &amp;amp; so on\n</document>\n</documents>";
        let found = documents(text);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].number, found[0].document.as_str()), (3, "a \"b\".md"));
        assert!(found[0].is_attached);
        assert_eq!(found[0].text, "1 < 2 &amp; so on");
    }

    #[test]
    fn what_was_looked_at_and_what_is_not_there_is_read_back_and_no_document_can_say_it() {
        let text = "[RESULTADOS DE TU BÚSQUEDA]\n   Documentos consultados: 3 (sentencias)\n   No está: No hay ninguna ley «x».\n\n\
            [Resultado 1]\nContenido:\nNo está: nada.\nDocumentos consultados: 99";
        assert_eq!(looked(text), Some(Looked { documents: 3, within: Some("sentencias".to_owned()) }));
        assert_eq!(missing(text), ["No hay ninguna ley «x»."]);
        assert_eq!(looked("   Documents looked at: 12"), Some(Looked { documents: 12, within: None }));
        assert_eq!(looked(TOLD), None);
        assert!(is_ours(TOLD) && !is_ours("De 9 a 15."));
    }

    #[test]
    fn what_a_pattern_met_is_read_back() {
        let text = "[RESULTS OF YOUR SEARCH]\n\n[File: a.md]\nMatches: 2\n\nMatch 1: x@example.com\nCite as: [2]\nContext:\nMail \
            x@example.com\n\nMatch 2: y@example.com\nCite as: [3]\nContext:\ny";
        let found = matches(text);
        assert_eq!(found.len(), 2);
        assert_eq!(found[1], ("y@example.com".to_owned(), "a.md".to_owned(), 3));
    }

    proptest! {
        #[test]
        fn any_text_with_documents_is_taken(text in "(\\PC|\n|<document |cite=\"\\[|\">\n|\n</document>){0,60}") {
            drop(documents(&text));
        }

        #[test]
        fn any_text_is_taken(text in "(\\PC|\n|\\[Resultado 1\\]|Contenido:|Match 1: |\\[File: ){0,60}") {
            drop((passages(&text), matches(&text), looked(&text), missing(&text)));
        }
    }
}
