//! What a text says of articles: "artículo 48 del Estatuto de los Trabajadores", "arts. 12 a 15", "el artículo
//! anterior", "disposición adicional tercera de la Ley 36/2011"; and which passages those are.

use conserje_search::Article;
use conserje_text::fold_accents;
use serde::{Deserialize, Serialize};
use unicode_segmentation::UnicodeSegmentation;

use crate::chunk::Chunk;

use super::names::{LawNames, Named};
use super::number::{ArticleKey, Number, Part, SUFFIXES, article_key, number};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    Provision(ArticleKey),
    Previous,
    Following,
}

/// The law of a reference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CitedLaw {
    /// The one that the text is of.
    Own,
    /// By its [`super::Law::name`].
    Named(String),
    /// Another one, that is not known here.
    Unknown,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reference {
    pub target: Target,
    pub law: CitedLaw,
    /// Bytes of the text.
    pub start: usize,
    pub end: usize,
}

/// Articles of a range "12 a 150" that are followed.
const RANGE: u32 = 30;

/// In the order of the text.
pub fn find_references(text: &str, names: &LawNames) -> Vec<Reference> {
    let mut found: Vec<Reference> = Vec::new();
    let mut done = 0;
    // The last law that was named, for what only points back to it.
    let mut last = CitedLaw::Unknown;
    for (start, word) in text.unicode_word_indices() {
        if start < done {
            continue;
        }
        let Some((part, is_plural, begin)) = keyword(text, start, word) else { continue };
        let Some((targets, end)) = targets(text, part, is_plural, begin) else { continue };
        let after = qualifiers(text, skip_letter(text, end));
        let (law, end) = match cited_law(text, after, names, last.clone()) {
            Some((law, end)) => (law, end),
            None if is_of_another(text, start, after) => (last.clone(), end),
            None => (CitedLaw::Own, end),
        };
        found.extend(targets.into_iter().map(|target| Reference { target, law: law.clone(), start, end }));
        done = end;
        if law != CitedLaw::Own {
            last = law;
        }
    }
    found
}

/// "su artículo 9", "el artículo 12 citado": of a law that was spoken of before.
fn is_of_another(text: &str, start: usize, end: usize) -> bool {
    let before = text.get(..start).unwrap_or_default().trim_end();
    let before = before.rsplit(|ch: char| !ch.is_alphabetic()).next().unwrap_or_default();
    let after = text.get(end..).unwrap_or_default().trim_start();
    let after = after.split(|ch: char| !ch.is_alphabetic()).next().unwrap_or_default();
    matches!(fold_accents(before).as_str(), "su" | "sus" | "citado" | "citada")
        || matches!(fold_accents(after).as_str(), "citado" | "citada" | "citados" | "mencionado" | "referido")
}

/// The part that a word announces, whether several follow, and where the first number may begin.
fn keyword(text: &str, start: usize, word: &str) -> Option<(Part, bool, usize)> {
    if !word.starts_with(['a', 'A', 'd', 'D', 's', 'S']) {
        return None;
    }
    let end = start + word.len();
    let is_plural = word.ends_with(['s', 'S']);
    match fold_accents(word).as_str() {
        "articulo" | "articulos" | "article" | "articles" => Some((Part::Article, is_plural, end)),
        "section" | "sections" => Some((Part::Article, is_plural, end)),
        "art" | "arts" => {
            let has_point = text.get(end..)?.starts_with('.');
            Some((Part::Article, is_plural, end + usize::from(has_point)))
        }
        "anexo" | "anexos" | "annex" => Some((Part::Annex, is_plural, end)),
        "disposicion" | "disposiciones" => {
            let rest = text.get(end..)?;
            let (at, kind) = rest.unicode_word_indices().next()?;
            let part = match fold_accents(kind).as_str() {
                "adicional" | "adicionales" => Part::Additional,
                "transitoria" | "transitorias" => Part::Transitional,
                "derogatoria" | "derogatorias" => Part::Repealing,
                "final" | "finales" => Part::Final,
                _ => return None,
            };
            Some((part, is_plural, end + at + kind.len()))
        }
        _ => None,
    }
}

