//! Appointments as the staff see and change them.

use conserje_kernel::{AppointmentId, AppointmentStatus, CustomerId, DeskChangeKind, Scope, WaitingId};
use conserje_store::Tx;
use conserje_store::desk::appointments::{self as rows, Appointment, Booked, Changed, NewAppointment, Slot};
use conserje_store::desk::changes::{self, Record};
use conserje_store::desk::customers::{self, Contact, Customer};
use conserje_store::desk::reminders::{self, Reminder};
use conserje_store::desk::waiting;
use jiff::ToSpan;
use jiff::civil::{Date, DateTime};

use super::notices::{self, Told};
use super::{Act, FreeTime, WorkError, known, walk_in};
use crate::front_desk::times::{Wish, free, nearest, taking};
use crate::front_desk::{DeskError, FrontDesk, Visit, seconds, slot_was, timestamp};
use crate::hours::wall;
use crate::in_words::why_not;
use crate::model::{Branch, Business};

/// How many other times are offered instead of one that is not free.
const OFFERED: usize = 5;
/// Somebody else was first: how often what is free then is tried.
const ATTEMPTS: usize = 4;
/// Whoever came and is moved no farther than this, in microseconds, is there still.
const SAME_VISIT: u64 = 12 * 3600 * 1_000_000;
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
    pub at: At,
    pub notes: Option<String>,
    /// Who waited for it, and is taken off the list.
    pub serves: Option<WaitingId>,
}

/// When something is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// By the branch's clock.
    Clock(DateTime),
    /// The customer is there.
    Now,
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
                asked.customer.check(visit.tx)?;
                plan_booking(visit, &asked, &key)
            });
            let slots = planned.await?;
            let (asked, key) = (booking.clone(), act.clone());
            if let Some(made) = self.try_to(scope, move |tx| book(tx, &key, &asked, &slots)).await? {
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

    pub(super) async fn with_business(
        &self,
        scope: &Scope,
        found: Appointment,
    ) -> Result<(Business, Entry), WorkError> {
        self.ask(scope, move |visit| Ok((visit.business.clone(), entry(visit.tx, found)?))).await
    }
}

impl Whom {
    /// Whether there is somebody of that name.
    pub(super) fn check(&self, tx: &mut Tx<'_>) -> Result<(), WorkError> {
        match self {
            Self::Known(id) if customers::find(tx, *id)?.is_none() => {
                Err(WorkError::NotFound { what: "customer" })
            }
            Self::Known(_) | Self::New(_) => Ok(()),
        }
    }

    /// Whose it is: somebody new is made.
    pub(super) fn id(&self, tx: &mut Tx<'_>, act: &Act) -> Result<CustomerId, WorkError> {
        Ok(match self {
            Self::Known(id) => *id,
            Self::New(contact) => customers::create(tx, contact, &act.trace)?.id,
        })
    }

    /// Somebody new is made with what they wanted, and not without.
    pub(super) fn forget(&self, tx: &mut Tx<'_>, id: CustomerId) -> Result<(), WorkError> {
        match self {
            Self::New(_) => Ok(customers::forget(tx, id)?),
            Self::Known(_) => Ok(()),
        }
    }
}

pub(super) fn over() -> WorkError {
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
    let date = match booking.at {
        At::Clock(at) => at.date(),
        At::Now => wall(visit.now(), branch.time_zone.zone()).date(),
    };
    let wish = Wish { branch, service, staff, first: date, last: date, except: None, is_by_staff: true };
    match booking.at {
        At::Clock(moment) => at(visit.tx, &business, &wish, moment, act),
        At::Now => {
            let found = walk_in::now(visit.tx, &business, &wish)?;
            if found.is_empty() {
                let step = walk_in::last_step(&business, &wish, visit.now());
                return Err(not_free(visit.tx, &business, &wish, step, act)?);
            }
            Ok(found)
        }
    }
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
    Err(not_free(tx, business, wish, at, act)?)
}

/// Why it cannot be had then, and what could be instead.
fn not_free(
    tx: &mut Tx<'_>,
    business: &Business,
    wish: &Wish<'_>,
    at: DateTime,
    act: &Act,
) -> Result<WorkError, WorkError> {
    let now = seconds(tx.now());
    let wished = wish.branch.time_zone.zone().to_timestamp(at).map_or(now, jiff::Timestamp::as_second);
    let near = nearest(tx, business, wish, wished, OFFERED)?;
    let of = |slot| FreeTime { branch: wish.branch.id.clone(), slot };
    let why = why_not(business, wish, at, now, act.language);
    Ok(WorkError::NotFree { why, nearest: near.into_iter().map(of).collect() })
}

/// Takes the first of these that is still free.
fn book(
    tx: &mut Tx<'_>,
    act: &Act,
    booking: &Booking,
    slots: &[Slot],
) -> Result<Option<Appointment>, WorkError> {
    if let Some(before) = rows::by_key(tx, &act.key)? {
        return Ok(Some(before));
    }
    let customer = booking.customer.id(tx, act)?;
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
                if booking.at == At::Now {
                    rows::arrive(tx, made.id, true)?;
                }
                if let Some(id) = booking.serves
                    && !waiting::serve(tx, id, made.id)?
                {
                    let problem = "they do not wait any more; look at the list as it is now".to_owned();
                    return Err(WorkError::NotNow { problem });
                }
                return Ok(rows::find(tx, made.id)?);
            }
            Booked::Before(made) => return Ok(Some(made)),
            Booked::Taken => {}
        }
    }
    booking.customer.forget(tx, customer)?;
    Ok(None)
}

/// Moves it to the first of these that is still free.
fn shift(tx: &mut Tx<'_>, act: &Act, found: &Appointment, slots: &[Slot]) -> Result<Changed, DeskError> {
    for slot in slots {
        let changed = rows::move_to(tx, found.id, slot)?;
        if let Changed::Done(moved) = &changed {
            if slot.starts_at.as_micros().abs_diff(found.slot.starts_at.as_micros()) > SAME_VISIT {
                rows::arrive(tx, found.id, false)?;
            }
            act.record(tx, DeskChangeKind::Moved, found.id.to_string(), Some(&slot_was(&found.slot)))?;
            notices::tell(tx, moved, &Told::Moved { was: seconds(found.slot.starts_at) })?;
        }
        if changed != Changed::Taken {
            return Ok(changed);
        }
    }
    Ok(Changed::Taken)
}
