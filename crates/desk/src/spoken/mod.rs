//! Days and hours as people say them, in Spanish and English, seen from a moment in a branch.
//!
//! Where words leave two readings one is chosen, and the other is told: the assistant can ask.
mod clock;
mod days;
mod tokens;

use clock::Said;
use conserje_kernel::Language;
use days::Day;
use jiff::ToSpan;
use jiff::civil::{Date, DateTime};
use tokens::Tokens;
pub use tokens::number_word;

/// What was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct When {
    pub first: Date,
    /// The same as `first` unless several days were named.
    pub last: Date,
    /// Minutes of the day.
    pub time: Option<u16>,
    pub part: Option<Part>,
    pub doubts: Vec<Doubt>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    EarlyHours,
    Morning,
    Afternoon,
    Evening,
}

impl Part {
    /// From which minute of the day to which.
    pub fn minutes(self) -> (u16, u16) {
        let (first, last) = match self {
            Self::EarlyHours => (0, 6),
            Self::Morning => (6, 13),
            Self::Afternoon => (12, 20),
            Self::Evening => (18, 24),
        };
        (first * 60, last * 60)
    }
}

/// What the words leave open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Doubt {
    /// Before noon or after it; minutes of the day.
    Hour {
        chosen: u16,
        other: u16,
    },
    Day {
        chosen: Date,
        other: Date,
    },
    /// No day was said.
    NoDay {
        chosen: Date,
    },
    /// The weekday that was said is not the one of the date that was said.
    Weekday {
        date: Date,
    },
    /// It is over.
    Past,
}

/// Why nothing was understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unclear {
    #[error("no day and no hour was recognised; write the day as YYYY-MM-DD and the hour as HH:MM")]
    Nothing,
    #[error("there is no such day in the calendar; ask which day is meant")]
    NoSuchDay,
    #[error("that day has passed; ask for a day to come")]
    Past,
}

/// From where it is said, and what is open there.
pub struct Here<'a> {
    /// The clock on the wall.
    pub now: DateTime,
    pub language: Language,
    pub is_open: &'a dyn Fn(DateTime) -> bool,
}

/// Everything that a sentence says about when.
#[derive(Default)]
struct Facts {
    days: Vec<Day>,
    time: Option<Said>,
    part: Option<Part>,
}

pub fn understand(said: &str, here: &Here<'_>) -> Result<When, Unclear> {
    let tokens = Tokens::of(said);
    let facts = collect(&tokens, here)?;
    if let Some(Said::FromNow(minutes)) = facts.time {
        let moment = clock::later(here.now, minutes).ok_or(Unclear::NoSuchDay)?;
        return Ok(When {
            first: moment.date(),
            last: moment.date(),
            time: Some(minute_of(moment)),
            part: None,
            doubts: Vec::new(),
        });
    }
    let mut doubts = Vec::new();
    let day = match chosen_day(&facts.days, &mut doubts) {
        Some(day) => Some(day),
        None if facts.time.is_none() && facts.part.is_none() => return Err(Unclear::Nothing),
        None => None,
    };
    if day.is_some_and(|day| day.last < here.now.date()) {
        return Err(Unclear::Past);
    }
    Ok(at_hour(day, &facts, here, doubts))
}

fn collect(tokens: &Tokens, here: &Here<'_>) -> Result<Facts, Unclear> {
    let day_first = here.language == Language::Es;
    let mut facts = Facts::default();
    let mut at = 0;
    while at < tokens.len() {
        let mut length = 1;
        if let Some((read, day)) = days::read(tokens, at, here.now.date(), day_first) {
            facts.days.push(day?);
            length = read;
        } else if let Some((read, said)) = clock::read(tokens, at) {
            facts.time.get_or_insert(said);
            length = read;
        }
        // `esta noche` and `tonight` name a day and a part of it.
        if let Some((read, part)) = clock::part(tokens, at) {
            facts.part.get_or_insert(part);
            length = length.max(read);
        }
        at += length.max(1);
    }
    Ok(facts)
}

