//! Booking, moving, cancelling and confirming, for the customer of the conversation and for nobody else.

use conserje_desk::calendar;
use conserje_desk::front_desk::times::taking;
use conserje_desk::front_desk::{DeskError, FrontDesk, Visit, seconds, slot_was};
use conserje_desk::hours::wall;
use conserje_desk::model::Business;
use conserje_kernel::{AppointmentId, AppointmentStatus, DeskChangeKind, Language};
use conserje_store::desk::appointments::{self as rows, Appointment, Booked, Changed, NewAppointment};
use conserje_store::desk::changes::{self, Change};
use conserje_store::desk::customers;
use conserje_text::fold;
use conserje_tools::{Call, Outcome};
use serde_json::{Value, json};

use super::page::{answered, given, refused, refused_with, say, text};
use super::party;
use super::plan::{Plan, busy, plan};
use super::trace;

/// Nobody's name is longer.
const LONGEST_NAME: usize = 120;
/// Somebody else was first: how often another chair or colleague at the same hour is tried.
const ATTEMPTS: usize = 4;

pub(super) async fn create(front_desk: &FrontDesk, call: &Call) -> Result<Outcome, DeskError> {
    for attempt in 1..=ATTEMPTS {
        let (scope, asked) = (call.scope.clone(), call.clone());
        let plan = front_desk
            .look(&scope, move |visit| {
                if let Some(before) = rows::by_key(visit.tx, asked.key.as_str())? {
                    return Ok(Err(confirmed(&before, &visit.business, asked.language)));
                }
                plan(visit, &asked, None, attempt > 1)
            })
            .await?;
        let plan = match plan {
            Ok(plan) => plan,
            Err(outcome) => return Ok(outcome),
        };
        let asked = call.clone();
        let booked = front_desk.act(&call.scope, move |tx| take(tx, &asked, &plan)).await?;
        if let Some(appointment) = booked {
            let language = call.language;
            return front_desk
                .look(&call.scope, move |visit| Ok(confirmed(&appointment, &visit.business, language)))
                .await;
        }
    }
    let asked = call.clone();
    // Whoever is last to be told sees what is left.
    front_desk
        .look(&call.scope, move |visit| {
            Ok(plan(visit, &asked, None, true)?.err().unwrap_or_else(|| busy(asked.language)))
        })
        .await
}

/// Takes the first of the planned that is still free.
fn take(tx: &mut conserje_store::Tx<'_>, call: &Call, plan: &Plan) -> Result<Option<Appointment>, DeskError> {
    let customer = customers::of_session_or_new(tx, call.session, &trace(call))?;
    for slot in &plan.slots {
        let new = NewAppointment {
            customer: customer.id,
            for_name: somebody_else(&customer, call),
            service: plan.service.clone(),
            slot: taking(&plan.branch, slot),
            notes: party::notes(call),
            key: call.key.as_str().to_owned(),
            trace: trace(call),
        };
        match rows::book(tx, &new)? {
            Booked::Made(appointment) => {
                record(tx, call, DeskChangeKind::Booked, appointment.id, None)?;
                return Ok(Some(appointment));
            }
            Booked::Before(appointment) => return Ok(Some(appointment)),
            Booked::Taken => {}
        }
    }
    Ok(None)
}

/// In whose name it is to be, if that is not the customer's own.
fn somebody_else(customer: &customers::Customer, call: &Call) -> Option<String> {
    let name = given(call, "for_name")?;
    let is_own = customer.name.as_deref().is_some_and(|own| fold(own) == fold(name));
    (!is_own).then(|| name.chars().take(LONGEST_NAME).collect())
}

/// `false` if this call did it before.
fn record(
    tx: &mut conserje_store::Tx<'_>,
    call: &Call,
    kind: DeskChangeKind,
    id: AppointmentId,
    was: Option<Value>,
) -> Result<bool, DeskError> {
    let change = Change {
        key: call.key.as_str().to_owned(),
        kind,
        subject: id.to_string(),
        was: was.map(|was| was.to_string()),
        undone_at: None,
    };
    Ok(changes::record(tx, &change, &trace(call))?)
}

/// What, when, where and with whom.
fn described(appointment: &Appointment, business: &Business, language: Language) -> String {
    let branch = business.branch(&appointment.slot.branch);
    let service = appointment.service.as_ref().and_then(|id| business.service(id));
    let name =
        service.map_or_else(|| say(language, "Cita", "Appointment"), |service| service.name.to(language));
    let mut parts = vec![name.to_owned()];
    if let Some(branch) = branch {
        let shown = wall(seconds(appointment.slot.starts_at), branch.time_zone.zone());
        parts.push(calendar::moment(shown, language));
        parts.push(branch.name.to(language).to_owned());
    }
    let staff = appointment.slot.staff.as_ref().and_then(|id| business.member(id));
    parts.extend(staff.map(|staff| format!("{} {}", say(language, "con", "with"), staff.name)));
    parts.extend(appointment.for_name.iter().map(|name| format!("{} {name}", say(language, "para", "for"))));
    parts.join(", ")
}

