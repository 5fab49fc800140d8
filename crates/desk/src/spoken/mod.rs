//! Days and hours as people say them, in Spanish and English, seen from a moment in a branch.
//!
//! `tokens` are made of a text, `facts` of tokens, each with its place, and a [`When`] of the facts that stand: what is denied
//! or corrected (`taken_back`) does not. Where words leave two readings one is chosen, and the other is told: whoever acts on
//! it asks first. Nothing is taken that was not understood.
mod chosen;
mod clock;
mod day;
mod days;
mod doings;
mod facts;
mod feasts;
mod months;
mod offhand;
mod people;
mod person;
mod portions;
mod stretches;
mod taken_back;
mod tokens;
mod weekdays;

use chosen::{chosen_day, refused};
use clock::{Said, Side};
use conserje_kernel::Language;
use day::Day;
use facts::Facts;
use jiff::ToSpan;
use jiff::civil::{Date, DateTime};
pub use people::{People, people};
pub use person::{person, renamed};
pub use portions::{Portion, portions};
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
    /// Not before this minute of the day: "después de las 5".
    pub from: Option<u16>,
    /// Before this one.
    pub until: Option<u16>,
    /// Whatever comes first of it: because it is urgent, or because any day will do.
    pub is_soonest: bool,
    /// No day in particular.
    pub is_any: bool,
    /// Days among them that do not suit.
    pub except: Vec<Date>,
    pub doubts: Vec<Doubt>,
}

impl When {
    /// Whether a day was said, or several.
    pub fn has_day(&self) -> bool {
        !self.doubts.iter().any(|doubt| matches!(doubt, Doubt::NoDay { .. }))
    }

    /// The days of which one is meant, where that is not clear.
    pub fn days_in_doubt(&self) -> Vec<Date> {
        let pairs = self.doubts.iter().filter_map(|doubt| match doubt {
            Doubt::Day { chosen, other } => Some([*chosen, *other]),
            Doubt::Weekday { date, other } => Some([*date, *other]),
            Doubt::Hour { .. } | Doubt::NoDay { .. } | Doubt::Night { .. } | Doubt::Past => None,
        });
        let mut days: Vec<Date> = pairs.flatten().collect();
        days.sort_unstable();
        days.dedup();
        days
    }

    /// The hours of which one is meant, where that is not clear.
    pub fn hours_in_doubt(&self) -> Vec<u16> {
        let pairs = self.doubts.iter().filter_map(|doubt| match doubt {
            Doubt::Hour { chosen, other } => Some([*chosen, *other]),
            Doubt::Day { .. }
            | Doubt::NoDay { .. }
            | Doubt::Weekday { .. }
            | Doubt::Night { .. }
            | Doubt::Past => None,
        });
        let mut hours: Vec<u16> = pairs.flatten().collect();
        hours.sort_unstable();
        hours.dedup();
        hours
    }

    /// From which minute of the day to which, where a stretch of it was said.
    pub fn window(&self) -> Option<(u16, u16)> {
        let (first, last) = self.part.map_or((0, 24 * 60), Part::minutes);
        let is_said = self.part.is_some() || self.from.is_some() || self.until.is_some();
        // What is said of hours counts more than how the part of the day is called.
        let first = self
            .from
            .unwrap_or_else(|| if self.until.is_some_and(|until| until <= first) { 0 } else { first });
        let last = self.until.unwrap_or(if first >= last { 24 * 60 } else { last });
        is_said.then_some((first, last))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    EarlyHours,
    /// The first hours in which it is open.
    Early,
    Morning,
    Afternoon,
    AfterLunch,
    Evening,
}

impl Part {
    /// From which minute of the day to which.
    pub fn minutes(self) -> (u16, u16) {
        let (first, last) = match self {
            Self::EarlyHours => (0, 6),
            Self::Early => (6, 11),
            Self::Morning => (6, 13),
            Self::Afternoon => (12, 20),
            Self::AfterLunch => (15, 20),
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
        /// The day that has that name.
        other: Date,
    },
    /// Midnight ends the day that was said, and begins this one.
    Night {
        chosen: Date,
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
    /// A time was spoken of, but not which.
    #[error("it is not clear which day that is; ask for the date")]
    Vague,
    /// Only what does not suit was said.
    #[error("{0} does not suit; ask for another day")]
    Denied(Date),
}

/// From where it is said, and what is open there.
pub struct Here<'a> {
    /// The clock on the wall.
    pub now: DateTime,
    pub language: Language,
    /// The country's code of two letters, where it is known: in the United States `7/10` is in July.
    pub country: Option<&'a str>,
    pub is_open: &'a dyn Fn(DateTime) -> bool,
}

/// Whether the day or the month comes first in `7/10`, and whether that is sure.
#[derive(Clone, Copy)]
struct Order {
    is_day_first: bool,
    is_sure: bool,
}

/// How days are told in a country.
#[derive(Clone, Copy)]
struct Place {
    order: Order,
    /// Whether "en ocho días" is a week and "la otra semana" the next one, and nothing else.
    counts_by_eight: bool,
}

impl Here<'_> {
    fn place(&self) -> Place {
        Place { order: self.order(), counts_by_eight: self.country == Some("CO") }
    }

