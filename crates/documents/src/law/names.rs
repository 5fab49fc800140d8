//! Which law a name means: its official title, its number, what people call it, its abbreviation.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::LazyLock;

use conserje_text::{alphanumeric_runs, fold_accents};

use super::known::KNOWN;

/// A law and its names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Law {
    /// What it is called here and in [`conserje_search::Article::law`]: its common name, else its official one.
    pub name: String,
    /// `rdleg 2/2015`, where it has a number.
    pub number: Option<String>,
    /// Its title in full, once a document with it was seen.
    pub official: Option<String>,
    pub abbreviations: Vec<String>,
}

/// A law that a text speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named<'a> {
    Known(&'a Law),
    /// A law by its looks.
    Unknown,
}

/// Names of laws, without regard to case, accents and articles.
#[derive(Clone, Debug, Default)]
pub struct LawNames {
    laws: Vec<Law>,
    by_number: HashMap<String, usize>,
    by_name: HashMap<String, usize>,
    by_abbreviation: HashMap<String, usize>,
}

impl LawNames {
    /// The laws that are known without their text.
    pub fn spanish() -> &'static Self {
        static SPANISH: LazyLock<LawNames> = LazyLock::new(|| {
            let mut names = LawNames::default();
            for known in KNOWN {
                let number = number_at_start(known.number).map(|(number, _)| number);
                let at = names.insert(Law {
                    name: known.name.to_owned(),
                    number,
                    official: None,
                    abbreviations: known.abbreviations.iter().map(|&short| short.to_owned()).collect(),
                });
                for name in known.also {
                    names.by_name.entry(normal(name)).or_insert(at);
                }
            }
            names
        });
        &SPANISH
    }

    /// Learns a law by its official title, and what that says of shorter names.
    /// Returns its [`Law::name`].
    pub fn add(&mut self, title: &str) -> String {
        let at = match self.find(title) {
            Some(at) => at,
            None => {
                let short = short_name(title);
                let name = short.unwrap_or_else(|| title.trim().to_owned());
                let number = number_at_start(title).map(|(number, _)| number);
                let abbreviations = abbreviation(&name).into_iter().collect();
                self.insert(Law { name, number, official: None, abbreviations })
            }
        };
        if let Some(short) = short_name(title) {
            self.by_name.entry(normal(&short)).or_insert(at);
        }
        self.by_name.entry(normal(title)).or_insert(at);
        self.laws.get_mut(at).map_or_else(String::new, |law| {
            law.official.get_or_insert_with(|| title.trim().to_owned());
            law.name.clone()
        })
    }

    fn insert(&mut self, law: Law) -> usize {
        let at = self.laws.len();
        if let Some(number) = &law.number {
            self.by_number.entry(number.clone()).or_insert(at);
        }
        self.by_name.entry(normal(&law.name)).or_insert(at);
        for short in &law.abbreviations {
            if let Entry::Vacant(free) = self.by_abbreviation.entry(fold_accents(short)) {
                free.insert(at);
            }
        }
        self.laws.push(law);
        at
    }

    /// The law that somebody means: `ET`, `el Estatuto de los Trabajadores`, `RDLeg 2/2015`, a title in full.
    pub fn resolve(&self, name: &str) -> Option<&Law> {
        self.find(name).and_then(|at| self.laws.get(at))
    }

    /// What [`Law::name`] of a law with this title would be, known or not.
    pub fn name_of(&self, title: &str) -> String {
        self.resolve(title)
            .map(|law| law.name.clone())
            .or_else(|| short_name(title))
            .unwrap_or_else(|| title.trim().to_owned())
    }

    pub fn laws(&self) -> &[Law] {
        &self.laws
    }

    fn find(&self, name: &str) -> Option<usize> {
        let name = without_articles(name);
        if let Some((number, _)) = number_at_start(name) {
            return self.by_number.get(&number).copied();
        }
        let short: String = fold_accents(name).chars().filter(|ch| ch.is_alphanumeric()).collect();
        if let Some(at) = self.by_abbreviation.get(&short).filter(|_| !short.is_empty() && short.len() < 12) {
            return Some(*at);
        }
        let normal = normal(name);
        if normal.is_empty() {
            return None;
        }
        let found = self.by_name.get(&normal).copied();
        // A number anywhere: "Ley del Estatuto de los Trabajadores (RDLeg 2/2015)", or alone: "2/2015".
        found.or_else(|| self.by_any_number(name))
    }

    fn by_any_number(&self, name: &str) -> Option<usize> {
        let numbers = name.split(|ch: char| !(ch.is_ascii_digit() || ch == '/'));
        let number = numbers.filter(|word| word.contains('/')).find_map(year_and_number)?;
        let mut matching = self.by_number.iter().filter(|(key, _)| key.ends_with(&format!(" {number}")));
        let (_, at) = matching.next()?;
        matching.next().is_none().then_some(*at)
    }

    /// The longest name of a law at the beginning of a text, and its length in bytes.
    pub fn at_start(&self, text: &str) -> Option<(Named<'_>, usize)> {
        let named = |law: Option<&'_ usize>| law.and_then(|at| self.laws.get(*at)).map(Named::Known);
        if let Some((number, length)) = number_at_start(text) {
            return Some((named(self.by_number.get(&number)).unwrap_or(Named::Unknown), length));
        }
        let ends = word_ends(text);
        let first = text.split([' ', ',', '.', ';', ')', '\n']).next().filter(|first| !first.is_empty())?;
        let is_short = first.len() > 1 && first.chars().all(|ch| ch.is_uppercase() || ch == '.');
        if is_short {
            let short = fold_accents(first).replace('.', "");
            if let Some(law) = named(self.by_abbreviation.get(&short)) {
                return Some((law, first.len()));
            }
        }
        for end in ends.iter().rev() {
            let name = normal(text.get(..*end).unwrap_or_default());
            if let Some(law) = named(self.by_name.get(&name)).filter(|_| !name.is_empty()) {
                return Some((law, *end));
            }
        }
        LOOKS.iter().any(|look| fold_accents(first) == *look).then_some((Named::Unknown, first.len()))
    }
}

