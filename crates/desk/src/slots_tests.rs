use jiff::ToSpan;
use jiff::civil::{Date, date};
use proptest::prelude::*;

use super::*;
use crate::hours::{Hours, Interval, SpecialDay, Week};
use crate::text::Text;

/// Zones and the day before their clocks change: by an hour, by half an hour, at midnight; then leap day, and new year.
const DAYS: [(&str, Date); 10] = [
    ("Europe/Madrid", date(2026, 3, 28)),
    ("Europe/Madrid", date(2026, 10, 24)),
    ("America/New_York", date(2026, 3, 7)),
    ("America/New_York", date(2026, 10, 31)),
    ("Australia/Lord_Howe", date(2026, 10, 3)),
    ("Australia/Lord_Howe", date(2026, 4, 4)),
    ("America/Havana", date(2026, 3, 7)),
    ("America/Havana", date(2026, 10, 31)),
    ("Asia/Kathmandu", date(2028, 2, 28)),
    ("America/Mexico_City", date(2026, 12, 31)),
];

#[derive(Clone, Debug)]
struct Case {
    zone: TimeZone,
    first: Date,
    hours: Hours,
    shifts: Vec<Hours>,
    /// Which of the staff, or the place after them; first minute; how many minutes.
    bookings: Vec<(usize, i64, i64)>,
    places: Option<usize>,
    takes_staff: bool,
    duration: i64,
    step: u16,
    not_before: i64,
}

fn interval() -> impl Strategy<Value = Interval> {
    // Clocks change in the small hours: most stretches begin or end there.
    prop_oneof![2 => (0..16_u16, 1..24_u16), 1 => (70..96_u16, 8..40_u16), 1 => (0..96_u16, 1..40_u16)]
        .prop_map(|(opens, long)| {
            let clock = |minutes: u16| format!("{:02}:{:02}", minutes / 60, minutes % 60);
            let (opens, closes) = (opens * 15, (opens + long) * 15 % (24 * 60));
            format!("{}-{}", clock(opens), clock(closes))
                .parse()
                .unwrap_or_else(|_| "09:00-18:00".parse().unwrap())
        })
}

fn hours() -> impl Strategy<Value = Hours> {
    let day = || prop::collection::vec(interval(), 0..4);
    let week = prop::array::uniform7(day());
    (week, prop::option::of((0..DAYS.len(), day()))).prop_map(|(week, special)| {
        let special =
            special.map(|(day, hours)| SpecialDay { date: DAYS[day].1, name: Text::default(), hours });
        Hours { week: Week::new(week), special: special.into_iter().collect() }
    })
}

fn case() -> impl Strategy<Value = Case> {
    let place = 0..DAYS.len();
    let people = (prop::collection::vec(hours(), 0..3), prop::bool::weighted(0.5));
    let taken =
        (prop::collection::vec((0..5_usize, 0..3000_i64, 1..180_i64), 0..6), prop::option::of(0..3_usize));
    let wish = (1..14_i64, prop::sample::select(vec![5_u16, 10, 15, 30, 60]), 0..1500_i64);
    (place, hours(), people, taken, wish).prop_map(|(place, hours, people, taken, wish)| {
        let zone = TimeZone::get(DAYS[place].0).unwrap();
        let first = DAYS[place].1;
        let midnight = zone.to_timestamp(first.at(0, 0, 0, 0)).unwrap().as_second();
        Case {
            zone,
            first,
            hours,
            shifts: people.0,
            takes_staff: people.1,
            bookings: taken.0,
            places: taken.1,
            duration: wish.0 * 300,
            step: wish.1,
            not_before: midnight + wish.2 * 60,
        }
    })
}

impl Case {
    fn last(&self) -> Date {
        self.first.checked_add(1.day()).unwrap()
    }

    fn midnight(&self) -> i64 {
        self.zone.to_timestamp(self.first.at(0, 0, 0, 0)).unwrap().as_second()
    }

    fn busy(&self, resource: usize) -> Vec<Span> {
        let of = |(_, start, long): &(usize, i64, i64)| {
            let start = self.midnight() + start * 60;
            Span { start, end: start + long * 60 }
        };
        self.bookings.iter().filter(|booking| booking.0 == resource).map(of).collect()
    }

    fn staff(&self) -> Vec<Calendar> {
        let of = |(number, hours): (usize, &Hours)| Calendar {
            id: number.to_string(),
            open: hours.windows(&self.zone, self.first, self.last()),
            busy: self.busy(number),
        };
        self.shifts.iter().enumerate().map(of).collect()
    }

    fn places(&self) -> Option<Vec<Calendar>> {
        let open = self.hours.windows(&self.zone, self.first, self.last());
        self.places.map(|count| {
            (0..count)
                .map(|number| Calendar {
                    id: format!("place {number}"),
                    open: open.clone(),
                    busy: self.busy(3 + number),
                })
                .collect()
        })
    }

    fn found(&self) -> Vec<Slot> {
        let (staff, places) = (self.staff(), self.places());
        find(&Search {
            zone: &self.zone,
            open: &self.hours.windows(&self.zone, self.first, self.last()),
            staff: self.takes_staff.then_some(&staff),
            places: places.as_deref(),
            duration: self.duration,
            step: self.step,
            not_before: self.not_before,
        })
    }
}

