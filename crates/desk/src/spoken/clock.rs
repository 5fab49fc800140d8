//! Which hour is meant, or which part of a day.

use jiff::civil::DateTime;

use super::Part;
use super::doings::by_doing;
use super::tokens::Tokens;

/// An hour as it was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// Minutes of the day, and no doubt.
    Exactly(u16),
    /// On a clock with twelve hours: before or after noon is open. Minutes after twelve o'clock.
    Half(u16),
    Midnight,
    /// So many minutes from now.
    FromNow(i64),
}

/// The part of the day that is named at this place.
pub(super) fn part(tokens: &Tokens, at: usize) -> Option<(usize, Part)> {
    // Greetings, and that somebody is late.
    const GREETS: [&str; 11] = [
        "buenas",
        "buenos",
        "buena",
        "buen",
        "good",
        "linda",
        "lindas",
        "bonita",
        "excelente",
        "excelentes",
        "feliz",
    ];
    const LATE: [&str; 15] = [
        "mas",
        "muy",
        "tan",
        "llego",
        "llegare",
        "llegar",
        "llegamos",
        "voy",
        "hizo",
        "hace",
        "es",
        "demasiado",
        "poco",
        "algo",
        "mucho",
    ];
    if tokens.after(at, &GREETS) || tokens.word(at) == "tarde" && tokens.after(at, &LATE) {
        return None;
    }
    if let Some(done) = by_doing(tokens, at) {
        return Some(done);
    }
    let found = match tokens.word(at) {
        "media" if tokens.word(at + 1) == "manana" => return Some((2, Part::Morning)),
        "media" if tokens.word(at + 1) == "tarde" => return Some((2, Part::Afternoon)),
        "manana" if tokens.after(at, &["la", "esta", "las"]) => Part::Morning,
        "mananas" | "morning" | "mornings" => Part::Morning,
        "tarde" | "tardes" | "afternoon" | "afternoons" | "tardecita" | "tardesita" | "aft" => {
            Part::Afternoon
        }
        "noche" | "noches" | "evening" | "evenings" | "night" | "tonight" | "nochecita" => Part::Evening,
        "madrugada" => Part::EarlyHours,
        "mananita" => Part::Morning,
        "temprano" | "tempranito" | "tempranico" | "early" => Part::Early,
        "primera" | "primerita" if tokens.says(at + 1, "hora de la tarde") => {
            return Some((5, Part::Afternoon));
        }
        "primera" | "primerita" if tokens.word(at + 1) == "hora" => return Some((2, Part::Early)),
        "primer" if matches!(tokens.word(at + 1), "turno" | "hueco" | "espacio") => {
            return Some((2, Part::Early));
        }
        "ultima" if tokens.word(at + 1) == "hora" => return Some((2, Part::Evening)),
        _ => return None,
    };
    Some((1, found))
}

/// The hour that is named at this place. `is_expected` is whether a bare number is one.
pub(super) fn read(tokens: &Tokens, at: usize, is_expected: bool) -> Option<(usize, Said)> {
    from_now(tokens, at)
        .or_else(|| named(tokens, at))
        .or_else(|| towards(tokens, at))
        .or_else(|| digital(tokens, at))
        .or_else(|| after_at(tokens, at, is_expected))
        .or_else(|| with_unit(tokens, at))
}

/// Which hours an hour leaves, by the words before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    At,
    From,
    Until,
}

const FROM: [&str; 16] = [
    "despues de",
    "luego de",
    "a partir de",
    "desde",
    "pasadas",
    "pasando",
    "pasado",
    "no antes de",
    "after",
    "any time after",
    "anytime after",
    "not before",
    "no earlier than",
    "from",
    "starting at",
    "past",
];
const UNTIL: [&str; 14] = [
    "antes de",
    "hasta",
    "no despues de",
    "no mas tarde de",
    "a mas tardar a",
    "a mas tardar",
    "before",
    "until",
    "till",
    "no later than",
    "not after",
    "not later than",
    "by",
    "antes del",
];

/// Where what is said of an hour begins, and which side of it is meant.
pub(super) fn side(tokens: &Tokens, at: usize) -> (usize, Side) {
    let mut start = at;
    while start > 0 && matches!(tokens.before(start), "las" | "la" | "el" | "the" | "como" | "eso") {
        start -= 1;
    }
    let before = |phrases: &[&str]| tokens.ends_any(start, phrases);
    match (before(&FROM), before(&UNTIL)) {
        (Some(from), Some(until)) if until < from => (until, Side::Until),
        (Some(from), _) => (from, Side::From),
        (None, Some(until)) => (until, Side::Until),
        (None, None) => (at, Side::At),
    }
}

