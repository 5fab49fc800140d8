//! The day that all that was said about days comes to, and which others it may be.

use jiff::civil::{Date, Weekday};

use super::Doubt;
use super::day::{Day, How, on_or_after, plus};

/// The day that all that was said about days comes to.
pub(super) fn chosen_day(days: &[Day], doubts: &mut Vec<Doubt>) -> Option<Day> {
    // "Ahora" and "para Nochevieja" say when only if nothing else does.
    let is_weak = |day: &&Day| matches!(day.how, How::Now | How::Feast);
    let mut days: Vec<Day> = if days.iter().all(|day| is_weak(&day)) {
        days.to_vec()
    } else {
        days.iter().filter(|day| !is_weak(day)).copied().collect()
    };
    within_stretches(&mut days);
    let dated = days.iter().find(|day| !matches!(day.how, How::Weekday(_) | How::Stretch));
    let chosen =
        *dated.or_else(|| days.iter().find(|day| day.how != How::Stretch)).or_else(|| days.first())?;
    if let Some(other) = chosen.other {
        doubts.push(Doubt::Day { chosen: chosen.first, other });
    }
    for day in days.iter().filter(|day| **day != chosen) {
        let is_dated = matches!(chosen.how, How::Date | How::MonthDay(_));
        match day.how {
            // `martes 15 de marzo`: the date counts.
            How::Weekday(named) if is_dated && chosen.first.weekday() == named => {}
            How::Weekday(named) if is_dated => {
                doubts.push(Doubt::Weekday {
                    date: chosen.first,
                    other: nearest(chosen.first, named, day.first),
                });
            }
            How::Date | How::Weekday(_) | How::MonthDay(_) | How::Stretch | How::Now | How::Feast
                if day.first == chosen.first && day.last == chosen.last => {}
            // What lies within several days says which of them.
            How::Stretch if day.first <= chosen.first && chosen.last <= day.last => {}
            How::Date | How::Weekday(_) | How::MonthDay(_) | How::Stretch | How::Now | How::Feast => {
                doubts.push(Doubt::Day { chosen: chosen.first, other: day.first });
            }
        }
    }
    Some(chosen)
}

/// Of "martes 15", where the 15th is no Tuesday, the Tuesday next to it; never before `coming`.
fn nearest(date: Date, named: Weekday, coming: Date) -> Date {
    let after = on_or_after(date, named);
    let before = plus(after, -7).filter(|before| *before >= coming);
    let distance = |other: Date| (other - date).get_days().abs();
    before.filter(|before| distance(*before) < distance(after)).unwrap_or(after)
}

/// "La semana que viene, el viernes" and "el próximo mes, el 5" name one day of several.
fn within_stretches(days: &mut [Day]) {
    let Some(stretch) = days.iter().find(|day| day.how == How::Stretch).copied() else { return };
    for day in days.iter_mut() {
        match day.how {
            How::Weekday(named) => {
                let first = on_or_after(stretch.first, named);
                if first <= stretch.last {
                    let other = plus(first, 7).filter(|other| *other <= stretch.last);
                    *day = Day { first, last: first, other, how: day.how };
                }
            }
            How::MonthDay(number) => {
                let months = [stretch.first, stretch.last];
                let found = months.iter().filter_map(|month| month.with().day(number).build().ok());
                let mut within = found.filter(|date| (stretch.first..=stretch.last).contains(date));
                if let Some(date) = within.next() {
                    *day = Day { first: date, last: date, ..*day };
                }
            }
            How::Date | How::Stretch | How::Now | How::Feast => {}
        }
    }
}

/// Of several days those that do not suit; "menos los martes" is each of them.
pub(super) fn refused(denied: &[Day], first: Date, last: Date) -> Vec<Date> {
    const MOST: usize = 62;
    let is_refused = |date: &Date| {
        denied.iter().any(|day| match day.how {
            How::Weekday(named) => date.weekday() == named,
            How::Date | How::MonthDay(_) | How::Stretch | How::Now | How::Feast => {
                first != last && (day.first..=day.last).contains(date)
            }
        })
    };
    let days =
        std::iter::successors(Some(first), |date| date.tomorrow().ok()).take_while(|date| *date <= last);
    if first == last { Vec::new() } else { days.take(MOST).filter(is_refused).collect() }
}
