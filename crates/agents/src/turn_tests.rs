use conserje_guard::{Limits, screen_message};
use conserje_llm::{Reply, Scripted};

use super::*;
use crate::Catalogue;

#[derive(Default)]
struct Seen(Vec<Step>);

impl Recorder for Seen {
    type Error = ();
    async fn record(&mut self, steps: Vec<Step>) -> Result<(), ()> {
        self.0.extend(steps);
        Ok(())
    }
}

async fn run(
    reply: Reply,
    time_limit: Duration,
    cancel: CancellationToken,
) -> (Vec<Step>, Result<(), TurnError<()>>) {
    let scripted = Scripted::default();
    scripted.then([reply]);
    let catalogue = Catalogue::default();
    let message = screen_message("hola", Limits::default()).unwrap();
    let mut seen = Seen::default();
    let turn = Turn {
        agent: catalogue.pick(&message),
        model: &Model::Scripted(scripted),
        history: Vec::new(),
        message: &message,
        time_limit,
        cancel,
    };
    let outcome = run_turn(turn, &mut seen).await;
    (seen.0, outcome)
}

const LONG: Duration = Duration::from_secs(60);

#[tokio::test]
async fn an_answer_is_recorded() {
    let (seen, outcome) = run(Reply::say("¡Hola!"), LONG, CancellationToken::new()).await;
    outcome.unwrap();
    assert!(matches!(seen.as_slice(), [Step::Said { text, .. }] if text == "¡Hola!"));
}

#[tokio::test]
async fn a_failure_records_nothing() {
    let (seen, outcome) = run(Reply::fail("overloaded"), LONG, CancellationToken::new()).await;
    assert!(matches!(outcome, Err(TurnError::Model(_))));
    assert!(seen.is_empty());
}

#[tokio::test]
async fn a_turn_ends_at_its_time_limit() {
    let (_, outcome) =
        run(Reply::say("late").after(LONG), Duration::from_millis(1), CancellationToken::new()).await;
    assert!(matches!(outcome, Err(TurnError::TimeLimit { .. })));
}

#[tokio::test]
async fn a_cancelled_turn_ends() {
    let cancel = CancellationToken::new();
    cancel.cancel();
    let (_, outcome) = run(Reply::say("late").after(LONG), LONG, cancel).await;
    assert!(matches!(outcome, Err(TurnError::Cancelled)));
}
