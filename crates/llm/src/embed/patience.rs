//! Asks a provider again while that may help, and leaves it alone when it failed too often just now.

use std::time::Duration;

use crate::breaker::Line;
use crate::error::{ModelError, Trouble};
use crate::route::wait_for;

/// A provider that asks to be left alone for longer than this has failed for now.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// Asks until it is answered, at most `retries` times more than once. One failure of the whole counts once
/// against the provider, however often it was asked for it.
pub(super) async fn patiently<T, F: Future<Output = Result<T, ModelError>>>(
    line: &Line,
    name: &str,
    retries: u32,
    ask: impl Fn() -> F,
) -> Result<T, ModelError> {
    let Some(pass) = line.admit() else {
        return Err(ModelError::new(name, Trouble::BreakerOpen, "it failed too often just now"));
    };
    let mut retry = 0;
    loop {
        let error = match ask().await {
            Ok(answer) => {
                pass.settle(true);
                return Ok(answer);
            }
            Err(error) => error,
        };
        let wait = wait_for(retry, error.retry_after, rand::random_range(0.0..1.0));
        if retry >= retries || !error.trouble.is_worth_retrying() || wait > LONGEST_WAIT {
            pass.settle(!error.trouble.counts_against_model());
            return Err(error);
        }
        retry += 1;
        tokio::time::sleep(wait).await;
    }
}

#[cfg(test)]
#[path = "patience_tests.rs"]
mod tests;
