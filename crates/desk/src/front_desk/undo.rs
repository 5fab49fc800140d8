//! Taking back what a call of an assistant did, or somebody of the staff.

use std::str::FromStr;
use std::time::Duration;

use conserje_kernel::{AppointmentId, AppointmentStatus, CustomerId, DeskChangeKind, Scope};
use conserje_store::Tx;
use conserje_store::desk::appointments::{self, Changed, Slot};
use conserje_store::desk::customers::{self, Contact};
use conserje_store::desk::loyalty::{self, NewEntry, Posted};
use conserje_store::desk::{Trace, blocks, changes, escalations, orders, waiting};
use serde_json::{Value, json};

use super::{DeskError, FrontDesk, seconds, timestamp};
use crate::work::editing::put_back;
use crate::work::notices::{self, Told};

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undone {
    Done,
    /// It was taken back before.
    Before,
    /// No call with this key did anything.
    Unknown,
    /// Too late: the time was sold, the order paid, the tokens spent, or it is over.
    TooLate,
}

impl FrontDesk {
    /// Takes back what the call with this key did, once: cancels what was booked, moves back what was moved, books again
    /// what was cancelled, voids what was ordered, withdraws a wish for a person, and reverses tokens.
    pub async fn undo(&self, scope: &Scope, key: &str, trace: Trace) -> Result<Undone, DeskError> {
        self.undo_within(scope, key, None, trace).await
    }

    /// As [`FrontDesk::undo`], if it was not done longer ago than this.
    pub async fn undo_within(
        &self,
        scope: &Scope,
        key: &str,
        within: Option<Duration>,
        trace: Trace,
    ) -> Result<Undone, DeskError> {
        let key = key.to_owned();
        self.act(scope, move |tx| {
            let Some(record) = changes::record_of(tx, &key)? else { return Ok(Undone::Unknown) };
            let (change, made_at) = (record.change, record.created_at);
            if change.undone_at.is_some() {
                return Ok(Undone::Before);
            }
            if within.is_some_and(|within| made_at.plus(within) < tx.now()) {
                return Ok(Undone::TooLate);
            }
            // The mark is the lock: of two who take it back at once the second waits here, and finds it done.
            if !changes::mark_undone(tx, &key, trace.user)? {
                return Ok(Undone::Before);
            }
            let was =
                change.was.as_deref().and_then(|was| serde_json::from_str(was).ok()).unwrap_or(Value::Null);
            if revert(tx, &change, &was, trace)? {
                return Ok(Undone::Done);
            }
            changes::unmark(tx, &key)?;
            Ok(Undone::TooLate)
        })
        .await
    }
}