    fn order(&self) -> Order {
        let is_day_first = match (self.country, self.language) {
            (Some("US" | "PR"), _) => false,
            (Some(_), _) | (None, Language::Es) => true,
            (None, Language::En) => false,
        };
        // Who writes English in Mexico may come from anywhere.
        let speaks_english = matches!(self.country, Some("GB" | "IE" | "AU" | "NZ" | "ZA" | "IN"));
        let is_sure = match self.language {
            Language::Es => self.country.is_some() && is_day_first,
            Language::En => self.country.is_some() && (!is_day_first || speaks_english),
        };
        Order { is_day_first, is_sure }
    }
}

pub fn understand(said: &str, here: &Here<'_>) -> Result<When, Unclear> {
    let tokens = Tokens::of(said);
    let mut facts = facts::collect(&tokens, here);
    let today = here.now.date();
    if let Some(moment) = from_now(&facts, here)? {
        return Ok(moment);
    }
    let is_over = !facts.days.is_empty() && facts.days.iter().all(|day| day.last < today);
    facts.days.retain(|day| day.last >= today);
    for day in &mut facts.days {
        day.first = day.first.max(today);
    }
    if facts.days.is_empty() {
        match facts.no_day {
            _ if is_over => return Err(Unclear::Past),
            Some(why @ (Unclear::Past | Unclear::NoSuchDay)) => return Err(why),
            Some(Unclear::Nothing | Unclear::Vague | Unclear::Denied(_)) | None => {}
        }
    }
    let mut doubts = Vec::new();
    let day = chosen_day(&facts.days, &mut doubts);
    let is_any = facts.is_any && day.is_none();
    if day.is_none() && facts.hours.is_empty() && facts.part.is_none() && !facts.is_soonest && !is_any {
        let denied = facts.denied.first().map(|day| Unclear::Denied(day.first));
        return Err(facts.no_day.or(denied).unwrap_or(Unclear::Nothing));
    }
    let mut when = at_hour(day, &facts, here, doubts);
    when.except = refused(&facts.denied, when.first, when.last);
    Ok(when)
}

/// `in two hours`.
fn from_now(facts: &Facts, here: &Here<'_>) -> Result<Option<When>, Unclear> {
    let minutes = facts.hours.iter().find_map(|(said, _)| match said {
        Said::FromNow(minutes) => Some(*minutes),
        Said::Exactly(_) | Said::Half(_) | Said::Midnight => None,
    });
    let Some(minutes) = minutes else { return Ok(None) };
    let moment = clock::later(here.now, minutes).ok_or(Unclear::NoSuchDay)?;
    Ok(Some(When { time: Some(minute_of(moment)), ..When::on(moment.date(), moment.date()) }))
}

impl When {
    fn on(first: Date, last: Date) -> Self {
        Self {
            first,
            last,
            time: None,
            part: None,
            from: None,
            until: None,
            is_soonest: false,
            is_any: false,
            except: Vec::new(),
            doubts: Vec::new(),
        }
    }
}

fn minute_of(moment: DateTime) -> u16 {
    u16::try_from(i32::from(moment.hour()) * 60 + i32::from(moment.minute())).unwrap_or_default()
}

fn clock_at(date: Date, minutes: u16) -> Option<DateTime> {
    let (hour, minute) = (i8::try_from(minutes / 60).ok()?, i8::try_from(minutes % 60).ok()?);
    jiff::civil::Time::new(hour, minute, 0, 0).ok().map(|time| date.to_datetime(time))
}

fn readings(said: Said, part: Option<Part>) -> Vec<u16> {
    match said {
        Said::FromNow(_) => Vec::new(),
        Said::Exactly(minutes) => vec![minutes],
        Said::Half(half) => clock::readings(half, part),
        Said::Midnight => vec![0],
    }
}

fn at_hour(day: Option<Day>, facts: &Facts, here: &Here<'_>, mut doubts: Vec<Doubt>) -> When {
    let today = here.now.date();
    let tomorrow = today.tomorrow().unwrap_or(today);
    let good = |date: Date, minutes: u16| {
        clock_at(date, minutes).is_some_and(|at| at > here.now && (here.is_open)(at))
    };
    let mut said = facts.hours.iter().filter(|(_, side)| *side == Side::At).map(|(said, _)| *said);
    let hour = said.next();
    let other_hour = said.find(|other| Some(*other) != hour);
    let possible: Vec<u16> = hour.map(|said| readings(said, facts.part)).unwrap_or_default();
    // "Cualquier día después de las 5" leaves the day open, and so does "lo antes posible por la tarde".
    let is_first_come = day.is_none()
        && hour.is_none()
        && (facts.is_soonest || facts.is_any && facts.hours.is_empty() && facts.part.is_none());
    let mut date = match day {
        Some(day) => day.first,
        None if is_first_come => today,
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
    let at_midnight = hour == Some(Said::Midnight)
        || (facts.part == Some(Part::Evening) && possible.first().is_some_and(|minutes| *minutes < 5 * 60));
    let is_shifted = at_midnight && day.is_some_and(|day| day.first == day.last);
    if is_shifted {
        date = date.checked_add(1.day()).unwrap_or(date);
        doubts.push(Doubt::Night { chosen: date });
    }
    let mut time = match possible.as_slice() {
        [] => None,
        [only] => Some(*only),
        [early, late, ..] => Some(choose((*early, *late), date, &good, &mut doubts)),
    };
    if let (Some(chosen), Some(other)) = (time, other_hour) {
        let all = readings(other, facts.part);
        let nearest = all.into_iter().min_by_key(|minutes| minutes.abs_diff(chosen));
        doubts.extend(nearest.map(|other| Doubt::Hour { chosen, other }));
    }
    if let Some(at) = time.and_then(|minutes| clock_at(date, minutes))
        && at <= here.now
    {
        // It may be the next Tuesday, if that is in doubt.
        doubts.push(Doubt::Past);
    }
    let soon = |days: i32| day::plus(today, days).unwrap_or(today);
    let last = match day.filter(|_| !is_shifted) {
        Some(day) => day.last,
        None if is_first_come => soon(SOON),
        None => date,
    };
    let (from, until) = bounds(facts, date, here);
    let is_bounded = from.is_some() || until.is_some();
    if is_bounded && time.is_some() {
        time = time
            .filter(|time| from.is_none_or(|from| *time >= from) && until.is_none_or(|until| *time <= until));
    }
    let (from, until) = if time.is_some() { (None, None) } else { (from, until) };
    let (is_soonest, is_any) = (facts.is_soonest || is_first_come, is_first_come && !facts.is_soonest);
    When { time, part: facts.part, from, until, is_soonest, is_any, doubts, ..When::on(date, last) }
}

/// So many days are looked through for what comes first.
const SOON: i32 = 13;

/// From which hour, and until which.
type Bounds = (Option<u16>, Option<u16>);

/// Whether it is closed then, whether it is night, and how long that is: the least is the best.
type Rank = (bool, bool, u16);

/// From which hour, and until which: of the readings those that go together and at which it is open.
fn bounds(facts: &Facts, date: Date, here: &Here<'_>) -> Bounds {
    let of = |wanted: Side| {
        let said = facts.hours.iter().find(|(_, side)| *side == wanted).map(|(said, _)| *said);
        let all = said.map(|said| readings(said, facts.part)).unwrap_or_default();
        if all.is_empty() { vec![None] } else { all.into_iter().map(Some).collect() }
    };
    let is_open = |minutes: Option<u16>, back: u16| {
        let at = minutes.and_then(|minutes| clock_at(date, minutes.saturating_sub(back)));
        at.is_none_or(|at| (here.is_open)(at))
    };
    let mut best: Option<(Rank, Bounds)> = None;
    for from in of(Side::From) {
        for until in of(Side::Until) {
            let gap = match (from, until) {
                (Some(from), Some(until)) if until <= from => continue,
                (Some(from), Some(until)) => until - from,
                _ => 0,
            };
            let is_night = from.or(until).is_some_and(|minutes| minutes < 7 * 60);
            let rank = (!(is_open(from, 0) && is_open(until, 1)), is_night, gap);
            if best.is_none_or(|(best, _)| rank < best) {
                best = Some((rank, (from, until)));
            }
        }
    }
    best.map_or((None, None), |(_, bounds)| bounds)
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