/// The day that all that was said about days comes to.
fn chosen_day(days: &[Day], doubts: &mut Vec<Doubt>) -> Option<Day> {
    let dated = days.iter().find(|day| day.by_weekday.is_none() && day.first == day.last);
    let chosen = *dated.or_else(|| days.iter().find(|day| day.first == day.last)).or_else(|| days.first())?;
    if let Some(other) = chosen.other {
        doubts.push(Doubt::Day { chosen: chosen.first, other });
    }
    for day in days.iter().filter(|day| **day != chosen) {
        match day.by_weekday {
            // `martes 15 de marzo`: the date counts.
            Some(named) if chosen.by_weekday.is_none() && chosen.first.weekday() == named => {}
            Some(_) if chosen.by_weekday.is_none() => doubts.push(Doubt::Weekday { date: chosen.first }),
            _ if day.first == day.last => doubts.push(Doubt::Day { chosen: chosen.first, other: day.first }),
            _ => {}
        }
    }
    Some(chosen)
}

fn minute_of(moment: DateTime) -> u16 {
    u16::try_from(i32::from(moment.hour()) * 60 + i32::from(moment.minute())).unwrap_or_default()
}

fn clock_at(date: Date, minutes: u16) -> Option<DateTime> {
    let (hour, minute) = (i8::try_from(minutes / 60).ok()?, i8::try_from(minutes % 60).ok()?);
    jiff::civil::Time::new(hour, minute, 0, 0).ok().map(|time| date.to_datetime(time))
}

fn at_hour(day: Option<Day>, facts: &Facts, here: &Here<'_>, mut doubts: Vec<Doubt>) -> When {
    let today = here.now.date();
    let tomorrow = today.tomorrow().unwrap_or(today);
    let good = |date: Date, minutes: u16| {
        clock_at(date, minutes).is_some_and(|at| at > here.now && (here.is_open)(at))
    };
    let possible: Vec<u16> = match facts.time {
        None | Some(Said::FromNow(_)) => Vec::new(),
        Some(Said::Exactly(minutes)) => vec![minutes],
        Some(Said::Half(half)) => clock::readings(half, facts.part),
        Some(Said::Midnight) => vec![0],
    };
    let mut date = match day {
        Some(day) => day.first,
        // Today, if there is time left for it.
        None => {
            let is_left = |minutes: &u16| clock_at(today, *minutes).is_some_and(|at| at > here.now);
            let still = match (possible.as_slice(), facts.part) {
                ([], Some(part)) => part.minutes().1 > minute_of(here.now),
                (all, _) => all.iter().any(|minutes| good(today, *minutes)) || all.iter().all(is_left),
            };
            let date = if still { today } else { tomorrow };
            doubts.push(Doubt::NoDay { chosen: date });
            date
        }
    };
    // Midnight ends the day that it is said of.
    let at_midnight = facts.time == Some(Said::Midnight)
        || (facts.part == Some(Part::Evening) && possible.first().is_some_and(|minutes| *minutes < 5 * 60));
    if at_midnight && day.is_some_and(|day| day.first == day.last) {
        let before = date;
        date = date.checked_add(1.day()).unwrap_or(date);
        doubts.push(Doubt::Day { chosen: date, other: before });
    }
    let time = match possible.as_slice() {
        [] => None,
        [only] => Some(*only),
        [early, late, ..] => Some(choose((*early, *late), date, &good, &mut doubts)),
    };
    if let Some(at) = time.and_then(|minutes| clock_at(date, minutes))
        && at <= here.now
    {
        doubts.push(Doubt::Past);
    }
    let last = day.filter(|_| !at_midnight).map_or(date, |day| day.last);
    When { first: date, last, time, part: facts.part, doubts }
}

/// The reading at which it is open; otherwise the one in which people are awake, and the other is told.
fn choose(
    (early, late): (u16, u16),
    date: Date,
    good: &dyn Fn(Date, u16) -> bool,
    doubts: &mut Vec<Doubt>,
) -> u16 {
    let (chosen, other) = match (good(date, early), good(date, late)) {
        (true, false) => return early,
        (false, true) => return late,
        _ if early >= 7 * 60 => (early, late),
        _ => (late, early),
    };
    doubts.push(Doubt::Hour { chosen, other });
    chosen
}

#[cfg(test)]
#[path = "spoken_tests.rs"]
mod tests;
