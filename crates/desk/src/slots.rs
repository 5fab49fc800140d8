//! Which times are free. Pure: it is told what is open, who works and what is taken.

use jiff::tz::TimeZone;

use super::hours::{Span, common, wall, without};

/// Starts are looked for on this grid, which every offset of a time zone in use keeps to.
pub const CELL: i64 = 5 * 60;

/// Somebody, or a place, that one booking takes at a time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Calendar {
    pub id: String,
    /// When it can be had at all; in order and joined.
    pub open: Vec<Span>,
    pub busy: Vec<Span>,
}

/// What is looked for.
#[derive(Clone, Debug)]
pub struct Search<'a> {
    pub zone: &'a TimeZone,
    /// When the branch is open; in order and joined.
    pub open: &'a [Span],
    /// Who can do it; none if it takes nobody.
    pub staff: Option<&'a [Calendar]>,
    /// Chairs, rooms or tables, of which it takes one; none if there is no such limit.
    pub places: Option<&'a [Calendar]>,
    /// Seconds.
    pub duration: i64,
    /// A start shows a multiple of this many minutes on the clock.
    pub step: u16,
    /// Now and the lead time.
    pub not_before: i64,
}

/// A time that is free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    pub span: Span,
    pub staff: Option<String>,
    pub place: Option<String>,
}

/// Every start at which it is free, once for each of the staff that could do it, in order of time.
pub fn find(search: &Search<'_>) -> Vec<Slot> {
    if search.duration <= 0 {
        return Vec::new();
    }
    let free = |calendar: &Calendar| without(&common(search.open, &calendar.open), &calendar.busy);
    let staff: Option<Vec<(&str, Vec<Span>)>> = search
        .staff
        .map(|staff| staff.iter().map(|calendar| (calendar.id.as_str(), free(calendar))).collect());
    let places: Option<Vec<(&str, Vec<Span>)>> = search
        .places
        .map(|places| places.iter().map(|calendar| (calendar.id.as_str(), free(calendar))).collect());
    let mut found = Vec::new();
    for window in search.open {
        let mut start = up_to_grid(window.start.max(search.not_before));
        while start + search.duration <= window.end {
            let span = Span { start, end: start + search.duration };
            if shows_a_step(start, search) {
                offer(span, staff.as_deref(), places.as_deref(), &mut found);
            }
            start += CELL;
        }
    }
    found
}

fn offer(
    span: Span,
    staff: Option<&[(&str, Vec<Span>)]>,
    places: Option<&[(&str, Vec<Span>)]>,
    found: &mut Vec<Slot>,
) {
    let is_free = |free: &[Span]| {
        let next = free.partition_point(|stretch| stretch.end < span.end);
        free.get(next).is_some_and(|stretch| stretch.covers(span))
    };
    let place = match places {
        None => None,
        Some(places) => match places.iter().find(|(_, free)| is_free(free)) {
            Some((id, _)) => Some((*id).to_owned()),
            None => return,
        },
    };
    match staff {
        None => found.push(Slot { span, staff: None, place }),
        Some(staff) => found.extend(staff.iter().filter(|(_, free)| is_free(free)).map(|(id, _)| Slot {
            span,
            staff: Some((*id).to_owned()),
            place: place.clone(),
        })),
    }
}

fn up_to_grid(second: i64) -> i64 {
    second.div_euclid(CELL) * CELL + if second.rem_euclid(CELL) == 0 { 0 } else { CELL }
}

fn shows_a_step(start: i64, search: &Search<'_>) -> bool {
    let shown = wall(start, search.zone);
    let minutes = i32::from(shown.hour()) * 60 + i32::from(shown.minute());
    minutes % i32::from(search.step.max(1)) == 0
}

/// The free times nearest to a wished one, at most `most` of them and each start once, in order of time.
pub fn nearest(slots: &[Slot], wished: i64, most: usize) -> Vec<Slot> {
    let mut chosen: Vec<&Slot> = Vec::new();
    for slot in slots {
        if chosen.last().is_none_or(|last| last.span.start != slot.span.start) {
            chosen.push(slot);
        }
    }
    chosen.sort_by_key(|slot| (slot.span.start.abs_diff(wished), slot.span.start));
    chosen.truncate(most);
    chosen.sort_by_key(|slot| slot.span.start);
    chosen.into_iter().cloned().collect()
}

#[cfg(test)]
#[path = "slots_tests.rs"]
mod tests;
