//! When a customer is reminded of an appointment: pure, from its hour, the branch's clock and what was said already.
//!
//! Each reminder has a moment: so long before as the business says, but never between 21:00 and 08:00 of the branch's clock.
//! What would fall there comes at 08:00, if that is an hour or more before it begins; else at 20:00 on the evening before.
//! What is late, because nothing ran, is still said while half the time between its moment and the appointment is left, and
//! not in those hours either. Of several at once only the nearest is said. Nobody is reminded of what they booked, or moved,
//! less than an hour before the reminder.

use conserje_kernel::ReminderOutcome;
use jiff::ToSpan;
use jiff::civil::{Date, Time, time};
use jiff::tz::TimeZone;

use crate::hours::wall;
use crate::model::Booking;

const HOUR: i64 = 3600;
const QUIET_FROM: Time = time(21, 0, 0, 0);
const QUIET_UNTIL: Time = time(8, 0, 0, 0);
const EVENING: Time = time(20, 0, 0, 0);

/// An appointment as far as reminders are concerned; moments in seconds since 1970 UTC.
#[derive(Clone, Copy, Debug)]
pub struct Timed<'a> {
    pub starts_at: i64,
    /// Since when it is at this hour: when it was booked, or moved there.
    pub since: i64,
    /// The reminders, by their minutes, of which something became.
    pub settled: &'a [u16],
}

/// What is to be done about an appointment now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outlook {
    /// The reminder that is to be said, by its minutes.
    pub tell: Option<u16>,
    /// Those that are not, and why.
    pub left_out: Vec<(u16, ReminderOutcome)>,
    /// When there may be more to say; none if there is not.
    pub next: Option<i64>,
}

/// What is to be said now, what is not, and when to look again.
pub fn due(appointment: &Timed<'_>, now: i64, zone: &TimeZone, booking: &Booking) -> Outlook {
    let mut outlook = Outlook::default();
    let open = booking.reminders.iter().filter(|minutes| !appointment.settled.contains(minutes));
    for &minutes in open {
        match one(appointment, now, zone, minutes) {
            Fate::Needless => {}
            Fate::TooLate => outlook.left_out.push((minutes, ReminderOutcome::TooLate)),
            Fate::At(moment) => outlook.next = Some(outlook.next.map_or(moment, |next| next.min(moment))),
            Fate::Now => match outlook.tell {
                Some(nearer) if nearer < minutes => {
                    outlook.left_out.push((minutes, ReminderOutcome::WithALaterOne));
                }
                other => {
                    let farther = other.map(|minutes| (minutes, ReminderOutcome::WithALaterOne));
                    outlook.left_out.extend(farther);
                    outlook.tell = Some(minutes);
                }
            },
        }
    }
    outlook
}

enum Fate {
    Now,
    At(i64),
    TooLate,
    /// They have only just booked it.
    Needless,
}

fn one(appointment: &Timed<'_>, now: i64, zone: &TimeZone, minutes: u16) -> Fate {
    let starts_at = appointment.starts_at;
    let wished = starts_at - i64::from(minutes) * 60;
    let moment = moment(starts_at, wished, zone);
    if appointment.since.saturating_add(HOUR) > wished.min(moment) {
        return Fate::Needless;
    }
    if now < moment {
        return Fate::At(moment);
    }
    let possible = if is_quiet(now, zone) { morning(now, zone) } else { now };
    if (starts_at - possible).saturating_mul(2) < starts_at - moment {
        Fate::TooLate
    } else if possible > now {
        Fate::At(possible)
    } else {
        Fate::Now
    }
}

/// When it is said, if everything runs.
fn moment(starts_at: i64, wished: i64, zone: &TimeZone) -> i64 {
    if !is_quiet(wished, zone) {
        return wished;
    }
    let morning = morning(wished, zone);
    if morning.saturating_add(HOUR) <= starts_at {
        return morning;
    }
    let date = wall(morning, zone).date();
    at(date.checked_sub(1.day()).unwrap_or(date), EVENING, zone)
}

fn is_quiet(moment: i64, zone: &TimeZone) -> bool {
    let time = wall(moment, zone).time();
    time >= QUIET_FROM || time < QUIET_UNTIL
}

/// When the quiet hours that this falls into are over.
fn morning(moment: i64, zone: &TimeZone) -> i64 {
    let there = wall(moment, zone);
    let date = there.date();
    let date = if there.time() < QUIET_UNTIL { date } else { date.checked_add(1.day()).unwrap_or(date) };
    at(date, QUIET_UNTIL, zone)
}

fn at(date: Date, time: Time, zone: &TimeZone) -> i64 {
    zone.to_timestamp(date.to_datetime(time)).map_or(0, jiff::Timestamp::as_second)
}

#[cfg(test)]
#[path = "reminders_tests.rs"]
mod tests;
