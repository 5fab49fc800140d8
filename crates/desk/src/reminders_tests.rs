use jiff::civil::{DateTime, date};
use proptest::prelude::*;

use super::*;
use crate::model::Booking;

const MINUTE: i64 = 60;
const DAY: i64 = 24 * HOUR;
/// Where clocks change by an hour, by half an hour, at midnight, or not at all.
const ZONES: [&str; 5] =
    ["Europe/Madrid", "Australia/Lord_Howe", "America/Havana", "America/Mexico_City", "Asia/Kathmandu"];

fn zone(name: &str) -> TimeZone {
    TimeZone::get(name).unwrap()
}

fn second(moment: DateTime, zone: &TimeZone) -> i64 {
    zone.to_timestamp(moment).unwrap().as_second()
}

fn booking(reminders: &[u16]) -> Booking {
    Booking { reminders: reminders.to_vec(), ..Booking::default() }
}

/// Minutes before, and when they were said; and those that were left out.
type Walked = (Vec<(u16, i64)>, Vec<(u16, ReminderOutcome)>);

/// What is said, and when, while somebody looks at every moment that is due.
fn walk(starts_at: i64, since: i64, zone: &TimeZone, booking: &Booking) -> Walked {
    let (mut told, mut left_out, mut settled, mut now) = (Vec::new(), Vec::new(), Vec::new(), since);
    for _ in 0..20 {
        let outlook = due(&Timed { starts_at, since, settled: &settled }, now, zone, booking);
        told.extend(outlook.tell.map(|minutes| (minutes, now)));
        left_out.extend(outlook.left_out.clone());
        settled.extend(outlook.tell);
        settled.extend(outlook.left_out.iter().map(|(minutes, _)| *minutes));
        let Some(next) = outlook.next else { return (told, left_out) };
        assert!(next > now, "it is looked at again later, not at once");
        now = next;
    }
    panic!("it is looked at without end: {told:?}");
}

/// By the clock of Madrid, what was said: minutes before, and when.
fn said(starts_at: &str, reminders: &[u16]) -> Vec<(u16, String)> {
    let zone = zone("Europe/Madrid");
    let starts_at = second(starts_at.parse().unwrap(), &zone);
    let (told, _) = walk(starts_at, starts_at - 20 * DAY, &zone, &booking(reminders));
    told.into_iter().map(|(minutes, at)| (minutes, wall(at, &zone).to_string())).collect()
}

#[test]
fn a_day_and_two_hours_before() {
    let told = said("2026-06-09T17:00", &[1440, 120]);
    assert_eq!(told, [(1440, "2026-06-08T17:00:00".to_owned()), (120, "2026-06-09T15:00:00".to_owned())]);
}

#[test]
fn what_would_wake_people_comes_at_eight_or_the_evening_before() {
    assert_eq!(said("2026-06-09T09:00", &[120]), [(120, "2026-06-09T08:00:00".to_owned())]);
    assert_eq!(said("2026-06-09T08:30", &[120]), [(120, "2026-06-08T20:00:00".to_owned())]);
    assert_eq!(said("2026-06-09T22:30", &[1440]), [(1440, "2026-06-09T08:00:00".to_owned())]);
    assert_eq!(said("2026-06-10T01:00", &[60]), [(60, "2026-06-09T20:00:00".to_owned())]);
}

#[test]
fn of_several_at_once_the_nearest_is_said() {
    let zone = zone("Europe/Madrid");
    let starts_at = second(date(2026, 6, 9).at(10, 0, 0, 0), &zone);
    // Both come at eight.
    let (told, left_out) = walk(starts_at, starts_at - 20 * DAY, &zone, &booking(&[600, 180]));
    assert_eq!((told.len(), told[0].0), (1, 180));
    assert_eq!(left_out, [(600, ReminderOutcome::WithALaterOne)]);
}

#[test]
fn nobody_is_reminded_of_what_they_just_booked() {
    let zone = zone("Europe/Madrid");
    let starts_at = second(date(2026, 6, 9).at(17, 0, 0, 0), &zone);
    let told = |since: i64| walk(starts_at, since, &zone, &booking(&[1440, 120])).0;
    assert_eq!(told(starts_at - 25 * HOUR).len(), 2, "just early enough for both");
    assert_eq!(told(starts_at - 25 * HOUR + 1).len(), 1);
    assert_eq!(told(starts_at - 3 * HOUR).len(), 1);
    assert_eq!(told(starts_at - 3 * HOUR + 1).len(), 0);
}

