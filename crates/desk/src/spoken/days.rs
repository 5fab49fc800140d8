//! Which day is meant.

use jiff::ToSpan;
use jiff::civil::{Date, Weekday};

use super::Unclear;
use super::tokens::Tokens;

/// A day that was named, or several in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Day {
    pub(super) first: Date,
    pub(super) last: Date,
    /// Another day that may have been meant.
    pub(super) other: Option<Date>,
    /// Named by its place in the week only.
    pub(super) by_weekday: Option<Weekday>,
}

impl Day {
    fn exactly(date: Date) -> Self {
        Self { first: date, last: date, other: None, by_weekday: None }
    }

    fn between(first: Date, last: Date) -> Self {
        Self { last, ..Self::exactly(first) }
    }
}

/// How many tokens were read, and which day they name.
type Read = Option<(usize, Result<Day, Unclear>)>;

/// The day that is named at this place.
pub(super) fn read(tokens: &Tokens, at: usize, today: Date, day_first: bool) -> Read {
    written(tokens, at, today, day_first)
        .or_else(|| relative(tokens, at, today))
        .or_else(|| month_day(tokens, at, today))
        .or_else(|| weekday(tokens, at, today))
        .or_else(|| stretch(tokens, at, today))
        .or_else(|| day_of_month(tokens, at, today))
}

fn plus(date: Date, days: i32) -> Option<Date> {
    date.checked_add(days.days()).ok()
}

#[expect(clippy::unnecessary_wraps, reason = "every reading of a day ends with it")]
fn known(length: usize, date: Option<Date>) -> Read {
    Some((length, date.map(Day::exactly).ok_or(Unclear::NoSuchDay)))
}

fn date_of(year: u32, month: u32, day: u32) -> Option<Date> {
    // Two digits are of this century.
    let year = if year < 100 { year + 2000 } else { year };
    let (year, month, day) = (i16::try_from(year).ok()?, i8::try_from(month).ok()?, i8::try_from(day).ok()?);
    Date::new(year, month, day).ok()
}

/// `2026-03-15`, `15/03/2026`, `15/3`.
fn written(tokens: &Tokens, at: usize, today: Date, day_first: bool) -> Read {
    let separator = ['/', '-'].into_iter().find(|sign| tokens.sign(at + 1, *sign))?;
    let (one, two) = (tokens.number(at)?, tokens.number(at + 2)?);
    if tokens.digits(at) == 0 || tokens.digits(at + 2) == 0 {
        return None;
    }
    let third = tokens.number(at + 4).filter(|_| tokens.sign(at + 3, separator));
    if tokens.digits(at) == 4 {
        return third.and_then(|day| known(5, date_of(one, two, day)));
    }
    // `10-12` alone is as likely a pair of hours.
    if third.is_none() && separator == '-' {
        return None;
    }
    let length = if third.is_some() { 5 } else { 3 };
    let of = |day: u32, month: u32| match third {
        Some(year) => date_of(year, month, day),
        None => next_month_day(today, month, day),
    };
    let (by_day, by_month) = (of(one, two), of(two, one));
    let (chosen, other) = if day_first { (by_day, by_month) } else { (by_month, by_day) };
    let Some(first) = chosen.or(other) else { return known(length, None) };
    let other = other.filter(|other| *other != first);
    Some((length, Ok(Day { other, ..Day::exactly(first) })))
}

/// `hoy`, `day after tomorrow`, `dentro de dos semanas`.
fn relative(tokens: &Tokens, at: usize, today: Date) -> Read {
    for (phrases, days) in [
        (&["pasado manana", "day after tomorrow", "overmorrow"][..], 2),
        (
            &[
                "hoy",
                "today",
                "tonight",
                "esta noche",
                "esta tarde",
                "esta manana",
                "this morning",
                "this afternoon",
                "this evening",
                "ahora",
                "ahorita",
                "right now",
            ][..],
            0,
        ),
        (&["tomorrow", "tmrw", "tmr"][..], 1),
    ] {
        if let Some(length) = tokens.says_any(at, phrases) {
            // What says the part of the day as well is read once more for that.
            let length = if days == 0 && length == 2 { 1 } else { length };
            return known(length, plus(today, days));
        }
    }
    if tokens.says_any(at, &["ayer", "anteayer", "antier", "yesterday"]).is_some() {
        return Some((1, Err(Unclear::Past)));
    }
    if tokens.word(at) == "manana" && !tokens.after(at, &["la", "esta", "las"]) {
        return known(1, plus(today, 1));
    }
    let start = match tokens.word(at) {
        "in" | "en" | "within" => at + 1,
        "dentro" if tokens.word(at + 1) == "de" => at + 2,
        _ => at,
    };
    let (count, next) = count(tokens, start)?;
    let count = i32::try_from(count).ok().filter(|count| *count <= 400)?;
    let (date, base) = (unit(tokens.word(next), count), next + 1);
    let span = date?;
    if start > at {
        return known(base - at, today.checked_add(span).ok());
    }
    // `a week from today`.
    if tokens.word(base) == "from" {
        let from = match tokens.word(base + 1) {
            "today" | "now" => today,
            "tomorrow" => plus(today, 1)?,
            _ => return None,
        };
        return known(base + 2 - at, from.checked_add(span).ok());
    }
    None
}

