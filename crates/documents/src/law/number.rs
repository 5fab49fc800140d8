//! Numbers of articles, however they are written: `48`, `48.bis`, `5o.-`, `treinta y siete bis`, `vigésima séptima`.

use std::fmt;

use conserje_text::fold_accents;
use serde::{Deserialize, Serialize};

/// What a provision of a law is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    Article,
    Additional,
    Transitional,
    Repealing,
    Final,
    Annex,
}

impl Part {
    fn name(self) -> &'static str {
        match self {
            Self::Article => "",
            Self::Additional => "disposición adicional",
            Self::Transitional => "disposición transitoria",
            Self::Repealing => "disposición derogatoria",
            Self::Final => "disposición final",
            Self::Annex => "anexo",
        }
    }
}

/// An article, and perhaps a paragraph of it. Shown, it is the article alone, in one form whatever was written: `48`,
/// `48 bis`, `disposición adicional 3`, `único`, `anexo 1`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ArticleKey {
    pub part: Part,
    /// Empty where there is but one, such as the only annex.
    pub number: String,
    /// `4` of `48.4`, `1.a` of `205.1.a)`.
    pub paragraph: Option<String>,
}

impl fmt::Display for ArticleKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, number) = (self.part.name(), self.number.as_str());
        let gap = if name.is_empty() || number.is_empty() { "" } else { " " };
        write!(formatter, "{name}{gap}{number}")
    }
}

impl ArticleKey {
    pub fn article(number: impl Into<String>) -> Self {
        Self { part: Part::Article, number: number.into(), paragraph: None }
    }

    /// The number without `bis` and the like, where it is one.
    pub fn value(&self) -> Option<u32> {
        self.number.split(' ').next()?.parse().ok()
    }
}

/// What somebody who asks for an article means: `48`, `art. 205.1`, `48.bis`, `Artículo 5º`, `primera`,
/// `disposición adicional tercera`, `DA 3ª`, `anexo II`. `None` if there is no number in it.
pub fn article_key(asked: &str) -> Option<ArticleKey> {
    let asked = asked.trim().trim_start_matches(['«', '"', '“', '§', '#', '*', ' ']);
    let (part, rest) = part(asked);
    match number(rest) {
        Some(Number { name, paragraph, .. }) => Some(ArticleKey { part, number: name, paragraph }),
        // The only one: "disposición final", "anexo".
        None if part != Part::Article && rest.trim().trim_end_matches('.').is_empty() => {
            Some(ArticleKey { part, number: String::new(), paragraph: None })
        }
        None => None,
    }
}

/// Words that say which part a number is of, folded, longest first, and whether they must be written in capitals.
const PARTS: &[(&str, Part)] = &[
    ("disposicion adicional", Part::Additional),
    ("disposicion transitoria", Part::Transitional),
    ("disposicion derogatoria", Part::Repealing),
    ("disposicion final", Part::Final),
    ("articulo transitorio", Part::Transitional),
    ("disp. adicional", Part::Additional),
    ("disp. transitoria", Part::Transitional),
    ("disp. derogatoria", Part::Repealing),
    ("disp. final", Part::Final),
    ("disp. ad.", Part::Additional),
    ("disp. trans.", Part::Transitional),
    ("transitorio", Part::Transitional),
    ("articulo", Part::Article),
    ("article", Part::Article),
    ("section", Part::Article),
    ("annex", Part::Annex),
    ("anexo", Part::Annex),
    ("arts.", Part::Article),
    ("art.", Part::Article),
    ("sec.", Part::Article),
    ("art", Part::Article),
    ("d.a.", Part::Additional),
    ("d.t.", Part::Transitional),
    ("d.f.", Part::Final),
    ("d.d.", Part::Repealing),
    ("da", Part::Additional),
    ("dt", Part::Transitional),
    ("df", Part::Final),
    ("dd", Part::Repealing),
];

fn part(asked: &str) -> (Part, &str) {
    let folded = fold_accents(asked);
    let named = PARTS.iter().find(|(name, _)| {
        folded.strip_prefix(name).is_some_and(|rest| !rest.starts_with(char::is_alphabetic))
    });
    let Some((name, part)) = named else { return (Part::Article, asked) };
    // Folding keeps the number of letters of these names, not of bytes.
    let end = asked.char_indices().nth(name.chars().count()).map_or(asked.len(), |(end, _)| end);
    (*part, asked.get(end..).unwrap_or_default())
}

/// A number at the beginning of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Number {
    pub name: String,
    pub paragraph: Option<String>,
    /// Bytes of the text that it takes.
    pub length: usize,
}

