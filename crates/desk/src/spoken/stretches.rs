//! Several days in a row: `esta semana`, `next weekend`, `el mes que viene`, `a fin de mes`, and pay days.

use jiff::civil::{Date, Weekday};

use super::Unclear;
use super::day::{Day, Read, monday_of, on_or_after, plus};
use super::months::month_meant;
use super::tokens::Tokens;

/// What is said of a week or a month that is none to come in: `cada semana`, `tres veces al mes`.
const OF_NO_TIME: [&str; 16] = [
    "cada", "por", "una", "un", "a", "al", "hace", "per", "every", "each", "last", "dos", "entre", "ultima",
    "ultimo", "one",
];

/// `is_sure` is whether "la otra semana" is the next one here, as in Colombia.
pub(super) fn stretch(tokens: &Tokens, at: usize, today: Date, is_sure: bool) -> Read {
    part_of_month(tokens, at, today)
        .or_else(|| pay_day(tokens, at, today))
        .or_else(|| weekend(tokens, at, today))
        .or_else(|| week(tokens, at, today, is_sure))
        .or_else(|| month(tokens, at, today))
}

/// Whether it is the next one, and how many tokens that takes after `length` of them.
fn next_one(tokens: &Tokens, at: usize, length: usize) -> (usize, bool) {
    let is_next = tokens.after(at, &["proxima", "proximo", "siguiente", "next", "otra", "otro"]);
    let after = ["que viene", "que entra", "proxima", "proximo", "siguiente", "entrante"];
    tokens.says_any(at + length, &after).map_or((length, is_next), |more| (length + more, true))
}

fn is_over(tokens: &Tokens, at: usize, length: usize) -> bool {
    tokens.after(at, &["last", "pasada", "pasado"]) || matches!(tokens.word(at + length), "pasada" | "pasado")
}

/// From today on.
fn to_come(first: Date, last: Date, today: Date) -> Result<Day, Unclear> {
    if last < today { Err(Unclear::Past) } else { Ok(Day::between(first.max(today), last)) }
}

fn weekend(tokens: &Tokens, at: usize, today: Date) -> Read {
    let length = tokens.says_any(at, &["fin de semana", "finde", "weekend"]).or_else(|| {
        let is_this = tokens.after(at, &["este", "el", "proximo"]) && tokens.word(at) == "fin";
        (is_this && tokens.word(at + 1) != "de").then_some(1)
    })?;
    if is_over(tokens, at, length) {
        return Some((length, Err(Unclear::Past)));
    }
    let (length, is_next) = next_one(tokens, at, length);
    let monday = monday_of(today);
    let saturday = on_or_after(monday, Weekday::Saturday);
    // "El otro finde" is not this one.
    let is_other = tokens.after(at, &["next", "otro"]);
    let saturday = if is_next && (is_other || saturday <= today) { plus(saturday, 7)? } else { saturday };
    Some((length, to_come(saturday, plus(saturday, 1)?, today)))
}

fn week(tokens: &Tokens, at: usize, today: Date, is_sure: bool) -> Read {
    let monday = monday_of(today);
    if let Some(length) = tokens.says_any(at, &["week after next", "semana despues de la proxima"]) {
        let first = plus(monday, 14)?;
        return Some((length, Ok(Day::between(first, plus(first, 6)?))));
    }
    if tokens.says(at, "entre semana") && !tokens.after(at, &["dia"]) || tokens.word(at) == "weekdays" {
        let friday = plus(monday, 4)?;
        let first = if today > friday { plus(monday, 7)? } else { today };
        let length = if tokens.word(at) == "entre" { 2 } else { 1 };
        return Some((length, Ok(Day::between(first, plus(monday_of(first), 4)?))));
    }
    if !matches!(tokens.word(at), "semana" | "week") {
        return None;
    }
    if is_over(tokens, at, 1) {
        return Some((1, Err(Unclear::Past)));
    }
    let is_none =
        tokens.after(at, &OF_NO_TIME) || at.checked_sub(1).and_then(|at| tokens.number(at)).is_some();
    let (length, is_next) = next_one(tokens, at, 1);
    if (is_none && !is_next) || matches!(tokens.word(at + length), "santa" | "from" | "on") {
        return None;
    }
    // `la semana del 15`.
    if let Some(of) = tokens.says_any(at + 1, &["del", "de el", "of the", "of"])
        && let Some((more, Ok(day))) = super::months::month_day(tokens, at + 1 + of, today)
            .or_else(|| super::months::day_of_month(tokens, at + 1 + of, today, true))
    {
        let first = monday_of(day.first);
        return Some((1 + of + more, to_come(first, plus(first, 6)?, today)));
    }
    let first = if is_next { plus(monday, 7)? } else { today };
    // "La otra semana" is the next one to some, and the one after to others.
    let is_either = tokens.after(at, &["otra"]) && !is_sure;
    let other = if is_either { plus(first, 7) } else { None };
    Some((length, Ok(Day { other, ..Day::between(first, plus(monday_of(first), 6)?) })))
}