#[test]
fn what_is_late_is_said_while_half_of_its_time_is_left() {
    let zone = zone("Europe/Madrid");
    let starts_at = second(date(2026, 6, 9).at(17, 0, 0, 0), &zone);
    let at = |left: i64| {
        let timed = Timed { starts_at, since: starts_at - 20 * DAY, settled: &[120] };
        due(&timed, starts_at - left, &zone, &booking(&[1440, 120]))
    };
    assert_eq!(at(24 * HOUR).tell, Some(1440));
    assert_eq!(at(21 * HOUR).tell, Some(1440), "the server came back in the evening");
    assert_eq!(at(18 * HOUR).left_out, [(1440, ReminderOutcome::TooLate)], "it would wait for the morning");
    assert_eq!(at(4 * HOUR).left_out, [(1440, ReminderOutcome::TooLate)]);
    assert_eq!(at(-HOUR).left_out, [(1440, ReminderOutcome::TooLate)], "it is over");
}

#[test]
fn without_reminders_there_is_nothing_to_look_at() {
    let timed = Timed { starts_at: 10 * DAY, since: 0, settled: &[] };
    assert_eq!(due(&timed, 0, &zone("Europe/Madrid"), &booking(&[])), Outlook::default());
}

fn reminders() -> impl Strategy<Value = Vec<u16>> {
    proptest::collection::btree_set(15_u16..=10_080, 0..=4)
        .prop_map(|minutes| minutes.into_iter().rev().collect())
}

/// A zone, when it begins, how long before it was booked, and the reminders.
fn case() -> impl Strategy<Value = (TimeZone, i64, i64, Vec<u16>)> {
    // Two years, in steps of five minutes.
    let start = (0_i64..210_000).prop_map(|step| 1_767_225_600 + step * 5 * MINUTE);
    (0..ZONES.len(), start, 0_i64..(20 * DAY), reminders())
        .prop_map(|(name, start, before, reminders)| (zone(ZONES[name]), start, start - before, reminders))
}

proptest! {
    #[test]
    fn while_everything_runs_each_is_said_once_or_with_a_nearer_one((zone, starts_at, since, reminders) in case()) {
        let booking = booking(&reminders);
        let (told, left_out) = walk(starts_at, since, &zone, &booking);
        for &minutes in &reminders {
            let times = told.iter().filter(|(of, _)| *of == minutes).count()
                + left_out.iter().filter(|(of, _)| *of == minutes).count();
            prop_assert!(times <= 1, "{minutes} came {times} times");
            // Early enough for whatever the clock does to it: the evening before is fourteen hours away at most.
            if starts_at - since >= i64::from(minutes) * 60 + 17 * HOUR {
                prop_assert_eq!(times, 1, "{} was forgotten", minutes);
            }
            if starts_at - since < (i64::from(minutes) + 60) * 60 {
                prop_assert_eq!(times, 0, "{} was only just booked", minutes);
            }
        }
        for (_, outcome) in left_out {
            prop_assert_eq!(outcome, ReminderOutcome::WithALaterOne);
        }
        for (minutes, at) in told {
            prop_assert!(!is_quiet(at, &zone), "{} at {}", minutes, wall(at, &zone));
            prop_assert!(at > since && at < starts_at);
            let is_as_wished = at == starts_at - i64::from(minutes) * 60;
            prop_assert!(is_as_wished || starts_at - at >= HOUR, "{} at {}", minutes, wall(at, &zone));
        }
    }

    #[test]
    fn whenever_somebody_looks_nothing_is_said_at_night_or_too_late(
        (zone, starts_at, since, reminders) in case(),
        later in 0_i64..(21 * DAY),
    ) {
        let now = since + later;
        let booking = booking(&reminders);
        let outlook = due(&Timed { starts_at, since, settled: &[] }, now, &zone, &booking);
        if let Some(minutes) = outlook.tell {
            prop_assert!(now < starts_at && !is_quiet(now, &zone));
            let planned = moment(starts_at, starts_at - i64::from(minutes) * 60, &zone);
            prop_assert!(now >= planned && (starts_at - now) * 2 >= starts_at - planned);
        }
        if let Some(next) = outlook.next {
            prop_assert!(next > now && next < starts_at && !is_quiet(next, &zone), "{}", wall(next, &zone));
        }
        let settled: Vec<u16> = outlook.tell.into_iter().chain(outlook.left_out.iter().map(|(of, _)| *of)).collect();
        let again = due(&Timed { starts_at, since, settled: &settled }, now, &zone, &booking);
        prop_assert_eq!((again.tell, again.left_out.len()), (None, 0), "what is settled is settled");
    }
}
