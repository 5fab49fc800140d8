//! Where each article of a law begins, and under which title, chapter and section it stands.

use std::collections::HashMap;

use conserje_search::{Article, PassageKind};

use crate::chunk::Chunk;
use crate::structure::{BlockKind, Extracted};

use super::line::{Level, Line, Place};
use super::names::LawNames;
use super::number::{ArticleKey, Part};

/// A law as it is divided.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outline {
    /// As it is commonly called.
    pub law: String,
    /// In order; the first begins with the text.
    pub provisions: Vec<Provision>,
}

/// An article, a provision of another kind, a preamble or the headings between two of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Provision {
    /// Byte of [`Extracted::text`].
    pub start: usize,
    /// `None` for what is no article or provision.
    pub key: Option<ArticleKey>,
    pub article: Article,
    /// The divisions that it stands in, and its own heading.
    pub path: Vec<String>,
}

impl Provision {
    /// Tells a chunk what it is a part of.
    pub fn describe(&self, chunk: &mut Chunk) {
        chunk.article = Some(self.article.clone());
        chunk.section_title = self.path.last().cloned();
        chunk.section_path.clone_from(&self.path);
        if self.key.is_some() && chunk.kind == PassageKind::SectionHeader {
            // An article is text with a heading, not a heading.
            chunk.kind = PassageKind::Content;
        }
    }
}

/// The provision that a byte of the text is in.
pub fn at(provisions: &[Provision], byte: usize) -> Option<&Provision> {
    let after = provisions.partition_point(|provision| provision.start <= byte);
    provisions.get(after.checked_sub(1)?)
}

/// Fewer are an agreement or a quotation.
const LEAST: usize = 3;

/// Is this a text of articles? Also one that was pasted without any headings.
pub fn is_law(document: &Extracted) -> bool {
    let outline = outline(document);
    let keys = outline.provisions.iter().filter_map(|provision| provision.key.as_ref());
    let numbers: Vec<u32> =
        keys.filter(|key| key.part == Part::Article).filter_map(ArticleKey::value).collect();
    // Articles come in order; a list of references does not.
    let in_order =
        numbers.windows(2).filter(|pair| matches!(pair, [one, next] if next == one || *next == one + 1));
    numbers.len() >= LEAST && (in_order.count() + 1) * 2 >= numbers.len()
}

pub fn outline(document: &Extracted) -> Outline {
    let title = official_title(document);
    let law = title.as_deref().map(|title| LawNames::spanish().name_of(title)).unwrap_or_default();
    let mut reader = Reader { law: law.clone(), ..Reader::default() };
    reader.place.sections_are_articles = !lines(document).any(|(_, line, _)| {
        let line = line.trim_start();
        line.starts_with("Article ") || line.starts_with("ARTICLE ")
    });
    reader.open(0, None, None);
    let needs_heading = articles_are_headings(document, reader.place);
    for (start, line, is_heading) in lines(document) {
        reader.place.is_heading = is_heading;
        if needs_heading && !is_heading {
            reader.pass(line);
            continue;
        }
        reader.read(start, line);
    }
    Outline { law, provisions: reader.provisions }
}

/// Where headings are known and articles have them, a line in the text that looks like one is a quotation.
fn articles_are_headings(document: &Extracted, place: Place) -> bool {
    let (mut headings, mut others) = (0_usize, 0_usize);
    for (_, line, is_heading) in lines(document) {
        if let Some(Line::Provision { is_quoted: false, .. }) =
            Line::read(line, Place { is_heading, ..place })
        {
            *(if is_heading { &mut headings } else { &mut others }) += 1;
        }
    }
    headings >= LEAST && headings >= others * 2
}

/// What the document says that it is: its title, else its first heading or line.
fn official_title(document: &Extracted) -> Option<String> {
    let named = document.title.as_deref().filter(|title| !title.trim().is_empty());
    let first = || lines(document).map(|(_, line, _)| line.trim()).find(|line| !line.is_empty());
    named.or_else(first).map(crate::chunk::title)
}

/// The lines that can begin something: where they begin, what they are, whether they are headings.
fn lines(document: &Extracted) -> impl Iterator<Item = (usize, &str, bool)> {
    let mut start = 0;
    let blocks = document.blocks.iter().map(move |block| {
        let at = start;
        start += block.text.len() + Extracted::GAP.len();
        (at, block)
    });
    let blocks = blocks.filter_map(|(at, block)| match block.kind {
        BlockKind::Heading { .. } => Some((at, block, true)),
        BlockKind::Paragraph | BlockKind::List | BlockKind::Image => Some((at, block, false)),
        BlockKind::Table | BlockKind::Code { .. } => None,
    });
    blocks.flat_map(|(mut at, block, is_heading)| {
        block.text.split_inclusive('\n').map(move |line| {
            let start = at;
            at += line.len();
            (start, line, is_heading)
        })
    })
}

