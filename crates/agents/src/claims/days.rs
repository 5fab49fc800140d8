//! Days in a text: dates in figures and in words, weekdays, today and tomorrow.

use jiff::ToSpan as _;
use jiff::civil::{Date, Weekday};

use super::numbers::number;
use super::tokens::Tokens;

/// The days of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Days {
    /// Those that are said by month and day. `7/6` is two of them.
    pub(super) dates: Vec<Vec<Date>>,
    /// Today and tomorrow.
    pub(super) relative: Vec<Date>,
    pub(super) weekdays: Vec<Weekday>,
    /// A date with the weekday of another one.
    pub(super) is_impossible: bool,
}

impl Days {
    /// Every date that may be meant.
    pub(super) fn all(&self) -> impl Iterator<Item = Date> {
        self.dates.iter().flatten().chain(&self.relative).copied()
    }

    pub(super) fn are_none(&self) -> bool {
        self.dates.is_empty() && self.relative.is_empty() && self.weekdays.is_empty()
    }
}

#[rustfmt::skip]
const MONTHS: [(&str, i8); 41] = [
    ("enero", 1), ("febrero", 2), ("marzo", 3), ("abril", 4), ("mayo", 5), ("junio", 6), ("julio", 7), ("agosto", 8),
    ("septiembre", 9), ("setiembre", 9), ("octubre", 10), ("noviembre", 11), ("diciembre", 12),
    ("january", 1), ("february", 2), ("march", 3), ("april", 4), ("may", 5), ("june", 6), ("july", 7), ("august", 8),
    ("september", 9), ("october", 10), ("november", 11), ("december", 12),
    ("ene", 1), ("feb", 2), ("abr", 4), ("jun", 6), ("jul", 7), ("ago", 8), ("sep", 9), ("sept", 9), ("oct", 10), ("nov", 11),
    ("dic", 12), ("jan", 1), ("mar", 3), ("apr", 4), ("aug", 8), ("dec", 12),
];

#[rustfmt::skip]
const WEEKDAYS: [(&str, Weekday); 26] = [
    ("lunes", Weekday::Monday), ("martes", Weekday::Tuesday), ("miercoles", Weekday::Wednesday), ("jueves", Weekday::Thursday),
    ("viernes", Weekday::Friday), ("sabado", Weekday::Saturday), ("sabados", Weekday::Saturday), ("domingo", Weekday::Sunday),
    ("domingos", Weekday::Sunday),
    ("monday", Weekday::Monday), ("tuesday", Weekday::Tuesday), ("wednesday", Weekday::Wednesday),
    ("thursday", Weekday::Thursday), ("friday", Weekday::Friday), ("saturday", Weekday::Saturday), ("sunday", Weekday::Sunday),
    ("mondays", Weekday::Monday), ("tuesdays", Weekday::Tuesday), ("wednesdays", Weekday::Wednesday),
    ("thursdays", Weekday::Thursday), ("fridays", Weekday::Friday), ("saturdays", Weekday::Saturday),
    ("sundays", Weekday::Sunday), ("tues", Weekday::Tuesday), ("thurs", Weekday::Thursday), ("weds", Weekday::Wednesday),
];

pub(super) fn weekday(word: &str) -> Option<Weekday> {
    WEEKDAYS.iter().find(|(name, _)| *name == word).map(|(_, day)| *day)
}

fn month(word: &str) -> Option<i8> {
    MONTHS.iter().find(|(name, _)| *name == word).map(|(_, month)| *month)
}

/// A date without a year is the next one, or one that is just over.
const JUST_OVER: i64 = 60;

pub(super) fn days(tokens: &Tokens<'_>, today: Date) -> Days {
    let mut days = Days::default();
    let mut at = 0;
    // A weekday that may belong to the date behind it.
    let mut named: Option<Weekday> = None;
    while at < tokens.len() {
        if let Some((dates, ends)) = date(tokens, at, today).filter(|(dates, _)| !dates.is_empty()) {
            if let Some(named) = named.take() {
                days.is_impossible |= dates.iter().all(|date| date.weekday() != named);
            }
            days.dates.push(dates);
            at = ends.max(at + 1);
            continue;
        }
        if let Some(day) = tokens.word(at).and_then(weekday) {
            days.weekdays.extend(named.take());
            let range = tokens.word(at + 2).and_then(weekday).filter(|_| is_to(tokens, at + 1));
            if let Some(last) = range {
                days.weekdays.extend(from_to(day, last));
                at += 3;
                continue;
            }
            named = Some(day);
        } else if let Some(date) = relative(tokens, at, today) {
            days.relative.push(date);
        } else if named.is_some() && !is_between(tokens, at) {
            days.weekdays.extend(named.take());
        }
        at += 1;
    }
    days.weekdays.extend(named);
    days
}

fn is_to(tokens: &Tokens<'_>, at: usize) -> bool {
    tokens.is_word(at, &["a", "to", "al", "through"]) || matches!(tokens.sign(at), Some('-' | '–' | '—'))
}

/// What may stand between a weekday and its date.
fn is_between(tokens: &Tokens<'_>, at: usize) -> bool {
    tokens.sign(at) == Some(',') || tokens.is_word(at, &["el", "dia", "the", "de"])
}

fn from_to(first: Weekday, last: Weekday) -> Vec<Weekday> {
    let (mut day, mut days) = (first, vec![first]);
    while day != last && days.len() < 7 {
        day = day.next();
        days.push(day);
    }
    days
}

