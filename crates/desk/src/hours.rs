//! When a place is open: by the clock on its wall, and as moments of its time zone.
//!
//! A clock that is put forward skips an hour and one that is put back repeats it. Where opening or closing falls into
//! such an hour the shorter reading counts: nothing is sold for a time at which somebody might stand before a closed
//! door.

use std::fmt;
use std::str::FromStr;

use jiff::civil::{Date, DateTime, Weekday};
use jiff::tz::{AmbiguousOffset, TimeZone};
use jiff::{Timestamp, ToSpan};
use serde::{Deserialize, Serialize};

use super::text::Text;

const DAY: u16 = 24 * 60;

/// From one moment to another, in seconds since 1970 UTC. The end is not part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    pub start: i64,
    pub end: i64,
}

impl Span {
    pub fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }

    pub fn covers(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// Opening and closing of one stretch, in minutes after the midnight that its day begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Interval {
    opens: u16,
    /// Past 24 hours when it closes on the day after.
    closes: u16,
}

impl Interval {
    pub fn opens(self) -> u16 {
        self.opens
    }

    /// Past `24 * 60` when it closes on the day after.
    pub fn closes(self) -> u16 {
        self.closes
    }

    /// When it closes, as a clock shows it; the end of the day is `24:00`.
    pub fn closing(self) -> u16 {
        if self.closes > DAY { self.closes - DAY } else { self.closes }
    }

    /// The moments of it on a day, unless the clock skips all of it.
    fn on(self, date: Date, zone: &TimeZone) -> Option<Span> {
        let start = moment(date, self.opens, zone, Edge::Opening)?;
        let end = moment(date, self.closes, zone, Edge::Closing)?;
        (start < end).then_some(Span { start, end })
    }
}

/// A text that is no stretch of hours.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` are no hours; write them as `09:00-14:00`, or `20:00-02:00` if it closes after midnight")]
pub struct BadInterval(String);

impl FromStr for Interval {
    type Err = BadInterval;

    fn from_str(text: &str) -> Result<Self, BadInterval> {
        let wrong = || BadInterval(text.chars().take(60).collect());
        let (opens, closes) = text.split_once(['-', '–']).ok_or_else(wrong)?;
        let (opens, closes) =
            (clock(opens.trim()).ok_or_else(wrong)?, clock(closes.trim()).ok_or_else(wrong)?);
        if opens >= DAY || opens == closes {
            return Err(wrong());
        }
        Ok(Self { opens, closes: if closes < opens { closes + DAY } else { closes } })
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}–{}", clock_text(self.opens), clock_text(self.closing()))
    }
}

/// `09:30` in minutes; `24:00` is the end of a day.
pub fn clock(text: &str) -> Option<u16> {
    let (hour, minute) = text.split_once(':')?;
    let digits = |part: &str| (1..=2).contains(&part.len()) && part.bytes().all(|sign| sign.is_ascii_digit());
    if !digits(hour) || minute.len() != 2 || !digits(minute) {
        return None;
    }
    let (hour, minute): (u16, u16) = (hour.parse().ok()?, minute.parse().ok()?);
    let minutes = hour * 60 + minute;
    (minute < 60 && minutes <= DAY).then_some(minutes)
}

/// Minutes as a clock shows them.
pub fn clock_text(minutes: u16) -> String {
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

/// Hours of each day of the week.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Week([Vec<Interval>; 7]);

impl Week {
    /// Monday first.
    pub fn new(days: [Vec<Interval>; 7]) -> Self {
        Self(days)
    }

    pub fn on(&self, day: Weekday) -> &[Interval] {
        let place = usize::try_from(day.to_monday_zero_offset()).unwrap_or_default();
        self.0.get(place).map_or(&[], Vec::as_slice)
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(Vec::is_empty)
    }
}

/// A date with hours of its own, or none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpecialDay {
    pub date: Date,
    pub name: Text,
    pub hours: Vec<Interval>,
}

/// When a place is open.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hours {
    pub week: Week,
    pub special: Vec<SpecialDay>,
}

impl Hours {
    /// What is opened on this day. What the day before keeps open past midnight is not part of it.
    pub fn on(&self, date: Date) -> &[Interval] {
        match self.special(date) {
            Some(day) => &day.hours,
            None => self.week.on(date.weekday()),
        }
    }

