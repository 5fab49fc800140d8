//! Whatever a model, tools and people do, a turn ends within its limits, leaves no loose ends, and goes
//! on from any point of its journal exactly as if nothing had happened.

use conserje_llm::{Args, Block, ToolUse};
use conserje_tools::{Outcome, Risk};
use proptest::prelude::*;
use serde_json::json;

use super::tests::looked_at;
use super::*;

fn block() -> impl Strategy<Value = Block> {
    prop_oneof![
        "[a-c ]{0,3}".prop_map(|text| Block::Text { text }),
        "[a-c]{0,2}".prop_map(|text| Block::Thinking { text, seal: None }),
        ("[1-4]", "look|write|gone", 0..3_i32).prop_map(|(id, name, of)| Block::ToolUse(ToolUse {
            id,
            name,
            args: if of == 2 { Args::Malformed("{".to_owned()) } else { Args::Json(json!({"of": of})) },
            seal: None,
        })),
    ]
}

fn judgement() -> impl Strategy<Value = Judgement> {
    prop_oneof![
        (
            prop_oneof![Just(Risk::Read), Just(Risk::Write), Just(Risk::Dangerous)],
            any::<bool>(),
            any::<bool>()
        )
            .prop_map(|(risk, honours_keys, needs_approval)| Judgement::Runs {
                args: json!({"of": 0}),
                risk,
                honours_keys,
                needs_approval
            }),
        ("[a-e]", proptest::option::of(0..5_u32))
            .prop_map(|(to, iterations)| { Judgement::HandsOff(Successor { to, reason: None, iterations }) }),
        Just(Judgement::Refused { problem: "no".to_owned() }),
    ]
}

/// What the world does next, whatever the machine waits for.
#[derive(Clone, Debug)]
struct Move {
    blocks: Vec<Block>,
    judged: Vec<Judgement>,
    trouble: Option<Trouble>,
    verdict: u8,
    stops: bool,
}

fn a_move() -> impl Strategy<Value = Move> {
    let trouble = prop_oneof![
        8 => Just(None),
        1 => Just(Some(Trouble::NoNativeTools)),
        1 => Just(Some(Trouble::TooLong)),
        1 => Just(Some(Trouble::Down)),
    ];
    let replies = prop::collection::vec(block(), 0..5);
    let judged = prop::collection::vec(judgement(), 0..5);
    (replies, judged, trouble, 0..3_u8, prop::bool::weighted(0.02)).prop_map(
        |(blocks, judged, trouble, verdict, stops)| Move { blocks, judged, trouble, verdict, stops },
    )
}

fn input_for(step: &Step, play: &Move) -> Option<Input> {
    if play.stops && !matches!(step, Step::Finish(_)) {
        return Some(Input::Stopped { kind: FailureKind::Cancelled, partial: None });
    }
    let over = |call: &PlannedCall| Finished {
        id: call.id.clone(),
        outcome: looked_at(Outcome::succeeded(json!(1))),
        micros: 1,
        is_from_outside: play.verdict == 1,
    };
    match step {
        Step::CallModel(_) => Some(match play.trouble {
            Some(trouble) => Input::ModelFailed { trouble },
            None => Input::Replied {
                reply: Box::new(looked_at(Reply {
                    id: "r".to_owned(),
                    model: "m".to_owned(),
                    blocks: play.blocks.clone(),
                    stop_reason: StopReason::EndTurn,
                    usage: TokenUsage { input: 7, output: 3, ..TokenUsage::default() },
                })),
                judged: play.judged.clone(),
            },
        }),
        Step::CallTools(calls) => Some(Input::ToolsFinished { finished: calls.iter().map(over).collect() }),
        Step::Perform(call) => Some(Input::ToolsFinished { finished: vec![over(call)] }),
        Step::AskApproval(call) => Some(Input::Decided {
            tool_use_id: call.id.clone(),
            verdict: match play.verdict {
                0 => Verdict::Approved { args: json!({"edited": 1}) },
                1 => Verdict::Rejected { reason: None },
                _ => Verdict::Expired,
            },
        }),
        Step::Finish(_) => None,
    }
}

/// Plays until the end; the inputs, all emissions, and how each step looked.
fn play(limits: Limits, moves: &[Move]) -> (Vec<Input>, Vec<Vec<Emission>>, Machine) {
    let (mut machine, mut step) = Machine::begin("a", limits);
    let (mut inputs, mut emissions) = (Vec::new(), Vec::new());
    for play in moves.iter().cycle() {
        let Some(input) = input_for(&step, play) else { break };
        let advanced = machine.advance(input.clone()).expect("what was asked for fits");
        inputs.push(input);
        emissions.push(advanced.emissions);
        step = advanced.step;
    }
    (inputs, emissions, machine)
}

