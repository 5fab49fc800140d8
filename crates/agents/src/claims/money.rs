//! Amounts of money and percentages in a text.

use super::numbers::{Number, number};
use super::tokens::Tokens;

const SIGNS: [char; 6] = ['$', '€', '£', '¥', '₡', '₲'];
#[rustfmt::skip]
const NAMES: [&str; 36] = [
    "peso", "pesos", "euro", "euros", "dolar", "dolares", "dollar", "dollars", "buck", "bucks", "pound", "pounds", "libra",
    "libras", "sol", "soles", "real", "reales", "quetzal", "quetzales", "colon", "colones", "yen", "yenes", "mxn", "usd", "eur",
    "gbp", "cop", "clp", "ars", "pen", "crc", "dop", "gtq", "uyu",
];

/// In hundredths of what the currency is counted in; which currency does not matter, a business has one.
pub(super) fn amounts(tokens: &Tokens<'_>) -> Vec<i64> {
    let numbers = all_numbers(tokens);
    let mut is_money: Vec<bool> = numbers.iter().map(|number| is_money(tokens, *number)).collect();
    // `800 a 1,200 pesos`, `$800 - 1,200`: the sign of one is that of both.
    for place in 1..numbers.len() {
        let pair = (numbers.get(place - 1), numbers.get(place));
        let (Some(one), Some(other)) = pair else { continue };
        let both = is_range(tokens, *one, *other);
        let either = [place - 1, place].iter().any(|at| is_money.get(*at) == Some(&true));
        if both && either {
            for at in [place - 1, place] {
                if let Some(money) = is_money.get_mut(at) {
                    *money = true;
                }
            }
        }
    }
    let paid = numbers.iter().zip(is_money).filter(|(_, is_money)| *is_money);
    let mut amounts: Vec<i64> = paid.map(|(number, _)| number.hundredths).collect();
    if is_free(tokens) {
        amounts.push(0);
    }
    amounts
}

pub(super) fn percents(tokens: &Tokens<'_>) -> Vec<i64> {
    let is_percent = |number: &Number| {
        let after = number.ends;
        tokens.sign(after) == Some('%')
            || tokens.is_word(after, &["percent"])
            || (tokens.is_word(after, &["por", "per"]) && tokens.is_word(after + 1, &["ciento", "cent"]))
    };
    all_numbers(tokens).into_iter().filter(is_percent).map(|number| number.hundredths).collect()
}

fn all_numbers(tokens: &Tokens<'_>) -> Vec<Number> {
    let (mut numbers, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        match number(tokens, at) {
            Some(found) => {
                at = found.ends;
                numbers.push(found);
            }
            None => at += 1,
        }
    }
    numbers
}

fn is_money(tokens: &Tokens<'_>, number: Number) -> bool {
    let named = |at: usize| tokens.is_word(at, &NAMES);
    let is_sign = |at: usize| tokens.sign(at).is_some_and(|sign| SIGNS.contains(&sign));
    let before = number.begins.checked_sub(1);
    // `S/ 30`
    let in_soles = before.is_some_and(|at| {
        tokens.sign(at) == Some('/') && tokens.is_glued(at) && tokens.word_before(at) == Some("s")
    });
    let in_digits = tokens.number(number.begins).is_some();
    let sign_before = before.is_some_and(|at| is_sign(at) || (in_digits && is_code(tokens, at)));
    in_soles || sign_before || is_sign(number.ends) || named(number.ends) || said_of(tokens, number.ends)
}

/// `MXN 500`
fn is_code(tokens: &Tokens<'_>, at: usize) -> bool {
    tokens
        .word(at)
        .is_some_and(|word| word.len() == 3 && NAMES.contains(&word) && word != "sol" && word != "yen")
}

/// `dos millones de pesos` has its number cut short, and `500 MX$` its sign behind a word.
fn said_of(tokens: &Tokens<'_>, at: usize) -> bool {
    tokens.is_word(at, &["us", "mx", "rd", "r"])
        && tokens.is_glued(at + 1)
        && tokens.sign(at + 1).is_some_and(|sign| SIGNS.contains(&sign))
}

fn is_range(tokens: &Tokens<'_>, one: Number, other: Number) -> bool {
    let is_sign = |at: usize| tokens.sign(at).is_some_and(|sign| SIGNS.contains(&sign));
    let mut at = one.ends;
    if is_sign(at) {
        at += 1;
    }
    let before = one.begins.checked_sub(1).map_or(one.begins, |at| if is_sign(at) { at } else { one.begins });
    let between = tokens.word_before(before);
    let joins = match (tokens.word(at), tokens.sign(at)) {
        (Some("a" | "to" | "hasta" | "o" | "or"), _) | (_, Some('-' | '–' | '—')) => true,
        (Some("y"), _) => between == Some("entre"),
        (Some("and"), _) => between == Some("between"),
        _ => false,
    };
    let mut next = at + 1;
    if is_sign(next) {
        next += 1;
    }
    joins && next == other.begins
}

/// `gratis` is a price, too.
fn is_free(tokens: &Tokens<'_>) -> bool {
    (0..tokens.len()).any(|at| {
        let next = |among: &[&str]| tokens.is_word(at + 1, among);
        match tokens.word(at) {
            Some("gratis" | "gratuito" | "gratuita" | "gratuitos" | "gratuitas") => true,
            Some("sin") => next(&["costo", "coste", "cargo"]),
            Some("no") => next(&["charge", "cost"]),
            Some("free") => next(&["of"]) && tokens.is_word(at + 2, &["charge"]),
            Some("for") => next(&["free"]),
            _ => false,
        }
    })
}