/// First words of the names of laws.
const LOOKS: &[&str] = &[
    "acuerdo",
    "carta",
    "codigo",
    "constitucion",
    "convenio",
    "decreto",
    "directiva",
    "estatuto",
    "ley",
    "orden",
    "pacto",
    "real",
    "reglamento",
    "resolucion",
    "texto",
    "tratado",
];

/// Words of the longest name that is looked for.
const LONGEST: usize = 26;

/// Where the first words of a text end, up to the end of its clause.
fn word_ends(text: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut at = 0;
    for word in text.split_inclusive(' ').take(LONGEST) {
        let bare = word.trim_end();
        let name = bare.trim_end_matches([',', '.', ';', ':', ')', '»', '"', ']']);
        // No name ends with an article.
        if !name.is_empty() && FILLERS.binary_search(&fold_accents(name).as_str()).is_err() {
            ends.push(at + name.len());
        }
        at += word.len();
        if bare.contains('\n') || (bare.len() > name.len() && !bare.ends_with(',')) {
            break;
        }
    }
    ends
}

const RANKS: &[(&str, &str)] = &[
    ("real decreto legislativo", "rdleg"),
    ("rd legislativo", "rdleg"),
    ("r.d. legislativo", "rdleg"),
    ("rdlegislativo", "rdleg"),
    ("r.d.leg.", "rdleg"),
    ("rd leg.", "rdleg"),
    ("rdleg.", "rdleg"),
    ("rdleg", "rdleg"),
    ("rdlg", "rdleg"),
    ("real decreto-ley", "rdl"),
    ("real decreto ley", "rdl"),
    ("rd-ley", "rdl"),
    ("rd ley", "rdl"),
    ("r.d.-ley", "rdl"),
    ("rd-l", "rdl"),
    ("rdl", "rdl"),
    ("real decreto", "rd"),
    ("r.d.", "rd"),
    ("rd", "rd"),
    ("decreto legislativo", "dleg"),
    ("decreto-ley", "dl"),
    ("decreto ley", "dl"),
    ("decreto", "d"),
    ("ley organica", "lo"),
    ("l.o.", "lo"),
    ("lo", "lo"),
    ("ley", "ley"),
    ("l.", "ley"),
    ("orden ministerial", "orden"),
    ("orden", "orden"),
    ("directiva", "directiva"),
    ("reglamento", "reglamento"),
];

/// `Real Decreto Legislativo 2/2015` at the beginning: `rdleg 2/2015`, and its length in bytes.
fn number_at_start(text: &str) -> Option<(String, usize)> {
    let head: String = text.chars().take(60).collect();
    let folded = fold_accents(&head);
    if folded.chars().count() != head.chars().count() {
        return None;
    }
    RANKS.iter().find_map(|(name, rank)| {
        let rest = folded.strip_prefix(name)?;
        let bare = rest.trim_start_matches([' ', '\u{a0}']);
        let bare = bare.strip_prefix("num. ").or_else(|| bare.strip_prefix("n.º ")).unwrap_or(bare);
        let bare = bare.strip_prefix("(ue) ").or_else(|| bare.strip_prefix("(ce) ")).unwrap_or(bare);
        let digits = bare.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'/').count();
        let number = year_and_number(bare.get(..digits)?)?;
        // Each letter folds to one letter.
        let letters = folded.get(..folded.len() - bare.len() + digits)?.chars().count();
        let length = text.char_indices().nth(letters).map_or(text.len(), |(end, _)| end);
        Some((format!("{rank} {number}"), length))
    })
}

