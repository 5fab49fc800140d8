use conserje_llm::{Args, Block, ToolUse};
use conserje_tools::{Outcome, Risk};
use serde_json::json;

use super::*;

/// As if the guard had looked at it.
#[expect(clippy::disallowed_methods, reason = "what a test makes up needs no guard")]
pub(super) fn looked_at<T>(value: T) -> Screened<T> {
    Screened::own(value)
}

fn text(text: &str) -> Block {
    Block::Text { text: text.to_owned() }
}

fn thinking(text: &str) -> Block {
    Block::Thinking { text: text.to_owned(), seal: None }
}

fn call(id: &str) -> Block {
    call_of(id, "look")
}

fn call_of(id: &str, name: &str) -> Block {
    Block::ToolUse(ToolUse {
        id: id.to_owned(),
        name: name.to_owned(),
        args: Args::Json(json!({"of": id})),
        seal: None,
    })
}

fn reply(blocks: Vec<Block>) -> Reply {
    let uses = blocks.iter().any(|block| matches!(block, Block::ToolUse(_)));
    Reply {
        id: "msg".to_owned(),
        model: "m".to_owned(),
        stop_reason: if uses { StopReason::ToolUse } else { StopReason::EndTurn },
        usage: TokenUsage { input: 10, output: 5, ..TokenUsage::default() },
        blocks,
    }
}

fn replied(blocks: Vec<Block>, judged: Vec<Judgement>) -> Input {
    Input::Replied { reply: Box::new(looked_at(reply(blocks))), judged }
}

fn runs(risk: Risk, needs_approval: bool) -> Judgement {
    Judgement::Runs { args: json!({}), risk, honours_keys: true, needs_approval }
}

fn looks() -> Judgement {
    runs(Risk::Read, false)
}

fn finished(ids: &[&str]) -> Input {
    let one = |id: &&str| Finished {
        id: (*id).to_owned(),
        outcome: looked_at(Outcome::succeeded(json!({"answer": id}))),
        micros: 1,
        is_from_outside: false,
    };
    Input::ToolsFinished { finished: ids.iter().map(one).collect() }
}

/// What was emitted, in a word each.
fn words(emissions: &[Emission]) -> Vec<String> {
    emissions
        .iter()
        .map(|emission| match emission {
            Emission::Thought { .. } => "thinking".to_owned(),
            Emission::Said { text, .. } => format!("said {text}"),
            Emission::Requested { call } => format!("request {}", call.id),
            Emission::Completed { call, outcome, .. } => {
                format!("response {} {:?}", call.id, outcome.status).to_lowercase()
            }
            Emission::Cited { sources } => format!("cited {}", sources.len()),
            Emission::HandedOff { from, to, .. } => format!("handoff {from} → {to}"),
            Emission::Failed { kind } => format!("failed {kind:?}"),
        })
        .collect()
}

struct Run {
    machine: Machine,
    emitted: Vec<Emission>,
}

impl Run {
    fn new() -> Self {
        Self::with(Limits::default())
    }

    fn with(limits: Limits) -> Self {
        Self { machine: Machine::begin("a", limits).0, emitted: Vec::new() }
    }

    fn feed(&mut self, input: Input) -> Step {
        let advanced = self.machine.advance(input).unwrap();
        self.emitted.extend(advanced.emissions);
        advanced.step
    }

    fn words(&self) -> Vec<String> {
        words(&self.emitted)
    }
}

#[test]
fn the_worked_example_comes_out_in_its_order() {
    let mut run = Run::new();
    let first = vec![thinking("hm"), text("one"), call("1"), call("2")];
    let Step::CallTools(calls) = run.feed(replied(first, vec![looks(), looks()])) else { panic!() };
    assert_eq!(calls.len(), 2);
    run.feed(finished(&["2", "1"]));
    run.feed(replied(vec![call("3"), text("two")], vec![looks()]));
    run.feed(finished(&["3"]));
    let step = run.feed(replied(vec![], vec![]));
    assert_eq!(step, Step::Finish(Ending::Completed { stop_reason: StopReason::EndTurn }));
    let expected = [
        "thinking",
        "said one",
        "request 1",
        "response 1 succeeded",
        "request 2",
        "response 2 succeeded",
        "request 3",
        "response 3 succeeded",
        "said two",
    ];
    assert_eq!(run.words(), expected);
}

