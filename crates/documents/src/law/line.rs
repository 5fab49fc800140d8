//! What a single line is in a law: the beginning of an article, of a chapter, or neither.

use conserje_text::fold_accents;

use crate::chunk::title;

use super::number::{ArticleKey, Number, Part, number};

/// What laws are divided into, outermost first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// The text that a decree approves, such as `TEXTO REFUNDIDO DE LA LEY …`.
    Text,
    Book,
    Title,
    Chapter,
    Section,
    Subsection,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    Division {
        level: Level,
        label: String,
    },
    /// `Disposiciones adicionales`, `TRANSITORIOS`: what follows is numbered and of this part.
    Group {
        part: Part,
        label: String,
    },
    Provision {
        key: ArticleKey,
        label: String,
        /// Of another law, whose new text is quoted here.
        is_quoted: bool,
    },
    /// `Preámbulo`, `Exposición de motivos`.
    Preamble {
        label: String,
    },
}

/// How a line is read: by where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub is_heading: bool,
    /// The group that an item such as `Primera.` would be of.
    pub group: Option<Part>,
    /// In English laws a section is an article, unless they have articles.
    pub sections_are_articles: bool,
}

/// A longer line is no heading.
const LABEL: usize = 400;
const OPENING: [char; 4] = ['«', '"', '“', '\''];

impl Line {
    pub(super) fn read(line: &str, place: Place) -> Option<Self> {
        let bare =
            line.trim_start_matches(|ch: char| ch.is_whitespace() || matches!(ch, '#' | '*' | '>' | '_'));
        let (quoteless, is_quoted) = match bare.strip_prefix(OPENING) {
            Some(rest) => (rest.trim_start_matches(['*', '_', ' ']), true),
            None => (bare, false),
        };
        let first = quoteless.chars().next()?;
        if !(first.is_uppercase() || first == '§' || (place.is_heading && first.is_alphabetic())) {
            return None;
        }
        if is_entry_of_contents(quoteless) {
            return None;
        }
        if let Some(key) = provision(quoteless, place) {
            let label = if place.is_heading { heading(quoteless) } else { label(quoteless) };
            return Some(Self::Provision { key, label, is_quoted });
        }
        if is_quoted || quoteless.len() > LABEL {
            return None;
        }
        group(quoteless).or_else(|| preamble(quoteless)).or_else(|| division(quoteless, place))
    }
}

/// The heading without its last point and marks; of an article whose text goes on in the same line, its first sentence.
fn label(line: &str) -> String {
    let line = line.trim_end().trim_end_matches(['*', '_']);
    heading(if line.chars().count() > 160 { first_sentences(line) } else { line })
}

fn heading(line: &str) -> String {
    title(line.trim_end().trim_end_matches(['.', ' ', '-', '*', '_']))
}

/// `Artículo 5. Objeto.` of a line that goes on.
fn first_sentences(line: &str) -> &str {
    let ends: Vec<usize> =
        line.match_indices(". ").map(|(at, _)| at).filter(|at| *at < 160).take(2).collect();
    let end = ends.last().copied().unwrap_or_else(|| line.floor_char_boundary(160));
    line.get(..end).unwrap_or(line)
}

/// `Artículo 5. Objeto ........ 12`
fn is_entry_of_contents(line: &str) -> bool {
    let line = line.trim_end();
    let without_page = line.trim_end_matches(|ch: char| ch.is_ascii_digit());
    without_page.len() < line.len()
        && (without_page.trim_end().ends_with("....") || without_page.contains(". . . ."))
}

fn provision(line: &str, place: Place) -> Option<ArticleKey> {
    let (part, rest) = keyword(line, place)?;
    let Some(Number { name, paragraph, length }) = number(rest) else {
        // `Disposición derogatoria.` and `ANEXO`, of which there is one.
        let is_alone = part != Part::Article && ends_a_name(rest, place);
        return is_alone.then(|| ArticleKey { part, number: String::new(), paragraph: None });
    };
    let after = rest.get(length..).unwrap_or_default();
    // `Artículo 48.4` speaks of a paragraph, it does not begin an article.
    (paragraph.is_none() && ends_a_name(after, place)).then_some(ArticleKey {
        part,
        number: name,
        paragraph: None,
    })
}

