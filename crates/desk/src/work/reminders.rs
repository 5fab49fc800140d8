//! What a customer is told before they come, and that they will.
//!
//! [`FrontDesk::outlook`] looks, [`keep`] writes down what became of it: in the transaction in which it is said, so that it is
//! said once whatever runs beside.

use conserje_kernel::{
    Address, AppointmentId, DeskChangeKind, Language, ReminderOutcome, Scope, SessionId, say,
};
use conserje_store::desk::appointments::{self as rows, Appointment, Changed};
use conserje_store::desk::reminders::{self as stored, Due};
use conserje_store::desk::{catalogue, customers};
use conserje_store::{StoreError, Tx};

use super::appointments::Entry;
use super::notices::language_of;
use super::{Act, WorkError};
use crate::calendar;
use crate::front_desk::{DeskError, FrontDesk, seconds, timestamp};
use crate::hours::wall;
use crate::keep::from_rows;
use crate::model::Business;
use crate::reminders::{Outlook, Timed, due};

/// What notices that remind somebody are about, before the appointment's id.
const ABOUT: &str = "reminder:";

/// What is to be done about an appointment that is due.
#[derive(Clone, Debug)]
pub struct Planned {
    due: Due,
    outlook: Outlook,
    /// What is to be said; none if nothing is.
    pub telling: Option<Telling>,
}

/// What is said where the customer last wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Telling {
    pub session: SessionId,
    pub text: String,
    /// For programs: [`appointment_of`] reads it.
    pub about: String,
}

/// The appointment that a notice reminds of, by what the notice is about.
pub fn appointment_of(about: &str) -> Option<&str> {
    about.strip_prefix(ABOUT)
}

impl FrontDesk {
    /// What is to be said of an appointment now, and when to look again.
    pub async fn outlook(&self, scope: &Scope, due: Due) -> Result<Planned, DeskError> {
        self.store().read(scope, move |tx| plan(tx, due)).await
    }

    /// Writes down that nothing is said.
    pub async fn keep_outlook(&self, scope: &Scope, planned: Planned) -> Result<(), DeskError> {
        self.store().write(scope, move |tx| Ok(keep(tx, &planned).map(drop)?)).await
    }

    /// The customer will come, somebody of the staff says.
    pub async fn confirm_by_hand(
        &self,
        scope: &Scope,
        act: Act,
        id: AppointmentId,
    ) -> Result<(Business, Entry), WorkError> {
        let changed = self
            .act(scope, move |tx| {
                let Some(before) = rows::find(tx, id)? else { return Ok(None) };
                if before.confirmed_at.is_some() && before.status.is_to_come() {
                    return Ok(Some(Changed::Done(Box::new(before))));
                }
                let changed = rows::confirm(tx, id)?;
                if matches!(changed, Changed::Done(_)) {
                    act.record(tx, DeskChangeKind::Confirmed, id.to_string(), None)?;
                }
                Ok(Some(changed))
            })
            .await?;
        self.changed(scope, changed).await
    }
}

fn plan(tx: &mut Tx<'_>, due: Due) -> Result<Planned, DeskError> {
    let nothing = Planned { due, outlook: Outlook::default(), telling: None };
    let Some(appointment) = rows::find(tx, due.appointment)? else { return Ok(nothing) };
    // Without a business nothing is known; with the next one it is looked at again.
    let Some(catalogue) = catalogue::read(tx)? else { return Ok(nothing) };
    let business = from_rows(&catalogue)?;
    let Some(branch) = business.branch(&appointment.slot.branch) else { return Ok(nothing) };
    let said = stored::of_appointment(tx, due.appointment)?;
    let settled: Vec<u16> =
        said.iter().filter(|one| one.starts_at == due.starts_at).map(|one| one.minutes).collect();
    let timed = Timed { starts_at: seconds(due.starts_at), since: seconds(due.since), settled: &settled };
    let zone = branch.time_zone.zone();
    let mut outlook = self::due(&timed, seconds(tx.now()), zone, &business.booking);
    let Some(minutes) = outlook.tell else { return Ok(Planned { outlook, ..nothing }) };
    let Some(session) = customers::sessions_of(tx, appointment.customer)?.into_iter().next() else {
        outlook.tell = None;
        outlook.left_out.push((minutes, ReminderOutcome::NoConversation));
        return Ok(Planned { outlook, ..nothing });
    };
    let (language, address) = (language_of(tx, session)?, crate::front_desk::address_of(tx)?);
    let text = text(&appointment, &business, language, address);
    let about = format!("{ABOUT}{}", appointment.id);
    Ok(Planned { due, outlook, telling: Some(Telling { session, text, about }) })
}

/// Writes down what became of it. `false` if somebody was first, or it was changed meanwhile: then nothing is to be said.
pub fn keep(tx: &mut Tx<'_>, planned: &Planned) -> Result<bool, StoreError> {
    let Planned { due, outlook, telling } = planned;
    if !stored::take(tx, due, outlook.next.map(timestamp))? {
        return Ok(false);
    }
    for left_out in &outlook.left_out {
        stored::record(tx, due, *left_out, None)?;
    }
    let Some(minutes) = outlook.tell else { return Ok(true) };
    let session = telling.as_ref().map(|telling| telling.session);
    stored::record(tx, due, (minutes, ReminderOutcome::Told), session)
}

/// What, when, where, and how to answer.
fn text(appointment: &Appointment, business: &Business, language: Language, address: Address) -> String {
    let service = appointment.service.as_ref().and_then(|id| business.service(id));
    let name = service.map(|service| service.name.to(language));
    let to = |tu: &'static str, usted: &'static str, en: &'static str| {
        say(language, address.choose(tu, usted), en)
    };
    let mut text = match language {
        Language::Es => {
            let (remind, your) = address.choose(("Te recordamos", "tu"), ("Le recordamos", "su"));
            format!("{remind} {your} cita{}", super::notices::of_es(name))
        }
        Language::En => format!("A reminder of your {}", super::notices::of_en(name)),
    };
    if let Some(other) = &appointment.for_name {
        text.push_str(&format!(" ({} {other})", say(language, "para", "for")));
    }
    if let Some(branch) = business.branch(&appointment.slot.branch) {
        let at =
            calendar::moment(wall(seconds(appointment.slot.starts_at), branch.time_zone.zone()), language);
        let place = format!("{} ({}, {})", branch.name.to(language), branch.address, branch.city);
        text.push_str(&format!(": {at}, {place}"));
    }
    if let Some(staff) = appointment.slot.staff.as_ref().and_then(|id| business.member(id)) {
        text.push_str(&format!(", {} {}", say(language, "con", "with"), staff.name));
    }
    let answer = if appointment.confirmed_at.is_some() {
        to(
            "Para moverla responde «cambiar».",
            "Para moverla responda «cambiar».",
            "Reply “change” to move it.",
        )
    } else {
        to(
            "Para confirmarla responde «C»; para moverla, «cambiar».",
            "Para confirmarla responda «C»; para moverla, «cambiar».",
            "Reply “C” to confirm, or “change” to move it.",
        )
    };
    format!("{text}. {answer}")
}