#[test]
fn adjacent_texts_are_one_message_and_what_a_call_used_is_said_once() {
    let mut run = Run::new();
    run.feed(replied(vec![text("a"), text("b"), thinking("t"), text("c")], vec![]));
    assert_eq!(run.words(), ["said ab", "thinking", "said c"]);
    let used: Vec<_> = run
        .emitted
        .iter()
        .filter_map(
            |emission| if let Emission::Said { usage, .. } = emission { Some(usage.input) } else { None },
        )
        .collect();
    assert_eq!(used, [0, 10]);
}

#[test]
fn an_effect_runs_alone_and_its_request_is_recorded_first() {
    let mut run = Run::new();
    let judged = vec![looks(), runs(Risk::Write, false), looks()];
    let step = run.feed(replied(vec![call("1"), call("2"), call("3")], judged));
    assert!(matches!(&step, Step::CallTools(calls) if calls.len() == 1));
    let step = run.feed(finished(&["1"]));
    assert!(matches!(&step, Step::Perform(call) if call.id == "2"));
    assert_eq!(run.words(), ["request 1", "response 1 succeeded", "request 2"]);
    run.feed(finished(&["2"]));
    run.feed(finished(&["3"]));
    let tail = ["response 2 succeeded", "request 3", "response 3 succeeded"];
    assert_eq!(run.words()[3..], tail);
}

#[test]
fn an_approval_is_waited_for_and_edited_arguments_are_the_ones_that_run() {
    let mut run = Run::new();
    let step = run.feed(replied(vec![call("1")], vec![runs(Risk::Write, true)]));
    assert!(matches!(step, Step::AskApproval(_)));
    assert!(run.machine.advance(finished(&["1"])).is_err(), "nothing runs before the decision");
    let approved = Verdict::Approved { args: json!({"edited": true}) };
    let step = run.feed(Input::Decided { tool_use_id: "1".to_owned(), verdict: approved });
    assert!(matches!(step, Step::Perform(call) if call.args == json!({"edited": true})));
    let again = Input::Decided { tool_use_id: "1".to_owned(), verdict: Verdict::Expired };
    assert!(run.machine.advance(again).is_err(), "one decision only");
}

#[test]
fn what_was_rejected_or_expired_does_not_run_and_the_model_is_told() {
    for verdict in [Verdict::Rejected { reason: Some("too dear".to_owned()) }, Verdict::Expired] {
        let mut run = Run::new();
        run.feed(replied(vec![call("1")], vec![runs(Risk::Dangerous, true)]));
        let step = run.feed(Input::Decided { tool_use_id: "1".to_owned(), verdict });
        assert!(matches!(step, Step::CallModel(_)));
        assert_eq!(run.words(), ["request 1", "response 1 failed"]);
    }
}

#[test]
fn a_refused_call_is_two_events_and_the_model_goes_on() {
    let mut run = Run::new();
    let refused = Judgement::Refused { problem: "no such tool".to_owned() };
    let step = run.feed(replied(vec![call("1")], vec![refused]));
    assert!(matches!(step, Step::CallModel(_)));
    assert_eq!(run.words(), ["request 1", "response 1 failed"]);
}

#[test]
fn the_same_call_twice_runs_once() {
    let mut run = Run::new();
    let step = run.feed(replied(vec![call("1"), call("1")], vec![looks(), looks()]));
    assert!(matches!(&step, Step::CallTools(calls) if calls.len() == 1));
    run.feed(finished(&["1"]));
    let judged = Judgement::Runs {
        args: json!({"of": "1"}),
        risk: Risk::Read,
        honours_keys: true,
        needs_approval: false,
    };
    let mut run = Run::new();
    run.feed(replied(vec![call("1")], vec![judged.clone()]));
    run.feed(finished(&["1"]));
    let step = run.feed(replied(vec![call("1")], vec![judged.clone()]));
    assert!(matches!(step, Step::CallModel(_)), "answered from what is known");
    let step = run.feed(replied(vec![call_of("1", "other")], vec![judged]));
    assert!(matches!(&step, Step::CallTools(calls) if calls[0].id != "1"), "another call gets its own id");
}

