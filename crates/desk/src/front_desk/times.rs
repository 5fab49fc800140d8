//! Which times are free: what is in the rows, put before the pure search.

use conserje_store::Tx;
use conserje_store::desk::appointments::{self, Appointment, Slot as Taken};
use conserje_store::desk::blocks::{self, Block};
use jiff::ToSpan;
use jiff::civil::Date;

use super::{DeskError, seconds, timestamp};
use crate::hours::{Span, wall, without};
use crate::model::{Branch, Business, MOST_BUFFER, Service, Staff};
use crate::slots::{self, Calendar, Search};

/// What somebody wants.
#[derive(Clone, Copy, Debug)]
pub struct Wish<'a> {
    pub branch: &'a Branch,
    pub service: Option<&'a Service>,
    pub staff: Option<&'a Staff>,
    pub first: Date,
    pub last: Date,
    /// An appointment that is to be moved does not stand in its own way: what it takes now.
    pub except: Option<&'a Taken>,
    /// The staff know what can be done at once; the lead time is for customers.
    pub is_by_staff: bool,
}

impl Wish<'_> {
    pub fn minutes(&self, business: &Business) -> u16 {
        self.service.map_or(business.booking.default_minutes, |service| service.minutes)
    }

    fn takes_staff(&self, business: &Business) -> bool {
        self.staff.is_some() || self.service.map_or(!business.staff.is_empty(), |service| service.takes_staff)
    }
}

/// The days of a branch on which anything can be booked: from today to the horizon, by its clock.
pub fn bookable(business: &Business, branch: &Branch, now: i64) -> (Date, Date) {
    let today = wall(now, branch.time_zone.zone()).date();
    let last = today.checked_add(i32::from(business.booking.horizon_days).days()).unwrap_or(today);
    (today, last)
}

/// Every free time that fits, in order.
pub fn free(tx: &mut Tx<'_>, business: &Business, wish: &Wish<'_>) -> Result<Vec<slots::Slot>, DeskError> {
    let now = seconds(tx.now());
    let (today, horizon) = bookable(business, wish.branch, now);
    let lead = if wish.is_by_staff { 0 } else { i64::from(business.lead_of(wish.service)) * 60 };
    let wish = Wish { first: wish.first.max(today), last: wish.last.min(horizon), ..*wish };
    fitting(tx, business, &wish, now.saturating_add(lead))
}

/// The same from any moment on, be it over.
pub(crate) fn fitting(
    tx: &mut Tx<'_>,
    business: &Business,
    wish: &Wish<'_>,
    not_before: i64,
) -> Result<Vec<slots::Slot>, DeskError> {
    fitting_steps(tx, business, wish, (not_before, business.booking.step_minutes))
}

/// The same, every so many minutes of the clock.
pub(crate) fn fitting_steps(
    tx: &mut Tx<'_>,
    business: &Business,
    wish: &Wish<'_>,
    (not_before, step): (i64, u16),
) -> Result<Vec<slots::Slot>, DeskError> {
    let (first, last) = (wish.first, wish.last);
    if first > last {
        return Ok(Vec::new());
    }
    let zone = wish.branch.time_zone.zone();
    let open = wish.branch.hours.windows(zone, first, last);
    let (Some(from), Some(to)) = (open.first(), open.last()) else { return Ok(Vec::new()) };
    // What is over may still keep the time after it free, and what is to come the time before it.
    let around = i64::from(MOST_BUFFER) * 60;
    let (from, to) = (from.start.saturating_sub(around), to.end.saturating_add(around));
    let mut taken = appointments::busy(tx, timestamp(from), timestamp(to))?;
    if let Some(own) = wish.except {
        taken.retain(|other| other.slot != *own);
    }
    let taken: Vec<Kept> = taken.into_iter().map(|one| Kept::of(one, business, wish)).collect();
    let blocked = blocks::between(tx, timestamp(from), timestamp(to))?;
    let closed = stretches(&blocked, |block| block.staff.is_none() && block.branch == wish.branch.id);
    let open = without(&open, &closed);
    let staff: Vec<Calendar> = business
        .able(wish.service, wish.branch)
        .filter(|staff| wish.staff.is_none_or(|wanted| wanted.id == staff.id))
        .map(|staff| {
            let is_theirs = |id: Option<&String>| id == Some(&staff.id);
            let mut busy = busy(&taken, |slot| is_theirs(slot.staff.as_ref()));
            busy.extend(stretches(&blocked, |block| is_theirs(block.staff.as_ref())));
            staff.calendar(wish.branch, first, last, busy)
        })
        .collect();
    let places = wish.branch.places.map(|count| places(count, wish.branch, &open, &taken));
    let found = slots::find(&Search {
        zone,
        open: &open,
        staff: wish.takes_staff(business).then_some(&staff),
        places: places.as_deref(),
        duration: i64::from(wish.minutes(business)) * 60,
        step,
        not_before,
    });
    // What the night before leaves open belongs to the day on which it is.
    let is_wished = |slot: &slots::Slot| (first..=last).contains(&wall(slot.span.start, zone).date());
    Ok(found.into_iter().filter(is_wished).collect())
}

