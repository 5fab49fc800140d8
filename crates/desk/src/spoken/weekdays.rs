//! Days by their place in a week: `el próximo martes`, `Friday next week`, `el último viernes del mes`.

use jiff::ToSpan;
use jiff::civil::{Date, Weekday};

use super::Unclear;
use super::day::{Day, How, Read, monday_of, on_or_after, plus, weekday_of};
use super::months::month_meant;
use super::tokens::Tokens;

/// The weekday that is named there; `the sun roof` and `el coche de Domingo` name none.
fn named_at(tokens: &Tokens, at: usize) -> Option<Weekday> {
    let word = tokens.word(at);
    let is_no_day = match word {
        "sat" | "sun" | "mon" | "wed" => {
            tokens.after(at, &["the", "a", "my", "i", "we", "get"])
                || matches!(
                    tokens.word(at + 1),
                    "nav" | "roof" | "screen" | "burn" | "cream" | "lounger" | "down"
                )
        }
        "domingo" => {
            tokens.after(at, &["de", "don", "soy", "llamo", "senor", "san", "santo", "plaza"])
                && !matches!(tokens.word(at + 1), "a" | "y")
        }
        "vienes" => !tokens.after(at, &["el", "este", "proximo", "del", "al"]),
        _ => false,
    };
    weekday_of(word).filter(|_| !is_no_day)
}

/// `el próximo martes`, `Friday next week`, `el martes que viene`.
pub(super) fn weekday(tokens: &Tokens, at: usize, today: Date) -> Read {
    let named = named_at(tokens, at)?;
    let of = |first: Date| Day { how: How::Weekday(named), ..Day::exactly(first) };
    let next = at + 1;
    let coming = on_or_after(today, named);
    let is_last = tokens.word(next) == "pasado" && tokens.word(next + 1) != "manana"
        || tokens.after(at, &["last", "pasado"])
        || tokens.ends_any(at, &["el ultimo"]).is_some();
    if is_last {
        return Some((1 + usize::from(tokens.word(next) == "pasado"), Err(Unclear::Past)));
    }
    if let Some((length, date)) = in_a_week(tokens, next, named, today) {
        return Some((1 + length, date.map(of)));
    }
    // `Friday week`, `Tuesday fortnight`, `the Friday after next`.
    let later = [("week", 7), ("fortnight", 14)].into_iter().find(|(word, _)| tokens.word(next) == *word);
    if let Some((_, days)) = later {
        return Some((2, plus(coming, days).map(of).ok_or(Unclear::NoSuchDay)));
    }
    // `not this Friday but the one after`.
    if let Some(length) = tokens.says_any(next, &["but the one after", "sino el otro", "sino el siguiente"])
        && tokens.ends_any(at, &["not this", "no este", "not"]).is_some()
    {
        return Some((1 + length, plus(coming, 7).map(of).ok_or(Unclear::NoSuchDay)));
    }
    if let Some(length) = tokens.says_any(next, &["after next", "despues del proximo"]) {
        let other = plus(coming, 14);
        return Some((
            1 + length,
            plus(coming, 7).map(|first| Day { other, ..of(first) }).ok_or(Unclear::NoSuchDay),
        ));
    }
    let is_next = tokens.after(at, &["next"]) || tokens.after(at, &["otro"]);
    let that_comes = tokens.says_any(next, &["que viene", "proximo", "siguiente", "que entra", "entrante"]);
    if is_next || that_comes.is_some() || tokens.after(at, &["proximo", "siguiente", "coming", "following"]) {
        let date = if coming == today { plus(today, 7)? } else { coming };
        // English "next Friday" may be the one after the Friday that is coming, as "el otro viernes" may.
        let is_this_week = is_next && date < plus(monday_of(today), 7)?;
        let other = is_this_week.then(|| plus(date, 7)).flatten();
        return Some((1 + that_comes.unwrap_or(0), Ok(Day { other, ..of(date) })));
    }
    // On a Tuesday "Tuesday" may be today or in a week.
    let is_this = tokens.after(at, &["este", "this", "hoy", "today"]) || tokens.word(next) == "hoy";
    let other = (coming == today && !is_this).then(|| plus(today, 7)).flatten();
    Some((1, Ok(Day { other, ..of(coming) })))
}

/// `de la próxima semana`, `of this week`, and which day that is then.
fn in_a_week(
    tokens: &Tokens,
    at: usize,
    named: Weekday,
    today: Date,
) -> Option<(usize, Result<Date, Unclear>)> {
    let monday = monday_of(today);
    let ways = [
        (
            &[
                "next week",
                "of next week",
                "de la proxima semana",
                "de la semana que viene",
                "de la semana que entra",
                "de la semana entrante",
                "de la semana proxima",
                "la proxima semana",
                "la semana que viene",
                "la otra semana",
                "de la otra semana",
                "de la siguiente semana",
                "la siguiente semana",
                "de la semana siguiente",
                "proxima semana",
            ][..],
            7,
        ),
        (&["de esta semana", "de esta misma semana", "of this week", "this week", "esta semana"][..], 0),
        (&["the week after next", "of the week after next", "week after next"][..], 14),
    ];
    ways.into_iter().find_map(|(phrases, days)| {
        let length = tokens.says_any(at, phrases)?;
        let date = plus(monday, days).map(|monday| on_or_after(monday, named)).ok_or(Unclear::NoSuchDay);
        Some((length, date.and_then(|date| if date < today { Err(Unclear::Past) } else { Ok(date) })))
    })
}

/// `el último viernes del mes`, `the first Monday of July`, `el último día del mes`.
pub(super) fn nth(tokens: &Tokens, at: usize, today: Date) -> Read {
    let place = match tokens.word(at) {
        "primer" => 1,
        "segundo" => 2,
        "tercer" | "tercero" => 3,
        "cuarto" => 4,
        "quinto" => 5,
        "ultimo" | "last" => -1,
        "penultimo" => -2,
        _ if tokens.digits(at) == 0 => {
            i32::try_from(tokens.number(at)?).ok().filter(|place| (1..=5).contains(place))?
        }
        _ => return None,
    };
    let named = named_at(tokens, at + 1);
    if named.is_none() && !matches!(tokens.word(at + 1), "dia" | "day") {
        return None;
    }
    let Some((length, start, later)) = month_meant(tokens, at + 2, today) else {
        // "El primer lunes" of what? "Last Friday" is over.
        return match (tokens.word(at), named) {
            ("last", Some(_)) => Some((2, Err(Unclear::Past))),
            ("ultimo" | "penultimo" | "primer" | "tercer" | "cuarto" | "segundo" | "quinto", Some(_)) => {
                Some((2, Err(Unclear::Nothing)))
            }
            _ => None,
        };
    };
    let pick = |month: Date| {
        let found = match named {
            Some(named) => month.nth_weekday_of_month(i8::try_from(place).ok()?, named).ok()?,
            None if place > 0 => month.checked_add((place - 1).days()).ok()?,
            None => month.last_of_month().checked_add((place + 1).days()).ok()?,
        };
        Some((found, found))
    };
    let date = later.first(start.first_of_month(), today, pick);
    Some((2 + length, date.map(Day::exactly)))
}
