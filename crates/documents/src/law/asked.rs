//! Which law, and which article of it, a question names: `artículo 48 de la Ley de Pesca`, `Law 12/1850`.
//!
//! References in the text of laws are written with care, questions are not: this takes them as people type them, and says what
//! was named whether or not it is known.

use conserje_text::fold_accents;

/// What a question names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedLaw {
    /// `48`, `205.1`, `48 bis`.
    pub article: Option<String>,
    /// As it is called in the question.
    pub law: String,
}

/// A word, and how it looks.
struct Word<'t> {
    text: &'t str,
    folded: String,
    /// A sentence or a part of it ends here.
    is_last: bool,
}

const ARTICLE: &[&str] =
    &["articulo", "art", "artculo", "artciulo", "articul", "article", "artcle", "precepto"];
const BETWEEN: &[&str] = &["de", "del", "la", "el", "los", "las", "of", "the", "in", "en", "from", "to"];
/// First words of the names of laws.
const RANKS: &[&str] = &[
    "ley",
    "estatuto",
    "codigo",
    "reglamento",
    "constitucion",
    "real",
    "decreto",
    "rd",
    "rdl",
    "rdleg",
    "lo",
    "directiva",
    "tratado",
    "law",
    "act",
    "statute",
    "code",
    "regulation",
    "decree",
    "directive",
    "constitution",
    "royal",
];
/// Last words of their English names.
const LAST: &[&str] = &["act", "law", "statute", "code", "regulation", "decree"];
/// A question goes on after a name with these.
const GOES_ON: &[&str] = &[
    "que",
    "dice",
    "dicen",
    "regula",
    "establece",
    "sobre",
    "cuando",
    "como",
    "si",
    "para",
    "por",
    "say",
    "says",
    "about",
    "regulate",
    "regulates",
    "when",
    "if",
    "mean",
    "means",
    "significa",
    "please",
    "gracias",
];
const LONGEST: usize = 9;

/// The law that a question names, if it names one.
pub fn asked_law(question: &str) -> Option<AskedLaw> {
    let words: Vec<Word<'_>> = question
        .split_whitespace()
        .map(|word| {
            let text = word.trim_matches(|ch: char| !ch.is_alphanumeric());
            let is_last = word.ends_with(['?', ',', ';', '!', ':', ')', '»'])
                || (word.ends_with('.') && text.len() > 3);
            Word { text, folded: fold_accents(text).replace(['\'', '’'], ""), is_last }
        })
        .filter(|word| !word.text.is_empty())
        .collect();
    by_article(&words).or_else(|| by_number(&words)).or_else(|| by_capitals(&words))
}

/// `artículo 48 de la Ley de Pesca`, `art 5 LGSS`.
fn by_article(words: &[Word<'_>]) -> Option<AskedLaw> {
    let at = words.windows(2).position(|pair| {
        matches!(pair, [word, number] if ARTICLE.contains(&word.folded.as_str())
            && number.text.starts_with(|ch: char| ch.is_ascii_digit()) && !number.text.contains('/'))
    })?;
    let mut rest = words.get(at + 2..)?;
    let mut article = words.get(at + 1)?.text.to_owned();
    if let Some((suffix, after)) = rest.split_first()
        && ["bis", "ter", "quater", "quinquies"].contains(&suffix.folded.as_str())
    {
        article = format!("{article} {}", suffix.folded);
        rest = after;
    }
    while let Some((first, after)) = rest.split_first()
        && BETWEEN.contains(&first.folded.as_str())
    {
        rest = after;
    }
    let name = name(rest);
    let first = name.first()?;
    // Somebody who writes everything in capitals abbreviates nothing by it.
    let shouts = words.iter().all(|word| !word.text.chars().any(char::is_lowercase));
    let is_short = !(shouts && name.len() > 1)
        && first.text.chars().count() <= 7
        && first.text.chars().all(char::is_uppercase)
        && first.text.chars().count() > 1;
    let is_law = is_short
        || RANKS.contains(&first.folded.as_str())
        || name.last().is_some_and(|last| LAST.contains(&last.folded.as_str()));
    is_law.then(|| AskedLaw { article: Some(article), law: joined(name) })
}

/// The words of a name that stands at the beginning.
fn name<'w, 't>(words: &'w [Word<'t>]) -> &'w [Word<'t>] {
    let mut length = 0;
    for (at, word) in words.iter().take(LONGEST).enumerate() {
        // "Ley sobre Infracciones".
        if GOES_ON.contains(&word.folded.as_str()) && at != 1 {
            break;
        }
        length = at + 1;
        if word.is_last {
            break;
        }
    }
    let mut name = words.get(..length).unwrap_or_default();
    while let Some((last, before)) = name.split_last()
        && (BETWEEN.contains(&last.folded.as_str()) || GOES_ON.contains(&last.folded.as_str()))
    {
        name = before;
    }
    name
}

