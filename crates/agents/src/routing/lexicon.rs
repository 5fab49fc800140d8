//! The words that phrases know, by number. A message is looked up once, word for word; from then on numbers are compared.

use std::collections::{BTreeSet, HashMap};

use super::phrase::Word;
use super::text::Plain;

/// Of a word or a beginning of words.
pub(super) type Known = u32;

#[derive(Debug, Default)]
pub(super) struct Lexicon {
    /// What each number stands for.
    all: Vec<Word>,
    words: HashMap<String, Known>,
    stems: HashMap<String, Known>,
    /// In bytes: longer beginnings of a word need not be looked up.
    longest_stem: usize,
}

impl Lexicon {
    pub(super) fn number(&mut self, word: &Word) -> Known {
        let known = if word.is_stem { &mut self.stems } else { &mut self.words };
        if let Some(number) = known.get(&word.text) {
            return *number;
        }
        let number = Known::try_from(self.all.len()).unwrap_or(Known::MAX);
        known.insert(word.text.clone(), number);
        if word.is_stem {
            self.longest_stem = self.longest_stem.max(word.text.len());
        }
        self.all.push(word.clone());
        number
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    fn word(&self, number: Known) -> Option<&Word> {
        self.all.get(usize::try_from(number).ok()?)
    }

    /// Whether there is a word that is one of these and one of those.
    pub(super) fn may_meet(&self, these: &BTreeSet<Known>, those: &BTreeSet<Known>) -> bool {
        let words = |numbers: &BTreeSet<Known>| -> Vec<&Word> {
            numbers.iter().filter_map(|number| self.word(*number)).collect()
        };
        let those = words(those);
        words(these).into_iter().any(|one| those.iter().any(|other| one.may_be(other)))
    }

    /// How often one of these is to be expected in a message, by a rule of thumb: short words are common.
    pub(super) fn commonness(&self, numbers: &[Known]) -> usize {
        let of = |word: &Word| match word.text.len() {
            0..=2 => 400,
            3 => 60,
            4 => 20,
            5 => 8,
            _ => 3,
        };
        numbers.iter().filter_map(|number| self.word(*number)).map(of).sum()
    }

    pub(super) fn hear(&self, text: &Plain) -> Heard {
        let mut heard = Heard::default();
        for word in text.words() {
            heard.known.extend(self.words.get(word));
            let ends = word.char_indices().map(|(at, sign)| at + sign.len_utf8());
            for end in ends.take_while(|end| *end <= self.longest_stem) {
                heard.known.extend(word.get(..end).and_then(|stem| self.stems.get(stem)));
            }
            heard.ends.push((heard.known.len(), is_number(word)));
        }
        heard
    }
}

/// `48` or `205.1`.
fn is_number(word: &str) -> bool {
    word.split('.').all(|part| !part.is_empty() && part.bytes().all(|sign| sign.is_ascii_digit()))
}

/// A message in numbers.
#[derive(Debug, Default)]
pub(super) struct Heard {
    /// What each word is, one after the other.
    known: Vec<Known>,
    /// Where that ends for each word, and whether it is a number.
    ends: Vec<(usize, bool)>,
}

impl Heard {
    /// How many words it has.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// What a word is: itself, and the beginnings that it has.
    pub(super) fn at(&self, word: usize) -> &[Known] {
        let begins = word.checked_sub(1).and_then(|before| self.ends.get(before)).map_or(0, |end| end.0);
        let end = self.ends.get(word).map_or(begins, |end| end.0);
        self.known.get(begins..end).unwrap_or_default()
    }

    pub(super) fn is_number(&self, word: usize) -> bool {
        self.ends.get(word).is_some_and(|end| end.1)
    }

    pub(super) fn all(&self) -> &[Known] {
        &self.known
    }
}

impl Word {
    /// Whether some word is both.
    fn may_be(&self, other: &Self) -> bool {
        match (self.is_stem, other.is_stem) {
            (false, false) => self.text == other.text,
            (true, false) => other.text.starts_with(&self.text),
            (false, true) => self.text.starts_with(&other.text),
            (true, true) => self.text.starts_with(&other.text) || other.text.starts_with(&self.text),
        }
    }
}
