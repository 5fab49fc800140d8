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

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::text::plain;

/// The most words that `...` stands for.
const GAP: usize = 4;
/// The most words that `{name:words}` stands for.
const SLOT: usize = 6;
/// How deep groups may stand in one another.
const DEPTH: usize = 8;

/// What stands where in a message; of several ways to read it, the first that fits counts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Node {
    Word(Word),
    Number,
    /// Any words, as few as possible or as many.
    Anything {
        least: usize,
        most: usize,
        is_greedy: bool,
    },
    Sequence(Vec<Node>),
    /// Never empty.
    Either(Vec<Node>),
    Optional(Box<Node>),
    /// What is met here is kept under the name with this number.
    Slot(usize, Arc<Node>),
}

/// A word, or the beginning of one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) is_stem: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Phrase {
    pub(super) node: Arc<Node>,
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
pub(super) type Lists = BTreeMap<String, List>;

impl Phrase {
    pub(super) fn parse(text: &str, lists: &Lists) -> Result<Self, PhraseError> {
        let signs: Vec<char> = text.chars().collect();
        let mut reading = Reading { signs: &signs, at: 0, slots: Vec::new(), lists };
        let part = reading.sequence(0)?;
        if part.node == Node::Sequence(Vec::new()) {
            return Err(PhraseError::Empty);
        }
        if part.words == 0 {
            return Err(PhraseError::NoWord);
        }
        Ok(Self { node: Arc::new(part.node), words: part.words, slots: reading.slots })
    }
}

#[derive(Clone, Debug)]
struct Part {
    node: Node,
    words: usize,
}

/// Shared by all phrases that it stands in.
#[derive(Clone, Debug)]
pub(super) struct List {
    node: Arc<Node>,
    words: usize,
}

impl List {
    /// One phrase of a list, which has no slots of its own.
    pub(super) fn any_of(phrases: impl Iterator<Item = Phrase>) -> Self {
        let mut phrases: Vec<Phrase> = phrases.collect();
        // The longest first: `estatuto de los trabajadores` before `estatuto`.
        phrases.sort_by_key(|phrase| Reverse(phrase.node.length()));
        let words = phrases.iter().map(|phrase| phrase.words).min().unwrap_or(0);
        let ways = phrases.into_iter().map(|phrase| Arc::unwrap_or_clone(phrase.node)).collect();
        Self { node: Arc::new(Node::either(ways)), words }
    }
}

impl Node {
    /// Ways that hold more than words come first, then words, then beginnings of words: the longer before what they may
    /// begin with.
    fn either(mut ways: Vec<Self>) -> Self {
        ways.sort_by_key(Self::kind);
        Self::Either(ways)
    }

    /// What stands side by side in it.
    pub(super) fn parts(&self) -> &[Self] {
        if let Self::Sequence(parts) = self { parts } else { std::slice::from_ref(self) }
    }

    fn kind(&self) -> Kind {
        let Some((last, before)) = self.parts().split_last() else { return Kind::Other };
        let is_whole = |node: &Self| matches!(node, Self::Word(word) if !word.is_stem && word.is_plain());
        if let Self::Word(word) = last
            && word.is_plain()
            && before.iter().all(is_whole)
        {
            return if word.is_stem { Kind::Stem } else { Kind::Word };
        }
        Kind::Other
    }

    pub(super) fn is_one_word(&self) -> bool {
        matches!(self.parts(), [Self::Word(_)])
    }

    /// At most so many letters of its own.
    fn length(&self) -> usize {
        match self {
            Self::Word(word) => word.text.len() + 1,
            Self::Number | Self::Anything { .. } => 1,
            Self::Sequence(parts) => parts.iter().map(Self::length).sum(),
            Self::Either(ways) => ways.iter().map(Self::length).max().unwrap_or(0),
            Self::Optional(part) => part.length(),
            Self::Slot(_, part) => part.length(),
        }
    }
}

impl Word {
    /// Without the point of a number.
    fn is_plain(&self) -> bool {
        self.text.chars().all(char::is_alphanumeric)
    }
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Other,
    Word,
    Stem,
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
        let (mut nodes, mut words) = (Vec::new(), 0);
        while let Some(sign) = self.peek() {
            match sign {
                '|' | ')' if depth > 0 => break,
                '|' | ')' | '}' => return Err(PhraseError::Close(sign)),
                '?' => return Err(PhraseError::Question),
                '(' | '{' => {
                    self.at += 1;
                    let part = if sign == '(' { self.group(depth + 1)? } else { self.slot()? };
                    nodes.push(part.node);
                    words += part.words;
                }
                '.' if self.signs.get(self.at..self.at + 3) == Some(&['.', '.', '.']) => {
                    self.at += 3;
                    nodes.push(Node::Anything { least: 0, most: GAP, is_greedy: false });
                }
                _ if sign.is_whitespace() => self.at += 1,
                _ => words += self.word(&mut nodes),
            }
        }
        Ok(Part { node: Node::Sequence(nodes), words })
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
        let fewest = ways.iter().map(|way| way.words).min().unwrap_or(0);
        let node = Node::either(ways.into_iter().map(|way| way.node).collect());
        if is_optional {
            self.at += 1;
            return Ok(Part { node: Node::Optional(Box::new(node)), words: 0 });
        }
        Ok(Part { node, words: fewest })
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
        let anything = |most| Node::Anything { least: 1, most, is_greedy: true };
        let (node, words) = match kind {
            "number" => (Arc::new(number()), 0),
            "word" => (Arc::new(anything(1)), 0),
            "words" => (Arc::new(anything(SLOT)), 0),
            list => match self.lists.get(list) {
                Some(list) => (Arc::clone(&list.node), list.words),
                None => return Err(PhraseError::Slot(inside)),
            },
        };
        self.slots.push(name.to_owned());
        Ok(Part { node: Node::Slot(self.slots.len() - 1, node), words })
    }

    /// How many words it makes.
    fn word(&mut self, nodes: &mut Vec<Node>) -> usize {
        let mut word = String::new();
        let mut is_stem = false;
        while let Some(sign) = self.peek() {
            if sign.is_whitespace() || matches!(sign, '(' | ')' | '|' | '{' | '}' | '?') {
                break;
            }
            self.at += 1;
            if sign == '*' {
                is_stem = true;
                break;
            }
            word.push(sign);
        }
        // Signs inside a word may make several of it: `e-mail`.
        let folded = plain(&word);
        let count = folded.words().count();
        nodes.extend(folded.words().enumerate().map(|(place, text)| {
            Node::Word(Word { text: text.to_owned(), is_stem: is_stem && place + 1 == count })
        }));
        count
    }
}

/// `48`, `205.1`, `48 bis`.
fn number() -> Node {
    let suffixes = ["bis", "ter", "quater", "quinquies"];
    let suffix = suffixes.map(|text| Node::Word(Word { text: text.to_owned(), is_stem: false }));
    Node::Sequence(vec![Node::Number, Node::Optional(Box::new(Node::Either(suffix.to_vec())))])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_that_must_be_there_are_counted() {
        let words = |text: &str| Phrase::parse(text, &Lists::new()).unwrap().words;
        assert_eq!(words("(artículo|art) {number} (del|de la)? {law:words}"), 1);
        assert_eq!(words("e-mail de (uno|otro más)"), 4);
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
        fn every_phrase_is_refused_or_needs_a_word(text in "[a-zñ0-9(){}|?* .:-]{0,30}") {
            if let Ok(phrase) = Phrase::parse(&text, &Lists::new()) {
                prop_assert!(phrase.words > 0, "{phrase:?}");
            }
        }
    }
}