/// The numbers after a keyword, and where the last ends.
fn targets(text: &str, part: Part, is_plural: bool, begin: usize) -> Option<(Vec<Target>, usize)> {
    let Some((first, mut end)) = one(text, part, begin) else {
        return relative(text, begin).filter(|_| part == Part::Article);
    };
    let mut keys = vec![first];
    while let Some((joint, at)) = joint(text, skip_letter(text, end)) {
        if !is_plural && joint != Joint::Range {
            break;
        }
        let Some((next, after)) = one(text, part, at) else { break };
        // "3.5 a 8": paragraphs of one article.
        let is_paragraph =
            keys.last().is_some_and(|last| last.paragraph.is_some()) && next.paragraph.is_none();
        if joint == Joint::Range && is_paragraph {
            end = after;
            break;
        }
        if joint == Joint::Range
            && let Some((from, to)) = keys.last().and_then(ArticleKey::value).zip(next.value())
        {
            let between = (from + 1..to).take(RANGE as usize);
            keys.extend(between.map(|value| ArticleKey { part, number: value.to_string(), paragraph: None }));
        }
        keys.push(next);
        end = after;
    }
    Some((keys.into_iter().map(Target::Provision).collect(), end))
}

/// "23.1 a) y 37.8": the letter is of the first.
fn skip_letter(text: &str, end: usize) -> usize {
    let rest = text.get(end..).unwrap_or_default().as_bytes();
    match rest {
        [b' ', b'a'..=b'z', b')', ..] => end + 3,
        _ => end,
    }
}

fn one(text: &str, part: Part, at: usize) -> Option<(ArticleKey, usize)> {
    let rest = text.get(at..)?;
    let gap = rest.len() - rest.trim_start().len();
    let bare = rest.trim_start();
    let first = bare.chars().next()?;
    // "en el artículo una vez", "artículo I": words that are no numbers here.
    let word = bare.unicode_words().next().unwrap_or_default();
    let is_doubtful = !first.is_ascii_digit()
        && (matches!(fold_accents(word).as_str(), "un" | "una")
            || (part != Part::Annex && word == word.to_uppercase()));
    if gap == 0 || gap > 2 || is_doubtful {
        return None;
    }
    let Number { name, paragraph, length } = number(bare)?;
    // The number of a day or of a law: "5 días", "3/2007".
    let after = bare.get(length..)?;
    if after.starts_with(['/', '%']) {
        return None;
    }
    Some((ArticleKey { part, number: name, paragraph }, at + gap + length))
}

