//! A day that was named, and the names of weekdays and months.

use jiff::ToSpan;
use jiff::civil::{Date, Weekday};

use super::Unclear;

/// A day that was named, or several in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Day {
    pub(super) first: Date,
    pub(super) last: Date,
    /// Another day that may have been meant.
    pub(super) other: Option<Date>,
    pub(super) how: How,
}

/// How a day was named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    Date,
    /// By its place in the week only.
    Weekday(Weekday),
    /// By its place in the month only.
    MonthDay(i8),
    /// Several days.
    Stretch,
    /// By a word that is often said without meaning a day: "ahora quiero una cita".
    Now,
    /// By its name, which may only be what somebody is to be ready for.
    Feast,
}

impl Day {
    pub(super) fn exactly(date: Date) -> Self {
        Self { first: date, last: date, other: None, how: How::Date }
    }

    pub(super) fn between(first: Date, last: Date) -> Self {
        Self { last: last.max(first), how: How::Stretch, ..Self::exactly(first) }
    }

    pub(super) fn shifted(self, days: i32) -> Result<Self, Unclear> {
        let at = |date| plus(date, days).ok_or(Unclear::NoSuchDay);
        Ok(Self {
            first: at(self.first)?,
            last: at(self.last)?,
            other: self.other.and_then(|date| plus(date, days)),
            how: How::Date,
        })
    }
}

/// How many tokens were read, and which day they name.
pub(super) type Read = Option<(usize, Result<Day, Unclear>)>;

pub(super) fn plus(date: Date, days: i32) -> Option<Date> {
    date.checked_add(days.days()).ok()
}

#[expect(clippy::unnecessary_wraps, reason = "every reading of a day ends with it")]
pub(super) fn known(length: usize, date: Option<Date>) -> Read {
    Some((length, date.map(Day::exactly).ok_or(Unclear::NoSuchDay)))
}

pub(super) fn month(word: &str) -> Option<u32> {
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

pub(super) fn weekday_of(word: &str) -> Option<Weekday> {
    Some(match word {
        "lunes" | "lun" | "lunecito" | "monday" | "mondays" | "mon" => Weekday::Monday,
        "martes" | "tuesday" | "tuesdays" | "tue" | "tues" => Weekday::Tuesday,
        "miercoles" | "mierc" | "mierco" | "miercole" | "mier" | "mie" | "wednesday" | "wednesdays"
        | "wed" | "weds" | "wensday" | "wednsday" => Weekday::Wednesday,
        "jueves" | "juebes" | "jueve" | "juev" | "jue" | "thursday" | "thursdays" | "thu" | "thur"
        | "thurs" | "thrusday" | "thurday" => Weekday::Thursday,
        "viernes" | "biernes" | "vienes" | "virnes" | "viernez" | "vierns" | "vier" | "vie" | "friday"
        | "fridays" | "fri" | "firday" => Weekday::Friday,
        "sabado" | "sabados" | "savado" | "sabdo" | "sabadito" | "sab" | "saturday" | "saturdays"
        | "saturady" | "satuday" | "sat" => Weekday::Saturday,
        "domingo" | "domingos" | "dominguito" | "dom" | "sunday" | "sundays" | "sun" => Weekday::Sunday,
        _ => return None,
    })
}

pub(super) fn monday_of(date: Date) -> Date {
    plus(date, -i32::from(date.weekday().to_monday_zero_offset())).unwrap_or(date)
}

pub(super) fn on_or_after(date: Date, day: Weekday) -> Date {
    plus(date, i32::from(date.weekday().until(day))).unwrap_or(date)
}
