use proptest::prelude::*;

use super::*;

#[test]
fn a_moment_is_written_as_rfc_3339_in_utc() {
    let moment: Timestamp = "2026-11-15T10:00:00.5+01:00".parse().unwrap();
    assert_eq!(moment.to_string(), "2026-11-15T09:00:00.500000Z");
}

#[test]
fn a_stopped_clock_moves_only_by_hand() {
    let clock = Clock::stopped_at(Timestamp::from_micros(0));
    assert_eq!(clock.now(), clock.now());
    clock.advance(Duration::from_secs(60));
    assert_eq!(clock.now().since(Timestamp::from_micros(0)), Duration::from_secs(60));
}

proptest! {
    #[test]
    fn every_moment_reads_back_as_itself(micros in any::<i64>()) {
        let moment = Timestamp::from_micros(micros);
        prop_assert_eq!(moment.to_string().parse::<Timestamp>().unwrap(), moment);
    }

    #[test]
    fn moving_time_never_overflows(micros in any::<i64>(), seconds in any::<u64>()) {
        let moment = Timestamp::from_micros(micros);
        let span = Duration::from_secs(seconds);
        prop_assert!(moment.plus(span) >= moment);
        prop_assert!(moment.minus(span) <= moment);
    }
}