fn revert(tx: &mut Tx<'_>, change: &changes::Change, was: &Value, trace: Trace) -> Result<bool, DeskError> {
    let subject = change.subject.as_str();
    match change.kind {
        DeskChangeKind::Booked => {
            let Ok(id) = subject.parse::<AppointmentId>() else { return Ok(false) };
            let changed = appointments::end(tx, id, AppointmentStatus::Cancelled)?;
            waiting::wait_again(tx, id)?;
            told(tx, &changed, &Told::Cancelled)
        }
        DeskChangeKind::Moved => {
            let (Ok(id), Some(slot)) = (subject.parse::<AppointmentId>(), slot_of(was)) else {
                return Ok(false);
            };
            let was = appointments::find(tx, id)?.map_or(0, |found| seconds(found.slot.starts_at));
            let changed = appointments::move_to(tx, id, &slot)?;
            told(tx, &changed, &Told::Moved { was })
        }
        DeskChangeKind::Cancelled => {
            let Ok(id) = subject.parse::<AppointmentId>() else { return Ok(false) };
            let changed = appointments::restore(tx, id)?;
            told(tx, &changed, &Told::Restored)
        }
        DeskChangeKind::Confirmed => {
            let Ok(id) = subject.parse::<AppointmentId>() else { return Ok(false) };
            Ok(matches!(appointments::unconfirm(tx, id)?, Changed::Done(_)))
        }
        DeskChangeKind::NoShow => {
            let Ok(id) = subject.parse::<AppointmentId>() else { return Ok(false) };
            Ok(matches!(appointments::restore(tx, id)?, Changed::Done(_)))
        }
        DeskChangeKind::Advanced => {
            let stage = |name: &str| was.get(name).and_then(Value::as_str).and_then(|word| word.parse().ok());
            let (Ok(id), Some(from), Some(to)) = (subject.parse(), stage("from"), stage("to")) else {
                return Ok(false);
            };
            Ok(orders::advance(tx, id, to, from)?)
        }
        DeskChangeKind::Voided => with_id(subject, |id| Ok(orders::restore(tx, id)?)),
        DeskChangeKind::Edited => put_back(tx, was),
        DeskChangeKind::Ordered => with_id(subject, |id| Ok(orders::void(tx, id)?)),
        DeskChangeKind::Updated => {
            let Ok(id) = subject.parse::<CustomerId>() else { return Ok(false) };
            customers::put_back(tx, id, &contact_of(was))?;
            if let Some(notes) = was.get("notes") {
                customers::set_notes(tx, id, notes.as_str())?;
            }
            Ok(true)
        }
        DeskChangeKind::Awarded | DeskChangeKind::Redeemed | DeskChangeKind::Adjusted => {
            let (Ok(customer), Some(tokens)) = (subject.parse(), was.get("tokens").and_then(Value::as_i64))
            else {
                return Ok(false);
            };
            let entry = NewEntry {
                customer,
                reason: loyalty::UNDONE,
                reference: change.key.clone(),
                tokens: -tokens,
                note: None,
                trace,
            };
            Ok(loyalty::post(tx, &entry)? == Posted::Made)
        }
        DeskChangeKind::Escalated => with_id(subject, |id| Ok(escalations::withdraw(tx, id)?)),
        DeskChangeKind::Registered => with_id(subject, |id| never_was(tx, id)),
        DeskChangeKind::Arrived => with_id(subject, |id| Ok(appointments::arrive(tx, id, false)?)),
        DeskChangeKind::Blocked => with_id(subject, |id| Ok(blocks::remove(tx, id)?)),
        DeskChangeKind::Unblocked => with_id(subject, |id| Ok(blocks::restore(tx, id)?)),
        DeskChangeKind::Listed => with_id(subject, |id| Ok(waiting::take_off(tx, id)?)),
        DeskChangeKind::Unlisted => with_id(subject, |id| Ok(waiting::put_back(tx, id)?)),
        // What earned tokens, and what was paid, stays.
        DeskChangeKind::Completed | DeskChangeKind::Paid => Ok(false),
    }
}

/// What is done with what the subject names; nothing where it names something else.
fn with_id<I: FromStr>(
    subject: &str,
    work: impl FnOnce(I) -> Result<bool, DeskError>,
) -> Result<bool, DeskError> {
    subject.parse().map_or(Ok(false), work)
}

/// Somebody was made a customer by mistake, unless they are one by now.
fn never_was(tx: &mut Tx<'_>, id: CustomerId) -> Result<bool, DeskError> {
    if customers::has_anything(tx, id)? {
        return Ok(false);
    }
    customers::forget(tx, id)?;
    Ok(true)
}

/// Whether it was done; then its customer hears of it.
fn told(tx: &mut Tx<'_>, changed: &Changed, told: &Told) -> Result<bool, DeskError> {
    let Changed::Done(appointment) = changed else { return Ok(false) };
    notices::tell(tx, appointment, told)?;
    Ok(true)
}

/// What is kept of a time that was given up.
pub fn slot_was(slot: &Slot) -> Value {
    json!({
        "branch": slot.branch, "staff": slot.staff, "place": slot.place,
        "starts_at": seconds(slot.starts_at), "ends_at": seconds(slot.ends_at),
    })
}

fn slot_of(was: &Value) -> Option<Slot> {
    let text = |name: &str| was.get(name).and_then(Value::as_str).map(ToOwned::to_owned);
    let moment = |name: &str| was.get(name).and_then(Value::as_i64).map(timestamp);
    Some(Slot {
        branch: text("branch")?,
        staff: text("staff"),
        place: text("place"),
        starts_at: moment("starts_at")?,
        ends_at: moment("ends_at")?,
    })
}

/// What was known of somebody before.
pub fn contact_was(name: Option<&str>, email: Option<&str>, phone: Option<&str>) -> Value {
    json!({"name": name, "email": email, "phone": phone})
}

fn contact_of(was: &Value) -> Contact {
    let text = |name: &str| was.get(name).and_then(Value::as_str).map(ToOwned::to_owned);
    Contact { name: text("name"), email: text("email"), phone: text("phone") }
}
