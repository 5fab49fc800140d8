use std::cell::Cell;

use tokio::time::Instant;

use super::*;

fn error(trouble: Trouble, retry_after: Option<u64>) -> ModelError {
    let retry_after = retry_after.map(Duration::from_secs);
    ModelError { retry_after, ..ModelError::new("m", trouble, "no") }
}

/// Fails as said, then answers with how often it was asked.
async fn ask(line: &Line, retries: u32, failures: &[ModelError]) -> Result<usize, ModelError> {
    let asked = Cell::new(0);
    patiently(line, "m", retries, async || {
        let number = asked.replace(asked.get() + 1);
        failures.get(number).cloned().map_or(Ok(number + 1), Err)
    })
    .await
}

#[tokio::test(start_paused = true)]
async fn it_asks_again_and_waits_as_long_as_it_is_told() {
    let start = Instant::now();
    let failures = [error(Trouble::Busy, Some(7)), error(Trouble::Down, None)];
    assert_eq!(ask(&Line::new(), 2, &failures).await, Ok(3));
    assert!(start.elapsed() >= Duration::from_secs(7));
}

#[tokio::test(start_paused = true)]
async fn it_gives_up_when_asking_again_is_no_use() {
    let refused = error(Trouble::Unauthorised, None);
    assert_eq!(ask(&Line::new(), 5, std::slice::from_ref(&refused)).await, Err(refused));
    let later = error(Trouble::Busy, Some(3600));
    assert_eq!(ask(&Line::new(), 5, std::slice::from_ref(&later)).await, Err(later));
    let down = error(Trouble::Down, None);
    assert_eq!(ask(&Line::new(), 1, &[down.clone(), down.clone()]).await, Err(down));
}

#[tokio::test(start_paused = true)]
async fn after_three_failures_it_is_left_alone_for_a_while() {
    let line = Line::new();
    let failures = vec![error(Trouble::Down, None); 9];
    for _ in 0..3 {
        assert_eq!(ask(&line, 2, &failures).await.unwrap_err().trouble, Trouble::Down);
    }
    assert_eq!(ask(&line, 2, &[]).await.unwrap_err().trouble, Trouble::BreakerOpen);
    tokio::time::advance(Duration::from_secs(31)).await;
    assert_eq!(ask(&line, 2, &[]).await, Ok(1));
}

#[tokio::test(start_paused = true)]
async fn what_was_asked_wrongly_says_nothing_about_the_provider() {
    let line = Line::new();
    for _ in 0..5 {
        assert_eq!(
            ask(&line, 2, &[error(Trouble::TooLong, None)]).await.unwrap_err().trouble,
            Trouble::TooLong
        );
    }
    assert_eq!(ask(&line, 2, &[]).await, Ok(1));
}