#[test]
fn a_call_without_arguments_under_a_known_id_is_the_same_call() {
    let mut run = Run::new();
    let bare = || {
        Block::ToolUse(ToolUse {
            id: "1".to_owned(),
            name: "send".to_owned(),
            args: Args::Json(serde_json::Value::Null),
            seal: None,
        })
    };
    let step = run.feed(replied(vec![bare()], vec![runs(Risk::Write, false)]));
    assert!(matches!(step, Step::Perform(_)));
    run.feed(finished(&["1"]));
    let step = run.feed(replied(vec![bare()], vec![runs(Risk::Write, false)]));
    assert!(matches!(step, Step::CallModel(_)), "{step:?}");
}

#[test]
fn a_new_id_is_one_that_no_call_has_had() {
    let mut run = Run::new();
    run.feed(replied(vec![call("a")], vec![looks()]));
    run.feed(finished(&["a"]));
    run.feed(replied(vec![call("a_1")], vec![looks()]));
    run.feed(finished(&["a_1"]));
    let others = vec![call_of("a", "other"), call_of("a_1", "other")];
    let Step::CallTools(calls) = run.feed(replied(others, vec![looks(), looks()])) else { panic!() };
    let mut ids: Vec<_> = calls.iter().map(|call| call.id.clone()).collect();
    assert_eq!(ids.len(), 2);
    ids.retain(|id| id == "a" || id == "a_1");
    assert!(ids.is_empty(), "{calls:?}");
}

#[test]
fn a_handoff_changes_who_answers_and_never_goes_round() {
    let hands =
        |to: &str| Judgement::HandsOff(Successor { to: to.to_owned(), reason: None, iterations: None });
    let mut run = Run::new();
    let step = run.feed(replied(vec![call("1"), call("2")], vec![hands("b"), looks()]));
    assert!(matches!(&step, Step::CallModel(ask) if ask.agent == "b"));
    assert_eq!(
        run.words(),
        ["request 1", "response 1 succeeded", "handoff a → b", "request 2", "response 2 failed"]
    );
    let step = run.feed(replied(vec![call("3")], vec![hands("a")]));
    assert!(matches!(&step, Step::CallModel(ask) if ask.agent == "b"), "no way back");
    run.feed(replied(vec![call("4")], vec![hands("c")]));
    run.feed(replied(vec![call("5")], vec![hands("d")]));
    let step = run.feed(replied(vec![call("6")], vec![hands("e")]));
    assert!(matches!(&step, Step::CallModel(ask) if ask.agent == "d"), "three handoffs, not four");
}

#[test]
fn who_takes_over_may_go_as_far_as_it_says_itself() {
    let mut run = Run::with(Limits { iterations: 2, ..Limits::default() });
    let to = Successor { to: "b".to_owned(), reason: None, iterations: Some(4) };
    run.feed(replied(vec![call("1")], vec![Judgement::HandsOff(to)]));
    for id in ["2", "3"] {
        run.feed(replied(vec![call(id)], vec![looks()]));
        run.feed(finished(&[id]));
    }
    run.feed(replied(vec![call("4")], vec![looks()]));
    let step = run.feed(finished(&["4"]));
    assert!(matches!(&step, Step::CallModel(ask) if ask.agent == "b" && !ask.may_use_tools), "{step:?}");
}

#[test]
fn in_its_last_iteration_a_model_is_offered_no_tools() {
    let mut run = Run::with(Limits { iterations: 2, ..Limits::default() });
    run.feed(replied(vec![call("1")], vec![looks()]));
    let step = run.feed(finished(&["1"]));
    assert!(matches!(&step, Step::CallModel(ask) if !ask.may_use_tools));
    run.feed(replied(vec![call("2")], vec![looks()]));
    let step = run.feed(finished(&["2"]));
    assert_eq!(step, Step::Finish(Ending::Failed { kind: FailureKind::IterationLimit }));
}

#[test]
fn tokens_are_limited() {
    let mut run = Run::with(Limits { tokens: Some(14), ..Limits::default() });
    let step = run.feed(replied(vec![call("1")], vec![looks()]));
    assert_eq!(step, Step::Finish(Ending::Failed { kind: FailureKind::TokenLimit }));
    assert_eq!(run.words(), ["request 1", "response 1 failed", "failed TokenLimit"]);
}

#[test]
fn a_model_without_native_tools_is_asked_again_in_text() {
    let mut run = Run::new();
    let step = run.feed(Input::ModelFailed { trouble: Trouble::NoNativeTools });
    assert!(matches!(&step, Step::CallModel(ask) if ask.protocol == Protocol::Text));
    let step = run.feed(Input::ModelFailed { trouble: Trouble::NoNativeTools });
    assert!(matches!(step, Step::Finish(Ending::Failed { .. })));
}