fn details(appointment: &Appointment, business: &Business, language: Language) -> Value {
    let branch = business.branch(&appointment.slot.branch);
    let shown = branch.map(|branch| wall(seconds(appointment.slot.starts_at), branch.time_zone.zone()));
    let service = appointment.service.as_ref().and_then(|id| business.service(id));
    let staff = appointment.slot.staff.as_ref().and_then(|id| business.member(id));
    json!({
        "appointment_id": appointment.id,
        "date": shown.map(|shown| shown.date().to_string()),
        "time": shown.map(calendar::clock),
        "service_id": appointment.service,
        "service_name": service.map(|service| service.name.to(language)),
        "branch_id": appointment.slot.branch,
        "branch_name": branch.map(|branch| branch.name.to(language)),
        "staff_id": appointment.slot.staff,
        "staff_name": staff.map(|staff| &staff.name),
        "for_name": appointment.for_name,
        "status": appointment.status.name(),
    })
}

/// The answer of all that act: what was asked for by contract, and the appointment as it is now.
fn done(message: &str, appointment: &Appointment, business: &Business, language: Language) -> Outcome {
    let text = format!("{message}: {}.", described(appointment, business, language));
    let result = json!({
        "success": true,
        "appointment_id": appointment.id,
        "confirmation_message": text,
        "appointment": details(appointment, business, language),
    });
    answered(result, format!("{text} ({})", appointment.id))
}

fn confirmed(appointment: &Appointment, business: &Business, language: Language) -> Outcome {
    done(say(language, "Cita confirmada", "Appointment confirmed"), appointment, business, language)
}

pub(super) fn list(visit: &mut Visit<'_, '_>, call: &Call) -> Result<Outcome, DeskError> {
    let language = call.language;
    let also_over = call.args.get("include_past").and_then(Value::as_bool).unwrap_or_default();
    let found = match customers::of_session(visit.tx, call.session)? {
        Some(customer) => rows::of_customer(visit.tx, customer.id, also_over)?,
        None => Vec::new(),
    };
    if found.is_empty() {
        let (es, en) = ("El cliente no tiene citas.", "The customer has no appointments.");
        return Ok(answered(json!([]), say(language, es, en)));
    }
    let business = &visit.business;
    let lines: Vec<String> = found
        .iter()
        .map(|appointment| {
            let status = status(appointment.status, language);
            format!("- {} ({status}; {})", described(appointment, business, language), appointment.id)
        })
        .collect();
    let result = found.iter().map(|appointment| details(appointment, business, language)).collect();
    Ok(answered(Value::Array(result), lines.join("\n")))
}

fn status(status: AppointmentStatus, language: Language) -> &'static str {
    match status {
        AppointmentStatus::Booked => say(language, "confirmada", "booked"),
        AppointmentStatus::Moved => say(language, "cambiada", "moved"),
        AppointmentStatus::Cancelled => say(language, "cancelada", "cancelled"),
        AppointmentStatus::Completed => say(language, "realizada", "completed"),
        AppointmentStatus::NoShow => say(language, "no asistió", "no show"),
    }
}

/// The customer's appointment that is meant: the one with the id, or the only one to come.
fn own(visit: &mut Visit<'_, '_>, call: &Call) -> Result<Result<Appointment, Outcome>, DeskError> {
    let language = call.language;
    let to_come = match customers::of_session(visit.tx, call.session)? {
        Some(customer) => rows::of_customer(visit.tx, customer.id, false)?,
        None => Vec::new(),
    };
    let said = text(call, "appointment_id");
    let found = match to_come.as_slice() {
        [only] if said.is_empty() => Some(only),
        all => all.iter().find(|appointment| appointment.id.to_string() == said),
    };
    if let Some(found) = found {
        return Ok(Ok(found.clone()));
    }
    let business = &visit.business;
    let lines: Vec<String> = to_come
        .iter()
        .map(|appointment| format!("- {} ({})", described(appointment, business, language), appointment.id))
        .collect();
    let ids: Vec<AppointmentId> = to_come.iter().map(|appointment| appointment.id).collect();
    let head = if to_come.is_empty() {
        say(language, "El cliente no tiene citas por venir.", "The customer has no appointments to come.")
    } else {
        say(
            language,
            "No está claro qué cita es. Pregunte cuál:",
            "It is not clear which appointment. Ask which:",
        )
    };
    let text = [head.to_owned()].into_iter().chain(lines).collect::<Vec<_>>().join("\n");
    Ok(Err(refused_with(&text, json!({"appointments": ids}))))
}

