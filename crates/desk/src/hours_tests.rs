use jiff::civil::date;
use proptest::prelude::*;

use super::*;

fn zone(name: &str) -> TimeZone {
    TimeZone::get(name).unwrap()
}

fn every_day(hours: &[&str]) -> Hours {
    let day: Vec<Interval> = hours.iter().map(|text| text.parse().unwrap()).collect();
    Hours { week: Week::new(std::array::from_fn(|_| day.clone())), special: Vec::new() }
}

fn shown(hours: &Hours, zone: &TimeZone, day: Date) -> Vec<String> {
    let windows = hours.windows(zone, day, day);
    windows.iter().map(|span| format!("{} {}", wall(span.start, zone), wall(span.end, zone))).collect()
}

#[test]
fn hours_are_read_and_printed() {
    for (text, printed) in
        [("09:00-14:00", "09:00–14:00"), ("20:00-02:00", "20:00–02:00"), ("00:00-24:00", "00:00–24:00")]
    {
        assert_eq!(text.parse::<Interval>().unwrap().to_string(), printed);
    }
    for text in
        ["9-14", "24:00-25:00", "10:00-10:00", "", "09:60-10:00", "09:00", "+9:00-10:00", "24:00-02:00"]
    {
        assert!(text.parse::<Interval>().is_err(), "{text}");
    }
}

#[test]
fn a_day_has_several_stretches_and_one_may_pass_midnight() {
    let madrid = zone("Europe/Madrid");
    let hours = every_day(&["09:00-14:00", "20:00-02:00"]);
    assert_eq!(
        shown(&hours, &madrid, date(2026, 6, 10)),
        [
            "2026-06-09T09:00:00 2026-06-09T14:00:00",
            "2026-06-09T20:00:00 2026-06-10T02:00:00",
            "2026-06-10T09:00:00 2026-06-10T14:00:00",
            "2026-06-10T20:00:00 2026-06-11T02:00:00",
        ]
    );
}

#[test]
fn a_holiday_closes_its_own_day_and_not_the_night_before() {
    let madrid = zone("Europe/Madrid");
    let mut hours = every_day(&["20:00-02:00"]);
    hours.special.push(SpecialDay {
        date: date(2026, 12, 25),
        name: Text::new("Navidad", None),
        hours: Vec::new(),
    });
    assert_eq!(shown(&hours, &madrid, date(2026, 12, 25)), ["2026-12-24T20:00:00 2026-12-25T02:00:00"]);
    assert!(hours.is_open(&madrid, date(2026, 12, 25).at(1, 0, 0, 0)));
    assert!(!hours.is_open(&madrid, date(2026, 12, 25).at(21, 0, 0, 0)));
}

#[test]
fn the_29th_of_february_is_a_day_like_others() {
    let mexico = zone("America/Mexico_City");
    let hours = every_day(&["09:00-10:00"]);
    assert_eq!(hours.windows(&mexico, date(2028, 2, 29), date(2028, 3, 1)).len(), 3);
    assert!(
        shown(&hours, &mexico, date(2028, 2, 29))
            .contains(&"2028-02-29T09:00:00 2028-02-29T10:00:00".to_owned())
    );
}

#[test]
fn a_skipped_hour_is_never_open_and_a_repeated_one_counts_once() {
    let madrid = zone("Europe/Madrid");
    let length = |hours: &[&str], day: Date| -> Vec<i64> {
        let windows = every_day(hours).windows(&madrid, day, day);
        windows.iter().skip(1).map(|span| (span.end - span.start) / 60).collect()
    };
    // 02:00 to 03:00 does not happen on 29 March 2026.
    assert_eq!(length(&["02:15-02:45"], date(2026, 3, 29)), Vec::<i64>::new());
    assert_eq!(length(&["02:30-05:00"], date(2026, 3, 29)), [120]);
    assert_eq!(length(&["00:00-02:30"], date(2026, 3, 29)), [120]);
    assert_eq!(length(&["01:00-04:00"], date(2026, 3, 29)), [120]);
    // 02:00 to 03:00 happens twice on 25 October 2026.
    assert_eq!(length(&["02:30-05:00"], date(2026, 10, 25)), [150]);
    assert_eq!(length(&["00:00-02:30"], date(2026, 10, 25)), [150]);
    assert_eq!(length(&["01:00-04:00"], date(2026, 10, 25)), [240]);
}

/// Pieces of a small range, so that they touch and overlap.
fn spans() -> impl Strategy<Value = Vec<Span>> {
    prop::collection::vec((0..60_i64, 1..20_i64), 0..8).prop_map(|pieces| {
        pieces.into_iter().map(|(start, long)| Span { start, end: start + long }).collect()
    })
}

fn seconds(spans: &[Span]) -> Vec<bool> {
    (0..90).map(|at| spans.iter().any(|span| span.start <= at && at < span.end)).collect()
}

proptest! {
    #[test]
    fn spans_are_sets_of_seconds(one in spans(), other in spans()) {
        let (one, other) = (joined(one), joined(other));
        let (left, right) = (seconds(&one), seconds(&other));
        let both = |keep: fn(bool, bool) -> bool| -> Vec<bool> {
            left.iter().zip(&right).map(|(one, other)| keep(*one, *other)).collect()
        };
        prop_assert_eq!(seconds(&common(&one, &other)), both(|one, other| one && other));
        prop_assert_eq!(seconds(&without(&one, &other)), both(|one, other| one && !other));
        let mut all = one;
        all.extend(&other);
        prop_assert_eq!(seconds(&joined(all)), both(|one, other| one || other));
    }
}
