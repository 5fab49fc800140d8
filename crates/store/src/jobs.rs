//! Durable background work: enqueued in the transaction of its data, leased, retried, never lost.
//!
//! A job is `queued`, `running`, `done` or `dead`. A running one has a lease that its worker renews and
//! a deadline that nobody can move: when either passes, the job is queued again or, out of attempts,
//! dead, where a person sees it and can have it run again. The tenant whose last job was claimed
//! longest ago goes next, so that nobody's thousand jobs hold up another's one. Each kind of work has a lane with workers of
//! its own, so that what takes hours does not hold up what takes a moment.
//!
//! Our own table, because a job must be written with the rows it is about, on both databases.

use std::time::Duration;

use conserje_kernel::{Cursor, JobId, JobKind, JobState, Page, PageRequest, TenantId, Timestamp};

use crate::db::Conn;
use crate::sql::{Row, Value, values};
use crate::{DeploymentTx, StoreError, Tx};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    pub id: JobId,
    pub tenant: TenantId,
    /// A [`JobKind`], as text: one that a newer program knows fails by itself, and stops nobody from claiming the next.
    pub kind: String,
    pub payload: String,
    pub state: JobState,
    pub attempts: i64,
    pub max_attempts: i64,
    pub run_after: Timestamp,
    pub last_error: Option<String>,
    pub created_at: Timestamp,
    pub finished_at: Option<Timestamp>,
}

/// Which workers a job is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// What is done in a moment: telling a customer, erasing.
    Quick,
    /// Reading a file: up to half an hour.
    Documents,
    /// Embedding all of a tenant's documents anew: up to a day.
    Embedding,
}

impl Lane {
    fn of(kind: JobKind) -> Self {
        match kind {
            JobKind::EraseSession | JobKind::RemoveDocument | JobKind::TellCustomer => Self::Quick,
            JobKind::ProcessDocument => Self::Documents,
            JobKind::EmbedIndex => Self::Embedding,
        }
    }

    /// As it is kept.
    fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Documents => "documents",
            Self::Embedding => "embedding",
        }
    }
}

impl Job {
    /// For whoever only looks: here a kind that is not known is a malformed row.
    pub fn known_kind(&self) -> Result<JobKind, StoreError> {
        let malformed = |error| StoreError::Malformed { column: KIND, problem: format!("{error}") };
        self.kind.parse().map_err(malformed)
    }
}

pub struct NewJob {
    pub kind: JobKind,
    pub payload: String,
    pub run_after: Timestamp,
    pub max_attempts: i64,
    /// How long one attempt may take, however often it shows signs of life.
    pub time_limit: Duration,
}

/// The columns that `read` reads, said once.
macro_rules! select_job {
    ($rest:literal) => {
        concat!("SELECT id, tenant_id, kind, payload, state, attempts, max_attempts, run_after, last_error, created_at, finished_at FROM jobs ", $rest)
    };
}

/// Where the kind stands among them.
const KIND: usize = 2;

fn read(row: &Row<'_>) -> Result<Job, StoreError> {
    Ok(Job {
        id: row.get(0)?,
        tenant: row.get(1)?,
        kind: row.get(KIND)?,
        payload: row.get(3)?,
        state: row.get(4)?,
        attempts: row.get(5)?,
        max_attempts: row.get(6)?,
        run_after: row.get(7)?,
        last_error: row.get(8)?,
        created_at: row.get(9)?,
        finished_at: row.get(10)?,
    })
}

/// Puts a job into the tenant's line.
pub fn enqueue(tx: &mut Tx<'_>, new: &NewJob) -> Result<JobId, StoreError> {
    let (tenant, now, id) = (tx.tenant(), tx.now(), JobId::generate());
    let limit = i64::try_from(new.time_limit.as_micros()).unwrap_or(i64::MAX);
    tx.conn.execute(
        "INSERT INTO jobs
             (id, tenant_id, kind, payload, state, max_attempts, time_limit_micros, run_after, created_at, lane)
         VALUES (?1, ?2, ?3, ?4, 'queued', ?5, ?6, ?7, ?8, ?9)",
        values![
            id,
            tenant,
            new.kind,
            &new.payload,
            new.max_attempts,
            limit,
            new.run_after,
            now,
            Lane::of(new.kind).name()
        ],
    )?;
    Ok(id)
}

