//! Jobs and dead letters.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use conserje_kernel::{JobId, JobKind, JobState, Page, PageRequest, Scope, SessionId};
use conserje_store::jobs::{self, Job, JobFilter, Lane};
use conserje_store::outbox::{self, DeadLetter};
use conserje_store::{DeploymentTx, Tx, embeddings};
use futures::FutureExt as _;

use super::{Operate, OperateError, job_runner};

const LEASE: Duration = Duration::from_secs(30);

impl Operate {
    pub async fn jobs(
        &self,
        scope: &Scope,
        state: Option<JobState>,
        page: PageRequest,
    ) -> Result<Page<Job>, OperateError> {
        let list = move |tx: &mut Tx<'_>| jobs::list(tx, &JobFilter { state }, &page);
        Ok(self.0.store.read(scope, list).await?)
    }

    pub async fn retry_job(&self, scope: &Scope, id: JobId) -> Result<Job, OperateError> {
        let retry = move |tx: &mut Tx<'_>| {
            let job = jobs::find(tx, id)?.ok_or(OperateError::NotFound { what: "job" })?;
            let state = job.state;
            jobs::retry(tx, id)?.ok_or_else(|| OperateError::Invalid {
                problem: format!("job {id} is {state}; only a dead job can be run again"),
            })
        };
        self.0.store.write(scope, retry).await
    }

    pub async fn dead_letters(&self, scope: &Scope) -> Result<Vec<DeadLetter>, OperateError> {
        Ok(self.0.store.read(scope, outbox::dead_letters).await?)
    }

    pub async fn retry_dead_letters(&self, scope: &Scope) -> Result<u64, OperateError> {
        Ok(self.0.store.write(scope, outbox::retry_dead_letters).await?)
    }

    /// The next job of a lane, ours for as long as we renew its lease.
    pub async fn claim_job(&self, lane: Lane) -> Result<Option<Job>, OperateError> {
        conserje_kernel::faults::pass("jobs.claim");
        // Looked for before it is taken: a look holds nobody up.
        if !self.0.store.read_all(job_runner(), move |tx| jobs::is_due(tx, lane)).await? {
            return Ok(None);
        }
        let node = self.0.node.clone();
        let claim = move |tx: &mut DeploymentTx<'_>| jobs::claim(tx, lane, &node, LEASE);
        Ok(self.0.store.write_all(job_runner(), claim).await?)
    }

    /// Until there may be a job in this lane that was not there before.
    pub async fn work_arrives(&self, lane: Lane) {
        match lane {
            Lane::Documents => self.0.library.work_arrives().await,
            Lane::Quick | Lane::Embedding => std::future::pending().await,
        }
    }

    /// Takes back what silent workers held; how many.
    pub async fn reap_jobs(&self) -> Result<u64, OperateError> {
        conserje_kernel::faults::pass("jobs.reap");
        // Whoever has the data folder to itself need not wait for a dead process's leases to end.
        let only = (!self.0.store.is_shared()).then(|| self.0.node.clone());
        let reap = move |tx: &mut DeploymentTx<'_>| jobs::reap(tx, only.as_deref());
        Ok(self.0.store.write_all(job_runner(), reap).await?)
    }

    /// Passages that have vectors of another embedder than the configured get new ones, in the background.
    pub async fn plan_embedding(&self) -> Result<usize, OperateError> {
        conserje_kernel::faults::pass("embedders.plan");
        Ok(self.0.library.plan_embedding(job_runner()).await?)
    }

    /// Uploads that never arrived, and documents whose job was given up on with its worker.
    pub async fn tidy_documents(&self) -> Result<(), OperateError> {
        self.0.library.rest();
        self.0.library.sweep(job_runner()).await?;
        self.0.library.settle(job_runner()).await?;
        self.0.store.write_all(job_runner(), embeddings::forget_old).await?;
        Ok(())
    }

    /// Runs a claimed job to its end, renewing its lease meanwhile.
    pub async fn run_job(&self, job: Job) -> Result<(), OperateError> {
        let outcome = {
            // A job that meets a fault has failed, like one that meets an error: it is tried again, and not without end.
            let work = AssertUnwindSafe(self.do_job(&job))
                .catch_unwind()
                .map(|done| done.unwrap_or(Err(OperateError::Fault)));
            tokio::pin!(work);
            loop {
                tokio::select! {
                    outcome = &mut work => break outcome,
                    () = tokio::time::sleep(LEASE / 3) => {
                        let (id, node) = (job.id, self.0.node.clone());
                        let beat = move |tx: &mut DeploymentTx<'_>| jobs::heartbeat(tx, id, &node, LEASE);
                        if !self.0.store.write_all(job_runner(), beat).await? {
                            tracing::warn!(job.id = %id, "Job {id} is no longer ours; leaving it");
                            return Ok(());
                        }
                    }
                }
            }
        };
        conserje_kernel::faults::pass("jobs.settle");
        let node = self.0.node.clone();
        match outcome {
            Ok(()) => {
                let id = job.id;
                let complete = move |tx: &mut DeploymentTx<'_>| jobs::complete(tx, id, &node);
                self.0.store.write_all(job_runner(), complete).await?;
            }
            Err(error) => {
                tracing::warn!(job.id = %job.id, "Job {} failed: {error:?}", job.id);
                let problem = error.to_string();
                if job.attempts >= job.max_attempts && job.kind == JobKind::ProcessDocument.name() {
                    let scope = job_runner().within(job.tenant);
                    self.0.library.give_up(&scope, &job.payload, &problem).await?;
                }
                let fail = move |tx: &mut DeploymentTx<'_>| jobs::fail(tx, &job, &node, &problem);
                self.0.store.write_all(job_runner(), fail).await?;
            }
        }
        Ok(())
    }

    /// A list of one-line calls: each kind's work is a use case.
    async fn do_job(&self, job: &Job) -> Result<(), OperateError> {
        conserje_kernel::faults::pass("jobs.run");
        let scope = job_runner().within(job.tenant);
        let kind: JobKind = job.kind.parse().map_err(|_| {
            let problem = format!("no work is known for jobs of kind `{}`", job.kind);
            OperateError::Invalid { problem }
        })?;
        match kind {
            JobKind::EraseSession => {
                let invalid = |error| OperateError::Invalid { problem: format!("{error}") };
                let session: SessionId = job.payload.parse().map_err(invalid)?;
                self.0.conversations.erase_session(&scope, session).await?;
                Ok(())
            }
            JobKind::ProcessDocument => Ok(self.0.library.process(&scope, &job.payload).await?),
            JobKind::EmbedIndex => Ok(self.0.library.embed_anew(&scope).await?),
            JobKind::TellCustomer => self.tell_customer(&scope, &job.payload).await,
            JobKind::RemoveDocument => Ok(self.0.library.finish_removal(&scope, &job.payload).await?),
        }
    }
}
