//! Days by their place in a month: `15 de marzo de 2027`, `el 15`, `15/03`, and months themselves.

use jiff::ToSpan;
use jiff::civil::Date;

use super::day::{Day, How, Read, known, month, plus, weekday_of};
use super::tokens::Tokens;
use super::{Order, Unclear};

pub(super) fn date_of(year: u32, month: u32, day: u32) -> Option<Date> {
    // Two digits are of this century.
    let year = if year < 100 { year + 2000 } else { year };
    let (year, month, day) = (i16::try_from(year).ok()?, i8::try_from(month).ok()?, i8::try_from(day).ok()?);
    Date::new(year, month, day).ok()
}

/// `2026-03-15`, `15/03/2026`, `15/3`.
pub(super) fn written(tokens: &Tokens, at: usize, today: Date, order: Order) -> Read {
    let separator = ['/', '-'].into_iter().find(|sign| tokens.sign(at + 1, *sign))?;
    let (one, two) = (tokens.number(at)?, tokens.number(at + 2)?);
    if tokens.digits(at) == 0 || tokens.digits(at + 2) == 0 {
        return None;
    }
    let third = tokens.number(at + 4).filter(|_| tokens.sign(at + 3, separator));
    if tokens.digits(at) == 4 {
        return third.and_then(|day| known(5, date_of(one, two, day)));
    }
    // `205/55` is a tyre, and `1/2` of something no day.
    if !(1..=31).contains(&one)
        || !(1..=31).contains(&two)
        || tokens.digits(at) > 2
        || tokens.digits(at + 2) > 2
    {
        return None;
    }
    // `10-12` alone is as likely a pair of hours; `18-06` is not.
    let is_padded =
        [(one, at), (two, at + 2)].into_iter().any(|(number, at)| number < 10 && tokens.digits(at) == 2);
    if third.is_none() && separator == '-' && !(is_padded && (one > 12 || two > 12)) {
        return None;
    }
    let length = if third.is_some() { 5 } else { 3 };
    let of = |day: u32, month: u32| match third {
        Some(year) => date_of(year, month, day),
        None => next_month_day(today, month, day),
    };
    let (by_day, by_month) = (of(one, two), of(two, one));
    let (chosen, other) = if order.is_day_first { (by_day, by_month) } else { (by_month, by_day) };
    let Some(first) = chosen.or(other) else { return known(length, None) };
    let other = other.filter(|other| *other != first && !order.is_sure);
    Some((length, Ok(Day { other, ..Day::exactly(first) })))
}

fn is_ending(word: &str) -> bool {
    matches!(word, "st" | "nd" | "rd" | "th" | "ro" | "er")
}