/// A number, or `a` and `an`.
fn count(tokens: &Tokens, at: usize) -> Option<(u32, usize)> {
    if matches!(tokens.word(at), "a" | "an") {
        // `a couple of`.
        return match tokens.number(at + 1) {
            Some(count) => Some((count, at + 2 + usize::from(tokens.word(at + 2) == "of"))),
            None => Some((1, at + 1)),
        };
    }
    // `un par de`.
    if tokens.number(at) == Some(1) && tokens.number(at + 1) == Some(2) && tokens.word(at + 2) == "de" {
        return Some((2, at + 3));
    }
    tokens.number(at).map(|count| (count, at + 1))
}

fn unit(word: &str, count: i32) -> Option<jiff::Span> {
    match word {
        "dia" | "dias" | "day" | "days" => Some(count.days()),
        "semana" | "semanas" | "week" | "weeks" => Some(count.weeks()),
        "mes" | "meses" | "month" | "months" => Some(count.months()),
        _ => None,
    }
}

/// `15 de marzo de 2027`, `March 15th`, and a month alone.
fn month_day(tokens: &Tokens, at: usize, today: Date) -> Read {
    let number_first = tokens.number(at).and_then(|day| {
        let mut next = at + 1;
        next += usize::from(matches!(tokens.word(next), "st" | "nd" | "rd" | "th"));
        next += usize::from(matches!(tokens.word(next), "de" | "of"));
        month(tokens.word(next)).map(|month| (day, month, next + 1))
    });
    let (day, month, mut next) = match number_first {
        Some(found) => found,
        None => {
            let month = month(tokens.word(at))?;
            let next = at + 1 + usize::from(tokens.word(at + 1) == "the");
            match tokens.number(next) {
                Some(day) if day <= 31 && !tokens.sign(next + 1, ':') => {
                    let ends = matches!(tokens.word(next + 1), "st" | "nd" | "rd" | "th");
                    (day, month, next + 1 + usize::from(ends))
                }
                // `may` is a month only after "in".
                _ if tokens.after(at, &["en", "in", "de", "of"]) => return whole_month(today, month),
                _ => return None,
            }
        }
    };
    let year_at = next + usize::from(matches!(tokens.word(next), "de" | "del" | "of"));
    if let (Some(year @ 1900..=9999), 4) = (tokens.number(year_at), tokens.digits(year_at)) {
        next = year_at + 1;
        return known(next - at, date_of(year, month, day));
    }
    known(next - at, next_month_day(today, month, day))
}

fn month(word: &str) -> Option<u32> {
    const MONTHS: [&[&str]; 12] = [
        &["enero", "ene", "january", "jan"],
        &["febrero", "feb", "february"],
        &["marzo", "march"],
        &["abril", "abr", "april", "apr"],
        &["mayo", "may"],
        &["junio", "jun", "june"],
        &["julio", "jul", "july"],
        &["agosto", "ago", "august", "aug"],
        &["septiembre", "setiembre", "sept", "september", "sep"],
        &["octubre", "oct", "october"],
        &["noviembre", "nov", "november"],
        &["diciembre", "dic", "december", "dec"],
    ];
    let place = MONTHS.iter().position(|names| names.contains(&word))?;
    u32::try_from(place).ok().map(|place| place + 1)
}

/// The first such day from today on. A 29 February may be years away.
fn next_month_day(today: Date, month: u32, day: u32) -> Option<Date> {
    let this_year = u32::try_from(today.year()).ok()?;
    (0..=8).filter_map(|later| date_of(this_year + later, month, day)).find(|date| *date >= today)
}

fn whole_month(today: Date, month: u32) -> Read {
    let first = next_month_day(today.first_of_month(), month, 1)?;
    Some((1, Ok(Day::between(first.max(today), first.last_of_month()))))
}

