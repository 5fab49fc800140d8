#![expect(clippy::disallowed_methods, reason = "what a test makes up needs no guard")]

use std::sync::Mutex;

use proptest::prelude::*;

use super::*;
use crate::breaker::BreakerPosition;
use crate::message::Message;
use crate::model::{Facts, Price, Provider};
use crate::scripted::{Act, Scene, Script, Scripted};

/// A model by this name that plays these scenes, then repeats what it hears.
fn model(name: &str, scenes: impl IntoIterator<Item = Scene>) -> Model {
    let scripted = Scripted::from(Script::default());
    scripted.then(scenes);
    let price = Price { input: 1_000_000, output: 2_000_000, ..Price::default() };
    let facts = Facts { price, ..Facts::default() };
    Model { name: name.into(), wire_name: name.into(), facts, ..Model::scripted(scripted) }
}

fn failing(trouble: Trouble) -> Scene {
    Scene::fail("as told").with_trouble(trouble)
}

fn chain(models: impl IntoIterator<Item = Model>) -> Models {
    Models::new(BTreeMap::from([(Tier::Balanced, models.into_iter().collect())]))
}

fn hola() -> Request {
    Request { messages: vec![Message::user("hola")], ..Request::default() }
}

const BALANCED: Choice = Choice::Tier(Tier::Balanced);

/// Asks with a minute to go; also says what the caller saw.
async fn ask(models: &Models, choice: &Choice) -> (Called, String) {
    ask_within(models, choice, Duration::from_secs(60)).await
}

async fn ask_within(models: &Models, choice: &Choice, time: Duration) -> (Called, String) {
    let mut seen = String::new();
    let mut on_piece = |piece: &Piece| match piece {
        Piece::Text(text) | Piece::Thinking(text) => seen.push_str(text),
        Piece::Done(_) => panic!("the whole is the outcome, not a piece"),
    };
    let called = models.call(choice, &hola(), Instant::now() + time, &mut on_piece).await;
    (called, seen)
}

fn said(called: &Called) -> &str {
    match called.outcome.as_ref().expect("an answer").blocks.first() {
        Some(crate::message::Block::Text { text }) => text,
        other => panic!("{other:?}"),
    }
}

fn trouble(called: &Called) -> Trouble {
    called.outcome.as_ref().expect_err("a failure").trouble
}

fn asked(called: &Called) -> Vec<&str> {
    called.attempts.iter().map(|attempt| attempt.model.as_str()).collect()
}

#[tokio::test(start_paused = true)]
async fn an_answer_is_recorded_with_its_cost_and_its_times() {
    let scene = Scene { pace_ms: 10, ..Scene::say("uno dos").after(Duration::from_millis(100)) };
    let (called, seen) = ask(&chain([model("a", [scene])]), &BALANCED).await;
    assert_eq!((said(&called), seen.as_str()), ("uno dos", "uno dos"));
    let [attempt] = called.attempts.as_slice() else { panic!("{called:?}") };
    assert_eq!(attempt.outcome, AttemptOutcome::Succeeded);
    assert_eq!(attempt.usage, called.outcome.as_ref().expect("an answer").usage);
    assert_eq!(attempt.cost_micros, attempt.usage.input + 2 * attempt.usage.output);
    assert_eq!(attempt.first_token, Some(Duration::from_millis(110)));
    assert_eq!(attempt.latency, Duration::from_millis(120));
}

#[tokio::test(start_paused = true)]
async fn a_model_that_is_down_is_asked_twice_more_and_then_the_next_one() {
    let models = chain([
        model("a", [failing(Trouble::Down), failing(Trouble::Busy), failing(Trouble::Unreachable)]),
        model("b", [Scene::say("here")]),
    ]);
    let start = Instant::now();
    let (called, _) = ask(&models, &BALANCED).await;
    assert_eq!((said(&called), asked(&called)), ("here", vec!["a", "a", "a", "b"]));
    let outcomes: Vec<_> = called.attempts.iter().map(|attempt| attempt.outcome).collect();
    let failed = AttemptOutcome::Failed;
    assert_eq!(
        outcomes,
        [
            failed(Trouble::Down),
            failed(Trouble::Busy),
            failed(Trouble::Unreachable),
            AttemptOutcome::Succeeded
        ]
    );
    let waited = start.elapsed();
    assert!(waited >= Duration::from_millis(750) && waited <= Duration::from_millis(1501), "{waited:?}");
}

