//! Numbers in digits and in words, in both languages.

use super::tokens::Tokens;

/// A number, in hundredths, and the first token after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    pub(super) hundredths: i64,
    pub(super) begins: usize,
    pub(super) ends: usize,
}

impl Number {
    /// None if it has a fraction.
    pub(super) fn whole(self) -> Option<i64> {
        (self.hundredths % 100 == 0).then_some(self.hundredths / 100)
    }
}

/// More than this nobody charges; what is longer is a telephone number or an id.
const MOST: i64 = 1_000_000_000;

#[rustfmt::skip]
const SMALL: [(&str, i64); 100] = [
    ("cero", 0), ("un", 1), ("uno", 1), ("una", 1), ("dos", 2), ("tres", 3), ("cuatro", 4), ("cinco", 5), ("seis", 6),
    ("siete", 7), ("ocho", 8), ("nueve", 9), ("diez", 10), ("once", 11), ("doce", 12), ("trece", 13), ("catorce", 14),
    ("quince", 15), ("dieciseis", 16), ("diecisiete", 17), ("dieciocho", 18), ("diecinueve", 19), ("veinte", 20),
    ("veintiun", 21), ("veintiuno", 21), ("veintiuna", 21), ("veintidos", 22), ("veintitres", 23), ("veinticuatro", 24),
    ("veinticinco", 25), ("veintiseis", 26), ("veintisiete", 27), ("veintiocho", 28), ("veintinueve", 29), ("treinta", 30),
    ("cuarenta", 40), ("cincuenta", 50), ("sesenta", 60), ("setenta", 70), ("ochenta", 80), ("noventa", 90), ("cien", 100),
    ("ciento", 100), ("doscientos", 200), ("doscientas", 200), ("trescientos", 300), ("trescientas", 300),
    ("cuatrocientos", 400), ("cuatrocientas", 400), ("quinientos", 500), ("quinientas", 500), ("seiscientos", 600),
    ("seiscientas", 600), ("setecientos", 700), ("setecientas", 700), ("ochocientos", 800), ("ochocientas", 800),
    ("novecientos", 900), ("novecientas", 900),
    ("zero", 0), ("one", 1), ("two", 2), ("three", 3), ("four", 4), ("five", 5), ("six", 6), ("seven", 7), ("eight", 8),
    ("nine", 9), ("ten", 10), ("eleven", 11), ("twelve", 12), ("thirteen", 13), ("fourteen", 14), ("fifteen", 15),
    ("sixteen", 16), ("seventeen", 17), ("eighteen", 18), ("nineteen", 19), ("twenty", 20), ("thirty", 30), ("forty", 40),
    ("fifty", 50), ("sixty", 60), ("seventy", 70), ("eighty", 80), ("ninety", 90),
    // Of days.
    ("primero", 1), ("first", 1), ("second", 2), ("third", 3), ("fourth", 4), ("fifth", 5), ("sixth", 6), ("seventh", 7),
    ("eighth", 8), ("ninth", 9), ("tenth", 10), ("twentieth", 20), ("thirtieth", 30),
];

fn small(word: &str) -> Option<i64> {
    SMALL.iter().find(|(name, _)| *name == word).map(|(_, value)| *value)
}

/// The number that begins here.
pub(super) fn number(tokens: &Tokens<'_>, at: usize) -> Option<Number> {
    match tokens.number(at) {
        Some(digits) => {
            let mut hundredths = hundredths(digits)?;
            let mut ends = at + 1;
            let thousands = tokens.is_word(ends, &["mil", "thousand", "k"]);
            if thousands {
                hundredths = hundredths.checked_mul(1_000)?;
                ends += 1;
            }
            Some(Number { hundredths, begins: at, ends })
        }
        None => in_words(tokens, at),
    }
}

/// `1,500.50` and `1.500,50` are the same; what could be either is read as people mean it: three digits behind a sign are
/// thousands.
pub(super) fn hundredths(digits: &str) -> Option<i64> {
    if digits.contains(':') {
        return None;
    }
    let is_sign = |sign: char| !sign.is_ascii_digit();
    let (whole, part) = match digits.rfind(is_sign).and_then(|at| digits.split_at_checked(at)) {
        Some((whole, after)) => {
            let part = after.trim_start_matches(is_sign);
            match part.len() {
                1 | 2 => (whole.to_owned(), part.to_owned()),
                3 => (format!("{whole}{part}"), String::new()),
                _ => return None,
            }
        }
        None => (digits.to_owned(), String::new()),
    };
    let whole: String = whole.chars().filter(char::is_ascii_digit).collect();
    let whole: i64 = whole.parse().ok().filter(|whole| *whole <= MOST)?;
    let part: i64 = format!("{part:0<2}").parse().ok()?;
    Some(whole * 100 + part)
}

fn in_words(tokens: &Tokens<'_>, begins: usize) -> Option<Number> {
    let (mut total, mut current, mut at) = (0_i64, None::<i64>, begins);
    while let Some(word) = tokens.word(at) {
        match (word, current) {
            ("mil" | "thousand", _) => {
                total += current.take().unwrap_or(1) * 1_000;
                at += 1;
            }
            ("hundred", Some(hundreds)) if hundreds < 10 => {
                current = Some(hundreds * 100);
                at += 1;
            }
            _ => {
                let Some(value) = small(word).filter(|value| fits(current, *value)) else { break };
                current = Some(current.unwrap_or(0) + value);
                at += 1;
            }
        }
        if joins(tokens, at, current) {
            at += 1;
        }
    }
    let said = total + current.unwrap_or(0);
    (at > begins).then_some(Number { hundredths: said * 100, begins, ends: at })
}

/// `ciento veinte`, `thirty five`; never `dos tres`.
fn fits(current: Option<i64>, value: i64) -> bool {
    match current {
        None => true,
        Some(current) if current >= 100 => current % 100 == 0 && value < 100,
        Some(current) => (20..100).contains(&current) && current % 10 == 0 && value < 10,
    }
}

/// `treinta y cinco`, `thirty-five`, `two hundred and five`.
fn joins(tokens: &Tokens<'_>, at: usize, current: Option<i64>) -> bool {
    let Some(current) = current else { return false };
    let is_tens = (30..100).contains(&(current % 100)) && current % 10 == 0;
    let joined = match (tokens.word(at), tokens.sign(at)) {
        (Some("y"), _) => is_tens,
        (Some("and"), _) => current >= 100,
        (_, Some('-')) => current % 10 == 0 && (20..100).contains(&(current % 100)),
        _ => false,
    };
    let next = tokens.word(at + 1).and_then(small);
    joined && next.is_some_and(|next| fits(Some(current), next))
}
