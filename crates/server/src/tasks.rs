//! Background work with a name, a stop signal and a wait at shutdown.

use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// What runs beside the doors. Cheap to clone.
#[derive(Clone, Default)]
pub(crate) struct Tasks {
    tracker: TaskTracker,
    stop: CancellationToken,
}

impl Tasks {
    /// Runs `work` until it ends; it ends soon after the token it gets is cancelled.
    pub(crate) fn start<F>(&self, name: &'static str, work: impl FnOnce(CancellationToken) -> F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let work = work(self.stop.clone());
        self.tracker.spawn(async move {
            work.await;
            tracing::debug!("Task {name} ended");
        });
    }

    pub(crate) fn stop_token(&self) -> CancellationToken {
        self.stop.clone()
    }

    /// Tells everything to stop and waits for it, but not for ever.
    pub(crate) async fn stop(&self, patience: Duration) {
        self.stop.cancel();
        self.tracker.close();
        if tokio::time::timeout(patience, self.tracker.wait()).await.is_err() {
            tracing::warn!(
                "{} background tasks did not end within {} s",
                self.tracker.len(),
                patience.as_secs()
            );
        }
    }
}
