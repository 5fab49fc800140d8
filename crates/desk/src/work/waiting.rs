//! Who waits for a time that is not free.
//!
//! Whether one has become free follows from what is free now, however it did: an
//! appointment was cancelled or moved, by whom ever, a block was removed, somebody works more. So nothing has to be marked,
//! and nothing that is marked is wrong.

use conserje_kernel::{CustomerId, DayPart, DeskChangeKind, Scope, WaitingId, WeekDay};
use conserje_store::Tx;
use conserje_store::desk::customers::{self, Customer};
use conserje_store::desk::waiting::{self as rows, NewWaiting, Waiting};
use jiff::ToSpan;
use jiff::civil::{Date, DateTime, Weekday};
use serde::{Deserialize, Serialize};

use super::appointments::{At, Booking, Entry, Whom};
use super::{Act, FreeTime, WorkError, known, note};
use crate::front_desk::times::{Wish, bookable, free};
use crate::front_desk::{DeskError, FrontDesk, Visit, seconds};
use crate::hours::wall;
use crate::model::{Branch, Business};
use crate::spoken::Part;

/// Nobody waits longer than that.
const MOST_DAYS: i32 = 366;

/// What somebody waits for.
#[derive(Clone, Debug)]
pub struct NewWait {
    pub customer: Whom,
    pub service: Option<String>,
    /// Any, if none is named.
    pub branch: Option<String>,
    /// Whoever is free, if nobody is named.
    pub staff: Option<String>,
    /// Today, if nothing is said.
    pub first: Option<Date>,
    pub last: Date,
    pub suits: Suits,
    pub notes: Option<String>,
}

/// When it would suit them: any day of the week, or any hour, where none is named.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suits {
    #[serde(default)]
    pub weekdays: Vec<WeekDay>,
    #[serde(default)]
    pub parts: Vec<DayPart>,
}

/// Somebody who waits, and what they could have now.
#[derive(Clone, Debug)]
pub struct Wait {
    pub waiting: Waiting,
    pub suits: Suits,
    pub customer: Option<Customer>,
    /// The first time that fits, if there is one.
    pub free: Option<FreeTime>,
}

/// What somebody who waits gets.
#[derive(Clone, Debug)]
pub struct Chosen {
    pub branch: String,
    pub staff: Option<String>,
    pub at: DateTime,
}

impl Suits {
    /// Whether something that begins then would do.
    fn takes(&self, at: DateTime) -> bool {
        let minute = i32::from(at.hour()) * 60 + i32::from(at.minute());
        let is_in = |part: &DayPart| {
            let (first, last) = match part {
                DayPart::Morning => Part::Morning.minutes(),
                DayPart::Afternoon => Part::Afternoon.minutes(),
                DayPart::Evening => Part::Evening.minutes(),
            };
            (i32::from(first)..i32::from(last)).contains(&minute)
        };
        (self.weekdays.is_empty() || self.weekdays.contains(&day_of(at.weekday())))
            && (self.parts.is_empty() || self.parts.iter().any(is_in))
    }
}

fn day_of(day: Weekday) -> WeekDay {
    match day {
        Weekday::Monday => WeekDay::Mon,
        Weekday::Tuesday => WeekDay::Tue,
        Weekday::Wednesday => WeekDay::Wed,
        Weekday::Thursday => WeekDay::Thu,
        Weekday::Friday => WeekDay::Fri,
        Weekday::Saturday => WeekDay::Sat,
        Weekday::Sunday => WeekDay::Sun,
    }
}

impl FrontDesk {
    /// Who waits, whoever asked first, each with the first time that they could have now.
    pub async fn waiting(&self, scope: &Scope) -> Result<(Business, Vec<Wait>), WorkError> {
        self.ask(scope, |visit| {
            let today = today(&visit.business, visit.now());
            let found = rows::list(visit.tx, &today.to_string())?;
            let waits = found.into_iter().map(|waiting| wait(visit, waiting)).collect::<Result<_, _>>()?;
            Ok((visit.business.clone(), waits))
        })
        .await
    }

    /// Puts somebody on the list.
    pub async fn put_on_list(
        &self,
        scope: &Scope,
        act: Act,
        new: NewWait,
    ) -> Result<(Business, Wait), WorkError> {
        let business = self.business(scope).await?;
        let now = seconds(self.store().clock().now());
        let (days, notes) = (checked(&business, &new, now)?, note(new.notes.clone())?);
        let made = self
            .try_to(scope, move |tx| {
                if let Some(before) = rows::by_key(tx, &act.key)? {
                    return Ok(before);
                }
                new.customer.check(tx)?;
                let customer = new.customer.id(tx, &act)?;
                add(tx, &act, &new, (customer, days, notes))
            })
            .await?;
        self.ask(scope, move |visit| Ok((visit.business.clone(), wait(visit, made)?))).await
    }

    /// Takes somebody off the list who does not wait any more.
    pub async fn take_off_list(&self, scope: &Scope, act: Act, id: WaitingId) -> Result<(), WorkError> {
        self.try_to(scope, move |tx| {
            if rows::find(tx, id)?.is_none() {
                return Err(WorkError::NotFound { what: "waiting list entry" });
            }
            if rows::take_off(tx, id)? {
                act.record(tx, DeskChangeKind::Unlisted, id.to_string(), None)?;
            }
            Ok(())
        })
        .await
    }

