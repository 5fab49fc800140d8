//! Waiting for a state, not for a while.

use std::time::Duration;

/// Far longer than anything here takes: reaching it is a failure.
const PATIENCE: Duration = Duration::from_secs(30);
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// Looks until `reached` gives something; panics with `what` if it never does.
pub async fn until<T, F: Future<Output = Option<T>>>(what: &str, mut reached: impl FnMut() -> F) -> T {
    let look = async {
        loop {
            if let Some(found) = reached().await {
                return found;
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    };
    match tokio::time::timeout(PATIENCE, look).await {
        Ok(found) => found,
        Err(_) => panic!("not within {} s: {what}", PATIENCE.as_secs()),
    }
}
