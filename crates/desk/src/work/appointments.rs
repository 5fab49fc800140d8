//! Appointments as the staff see and change them.

use conserje_kernel::{AppointmentId, AppointmentStatus, CustomerId, DeskChangeKind, Scope};
use conserje_store::Tx;
use conserje_store::desk::appointments::{self as rows, Appointment, Booked, Changed, NewAppointment, Slot};
use conserje_store::desk::changes::{self, Record};
use conserje_store::desk::customers::{self, Contact, Customer};
use conserje_store::desk::reminders::{self, Reminder};
use jiff::ToSpan;
use jiff::civil::{Date, DateTime};

use super::notices::{self, Told};
use super::{Act, FreeTime, WorkError, known};
use crate::front_desk::times::{Wish, free, nearest, taking};
use crate::front_desk::{DeskError, FrontDesk, Visit, seconds, slot_was, timestamp};
use crate::hours::wall;
use crate::in_words::why_not;
use crate::model::{Branch, Business};

/// How many other times are offered instead of one that is not free.
const OFFERED: usize = 5;
/// Somebody else was first: how often what is free then is tried.
const ATTEMPTS: usize = 4;
/// The longest stretch of a calendar that is looked at.
const MOST_DAYS: i32 = 62;

/// An appointment and whose it is.
#[derive(Clone, Debug)]
pub struct Entry {
    pub appointment: Appointment,
    pub customer: Option<Customer>,
    /// What was said, or left out, of its hour as it is now.
    pub reminders: Vec<Reminder>,
}

/// Which appointments are looked for.
#[derive(Clone, Debug)]
pub struct Days {
    pub first: Date,
    pub last: Date,
    pub branch: Option<String>,
    pub staff: Option<String>,
}

/// What is to be booked.
#[derive(Clone, Debug)]
pub struct Booking {
    pub customer: Whom,
    pub service: Option<String>,
    pub branch: String,
    pub staff: Option<String>,
    /// By the branch's clock.
    pub at: DateTime,
    pub notes: Option<String>,
}

#[derive(Clone, Debug)]
pub enum Whom {
    Known(CustomerId),
    New(Contact),
}

/// Where an appointment goes; what is not said stays as it is.
#[derive(Clone, Debug)]
pub struct Destination {
    pub at: DateTime,
    pub branch: Option<String>,
    pub staff: Option<String>,
}

/// What a free time is wanted for.
#[derive(Clone, Debug)]
pub struct Question {
    pub first: Date,
    pub last: Date,
    pub branch: Option<String>,
    pub service: Option<String>,
    pub staff: Option<String>,
    /// An appointment that is to be moved does not stand in its own way.
    pub moving: Option<AppointmentId>,
}

/// How an appointment ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    Cancelled,
    NoShow,
}

impl Days {
    /// Whether it is a stretch that can be looked at.
    pub fn check(&self) -> Result<(), WorkError> {
        let longest = self.first.checked_add(MOST_DAYS.days()).unwrap_or(self.first);
        if self.last < self.first || self.last > longest {
            let problem = format!("`from` to `to` is no stretch of days; use at most {MOST_DAYS}");
            return Err(WorkError::Invalid { problem });
        }
        Ok(())
    }
}

impl FrontDesk {
    /// What begins on these days, by each branch's own clock.
    pub async fn appointments(&self, scope: &Scope, days: Days) -> Result<(Business, Vec<Entry>), WorkError> {
        days.check()?;
        self.ask(scope, move |visit| {
            // Wide enough for every time zone; what is too much goes below.
            let start = days.first.checked_sub(1.day()).unwrap_or(days.first);
            let end = days.last.checked_add(2.days()).unwrap_or(days.last);
            let utc = |date: Date| {
                jiff::tz::TimeZone::UTC
                    .to_timestamp(date.at(0, 0, 0, 0))
                    .map_or(0, jiff::Timestamp::as_second)
            };
            let found = rows::between(visit.tx, timestamp(utc(start)), timestamp(utc(end)))?;
            let is_wanted = |found: &Appointment| {
                let branch = visit.business.branch(&found.slot.branch);
                let date =
                    branch.map(|branch| wall(seconds(found.slot.starts_at), branch.time_zone.zone()).date());
                date.is_none_or(|date| (days.first..=days.last).contains(&date))
                    && days.branch.as_ref().is_none_or(|id| found.slot.branch == *id)
                    && days.staff.as_ref().is_none_or(|id| found.slot.staff.as_ref() == Some(id))
            };
            let found: Vec<Appointment> = found.into_iter().filter(is_wanted).collect();
            let entries = found.into_iter().map(|found| entry(visit.tx, found)).collect::<Result<_, _>>()?;
            Ok((visit.business.clone(), entries))
        })
        .await
    }