/// `2/2015`, `11/85`; years of two digits are of the last century.
fn year_and_number(text: &str) -> Option<String> {
    let (number, year) = text.trim_end_matches('/').split_once('/')?;
    let number: u32 = number.parse().ok()?;
    let year: u32 = match year.len() {
        2 => 1900 + year.parse::<u32>().ok()?,
        4 => year.parse().ok()?,
        _ => return None,
    };
    Some(format!("{number}/{year}"))
}

fn without_articles(name: &str) -> &str {
    let mut name = name.trim().trim_matches(['"', '«', '»', '“', '”', '.', ',', ' ']);
    loop {
        let folded = fold_accents(name.get(..name.len().min(4)).unwrap_or_default());
        let article = ["el ", "la ", "los ", "las ", "del ", "de ", "the "];
        let Some(length) =
            article.iter().find(|article| folded.starts_with(**article)).map(|article| article.len())
        else {
            return name;
        };
        name = name.get(length..).unwrap_or_default().trim_start();
    }
}

/// Words that tell no law from another.
const FILLERS: &[&str] = &[
    "a",
    "al",
    "de",
    "del",
    "e",
    "el",
    "en",
    "la",
    "las",
    "ley",
    "lo",
    "los",
    "para",
    "por",
    "que",
    "refundido",
    "se",
    "sobre",
    "su",
    "texto",
    "vigente",
    "y",
];

/// What two ways to write a name have in common.
fn normal(name: &str) -> String {
    let folded = fold_accents(name);
    let words = alphanumeric_runs(&folded);
    words.filter(|word| FILLERS.binary_search(word).is_err()).collect::<Vec<_>>().join(" ")
}

/// What a title calls the law, without its number and date: `Ley de Prevención de Riesgos Laborales`.
fn short_name(title: &str) -> Option<String> {
    let (_, length) = number_at_start(title)?;
    let rank = title.get(..length)?.trim_end_matches(|ch: char| ch.is_ascii_digit() || ch == '/').trim();
    let mut rest = title.get(length..)?.trim_start_matches([',', ' ']);
    // "de 23 de octubre, "
    if let Some((date, after)) = rest.split_once(", ").filter(|(date, _)| is_date(date)) {
        rest = after.get(..).unwrap_or(date);
    }
    for approval in ["por el que se aprueba ", "por la que se aprueba "] {
        if let Some(approved) = rest.strip_prefix(approval) {
            let approved = approved.split(" y se ").next().unwrap_or(approved);
            let approved = without_articles(approved);
            let folded = fold_accents(approved);
            let name = if folded.starts_with("texto refundido de la ") {
                approved.get("texto refundido de la ".len()..).unwrap_or(approved)
            } else {
                approved
            };
            return Some(capital(name.trim_end_matches('.')));
        }
    }
    for subject in
        ["por el que se regulan ", "por el que se regula ", "por la que se regulan ", "por la que se regula "]
    {
        if let Some(regulated) = rest.strip_prefix(subject) {
            let regulated = regulated.split(" y se ").next().unwrap_or(regulated);
            return Some(format!("{rank} de {}", without_articles(regulated).trim_end_matches('.')));
        }
    }
    let rest = rest.trim_end_matches('.');
    (!rest.is_empty() && !rest.starts_with("por ")).then(|| format!("{rank} {rest}"))
}

fn is_date(text: &str) -> bool {
    text.starts_with("de ") && text.bytes().any(|byte| byte.is_ascii_digit()) && text.len() < 30
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// The first letters of the words that count, if they are few.
fn abbreviation(name: &str) -> Option<String> {
    let words = name.split(|ch: char| !ch.is_alphanumeric());
    let counting = words.filter(|word| {
        let folded = fold_accents(word);
        !folded.is_empty() && (folded == "ley" || FILLERS.binary_search(&folded.as_str()).is_err())
    });
    let letters: String =
        counting.filter_map(|word| word.chars().next()).flat_map(char::to_uppercase).collect();
    (2..=8).contains(&letters.chars().count()).then_some(letters)
}

#[cfg(test)]
#[path = "names_tests.rs"]
mod tests;