/// `15 de marzo de 2027`, `March 15th`, `el 5 del mes que viene`, and a month alone.
pub(super) fn month_day(tokens: &Tokens, at: usize, today: Date) -> Read {
    // `calle 20 de noviembre`, `en 5 de mayo esquina con Juárez`.
    const STREETS: [&str; 18] = [
        "calle",
        "avenida",
        "av",
        "ave",
        "carrera",
        "cra",
        "kra",
        "colonia",
        "col",
        "metro",
        "blvd",
        "bulevar",
        "boulevard",
        "estacion",
        "plaza",
        "paseo",
        "sucursal",
        "en",
    ];
    if tokens.number(at).is_some() && tokens.after(at, &STREETS) {
        return None;
    }
    let number_first = tokens.number(at).and_then(|day| {
        let mut next = at + 1;
        next += usize::from(is_ending(tokens.word(next)));
        if let Some((length, start)) = month_spoken_of(tokens, next, today) {
            return Some((day, Err(start), next + length));
        }
        next += usize::from(matches!(tokens.word(next), "de" | "of"));
        month(tokens.word(next)).map(|month| (day, Ok(month), next + 1))
    });
    let (day, month, mut next) = match number_first {
        Some((day, Err(start), next)) => {
            let date = i8::try_from(day).ok().and_then(|day| start.with().day(day).build().ok());
            return known(next - at, date);
        }
        Some((day, Ok(month), next)) => (day, month, next),
        None => {
            let month = month(tokens.word(at))?;
            let next = at + 1 + usize::from(tokens.word(at + 1) == "the");
            match tokens.number(next) {
                Some(day) if day <= 31 && !tokens.sign(next + 1, ':') && !tokens.is_apart(next) => {
                    (day, month, next + 1 + usize::from(is_ending(tokens.word(next + 1))))
                }
                // `may` is a month only after "in".
                _ if tokens.after(at, &["en", "in", "during", "para", "durante"])
                    || tokens
                        .ends_any(
                            at,
                            &["mes de", "lo largo de", "todo", "dias de", "month of", "around", "throughout"],
                        )
                        .is_some() =>
                {
                    return whole_month(today, month);
                }
                _ => return None,
            }
        }
    };
    let of = usize::from(matches!(tokens.word(next), "de" | "del" | "of"));
    let year = match (tokens.number(next + of), tokens.digits(next + of)) {
        (Some(year @ 1900..=9999), 4) => Some(year),
        (Some(year @ 20..=99), 2) if of == 1 => Some(year),
        _ => None,
    };
    if let Some(year) = year {
        next += of + 1;
        return known(next - at, date_of(year, month, day));
    }
    known(next - at, next_month_day(today, month, day))
}

/// `del mes que viene`, `of this month`: how many tokens that is, and the first day of it.
fn month_spoken_of(tokens: &Tokens, at: usize, today: Date) -> Option<(usize, Date)> {
    let this = today.first_of_month();
    let next = plus(today.last_of_month(), 1)?;
    let ways = [
        (&["de este mes", "del presente mes", "del mes en curso", "of this month"][..], this),
        (
            &[
                "del mes que viene",
                "del mes que entra",
                "del proximo mes",
                "del mes proximo",
                "del siguiente mes",
                "del mes siguiente",
                "del mes entrante",
                "of next month",
            ][..],
            next,
        ),
    ];
    ways.into_iter().find_map(|(phrases, start)| Some((tokens.says_any(at, phrases)?, start)))
}

/// The month that is spoken of after `de`, `in`: its first day, and whether it may as well be the one after.
///
/// `mes` and `julio` are the next that there is; `este mes` is this one.
pub(super) fn month_meant(tokens: &Tokens, at: usize, today: Date) -> Option<(usize, Date, Later)> {
    if let Some((length, start)) = month_spoken_of(tokens, at, today) {
        return Some((length, start, Later::Never));
    }
    let next = plus(today.last_of_month(), 1)?;
    if let Some(length) = tokens.says_any(at, &["next month", "proximo mes"]) {
        return Some((length, next, Later::Never));
    }
    if let Some(length) =
        tokens.says_any(at, &["del mes", "de mes", "of the month", "of month", "in the month", "this month"])
    {
        return Some((length, today.first_of_month(), Later::Month));
    }
    let lead = usize::from(matches!(tokens.word(at), "de" | "of" | "in" | "en"));
    let month = month(tokens.word(at + lead))?;
    let year_at = at + lead + 1 + usize::from(matches!(tokens.word(at + lead + 1), "de" | "del" | "of"));
    if let (Some(year @ 1900..=9999), 4) = (tokens.number(year_at), tokens.digits(year_at)) {
        return Some((year_at + 1 - at, date_of(year, month, 1)?, Later::Never));
    }
    let this_year = u32::try_from(today.year()).ok()?;
    let start = date_of(this_year, month, 1)?;
    Some((lead + 1, start, Later::Year))
}

/// When it comes again if it is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Later {
    Never,
    Month,
    Year,
}

