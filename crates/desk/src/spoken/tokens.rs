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

/// A token, and whether a comma or the like stands before it.
struct Placed {
    token: Token,
    /// As it was written; a number may be "first".
    text: String,
    is_apart: bool,
}

/// The tokens of a sentence, to be looked at by place.
pub(super) struct Tokens(Vec<Placed>);

impl Tokens {
    pub(super) fn of(said: &str) -> Self {
        Self(joined_tens(split(&said.chars().take(LONGEST).collect::<String>())))
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    fn token(&self, at: usize) -> Option<&Token> {
        self.0.get(at).map(|placed| &placed.token)
    }

    /// The word there; empty if there is none.
    pub(super) fn word(&self, at: usize) -> &str {
        match self.token(at) {
            Some(Token::Word(word)) => word,
            Some(Token::Number(..) | Token::Sign(_)) | None => "",
        }
    }

    /// What was written there, be it a word or a number.
    fn text(&self, at: usize) -> &str {
        self.0.get(at).map_or("", |placed| &placed.text)
    }

    /// The word before; empty if there is none.
    pub(super) fn before(&self, at: usize) -> &str {
        at.checked_sub(1).map_or("", |before| self.word(before))
    }

    /// Whether a comma, a full stop or the like stands before it, or nothing at all.
    pub(super) fn is_apart(&self, at: usize) -> bool {
        at == 0 || self.0.get(at).is_none_or(|placed| placed.is_apart)
    }

    pub(super) fn number(&self, at: usize) -> Option<u32> {
        match self.token(at) {
            Some(Token::Number(value, _)) => Some(*value),
            Some(Token::Word(_) | Token::Sign(_)) | None => None,
        }
    }

    /// How many digits the number there was written with.
    pub(super) fn digits(&self, at: usize) -> usize {
        match self.token(at) {
            Some(Token::Number(_, digits)) => *digits,
            Some(Token::Word(_) | Token::Sign(_)) | None => 0,
        }
    }

    pub(super) fn sign(&self, at: usize, sign: char) -> bool {
        self.token(at) == Some(&Token::Sign(sign))
    }

    /// Whether these words stand there, one after the other.
    pub(super) fn says(&self, at: usize, words: &str) -> bool {
        words.split(' ').enumerate().all(|(place, word)| self.text(at + place) == word)
    }

    /// The first of these that stands there, and how many words it has.
    pub(super) fn says_any(&self, at: usize, phrases: &[&str]) -> Option<usize> {
        phrases.iter().find(|phrase| self.says(at, phrase)).map(|phrase| phrase.split(' ').count())
    }

    /// The longest of these that ends just before this place, and where it begins.
    pub(super) fn ends_any(&self, end: usize, phrases: &[&str]) -> Option<usize> {
        let start = |phrase: &&str| {
            let start = end.checked_sub(phrase.split(' ').count())?;
            self.says(start, phrase).then_some(start)
        };
        phrases.iter().filter_map(start).min()
    }

    /// How many words the longest of these has that stands there. They are parted by `|`.
    pub(super) fn says_one(&self, at: usize, phrases: &str) -> Option<usize> {
        phrases
            .split('|')
            .filter(|phrase| self.says(at, phrase))
            .map(|phrase| phrase.split(' ').count())
            .max()
    }

    /// Where the longest of these begins that ends just before this place. They are parted by `|`.
    pub(super) fn ends_one(&self, end: usize, phrases: &str) -> Option<usize> {
        let start = |phrase: &str| {
            let start = end.checked_sub(phrase.split(' ').count())?;
            self.says(start, phrase).then_some(start)
        };
        phrases.split('|').filter_map(start).min()
    }

    /// Whether one of these, parted by `|`, stands anywhere from one place to another.
    pub(super) fn has_one(&self, from: usize, to: usize, phrases: &str) -> bool {
        (from..to).any(|at| self.says_one(at, phrases).is_some_and(|length| at + length <= to))
    }

    /// Whether one of these words stands just before.
    pub(super) fn after(&self, at: usize, words: &[&str]) -> bool {
        at.checked_sub(1).is_some_and(|before| words.contains(&self.word(before)))
    }
}

/// Whether it is one of these words, which are parted by `|`.
pub(super) fn is_one_of(list: &str, word: &str) -> bool {
    list.split('|').any(|one| one == word)
}

fn split(said: &str) -> Vec<Placed> {
    let mut folded = fold(&said.replace(['º', '°'], "ro ")).replace(['\'', '’', '`'], "");
    for (dotted, plain) in [("p. m.", "pm"), ("a. m.", "am"), ("p.m", "pm"), ("a.m", "am"), ("p. m", "pm")] {
        folded = folded.replace(dotted, plain);
    }
    let mut tokens: Vec<Placed> = Vec::new();
    let mut rest = folded.as_str();
    let mut is_apart = true;
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
        let token = if first.is_ascii_digit() {
            // A number that is too long is none that a date has.
            Token::Number(piece.parse().unwrap_or(u32::MAX), piece.len())
        } else if first.is_alphabetic() {
            match number_word(piece) {
                Some(value) => Token::Number(value, 0),
                None => Token::Word(piece.to_owned()),
            }
        } else if matches!(first, ':' | '/' | '-') {
            Token::Sign(first)
        } else {
            // `9.30` is one hour, and `pm.` ends no sentence.
            let is_within = first == '.' && after.starts_with(|next: char| next.is_ascii_digit());
            if is_within && is_clock(&tokens, after) {
                tokens.push(Placed { token: Token::Sign(':'), text: ":".to_owned(), is_apart: false });
                continue;
            }
            is_apart |=
                matches!(first, ',' | ';' | '.' | '!' | '?' | '¿' | '¡' | '(' | ')' | '\n') && !is_within;
            continue;
        };
        tokens.push(Placed { token, text: piece.to_owned(), is_apart: std::mem::take(&mut is_apart) });
    }
    tokens
}