/// What is taken, with the time around it that stays free.
struct Kept {
    slot: Taken,
    span: Span,
}

impl Kept {
    /// After it as long as it wants, before it as long as what is wished for does.
    fn of(one: Appointment, business: &Business, wish: &Wish<'_>) -> Self {
        let seconds_of = |service: Option<&Service>| i64::from(business.buffer_of(service)) * 60;
        let own = one.service.as_ref().and_then(|id| business.service(id));
        let span = Span {
            start: seconds(one.slot.starts_at).saturating_sub(seconds_of(wish.service)),
            end: seconds(one.slot.ends_at).saturating_add(seconds_of(own)),
        };
        Self { slot: one.slot, span }
    }
}

fn busy(taken: &[Kept], is_theirs: impl Fn(&Taken) -> bool) -> Vec<Span> {
    taken.iter().filter(|kept| is_theirs(&kept.slot)).map(|kept| kept.span).collect()
}

fn stretches(blocked: &[Block], is_theirs: impl Fn(&Block) -> bool) -> Vec<Span> {
    let span = |block: &Block| Span { start: seconds(block.starts_at), end: seconds(block.ends_at) };
    blocked.iter().filter(|block| is_theirs(block)).map(span).collect()
}

fn places(count: u16, branch: &Branch, open: &[Span], taken: &[Kept]) -> Vec<Calendar> {
    let of = |number: u16| {
        let id = number.to_string();
        let busy = busy(taken, |slot| slot.branch == branch.id && slot.place.as_ref() == Some(&id));
        Calendar { id, open: open.to_vec(), busy }
    };
    (1..=count).map(of).collect()
}

/// A free time as it is taken.
pub fn taking(branch: &Branch, slot: &slots::Slot) -> Taken {
    Taken {
        branch: branch.id.clone(),
        staff: slot.staff.clone(),
        place: slot.place.clone(),
        starts_at: timestamp(slot.span.start),
        ends_at: timestamp(slot.span.end),
    }
}

/// Those nearest to a moment that was wished for, each start once; sooner or later as there are any.
pub fn nearest(
    tx: &mut Tx<'_>,
    business: &Business,
    wish: &Wish<'_>,
    wished: i64,
    most: usize,
) -> Result<Vec<slots::Slot>, DeskError> {
    let (today, horizon) = bookable(business, wish.branch, seconds(tx.now()));
    let around = |before: i32, after: i32| {
        let first = wish.first.checked_sub(before.days()).unwrap_or(today).clamp(today, horizon);
        let last = wish.last.checked_add(after.days()).unwrap_or(horizon).clamp(today, horizon);
        Wish { first, last, ..*wish }
    };
    for (before, after) in [(2, 5), (366, 366)] {
        let found = free(tx, business, &around(before, after))?;
        if !found.is_empty() {
            return Ok(slots::nearest(&found, wished, most));
        }
    }
    Ok(Vec::new())
}
