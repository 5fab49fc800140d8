//! Who comes without an appointment.

use conserje_store::Tx;
use conserje_store::desk::appointments::Slot;
use jiff::civil::DateTime;

use crate::front_desk::times::{Wish, fitting_steps, taking};
use crate::front_desk::{DeskError, seconds};
use crate::hours::wall;
use crate::model::Business;

/// Where nobody has been free since the last step of the calendar, these are tried.
const FINEST: u16 = 5;

/// What can be taken from now on: from the last step of the calendar, or else from the last five minutes.
pub(super) fn now(tx: &mut Tx<'_>, business: &Business, wish: &Wish<'_>) -> Result<Vec<Slot>, DeskError> {
    let now = seconds(tx.now());
    for step in [business.booking.step_minutes, FINEST] {
        let start = now - past(wall(now, wish.branch.time_zone.zone()), step);
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
    Ok(Vec::new())
}

/// The last step of the calendar, by the clock of the branch.
pub(super) fn last_step(business: &Business, wish: &Wish<'_>, now: i64) -> DateTime {
    let zone = wish.branch.time_zone.zone();
    wall(now - past(wall(now, zone), business.booking.step_minutes), zone)
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