/// `6.30pm`, where the point stands for a colon.
fn is_clock(before: &[Placed], after: &str) -> bool {
    let is_hour = before.last().is_some_and(|last| matches!(last.token, Token::Number(0..=24, 1..=2)));
    let digits = after.chars().take_while(char::is_ascii_digit).count();
    let unit = after.trim_start_matches(|sign: char| sign.is_ascii_digit()).trim_start();
    let ends = |unit: &str, name: &str| {
        unit.strip_prefix(name).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    };
    is_hour && digits == 2 && ["am", "pm", "h", "hs", "hrs", "horas"].into_iter().any(|name| ends(unit, name))
}

/// `treinta y uno` and `twenty-one` are one number.
fn joined_tens(tokens: Vec<Placed>) -> Vec<Placed> {
    let is_tens = |placed: &Placed| match placed.token {
        Token::Number(tens @ (20 | 30 | 40 | 50 | 60 | 70 | 80 | 90), 0) => Some(tens),
        Token::Number(..) | Token::Word(_) | Token::Sign(_) => None,
    };
    let mut found: Vec<Placed> = Vec::with_capacity(tokens.len());
    for placed in tokens {
        if let (Token::Number(ones @ 1..=9, 0), false) = (&placed.token, placed.is_apart) {
            let joined = match found.as_slice() {
                [.., tens, between] if between.token == Token::Sign('-') => {
                    is_tens(tens).map(|tens| (tens, 2))
                }
                [.., tens, between] if between.token == Token::Word("y".to_owned()) => {
                    is_tens(tens).filter(|tens| *tens > 20).map(|tens| (tens, 2))
                }
                [.., tens] => is_tens(tens).map(|tens| (tens, 1)),
                [] => None,
            };
            if let Some((tens, length)) = joined {
                let start = found.len() - length;
                let is_apart = found.get(start).is_some_and(|first| first.is_apart);
                found.truncate(start);
                found.push(Placed { token: Token::Number(tens + ones, 0), text: String::new(), is_apart });
                continue;
            }
        }
        found.push(placed);
    }
    found
}

const NUMBERS: [(&str, u32); 103] = [
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
    ("sesenta", 60),
    ("setenta", 70),
    ("ochenta", 80),
    ("noventa", 90),
    ("cien", 100),
    // As they are often written.
    ("beinte", 20),
    ("sinco", 5),
    ("dies", 10),
    ("nuebe", 9),
    ("trese", 13),
    ("onse", 11),
    ("quatro", 4),
    ("fourty", 40),
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
    ("sixty", 60),
    ("seventy", 70),
    ("eighty", 80),
    ("ninety", 90),
    ("hundred", 100),
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

/// The number that a word is, `dos` or `second`.
pub fn number_word(word: &str) -> Option<u32> {
    NUMBERS.iter().find(|(name, _)| *name == word).map(|(_, value)| *value)
}