/// All readings of the date that begins here, and the first token after it.
fn date(tokens: &Tokens<'_>, at: usize, today: Date) -> Option<(Vec<Date>, usize)> {
    in_figures(tokens, at, today).or_else(|| in_words(tokens, at, today))
}

/// `2026-06-09`, `9/6/2026`; `9/6` where it cannot be a fraction.
fn in_figures(tokens: &Tokens<'_>, at: usize, today: Date) -> Option<(Vec<Date>, usize)> {
    let figure =
        |at: usize| tokens.number(at).filter(|digits| digits.bytes().all(|sign| sign.is_ascii_digit()));
    let is_cut = |at: usize| {
        matches!(tokens.sign(at), Some('-' | '/')) && tokens.is_glued(at) && tokens.is_glued(at + 1)
    };
    let (one, two) = (figure(at)?, figure(at + 2).filter(|_| is_cut(at + 1))?);
    let third = figure(at + 4).filter(|_| is_cut(at + 3));
    let small = |digits: &str| digits.parse::<i8>().ok().filter(|_| digits.len() <= 2);
    if one.len() == 4 {
        let date = Date::new(one.parse().ok()?, small(two)?, small(third?)?).ok()?;
        return Some((vec![date], at + 5));
    }
    let (one, two) = (small(one)?, small(two)?);
    let readings = [(one, two), (two, one)].into_iter();
    if let Some(year) = third {
        let year: i16 = year.parse().ok()?;
        let year = if year < 100 { year + 2_000 } else { year };
        let dates = readings.filter_map(|(day, month)| Date::new(year, month, day).ok());
        return Some((dates.collect(), at + 5));
    }
    let leads = ["el", "dia", "del", "al", "on", "the", "para", "fecha"];
    let is_led =
        at > 0 && (tokens.is_word(at - 1, &leads) || tokens.word_before(at).and_then(weekday).is_some());
    let dates = readings.filter_map(|(day, month)| near(month, day, today)).filter(|_| is_led);
    Some((dates.collect(), at + 3))
}

/// `9 de junio de 2026`, `June 9th`, `the ninth of June`
fn in_words(tokens: &Tokens<'_>, at: usize, today: Date) -> Option<(Vec<Date>, usize)> {
    if let Some(month) = tokens.word(at).and_then(month) {
        let (day, ends) = day_of_month(tokens, at + 1)?;
        let (year, ends) = year_behind(tokens, ends);
        return Some((on(year, month, day, today)?, ends));
    }
    let (day, ends) = day_of_month(tokens, at)?;
    let joined = if tokens.is_word(ends, &["de", "of"]) { ends + 1 } else { ends };
    let month = tokens.word(joined).and_then(month)?;
    let (year, ends) = year_behind(tokens, joined + 1);
    Some((on(year, month, day, today)?, ends))
}

fn day_of_month(tokens: &Tokens<'_>, at: usize) -> Option<(i8, usize)> {
    let found = number(tokens, at)?;
    let is_plain = tokens.number(at).is_none_or(|digits| digits.len() <= 2);
    let day = found.whole().and_then(|day| i8::try_from(day).ok()).filter(|day| (1..=31).contains(day))?;
    let mut ends = found.ends;
    // `9th`, `1.º`
    if tokens.is_glued(ends) && tokens.is_word(ends, &["st", "nd", "rd", "th", "o", "ro", "er"]) {
        ends += 1;
    }
    if matches!(tokens.sign(ends), Some('º' | '°')) {
        ends += 1;
    }
    is_plain.then_some((day, ends))
}

fn year_behind(tokens: &Tokens<'_>, at: usize) -> (Option<i16>, usize) {
    let is_joined = tokens.is_word(at, &["de", "del"]) || tokens.sign(at) == Some(',');
    let place = if is_joined { at + 1 } else { at };
    let year = tokens.number(place).filter(|digits| digits.len() == 4).and_then(|digits| digits.parse().ok());
    match year.filter(|year: &i16| (2_000..2_200).contains(year)) {
        Some(year) => (Some(year), place + 1),
        None => (None, at),
    }
}

fn on(year: Option<i16>, month: i8, day: i8, today: Date) -> Option<Vec<Date>> {
    match year {
        Some(year) => Date::new(year, month, day).ok().map(|date| vec![date]),
        None => near(month, day, today).map(|date| vec![date]),
    }
}

fn near(month: i8, day: i8, today: Date) -> Option<Date> {
    let earliest = today.checked_sub(JUST_OVER.days()).unwrap_or(today);
    let years = (-1..=4).filter_map(|ahead| today.year().checked_add(ahead));
    years.filter_map(|year| Date::new(year, month, day).ok()).find(|date| *date >= earliest)
}

/// `mañana` is tomorrow, unless it is the morning.
fn relative(tokens: &Tokens<'_>, at: usize, today: Date) -> Option<Date> {
    let ahead = match tokens.word(at)? {
        "hoy" | "today" | "tonight" => 0,
        "manana" if tokens.word_before(at) == Some("pasado") => 2,
        "manana"
            if !at.checked_sub(1).is_some_and(|before| tokens.is_word(before, &["la", "esta", "de"])) =>
        {
            1
        }
        "tomorrow" if tokens.word_before(at) == Some("after") => 2,
        "tomorrow" => 1,
        _ => return None,
    };
    today.checked_add(ahead.days()).ok()
}
