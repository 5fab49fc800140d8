use proptest::prelude::*;

use super::*;

fn after(start: Instant, secs: u64) -> Instant {
    start + Duration::from_secs(secs)
}

#[test]
fn three_failures_within_five_minutes_open_it() {
    let (mut breaker, start) = (Breaker::new(), Instant::now());
    breaker.failed(None, start);
    breaker.failed(None, after(start, 100));
    assert_eq!(breaker.position(after(start, 100)), BreakerPosition::Closed);
    breaker.failed(None, after(start, 299));
    assert_eq!(breaker.position(after(start, 299)), BreakerPosition::Open);
    assert_eq!(breaker.admit(after(start, 300)), None);
}

#[test]
fn failures_that_are_far_apart_do_not_open_it() {
    let (mut breaker, start) = (Breaker::new(), Instant::now());
    for n in 0..20 {
        breaker.failed(None, after(start, n * 150));
        assert_eq!(breaker.position(after(start, n * 150)), BreakerPosition::Closed);
    }
}

fn opened(start: Instant) -> Breaker {
    let mut breaker = Breaker::new();
    for _ in 0..FAILURES {
        breaker.failed(None, start);
    }
    breaker
}

#[test]
fn after_its_rest_exactly_one_probe_goes_through_and_its_success_closes_it() {
    let start = Instant::now();
    let mut breaker = opened(start);
    assert_eq!(breaker.admit(after(start, 29)), None);
    let probe = breaker.admit(after(start, 30)).expect("a probe");
    assert!(probe.is_some());
    assert_eq!(breaker.position(after(start, 30)), BreakerPosition::HalfOpen);
    assert_eq!(breaker.admit(after(start, 500)), None, "one at a time");
    breaker.succeeded(probe);
    assert_eq!(breaker.position(after(start, 31)), BreakerPosition::Closed);
    breaker.failed(None, after(start, 31));
    assert_eq!(breaker.position(after(start, 31)), BreakerPosition::Closed, "it starts afresh");
}

#[test]
fn a_probe_that_fails_opens_it_again() {
    let start = Instant::now();
    let mut breaker = opened(start);
    // So late that its failures are forgotten: the probe alone decides.
    let probe = breaker.admit(after(start, 1000)).expect("a probe");
    breaker.failed(probe, after(start, 1001));
    assert_eq!(breaker.position(after(start, 1001)), BreakerPosition::Open);
    assert_eq!(breaker.admit(after(start, 1030)), None);
    assert!(breaker.admit(after(start, 1031)).is_some());
}

#[test]
fn a_probe_that_was_given_up_makes_room_for_another() {
    let start = Instant::now();
    let mut breaker = opened(start);
    let first = breaker.admit(after(start, 30)).expect("a probe");
    breaker.abandoned(first, after(start, 31));
    let second = breaker.admit(after(start, 31)).expect("another probe");
    assert_ne!(first, second);
    breaker.succeeded(first);
    assert_eq!(
        breaker.position(after(start, 31)),
        BreakerPosition::HalfOpen,
        "the first has no say any more"
    );
}

#[test]
fn a_call_that_began_before_it_opened_has_no_say() {
    let start = Instant::now();
    let mut breaker = opened(start);
    breaker.succeeded(None);
    assert_eq!(breaker.position(after(start, 1)), BreakerPosition::Open);
    breaker.failed(None, after(start, 20));
    assert!(breaker.admit(after(start, 30)).is_some(), "its rest is not made longer");
}

#[tokio::test(start_paused = true)]
async fn a_dropped_pass_does_not_leave_it_half_open_for_ever() {
    let line = Line::new();
    for _ in 0..FAILURES {
        line.admit().expect("a pass").settle(false);
    }
    assert!(line.admit().is_none());
    tokio::time::advance(REST).await;
    let probe = line.admit().expect("a probe");
    assert!(line.admit().is_none());
    drop(probe);
    line.admit().expect("another probe").settle(true);
    assert_eq!(line.look("a").state, BreakerPosition::Closed);
}

#[derive(Clone, Debug)]
enum Event {
    Admit,
    Succeed(usize),
    Fail(usize),
    Abandon(usize),
    Wait(u64),
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let event = prop_oneof![
        3 => Just(Event::Admit),
        1 => (0..8_usize).prop_map(Event::Succeed),
        3 => (0..8_usize).prop_map(Event::Fail),
        1 => (0..8_usize).prop_map(Event::Abandon),
        2 => (0..200_u64).prop_map(Event::Wait),
    ];
    prop::collection::vec(event, 0..120)
}

proptest! {
    #[test]
    fn whatever_happens_it_keeps_its_promises(events in events()) {
        let mut breaker = Breaker::new();
        let mut now = Instant::now();
        let mut calls: Vec<Ticket> = Vec::new();
        for event in events {
            let before = breaker.position(now);
            match event {
                Event::Wait(secs) => now += Duration::from_secs(secs),
                Event::Admit => {
                    let admitted = breaker.admit(now);
                    match before {
                        BreakerPosition::Closed => prop_assert_eq!(admitted, Some(None)),
                        BreakerPosition::Open => prop_assert_eq!(admitted, None),
                        BreakerPosition::HalfOpen => prop_assert_ne!(admitted, Some(None)),
                    }
                    calls.extend(admitted);
                }
                Event::Succeed(n) if n < calls.len() => breaker.succeeded(calls.swap_remove(n)),
                Event::Fail(n) if n < calls.len() => breaker.failed(calls.swap_remove(n), now),
                Event::Abandon(n) if n < calls.len() => breaker.abandoned(calls.swap_remove(n), now),
                Event::Succeed(_) | Event::Fail(_) | Event::Abandon(_) => {}
            }
            prop_assert!(breaker.failures.len() <= FAILURES);
            prop_assert!(calls.iter().filter(|ticket| breaker.is_probe(**ticket)).count() <= 1);
            if let State::Probing { probe } = breaker.state {
                prop_assert!(calls.contains(&Some(probe)), "half-open with nobody on the way");
            }
        }
        // However it stands, once all calls are over and it had its rest, it lets somebody through.
        for call in calls {
            breaker.abandoned(call, now);
        }
        prop_assert!(breaker.admit(now + REST).is_some());
    }

    #[test]
    fn it_opens_exactly_when_three_failures_lie_within_the_window(gaps in prop::collection::vec(0..400_u64, 1..12)) {
        let mut breaker = Breaker::new();
        let mut now = Instant::now();
        let mut failed: Vec<Instant> = Vec::new();
        for gap in gaps {
            now += Duration::from_secs(gap);
            breaker.failed(None, now);
            failed.push(now);
            let recent = failed.iter().filter(|then| now.duration_since(**then) < WINDOW).count();
            prop_assert_eq!(breaker.position(now) == BreakerPosition::Open, recent >= FAILURES);
            if recent >= FAILURES {
                break;
            }
        }
    }
}
