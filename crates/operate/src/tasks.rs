//! Background work with a name, a stop signal and a wait at shutdown.
//!
//! A fault stays small: a task that panics is logged, counted and begun again after a growing pause, and `/health/ready` says
//! so until it has run calmly for a while.

use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures::FutureExt;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Before a task is begun again for the first time; it doubles each time.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// A task that has run as long as this without a fault is well again.
const CALM: Duration = Duration::from_secs(300);

/// What runs beside the doors. Cheap to clone.
#[derive(Clone, Default)]
pub struct Tasks {
    tracker: TaskTracker,
    stop: CancellationToken,
    faults: Arc<Mutex<BTreeMap<&'static str, Fault>>>,
}

/// How a task last failed.
struct Fault {
    at: Instant,
    in_a_row: u32,
}

impl Tasks {
    /// Runs `work` until it ends, and again if it panics; it ends soon after the token it gets is cancelled.
    pub fn keep<F>(&self, name: &'static str, mut work: impl FnMut(CancellationToken) -> F + Send + 'static)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let tasks = self.clone();
        self.tracker.spawn(async move {
            loop {
                let stop = tasks.stop.clone();
                // Within the future, so that a fault in making it is caught, too.
                let ran = AssertUnwindSafe(async { work(stop).await }).catch_unwind().await;
                if ran.is_ok() || tasks.stop.is_cancelled() {
                    tracing::debug!("Task {name} ended");
                    return;
                }
                let pause = tasks.failed(name);
                tracing::error!("Task {name} failed and is begun again in {} ms", pause.as_millis());
                tokio::select! {
                    () = tasks.stop.cancelled() => return,
                    () = tokio::time::sleep(pause) => {}
                }
            }
        });
    }

    /// Runs `work` once: for a connection, or what is over soon. A panic is counted and ends it; the server is no less well.
    pub fn once<F>(&self, name: &'static str, work: impl FnOnce(CancellationToken) -> F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let work = work(self.stop.clone());
        self.tracker.spawn(async move {
            if AssertUnwindSafe(work).catch_unwind().await.is_err() {
                count(name);
                tracing::error!("Task {name} failed");
            }
            tracing::debug!("Task {name} ended");
        });
    }

    /// How long to wait before it is begun again.
    fn failed(&self, name: &'static str) -> Duration {
        count(name);
        let now = Instant::now();
        let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        let fault = faults.entry(name).or_insert(Fault { at: now, in_a_row: 0 });
        let was_calm = now.duration_since(fault.at) > CALM;
        *fault = Fault { at: now, in_a_row: if was_calm { 1 } else { fault.in_a_row.saturating_add(1) } };
        let doubled = 1_u32.checked_shl(fault.in_a_row.saturating_sub(1)).unwrap_or(u32::MAX);
        FIRST_PAUSE.saturating_mul(doubled).min(LONGEST_PAUSE)
    }

    /// Those that failed lately, and how often in a row.
    pub fn unwell(&self) -> Vec<(&'static str, u32)> {
        let faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        let lately = faults.iter().filter(|(_, fault)| fault.at.elapsed() <= CALM);
        lately.map(|(name, fault)| (*name, fault.in_a_row)).collect()
    }

    pub fn stop_token(&self) -> CancellationToken {
        self.stop.clone()
    }

    /// Tells everything to stop and waits for it, but not for ever.
    pub async fn stop(&self, patience: Duration) {
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

fn count(name: &'static str) {
    metrics::counter!("conserje_task_faults_total", "task" => name).increment(1);
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_task_that_panics_is_begun_again_and_seen() {
        let (tasks, begun) = (Tasks::default(), Arc::new(AtomicU32::new(0)));
        let counted = Arc::clone(&begun);
        tasks.keep("shaky", move |stop| {
            let time = counted.fetch_add(1, Ordering::SeqCst);
            async move {
                assert!(time >= 3, "a fault");
                stop.cancelled().await;
            }
        });
        while begun.load(Ordering::SeqCst) < 4 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert_eq!(tasks.unwell(), [("shaky", 3)]);
        tasks.stop(Duration::from_secs(1)).await;
        assert_eq!(begun.load(Ordering::SeqCst), 4);
    }

    #[tokio::test(start_paused = true)]
    async fn one_that_cannot_even_begin_waits_longer_each_time_and_still_stops() {
        let (tasks, begun) = (Tasks::default(), Arc::new(AtomicU32::new(0)));
        let counted = Arc::clone(&begun);
        tasks.keep("hopeless", move |_| {
            counted.fetch_add(1, Ordering::SeqCst);
            async { panic!("a fault") }
        });
        tokio::time::sleep(Duration::from_secs(10)).await;
        let times = begun.load(Ordering::SeqCst);
        assert!((5..=8).contains(&times), "0.1 + 0.2 + 0.4 … s: {times}");
        tasks.stop(Duration::from_secs(1)).await;
        assert_eq!(begun.load(Ordering::SeqCst), times);
    }

    #[tokio::test]
    async fn a_fault_in_what_runs_once_ends_it_alone() {
        let tasks = Tasks::default();
        tasks.once("shaky", |_| async { panic!("a fault") });
        tasks.stop(Duration::from_secs(1)).await;
        assert_eq!(tasks.unwell(), []);
    }
}