fn keyword(line: &str, place: Place) -> Option<(Part, &str)> {
    const KEYWORDS: &[(&str, Part)] = &[
        ("articulo", Part::Article),
        ("art.", Part::Article),
        ("article", Part::Article),
        ("disposicion adicional", Part::Additional),
        ("disposicion transitoria", Part::Transitional),
        ("disposicion derogatoria", Part::Repealing),
        ("disposicion final", Part::Final),
        ("anexo", Part::Annex),
        ("annex", Part::Annex),
    ];
    if let Some(rest) = line.strip_prefix('§') {
        return Some((Part::Article, rest));
    }
    let head = head(line);
    let after = |name: &str| {
        let rest = head.strip_prefix(name)?;
        let end = line.char_indices().nth(name.chars().count()).map_or(line.len(), |(end, _)| end);
        (!rest.starts_with(char::is_alphanumeric)).then(|| line.get(end..).unwrap_or_default())
    };
    if let Some(found) = KEYWORDS.iter().find_map(|(name, part)| Some((*part, after(name)?))) {
        return Some(found);
    }
    if place.sections_are_articles
        && let Some(rest) = after("section").or_else(|| after("sec."))
    {
        return Some((Part::Article, rest));
    }
    // `Primera.`, `SEGUNDO.-` under `Disposiciones adicionales` or `TRANSITORIOS`.
    let word: String = line.chars().take_while(|ch| ch.is_alphabetic()).collect();
    let is_item = word.len() > 4 && number(&word).is_some();
    place.group.filter(|_| is_item).map(|part| (part, line))
}

/// The beginning of a line, folded; as many characters as the line has there.
fn head(line: &str) -> String {
    let head: String = line.chars().take(40).collect();
    let folded = fold_accents(&head);
    if folded.chars().count() == head.chars().count() { folded } else { head.to_lowercase() }
}

/// After the number of an article comes its end or its title, never the rest of a sentence.
fn ends_a_name(after: &str, place: Place) -> bool {
    let rest = after.trim_start_matches([' ', '\u{a0}', '\t']);
    let is_apart = rest.len() < after.len();
    match rest.chars().next() {
        None | Some('\n' | '\r' | '.' | ':' | '-' | '–' | '—' | '*' | '_' | '[') => true,
        Some('(') => place.is_heading,
        Some(first) if place.is_heading => is_apart && (first.is_uppercase() || !rest.contains(' ')),
        Some(first) => {
            is_apart
                && first.is_uppercase()
                && after.len() < 150
                && !after.trim_end().ends_with(['.', ',', ';'])
        }
    }
}

fn group(line: &str) -> Option<Line> {
    const GROUPS: &[(&str, Part)] = &[
        ("disposiciones adicionales", Part::Additional),
        ("disposiciones transitorias", Part::Transitional),
        ("disposiciones derogatorias", Part::Repealing),
        ("disposiciones finales", Part::Final),
        ("articulos transitorios", Part::Transitional),
        ("transitorios", Part::Transitional),
        ("transitorio", Part::Transitional),
    ];
    let folded = fold_accents(line.trim());
    let folded = folded.trim_end_matches(['.', ':', '*', '_', ' ']);
    let (_, part) = GROUPS.iter().find(|(name, _)| folded == *name)?;
    Some(Line::Group { part: *part, label: label(line) })
}

fn preamble(line: &str) -> Option<Line> {
    let folded = fold_accents(line.trim());
    let name = folded.trim_end_matches(['.', ':', '*', '_', ' ']);
    let is_preamble = matches!(name, "preambulo" | "exposicion de motivos" | "preamble" | "considerando");
    is_preamble.then(|| Line::Preamble { label: label(line) })
}

fn division(line: &str, place: Place) -> Option<Line> {
    const DIVISIONS: &[(&str, Level)] = &[
        ("libro", Level::Book),
        ("book", Level::Book),
        ("titulo", Level::Title),
        ("title", Level::Title),
        ("part", Level::Title),
        ("capitulo", Level::Chapter),
        ("chapter", Level::Chapter),
        ("seccion", Level::Section),
        ("section", Level::Section),
        ("subseccion", Level::Subsection),
        ("subsection", Level::Subsection),
    ];
    const TEXTS: &[&str] = &["texto refundido", "reglamento", "estatuto"];
    let head = head(line);
    let word: String = head.chars().take_while(|ch| ch.is_alphabetic()).collect();
    let found = DIVISIONS.iter().find(|(name, _)| *name == word);
    if let Some((_, level)) = found {
        let end = line.char_indices().nth(word.chars().count()).map_or(line.len(), |(end, _)| end);
        let rest = line.get(end..).unwrap_or_default();
        let trimmed = rest.trim_start();
        let length = if fold_accents(trimmed.get(..10).unwrap_or_default()) == "preliminar" {
            Some(rest.len() - trimmed.len() + 10)
        } else {
            number(rest).filter(|number| number.paragraph.is_none()).map(|number| number.length)
        };
        let after = rest.get(length?..).unwrap_or_default();
        let is_name = rest.len() > trimmed.len() && ends_a_name(after, place);
        return is_name.then(|| Line::Division { level: *level, label: label(line) });
    }
    let is_shouted = place.is_heading && !line.chars().any(char::is_lowercase);
    let is_text = is_shouted && TEXTS.iter().any(|name| head.starts_with(name));
    is_text.then(|| Line::Division { level: Level::Text, label: label(line) })
}

#[cfg(test)]
#[path = "line_tests.rs"]
mod tests;
