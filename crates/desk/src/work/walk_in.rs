//! Who comes without an appointment, and that who has one came.

use conserje_kernel::{AppointmentId, DeskChangeKind, Scope};
use conserje_store::Tx;
use conserje_store::desk::appointments::{self as rows, Slot};
use jiff::civil::DateTime;

use super::appointments::{Entry, entry, not_free, over};
use super::{Act, WorkError};
use crate::front_desk::times::{Wish, fitting_steps, taking};
use crate::front_desk::{FrontDesk, seconds};
use crate::hours::wall;
use crate::model::Business;

/// Where nobody has been free since the last step of the calendar, these are tried.
const FINEST: u16 = 5;

impl FrontDesk {
    /// Whoever has an appointment today came.
    pub async fn arrive(
        &self,
        scope: &Scope,
        act: Act,
        id: AppointmentId,
    ) -> Result<(Business, Entry), WorkError> {
        let business = self.business(scope).await?;
        let (zones, key) = (business.clone(), act);
        let found = self
            .try_to(scope, move |tx| {
                let found = rows::find(tx, id)?.ok_or(WorkError::NotFound { what: "appointment" })?;
                if found.arrived_at.is_some() {
                    return Ok(entry(tx, found)?);
                }
                let zone = zones.branch(&found.slot.branch).map(|branch| branch.time_zone.zone().clone());
                let zone = zone.unwrap_or(jiff::tz::TimeZone::UTC);
                let day = |second: i64| wall(second, &zone).date();
                if day(seconds(found.slot.starts_at)) != day(seconds(tx.now())) {
                    let problem = "the appointment is not today; move it to today first".to_owned();
                    return Err(WorkError::NotNow { problem });
                }
                if !rows::arrive(tx, id, true)? {
                    return Err(over());
                }
                key.record(tx, DeskChangeKind::Arrived, id.to_string(), None)?;
                let found = rows::find(tx, id)?.ok_or(WorkError::NotFound { what: "appointment" })?;
                Ok(entry(tx, found)?)
            })
            .await?;
        Ok((business, found))
    }
}

/// What can be taken from now on: from the last step of the calendar, or else from the last five minutes; or why nothing
/// can, and what could be had instead.
pub(super) fn now(
    tx: &mut Tx<'_>,
    business: &Business,
    wish: &Wish<'_>,
    act: &Act,
) -> Result<Vec<Slot>, WorkError> {
    let (zone, now) = (wish.branch.time_zone.zone(), seconds(tx.now()));
    let shown = wall(now, zone);
    for step in [business.booking.step_minutes, FINEST] {
        let start = now - past(shown, step);
        let found = fitting_steps(tx, business, wish, (start, step))?;
        let found: Vec<Slot> = found
            .iter()
            .filter(|slot| slot.span.start == start)
            .map(|slot| taking(wish.branch, slot))
            .collect();
        if !found.is_empty() {
            return Ok(found);
        }
    }
    // What is told is why it cannot be at the step to come, not that it is over.
    let at = wall(now - past(shown, business.booking.step_minutes), zone);
    Err(not_free(tx, business, wish, at, act)?)
}

/// How many seconds ago the clock showed a multiple of this many minutes.
fn past(shown: DateTime, step: u16) -> i64 {
    let minutes = i64::from(shown.hour()) * 60 + i64::from(shown.minute());
    minutes % i64::from(step.max(1)) * 60 + i64::from(shown.second())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn now_is_rounded_down_to_the_step_of_the_clock() {
        let at = |hour, minute, second| jiff::civil::date(2026, 11, 18).at(hour, minute, second, 0);
        assert_eq!(past(at(10, 29, 59), 30), 29 * 60 + 59);
        assert_eq!(past(at(10, 30, 0), 30), 0);
        assert_eq!(past(at(10, 44, 1), 45), 14 * 60 + 1, "from midnight on, the clock shows 10:30");
        assert_eq!(past(at(10, 34, 10), 5), 4 * 60 + 10);
    }
}
