//! A text in words, numbers and signs, as amounts, hours and days are read from it.

use conserje_text::fold;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// Lower case and without accents.
    Word(String),
    /// As it is written: `1,500.50`, `17:00`.
    Number(&'a str),
    Sign(char),
}

/// Tokens, and which of them have no space before them.
pub(super) struct Tokens<'a> {
    all: Vec<(Token<'a>, bool)>,
}

/// What stands inside a number: `1.500,50`, `17:00`, `1 500` with a narrow space.
const INSIDE: [char; 6] = ['.', ',', ':', '\'', '\u{a0}', '\u{202f}'];

impl<'a> Tokens<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let mut all = Vec::new();
        let (mut rest, mut is_glued) = (text, false);
        while let Some(first) = rest.chars().next() {
            let length = if first.is_ascii_digit() {
                number_length(rest)
            } else if first.is_alphabetic() {
                rest.find(|sign: char| !sign.is_alphabetic()).unwrap_or(rest.len())
            } else {
                first.len_utf8()
            };
            let (token, after) = rest.split_at(length);
            if first.is_ascii_digit() {
                all.push((Token::Number(token), is_glued));
            } else if first.is_alphabetic() {
                all.push((Token::Word(fold(token)), is_glued));
            } else if !first.is_whitespace() {
                all.push((Token::Sign(first), is_glued));
            }
            is_glued = !first.is_whitespace();
            rest = after;
        }
        Self { all }
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn word(&self, at: usize) -> Option<&str> {
        match self.all.get(at) {
            Some((Token::Word(word), _)) => Some(word),
            Some((Token::Number(_) | Token::Sign(_), _)) | None => None,
        }
    }

    pub(super) fn number(&self, at: usize) -> Option<&'a str> {
        match self.all.get(at) {
            Some((Token::Number(number), _)) => Some(number),
            Some((Token::Word(_) | Token::Sign(_), _)) | None => None,
        }
    }

    pub(super) fn sign(&self, at: usize) -> Option<char> {
        match self.all.get(at) {
            Some((Token::Sign(sign), _)) => Some(*sign),
            Some((Token::Word(_) | Token::Number(_), _)) | None => None,
        }
    }

    /// The word before, wherever the text begins.
    pub(super) fn word_before(&self, at: usize) -> Option<&str> {
        self.word(at.checked_sub(1)?)
    }

    /// Whether nothing stands between it and the one before.
    pub(super) fn is_glued(&self, at: usize) -> bool {
        self.all.get(at).is_some_and(|(_, is_glued)| *is_glued)
    }

    pub(super) fn is_word(&self, at: usize, among: &[&str]) -> bool {
        self.word(at).is_some_and(|word| among.contains(&word))
    }
}

fn number_length(text: &str) -> usize {
    let mut length = 0;
    let mut signs = text.char_indices().peekable();
    while let Some((at, sign)) = signs.next() {
        let goes_on = signs.peek().is_some_and(|(_, next)| next.is_ascii_digit());
        if sign.is_ascii_digit() || (at > 0 && INSIDE.contains(&sign) && goes_on) {
            length = at + sign.len_utf8();
        } else {
            break;
        }
    }
    length
}