fn joined(words: &[Word<'_>]) -> String {
    words.iter().map(|word| word.text).collect::<Vec<_>>().join(" ")
}

/// `Ley 12/1850`, `Royal Decree 2/2015`.
fn by_number(words: &[Word<'_>]) -> Option<AskedLaw> {
    let is_number = |text: &str| {
        text.split_once('/').is_some_and(|(number, year)| {
            let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            is_digits(number) && is_digits(year) && matches!(year.len(), 2 | 4)
        })
    };
    let at = words.iter().position(|word| is_number(word.text))?;
    let before = words.get(..at)?;
    let rank = before.iter().rev().take(4).take_while(|word| {
        RANKS.contains(&word.folded.as_str())
            || ["organica", "legislativo", "legislative", "ministerial", "organic"]
                .contains(&word.folded.as_str())
    });
    let rank = rank.count();
    (rank > 0).then(|| AskedLaw { article: None, law: joined(words.get(at - rank..=at).unwrap_or_default()) })
}

/// `la Ley de Pesca`, `the Fisheries Act`: with capitals, a name; without, anything may be meant.
fn by_capitals(words: &[Word<'_>]) -> Option<AskedLaw> {
    let is_capital = |word: &Word<'_>| word.text.starts_with(char::is_uppercase);
    let spanish = words.iter().enumerate().skip(1).find(|(_, word)| {
        is_capital(word) && ["ley", "estatuto", "codigo", "reglamento"].contains(&word.folded.as_str())
    });
    if let Some((at, _)) = spanish {
        let rest = words.get(at..)?;
        let mut length = 1;
        for (place, word) in rest.iter().enumerate().skip(1).take(LONGEST) {
            if rest.get(place - 1).is_some_and(|before| before.is_last) {
                break;
            }
            if is_capital(word) {
                length = place + 1;
            } else if !BETWEEN.contains(&word.folded.as_str()) && word.folded != "y" && word.folded != "e" {
                break;
            }
        }
        return (length > 1)
            .then(|| AskedLaw { article: None, law: joined(rest.get(..length).unwrap_or_default()) });
    }
    let last = words.iter().position(|word| is_capital(word) && LAST.contains(&word.folded.as_str()))?;
    let before = words.get(..last)?;
    let length = before.iter().rev().take_while(|word| is_capital(word) && !word.is_last).count();
    let first = last - length;
    // "What Act": the first word of a sentence has a capital anyway.
    let first = if first == 0 { 1 } else { first };
    (first < last)
        .then(|| AskedLaw { article: None, law: joined(words.get(first..=last).unwrap_or_default()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn laws_are_named_with_articles_numbers_and_capitals() {
        for (question, article, law) in [
            ("artículo 48 de la Ley de Pesca", Some("48"), "Ley de Pesca"),
            ("que dice el articulo 48 ley de pesca?", Some("48"), "ley de pesca"),
            ("artículo 999 del ET", Some("999"), "ET"),
            (
                "art. 48 bis del Estatuto de los Trabajadores, por favor",
                Some("48 bis"),
                "Estatuto de los Trabajadores",
            ),
            ("what does article 15 of the Workers' Statute say", Some("15"), "Workers Statute"),
            ("article 3 of the Fisheries Act", Some("3"), "Fisheries Act"),
            ("Law 12/1850", None, "Law 12/1850"),
            ("¿qué dice la Ley Orgánica 3/2018 sobre datos?", None, "Ley Orgánica 3/2018"),
            ("¿Qué dice la Ley de Pesca sobre las redes?", None, "Ley de Pesca"),
            ("What does the Fisheries Act say about nets?", None, "Fisheries Act"),
        ] {
            let asked = asked_law(question).unwrap_or_else(|| panic!("{question}"));
            assert_eq!((asked.article.as_deref(), asked.law.as_str()), (article, law), "{question}");
        }
    }

    #[test]
    fn what_names_no_law_is_left_alone() {
        for question in [
            "¿cuántos días de vacaciones tengo?",
            "¿qué dice la ley de las vacaciones?",
            "artículo 38",
            "artículo 5 del contrato",
            "ARTICULO 5 DE MI CONTRATO",
            "article 12 in stock",
            "factura 12/2024",
            "carta de despido",
            "Ley",
            "What act is that?",
            "me han echado el 12/03/2024",
            "",
        ] {
            assert_eq!(asked_law(question), None, "{question}");
        }
    }
}
