//! Which day is meant, at one place of a sentence.

use jiff::ToSpan;
use jiff::civil::Date;

use super::day::{Day, How, Read, known, plus};
use super::feasts::feast;
use super::months::{day_of_month, month_day, written};
use super::stretches::stretch;
use super::tokens::Tokens;
use super::weekdays::{nth, weekday};
use super::{Place, Unclear};

/// The day that is named at this place. `is_expected` is whether a bare number is one.
pub(super) fn read(tokens: &Tokens, at: usize, today: Date, here: Place, is_expected: bool) -> Read {
    let (length, day) = written(tokens, at, today, here.order)
        .or_else(|| relative(tokens, at, today, here))
        .or_else(|| feast(tokens, at, today))
        .or_else(|| nth(tokens, at, today))
        .or_else(|| month_day(tokens, at, today))
        .or_else(|| weekday(tokens, at, today))
        .or_else(|| stretch(tokens, at, today, here.counts_by_eight))
        .or_else(|| day_of_month(tokens, at, today, is_expected))?;
    // `de hoy en ocho` is in a week, `el viernes en quince` a fortnight after Friday.
    Some(match (in_eight(tokens, at + length), day) {
        (Some((more, days)), Ok(day)) if day.first == day.last => (length + more, day.shifted(days)),
        (_, day) => (length, day),
    })
}

fn in_eight(tokens: &Tokens, at: usize) -> Option<(usize, i32)> {
    if tokens.word(at) != "en" {
        return None;
    }
    let days = match tokens.number(at + 1)? {
        8 => 7,
        15 => 14,
        _ => return None,
    };
    let has_unit = tokens.word(at + 2) == "dias";
    let ends = has_unit
        || tokens.is_apart(at + 2)
        || matches!(
            tokens.word(at + 2),
            "a" | "por"
                | "en"
                | "para"
                | "como"
                | "tipo"
                | "y"
                | "o"
                | "con"
                | "al"
                | "la"
                | "me"
                | "si"
                | "quiero"
                | "porfa"
                | "porfavor"
                | "please"
                | "mejor"
        );
    ends.then_some((2 + usize::from(has_unit), days))
}

/// `hoy`, `day after tomorrow`, `dentro de dos semanas`.
fn relative(tokens: &Tokens, at: usize, today: Date, here: Place) -> Read {
    if let Some(length) = tokens.says_any(
        at,
        &[
            "pasado manana",
            "manana pasado",
            "day after tomorrow",
            "overmorrow",
            "day after tmrw",
            "the day after tomorrow",
        ],
    ) {
        return known(length, plus(today, 2));
    }
    // `mañana o pasado`.
    if tokens.word(at) == "pasado" && tokens.ends_any(at, &["manana o", "manana y", "manana"]).is_some() {
        return known(1, plus(today, 2));
    }
    let now = [
        "ahora",
        "ahorita",
        "right now",
        "ahora mismo",
        "ahorita mismo",
        "al rato",
        "al ratito",
        "en un rato",
        "en un ratito",
    ];
    if let Some(length) = tokens.says_any(at, &now) {
        return Some((length, Ok(Day { how: How::Now, ..Day::exactly(today) })));
    }
    if tokens.says_any(at, &["hoy", "today", "tonight", "hoyy"]).is_some() {
        return known(1, Some(today));
    }
    // What says the part of the day as well is read once more for that.
    let parts = [
        "esta noche",
        "esta tarde",
        "esta manana",
        "this morning",
        "this afternoon",
        "this evening",
        "this aft",
    ];
    if tokens.says_any(at, &parts).is_some() {
        return known(1, Some(today));
    }
    if tokens
        .says_any(at, &["tomorrow", "tmrw", "tmr", "tmw", "tomorow", "tommorow", "tommorrow", "tomorrows"])
        .is_some()
    {
        return known(1, plus(today, 1));
    }
    let past = [
        "antes de ayer",
        "the day before yesterday",
        "day before yesterday",
        "ayer",
        "anteayer",
        "antier",
        "antes de antier",
        "anoche",
        "yesterday",
        "last night",
    ];
    if let Some(length) = tokens.says_any(at, &past) {
        return Some((length, Err(Unclear::Past)));
    }
    if matches!(tokens.word(at), "manana" | "maniana")
        && !tokens.after(at, &["la", "esta", "las", "media", "buena", "toda", "linda"])
    {
        return known(1, plus(today, 1));
    }
    counted(tokens, at, today, here)
}

