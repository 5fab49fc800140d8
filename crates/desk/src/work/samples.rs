//! A calendar to try things with: invented people, with appointments on days that are over and days to come.
//!
//! Which times can be had is found as for everybody else, and they are taken by the same constraint; only that a time is
//! over does not stand in the way.

use std::ops::RangeInclusive;

use conserje_kernel::{AppointmentId, AppointmentStatus, CustomerId, DeskChangeKind, Scope};
use conserje_store::Tx;
use conserje_store::desk::appointments::{self as rows, Booked, NewAppointment};
use conserje_store::desk::customers::{self, Contact};
use jiff::ToSpan;
use jiff::civil::{Date, Weekday};

use super::Act;
use crate::front_desk::times::{Wish, fitting, taking};
use crate::front_desk::{DeskError, FrontDesk, complete, seconds};
use crate::hours::wall;
use crate::model::{Branch, Business, Service};

/// How many appointments a day has.
const A_DAY: RangeInclusive<u64> = 4..=7;
/// Days that are over, and working days to come, that have any.
const DAYS_OVER: i32 = 4;
const DAYS_TO_COME: usize = 10;
/// Holidays and all, the last working day to come is found by then.
const FARTHEST: i32 = 40;

/// Whom and what the calendar is filled with.
#[derive(Clone, Copy, Debug)]
pub struct Samples {
    /// Ids of services; what is booked more often is there more often. One that the business does not have is passed over.
    pub services: &'static [&'static str],
    /// Names and telephone numbers. More than a day has appointments, so that nobody comes twice on one.
    pub people: &'static [(&'static str, &'static str)],
    /// What is noted here and there.
    pub notes: &'static [&'static str],
}

impl FrontDesk {
    /// Fills the calendar of a business that nobody has used yet; how many appointments were made. Which ones follows from
    /// the date alone.
    pub async fn fill_with_samples(
        &self,
        scope: &Scope,
        act: Act,
        samples: Samples,
    ) -> Result<usize, DeskError> {
        let business = self.business(scope).await?;
        let Some(first) = business.branches.first() else { return Ok(0) };
        let now = seconds(self.store().clock().now());
        let days = days(&business, wall(now, first.time_zone.zone()).date());
        let trace = act.trace.clone();
        let people = self
            .act(scope, move |tx| {
                let make = |&(name, phone): &(&str, &str)| {
                    let contact =
                        Contact { name: Some(name.to_owned()), email: None, phone: Some(phone.to_owned()) };
                    customers::create(tx, &contact, &trace).map(|made| made.id)
                };
                Ok(samples.people.iter().map(make).collect::<Result<Vec<CustomerId>, _>>()?)
            })
            .await?;
        let mut made = 0;
        // A day at a time, so that nobody else waits for long.
        for (place, date) in (0_usize..).zip(days) {
            let (business, people, act) = (business.clone(), people.clone(), act.clone());
            made += self
                .act(scope, move |tx| {
                    let day = Day { business: &business, samples, date, now, act: &act };
                    day.fill(tx, &people, place)
                })
                .await?;
        }
        Ok(made)
    }
}

/// The days that get appointments: those on which a branch is open.
fn days(business: &Business, today: Date) -> Vec<Date> {
    let is_open = |date: &Date| {
        let open = |branch: &Branch| !branch.hours.windows(branch.time_zone.zone(), *date, *date).is_empty();
        business.branches.iter().any(open)
    };
    let (mut found, mut to_come) = (Vec::new(), 0);
    for offset in -DAYS_OVER..FARTHEST {
        let Ok(date) = today.checked_add(offset.days()) else { break };
        if !is_open(&date) {
            continue;
        }
        found.push(date);
        let is_weekend = matches!(date.weekday(), Weekday::Saturday | Weekday::Sunday);
        to_come += usize::from(date > today && !is_weekend);
        if to_come == DAYS_TO_COME {
            break;
        }
    }
    found
}

struct Day<'a> {
    business: &'a Business,
    samples: Samples,
    date: Date,
    now: i64,
    act: &'a Act,
}