#[derive(Default)]
struct Reader {
    law: String,
    provisions: Vec<Provision>,
    divisions: Vec<(Level, String)>,
    place: Place,
    quotes: Quotes,
    /// The last number of each part that is this law's own.
    last: HashMap<Part, u32>,
    /// Nothing but headings since the last division began.
    is_after_division: bool,
}

impl Default for Place {
    fn default() -> Self {
        Self { is_heading: false, group: None, sections_are_articles: true }
    }
}

impl Reader {
    fn read(&mut self, start: usize, line: &str) {
        let read = Line::read(line, self.place);
        let was_inside = self.quotes.is_open();
        self.quotes.read(line, read.as_ref());
        self.is_after_division &= line.trim().is_empty() || matches!(read, Some(Line::Division { .. }));
        match read {
            None => {}
            Some(Line::Provision { is_quoted: true, .. }) => {}
            Some(Line::Provision { key, .. }) if was_inside && !self.is_next(&key) => {}
            Some(Line::Provision { key, label, is_quoted: false }) => {
                self.quotes = Quotes::default();
                if let Some(value) = key.value() {
                    self.last.insert(key.part, value);
                }
                if key.part != Part::Article {
                    self.divisions.clear();
                }
                self.open(start, Some(key), Some(label));
            }
            Some(_) if was_inside => {}
            Some(Line::Division { level, label }) => {
                if level == Level::Text {
                    self.last.clear();
                }
                self.place.group = None;
                self.divisions.retain(|(outer, _)| *outer < level);
                self.divisions.push((level, label));
                self.open_division(start);
            }
            Some(Line::Group { part, .. }) => {
                self.place.group = Some(part);
                self.divisions.clear();
                self.open_division(start);
            }
            Some(Line::Preamble { label }) => self.open(start, None, Some(label)),
        }
    }

    /// A line that begins nothing.
    fn pass(&mut self, line: &str) {
        self.quotes.read(line, None);
        self.is_after_division &= line.trim().is_empty();
    }

    /// An own article comes after the last own article: one that looks quoted only because a quotation was never
    /// closed.
    fn is_next(&self, key: &ArticleKey) -> bool {
        let last = self.last.get(&key.part).copied();
        key.value().is_some_and(|value| last.is_some_and(|last| value == last + 1))
    }

    /// Headings that follow one another are one provision, known by the innermost.
    fn open_division(&mut self, start: usize) {
        let before =
            self.provisions.last().filter(|_| self.is_after_division).map(|provision| provision.start);
        if before.is_some() {
            self.provisions.pop();
        }
        self.open(before.unwrap_or(start), None, None);
        self.is_after_division = true;
    }

    fn open(&mut self, start: usize, key: Option<ArticleKey>, label: Option<String>) {
        let division = |levels: &[Level]| {
            let mut found = self.divisions.iter().filter(|(level, _)| levels.contains(level));
            found.next_back().map(|(_, label)| label.clone())
        };
        let article = Article {
            law: self.law.clone(),
            title: division(&[Level::Title, Level::Book]),
            chapter: division(&[Level::Chapter]),
            section: division(&[Level::Section]),
            number: key.as_ref().map(ToString::to_string),
        };
        let path = self.divisions.iter().map(|(_, label)| label.clone()).chain(label).collect();
        self.provisions.push(Provision { start, key, article, path });
    }
}

/// Whether a line is inside the quotation of another law's new text.
#[derive(Default)]
struct Quotes {
    angles: usize,
    is_plain: bool,
}

impl Quotes {
    fn is_open(&self) -> bool {
        self.angles > 0 || self.is_plain
    }

    fn read(&mut self, line: &str, read: Option<&Line>) {
        for sign in line.chars().filter(|sign| matches!(sign, '«' | '»')) {
            self.angles = if sign == '«' { self.angles + 1 } else { self.angles.saturating_sub(1) };
        }
        let line = line.trim();
        let is_quoted = matches!(read, Some(Line::Provision { is_quoted: true, .. }));
        if is_quoted && line.trim_start_matches(['#', '*', ' ']).starts_with(['"', '“']) {
            self.is_plain = true;
        }
        if line.trim_end_matches(['.', '*', ' ']).ends_with(['"', '”']) {
            self.is_plain = false;
        }
    }
}

#[cfg(test)]
#[path = "outline_tests.rs"]
mod tests;
