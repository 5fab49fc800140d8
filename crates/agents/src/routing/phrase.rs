//! One phrase of a rule, as its author writes it.
//!
//! ```text
//! cuántos días          these words, side by side, whatever their accents and case
//! vacacion*             a word that begins so
//! (qué|cuál) campos     one of these; each may have several words
//! (por favor)?          may be missing
//! lista ... entidades   with up to four words between
//! artículo {number}     a number such as 48, 205.1 or 48 bis, kept under that name
//! del {law:words}       one to six words, kept under that name
//! del {law:laws}        one of the list `laws`, kept under that name
//! ```

use std::collections::BTreeMap;

use super::text::plain;

/// The most words that `...` stands for.
const GAP: usize = 4;
/// How deep groups may stand in one another.
const DEPTH: usize = 8;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Phrase {
    /// Matches in plain text.
    pub(super) pattern: String,
    /// How many words must be there: the more, the surer.
    pub(super) words: usize,
    pub(super) slots: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PhraseError {
    #[error("there is nothing in it")]
    Empty,
    #[error("it needs a word of its own beside what may be anything")]
    NoWord,
    #[error("`{0}` is not closed")]
    Open(char),
    #[error("`{0}` closes nothing")]
    Close(char),
    #[error(
        "`{{{0}}}` is no slot: write {{name}}, {{name:number}}, {{name:word}}, {{name:words}} or {{name:list}}"
    )]
    Slot(String),
    #[error("`?` stands only after `)`")]
    Question,
    #[error("its groups are nested too deeply")]
    Deep,
}

/// Phrases that may stand for one another, by the name of their list.
pub(super) type Lists = BTreeMap<String, Part>;

impl Phrase {
    pub(super) fn parse(text: &str, lists: &Lists) -> Result<Self, PhraseError> {
        let signs: Vec<char> = text.chars().collect();
        let mut reading = Reading { signs: &signs, at: 0, slots: Vec::new(), lists };
        let part = reading.sequence(0)?;
        if part.pattern.is_empty() {
            return Err(PhraseError::Empty);
        }
        if part.words == 0 {
            return Err(PhraseError::NoWord);
        }
        // Text ends with a space, and so does every word in it.
        Ok(Self { pattern: format!("{} ", part.pattern), words: part.words, slots: reading.slots })
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    pattern: String,
    words: usize,
}

impl Part {
    /// One phrase of a list, which has no slots of its own.
    pub(super) fn any_of(phrases: impl Iterator<Item = Phrase>) -> Self {
        let phrases: Vec<Phrase> = phrases.collect();
        // The longest first: `estatuto de los trabajadores` before `estatuto`.
        let mut patterns: Vec<&str> = phrases.iter().map(|phrase| phrase.pattern.trim_end()).collect();
        patterns.sort_by_key(|pattern| std::cmp::Reverse(pattern.len()));
        let words = phrases.iter().map(|phrase| phrase.words).min().unwrap_or(0);
        Self { pattern: either(&patterns), words }
    }
}

struct Reading<'a> {
    signs: &'a [char],
    at: usize,
    slots: Vec<String>,
    lists: &'a Lists,
}