/// Whether the tenant has a job of this kind that is not over.
pub fn is_open(tx: &mut Tx<'_>, kind: JobKind) -> Result<bool, StoreError> {
    let tenant = tx.tenant();
    let found: Option<i64> = tx.conn.query_one(
        "SELECT 1 FROM jobs WHERE tenant_id = ?1 AND kind = ?2 AND state IN ('queued', 'running') LIMIT 1",
        values![tenant, kind],
        |row| row.get(0),
    )?;
    Ok(found.is_some())
}

/// Whether a job of this lane is to be done now. Only looks, so that waiting for work writes nothing.
pub fn is_due(tx: &mut DeploymentTx<'_>, lane: Lane) -> Result<bool, StoreError> {
    let found: Option<i64> = tx.conn.query_one(
        "SELECT 1 FROM jobs WHERE state = 'queued' AND lane = ?2 AND run_after <= ?1 LIMIT 1",
        values![tx.now(), lane.name()],
        |row| row.get(0),
    )?;
    Ok(found.is_some())
}

/// The next job in this line, leased to `owner`.
pub fn claim(
    tx: &mut DeploymentTx<'_>,
    lane: Lane,
    owner: &str,
    lease: Duration,
) -> Result<Option<Job>, StoreError> {
    /// One query; PostgreSQL also steps over what another node is claiming right now.
    macro_rules! next_in_line {
        ($suffix:literal) => {
            concat!(
                "SELECT j.id, j.tenant_id FROM jobs j LEFT JOIN job_turns t ON t.tenant_id = j.tenant_id
                 WHERE j.state = 'queued' AND j.lane = ?2 AND j.run_after <= ?1
                 ORDER BY coalesce(t.last_claimed_at, 0), j.run_after, j.id LIMIT 1",
                $suffix
            )
        };
    }
    let now = tx.now();
    let sql = match tx.conn {
        Conn::Sqlite(_) => next_in_line!(""),
        Conn::Postgres(_) => next_in_line!(" FOR UPDATE OF j SKIP LOCKED"),
    };
    let next: Option<(JobId, TenantId)> =
        tx.conn.query_one(sql, values![now, lane.name()], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let Some((id, tenant)) = next else { return Ok(None) };
    // Ordered by claim, not by the clock, which may not have moved since the last claim.
    tx.conn.execute(
        "INSERT INTO job_turns (tenant_id, last_claimed_at)
         VALUES (?1, (SELECT coalesce(max(last_claimed_at), 0) + 1 FROM job_turns))
         ON CONFLICT (tenant_id) DO UPDATE SET last_claimed_at = excluded.last_claimed_at",
        values![tenant],
    )?;
    tx.conn.query_one(
        "UPDATE jobs SET state = 'running', attempts = attempts + 1, lease_owner = ?2, lease_until = ?3,
             deadline_at = time_limit_micros + ?4
         WHERE id = ?1
         RETURNING id, tenant_id, kind, payload, state, attempts, max_attempts, run_after, last_error, created_at,
             finished_at",
        values![id, owner, now.plus(lease), now],
        read,
    )
}

/// Renews a lease; `false` means that the job is no longer this worker's, which must then stop.
pub fn heartbeat(
    tx: &mut DeploymentTx<'_>,
    id: JobId,
    owner: &str,
    lease: Duration,
) -> Result<bool, StoreError> {
    let now = tx.now();
    let touched = tx.conn.execute(
        "UPDATE jobs SET lease_until = ?3
         WHERE id = ?1 AND lease_owner = ?2 AND state = 'running' AND deadline_at > ?4",
        values![id, owner, now.plus(lease), now],
    )?;
    Ok(touched > 0)
}

/// Marks this worker's job done; `false` if it was no longer this worker's.
pub fn complete(tx: &mut DeploymentTx<'_>, id: JobId, owner: &str) -> Result<bool, StoreError> {
    let now = tx.now();
    let touched = tx.conn.execute(
        "UPDATE jobs SET state = 'done', finished_at = ?3, lease_owner = NULL, lease_until = NULL, last_error = NULL
         WHERE id = ?1 AND lease_owner = ?2 AND state = 'running'",
        values![id, owner, now],
    )?;
    Ok(touched > 0)
}

/// How long to wait before attempt number `attempts + 1`: twice as long each time, an hour at most.
pub fn backoff(attempts: i64) -> Duration {
    let doublings = u32::try_from(attempts.clamp(1, 13) - 1).unwrap_or(0);
    Duration::from_secs(2_u64.saturating_pow(doublings)).min(Duration::from_hours(1))
}

/// Takes an attempt that failed: queued again after a while, or dead when it was the last.
pub fn fail(tx: &mut DeploymentTx<'_>, job: &Job, owner: &str, error: &str) -> Result<bool, StoreError> {
    let retry_at = tx.now().plus(backoff(job.attempts));
    let touched = tx.conn.execute(END_ATTEMPT_OF_OWNER, values![job.id, error, retry_at, tx.now(), owner])?;
    Ok(touched > 0)
}

const END_ATTEMPT_OF_OWNER: &str = "UPDATE jobs SET
         state = CASE WHEN attempts >= max_attempts THEN 'dead' ELSE 'queued' END,
         finished_at = CASE WHEN attempts >= max_attempts THEN CAST(?4 AS BIGINT) END,
         last_error = ?2, run_after = ?3, lease_owner = NULL, lease_until = NULL
     WHERE id = ?1 AND state = 'running' AND lease_owner = ?5";

/// Takes back the jobs whose worker went silent or ran past the deadline; how many. `only` names the one worker that
/// can be alive, where others cannot: theirs are taken back at once.
pub fn reap(tx: &mut DeploymentTx<'_>, only: Option<&str>) -> Result<u64, StoreError> {
    let now = tx.now();
    let lost = tx.conn.query(
        "SELECT id, tenant_id, kind, payload, state, attempts, max_attempts, run_after, last_error, created_at,
             finished_at, CASE WHEN deadline_at <= ?1 THEN 1 ELSE 0 END, coalesce(lease_owner, '')
         FROM jobs WHERE state = 'running'
             AND (lease_until <= ?1 OR deadline_at <= ?1 OR lease_owner <> coalesce(?2, lease_owner))
         ORDER BY id LIMIT 500",
        values![now, only],
        |row| Ok((read(row)?, row.get::<bool>(11)?, row.get::<String>(12)?)),
    )?;
    let mut taken_back = 0;
    for (job, overdue, owner) in lost {
        let why = if overdue { "the attempt ran past its time limit" } else { "the worker went silent" };
        taken_back += u64::from(fail(tx, &job, &owner, why)?);
    }
    Ok(taken_back)
}

/// Which of a tenant's jobs to list.
#[derive(Clone, Debug, Default)]
pub struct JobFilter {
    pub state: Option<JobState>,
}

/// The tenant's jobs, latest first.
pub fn list(tx: &mut Tx<'_>, filter: &JobFilter, page: &PageRequest) -> Result<Page<Job>, StoreError> {
    let tenant = tx.tenant();
    let (before, before_id) = match &page.after {
        Some(cursor) => (cursor.key, cursor.id.as_str()),
        None => (i64::MAX, ""),
    };
    let limit = i64::try_from(page.size.get()).unwrap_or(i64::MAX).saturating_add(1);
    let state = filter.state.map_or_else(|| Value::from("*"), Value::from);
    let rows = tx.conn.query(
        select_job!(
            "WHERE tenant_id = ?1 AND (created_at < ?2 OR (created_at = ?2 AND id < ?3))
           AND ?4 IN (state, '*')
         ORDER BY created_at DESC, id DESC LIMIT ?5"
        ),
        &[Value::from(tenant), Value::from(before), Value::from(before_id), state, Value::from(limit)],
        read,
    )?;
    Ok(Page::cut(rows, page.size, |job| Cursor { key: job.created_at.as_micros(), id: job.id.to_string() }))
}

pub fn find(tx: &mut Tx<'_>, id: JobId) -> Result<Option<Job>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(select_job!("WHERE tenant_id = ?1 AND id = ?2"), values![tenant, id], read)
}

/// Gives a dead job a new set of attempts, now. `None` if there is no such dead job.
pub fn retry(tx: &mut Tx<'_>, id: JobId) -> Result<Option<Job>, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.query_one(
        "UPDATE jobs SET state = 'queued', attempts = 0, run_after = ?3, finished_at = NULL
         WHERE tenant_id = ?1 AND id = ?2 AND state = 'dead'
         RETURNING id, tenant_id, kind, payload, state, attempts, max_attempts, run_after, last_error, created_at,
             finished_at",
        values![tenant, id, now],
        read,
    )
}