fn relative(text: &str, begin: usize) -> Option<(Vec<Target>, usize)> {
    let (at, word) = text.get(begin..)?.unicode_word_indices().next()?;
    let target = match fold_accents(word).as_str() {
        "anterior" | "precedente" => Target::Previous,
        "siguiente" => Target::Following,
        _ => return None,
    };
    Some((vec![target], begin + at + word.len()))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Joint {
    List,
    Range,
}

/// What joins two numbers, and where the second may begin.
fn joint(text: &str, at: usize) -> Option<(Joint, usize)> {
    // The space after the joint is the gap before the number.
    const JOINTS: &[(&str, Joint)] = &[
        (" a ", Joint::Range),
        (" al ", Joint::Range),
        (" to ", Joint::Range),
        (", ", Joint::List),
        (" y ", Joint::List),
        (" e ", Joint::List),
        (" o ", Joint::List),
        (" u ", Joint::List),
        (" and ", Joint::List),
        (" or ", Joint::List),
    ];
    let rest = text.get(at..)?;
    JOINTS
        .iter()
        .find(|(words, _)| rest.starts_with(words))
        .map(|(words, joint)| (*joint, at + words.len() - 1))
}

const QUALIFIERS: &[&str] = &[
    "apartado",
    "apartados",
    "apdo",
    "parrafo",
    "parrafos",
    "letra",
    "letras",
    "numero",
    "numeros",
    "num",
    "punto",
    "puntos",
    "inciso",
    "incisos",
    "regla",
    "reglas",
    "subapartado",
    "paragraph",
    "paragraphs",
    "primer",
    "segundo",
    "primero",
    "ultimo",
    "tercero",
    "in",
    "fine",
];

const MORE: &[&str] = &["y siguientes", "y concordantes", "y ss.", "ambos inclusive"];

/// Skips "apartados 1 y 2", "letra a)", "párrafo segundo" after a number: where what they are of begins.
fn qualifiers(text: &str, end: usize) -> usize {
    let mut at = end;
    let mut is_inside = false;
    for _ in 0..24 {
        let Some(rest) = text.get(at..) else { break };
        let bare = rest.trim_start_matches([' ', ',', ')', '.', '\u{a0}']);
        if let Some(more) = MORE.iter().find(|more| bare.starts_with(**more)) {
            at += rest.len() - bare.len() + more.len();
            continue;
        }
        let Some(word) = bare.unicode_words().next().filter(|word| bare.starts_with(word)) else { break };
        let folded = fold_accents(word);
        let is_qualifier = QUALIFIERS.contains(&folded.as_str());
        let is_item = is_inside
            && (folded.len() == 1
                || folded.starts_with(|ch: char| ch.is_ascii_digit())
                || article_key(word).is_some());
        // A sentence that ends is not gone on with.
        if rest.starts_with(". ") || !(is_qualifier || is_item) {
            break;
        }
        is_inside = true;
        at += rest.len() - bare.len() + word.len();
    }
    at
}

/// A law that was spoken of before.
const SAME: &[&str] = &[
    "del mismo ",
    "de la misma ",
    "de la citada ",
    "del citado ",
    "de dicha ",
    "de dicho ",
    "de la referida ",
    "del referido ",
    "de la mencionada ",
    "del mencionado ",
    "de aquella ",
    "de aquel ",
];

/// The law after a number, and where its name ends. `None` if nothing is said of it.
fn cited_law(text: &str, at: usize, names: &LawNames, last: CitedLaw) -> Option<(CitedLaw, usize)> {
    let rest = text.get(at..)?;
    let bare = rest.trim_start_matches([' ', ',', ')', '\u{a0}', '\n', '(']);
    let begin = at + rest.len() - bare.len();
    let head: String = bare.chars().take(48).collect();
    let folded = fold_accents(&head);
    let is = |starts: &[&str]| starts.iter().any(|start| folded.starts_with(start));
    if is(&["de esta ", "de este ", "de la presente ", "del presente ", "of this "]) {
        return Some((CitedLaw::Own, begin));
    }
    if is(SAME) {
        // "de la citada Ley 36/2011" names it after all.
        let skipped = bare.splitn(4, ' ').last().map_or(0, |rest| bare.len() - rest.len());
        let skipped = if is(&["de la "]) {
            skipped
        } else {
            bare.splitn(3, ' ').last().map_or(0, |rest| bare.len() - rest.len())
        };
        let named = bare.get(skipped..).and_then(|name| names.at_start(name));
        return match named {
            Some((Named::Known(law), length)) => {
                Some((CitedLaw::Named(law.name.clone()), begin + skipped + length))
            }
            Some((Named::Unknown, length)) => Some((last, begin + skipped + length)),
            // "de dicha norma legal", "del mismo cuerpo legal".
            None => Some((last, begin)),
        };
    }
    let of = ["del ", "de la ", "de los ", "de las ", "de ", "of the "]
        .into_iter()
        .find(|of| folded.starts_with(of));
    let name = bare.get(of.map_or(0, str::len)..)?;
    let is_short =
        name.unicode_words().next().is_some_and(|word| word.len() > 1 && word == word.to_uppercase());
    // "art. 4.12 Real Decreto-ley 6/2019", "art. 48 ET".
    if of.is_none() && !is_short && !name.starts_with("Ley ") && !name.starts_with("Real Decreto") {
        return None;
    }
    let begin = begin + of.map_or(0, str::len);
    match names.at_start(name)? {
        (Named::Known(law), length) => Some((CitedLaw::Named(law.name.clone()), begin + length)),
        // "de la ley", in small letters, is this one.
        (Named::Unknown, length) => {
            let is_small = name.starts_with(char::is_lowercase);
            Some((if is_small { CitedLaw::Own } else { CitedLaw::Unknown }, begin + length))
        }
    }
}

/// References of a passage that are followed, and passages of one article.
const MOST: usize = 20;
const OF_ONE: usize = 3;

/// The passages that are referred to, in order, not too many.
///
/// `index` gives those of an article, by the law's name and the article's number, both as [`Article`] has them. `own`
/// is where the text stands; nothing refers to itself.
pub fn resolve_references(
    references: &[Reference],
    own: Option<&Article>,
    index: &dyn Fn(&str, &str) -> Vec<String>,
) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    for reference in references {
        for id in resolve(reference, own, index).into_iter().take(OF_ONE) {
            if ids.len() < MOST && !ids.contains(&id) {
                ids.push(id);
            }
        }
    }
    ids
}