/// `el próximo martes`, `Friday next week`, `el martes que viene`.
fn weekday(tokens: &Tokens, at: usize, today: Date) -> Read {
    let named = weekday_of(tokens.word(at))?;
    // `martes 15 de marzo`: the date says it all, and is held against the weekday later.
    let mut next = at + 1;
    let coming = coming(today, named);
    let next_week = &[
        "next week",
        "of next week",
        "de la proxima semana",
        "de la semana que viene",
        "la proxima semana",
        "la semana que viene",
        "de la siguiente semana",
        "proxima semana",
    ];
    if let Some(length) = tokens.says_any(next, next_week) {
        next += length;
        let monday = plus(monday_of(today), 7)?;
        return Some((
            next - at,
            Ok(Day { by_weekday: Some(named), ..Day::exactly(on_or_after(monday, named)) }),
        ));
    }
    let is_next = tokens.after(at, &["next"]);
    if is_next || tokens.after(at, &["proximo", "siguiente", "coming", "otro"]) {
        let date = if coming == today { plus(today, 7)? } else { coming };
        // English "next Friday" may be the one after the Friday that is coming.
        let is_this_week = is_next && date < plus(monday_of(today), 7)?;
        let other = is_this_week.then(|| plus(date, 7)).flatten();
        return Some((1, Ok(Day { other, by_weekday: Some(named), ..Day::exactly(date) })));
    }
    if let Some(length) = tokens.says_any(next, &["que viene", "proximo", "siguiente", "que entra"]) {
        next += length;
        let date = if coming == today { plus(today, 7)? } else { coming };
        return Some((next - at, Ok(Day { by_weekday: Some(named), ..Day::exactly(date) })));
    }
    // On a Tuesday "Tuesday" may be today or in a week.
    let other = (coming == today && !tokens.after(at, &["este", "this", "hoy", "today"]))
        .then(|| plus(today, 7))
        .flatten();
    Some((1, Ok(Day { other, by_weekday: Some(named), ..Day::exactly(coming) })))
}

fn weekday_of(word: &str) -> Option<Weekday> {
    Some(match word {
        "lunes" | "monday" | "mon" => Weekday::Monday,
        "martes" | "tuesday" | "tue" | "tues" => Weekday::Tuesday,
        "miercoles" | "wednesday" | "wed" => Weekday::Wednesday,
        "jueves" | "thursday" | "thu" | "thurs" => Weekday::Thursday,
        "viernes" | "friday" | "fri" => Weekday::Friday,
        "sabado" | "saturday" | "sat" => Weekday::Saturday,
        "domingo" | "sunday" | "sun" => Weekday::Sunday,
        _ => return None,
    })
}

fn monday_of(date: Date) -> Date {
    plus(date, -i32::from(date.weekday().to_monday_zero_offset())).unwrap_or(date)
}

fn on_or_after(date: Date, day: Weekday) -> Date {
    plus(date, i32::from(date.weekday().until(day))).unwrap_or(date)
}

fn coming(today: Date, day: Weekday) -> Date {
    on_or_after(today, day)
}

/// `esta semana`, `next weekend`, `el mes que viene`.
fn stretch(tokens: &Tokens, at: usize, today: Date) -> Read {
    let monday = monday_of(today);
    let is_next = tokens.after(at, &["proxima", "proximo", "siguiente", "next", "otra"]);
    let that_comes =
        |length: usize| tokens.says_any(at + length, &["que viene", "proxima", "proximo", "siguiente"]);
    let after = |length: usize| that_comes(length).map_or((length, is_next), |more| (length + more, true));
    if let Some(length) = tokens.says_any(at, &["fin de semana", "finde", "weekend"]) {
        let (length, is_next) = after(length);
        let saturday = on_or_after(monday, Weekday::Saturday);
        let saturday = if is_next && saturday > today && !tokens.after(at, &["next"]) {
            saturday
        } else if is_next {
            plus(saturday, 7)?
        } else {
            saturday
        };
        return Some((length, Ok(Day::between(saturday.max(today), plus(saturday, 1)?.max(today)))));
    }
    if matches!(tokens.word(at), "semana" | "week") {
        let (length, is_next) = after(1);
        let first = if is_next { plus(monday, 7)? } else { today };
        return Some((length, Ok(Day::between(first, plus(monday_of(first), 6)?))));
    }
    if matches!(tokens.word(at), "mes" | "month") {
        let (length, is_next) = after(1);
        let first = if is_next { plus(today.last_of_month(), 1)? } else { today };
        return Some((length, Ok(Day::between(first, first.last_of_month()))));
    }
    None
}

/// `el 15`, `el día 15`, `the 15th`, `martes 15`.
fn day_of_month(tokens: &Tokens, at: usize, today: Date) -> Read {
    let day = tokens.number(at)?;
    let has_ending = matches!(tokens.word(at + 1), "st" | "nd" | "rd" | "th");
    let before = at.checked_sub(1)?;
    let is_named = tokens.after(at, &["el", "dia"]) || weekday_of(tokens.word(before)).is_some();
    let is_date = has_ending || is_named || (tokens.after(at, &["the"]) && tokens.digits(at) == 0);
    // `martes 5pm` and `martes 10:30` are hours.
    let is_hour = tokens.sign(at + 1, ':')
        || matches!(tokens.word(at + 1), "am" | "pm" | "h" | "hs" | "hrs" | "horas" | "oclock" | "de");
    if !is_date || is_hour || !(1..=31).contains(&day) {
        return None;
    }
    let wanted = i8::try_from(day).ok()?;
    let mut month = today.first_of_month();
    for _ in 0..12 {
        if let Ok(date) = month.with().day(wanted).build()
            && date >= today
        {
            return known(1 + usize::from(has_ending), Some(date));
        }
        month = plus(month.last_of_month(), 1)?;
    }
    known(1, None)
}