fn requests_and_responses_pair_up(emissions: &[Emission]) {
    let mut open: Option<&str> = None;
    for emission in emissions {
        match emission {
            Emission::Requested { call } => {
                assert_eq!(
                    open.replace(&call.id),
                    None,
                    "a request stands between a request and its response"
                );
            }
            Emission::Completed { call, .. } => assert_eq!(open.take(), Some(call.id.as_str())),
            Emission::Thought { .. }
            | Emission::Said { .. }
            | Emission::Cited { .. }
            | Emission::HandedOff { .. }
            | Emission::Failed { .. } => {
                assert_eq!(open, None, "something stands between a request and its response");
            }
        }
    }
    assert_eq!(open, None, "a request has no response");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn a_turn_ends_within_its_limits_and_leaves_no_loose_ends(moves in prop::collection::vec(a_move(), 1..8)) {
        let limits = Limits { steps: 50, iterations: 10, handoffs: 3, tokens: Some(5000) };
        let (inputs, emissions, machine) = play(limits, &moves);
        prop_assert!(inputs.len() <= 50, "{} steps", inputs.len());
        prop_assert!(matches!(machine.step(), Step::Finish(_)));
        let emissions: Vec<_> = emissions.into_iter().flatten().collect();
        let handoffs = emissions.iter().filter(|emission| matches!(emission, Emission::HandedOff { .. })).count();
        prop_assert!(handoffs <= 3);
        requests_and_responses_pair_up(&emissions);
        let failures = emissions.iter().filter(|emission| matches!(emission, Emission::Failed { .. })).count();
        prop_assert!(failures <= 1);
        let late = Input::ModelFailed { trouble: Trouble::Down };
        let mut machine = machine;
        prop_assert!(machine.advance(late).is_err());
    }

    #[test]
    fn any_prefix_of_the_journal_folds_to_a_state_that_goes_on_the_same(
        moves in prop::collection::vec(a_move(), 1..8), cut in any::<prop::sample::Index>(),
    ) {
        let limits = Limits { tokens: Some(5000), ..Limits::default() };
        let (inputs, emissions, machine) = play(limits, &moves);
        let cut = cut.index(inputs.len() + 1);
        let journal = serde_json::to_string(&inputs[..cut]).unwrap();
        let read: Vec<Input> = serde_json::from_str(&journal).unwrap();
        let mut resumed = Machine::fold("a", limits, read);
        let state = serde_json::to_string(&resumed).unwrap();
        prop_assert_eq!(&serde_json::from_str::<Machine>(&state).unwrap(), &resumed);
        for (input, before) in inputs[cut..].iter().zip(&emissions[cut..]) {
            prop_assert_eq!(&resumed.advance(input.clone()).unwrap().emissions, before);
        }
        prop_assert_eq!(resumed, machine);
    }

    #[test]
    fn an_effect_runs_only_after_its_request_and_never_without_a_needed_approval(
        moves in prop::collection::vec(a_move(), 1..8),
    ) {
        let (mut machine, mut step) = Machine::begin("a", Limits::default());
        let mut approved: Vec<String> = Vec::new();
        for play in moves.iter().cycle() {
            let Some(input) = input_for(&step, play) else { break };
            if let (Input::Decided { tool_use_id, verdict: Verdict::Approved { .. } }, Step::AskApproval(_)) = (&input, &step) {
                approved.push(tool_use_id.clone());
            }
            let needed: Vec<_> = match &input {
                Input::Replied { judged, .. } => judged.iter().map(|judged| matches!(judged, Judgement::Runs { needs_approval: true, .. })).collect(),
                Input::Routed { .. }
                | Input::ModelFailed { .. }
                | Input::ToolsFinished { .. }
                | Input::Decided { .. }
                | Input::Stopped { .. } => Vec::new(),
            };
            let advanced = machine.advance(input).unwrap();
            if let Step::Perform(call) = &advanced.step {
                let last = advanced.emissions.last();
                let is_recorded = matches!(last, Some(Emission::Requested { call: asked }) if asked == call);
                prop_assert!(is_recorded);
                prop_assert!(call.risk.is_some_and(Risk::has_effects) || approved.contains(&call.id));
                if !needed.is_empty() && needed.iter().all(|needed| *needed) {
                    prop_assert!(false, "a call that needs approval ran at once");
                }
            }
            step = advanced.step;
        }
    }
}