impl Later {
    /// The month in which `pick` finds something that is not over.
    pub(super) fn first<T>(
        self,
        start: Date,
        today: Date,
        pick: impl Fn(Date) -> Option<(T, Date)>,
    ) -> Result<T, Unclear> {
        let step = match self {
            Self::Never => 0,
            Self::Month => 1,
            Self::Year => 12,
        };
        for turn in 0..=2_i32 {
            let Ok(month) = start.checked_add((turn * step).months()) else { break };
            if let Some((found, last)) = pick(month)
                && last >= today
            {
                return Ok(found);
            }
        }
        Err(if self == Self::Never && pick(start).is_some() { Unclear::Past } else { Unclear::NoSuchDay })
    }
}

/// The first such day from today on. A 29 February may be years away.
pub(super) fn next_month_day(today: Date, month: u32, day: u32) -> Option<Date> {
    let this_year = u32::try_from(today.year()).ok()?;
    (0..=8).filter_map(|later| date_of(this_year + later, month, day)).find(|date| *date >= today)
}

fn whole_month(today: Date, month: u32) -> Read {
    let first = next_month_day(today.first_of_month(), month, 1)?;
    Some((1, Ok(Day::between(first.max(today), first.last_of_month()))))
}

/// `el 15`, `el día 15`, `the 15th`, `martes 15`.
pub(super) fn day_of_month(tokens: &Tokens, at: usize, today: Date, is_expected: bool) -> Read {
    let day = tokens.number(at)?;
    let has_ending = is_ending(tokens.word(at + 1)) && tokens.digits(at) > 0;
    let before = at.checked_sub(1)?;
    // "Pesca del día, una" is no first of the month.
    let is_named = tokens.after(at, &["el", "dia", "del", "al"]) && !tokens.is_apart(at)
        || weekday_of(tokens.word(before)).is_some() && !tokens.is_apart(at);
    // `the first` may be the first of a list; `the twenty-first` is a day.
    let is_the = tokens.after(at, &["the"]) && tokens.digits(at) == 0 && day > 12;
    let ends_as_day = matches!(tokens.word(at + 1), "st" | "nd" | "rd" | "th") && tokens.digits(at) > 0;
    let is_date = ends_as_day || is_named || is_the || is_expected;
    let next = at + 1 + usize::from(has_ending);
    // `martes 5pm` and `martes 10:30` are hours, `el 2 por 1` is an offer, and `el primero que tengas` whatever comes.
    let is_other = tokens.sign(next, ':')
        || tokens.sign(next, '/')
        || tokens.number(next).is_some()
            && tokens.digits(next) > 1
            && tokens.digits(at) > 1
            && !tokens.is_apart(next)
        || tokens.word(next) == "por"
            && (tokens.number(next + 1).is_some() || tokens.word(next + 1) == "ciento")
        || tokens.says_any(next, &["y media", "y cuarto", "y pico", "del dia", "del mediodia"]).is_some()
        || tokens.number(next + 1).is_some_and(|minutes| minutes >= 10) && tokens.word(next) == "y"
        || matches!(
            tokens.word(next),
            "am" | "pm"
                | "h"
                | "hs"
                | "hrs"
                | "horas"
                | "oclock"
                | "de"
                | "x"
                | "que"
                | "available"
                | "personas"
                | "people"
                | "guests"
                | "adultos"
                | "disponible"
                | "libre"
                | "piso"
                | "anos"
                | "years"
                | "time"
                | "ish"
                | "menos"
        );
    if !is_date || is_other || !(1..=31).contains(&day) {
        return None;
    }
    let wanted = i8::try_from(day).ok()?;
    let mut month = today.first_of_month();
    for _ in 0..12 {
        if let Ok(date) = month.with().day(wanted).build()
            && date >= today
        {
            return Some((next - at, Ok(Day { how: How::MonthDay(wanted), ..Day::exactly(date) })));
        }
        month = plus(month.last_of_month(), 1)?;
    }
    known(next - at, None)
}