/// What follows a number that was put between two others.
pub(super) const SUFFIXES: &[&str] = &[
    "bis",
    "ter",
    "quater",
    "quinquies",
    "quinques",
    "sexies",
    "septies",
    "octies",
    "nonies",
    "decies",
    "undecies",
    "duodecies",
    "terdecies",
    "quaterdecies",
    "quindecies",
];

/// Reads a number with what belongs to it. Space before it is skipped.
pub(super) fn number(text: &str) -> Option<Number> {
    let start = text.len() - text.trim_start().len();
    let rest = text.get(start..)?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (mut number, mut at, is_digits) = match digits {
        0 => {
            let (number, length) = worded(rest)?;
            (number, start + length, false)
        }
        1..=5 => {
            let number = rest.get(..digits)?.trim_start_matches('0');
            if number.is_empty() {
                return None;
            }
            let ordinal = ordinal_sign(rest.get(digits..)?);
            (number.to_owned(), start + digits + ordinal, true)
        }
        _ => return None,
    };
    if let Some((suffix, length)) = suffix(text.get(at..)?, is_digits) {
        number = format!("{number} {suffix}");
        at += length;
    }
    let mut paragraph = None;
    let is_followed = text.get(at..)?.starts_with('.') && !text.get(at..)?.starts_with(". ");
    if (is_digits || is_followed)
        && let Some((name, length)) = subdivision(text.get(at..)?)
    {
        paragraph = Some(name);
        at += length;
    }
    Some(Number { name: number, paragraph, length: at })
}

/// `o`, `º`, `.º`, `ª` right after digits.
fn ordinal_sign(rest: &str) -> usize {
    for ordinal in [".º", ".ª", ".°", "º", "ª", "°"] {
        if rest.starts_with(ordinal) {
            return ordinal.len();
        }
    }
    let mut chars = rest.chars();
    let is_letter = matches!(chars.next(), Some('o' | 'a' | 'O'));
    usize::from(is_letter && !chars.next().is_some_and(char::is_alphanumeric))
}

/// `bis`, `.bis`, ` Bis`, `-A`.
fn suffix(rest: &str, is_digits: bool) -> Option<(String, usize)> {
    let gap = rest.len() - rest.trim_start_matches([' ', '\u{a0}', '.', '-']).len();
    if gap > 2 {
        return None;
    }
    let word: String = rest.get(gap..)?.chars().take_while(|ch| ch.is_alphabetic()).collect();
    let folded = fold_accents(&word);
    if SUFFIXES.contains(&folded.as_str()) && rest.get(..gap) != Some("..") {
        let is_number_before = gap > 0 || is_digits;
        return is_number_before.then_some((folded, gap + word.len()));
    }
    let is_letter = is_digits && word.len() == 1 && matches!(rest.get(..gap), Some("-" | ""));
    (is_letter && word.chars().all(char::is_uppercase)).then_some((word.clone(), gap + word.len()))
}

/// `.4`, `.1.a)` of `48.4` and `205.1.a)`.
fn subdivision(rest: &str) -> Option<(String, usize)> {
    let mut names: Vec<String> = Vec::new();
    let mut at = 0;
    while let Some(next) = rest.get(at..)?.strip_prefix('.') {
        let name: String = next.chars().take_while(char::is_ascii_alphanumeric).collect();
        let after = next.get(name.len()..).unwrap_or_default();
        let is_number = !name.is_empty() && name.len() <= 3 && name.bytes().all(|byte| byte.is_ascii_digit());
        let is_letter = name.len() <= 2 && !name.is_empty() && after.starts_with(')');
        if !is_number && !is_letter {
            break;
        }
        at += 1 + name.len() + usize::from(after.starts_with(')'));
        at += ordinal_sign(rest.get(at..)?);
        names.push(name);
    }
    (!names.is_empty()).then(|| (names.join("."), at))
}

/// Unicode takes the characters of ordinals for letters.
fn is_letter(ch: char) -> bool {
    ch.is_alphabetic() && !matches!(ch, 'º' | 'ª')
}

/// A number in words or Roman, and the bytes that it takes.
fn worded(text: &str) -> Option<(String, usize)> {
    let (mut total, mut end, mut at) = (0_u32, 0, 0);
    let mut last_step = u32::MAX;
    for word in text.split_inclusive(|ch: char| !is_letter(ch)).take(6) {
        let bare = word.trim_end_matches(|ch: char| !is_letter(ch));
        let folded = fold_accents(bare);
        if folded == "y" && total > 0 {
            at += word.len();
            continue;
        }
        if total == 0 && matches!(folded.as_str(), "unico" | "unica") {
            return Some(("único".to_owned(), bare.len()));
        }
        // Greater parts come first: "vigésima séptima", "ciento uno".
        let Some(value) = value(&folded).filter(|value| *value < last_step) else { break };
        (total, end) = (total + value, at + bare.len());
        last_step = match value {
            100.. => 100,
            10..=99 if value % 10 == 0 => 10,
            _ => 0,
        };
        at += word.len();
        if !word.ends_with([' ', '\u{a0}']) {
            break;
        }
    }
    if total > 0 {
        return Some((total.to_string(), end));
    }
    let roman: String = text.chars().take_while(|ch| is_letter(*ch)).collect();
    Some((roman_value(&roman)?.to_string(), roman.len()))
}