    /// One of them, with all that happened to it.
    pub async fn appointment(
        &self,
        scope: &Scope,
        id: AppointmentId,
    ) -> Result<(Business, Entry, Vec<Record>), WorkError> {
        self.ask(scope, move |visit| {
            let found = rows::find(visit.tx, id)?.ok_or(WorkError::NotFound { what: "appointment" })?;
            let history = changes::of_subject(visit.tx, &id.to_string())?;
            Ok((visit.business.clone(), entry(visit.tx, found)?, history))
        })
        .await
    }

    /// When something could be had, once for each who could do it.
    pub async fn free_times(
        &self,
        scope: &Scope,
        question: Question,
    ) -> Result<(Business, Vec<FreeTime>), WorkError> {
        let Question { first, last, .. } = question;
        Days { first, last, branch: None, staff: None }.check()?;
        self.ask(scope, move |visit| {
            let moved = question.moving.map(|id| rows::find(visit.tx, id)).transpose()?.flatten();
            let business = visit.business.clone();
            let service = question.service.as_ref().map(|id| known(business.service(id), "service", id));
            let staff = question.staff.as_ref().map(|id| known(business.member(id), "person", id));
            let (service, staff) = (service.transpose()?, staff.transpose()?);
            let branches: Vec<&Branch> = match &question.branch {
                Some(id) => vec![known(business.branch(id), "branch", id)?],
                None => business.branches.iter().collect(),
            };
            let mut found = Vec::new();
            for branch in branches {
                let except = moved.as_ref().map(|moved| &moved.slot);
                let wish = Wish { branch, service, staff, first, last, except, is_by_staff: true };
                let of = |slot| FreeTime { branch: branch.id.clone(), slot };
                found.extend(free(visit.tx, &business, &wish)?.into_iter().map(of));
            }
            found.sort_by_key(|time| time.slot.span.start);
            Ok((business, found))
        })
        .await
    }

    /// Books for a customer who called, wrote or stands at the counter.
    pub async fn book_by_hand(
        &self,
        scope: &Scope,
        act: Act,
        booking: Booking,
    ) -> Result<(Business, Entry), WorkError> {
        for _ in 0..ATTEMPTS {
            let (asked, key) = (booking.clone(), act.clone());
            let planned = self.ask(scope, move |visit| {
                if rows::by_key(visit.tx, &key.key)?.is_some() {
                    return Ok(Vec::new());
                }
                if let Whom::Known(id) = asked.customer
                    && customers::find(visit.tx, id)?.is_none()
                {
                    return Err(WorkError::NotFound { what: "customer" });
                }
                plan_booking(visit, &asked, &key)
            });
            let slots = planned.await?;
            let (asked, key) = (booking.clone(), act.clone());
            if let Some(made) = self.act(scope, move |tx| book(tx, &key, &asked, &slots)).await? {
                return self.with_business(scope, made).await;
            }
        }
        Err(WorkError::NotFree { why: busy(&act), nearest: Vec::new() })
    }