#[tokio::test(start_paused = true)]
async fn a_second_try_may_succeed() {
    let models = chain([model("a", [failing(Trouble::Down), Scene::say("back")]), model("b", [])]);
    let (called, _) = ask(&models, &BALANCED).await;
    assert_eq!((said(&called), asked(&called)), ("back", vec!["a", "a"]));
}

#[tokio::test(start_paused = true)]
async fn nothing_is_tried_again_once_a_word_was_seen() {
    for scene in [
        Scene { say: "half an ".to_owned(), ..failing(Trouble::Down) },
        Scene { acts: vec![Act::Think("hm".to_owned())], ..failing(Trouble::CutShort) },
    ] {
        let models = chain([model("a", [scene]), model("b", [Scene::say("other")])]);
        let (called, seen) = ask(&models, &BALANCED).await;
        assert_eq!((trouble(&called), asked(&called)), (Trouble::CutShort, vec!["a"]));
        assert!(seen == "half an " || seen == "hm", "{seen}");
        assert_eq!(called.attempts[0].outcome, AttemptOutcome::Failed(Trouble::CutShort));
        assert!(called.attempts[0].first_token.is_some());
    }
}

#[tokio::test(start_paused = true)]
async fn each_trouble_goes_where_it_belongs() {
    for (met, expected) in [
        (Trouble::Refused, vec!["a", "b"]),
        (Trouble::Unauthorised, vec!["a", "b"]),
        (Trouble::Malformed, vec!["a", "b"]),
        (Trouble::CutShort, vec!["a", "b"]),
        (Trouble::Silent, vec!["a", "b"]),
        (Trouble::NoNativeTools, vec!["a"]),
        (Trouble::TooLong, vec!["a"]),
        (Trouble::Filtered, vec!["a"]),
    ] {
        let (called, _) = ask(&chain([model("a", [failing(met)]), model("b", [])]), &BALANCED).await;
        assert_eq!(asked(&called), expected, "{met:?}");
        assert_eq!(called.outcome.is_ok(), expected.len() == 2, "{met:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn the_last_failure_is_told_when_nobody_answers() {
    let models =
        chain([model("a", [failing(Trouble::Unauthorised)]), model("b", [failing(Trouble::Refused)])]);
    let (called, _) = ask(&models, &BALANCED).await;
    assert_eq!((trouble(&called), asked(&called)), (Trouble::Refused, vec!["a", "b"]));
}

#[tokio::test(start_paused = true)]
async fn a_silent_model_is_given_up_at_the_deadline() {
    let slow = Scene::say("too late").after(Duration::from_secs(100));
    let models = chain([model("a", [slow]), model("b", [])]);
    let start = Instant::now();
    let (called, _) = ask(&models, &BALANCED).await;
    assert_eq!((trouble(&called), asked(&called)), (Trouble::Silent, vec!["a"]));
    assert_eq!(start.elapsed(), Duration::from_secs(60));
    assert_eq!(models.breakers()[0].failures, 1);
}

#[tokio::test(start_paused = true)]
async fn a_deadline_that_left_no_fair_chance_is_not_held_against_the_model() {
    let slow = Scene::say("too late").after(Duration::from_secs(2));
    let models = chain([model("a", [slow])]);
    let (called, _) = ask_within(&models, &BALANCED, Duration::from_secs(1)).await;
    assert_eq!((trouble(&called), asked(&called)), (Trouble::Silent, vec!["a"]));
    assert_eq!(models.breakers()[0].failures, 0);
}

#[tokio::test(start_paused = true)]
async fn nobody_is_asked_after_the_deadline() {
    let (called, _) = ask_within(&chain([model("a", [])]), &BALANCED, Duration::ZERO).await;
    assert_eq!((trouble(&called), asked(&called)), (Trouble::Silent, vec![]));
}

#[tokio::test(start_paused = true)]
async fn a_wait_that_does_not_fit_before_the_deadline_is_not_waited() {
    let models = chain([model("a", [failing(Trouble::Down)]), model("b", [])]);
    let start = Instant::now();
    let (called, _) = ask_within(&models, &BALANCED, Duration::from_millis(200)).await;
    assert_eq!(asked(&called), ["a", "b"]);
    assert_eq!(start.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn three_failures_open_the_breaker_and_a_probe_closes_it() {
    let models = chain([
        model("a", [failing(Trouble::Down), failing(Trouble::Down), failing(Trouble::Down)]),
        model("b", []),
    ]);
    ask(&models, &BALANCED).await;
    let [a, b] = <[_; 2]>::try_from(models.breakers()).expect("two");
    assert_eq!((a.model.as_str(), a.state, a.failures), ("a", BreakerPosition::Open, 3));
    assert_eq!((a.opens_again_in, b.state), (Some(crate::breaker::REST), BreakerPosition::Closed));

    let (called, _) = ask(&models, &BALANCED).await;
    assert_eq!((asked(&called), called.skipped.as_slice()), (vec!["b"], ["a".to_owned()].as_slice()));

    tokio::time::advance(crate::breaker::REST).await;
    assert_eq!(models.breakers()[0].state, BreakerPosition::HalfOpen);
    let (called, _) = ask(&models, &BALANCED).await;
    assert_eq!((asked(&called), called.skipped.len()), (vec!["a"], 0));
    assert_eq!(models.breakers()[0].state, BreakerPosition::Closed);
}

#[tokio::test(start_paused = true)]
async fn a_probe_that_fails_is_not_tried_again_at_once() {
    let models = chain([model("a", (0..4).map(|_| failing(Trouble::Down))), model("b", [])]);
    ask(&models, &BALANCED).await;
    tokio::time::advance(crate::breaker::REST).await;
    let (called, _) = ask(&models, &BALANCED).await;
    assert_eq!((asked(&called), called.skipped.len()), (vec!["a", "b"], 0));
    assert_eq!(models.breakers()[0].state, BreakerPosition::Open);
}

#[tokio::test(start_paused = true)]
async fn when_all_rest_the_caller_is_told_for_how_long() {
    let models = chain([model("a", (0..3).map(|_| failing(Trouble::Down)))]);
    ask(&models, &BALANCED).await;
    tokio::time::advance(Duration::from_secs(10)).await;
    let (called, _) = ask(&models, &BALANCED).await;
    assert_eq!((trouble(&called), asked(&called)), (Trouble::BreakerOpen, vec![]));
    let error = called.outcome.expect_err("a rest");
    assert_eq!(error.retry_after, Some(Duration::from_secs(20)));
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_probe_lets_the_next_call_through() {
    let slow = Scene::say("late").after(Duration::from_secs(50));
    let scenes = (0..3).map(|_| failing(Trouble::Down)).chain([slow]);
    let models = chain([model("a", scenes)]);
    ask(&models, &BALANCED).await;
    tokio::time::advance(crate::breaker::REST).await;
    let gone = tokio::time::timeout(Duration::from_secs(1), ask(&models, &BALANCED)).await;
    assert!(gone.is_err());
    let (called, _) = ask(&models, &BALANCED).await;
    assert_eq!((said(&called), models.breakers()[0].state), ("hola", BreakerPosition::Closed));
}

#[tokio::test(start_paused = true)]
async fn only_one_of_many_calls_is_the_probe() {
    let slow = Scene::say("back").after(Duration::from_secs(1));
    let scenes = (0..3).map(|_| failing(Trouble::Down)).chain([slow]);
    let models = chain([model("a", scenes), model("b", [])]);
    ask(&models, &BALANCED).await;
    tokio::time::advance(crate::breaker::REST).await;
    let calls = futures::future::join_all((0..5).map(|_| ask(&models, &BALANCED))).await;
    let probes = calls.iter().filter(|(called, _)| asked(called) == ["a"]).count();
    assert_eq!((probes, models.breakers()[0].state), (1, BreakerPosition::Closed));
}

#[tokio::test(start_paused = true)]
async fn what_was_asked_is_not_held_against_the_model() {
    let models = chain([model("a", (0..5).map(|_| failing(Trouble::Refused)))]);
    for _ in 0..5 {
        ask(&models, &BALANCED).await;
    }
    assert_eq!(models.breakers()[0].failures, 0);
}

#[tokio::test(start_paused = true)]
async fn a_named_model_is_asked_and_no_other() {
    let models = chain([model("a", [])]).and_named([model("c", [failing(Trouble::Refused)])]);
    let (called, _) = ask(&models, &Choice::Named("c".to_owned())).await;
    assert_eq!((trouble(&called), asked(&called)), (Trouble::Refused, vec!["c"]));
    assert!(models.named("c").is_some() && models.named("d").is_none());
}

#[tokio::test(start_paused = true)]
async fn a_choice_without_models_is_refused() {
    let models = chain([]);
    for choice in [BALANCED, Choice::Tier(Tier::Fast), Choice::Named("d".to_owned())] {
        let (called, _) = ask(&models, &choice).await;
        assert_eq!((trouble(&called), asked(&called)), (Trouble::Refused, vec![]));
    }
}

#[test]
fn waits_grow_are_jittered_and_honour_what_the_provider_asks() {
    assert_eq!(wait_for(0, None, 0.0), Duration::from_millis(250));
    assert_eq!(wait_for(0, None, 1.0), Duration::from_millis(500));
    assert_eq!(wait_for(1, None, 1.0), Duration::from_secs(1));
    assert!(wait_for(0, Some(Duration::from_secs(7)), 0.3) > Duration::from_secs(7));
    assert!(wait_for(u32::MAX, Some(Duration::MAX), 1.0) >= Duration::from_secs(1));
}

#[test]
fn an_attempt_is_kept_as_plain_numbers() {
    let attempt = Attempt {
        model: "a".to_owned(),
        outcome: AttemptOutcome::Failed(Trouble::Busy),
        usage: TokenUsage::default(),
        cost_micros: 3,
        latency: Duration::from_millis(2),
        first_token: None,
    };
    let json = serde_json::to_value(&attempt).expect("JSON");
    assert_eq!(json["latency_micros"], 2000);
    assert_eq!(json["outcome"]["failed"], "busy");
    assert_eq!(serde_json::from_value::<Attempt>(json).expect("the same"), attempt);
}

#[tokio::test(start_paused = true)]
async fn a_call_can_be_moved_to_another_thread() {
    fn is_send<T: Send>(value: T) -> T {
        value
    }
    let (models, request) = (chain([model("a", [])]), hola());
    let seen = Mutex::new(0);
    let mut on_piece = |_: &Piece| *seen.lock().expect("a lock") += 1;
    let deadline = Instant::now() + Duration::from_secs(1);
    is_send(models.call(&BALANCED, &request, deadline, &mut on_piece)).await.outcome.expect("an answer");
    assert_eq!(*seen.lock().expect("a lock"), 1);
}

fn any_scene() -> impl Strategy<Value = Scene> {
    let troubles = vec![
        Trouble::Unreachable,
        Trouble::Busy,
        Trouble::Down,
        Trouble::Unauthorised,
        Trouble::Refused,
        Trouble::NoNativeTools,
        Trouble::TooLong,
        Trouble::Filtered,
        Trouble::CutShort,
        Trouble::Malformed,
        Trouble::Silent,
    ];
    let trouble = prop::option::weighted(0.8, prop::sample::select(troubles));
    (prop::bool::weighted(0.2), trouble, 0..8000_u64).prop_map(|(speaks, trouble, delay_ms)| Scene {
        // A failure is told apart from an answer by what is said before it.
        say: if speaks || trouble.is_none() { "{message} " } else { "" }.to_owned(),
        fail: trouble.map(|_| "as told".to_owned()),
        trouble,
        delay_ms,
        ..Scene::default()
    })
}

proptest! {
    #[test]
    fn whatever_fails_texts_are_not_spliced_and_every_call_is_recorded_once(
        scenes in prop::collection::vec(prop::collection::vec(any_scene(), 3..4), 1..4),
        seconds in 0..40_u64,
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
        runtime.expect("a runtime").block_on(async {
            let models: Vec<_> =
                scenes.into_iter().enumerate().map(|(n, scenes)| model(&n.to_string(), scenes)).collect();
            let (routes, start) = (chain(models.clone()), Instant::now());
            let time = Duration::from_secs(seconds);
            let (called, seen) = ask_within(&routes, &BALANCED, time).await;
            prop_assert!(start.elapsed() <= time, "{:?}", start.elapsed());
            for model in models {
                let Provider::Scripted(scripted) = &model.provider else { panic!("{model:?}") };
                let recorded = asked(&called).into_iter().filter(|name| **name == *model.name).count();
                prop_assert_eq!(scripted.asked().len(), recorded);
                prop_assert!(recorded <= 3);
            }
            prop_assert!(seen.is_empty() || seen == "hola ", "{}", seen);
            let spoke: Vec<_> = called.attempts.iter().map(|attempt| attempt.first_token.is_some()).collect();
            prop_assert!(spoke.iter().rev().skip(1).all(|spoke| !spoke), "nobody is asked after a word was seen");
            let succeeded = |attempt: &Attempt| attempt.outcome == AttemptOutcome::Succeeded;
            prop_assert_eq!(called.outcome.is_ok(), called.attempts.last().is_some_and(succeeded));
            if let Ok(reply) = &called.outcome {
                prop_assert_eq!(reply.text(), seen);
            }
            Ok(())
        })?;
    }
}