fn month(tokens: &Tokens, at: usize, today: Date) -> Read {
    if !matches!(tokens.word(at), "mes" | "month") {
        return None;
    }
    if is_over(tokens, at, 1) {
        return Some((1, Err(Unclear::Past)));
    }
    let (length, is_next) = next_one(tokens, at, 1);
    let is_none =
        tokens.after(at, &OF_NO_TIME) || at.checked_sub(1).and_then(|at| tokens.number(at)).is_some();
    if is_none && !is_next {
        return None;
    }
    let first = if is_next { plus(today.last_of_month(), 1)? } else { today };
    Some((length, Ok(Day::between(first, first.last_of_month()))))
}

/// `a fin de mes`, `a principios de julio`, `primera semana de mayo`, `mid-July`.
fn part_of_month(tokens: &Tokens, at: usize, today: Date) -> Read {
    let parts: [(&[&str], (i8, i8)); 6] = [
        (
            &[
                "principios",
                "principio",
                "inicios",
                "inicio",
                "comienzos",
                "comienzo",
                "beginning",
                "start",
                "early",
                "primeros dias",
                "primeros",
            ],
            (1, 10),
        ),
        (&["mediados", "mediado", "middle", "mid -", "mid"], (11, 20)),
        (
            &[
                "fin",
                "fines",
                "final",
                "finales",
                "end",
                "late",
                "ultimos dias",
                "ultima semana",
                "last week",
            ],
            (21, 0),
        ),
        (&["primera semana", "first week", "1 week"], (1, 7)),
        (&["primera quincena"], (1, 15)),
        (&["segunda quincena"], (16, 0)),
    ];
    let (length, (from, to)) = parts
        .into_iter()
        .find_map(|(phrases, days)| Some((tokens.says_any(at, phrases)?, days)))
        .or_else(|| (tokens.number(at) == Some(1) && tokens.word(at + 1) == "week").then_some((2, (1, 7))))?;
    let is_week = tokens.word(at + length) == "semana" || tokens.says(at + length, "de semana");
    let (more, start, later) = month_meant(tokens, at + length, today).filter(|_| !is_week)?;
    let pick = |month: Date| {
        let last = month.last_of_month();
        let at =
            |day: i8| if day > 0 { month.with().day(day).build().ok() } else { plus(last, i32::from(day)) };
        let (first, last) = (at(from)?, at(to)?);
        Some((Day::between(first.max(today), last), last))
    };
    Some((length + more, later.first(start.first_of_month(), today, pick)))
}

/// `la quincena`: the 15th or the last day of a month. It can be both.
fn pay_day(tokens: &Tokens, at: usize, today: Date) -> Read {
    if !matches!(tokens.word(at), "quincena" | "payday") || tokens.after(at, &["una", "cada", "por"]) {
        return None;
    }
    let next = plus(today.last_of_month(), 1)?;
    let days = [today.first_of_month(), next].into_iter().flat_map(|month| {
        [month.with().day(15).build().ok(), Some(month.last_of_month())].into_iter().flatten()
    });
    let mut to_come = days.filter(|day| *day >= today);
    let (first, other) = (to_come.next()?, to_come.next());
    Some((1, Ok(Day { other, ..Day::exactly(first) })))
}