const UNITS: &[&[&str]] = &[
    &["un", "uno", "una", "primer", "primero", "primera", "first", "one"],
    &["dos", "segundo", "segunda", "second", "two"],
    &["tres", "tercer", "tercero", "tercera", "third", "three"],
    &["cuatro", "cuarto", "cuarta", "fourth", "four"],
    &["cinco", "quinto", "quinta", "fifth", "five"],
    &["seis", "sexto", "sexta", "sixth", "six"],
    &["siete", "septimo", "septima", "setimo", "setima", "seventh", "seven"],
    &["ocho", "octavo", "octava", "eighth", "eight"],
    &["nueve", "noveno", "novena", "ninth", "nine"],
    &["diez", "decimo", "decima", "tenth", "ten"],
    &["once", "undecimo", "undecima"],
    &["doce", "duodecimo", "duodecima"],
    &["trece"],
    &["catorce"],
    &["quince"],
    &["dieciseis"],
    &["diecisiete"],
    &["dieciocho"],
    &["diecinueve"],
];
const TENS: &[(&str, u32)] = &[
    ("veinte", 20),
    ("treinta", 30),
    ("cuarenta", 40),
    ("cincuenta", 50),
    ("sesenta", 60),
    ("setenta", 70),
    ("ochenta", 80),
    ("noventa", 90),
    ("cien", 100),
    ("ciento", 100),
    ("doscientos", 200),
    ("trescientos", 300),
];
/// Stems of ordinals, which end in `o` or `a` or go on with a unit: `vigésima`, `vigesimoséptima`, `vigesimoctava`.
const STEMS: &[(&str, u32)] = &[
    ("decim", 10),
    ("vigesim", 20),
    ("trigesim", 30),
    ("cuadragesim", 40),
    ("quincuagesim", 50),
    ("sexagesim", 60),
    ("septuagesim", 70),
    ("octogesim", 80),
    ("nonagesim", 90),
    ("centesim", 100),
];

fn value(folded: &str) -> Option<u32> {
    let unit = |word: &str| {
        let at = UNITS.iter().position(|words| words.contains(&word))?;
        u32::try_from(at + 1).ok()
    };
    if let Some(value) = unit(folded) {
        return Some(value);
    }
    if let Some((_, value)) = TENS.iter().find(|(word, _)| *word == folded || lacks_a_letter(folded, word)) {
        return Some(*value);
    }
    if let Some(value) = folded.strip_prefix("veinti").and_then(unit) {
        return Some(20 + value);
    }
    STEMS.iter().find_map(|(stem, value)| match folded.strip_prefix(stem)? {
        "o" | "a" => Some(*value),
        rest => Some(value + unit(rest).or_else(|| unit(rest.strip_prefix(['o', 'a'])?))?),
    })
}

/// `curenta`, as a law in force has it. Only of long words, which no other word is near to.
fn lacks_a_letter(written: &str, word: &str) -> bool {
    let same = written.bytes().zip(word.bytes()).take_while(|(one, other)| one == other).count();
    word.len() > 6 && written.len() + 1 == word.len() && written.get(same..) == word.get(same + 1..)
}

/// Up to 399, capitals only: a small `i` is a letter of a list.
fn roman_value(text: &str) -> Option<u32> {
    let digits = text.chars().map(|ch| match ch {
        'I' => Some(1),
        'V' => Some(5),
        'X' => Some(10),
        'L' => Some(50),
        'C' => Some(100),
        _ => None,
    });
    let digits: Vec<u32> = digits.collect::<Option<_>>().filter(|digits: &Vec<u32>| digits.len() <= 12)?;
    let mut total = 0;
    for (at, digit) in digits.iter().enumerate() {
        let is_less = digits.get(at + 1).is_some_and(|next| next > digit);
        total += if is_less { -i64::from(*digit) } else { i64::from(*digit) };
    }
    u32::try_from(total).ok().filter(|total| *total > 0)
}

#[cfg(test)]
#[path = "number_tests.rs"]
mod tests;