/// Three days of minutes around the first day, each open or not, by walking along the wall clock: from when it never
/// again shows less than the opening until it first shows the closing.
fn open_minutes(hours: &Hours, case: &Case) -> Vec<bool> {
    let minutes: Vec<_> = (0..MINUTES).map(|at| wall(case.minute(at), &case.zone)).collect();
    let mut open = vec![false; minutes.len()];
    for before in 0..3 {
        let day = case.first.checked_add((before - 1).days()).unwrap();
        for interval in hours.on(day) {
            let shown = |at: u16| {
                let date = day.checked_add(i32::from(at / 1440).days()).unwrap();
                let at = at % 1440;
                date.at(i8::try_from(at / 60).unwrap(), i8::try_from(at % 60).unwrap(), 0, 0)
            };
            let (opens, closes) = (shown(interval.opens()), shown(interval.closes()));
            let from = minutes.iter().rposition(|minute| *minute < opens).map_or(0, |last| last + 1);
            let to = minutes.iter().position(|minute| *minute >= closes).unwrap_or(minutes.len());
            for minute in open.iter_mut().take(to).skip(from) {
                *minute = true;
            }
        }
    }
    open
}

const MINUTES: usize = 5 * 1440;

impl Case {
    /// Begins two days early: hours of the day before count, and none of theirs is cut.
    fn minute(&self, at: usize) -> i64 {
        self.midnight() - 2 * 86_400 + i64::try_from(at).unwrap() * 60
    }

    /// Every (start, staff) at which each minute is open, worked and not taken.
    fn oracle(&self) -> Vec<(i64, Option<String>)> {
        let branch = open_minutes(&self.hours, self);
        let shifts: Vec<_> = self.shifts.iter().map(|hours| open_minutes(hours, self)).collect();
        let long = usize::try_from(self.duration / 60).unwrap();
        let taken: Vec<Vec<Span>> = (0..6).map(|resource| self.busy(resource)).collect();
        let is_taken = |resource: usize, second: i64| {
            taken[resource].iter().any(|span| span.start <= second && second < span.end)
        };
        let mut found = Vec::new();
        for at in 0..MINUTES - long {
            let start = self.minute(at);
            let shown = wall(start, &self.zone);
            let minutes = i32::from(shown.hour()) * 60 + i32::from(shown.minute());
            if start < self.not_before || minutes % i32::from(self.step) != 0 {
                continue;
            }
            let all = |good: &dyn Fn(usize, i64) -> bool| (at..at + long).all(|at| good(at, self.minute(at)));
            if !all(&|at, _| branch[at]) {
                continue;
            }
            let place = |number: usize| all(&|_, second| !is_taken(3 + number, second));
            if self.places.is_some_and(|count| !(0..count).any(place)) {
                continue;
            }
            if !self.takes_staff {
                found.push((start, None));
                continue;
            }
            for (number, shift) in shifts.iter().enumerate() {
                if all(&|at, second| shift[at] && !is_taken(number, second)) {
                    found.push((start, Some(number.to_string())));
                }
            }
        }
        found
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn exactly_the_free_times_are_found(case in case()) {
        let found: Vec<_> = case.found().into_iter().map(|slot| (slot.span.start, slot.staff)).collect();
        prop_assert_eq!(found, case.oracle());
    }

    #[test]
    fn no_slot_overlaps_a_booking_and_all_are_within_hours(case in case()) {
        let open = case.hours.windows(&case.zone, case.first, case.last());
        for slot in case.found() {
            prop_assert_eq!(slot.span.end - slot.span.start, case.duration);
            prop_assert!(slot.span.start >= case.not_before);
            prop_assert!(open.iter().any(|window| window.covers(slot.span)));
            if let Some(id) = &slot.staff {
                let number: usize = id.parse().unwrap();
                prop_assert!(!case.busy(number).iter().any(|taken| taken.overlaps(slot.span)));
            }
            if let Some(id) = &slot.place {
                let number: usize = id.strip_prefix("place ").unwrap().parse().unwrap();
                prop_assert!(!case.busy(3 + number).iter().any(|taken| taken.overlaps(slot.span)));
            }
        }
    }

    #[test]
    fn the_nearest_are_nearer_than_all_others(case in case(), wished in 0..3000_i64, most in 0..5_usize) {
        let wished = case.midnight() + wished * 60;
        let slots = case.found();
        let near = nearest(&slots, wished, most);
        prop_assert!(near.len() <= most);
        let farthest = near.iter().map(|slot| slot.span.start.abs_diff(wished)).max();
        for slot in &slots {
            let is_chosen = near.iter().any(|chosen| chosen.span.start == slot.span.start);
            if !is_chosen && near.len() < most {
                prop_assert!(false, "{:?} was left out", slot);
            }
            prop_assert!(is_chosen || farthest.is_none_or(|far| slot.span.start.abs_diff(wished) >= far));
        }
    }
}

#[test]
fn a_slot_needs_one_place_for_all_of_its_time() {
    let zone = TimeZone::get("America/Mexico_City").unwrap();
    let open = [Span { start: 0, end: 3600 }];
    let place = |id: &str, start: i64, end: i64| Calendar {
        id: id.to_owned(),
        open: open.to_vec(),
        busy: vec![Span { start, end }],
    };
    // At every moment one of the two is free, but none for the whole hour.
    let places = [place("1", 0, 1800), place("2", 1800, 3600)];
    let search = |duration: i64| {
        let search = Search {
            zone: &zone,
            open: &open,
            staff: None,
            places: Some(&places),
            duration,
            step: 30,
            not_before: 0,
        };
        find(&search).into_iter().map(|slot| (slot.span.start, slot.place.unwrap())).collect::<Vec<_>>()
    };
    assert_eq!(search(3600), []);
    assert_eq!(search(1800), [(0, "2".to_owned()), (1800, "1".to_owned())]);
}
