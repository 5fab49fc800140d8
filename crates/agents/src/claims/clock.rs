//! Hours of the day in a text: `17:00`, `5 pm`, `a las cinco y media de la tarde`, `half past five`.
//!
//! What may be an hour and may be something else (`5 a 7 días`, `las dos sucursales`) is not read as one: an honest sentence
//! that is held back is worse than an odd way of telling the time that is not looked at.

use super::numbers::{Number, number};
use super::tokens::Tokens;

/// An hour of the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hour {
    /// Since midnight.
    pub(super) minutes: i64,
    /// `a las cinco` is five in the morning or in the afternoon.
    pub(super) is_of_either_half: bool,
}

const HALF: i64 = 12 * 60;

impl Hour {
    pub(super) fn is(self, other: Self) -> bool {
        self.minutes == other.minutes
            || ((self.is_of_either_half || other.is_of_either_half)
                && self.minutes.rem_euclid(HALF) == other.minutes.rem_euclid(HALF))
    }
}

/// Which half of the day is meant, as it is said behind the hour.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Half {
    Morning,
    Afternoon,
    /// After midnight, or late.
    Night,
}

pub(super) fn hours(tokens: &Tokens<'_>) -> Vec<Hour> {
    let (mut hours, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        match hour(tokens, at) {
            Some((hour, ends)) => {
                hours.push(hour);
                at = ends.max(at + 1);
            }
            None => at += 1,
        }
    }
    hours
}

/// The hour that begins here, and the first token after it.
fn hour(tokens: &Tokens<'_>, at: usize) -> Option<(Hour, usize)> {
    digital(tokens, at)
        .or_else(|| with_half(tokens, at))
        .or_else(|| in_spanish(tokens, at))
        .or_else(|| in_english(tokens, at))
}

/// `17:00`, `5:30 p. m.`, `17.30 h`
fn digital(tokens: &Tokens<'_>, at: usize) -> Option<(Hour, usize)> {
    let digits = tokens.number(at)?;
    let (hour, minutes) = match digits.split_once(':') {
        Some(split) => split,
        None if tokens.is_word(at + 1, &["h", "hs", "hrs", "horas"]) => digits.split_once('.')?,
        None => return None,
    };
    let is_clock = hour.len() <= 2 && minutes.len() == 2;
    let (hour, minutes): (i64, i64) = (hour.parse().ok()?, minutes.parse().ok()?);
    if !is_clock || hour > 24 || minutes > 59 {
        return None;
    }
    let is_of_either_half = digits.find([':', '.']) == Some(1);
    Some(said(tokens, (hour, minutes), at + 1, is_of_either_half))
}

/// `5 pm`, `5pm`, `cinco de la tarde`
fn with_half(tokens: &Tokens<'_>, at: usize) -> Option<(Hour, usize)> {
    let hour = of_the_day(tokens, at).filter(|(hour, _)| (1..=12).contains(hour));
    let (hour, ends) = hour?;
    let (minutes, ends) = minutes_behind(tokens, ends);
    half(tokens, ends)?;
    // `Tengo una por la mañana` is one of something.
    let counts = tokens.number(at).is_none() && tokens.is_word(ends, &["por", "in", "at"]);
    (!counts).then(|| said(tokens, (hour, minutes), ends, false))
}

/// `a las cinco y media`, `hasta la una`
fn in_spanish(tokens: &Tokens<'_>, at: usize) -> Option<(Hour, usize)> {
    let is_one = tokens.word(at) == Some("la");
    if !is_one && tokens.word(at) != Some("las") {
        return None;
    }
    let (hour, ends) = of_the_day(tokens, at + 1)?;
    if is_one != (hour == 1) {
        return None;
    }
    let (minutes, behind) = minutes_behind(tokens, ends);
    let leads =
        ["a", "de", "desde", "hasta", "sobre", "hacia", "y", "o", "para", "son", "es", "antes", "despues"];
    let is_led = at > 0 && tokens.is_word(at - 1, &leads);
    let is_followed = minutes != 0 || half(tokens, behind).is_some() || ends_here(tokens, behind);
    (is_followed || (is_led && !is_counted(tokens, behind)))
        .then(|| said(tokens, (hour, minutes), behind, hour <= 12))
}

/// `at five`, `until 5`, `half past five`, `5 o'clock`
fn in_english(tokens: &Tokens<'_>, at: usize) -> Option<(Hour, usize)> {
    let past = match tokens.word(at) {
        Some("half") => Some(30),
        Some("quarter") => Some(15),
        Some("ten") => Some(10),
        Some("twenty") => Some(20),
        Some("five") => Some(5),
        _ => None,
    };
    if let Some(past) = past
        && tokens.is_word(at + 1, &["past", "to"])
        && let Some((hour, ends)) = of_the_day(tokens, at + 2).filter(|(hour, _)| (1..=12).contains(hour))
        && !is_counted(tokens, ends)
        && (tokens.is_word(at + 1, &["past"]) || past == 15)
    {
        let past = if tokens.is_word(at + 1, &["to"]) { -past } else { past };
        return Some(said(tokens, (hour, past), ends, true));
    }
    let (hour, ends) = of_the_day(tokens, at)?;
    let is_oclock = tokens.is_word(ends, &["o"]) && tokens.is_word(ends + 2, &["clock"]);
    if is_oclock {
        return Some(said(tokens, (hour, 0), ends + 3, hour <= 12));
    }
    let is_led = at > 0 && tokens.is_word(at - 1, &["at", "until", "till"]);
    (is_led && ends_here(tokens, ends)).then(|| said(tokens, (hour, 0), ends, hour <= 12))
}

