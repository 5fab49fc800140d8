//! When branches are open and people work, by the clock on the wall: what a calendar shades.

use jiff::ToSpan;
use jiff::civil::Date;

use crate::hours::{Span, common, wall};
use crate::model::{Branch, Business, Staff};

/// From one minute of a day to another; the end of the day is 1440.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Minutes {
    pub from: u16,
    pub to: u16,
}

/// One day of one branch.
#[derive(Clone, Debug)]
pub struct Day<'b> {
    pub branch: &'b Branch,
    pub date: Date,
    pub open: Vec<Minutes>,
    /// Who works there, and when.
    pub works: Vec<(&'b Staff, Vec<Minutes>)>,
}

/// Every day of every branch from one day to another.
pub fn days(business: &Business, first: Date, last: Date) -> Vec<Day<'_>> {
    let mut found = Vec::new();
    let mut date = first;
    while date <= last {
        found.extend(business.branches.iter().map(|branch| day(business, branch, date)));
        let Ok(next) = date.tomorrow() else { break };
        date = next;
    }
    found
}

fn day<'b>(business: &'b Business, branch: &'b Branch, date: Date) -> Day<'b> {
    let zone = branch.time_zone.zone();
    let midnight =
        |date: Date| date.to_zoned(zone.clone()).map_or(0, |moment| moment.timestamp().as_second());
    let whole = Span { start: midnight(date), end: midnight(date.checked_add(1.day()).unwrap_or(date)) };
    let open = branch.hours.windows(zone, date, date);
    let minutes =
        |spans: &[Span]| common(spans, &[whole]).into_iter().map(|span| shown(span, whole, branch)).collect();
    let here = business.staff.iter().filter(|staff| staff.branches.contains(&branch.id));
    let works = here.map(|staff| {
        let works = staff.calendar(branch, date, date, Vec::new()).open;
        (staff, minutes(&common(&works, &open)))
    });
    Day { branch, date, open: minutes(&open), works: works.collect() }
}

/// By the clock on the wall.
fn shown(span: Span, day: Span, branch: &Branch) -> Minutes {
    let minute = |second: i64| {
        let shown = wall(second, branch.time_zone.zone());
        u16::try_from(i32::from(shown.hour()) * 60 + i32::from(shown.minute())).unwrap_or_default()
    };
    Minutes { from: minute(span.start), to: if span.end >= day.end { 24 * 60 } else { minute(span.end) } }
}
