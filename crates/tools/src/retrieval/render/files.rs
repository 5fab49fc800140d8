//! A file, or a part of it, as it is.

use super::cut::shortened;
use super::{Frame, Note, Sheet, number};

/// What is said of a chunk besides its text is cut here.
const DESCRIPTION: usize = 300;
/// Characters of the list of chunks, so that it leaves room for the text.
const STRUCTURE: usize = 8000;
const RULE: &str = "═══════════════════════════════════════════════════════════════";

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Chunk {
    /// From 1.
    pub(crate) number: u32,
    pub(crate) id: String,
    pub(crate) description: String,
    pub(crate) keywords: Vec<String>,
    pub(crate) text: String,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SectionPage {
    pub(crate) file: String,
    /// Both included, from 1.
    pub(crate) asked: (u64, u64),
    pub(crate) has_metadata: bool,
    pub(crate) notes: Vec<Note>,
    pub(crate) chunks: Vec<Chunk>,
}

/// The text, and how many of the chunks are in it.
pub(crate) fn section(frame: Frame<'_>, page: &SectionPage) -> (String, usize) {
    let mut sheet = Sheet::new(frame);
    let words = sheet.words;
    sheet.line(words.section_title);
    sheet.fact(words.file, &page.file);
    sheet.fact(words.chunks_asked, &format!("{}-{}", page.asked.0, page.asked.1));
    sheet.fact(words.chunks_found, &page.chunks.len().to_string());
    sheet.notes(&page.notes);
    for (at, chunk) in page.chunks.iter().enumerate() {
        let block = chunk_block(&sheet, at + 1, chunk, page.has_metadata);
        if sheet.block(&block) {
            continue;
        }
        if at == 0 {
            // One chunk alone is too long: its beginning is better than nothing.
            let length = block.chars().count();
            let room = sheet.room.saturating_sub(1);
            let start: String = block.chars().take(room).collect();
            sheet.block(&start);
            sheet.last_words(&Note::Cut { shown: room, of: length, next_chunk: None });
            return (sheet.text, 1);
        }
        sheet.last_words(&Note::ChunksLeftOut { chunks: page.chunks.len() - at, next_chunk: chunk.number });
        return (sheet.text, at);
    }
    (sheet.text, page.chunks.len())
}

fn chunk_block(sheet: &Sheet, cite: usize, chunk: &Chunk, has_metadata: bool) -> String {
    let words = sheet.words;
    let mut text = format!(
        "\n[Chunk {}]\nID: {}\n{}: {}\n{}: [{cite}]\n",
        chunk.number, chunk.id, words.index, chunk.number, words.cite
    );
    if has_metadata {
        text.push_str(&format!("\n{}:\n{}", words.metadata, about(sheet, chunk)));
    }
    text.push_str(&format!("\n{}", chunk.text));
    text
}

fn about(sheet: &Sheet, chunk: &Chunk) -> String {
    let description = shortened(&chunk.description, DESCRIPTION);
    let mut text = format!("   {}: {description}\n", sheet.words.description);
    if !chunk.keywords.is_empty() {
        text.push_str(&format!("   Keywords: {}\n", shortened(&chunk.keywords.join(", "), DESCRIPTION)));
    }
    text
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ContentPage {
    pub(crate) file: String,
    pub(crate) text: String,
    /// None: the structure was not asked for.
    pub(crate) chunks: Option<Vec<Chunk>>,
    /// Characters of the text in which the chunks end, to say where to read on.
    pub(crate) ends: Vec<u64>,
}

/// The text, and how many characters of the file are in it.
pub(crate) fn content(frame: Frame<'_>, page: &ContentPage) -> (String, usize) {
    let mut sheet = Sheet::new(frame);
    let words = sheet.words;
    let length = page.text.chars().count();
    sheet.line(words.content_title);
    sheet.fact(words.file, &page.file);
    sheet.fact(words.size, &format!("{} {}", number(length, words.thousands), words.characters));
    if let Some(chunks) = &page.chunks {
        sheet.fact(words.chunks_in_all, &chunks.len().to_string());
    }
    let has_structure = page.chunks.as_ref().is_some_and(|chunks| !chunks.is_empty());
    sheet.fact(words.has_structure, if has_structure { words.yes } else { words.no });
    sheet.line(&format!("{}: [1]", words.cite));
    sheet.line("");
    let structure = page.chunks.as_ref().filter(|_| has_structure).map(|chunks| structure(&sheet, chunks));
    let structure = structure.unwrap_or_else(|| RULE.to_owned());
    for line in [RULE, words.whole_content, RULE, ""] {
        sheet.line(line);
    }
    // The rest is for the text.
    let room = sheet.room.saturating_sub(structure.chars().count() + 2);
    let shown = if length <= room { length } else { room.saturating_sub(super::LAST_WORDS) };
    let start: String = page.text.chars().take(shown).collect();
    sheet.block(&start);
    if shown < length {
        let chunk = page.ends.iter().position(|end| *end > shown as u64);
        let next_chunk = chunk.and_then(|at| u32::try_from(at + 1).ok());
        let note = Note::Cut { shown, of: length, next_chunk }.text(sheet.language);
        sheet.line(&note);
    }
    sheet.line("");
    sheet.block(&structure);
    (sheet.text, shown)
}

fn structure(sheet: &Sheet, chunks: &[Chunk]) -> String {
    let mut text = format!("{RULE}\n{} ({} chunks)\n{RULE}\n", sheet.words.structure_title, chunks.len());
    let mut room = STRUCTURE;
    for (at, chunk) in chunks.iter().enumerate() {
        let entry = format!("\n📋 Chunk {}: {}\n{}", chunk.number, chunk.id, about(sheet, chunk));
        let length = entry.chars().count();
        if length > room {
            let note = Note::ChunksLeftOut { chunks: chunks.len() - at, next_chunk: chunk.number };
            text.push_str(&format!("\n{}\n", note.text(sheet.language)));
            break;
        }
        room -= length;
        text.push_str(&entry);
    }
    text.push_str(&format!("\n{RULE}"));
    text
}
