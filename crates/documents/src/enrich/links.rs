//! What a document says of its own parts: "ver el apartado 4.1", "see section 3.2", "tabla 2", "anexo I".

use std::collections::HashMap;

use conserje_text::fold_accents;
use unicode_segmentation::UnicodeSegmentation;

use crate::chunk::Chunk;

/// What can be referred to by a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Section,
    Table,
    Figure,
    Annex,
}

fn kind(folded: &str) -> Option<Kind> {
    match folded {
        "apartado" | "apartados" | "seccion" | "secciones" | "epigrafe" | "punto" | "capitulo"
        | "section" | "sections" | "sec" | "chapter" | "clausula" | "clause" => Some(Kind::Section),
        "tabla" | "tablas" | "cuadro" | "table" | "tables" => Some(Kind::Table),
        "figura" | "figuras" | "figure" | "figures" | "fig" | "grafico" | "ilustracion" => Some(Kind::Figure),
        "anexo" | "anexos" | "annex" | "apendice" | "appendix" => Some(Kind::Annex),
        _ => None,
    }
}

/// Passages that one chunk is linked to.
const MOST: usize = 20;

/// Fills [`Chunk::refs`] with what each chunk refers to in the same document. Adds to what is there.
pub fn link(chunks: &mut [Chunk]) {
    let mut places: HashMap<(Kind, String), usize> = HashMap::new();
    for (at, chunk) in chunks.iter().enumerate() {
        for place in places_of(chunk) {
            places.entry(place).or_insert(at);
        }
    }
    if places.is_empty() {
        return;
    }
    let ids: Vec<String> = chunks.iter().map(|chunk| chunk.id.clone()).collect();
    for (at, chunk) in chunks.iter_mut().enumerate() {
        let targets = mentions(&chunk.text).into_iter().filter_map(|mention| places.get(&mention).copied());
        for id in targets.filter(|target| *target != at).filter_map(|target| ids.get(target)) {
            if chunk.refs.len() < MOST && !chunk.refs.contains(id) {
                chunk.refs.push(id.clone());
            }
        }
    }
}

/// What begins in a chunk: a section by its heading's number, a table by its caption.
fn places_of(chunk: &Chunk) -> Vec<(Kind, String)> {
    let mut places = Vec::new();
    for line in chunk.text.lines() {
        let line = line.trim_start_matches(['#', '*', ' ', '_']);
        let is_heading =
            chunk.section_title.as_deref().is_some_and(|title| !title.is_empty() && line.starts_with(title))
                || chunk.section_path.iter().any(|title| line.starts_with(title.as_str()));
        if let Some(number) = label(line).filter(|_| is_heading) {
            places.push((Kind::Section, number));
        }
        let Some(word) = line.unicode_words().next().filter(|word| line.starts_with(word)) else { continue };
        // A caption or a heading begins with a capital: "Tabla 2. Precios".
        let Some(kind) = kind(&fold_accents(word)).filter(|_| word.starts_with(char::is_uppercase)) else {
            continue;
        };
        let rest = line.get(word.len()..).unwrap_or_default();
        let is_caption = is_heading || (kind != Kind::Section && line.chars().count() < 200);
        if let Some(number) = label(rest.trim_start_matches(['.', ' '])).filter(|_| is_caption) {
            places.push((kind, number));
        }
    }
    places
}

/// What a text speaks of.
fn mentions(text: &str) -> Vec<(Kind, String)> {
    let words = text
        .unicode_word_indices()
        .filter_map(|(at, word)| Some((at + word.len(), kind(&fold_accents(word))?)));
    let mentions = words.filter_map(|(end, kind)| {
        let rest = text.get(end..)?.trim_start_matches('.');
        let bare = rest.strip_prefix([' ', '\u{a0}'])?;
        Some((kind, label(bare)?))
    });
    mentions.collect()
}

/// A number at the beginning: `3.2`, `4`, `II`, `A`. In one form: without a last point, Roman as written.
fn label(text: &str) -> Option<String> {
    let end = text.find(|ch: char| !(ch.is_ascii_alphanumeric() || ch == '.')).unwrap_or(text.len());
    let label = text.get(..end)?.trim_end_matches('.');
    let is_number = label.starts_with(|ch: char| ch.is_ascii_digit())
        && label.split('.').all(|part| {
            !part.is_empty() && part.len() <= 3 && part.bytes().all(|byte| byte.is_ascii_digit())
        });
    let is_roman =
        !label.is_empty() && label.len() <= 5 && label.chars().all(|ch| matches!(ch, 'I' | 'V' | 'X' | 'L'));
    let is_letter = label.len() == 1 && label.chars().all(|ch| ch.is_ascii_uppercase());
    let is_apart = !text.get(end..)?.starts_with(|ch: char| ch.is_alphanumeric() || ch == '/' || ch == '%');
    ((is_number || is_roman || is_letter) && is_apart).then(|| label.to_owned())
}

#[cfg(test)]
#[path = "links_tests.rs"]
mod tests;
