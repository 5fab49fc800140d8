use conserje_guard::{Limits, screen_message};
use conserje_llm::{Reply, Scripted};

use super::*;
use crate::Catalogue;

async fn run(reply: Reply, time_limit: Duration, cancel: CancellationToken) -> Result<Vec<Step>, TurnError> {
    let scripted = Scripted::default();
    scripted.then([reply]);
    let catalogue = Catalogue::default();
    let message = screen_message("hola", Limits::default()).unwrap();
    let turn = Turn {
        agent: catalogue.pick(&message),
        model: &Model::Scripted(scripted),
        history: Vec::new(),
        message: &message,
        time_limit,
        cancel,
    };
    run_turn(turn).await
}

const LONG: Duration = Duration::from_secs(60);

#[tokio::test]
async fn an_answer_is_returned_as_a_step() {
    let seen = run(Reply::say("¡Hola!"), LONG, CancellationToken::new()).await.unwrap();
    assert!(matches!(seen.as_slice(), [Step::Said { text, .. }] if text == "¡Hola!"));
}

#[tokio::test]
async fn a_failure_of_the_model_is_the_turns() {
    let outcome = run(Reply::fail("overloaded"), LONG, CancellationToken::new()).await;
    assert!(matches!(outcome, Err(TurnError::Model(_))));
}

#[tokio::test]
async fn a_turn_ends_at_its_time_limit() {
    let outcome =
        run(Reply::say("late").after(LONG), Duration::from_millis(1), CancellationToken::new()).await;
    assert!(matches!(outcome, Err(TurnError::TimeLimit { .. })));
}

#[tokio::test]
async fn a_cancelled_turn_ends() {
    let cancel = CancellationToken::new();
    cancel.cancel();
    let outcome = run(Reply::say("late").after(LONG), LONG, cancel).await;
    assert!(matches!(outcome, Err(TurnError::Cancelled)));
}