    pub fn special(&self, date: Date) -> Option<&SpecialDay> {
        self.special.iter().find(|day| day.date == date)
    }

    /// All that is opened on the days from `first` to `last`, and what the day before leaves open, joined where it
    /// touches.
    pub fn windows(&self, zone: &TimeZone, first: Date, last: Date) -> Vec<Span> {
        let mut found = Vec::new();
        let mut date = first.checked_sub(1.day()).unwrap_or(first);
        while date <= last {
            found.extend(self.on(date).iter().filter_map(|interval| interval.on(date, zone)));
            let Ok(next) = date.tomorrow() else { break };
            date = next;
        }
        joined(found)
    }

    /// Whether it is open at this time of this day, by the clock on the wall.
    pub fn is_open(&self, zone: &TimeZone, at: DateTime) -> bool {
        let Ok(moment) = zone.to_timestamp(at) else { return false };
        let second = Span { start: moment.as_second(), end: moment.as_second() + 1 };
        self.windows(zone, at.date(), at.date()).iter().any(|window| window.covers(second))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    Opening,
    Closing,
}

/// When the clock on the wall shows this.
fn moment(date: Date, minutes: u16, zone: &TimeZone, edge: Edge) -> Option<i64> {
    let date = date.checked_add(i32::from(minutes / DAY).days()).ok()?;
    let minutes = i8::try_from(minutes % DAY % 60).ok().zip(i8::try_from(minutes % DAY / 60).ok())?;
    let shown = date.at(minutes.1, minutes.0, 0, 0);
    let of = |offset: jiff::tz::Offset| offset.to_timestamp(shown).ok();
    let moment = match zone.to_ambiguous_timestamp(shown).offset() {
        AmbiguousOffset::Unambiguous { offset } => of(offset)?,
        // Never shown: when the clock jumped over it.
        AmbiguousOffset::Gap { before, .. } => last_change(of(before)?, zone)?,
        AmbiguousOffset::Fold { before, after } => {
            let (first, second) = (of(before)?, of(after)?);
            // Put back to just this hour, the clock never again shows less: it is open from the first time on.
            let is_put_back_to_it = last_change(second, zone) == Some(second);
            if edge == Edge::Opening && !is_put_back_to_it { second } else { first }
        }
    };
    Some(moment.as_second())
}

/// When the clock was last changed, at this moment or before it.
fn last_change(moment: Timestamp, zone: &TimeZone) -> Option<Timestamp> {
    Some(zone.preceding(moment.checked_add(1.second()).ok()?).next()?.timestamp())
}

/// In order, and one where two touch or overlap.
pub fn joined(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_unstable();
    let mut found: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans {
        match found.last_mut() {
            Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
            _ => found.push(span),
        }
    }
    found
}

/// What both lists have. Both are in order and joined.
pub fn common(one: &[Span], other: &[Span]) -> Vec<Span> {
    let mut found = Vec::new();
    for left in one {
        let from = other.partition_point(|right| right.end <= left.start);
        for right in other.iter().skip(from).take_while(|right| right.start < left.end) {
            found.push(Span { start: left.start.max(right.start), end: left.end.min(right.end) });
        }
    }
    found
}

/// What is left of `spans` without `taken`.
pub fn without(spans: &[Span], taken: &[Span]) -> Vec<Span> {
    let taken = joined(taken.to_vec());
    let mut found = Vec::new();
    for span in spans {
        let mut start = span.start;
        let from = taken.partition_point(|gone| gone.end <= span.start);
        for gone in taken.iter().skip(from).take_while(|gone| gone.start < span.end) {
            if start < gone.start {
                found.push(Span { start, end: gone.start });
            }
            start = start.max(gone.end);
        }
        if start < span.end {
            found.push(Span { start, end: span.end });
        }
    }
    found
}

/// The clock on the wall at a moment.
pub fn wall(second: i64, zone: &TimeZone) -> DateTime {
    let moment = Timestamp::from_second(second).unwrap_or_default();
    zone.to_datetime(moment)
}

crate::text::as_text!(Interval, ToString::to_string);

#[cfg(test)]
#[path = "hours_tests.rs"]
mod tests;