/// The law that a provision with this heading changes: what it quotes speaks of that law, not of its own.
///
/// "Artículo primero. Modificación del texto refundido de la Ley del Estatuto de los Trabajadores"
pub fn amended_law(heading: &str, names: &LawNames) -> Option<CitedLaw> {
    let (at, word) =
        heading.unicode_word_indices().find(|(_, word)| fold_accents(word).starts_with("modificacion"))?;
    let rest = heading.get(at + word.len()..)?;
    let at =
        rest.find(" del ").map(|at| at + 5).into_iter().chain(rest.find(" de la ").map(|at| at + 7)).min()?;
    match names.at_start(rest.get(at..)?)? {
        (Named::Known(law), _) => Some(CitedLaw::Named(law.name.clone())),
        (Named::Unknown, _) => Some(CitedLaw::Unknown),
    }
}

/// Fills the references of a law's chunks: to their own law, to others, and of what they quote.
pub fn link_laws(chunks: &mut [Chunk], names: &LawNames, index: &dyn Fn(&str, &str) -> Vec<String>) {
    for chunk in chunks {
        let references = chunk_references(chunk, names);
        let ids = resolve_references(&references, chunk.article.as_ref(), index);
        for id in ids {
            if id != chunk.id && !chunk.refs.contains(&id) && chunk.refs.len() < MOST {
                chunk.refs.push(id);
            }
        }
    }
}

/// The references of a chunk, each with the law that it is meant of.
pub fn chunk_references(chunk: &Chunk, names: &LawNames) -> Vec<Reference> {
    let mut references = find_references(&chunk.text, names);
    let amended = chunk.section_title.as_deref().and_then(|heading| amended_law(heading, names));
    let number = chunk.article.as_ref().and_then(|article| article.number.as_deref());
    // A law repeals articles of others.
    let repeals = number.and_then(article_key).is_some_and(|key| key.part == Part::Repealing);
    // The chunk's own heading is of its own law.
    let own = references.iter_mut().filter(|reference| reference.law == CitedLaw::Own && reference.start > 0);
    for reference in own {
        let before = chunk.text.get(..reference.start).unwrap_or_default();
        let is_quoted = before.ends_with(['«', '"', '“']);
        match &amended {
            Some(amended) => reference.law = amended.clone(),
            None if is_quoted || repeals => reference.law = CitedLaw::Unknown,
            None => {}
        }
    }
    references
}

/// The passages of one reference; none if its law is not known or has no such article.
pub fn resolve(
    reference: &Reference,
    own: Option<&Article>,
    index: &dyn Fn(&str, &str) -> Vec<String>,
) -> Vec<String> {
    let law = match &reference.law {
        CitedLaw::Own => own.map(|own| own.law.as_str()),
        CitedLaw::Named(name) => Some(name.as_str()),
        CitedLaw::Unknown => None,
    };
    let Some(law) = law else { return Vec::new() };
    let here = own.filter(|own| own.law == law).and_then(|own| own.number.as_deref());
    match &reference.target {
        Target::Provision(key) => {
            let number = key.to_string();
            if here == Some(number.as_str()) { Vec::new() } else { index(law, &number) }
        }
        Target::Previous => neighbours(here, false)
            .iter()
            .map(|number| index(law, number))
            .find(|ids| !ids.is_empty())
            .unwrap_or_default(),
        Target::Following => neighbours(here, true)
            .iter()
            .map(|number| index(law, number))
            .find(|ids| !ids.is_empty())
            .unwrap_or_default(),
    }
}

/// What may stand beside an article, nearest first: before `49` there may be `48 ter`, `48 bis` or `48`.
fn neighbours(here: Option<&str>, is_after: bool) -> Vec<String> {
    let Some(key) = here.and_then(article_key).filter(|key| key.part == Part::Article) else {
        return Vec::new();
    };
    let Some(value) = key.value() else { return Vec::new() };
    let suffix = key.number.split_once(' ').map(|(_, suffix)| suffix);
    let place = suffix.and_then(|suffix| SUFFIXES.iter().position(|other| *other == suffix));
    let with = |value: u32, at: usize| SUFFIXES.get(at).map(|suffix| format!("{value} {suffix}"));
    match (is_after, place) {
        (true, None) => with(value, 0).into_iter().chain([(value + 1).to_string()]).collect(),
        (true, Some(place)) => with(value, place + 1).into_iter().chain([(value + 1).to_string()]).collect(),
        (false, Some(0)) => vec![value.to_string()],
        (false, Some(place)) => with(value, place - 1).into_iter().collect(),
        (false, None) => {
            let before = value.saturating_sub(1);
            let inserted = (0..SUFFIXES.len()).rev().filter_map(|at| with(before, at));
            inserted.chain([before.to_string()]).collect()
        }
    }
}

#[cfg(test)]
#[path = "references_tests.rs"]
mod tests;