/// `de 5 a 6`, `entre las cinco y las seis`, `between 5 and 6`: from one hour to another.
pub(super) fn range(tokens: &Tokens, at: usize) -> Option<(usize, Said, Said)> {
    let (start, ends) = match tokens.word(at) {
        "de" | "desde" | "from" => (at + 1, ["a", "hasta", "to", "till", "until"]),
        "entre" | "between" => (at + 1, ["y", "and", "a", "to", "e"]),
        _ => return None,
    };
    let has_article = tokens.word(start) == "las" || tokens.word(start) == "la";
    let first_at = start + usize::from(has_article);
    let (length, first) = read(tokens, first_at, true)?;
    let and = first_at + length;
    if !ends.contains(&tokens.word(and)) {
        return None;
    }
    let last_at = and + 1 + usize::from(matches!(tokens.word(and + 1), "las" | "la"));
    let (more, last) = read(tokens, last_at, true)?;
    let end = last_at + more;
    // `de 5 a 6 personas` and `de 10 a 15 de julio` are none.
    let is_other = is_counted(tokens, end) || super::day::month(tokens.word(end + 1)).is_some();
    (!is_other).then_some((end - at, first, last))
}

/// Whether what stands there is what a number before it counts.
fn is_counted(tokens: &Tokens, at: usize) -> bool {
    matches!(
        tokens.word(at),
        "personas"
            | "persona"
            | "gente"
            | "people"
            | "person"
            | "persons"
            | "guests"
            | "comensales"
            | "adultos"
            | "ninos"
            | "adults"
            | "kids"
            | "of"
            | "dia"
            | "dias"
            | "semana"
            | "semanas"
            | "mes"
            | "meses"
            | "day"
            | "days"
            | "week"
            | "weeks"
            | "month"
            | "months"
            | "ano"
            | "anos"
            | "years"
            | "pesos"
            | "dolares"
            | "euros"
            | "veces"
            | "times"
            | "ra"
            | "da"
            | "ta"
            | "er"
            | "ro"
            | "st"
            | "nd"
            | "rd"
            | "th"
            | "citas"
            | "mesas"
    )
}

/// `in two hours`, `en media hora`.
fn from_now(tokens: &Tokens, at: usize) -> Option<(usize, Said)> {
    let start = match tokens.word(at) {
        "in" | "en" => at + 1,
        "dentro" if tokens.word(at + 1) == "de" => at + 2,
        _ => return None,
    };
    if let Some(length) = tokens.says_any(start, &["media hora", "half an hour", "half hour"]) {
        return Some((start + length - at, Said::FromNow(30)));
    }
    let (count, next) = match tokens.word(start) {
        "a" | "an" => (1, start + 1),
        _ => (i64::from(tokens.number(start)?), start + 1),
    };
    let unit = match tokens.word(next) {
        "hora" | "horas" | "hour" | "hours" => 60,
        "minuto" | "minutos" | "minute" | "minutes" | "min" | "mins" => 1,
        _ => return None,
    };
    let half = tokens.says(next + 1, "y media") && unit == 60;
    let minutes = count * unit + if half { 30 } else { 0 };
    (minutes <= 60 * 24 * 60).then_some((next + 1 + if half { 2 } else { 0 } - at, Said::FromNow(minutes)))
}

fn named(tokens: &Tokens, at: usize) -> Option<(usize, Said)> {
    match tokens.word(at) {
        "mediodia" | "noon" | "midday" => Some((1, Said::Exactly(12 * 60))),
        "medio" if tokens.word(at + 1) == "dia" => Some((2, Said::Exactly(12 * 60))),
        "medianoche" | "midnight" => Some((1, Said::Midnight)),
        _ => None,
    }
}