    /// Moves one that is to come. Its customer is told, if there is a conversation with them.
    pub async fn move_by_hand(
        &self,
        scope: &Scope,
        act: Act,
        id: AppointmentId,
        to: Destination,
    ) -> Result<(Business, Entry), WorkError> {
        for _ in 0..ATTEMPTS {
            let (wanted, key) = (to.clone(), act.clone());
            let planned = self.ask(scope, move |visit| {
                let found = rows::find(visit.tx, id)?.ok_or(WorkError::NotFound { what: "appointment" })?;
                if changes::find(visit.tx, &key.key)?.is_some() {
                    return Ok((found, Vec::new()));
                }
                let slots = plan_move(visit, &found, &wanted, &key)?;
                Ok((found, slots))
            });
            let (found, slots) = planned.await?;
            if slots.is_empty() {
                return self.with_business(scope, found).await;
            }
            let key = act.clone();
            match self.act(scope, move |tx| shift(tx, &key, &found, &slots)).await? {
                Changed::Done(moved) => return self.with_business(scope, *moved).await,
                Changed::NotToCome => return Err(over()),
                Changed::Taken => {}
            }
        }
        Err(WorkError::NotFree { why: busy(&act), nearest: Vec::new() })
    }

    /// Ends one that is to come without its taking place. Who cancels tells the customer.
    pub async fn end_by_hand(
        &self,
        scope: &Scope,
        act: Act,
        id: AppointmentId,
        ending: Ending,
    ) -> Result<(Business, Entry), WorkError> {
        let changed = self
            .act(scope, move |tx| {
                let Some(before) = rows::find(tx, id)? else { return Ok(None) };
                let (status, kind) = match ending {
                    Ending::Cancelled => (AppointmentStatus::Cancelled, DeskChangeKind::Cancelled),
                    Ending::NoShow => (AppointmentStatus::NoShow, DeskChangeKind::NoShow),
                };
                if before.status == status {
                    return Ok(Some(Changed::Done(Box::new(before))));
                }
                let changed = rows::end(tx, id, status)?;
                if let Changed::Done(ended) = &changed {
                    act.record(tx, kind, id.to_string(), None)?;
                    if ending == Ending::Cancelled {
                        notices::tell(tx, ended, &Told::Cancelled)?;
                    }
                }
                Ok(Some(changed))
            })
            .await?;
        self.changed(scope, changed).await
    }

    /// As it is now, if there is one and it could be changed.
    pub(super) async fn changed(
        &self,
        scope: &Scope,
        changed: Option<Changed>,
    ) -> Result<(Business, Entry), WorkError> {
        match changed {
            None => Err(WorkError::NotFound { what: "appointment" }),
            Some(Changed::Done(found)) => self.with_business(scope, *found).await,
            Some(Changed::NotToCome | Changed::Taken) => Err(over()),
        }
    }

    async fn with_business(&self, scope: &Scope, found: Appointment) -> Result<(Business, Entry), WorkError> {
        self.ask(scope, move |visit| Ok((visit.business.clone(), entry(visit.tx, found)?))).await
    }
}

fn over() -> WorkError {
    WorkError::NotNow {
        problem: "the appointment is not to come any more; look at it as it is now".to_owned(),
    }
}

fn busy(act: &Act) -> String {
    match act.language {
        conserje_kernel::Language::Es => "Hay muchas reservas a la vez en ese horario; inténtelo otra vez.",
        conserje_kernel::Language::En => "Many are booking that time at once; try again.",
    }
    .to_owned()
}

pub(super) fn entry(tx: &mut Tx<'_>, appointment: Appointment) -> Result<Entry, DeskError> {
    let customer = customers::find(tx, appointment.customer)?;
    let mut reminders = reminders::of_appointment(tx, appointment.id)?;
    reminders.retain(|reminder| reminder.starts_at == appointment.slot.starts_at);
    Ok(Entry { appointment, customer, reminders })
}

fn plan_booking(visit: &mut Visit<'_, '_>, booking: &Booking, act: &Act) -> Result<Vec<Slot>, WorkError> {
    let business = visit.business.clone();
    let branch = known(business.branch(&booking.branch), "branch", &booking.branch)?;
    let service =
        booking.service.as_ref().map(|id| known(business.service(id), "service", id)).transpose()?;
    let staff = booking.staff.as_ref().map(|id| known(business.member(id), "person", id)).transpose()?;
    let date = booking.at.date();
    let wish = Wish { branch, service, staff, first: date, last: date, except: None, is_by_staff: true };
    at(visit.tx, &business, &wish, booking.at, act)
}