impl Reading<'_> {
    fn peek(&self) -> Option<char> {
        self.signs.get(self.at).copied()
    }

    /// Up to the end, or to the sign that ends a group.
    fn sequence(&mut self, depth: usize) -> Result<Part, PhraseError> {
        if depth > DEPTH {
            return Err(PhraseError::Deep);
        }
        let mut part = Part::default();
        while let Some(sign) = self.peek() {
            match sign {
                '|' | ')' if depth > 0 => break,
                '|' | ')' | '}' => return Err(PhraseError::Close(sign)),
                '?' => return Err(PhraseError::Question),
                '(' => {
                    self.at += 1;
                    let group = self.group(depth + 1)?;
                    part.pattern.push_str(&group.pattern);
                    part.words += group.words;
                }
                '{' => {
                    self.at += 1;
                    let slot = self.slot()?;
                    part.pattern.push_str(&slot.pattern);
                    part.words += slot.words;
                }
                '.' if self.signs.get(self.at..self.at + 3) == Some(&['.', '.', '.']) => {
                    self.at += 3;
                    part.pattern.push_str(&format!("(?: [^ ]+){{0,{GAP}}}?"));
                }
                _ if sign.is_whitespace() => self.at += 1,
                _ => self.word(&mut part),
            }
        }
        Ok(part)
    }

    fn group(&mut self, depth: usize) -> Result<Part, PhraseError> {
        let mut ways = Vec::new();
        loop {
            ways.push(self.sequence(depth)?);
            match self.peek() {
                Some('|') => self.at += 1,
                Some(')') => break,
                _ => return Err(PhraseError::Open('(')),
            }
        }
        self.at += 1;
        let is_optional = self.peek() == Some('?');
        if is_optional {
            self.at += 1;
        }
        let patterns: Vec<_> = ways.iter().map(|way| way.pattern.as_str()).collect();
        let pattern = format!("{}{}", either(&patterns), if is_optional { "?" } else { "" });
        let fewest = ways.iter().map(|way| way.words).min().unwrap_or(0);
        Ok(Part { pattern, words: if is_optional { 0 } else { fewest } })
    }

    fn slot(&mut self) -> Result<Part, PhraseError> {
        let rest = self.signs.get(self.at..).unwrap_or_default();
        let length = rest.iter().position(|sign| *sign == '}').ok_or(PhraseError::Open('{'))?;
        let inside: String = rest.iter().take(length).collect();
        self.at += length + 1;
        let (name, kind) = match inside.split_once(':') {
            Some((name, kind)) => (name, kind),
            None => (inside.as_str(), if inside == "number" { "number" } else { "words" }),
        };
        let is_name = !name.is_empty() && name.chars().all(|sign| sign.is_ascii_lowercase() || sign == '_');
        if !is_name || self.slots.iter().any(|known| known == name) {
            return Err(PhraseError::Slot(inside));
        }
        // A word has its space before it, also inside: a phrase of a list may begin with a group.
        let (pattern, words) = match kind {
            "number" => (" [0-9]+(?:[.][0-9]+)*(?: (?:bis|ter|quater|quinquies))?", 0),
            "word" => (" [^ ]+", 0),
            "words" => (" [^ ]+(?: [^ ]+){0,5}", 0),
            list => match self.lists.get(list) {
                Some(part) => (part.pattern.as_str(), part.words),
                None => return Err(PhraseError::Slot(inside)),
            },
        };
        self.slots.push(name.to_owned());
        Ok(Part { pattern: format!("(?P<{name}>{pattern})"), words })
    }

    fn word(&mut self, part: &mut Part) {
        let mut word = String::new();
        let mut is_prefix = false;
        while let Some(sign) = self.peek() {
            if sign.is_whitespace() || matches!(sign, '(' | ')' | '|' | '{' | '}' | '?') {
                break;
            }
            self.at += 1;
            if sign == '*' {
                is_prefix = true;
                break;
            }
            word.push(sign);
        }
        // Signs inside a word may make several of it: `e-mail`.
        let folded = plain(&word);
        for bare in folded.split_whitespace() {
            part.pattern.push(' ');
            part.pattern.push_str(&regex_escape(bare));
            part.words += 1;
        }
        if is_prefix && !folded.trim().is_empty() {
            part.pattern.push_str("[^ ]*");
        }
    }
}

