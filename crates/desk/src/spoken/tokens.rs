//! Words and numbers of a sentence. Numbers may be written as words.

use conserje_text::fold;

/// Nobody says when they want to come at greater length.
const LONGEST: usize = 400;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Word(String),
    /// How many digits it was written with; none if it was a word.
    Number(u32, usize),
    Sign(char),
}

/// The tokens of a sentence, to be looked at by place.
pub(super) struct Tokens(Vec<Token>);

impl Tokens {
    pub(super) fn of(said: &str) -> Self {
        Self(joined_tens(split(&said.chars().take(LONGEST).collect::<String>())))
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The word there; empty if there is none.
    pub(super) fn word(&self, at: usize) -> &str {
        match self.0.get(at) {
            Some(Token::Word(word)) => word,
            Some(Token::Number(..) | Token::Sign(_)) | None => "",
        }
    }

    pub(super) fn number(&self, at: usize) -> Option<u32> {
        match self.0.get(at) {
            Some(Token::Number(value, _)) => Some(*value),
            Some(Token::Word(_) | Token::Sign(_)) | None => None,
        }
    }

    /// How many digits the number there was written with.
    pub(super) fn digits(&self, at: usize) -> usize {
        match self.0.get(at) {
            Some(Token::Number(_, digits)) => *digits,
            Some(Token::Word(_) | Token::Sign(_)) | None => 0,
        }
    }

    pub(super) fn sign(&self, at: usize, sign: char) -> bool {
        self.0.get(at) == Some(&Token::Sign(sign))
    }

    /// Whether these words stand there, one after the other.
    pub(super) fn says(&self, at: usize, words: &str) -> bool {
        words.split(' ').enumerate().all(|(place, word)| self.word(at + place) == word)
    }

    /// The first of these that stands there, and how many words it has.
    pub(super) fn says_any(&self, at: usize, phrases: &[&str]) -> Option<usize> {
        phrases.iter().find(|phrase| self.says(at, phrase)).map(|phrase| phrase.split(' ').count())
    }

    /// Whether one of these words stands just before.
    pub(super) fn after(&self, at: usize, words: &[&str]) -> bool {
        at.checked_sub(1).is_some_and(|before| words.contains(&self.word(before)))
    }
}

fn split(said: &str) -> Vec<Token> {
    let mut folded = fold(said);
    for (dotted, plain) in
        [("p. m.", "pm"), ("a. m.", "am"), ("p.m", "pm"), ("a.m", "am"), ("o'clock", "oclock")]
    {
        folded = folded.replace(dotted, plain);
    }
    let mut tokens = Vec::new();
    let mut rest = folded.as_str();
    while let Some(first) = rest.chars().next() {
        let run = |keep: fn(char) -> bool| rest.find(|sign| !keep(sign)).unwrap_or(rest.len());
        let length = if first.is_ascii_digit() {
            run(|sign| sign.is_ascii_digit())
        } else if first.is_alphabetic() {
            run(char::is_alphabetic)
        } else {
            first.len_utf8()
        };
        let (piece, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
        rest = after;
        if first.is_ascii_digit() {
            // A number that is too long is none that a date has.
            tokens.push(Token::Number(piece.parse().unwrap_or(u32::MAX), piece.len()));
        } else if first.is_alphabetic() {
            tokens.push(match number_word(piece) {
                Some(value) => Token::Number(value, 0),
                None => Token::Word(piece.to_owned()),
            });
        } else if matches!(first, ':' | '/' | '-') {
            tokens.push(Token::Sign(first));
        }
    }
    tokens
}

/// `treinta y uno` and `twenty-one` are one number.
fn joined_tens(tokens: Vec<Token>) -> Vec<Token> {
    let mut found: Vec<Token> = Vec::with_capacity(tokens.len());
    for token in tokens {
        if let Token::Number(ones @ 1..=9, 0) = token {
            let tens = match found.as_slice() {
                [.., Token::Number(tens @ (20 | 30 | 40 | 50), 0)] => Some((*tens, 1)),
                [.., Token::Number(tens @ (20 | 30 | 40 | 50), 0), Token::Sign('-')] => Some((*tens, 2)),
                [.., Token::Number(tens @ (30 | 40 | 50), 0), Token::Word(and)] if and == "y" => {
                    Some((*tens, 2))
                }
                _ => None,
            };
            if let Some((tens, length)) = tens {
                found.truncate(found.len() - length);
                found.push(Token::Number(tens + ones, 0));
                continue;
            }
        }
        found.push(token);
    }
    found
}

/// The number that a word is, `dos` or `second`.
pub fn number_word(word: &str) -> Option<u32> {
    const NUMBERS: [(&str, u32); 85] = [
        ("un", 1),
        ("uno", 1),
        ("una", 1),
        ("dos", 2),
        ("tres", 3),
        ("cuatro", 4),
        ("cinco", 5),
        ("seis", 6),
        ("siete", 7),
        ("ocho", 8),
        ("nueve", 9),
        ("diez", 10),
        ("once", 11),
        ("doce", 12),
        ("trece", 13),
        ("catorce", 14),
        ("quince", 15),
        ("dieciseis", 16),
        ("diecisiete", 17),
        ("dieciocho", 18),
        ("diecinueve", 19),
        ("veinte", 20),
        ("veintiuno", 21),
        ("veintiun", 21),
        ("veintiuna", 21),
        ("veintidos", 22),
        ("veintitres", 23),
        ("veinticuatro", 24),
        ("veinticinco", 25),
        ("veintiseis", 26),
        ("veintisiete", 27),
        ("veintiocho", 28),
        ("veintinueve", 29),
        ("treinta", 30),
        ("cuarenta", 40),
        ("cincuenta", 50),
        ("primero", 1),
        ("one", 1),
        ("two", 2),
        ("three", 3),
        ("four", 4),
        ("five", 5),
        ("six", 6),
        ("seven", 7),
        ("eight", 8),
        ("nine", 9),
        ("ten", 10),
        ("eleven", 11),
        ("twelve", 12),
        ("thirteen", 13),
        ("fourteen", 14),
        ("fifteen", 15),
        ("sixteen", 16),
        ("seventeen", 17),
        ("eighteen", 18),
        ("nineteen", 19),
        ("twenty", 20),
        ("thirty", 30),
        ("forty", 40),
        ("fifty", 50),
        ("first", 1),
        ("second", 2),
        ("third", 3),
        ("fourth", 4),
        ("fifth", 5),
        ("sixth", 6),
        ("seventh", 7),
        ("eighth", 8),
        ("ninth", 9),
        ("tenth", 10),
        ("eleventh", 11),
        ("twelfth", 12),
        ("thirteenth", 13),
        ("fourteenth", 14),
        ("fifteenth", 15),
        ("sixteenth", 16),
        ("seventeenth", 17),
        ("eighteenth", 18),
        ("nineteenth", 19),
        ("twentieth", 20),
        ("thirtieth", 30),
        ("zero", 0),
        ("cero", 0),
        ("couple", 2),
        ("par", 2),
    ];
    NUMBERS.iter().find(|(name, _)| *name == word).map(|(_, value)| *value)
}