/// `dentro de dos semanas`, `a week from Friday`, `hace un mes`.
fn counted(tokens: &Tokens, at: usize, today: Date, here: Place) -> Read {
    let start = match tokens.word(at) {
        "in" | "en" | "within" | "hace" | "a" => at + 1,
        "dentro" if tokens.word(at + 1) == "de" => at + 2,
        "de" if matches!(tokens.word(at + 1), "aqui" | "aca" | "hoy")
            && matches!(tokens.word(at + 2), "a" | "en") =>
        {
            at + 3
        }
        "aqui" | "aca" if tokens.word(at + 1) == "a" => at + 2,
        _ => at,
    };
    // English "a week from today" begins with the count.
    let start = if tokens.word(at) == "a" && tokens.number(at + 1).is_none() { at } else { start };
    let (count, next) = count(tokens, start)?;
    // "A table for three, day after tomorrow" counts no days.
    let count = i32::try_from(count).ok().filter(|count| *count <= 400 && !tokens.is_apart(next))?;
    let (span, base) = (unit(tokens.word(next), count)?, next + 1);
    if tokens.word(at) == "hace" || tokens.word(base) == "ago" {
        return Some((base - at, Err(Unclear::Past)));
    }
    // `a week from today`, `dos semanas después del lunes`.
    let lead = tokens
        .says_any(base, &["from", "after", "on", "despues de", "despues del", "a partir de", "a partir del"])
        .or_else(|| matches!(tokens.word(base), "today" | "tomorrow").then_some(0));
    if let Some(lead) = lead {
        let from = base + lead;
        let from = from + usize::from(matches!(tokens.word(from), "the" | "el" | "este" | "this"));
        if tokens.word(from) == "now" {
            return known(from + 1 - at, today.checked_add(span).ok());
        }
        // No deeper than once: whoever counts from a count is asked.
        let (length, day) = weekday(tokens, from, today)
            .or_else(|| written(tokens, from, today, here.order))
            .or_else(|| month_day(tokens, from, today))
            .or_else(|| {
                let days = match tokens.word(from) {
                    "today" | "hoy" => 0,
                    "tomorrow" | "manana" => 1,
                    _ => return None,
                };
                known(1, plus(today, days))
            })?;
        let end = from + length - at;
        let Ok(day) = day else { return Some((end, Err(Unclear::NoSuchDay))) };
        let add = |date: Date| date.checked_add(span).ok();
        let Some(first) = add(day.first) else { return known(end, None) };
        return Some((end, Ok(Day { other: day.other.and_then(add), ..Day::exactly(first) })));
    }
    if start == at || tokens.word(at) == "a" {
        return None;
    }
    let Ok(first) = today.checked_add(span) else { return known(base - at, None) };
    // "En ocho días" is a week to most who say it, and "en quince días" a fortnight.
    let is_week = tokens.word(next) == "dias" && matches!(count, 8 | 15);
    let week = if is_week { plus(first, -1) } else { None };
    Some((
        base - at,
        Ok(match (week, here.counts_by_eight) {
            (Some(week), true) => Day::exactly(week),
            (other, _) => Day { other, ..Day::exactly(first) },
        }),
    ))
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
        "fortnight" | "fortnights" => Some((count * 2).weeks()),
        "mes" | "meses" | "month" | "months" => Some(count.months()),
        _ => None,
    }
}