#[test]
fn a_turn_that_is_stopped_leaves_no_loose_ends() {
    let mut run = Run::new();
    run.feed(replied(vec![call("1"), text("later")], vec![runs(Risk::Write, false)]));
    let step = run.feed(Input::Stopped { kind: FailureKind::Cancelled, partial: None });
    assert_eq!(step, Step::Finish(Ending::Failed { kind: FailureKind::Cancelled }));
    assert_eq!(run.words(), ["request 1", "response 1 unknown", "said later", "failed Cancelled"]);
    let mut run = Run::new();
    let partial = Some(Box::new(looked_at(reply(vec![text("half an ans")]))));
    run.feed(Input::Stopped { kind: FailureKind::Cancelled, partial });
    assert_eq!(run.words(), ["said half an ans", "failed Cancelled"]);
}

#[test]
fn an_empty_answer_is_a_failure() {
    let mut run = Run::new();
    let step = run.feed(replied(vec![text("  ")], vec![]));
    assert_eq!(step, Step::Finish(Ending::Failed { kind: FailureKind::EmptyAnswer }));
}

#[test]
fn an_effect_that_the_limits_keep_from_starting_did_not_happen() {
    let mut run = Run::with(Limits { steps: 1, ..Limits::default() });
    let step = run.feed(replied(vec![call("1")], vec![runs(Risk::Write, false)]));
    assert_eq!(step, Step::Finish(Ending::Failed { kind: FailureKind::StepLimit }));
    assert_eq!(run.words(), ["request 1", "response 1 failed", "failed StepLimit"]);
}

#[test]
fn a_model_may_say_who_answers_once_and_before_anybody_does() {
    let (mut machine, _) = Machine::begin("default", Limits::default());
    assert!(machine.is_fresh());
    let routed = || Input::Routed { to: "lawyer".to_owned(), reason: Some("law".to_owned()) };
    let advanced = machine.advance(routed()).unwrap();
    assert!(
        matches!(&advanced.emissions[..], [Emission::HandedOff { from, to, .. }] if from == "default" && to == "lawyer")
    );
    assert!(matches!(&advanced.step, Step::CallModel(ask) if ask.agent == "lawyer"));
    assert!(!machine.is_fresh() && machine.advance(routed()).is_err());
    // The default it would have been had by has not had it.
    let folded = Machine::fold("default", Limits::default(), [routed()]);
    assert_eq!(folded, machine);
}

fn books(id: &str) -> (Block, Judgement) {
    let args = json!({"at": "17:00"});
    let call = Block::ToolUse(ToolUse {
        id: id.to_owned(),
        name: "book".to_owned(),
        args: Args::Json(args.clone()),
        seal: None,
    });
    (call, Judgement::Runs { args, risk: Risk::Write, honours_keys: true, needs_approval: false })
}

#[test]
fn the_same_effect_is_made_once_in_a_turn_however_often_it_is_asked_for() {
    let mut run = Run::new();
    let ((first, may), (second, may_too)) = (books("1"), books("2"));
    let step = run.feed(replied(vec![first, second], vec![may, may_too]));
    assert!(matches!(step, Step::Perform(call) if call.id == "1"));
    assert!(matches!(run.feed(finished(&["1"])), Step::CallModel(_)), "nothing else is done");
    let (again, may) = books("3");
    assert!(matches!(run.feed(replied(vec![again], vec![may])), Step::CallModel(_)));
    let ended = ["response 1 succeeded", "response 2 failed", "response 3 failed"];
    assert_eq!(
        run.words().into_iter().filter(|word| word.starts_with("response")).collect::<Vec<_>>(),
        ended
    );
}

#[test]
fn what_did_not_work_may_be_tried_again() {
    let mut run = Run::new();
    let (call, may) = books("1");
    run.feed(replied(vec![call], vec![may]));
    let failed = Finished::told("1", Outcome::failed("nobody was there"));
    run.feed(Input::ToolsFinished { finished: vec![failed] });
    let (call, may) = books("2");
    let step = run.feed(replied(vec![call], vec![may]));
    assert!(matches!(step, Step::Perform(call) if call.id == "2"));
}