/// `half past five`, `quarter to six`, `ten to five`, `un cuarto para las tres`.
fn towards(tokens: &Tokens, at: usize) -> Option<(usize, Said)> {
    // `half nine` is half past nine.
    if tokens.word(at) == "half"
        && let Some(hour) =
            tokens.number(at + 1).filter(|hour| (1..=12).contains(hour) && !is_counted(tokens, at + 2))
    {
        return Some(finished(tokens, at, at + 2, u16::try_from(hour % 12 * 60 + 30).ok()?, false));
    }
    let minutes = match tokens.word(at) {
        "half" => 30,
        "quarter" | "cuarto" => 15,
        _ => tokens.number(at).filter(|minutes| *minutes < 60)?,
    };
    let (before, next) = match tokens.word(at + 1) {
        "past" => (false, at + 2),
        "to" | "til" | "till" | "of" | "before" if tokens.number(at + 2).is_some_and(|hour| hour <= 12) => {
            (true, at + 2)
        }
        "para" | "pa" if matches!(tokens.word(at + 2), "la" | "las") => (true, at + 3),
        _ => return None,
    };
    let hour = tokens.number(next).filter(|hour| (1..=12).contains(hour))?;
    let minutes = if before { hour * 60 + 720 - minutes } else { hour * 60 + minutes } % 720;
    Some(finished(tokens, at, next + 1, u16::try_from(minutes).ok()?, false))
}

/// `10:30`, `17:00`, `5:30 pm`, `17h30`.
fn digital(tokens: &Tokens, at: usize) -> Option<(usize, Said)> {
    let (hour, minute) = (tokens.number(at)?, tokens.number(at + 2)?);
    let is_clock = tokens.sign(at + 1, ':') || (tokens.word(at + 1) == "h" && tokens.digits(at + 2) == 2);
    if !is_clock || tokens.digits(at) == 0 || tokens.digits(at) > 2 || tokens.digits(at + 2) != 2 {
        return None;
    }
    // `09:00` is of a clock with 24 hours.
    clock_time(tokens, at, at + 3, (hour, minute), tokens.digits(at) == 2 && hour < 10)
}

/// `a las cinco y media`, `at five thirty`, `sobre las 5`.
fn after_at(tokens: &Tokens, at: usize, is_expected: bool) -> Option<(usize, Said)> {
    const LEADS: [&str; 13] = [
        "las", "la", "at", "around", "about", "by", "after", "before", "tipo", "until", "till", "than",
        "past",
    ];
    if !is_expected && !tokens.after(at, &LEADS) {
        return None;
    }
    let hour = tokens.number(at).filter(|hour| *hour <= 24)?;
    // `at 2 weeks`, `la 1 semana`, `las 5 personas`.
    if is_counted(tokens, at + 1) {
        return None;
    }
    let (next, minute) = minutes_after(tokens, at + 1);
    if minute < 0 {
        let hour = (hour + 23) % 24;
        return clock_time(tokens, at, next, (hour, u32::try_from(60 + minute).ok()?), false);
    }
    clock_time(tokens, at, next, (hour, u32::try_from(minute).ok()?), false)
}

/// `y media`, `menos cuarto`, `y diez`, `thirty`.
fn minutes_after(tokens: &Tokens, at: usize) -> (usize, i32) {
    let amount = |place: usize| match tokens.word(place) {
        "media" => Some(30),
        "cuarto" => Some(15),
        _ => tokens
            .number(place)
            .filter(|minutes| *minutes < 60)
            .and_then(|minutes| i32::try_from(minutes).ok()),
    };
    let is_date = |place: usize| tokens.word(place) == "de" || tokens.sign(place, '/');
    let (place, sign) = match tokens.word(at) {
        "y" | "con" => (at + 1, 1),
        "menos" => (at + 1, -1),
        _ => (at, 1),
    };
    match amount(place) {
        // `un cuarto`.
        Some(1) if tokens.word(place + 1) == "cuarto" => (place + 2, 15 * sign),
        Some(minutes) if place > at => (place + 1, minutes * sign),
        Some(minutes) if minutes >= 10 && !is_date(place + 1) => (place + 1, minutes),
        Some(_) | None => (at, 0),
    }
}

/// The part of the day, said after an hour.
const OF_DAY: [&str; 9] = [
    "de la manana",
    "de la tarde",
    "de la noche",
    "de la madrugada",
    "del mediodia",
    "in the morning",
    "in the afternoon",
    "in the evening",
    "at night",
];