/// One of these. Plain words stand together, and so do beginnings of words: the automaton makes one tree of such a group,
/// and has as many states less to follow at every word. The brackets that keep groups apart capture, because others would
/// be taken out again. Longer ways come before words that they begin with.
fn either(ways: &[&str]) -> String {
    const REST: &str = "[^ ]*";
    let is_plain =
        |way: &str| !way.is_empty() && way.chars().all(|sign| sign.is_alphanumeric() || sign == ' ');
    let (mut words, mut stems, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for way in ways {
        match way.strip_suffix(REST) {
            _ if is_plain(way) => words.push(*way),
            Some(stem) if is_plain(stem) => stems.push(stem),
            _ => others.push(*way),
        }
    }
    let tree = |ways: &[&str], rest: &str| match ways {
        [] => None,
        [only] => Some(format!("{only}{rest}")),
        _ => Some(format!("({}){rest}", ways.join("|"))),
    };
    let kinds = others.iter().map(|way| Some((*way).to_owned()));
    let kinds = kinds.chain([tree(&words, ""), tree(&stems, REST)]).flatten();
    format!("(?:{})", kinds.collect::<Vec<_>>().join("|"))
}

/// Plain text has letters, digits and points only.
fn regex_escape(word: &str) -> String {
    word.replace('.', "[.]")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn matches(phrase: &str, text: &str) -> bool {
        regex::Regex::new(&Phrase::parse(phrase, &Lists::new()).unwrap().pattern)
            .unwrap()
            .is_match(&plain(text))
    }

    #[test]
    fn words_prefixes_alternatives_gaps_and_what_may_be_missing() {
        assert!(matches("cuántos días", "CUANTOS dias tengo"));
        assert!(!matches("día", "los días"));
        assert!(matches("vacacion*", "mis vacaciones"));
        assert!(matches("(qué|cuáles son los) campos", "¿Cuáles son los campos?"));
        assert!(matches("lista ... entidades", "lista de todas las entidades"));
        assert!(!matches("lista ... entidades", "lista de una dos tres cuatro cinco entidades"));
        assert!(matches("hola (amigo)? mío", "hola mío"));
        assert!(matches("e-mail", "su e-mail"));
    }

    #[test]
    fn what_is_said_in_a_slot_is_kept() {
        let phrase = Phrase::parse("(artículo|art) {number} (del|de la) {law:words}", &Lists::new()).unwrap();
        let found = regex::Regex::new(&phrase.pattern).unwrap();
        let text = plain("¿Qué dice el art. 48 bis del Estatuto de los Trabajadores?");
        let captures = found.captures(&text).unwrap();
        let kept = |name: &str| captures[name].trim().to_owned();
        assert_eq!(
            (kept("number"), kept("law")),
            ("48 bis".to_owned(), "estatuto de los trabajadores".to_owned())
        );
        assert_eq!((phrase.words, phrase.slots.len()), (2, 2));
    }

    #[test]
    fn a_list_stands_for_each_of_its_phrases() {
        let known = ["ET", "(el|la)? ley", "estatuto (de los)? trabajadores"]
            .map(|text| Phrase::parse(text, &Lists::new()).unwrap());
        let lists = Lists::from([("laws".to_owned(), Part::any_of(known.into_iter()))]);
        let phrase = Phrase::parse("art {number} (del)? {law:laws}", &lists).unwrap();
        let found = regex::Regex::new(&phrase.pattern).unwrap();
        let said =
            |text: &str| found.captures(&plain(text)).map(|captures| captures["law"].trim().to_owned());
        assert_eq!(said("art. 48 del ET").as_deref(), Some("et"));
        assert_eq!(said("ART 41 ESTATUTO TRABAJADORES").as_deref(), Some("estatuto trabajadores"));
        assert_eq!(said("art. 48 del código"), None);
        assert_eq!(said("art. 48 la ley").as_deref(), Some("la ley"), "a phrase may begin with a group");
        assert_eq!(phrase.words, 2);
    }

    #[test]
    fn a_phrase_that_cannot_be_read_says_why() {
        let problem = |text: &str| Phrase::parse(text, &Lists::new()).unwrap_err().to_string();
        assert_eq!(problem("(a|b"), "`(` is not closed");
        assert_eq!(problem("a)"), "`)` closes nothing");
        assert_eq!(problem("..."), "it needs a word of its own beside what may be anything");
        assert!(problem("a {x:y}").contains("{name:number}"));
        assert_eq!(problem("  "), "there is nothing in it");
    }

    proptest! {
        #[test]
        fn every_phrase_is_refused_or_becomes_a_pattern(text in "[a-zñ0-9(){}|?* .:-]{0,30}") {
            if let Ok(phrase) = Phrase::parse(&text, &Lists::new()) {
                prop_assert!(regex::Regex::new(&phrase.pattern).is_ok(), "{}", phrase.pattern);
            }
        }
    }
}
