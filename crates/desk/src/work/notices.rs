//! What a customer is told when the staff change an appointment: a job in the same transaction, so that who was moved is
//! told even if the server stops in between.

use std::time::Duration;

use conserje_kernel::{AppointmentId, JobKind, Language, SessionId};
use conserje_store::desk::appointments::Appointment;
use conserje_store::desk::customers;
use conserje_store::jobs::{self, NewJob};
use conserje_store::{StoreError, Tx, messages, tenants};
use serde::{Deserialize, Serialize};

use crate::calendar;
use crate::front_desk::{DeskError, seconds};
use crate::hours::wall;
use crate::model::Business;

const ATTEMPTS: i64 = 5;
const PATIENCE: Duration = Duration::from_secs(60);

/// What happened to an appointment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Told {
    /// Seconds since 1970 UTC.
    Moved {
        was: i64,
    },
    Cancelled,
    /// It was cancelled, and is not any more.
    Restored,
}

/// What is to be told, as it was when it happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
    pub session: SessionId,
    pub appointment: AppointmentId,
    pub told: Told,
    branch: String,
    service: Option<String>,
    staff: Option<String>,
    starts_at: i64,
}

/// Sees to it that the customer hears of it where they last wrote; nobody who never did.
pub(crate) fn tell(tx: &mut Tx<'_>, appointment: &Appointment, told: &Told) -> Result<(), DeskError> {
    let Some(session) = customers::sessions_of(tx, appointment.customer)?.into_iter().next() else {
        return Ok(());
    };
    let notice = Notice {
        session,
        appointment: appointment.id,
        told: *told,
        branch: appointment.slot.branch.clone(),
        service: appointment.service.clone(),
        staff: appointment.slot.staff.clone(),
        starts_at: seconds(appointment.slot.starts_at),
    };
    let payload = serde_json::to_string(&notice).unwrap_or_default();
    let run_after = tx.now();
    jobs::enqueue(
        tx,
        &NewJob {
            kind: JobKind::TellCustomer,
            payload,
            run_after,
            max_attempts: ATTEMPTS,
            time_limit: PATIENCE,
        },
    )?;
    Ok(())
}

impl Notice {
    /// What a job has to say; none if this version cannot read it.
    pub fn read(payload: &str) -> Option<Self> {
        serde_json::from_str(payload).ok()
    }

    pub fn text(&self, business: &Business, language: Language) -> String {
        let service = self.service.as_ref().and_then(|id| business.service(id));
        let name = service.map(|service| service.name.to(language));
        let at = |second: i64| {
            let branch = business.branch(&self.branch);
            let zone = branch.map_or(jiff::tz::TimeZone::UTC, |branch| branch.time_zone.zone().clone());
            calendar::moment(wall(second, &zone), language)
        };
        let mut place = String::new();
        if let Some(branch) = business.branch(&self.branch) {
            place = format!(", {}", branch.name.to(language));
        }
        if let Some(staff) = self.staff.as_ref().and_then(|id| business.member(id)) {
            place.push_str(match language {
                Language::Es => ", con ",
                Language::En => ", with ",
            });
            place.push_str(&staff.name);
        }
        let now = at(self.starts_at);
        match (language, self.told) {
            (Language::Es, Told::Moved { was }) => {
                format!("Su cita{} se cambió: {now}{place}. Antes era {}.", of_es(name), at(was))
            }
            (Language::Es, Told::Cancelled) => {
                format!(
                    "Su cita{} del {now}{place} se canceló. Si quiere otra hora, escríbanos aquí.",
                    of_es(name)
                )
            }
            (Language::Es, Told::Restored) => {
                format!("Su cita{} sigue en pie: {now}{place}.", of_es(name))
            }
            (Language::En, Told::Moved { was }) => {
                format!("Your {} was moved: {now}{place}. It was {}.", of_en(name), at(was))
            }
            (Language::En, Told::Cancelled) => {
                format!(
                    "Your {} on {now}{place} was cancelled. Write here if you want another time.",
                    of_en(name)
                )
            }
            (Language::En, Told::Restored) => {
                format!("Your {} still stands: {now}{place}.", of_en(name))
            }
        }
    }
}

/// What the customer writes in, or else what the tenant speaks.
pub fn language_of(tx: &mut Tx<'_>, session: SessionId) -> Result<Language, StoreError> {
    let said = messages::last_said(tx, session)?;
    if let Some(spoken) = said.iter().find_map(|text| conserje_text::language_of(text)) {
        return Ok(spoken);
    }
    Ok(tenants::own(tx)?.map(|tenant| tenant.language).unwrap_or_default())
}

pub(super) fn of_es(name: Option<&str>) -> String {
    name.map(|name| format!(" de «{name}»")).unwrap_or_default()
}

pub(super) fn of_en(name: Option<&str>) -> String {
    name.map_or_else(|| "appointment".to_owned(), |name| format!("appointment for “{name}”"))
}