impl Day<'_> {
    fn fill(&self, tx: &mut Tx<'_>, people: &[CustomerId], place: usize) -> Result<usize, DeskError> {
        let day =
            u64::try_from(self.date.at(0, 0, 0, 0).duration_since(Date::ZERO.at(0, 0, 0, 0)).as_hours())
                .unwrap_or_default();
        let span = A_DAY.end() - A_DAY.start() + 1;
        let count = A_DAY.start() + scattered(day) % span;
        let mut made = 0;
        for number in 0..count {
            let chance = scattered(day.wrapping_mul(31).wrapping_add(number));
            let turn = place * usize::try_from(*A_DAY.end()).unwrap_or_default() + made;
            let Some(&customer) = people.get(turn % people.len().max(1)) else { break };
            if let Some((id, ends)) = self.book(tx, customer, number, chance)? {
                made += 1;
                if ends <= self.now {
                    self.end(tx, id, chance)?;
                }
            }
        }
        Ok(made)
    }

    /// Something at some time of the day, if there is any left.
    fn book(
        &self,
        tx: &mut Tx<'_>,
        customer: CustomerId,
        number: u64,
        chance: u64,
    ) -> Result<Option<(AppointmentId, i64)>, DeskError> {
        let midnight = self.date.at(0, 0, 0, 0);
        let services: Vec<&Service> =
            self.samples.services.iter().filter_map(|id| self.business.service(id)).collect();
        for service in from(&services, chance) {
            for branch in from(&self.business.branches, chance >> 8) {
                let zone = branch.time_zone.zone();
                let begins = zone.to_timestamp(midnight).map_or(self.now, jiff::Timestamp::as_second);
                let wish = Wish {
                    branch,
                    service: Some(service),
                    staff: None,
                    first: self.date,
                    last: self.date,
                    except: None,
                    is_by_staff: true,
                };
                let found = fitting(tx, self.business, &wish, begins)?;
                let Some(slot) = from(&found, chance >> 16).next() else { continue };
                let new = NewAppointment {
                    customer,
                    for_name: None,
                    service: Some(service.id.clone()),
                    slot: taking(branch, slot),
                    notes: self.note(chance >> 24),
                    key: self.key(number),
                    trace: self.act.trace.clone(),
                };
                if let Booked::Made(made) = rows::book(tx, &new)? {
                    let act = Act { key: new.key, ..self.act.clone() };
                    act.record(tx, DeskChangeKind::Booked, made.id.to_string(), None)?;
                    return Ok(Some((made.id, slot.span.end)));
                }
                return Ok(None);
            }
        }
        Ok(None)
    }

    fn key(&self, number: u64) -> String {
        format!("{}_{}_{number}", self.act.key, self.date)
    }

    /// One in four has a note.
    fn note(&self, chance: u64) -> Option<String> {
        let notes = self.samples.notes;
        (chance.is_multiple_of(4))
            .then(|| from(notes, chance >> 2).next())
            .flatten()
            .map(|&note| note.to_owned())
    }

    /// What became of one that is over: most took place, a few did not.
    fn end(&self, tx: &mut Tx<'_>, id: AppointmentId, chance: u64) -> Result<(), DeskError> {
        let act = Act { key: format!("{}_end_{id}", self.act.key), ..self.act.clone() };
        let (status, kind) = match chance % 11 {
            0 => (AppointmentStatus::NoShow, DeskChangeKind::NoShow),
            1 => (AppointmentStatus::Cancelled, DeskChangeKind::Cancelled),
            _ => {
                complete(tx, id, act)?;
                return Ok(());
            }
        };
        rows::end(tx, id, status)?;
        act.record(tx, kind, id.to_string(), None)?;
        Ok(())
    }
}

/// All of them, beginning at one that a number names.
fn from<T>(all: &[T], number: u64) -> impl Iterator<Item = &T> {
    let count = u64::try_from(all.len()).unwrap_or(1).max(1);
    let first = usize::try_from(number % count).unwrap_or_default();
    all.iter().cycle().skip(first).take(all.len())
}

/// A number that looks like chance and is always the same (splitmix64).
fn scattered(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}
