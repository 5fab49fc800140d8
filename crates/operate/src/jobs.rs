//! Runs durable jobs, and tidies up, until told to stop.

use std::time::Duration;

use conserje_conversation::Conversations;
use tokio_util::sync::CancellationToken;

use crate::tasks::Tasks;
use crate::{Lane, Operate};

const LOOK_AGAIN: Duration = Duration::from_secs(1);
const REAP_EVERY: Duration = Duration::from_secs(5);
const DAY: Duration = Duration::from_secs(24 * 3600);
const REMIND_EVERY: Duration = Duration::from_secs(60);
const TIDY_EVERY: Duration = Duration::from_secs(60);

/// How many workers each lane has on this node.
#[derive(Clone, Copy, Debug)]
pub struct Workers {
    pub quick: usize,
    pub documents: usize,
    pub embedding: usize,
}

/// Begins them all.
pub fn keep_running(operate: &Operate, tasks: &Tasks, workers: Workers) {
    let lanes = [
        ("jobs", Lane::Quick, workers.quick),
        ("document-jobs", Lane::Documents, workers.documents),
        ("embedding-jobs", Lane::Embedding, workers.embedding),
    ];
    for (name, lane, count) in lanes {
        for _ in 0..count {
            let operate = operate.clone();
            tasks.keep(name, move |stop| run(operate.clone(), lane, stop));
        }
    }
    let operate = operate.clone();
    tasks.keep("silent-jobs", move |stop| reap(operate.clone(), stop));
}

/// Takes back what silent workers held.
async fn reap(operate: Operate, stop: CancellationToken) {
    while !stop.is_cancelled() {
        if let Err(error) = operate.reap_jobs().await {
            tracing::error!("Taking back jobs of silent workers failed: {error:?}");
        }
        tokio::select! {
            () = stop.cancelled() => {}
            () = tokio::time::sleep(REAP_EVERY) => {}
        }
    }
}

/// One job at a time; several nodes, or several of these, share the line fairly.
async fn run(operate: Operate, lane: Lane, stop: CancellationToken) {
    while !stop.is_cancelled() {
        match operate.claim_job(lane).await {
            Ok(Some(job)) => {
                if let Err(error) = operate.run_job(job).await {
                    tracing::error!("Running a job failed, its lease will end: {error:?}");
                }
                continue;
            }
            Ok(None) => {}
            Err(error) => tracing::error!("Claiming a job failed: {error:?}"),
        }
        tokio::select! {
            () = stop.cancelled() => {}
            () = operate.work_arrives(lane) => {}
            () = tokio::time::sleep(LOOK_AGAIN) => {}
        }
    }
}

/// Rejects what nobody decided in time.
pub async fn expire_approvals(conversations: Conversations, stop: CancellationToken) {
    while !stop.is_cancelled() {
        conserje_kernel::faults::pass("approvals.expire");
        if let Err(error) = conversations.expire_approvals().await {
            tracing::error!("Letting approvals expire failed: {error:?}");
        }
        tokio::select! {
            () = stop.cancelled() => {}
            () = tokio::time::sleep(LOOK_AGAIN) => {}
        }
    }
}

/// Sees once to documents that were embedded with another model than the one configured now.
pub async fn plan_embedding(operate: Operate) {
    match operate.plan_embedding().await {
        Ok(0) => {}
        Ok(count) => tracing::info!("The documents of {count} tenants are embedded anew in the background"),
        Err(error) => tracing::error!("Documents could not be checked for their embedders: {error:?}"),
    }
}

/// Forgets what nobody needs any more.
pub async fn tidy(operate: Operate, stop: CancellationToken) {
    while !stop.is_cancelled() {
        if let Err(error) = operate.forget_old_keys().await {
            tracing::error!("Forgetting old idempotency keys failed: {error:?}");
        }
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(TIDY_EVERY) => {}
        }
        tidy_documents(&operate).await;
    }
}

/// Once a minute, from the start on.
pub async fn remind_customers(operate: Operate, stop: CancellationToken) {
    while !stop.is_cancelled() {
        match operate.remind_customers().await {
            Ok(0) => {}
            Ok(count) => tracing::debug!("{count} customers were reminded of their appointments"),
            Err(error) => tracing::error!("Looking for customers to remind failed: {error:?}"),
        }
        tokio::select! {
            () = stop.cancelled() => {}
            () = tokio::time::sleep(REMIND_EVERY) => {}
        }
    }
}

/// Once a day, from the start on.
pub async fn forget_past_times(operate: Operate, stop: CancellationToken) {
    while !stop.is_cancelled() {
        match operate.forget_past_times().await {
            Ok(0) => {}
            Ok(count) => tracing::debug!("{count} pieces of past appointments were forgotten"),
            Err(error) => tracing::error!("Forgetting past times of the front desk failed: {error:?}"),
        }
        tokio::select! {
            () = stop.cancelled() => {}
            () = tokio::time::sleep(DAY) => {}
        }
    }
}

/// Once; done at the start too.
pub async fn tidy_documents(operate: &Operate) {
    if let Err(error) = operate.tidy_documents().await {
        tracing::error!("Tidying documents up failed: {error:?}");
    }
}