/// `5pm`, `17 h`, `5 de la tarde`, `5 o'clock`.
fn with_unit(tokens: &Tokens, at: usize) -> Option<(usize, Said)> {
    let hour = tokens.number(at).filter(|hour| *hour <= 24)?;
    // "2 y 20 de la tarde".
    if matches!(tokens.word(at + 1), "y" | "con") && (1..=12).contains(&hour) {
        let (next, minutes) = minutes_after(tokens, at + 1);
        let minutes = u32::try_from(minutes).ok().filter(|minutes| *minutes > 0);
        if let Some(minutes) = minutes.filter(|_| tokens.says_any(next, &OF_DAY).is_some()) {
            return clock_time(tokens, at, next, (hour, minutes), false);
        }
    }
    let is_hour = matches!(tokens.word(at + 1), "am" | "pm" | "h" | "hs" | "hrs" | "horas" | "oclock" | "ish" | "hras")
        // "2 hours" and "3 horas" last so long.
        && !(tokens.word(at + 1) == "horas" && hour < 7);
    // "12 del día" is noon.
    let is_noon = hour == 12 && tokens.says(at + 1, "del dia");
    if is_hour || is_noon || tokens.says_any(at + 1, &OF_DAY).is_some() {
        return clock_time(tokens, at, at + 1, (hour, 0), false);
    }
    // `cinco y media`, without "at".
    if tokens.says(at + 1, "y media") || tokens.says(at + 1, "y cuarto") {
        let (next, minute) = minutes_after(tokens, at + 1);
        return clock_time(tokens, at, next, (hour, u32::try_from(minute).ok()?), false);
    }
    None
}

fn clock_time(
    tokens: &Tokens,
    at: usize,
    next: usize,
    (hour, minute): (u32, u32),
    is_exact: bool,
) -> Option<(usize, Said)> {
    if hour > 24 || minute > 59 || (hour == 24 && minute > 0) {
        return None;
    }
    let minutes = u16::try_from(hour * 60 + minute).ok()?;
    if hour == 24 {
        return Some((next - at, Said::Midnight));
    }
    Some(finished(tokens, at, next, minutes, is_exact || hour == 0 || hour > 12))
}

/// What follows an hour may say which half of the day it is in.
fn finished(tokens: &Tokens, at: usize, next: usize, minutes: u16, is_exact: bool) -> (usize, Said) {
    let skipped =
        tokens.says_any(next, &["en punto", "oclock", "sharp", "ish", "y pico", "or so"]).unwrap_or(0);
    let next = next + skipped;
    // `las dos del mediodía`.
    let noon: &[&str] = if minutes == 720 {
        &["del mediodia", "del medio dia", "del dia"]
    } else {
        &["del mediodia", "del medio dia"]
    };
    if let Some(length) = tokens.says_any(next, noon).filter(|_| !is_exact) {
        return (next + length - at, Said::Exactly(minutes % 720 + 720));
    }
    if is_exact {
        let unit = matches!(tokens.word(next), "h" | "hs" | "hrs" | "horas" | "pm" | "am");
        return (next + usize::from(unit) - at, Said::Exactly(minutes));
    }
    let half = minutes % 720;
    match tokens.word(next) {
        "am" => (next + 1 - at, Said::Exactly(half)),
        "pm" => (next + 1 - at, Said::Exactly(half + 720)),
        "h" | "hs" | "hrs" | "horas" => (next + 1 - at, Said::Half(half)),
        _ => (next - at, Said::Half(half)),
    }
}

/// Both readings of an hour on a clock with twelve, or the one that the part of the day leaves.
pub(super) fn readings(half: u16, part: Option<Part>) -> Vec<u16> {
    let (early, late) = (half, half + 720);
    match part {
        // Twelve in the morning is noon for nobody who says "de la mañana" at night, and one o'clock is not morning.
        Some(Part::Morning) if half < 60 => vec![late],
        Some(Part::Morning | Part::EarlyHours) => vec![early],
        Some(Part::Early) if half < 60 => vec![late],
        Some(Part::Early) => vec![early],
        Some(Part::Afternoon | Part::AfterLunch) => vec![late],
        Some(Part::Evening) if half < 5 * 60 => vec![early],
        Some(Part::Evening) => vec![late],
        None => vec![early, late],
    }
}

/// The moment so many minutes from now, on the next full five minutes.
pub(super) fn later(now: DateTime, minutes: i64) -> Option<DateTime> {
    let moment = now.checked_add(jiff::SignedDuration::from_mins(minutes)).ok()?;
    let over = i64::from(moment.minute()) % 5;
    let up = if over == 0 && moment.second() == 0 { 0 } else { 5 - over };
    let full = moment.checked_add(jiff::SignedDuration::from_mins(up)).ok()?;
    full.with().second(0).subsec_nanosecond(0).build().ok()
}
