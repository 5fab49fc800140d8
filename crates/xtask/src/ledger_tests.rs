use super::*;

/// Events of a session, numbered from 1: `("user_message_confirmed", turn, text)` and so on.
fn events(kinds: &[(&str, &str, &str)]) -> Vec<EventReply> {
    let numbered = (1..).zip(kinds);
    numbered
        .map(|(number, (kind, turn, text))| EventReply {
            event_id: format!("evt_{number}"),
            sequence_number: number,
            kind: (*kind).to_owned(),
            turn_id: Some((*turn).to_owned()),
            message_id: Some(format!("msg_{kind}_{text}_{turn}")),
            content: Some((*text).to_owned()),
            ..EventReply::default()
        })
        .collect()
}

const SAID: &str = "user_message_confirmed";

fn ack(turn: &str, text: &str) -> Ack {
    Ack {
        text: text.to_owned(),
        message: format!("msg_{SAID}_{text}_{turn}"),
        turn: turn.to_owned(),
        sequence: None,
        shown: Vec::new(),
    }
}

/// The kinds of what is wrong with a session that has come to rest, in the order in which it is told.
fn kinds(events: &[EventReply], last_sequence: i64, acks: &[Ack]) -> Vec<Kind> {
    let mut log = SessionLog::default();
    let mut flaws: Vec<Flaw> = events.iter().flat_map(|event| log.read(event)).collect();
    flaws.extend(log.settle(last_sequence, acks));
    flaws.into_iter().map(|flaw| flaw.kind).collect()
}

#[test]
fn a_kept_promise_is_no_flaw() {
    let log = events(&[(SAID, "t1", "a"), ("message", "t1", "A"), (SAID, "t2", "b"), ("error", "t2", "")]);
    let shown = Ack {
        sequence: Some(3),
        shown: vec![(3, "evt_3".to_owned()), (4, "evt_4".to_owned())],
        ..ack("t2", "b")
    };
    assert_eq!(kinds(&log, 4, &[ack("t1", "a"), shown]), []);
}

#[test]
fn a_message_that_was_never_acknowledged_may_be_there() {
    let log = events(&[(SAID, "t1", "a"), ("message", "t1", "A")]);
    assert_eq!(kinds(&log, 2, &[]), []);
}

#[test]
fn an_acknowledged_message_that_is_not_there_is_lost() {
    let log = events(&[(SAID, "t1", "a"), ("message", "t1", "A")]);
    assert_eq!(kinds(&log, 2, &[ack("t1", "a"), ack("t2", "b")]), [Kind::Lost]);
}

#[test]
fn the_same_text_under_another_id_or_number_is_not_what_was_acknowledged() {
    let log = events(&[(SAID, "t1", "a"), ("message", "t1", "A")]);
    assert_eq!(kinds(&log, 2, &[ack("t9", "a")]), [Kind::Lost]);
    assert_eq!(kinds(&log, 2, &[Ack { sequence: Some(2), ..ack("t1", "a") }]), [Kind::Lost]);
}

#[test]
fn an_answer_that_a_client_was_shown_must_stay() {
    let log = events(&[(SAID, "t1", "a"), ("error", "t1", "")]);
    let shown = |id: &str, number| Ack { shown: vec![(number, id.to_owned())], ..ack("t1", "a") };
    assert_eq!(kinds(&log, 2, &[shown("evt_2", 2)]), []);
    assert_eq!(kinds(&log, 2, &[shown("evt_other", 2)]), [Kind::Lost]);
    assert_eq!(kinds(&log, 2, &[shown("evt_3", 3)]), [Kind::Lost]);
    assert_eq!(kinds(&log, 2, &[shown("evt_0", 0)]), [Kind::Lost]);
}

#[test]
fn a_message_is_there_at_most_once_acknowledged_or_not() {
    let twice =
        events(&[(SAID, "t1", "a"), ("message", "t1", "A"), (SAID, "t2", "a"), ("message", "t2", "A")]);
    assert_eq!(kinds(&twice, 4, &[]), [Kind::Doubled]);
    assert_eq!(kinds(&twice, 4, &[ack("t1", "a")]), [Kind::Doubled]);
    let mut same_id =
        events(&[(SAID, "t1", "a"), ("message", "t1", "A"), (SAID, "t2", "b"), ("message", "t2", "B")]);
    same_id[2].message_id = same_id[0].message_id.clone();
    assert_eq!(kinds(&same_id, 4, &[]), [Kind::Doubled]);
}

#[test]
fn numbers_have_no_hole_no_repetition_and_no_missing_end() {
    let whole = events(&[(SAID, "t1", "a"), ("message", "t1", "A")]);
    let mut hole = whole.clone();
    hole[1].sequence_number = 3;
    assert_eq!(kinds(&hole, 2, &[]), [Kind::Gap]);
    let mut repeated = whole.clone();
    repeated[1].sequence_number = 1;
    assert_eq!(kinds(&repeated, 2, &[]), [Kind::Gap]);
    assert_eq!(kinds(&whole, 3, &[]), [Kind::Gap]);
    assert_eq!(kinds(&[], 0, &[]), []);
}

#[test]
fn a_turn_ends_exactly_once() {
    let never = events(&[(SAID, "t1", "a")]);
    assert_eq!(kinds(&never, 1, &[]), [Kind::Ending]);
    let twice = events(&[(SAID, "t1", "a"), ("message", "t1", "A"), ("error", "t1", "")]);
    assert_eq!(kinds(&twice, 3, &[]), [Kind::Ending]);
    let out_of_nothing = events(&[("message", "t1", "A")]);
    assert_eq!(kinds(&out_of_nothing, 1, &[]), [Kind::Ending]);
}

#[test]
fn a_log_read_in_parts_tells_each_flaw_once() {
    let log = events(&[(SAID, "t1", "a"), (SAID, "t2", "b"), ("message", "t2", "B")]);
    let mut read = SessionLog::default();
    assert_eq!(log.iter().flat_map(|event| read.read(event)).collect::<Vec<_>>(), []);
    assert_eq!(read.settle(3, &[]).len(), 1);
    assert_eq!(read.settle(3, &[]), []);
    assert_eq!(read.last(), 3);
}

#[test]
fn a_session_with_work_left_is_stuck_when_patience_ends() {
    let (soon, late, patience) = (Duration::from_secs(1), Duration::from_secs(20), Duration::from_secs(20));
    let turn = |running, waiting| TurnReply { running, waiting };
    assert_eq!(Line::of(Some(&turn(false, 0)), late, patience), Line::WorkedOff);
    assert_eq!(Line::of(None, late, patience), Line::WorkedOff);
    assert_eq!(Line::of(Some(&turn(true, 0)), soon, patience), Line::Busy);
    assert_eq!(Line::of(Some(&turn(false, 2)), soon, patience), Line::Busy);
    for unfinished in [turn(true, 0), turn(false, 2)] {
        assert!(
            matches!(Line::of(Some(&unfinished), late, patience), Line::Stuck(flaw) if flaw.kind == Kind::Stuck)
        );
    }
}