/// A whole number that an hour can be. Not one of an amount or of a day.
fn of_the_day(tokens: &Tokens<'_>, at: usize) -> Option<(i64, usize)> {
    let Number { ends, .. } = number(tokens, at)?;
    let is_plain = tokens.number(at).is_none_or(|digits| digits.len() <= 2);
    let hour = number(tokens, at)?.whole().filter(|hour| (0..=24).contains(hour))?;
    is_plain.then_some((hour, ends))
}

/// `y media`, `menos cuarto`, `y veinte`
fn minutes_behind(tokens: &Tokens<'_>, at: usize) -> (i64, usize) {
    let sign = match tokens.word(at) {
        Some("y") => 1,
        Some("menos") => -1,
        _ => return (0, at),
    };
    let minutes = match tokens.word(at + 1) {
        Some("media") => Some((30, at + 2)),
        Some("cuarto") => Some((15, at + 2)),
        _ => of_an_hour(tokens, at + 1),
    };
    minutes.map_or((0, at), |(minutes, ends)| (sign * minutes, ends))
}

fn of_an_hour(tokens: &Tokens<'_>, at: usize) -> Option<(i64, usize)> {
    let found = number(tokens, at)?;
    let minutes = found.whole().filter(|minutes| (1..60).contains(minutes))?;
    (!is_counted(tokens, found.ends)).then_some((minutes, found.ends))
}

fn said(
    tokens: &Tokens<'_>,
    (hour, minutes): (i64, i64),
    at: usize,
    is_of_either_half: bool,
) -> (Hour, usize) {
    let half = half(tokens, at);
    let shown = hour * 60 + minutes;
    let minutes = match half {
        Some((Half::Afternoon, _)) if hour < 12 => shown + HALF,
        Some((Half::Morning, _)) if hour == 12 => shown - HALF,
        Some((Half::Night, _)) if (6..12).contains(&hour) => shown + HALF,
        Some((Half::Night, _)) if hour == 12 => shown - HALF,
        Some(_) | None => shown,
    };
    let ends = half.map_or(at, |(_, ends)| ends);
    let is_of_either_half = is_of_either_half && half.is_none();
    (Hour { minutes: minutes.rem_euclid(2 * HALF), is_of_either_half }, ends)
}

/// `pm`, `p. m.`, `de la tarde`, `in the evening`
fn half(tokens: &Tokens<'_>, at: usize) -> Option<(Half, usize)> {
    let spelled = |letter: &str| {
        if !tokens.is_word(at, &[letter])
            || tokens.sign(at + 1) != Some('.')
            || !tokens.is_word(at + 2, &["m"])
        {
            return None;
        }
        Some(at + 3)
    };
    if tokens.is_word(at, &["am"]) {
        return Some((Half::Morning, at + 1));
    }
    if tokens.is_word(at, &["pm"]) {
        return Some((Half::Afternoon, at + 1));
    }
    if let Some(ends) = spelled("a") {
        return Some((Half::Morning, ends));
    }
    if let Some(ends) = spelled("p") {
        return Some((Half::Afternoon, ends));
    }
    let article = tokens.is_word(at, &["de", "por", "in"]) && tokens.is_word(at + 1, &["la", "the"]);
    let at_night = tokens.is_word(at, &["at"]) && tokens.is_word(at + 1, &["night"]);
    let at_noon = tokens.is_word(at, &["del"]) && tokens.is_word(at + 1, &["mediodia"]);
    match (article, tokens.word(at + 2)) {
        (true, Some("manana" | "madrugada" | "morning")) => Some((Half::Morning, at + 3)),
        (true, Some("tarde" | "afternoon" | "evening")) => Some((Half::Afternoon, at + 3)),
        (true, Some("noche")) => Some((Half::Night, at + 3)),
        _ if at_night => Some((Half::Night, at + 2)),
        _ if at_noon => Some((Half::Afternoon, at + 2)),
        _ => None,
    }
}

/// Whether a number that ends before this stands for itself, as an hour does.
fn ends_here(tokens: &Tokens<'_>, at: usize) -> bool {
    let goes_on = [
        "on", "in", "and", "or", "to", "tomorrow", "today", "tonight", "with", "for", "is", "are", "if",
        "at", "y", "o", "el", "en", "con", "hoy", "manana", "para", "si", "esta", "the", "but", "pero", "de",
        "a", "hasta", "until", "h", "hs", "hrs",
    ];
    match (tokens.word(at), tokens.sign(at)) {
        (None, None) => tokens.number(at).is_none(),
        (None, Some(sign)) => !"%$€£¥/-–—+×*#".contains(sign) || !tokens.is_glued(at),
        (Some(word), _) => goes_on.contains(&word) || super::days::weekday(word).is_some(),
    }
}

/// `las dos sucursales`, `a las 24 horas`: a number of things.
fn is_counted(tokens: &Tokens<'_>, at: usize) -> bool {
    let is_plural =
        |word: &str| word.len() > 3 && word.ends_with('s') && super::days::weekday(word).is_none();
    tokens.word(at).is_some_and(|word| is_plural(word) && word != "menos" && word != "pues")
        || tokens.is_word(at, &["de"]) && tokens.word(at + 1).is_some_and(is_plural)
        || tokens.sign(at).is_some_and(|sign| "%$€£¥".contains(sign))
        || tokens.is_word(at, &["people", "min", "mil"])
}