/// What this call did before, if it did.
fn before(visit: &mut Visit<'_, '_>, call: &Call, message: &str) -> Result<Option<Outcome>, DeskError> {
    let Some(change) = changes::find(visit.tx, call.key.as_str())? else { return Ok(None) };
    let Ok(id) = change.subject.parse() else { return Ok(None) };
    let found = rows::find(visit.tx, id)?;
    Ok(found.map(|appointment| done(message, &appointment, &visit.business, call.language)))
}

pub(super) async fn cancel(front_desk: &FrontDesk, call: &Call) -> Result<Outcome, DeskError> {
    let message = say(call.language, "Cita cancelada", "Appointment cancelled");
    let asked = call.clone();
    let found = front_desk
        .look(&call.scope, move |visit| match before(visit, &asked, message)? {
            Some(outcome) => Ok(Err(outcome)),
            None => own(visit, &asked),
        })
        .await?;
    let id = match found {
        Ok(appointment) => appointment.id,
        Err(outcome) => return Ok(outcome),
    };
    let asked = call.clone();
    let changed = front_desk
        .act(&call.scope, move |tx| {
            let changed = rows::end(tx, id, AppointmentStatus::Cancelled)?;
            if matches!(changed, Changed::Done(_)) {
                record(tx, &asked, DeskChangeKind::Cancelled, id, None)?;
            }
            Ok(changed)
        })
        .await?;
    finished(front_desk, call, changed, message).await
}

/// They will come: what they answer to a reminder.
pub(super) async fn confirm(front_desk: &FrontDesk, call: &Call) -> Result<Outcome, DeskError> {
    let message = say(call.language, "Asistencia confirmada", "Attendance confirmed");
    let asked = call.clone();
    let found = front_desk
        .look(&call.scope, move |visit| match before(visit, &asked, message)? {
            Some(outcome) => Ok(Err(outcome)),
            None => own(visit, &asked),
        })
        .await?;
    let appointment = match found {
        Ok(appointment) => appointment,
        Err(outcome) => return Ok(outcome),
    };
    let asked = call.clone();
    let changed = front_desk
        .act(&call.scope, move |tx| {
            let changed = rows::confirm(tx, appointment.id)?;
            if appointment.confirmed_at.is_none() && matches!(changed, Changed::Done(_)) {
                record(tx, &asked, DeskChangeKind::Confirmed, appointment.id, None)?;
            }
            Ok(changed)
        })
        .await?;
    finished(front_desk, call, changed, message).await
}

pub(super) async fn reschedule(front_desk: &FrontDesk, call: &Call) -> Result<Outcome, DeskError> {
    let message = say(call.language, "Cita cambiada", "Appointment moved");
    for attempt in 1..=ATTEMPTS {
        let asked = call.clone();
        let planned = front_desk
            .look(&call.scope, move |visit| {
                if let Some(outcome) = before(visit, &asked, message)? {
                    return Ok(Err(outcome));
                }
                let appointment = match own(visit, &asked)? {
                    Ok(appointment) => appointment,
                    Err(outcome) => return Ok(Err(outcome)),
                };
                let plan = plan(visit, &asked, Some(&appointment), attempt > 1)?;
                Ok(plan.map(|plan| (appointment, plan)))
            })
            .await?;
        let (appointment, plan) = match planned {
            Ok(planned) => planned,
            Err(outcome) => return Ok(outcome),
        };
        let asked = call.clone();
        let changed = front_desk.act(&call.scope, move |tx| shift(tx, &asked, &appointment, &plan)).await?;
        if changed != Changed::Taken {
            return finished(front_desk, call, changed, message).await;
        }
    }
    Ok(busy(call.language))
}

/// Moves it to the first of the planned that is still free.
fn shift(
    tx: &mut conserje_store::Tx<'_>,
    call: &Call,
    appointment: &Appointment,
    plan: &Plan,
) -> Result<Changed, DeskError> {
    for slot in &plan.slots {
        let changed = rows::move_to(tx, appointment.id, &taking(&plan.branch, slot))?;
        if matches!(changed, Changed::Done(_)) {
            record(tx, call, DeskChangeKind::Moved, appointment.id, Some(slot_was(&appointment.slot)))?;
        }
        if changed != Changed::Taken {
            return Ok(changed);
        }
    }
    Ok(Changed::Taken)
}

async fn finished(
    front_desk: &FrontDesk,
    call: &Call,
    changed: Changed,
    message: &'static str,
) -> Result<Outcome, DeskError> {
    let language = call.language;
    let Changed::Done(appointment) = changed else {
        return Ok(refused(
            language,
            "Esa cita ya no está por venir. Use get_appointments para ver las que hay.",
            "That appointment is no longer to come. Use get_appointments to see those that are.",
        ));
    };
    front_desk
        .look(&call.scope, move |visit| Ok(done(message, &appointment, &visit.business, language)))
        .await
}