fn plan_move(
    visit: &mut Visit<'_, '_>,
    found: &Appointment,
    to: &Destination,
    act: &Act,
) -> Result<Vec<Slot>, WorkError> {
    if !found.status.is_to_come() {
        return Err(over());
    }
    let business = visit.business.clone();
    let branch_id = to.branch.as_ref().unwrap_or(&found.slot.branch);
    let branch = known(business.branch(branch_id), "branch", branch_id)?;
    let service = found.service.as_ref().and_then(|id| business.service(id));
    let staff = match &to.staff {
        Some(id) => Some(known(business.member(id), "person", id)?),
        None => found.slot.staff.as_ref().and_then(|id| business.member(id)),
    };
    let date = to.at.date();
    let except = Some(&found.slot);
    let wish = Wish { branch, service, staff, first: date, last: date, except, is_by_staff: true };
    at(visit.tx, &business, &wish, to.at, act)
}

/// What can be taken at just this hour of the branch's clock; or why nothing can, and what could be had instead.
fn at(
    tx: &mut Tx<'_>,
    business: &Business,
    wish: &Wish<'_>,
    at: DateTime,
    act: &Act,
) -> Result<Vec<Slot>, WorkError> {
    let zone = wish.branch.time_zone.zone();
    let mut found = free(tx, business, wish)?;
    found.retain(|slot| wall(slot.span.start, zone) == at);
    // An hour that the clock shows twice: the first of them.
    if let Some(start) = found.first().map(|slot| slot.span.start) {
        let first = found.iter().filter(|slot| slot.span.start == start);
        return Ok(first.map(|slot| taking(wish.branch, slot)).collect());
    }
    let now = seconds(tx.now());
    let wished = zone.to_timestamp(at).map_or(now, jiff::Timestamp::as_second);
    let near = nearest(tx, business, wish, wished, OFFERED)?;
    let of = |slot| FreeTime { branch: wish.branch.id.clone(), slot };
    let why = why_not(business, wish, at, now, act.language);
    Err(WorkError::NotFree { why, nearest: near.into_iter().map(of).collect() })
}

/// Takes the first of these that is still free.
fn book(
    tx: &mut Tx<'_>,
    act: &Act,
    booking: &Booking,
    slots: &[Slot],
) -> Result<Option<Appointment>, DeskError> {
    if let Some(before) = rows::by_key(tx, &act.key)? {
        return Ok(Some(before));
    }
    let customer = match &booking.customer {
        Whom::Known(id) => *id,
        Whom::New(contact) => customers::create(tx, contact, &act.trace)?.id,
    };
    for slot in slots {
        let new = NewAppointment {
            customer,
            for_name: None,
            service: booking.service.clone(),
            slot: slot.clone(),
            notes: booking.notes.clone(),
            key: act.key.clone(),
            trace: act.trace.clone(),
        };
        match rows::book(tx, &new)? {
            Booked::Made(made) => {
                act.record(tx, DeskChangeKind::Booked, made.id.to_string(), None)?;
                return Ok(Some(made));
            }
            Booked::Before(made) => return Ok(Some(made)),
            Booked::Taken => {}
        }
    }
    // Somebody new is made with their appointment, and not without.
    if matches!(booking.customer, Whom::New(_)) {
        customers::forget(tx, customer)?;
    }
    Ok(None)
}

/// Moves it to the first of these that is still free.
fn shift(tx: &mut Tx<'_>, act: &Act, found: &Appointment, slots: &[Slot]) -> Result<Changed, DeskError> {
    for slot in slots {
        let changed = rows::move_to(tx, found.id, slot)?;
        if let Changed::Done(moved) = &changed {
            act.record(tx, DeskChangeKind::Moved, found.id.to_string(), Some(&slot_was(&found.slot)))?;
            notices::tell(tx, moved, &Told::Moved { was: seconds(found.slot.starts_at) })?;
        }
        if changed != Changed::Taken {
            return Ok(changed);
        }
    }
    Ok(Changed::Taken)
}