    /// Books what somebody waited for, and takes them off the list.
    pub async fn serve(
        &self,
        scope: &Scope,
        act: Act,
        id: WaitingId,
        chosen: Chosen,
    ) -> Result<(Business, Entry), WorkError> {
        let found = self.ask(scope, move |visit| {
            rows::find(visit.tx, id)?.ok_or(WorkError::NotFound { what: "waiting list entry" })
        });
        let waiting = found.await?;
        let booking = Booking {
            customer: Whom::Known(waiting.customer),
            service: waiting.service,
            branch: chosen.branch,
            staff: chosen.staff,
            at: At::Clock(chosen.at),
            notes: waiting.notes,
            serves: Some(id),
        };
        self.book_by_hand(scope, act, booking).await
    }
}

fn add(
    tx: &mut Tx<'_>,
    act: &Act,
    new: &NewWait,
    (customer, (first, last), notes): (CustomerId, (Date, Date), Option<String>),
) -> Result<Waiting, WorkError> {
    let facts = serde_json::to_string(&new.suits)
        .map_err(|error| WorkError::Invalid { problem: error.to_string() })?;
    let row = NewWaiting {
        customer,
        service: new.service.clone(),
        branch: new.branch.clone(),
        staff: new.staff.clone(),
        first_day: first.to_string(),
        last_day: last.to_string(),
        facts,
        notes,
        key: act.key.clone(),
        trace: act.trace.clone(),
    };
    let made = rows::add(tx, &row)?.ok_or(WorkError::NotFound { what: "waiting list entry" })?;
    act.record(tx, DeskChangeKind::Listed, made.id.to_string(), None)?;
    Ok(made)
}

/// The day that it is where the business is first.
fn today(business: &Business, now: i64) -> Date {
    let zone = business.branches.first().map(|branch| branch.time_zone.zone().clone());
    wall(now, &zone.unwrap_or(jiff::tz::TimeZone::UTC)).date()
}

/// From which day to which, if all that it names is there.
fn checked(business: &Business, new: &NewWait, now: i64) -> Result<(Date, Date), WorkError> {
    let invalid = |problem: &str| WorkError::Invalid { problem: problem.to_owned() };
    if let Some(id) = &new.service {
        known(business.service(id), "service", id)?;
    }
    if let Some(id) = &new.branch {
        known(business.branch(id), "branch", id)?;
    }
    if let Some(id) = &new.staff {
        known(business.member(id), "person", id)?;
    }
    let today = today(business, now);
    let first = new.first.unwrap_or(today);
    if new.last < today {
        return Err(invalid("`until` is over; say a day to come"));
    }
    if new.last < first {
        return Err(invalid("`until` is before `from`"));
    }
    if new.last > today.checked_add(MOST_DAYS.days()).unwrap_or(today) {
        return Err(invalid("`until` is more than a year away"));
    }
    Ok((first, new.last))
}

fn wait(visit: &mut Visit<'_, '_>, waiting: Waiting) -> Result<Wait, DeskError> {
    // What another version wrote more of is read as far as this one knows it.
    let suits: Suits = serde_json::from_str(&waiting.facts).unwrap_or_else(|error| {
        tracing::warn!("What suits {} cannot be read: {error}", waiting.id);
        Suits::default()
    });
    let customer = customers::find(visit.tx, waiting.customer)?;
    let free = if waiting.is_on_the_list() { first_free(visit, &waiting, &suits)? } else { None };
    Ok(Wait { waiting, suits, customer, free })
}

/// The first time that fits, wherever that is; none where what they wait for is not offered any more.
fn first_free(
    visit: &mut Visit<'_, '_>,
    waiting: &Waiting,
    suits: &Suits,
) -> Result<Option<FreeTime>, DeskError> {
    let (business, now) = (visit.business.clone(), visit.now());
    let (Ok(first), Ok(last)) = (waiting.first_day.parse::<Date>(), waiting.last_day.parse::<Date>()) else {
        return Ok(None);
    };
    let service = waiting.service.as_ref().map(|id| business.service(id));
    let staff = waiting.staff.as_ref().map(|id| business.member(id));
    if service.is_some_and(|found| found.is_none()) || staff.is_some_and(|found| found.is_none()) {
        return Ok(None);
    }
    let is_wanted = |branch: &&Branch| waiting.branch.as_ref().is_none_or(|id| *id == branch.id);
    let mut found: Option<FreeTime> = None;
    for branch in business.branches.iter().filter(is_wanted) {
        let (today, horizon) = bookable(&business, branch, now);
        let wish = Wish {
            branch,
            service: service.flatten(),
            staff: staff.flatten(),
            first: first.max(today),
            last: last.min(horizon),
            except: None,
            is_by_staff: true,
        };
        let zone = branch.time_zone.zone();
        let slots = free(visit.tx, &business, &wish)?;
        let slot = slots.into_iter().find(|slot| suits.takes(wall(slot.span.start, zone)));
        let is_sooner = |slot: &crate::slots::Slot| {
            found.as_ref().is_none_or(|found| slot.span.start < found.slot.span.start)
        };
        if let Some(slot) = slot.filter(is_sooner) {
            found = Some(FreeTime { branch: branch.id.clone(), slot });
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_suits_on_these_days_and_at_these_hours_or_whenever() {
        let at = |day, hour| jiff::civil::date(2026, 11, day).at(hour, 30, 0, 0);
        assert!(Suits::default().takes(at(18, 3)));
        let suits = Suits { weekdays: vec![WeekDay::Wed], parts: vec![DayPart::Morning, DayPart::Evening] };
        assert!(suits.takes(at(18, 12)) && suits.takes(at(18, 18)), "a Wednesday");
        assert!(!suits.takes(at(18, 13)) && !suits.takes(at(19, 12)));
    }
}
