//! What an operator of a tenant looks at: jobs, dead letters, the feed, the chain.

use axum::Json;
use axum::extract::State;
use conserje_kernel::{JobId, JobState, SessionId};
use conserje_operate::{DeadLetter, Job, Operate, StoreError};
use conserje_protocol::{
    DeadLetterReply, DeadLettersReply, FeedEntryReply, FeedReply, Given, JobReply, JobsReply, Problem,
    RetriedReply, VerifyBreakReply, VerifyReply,
};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::wire::extract::{AfterQuery, PageQuery, PathId, QueryOf};
use crate::wire::failure::Failure;
use crate::wire::{Allowed, policy};

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct JobsQuery {
    /// All unless told.
    #[param(inline, value_type = Option<JobState>)]
    state: Option<Given<JobState>>,
    /// `nextCursor` of the page before.
    cursor: Option<String>,
    /// 1 to 200, 50 unless told.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u16>,
}

/// The tenant's jobs, the latest first.
#[utoipa::path(get, path = "/api/jobs", tag = "operate", params(JobsQuery),
    responses((status = 200, body = JobsReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn list(
    allowed: Allowed<policy::ReadJobs>,
    State(operate): State<Operate>,
    QueryOf(query): QueryOf<JobsQuery>,
) -> Result<Json<JobsReply>, Failure> {
    let page = PageQuery { cursor: query.cursor, limit: query.limit }.request()?;
    let state = query.state.map(|state| state.known()).transpose()?;
    let found = operate.jobs(&allowed.scope, state, page).await?;
    let next_cursor = found.next.as_ref().map(ToString::to_string);
    let items: Result<_, _> = found.items.into_iter().map(render).collect();
    Ok(Json(JobsReply { items: items?, next_cursor }))
}

/// Gives a dead job a new set of attempts.
#[utoipa::path(post, path = "/api/jobs/{id}/retry", tag = "operate", params(("id" = String, Path)),
    responses((status = 200, body = JobReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn retry(
    allowed: Allowed<policy::ManageJobs>,
    State(operate): State<Operate>,
    PathId(id): PathId<JobId>,
) -> Result<Json<JobReply>, Failure> {
    Ok(Json(render(operate.retry_job(&allowed.scope, id).await?)?))
}

/// Projections that were given up on.
#[utoipa::path(get, path = "/api/dead-letters", tag = "operate",
    responses((status = 200, body = DeadLettersReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn dead_letters(
    allowed: Allowed<policy::ReadJobs>,
    State(operate): State<Operate>,
) -> Result<Json<DeadLettersReply>, Failure> {
    let letters = operate.dead_letters(&allowed.scope).await?;
    let items = letters.into_iter().map(render_dead_letter);
    Ok(Json(DeadLettersReply { items: items.collect(), next_cursor: None }))
}

/// Gives every dead letter of the tenant another round.
#[utoipa::path(post, path = "/api/dead-letters/retry", tag = "operate",
    responses((status = 200, body = RetriedReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn retry_dead_letters(
    allowed: Allowed<policy::ManageJobs>,
    State(operate): State<Operate>,
) -> Result<Json<RetriedReply>, Failure> {
    Ok(Json(RetriedReply { retried: operate.retry_dead_letters(&allowed.scope).await? }))
}

/// The tenant's events, of all sessions, in the order in which they became durable.
#[utoipa::path(get, path = "/api/feed", tag = "operate", params(AfterQuery),
    responses((status = 200, body = FeedReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn feed(
    allowed: Allowed<policy::ReadAudit>,
    State(operate): State<Operate>,
    QueryOf(query): QueryOf<AfterQuery>,
) -> Result<Json<FeedReply>, Failure> {
    let (after, limit) = query.read()?;
    let entries = operate.feed(&allowed.scope, after, limit).await?;
    let next_cursor =
        (entries.len() == limit).then(|| entries.last().map(|last| last.position.to_string())).flatten();
    let items = entries.into_iter().map(|entry| FeedEntryReply {
        position: entry.position,
        session_id: entry.session.to_string(),
        sequence_number: entry.sequence,
        event_id: entry.event.to_string(),
    });
    Ok(Json(FeedReply { items: items.collect(), next_cursor }))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct VerifyQuery {
    /// A session's id; all of the tenant's unless told.
    session: Option<String>,
}

/// Walks the hash chain of every session of the tenant, or of one.
#[utoipa::path(get, path = "/api/audit/verify", tag = "operate", params(VerifyQuery),
    responses((status = 200, body = VerifyReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn verify(
    allowed: Allowed<policy::ReadAudit>,
    State(operate): State<Operate>,
    QueryOf(query): QueryOf<VerifyQuery>,
) -> Result<Json<VerifyReply>, Failure> {
    let report = match query.session {
        Some(id) => {
            let id: SessionId = id.parse().map_err(|_| Failure::not_found("session"))?;
            operate.verify_session(&allowed.scope, id).await?
        }
        None => operate.verify(&allowed.scope).await?,
    };
    Ok(Json(render_report(report)))
}

pub(crate) fn render_dead_letter(letter: DeadLetter) -> DeadLetterReply {
    DeadLetterReply {
        event_id: letter.event.to_string(),
        session_id: letter.session.to_string(),
        sequence_number: letter.sequence,
        attempts: letter.attempts,
        error: letter.error,
        dead_at: letter.dead_at.to_string(),
    }
}

pub(crate) fn render_report(report: conserje_conversation::events::Report) -> VerifyReply {
    VerifyReply {
        intact: report.breaks.is_empty(),
        sessions: report.sessions,
        events: report.events,
        erased: report.erased,
        breaks: report
            .breaks
            .into_iter()
            .map(|found| VerifyBreakReply {
                session_id: found.session,
                sequence_number: found.sequence,
                event_id: found.event,
                problem: found.problem,
            })
            .collect(),
    }
}

pub(crate) fn render(job: Job) -> Result<JobReply, StoreError> {
    Ok(JobReply {
        id: job.id.to_string(),
        kind: job.known_kind()?,
        state: job.state,
        attempts: job.attempts,
        max_attempts: job.max_attempts,
        run_after: job.run_after.to_string(),
        last_error: job.last_error,
        created_at: job.created_at.to_string(),
        finished_at: job.finished_at.map(|moment| moment.to_string()),
    })
}
