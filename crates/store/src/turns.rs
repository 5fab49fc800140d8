//! Turns: accepted, running, finished. A session runs one at a time; the rest wait in order.

use conserje_kernel::{MessageId, SessionId, TenantId, Timestamp, TraceId, TurnId, UserId};

use crate::sql::{Row, values};
use crate::{DeploymentTx, StoreError, Tx};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    pub id: TurnId,
    pub tenant: TenantId,
    pub session: SessionId,
    pub user: UserId,
    pub trace: TraceId,
    pub state: String,
    /// The user's message and options, until the session is erased.
    pub input: Option<String>,
    pub message: MessageId,
    pub accepted_at: Timestamp,
    pub finished_at: Option<Timestamp>,
    pub failure: Option<String>,
    /// How often it was taken up again; whoever drives it with an older number no longer has it.
    pub resumes: i64,
}

pub struct NewTurn {
    pub id: TurnId,
    pub session: SessionId,
    pub user: UserId,
    pub trace: TraceId,
    pub input: String,
    pub message: MessageId,
}

/// Who runs a turn, and until when that is believed without a sign of life.
#[derive(Clone, Debug)]
pub struct Lease {
    pub owner: String,
    pub until: Timestamp,
}

/// The columns that `read` reads, said once.
macro_rules! select_turn {
    ($rest:literal) => {
        concat!("SELECT id, tenant_id, session_id, user_id, trace_id, state, input, message_id, accepted_at, finished_at, failure, resumes FROM turns ", $rest)
    };
}

fn read(row: &Row<'_>) -> Result<Turn, StoreError> {
    Ok(Turn {
        id: row.get(0)?,
        tenant: row.get(1)?,
        session: row.get(2)?,
        user: row.get(3)?,
        trace: row.get(4)?,
        state: row.get(5)?,
        input: row.get(6)?,
        message: row.get(7)?,
        accepted_at: row.get(8)?,
        finished_at: row.get(9)?,
        failure: row.get(10)?,
        resumes: row.get(11)?,
    })
}

/// Puts a turn at the end of its session's line.
pub fn accept(tx: &mut Tx<'_>, new: &NewTurn) -> Result<(), StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.execute(
        "INSERT INTO turns (id, tenant_id, session_id, user_id, trace_id, state, input, message_id, accepted_at)
         VALUES (?1, ?2, ?3, ?4, ?5, 'waiting', ?6, ?7, ?8)",
        values![new.id, tenant, new.session, new.user, new.trace, &new.input, new.message, now],
    )?;
    Ok(())
}

/// Notes a message that no agent answers: a turn that is over as it begins.
pub fn accept_unanswered(tx: &mut Tx<'_>, new: &NewTurn) -> Result<(), StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.execute(
        "INSERT INTO turns (id, tenant_id, session_id, user_id, trace_id, state, input, message_id, accepted_at, finished_at)
         VALUES (?1, ?2, ?3, ?4, ?5, 'completed', ?6, ?7, ?8, ?8)",
        values![new.id, tenant, new.session, new.user, new.trace, &new.input, new.message, now],
    )?;
    Ok(())
}

/// Ends all turns of a session that wait in line, unanswered, in their order. The caller has locked the session.
pub fn leave_unanswered(tx: &mut Tx<'_>, session: SessionId) -> Result<Vec<Turn>, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let mut turns = tx.conn.query(
        "UPDATE turns SET state = 'completed', finished_at = ?3
         WHERE tenant_id = ?1 AND session_id = ?2 AND state = 'waiting'
         RETURNING id, tenant_id, session_id, user_id, trace_id, state, input, message_id, accepted_at,
             finished_at, failure, resumes",
        values![tenant, session, now],
        read,
    )?;
    turns.sort_by_key(|turn| (turn.accepted_at, turn.id));
    Ok(turns)
}

pub fn find(tx: &mut Tx<'_>, session: SessionId, id: TurnId) -> Result<Option<Turn>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(
        select_turn!("WHERE tenant_id = ?1 AND session_id = ?2 AND id = ?3"),
        values![tenant, session, id],
        read,
    )
}

/// How many of a session's turns run or wait for a decision, and how many wait in line.
pub fn open(tx: &mut Tx<'_>, session: SessionId) -> Result<(i64, i64), StoreError> {
    let tenant = tx.tenant();
    let counts = tx.conn.query_one(
        "SELECT count(CASE WHEN state IN ('running', 'paused') THEN 1 END), count(CASE WHEN state = 'waiting' THEN 1 END)
         FROM turns WHERE tenant_id = ?1 AND session_id = ?2 AND state IN ('running', 'paused', 'waiting')",
        values![tenant, session],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    Ok(counts.unwrap_or((0, 0)))
}

/// The turn at the end of a session's line, if any waits.
pub fn last_waiting(tx: &mut Tx<'_>, session: SessionId) -> Result<Option<Turn>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(
        select_turn!(
            "WHERE tenant_id = ?1 AND session_id = ?2 AND state = 'waiting' ORDER BY accepted_at DESC, id DESC LIMIT 1"
        ),
        values![tenant, session],
        read,
    )
}

/// Starts the turn at the head of a session's line, unless one is running. The caller has locked the session.
pub fn start_next(tx: &mut Tx<'_>, session: SessionId, lease: &Lease) -> Result<Option<Turn>, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.query_one(
        "UPDATE turns SET state = 'running', started_at = ?3, lease_owner = ?4, lease_until = ?5
         WHERE id = (
             SELECT id FROM turns WHERE tenant_id = ?1 AND session_id = ?2 AND state = 'waiting'
             ORDER BY accepted_at, id LIMIT 1)
           AND NOT EXISTS (
             SELECT 1 FROM turns r WHERE r.tenant_id = ?1 AND r.session_id = ?2 AND r.state IN ('running', 'paused'))
         RETURNING id, tenant_id, session_id, user_id, trace_id, state, input, message_id, accepted_at,
             finished_at, failure, resumes",
        values![tenant, session, now, &lease.owner, lease.until],
        read,
    )
}

/// How a turn ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    Completed,
    Failed(String),
}

/// Whether a turn is still the one's who runs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    Ours,
    /// Ours, and somebody asked for it to be stopped.
    Unwanted,
    /// It has ended, or another node has it.
    Lost,
}

/// How this owner holds the turn that it took up with this number of [`Turn::resumes`]. The caller has locked the session.
pub fn hold(tx: &mut Tx<'_>, id: TurnId, resumes: i64, owner: &str) -> Result<Hold, StoreError> {
    let tenant = tx.tenant();
    let found = tx.conn.query_one(
        "SELECT cancel_requested_at FROM turns
         WHERE tenant_id = ?1 AND id = ?2 AND state = 'running' AND lease_owner = ?3 AND resumes = ?4",
        values![tenant, id, owner, resumes],
        |row| row.get::<Option<Timestamp>>(0),
    )?;
    Ok(match found {
        None => Hold::Lost,
        Some(None) => Hold::Ours,
        Some(Some(_)) => Hold::Unwanted,
    })
}

/// Ends a running turn; `false` if it was not running, for instance because another node gave it up.
pub fn finish(tx: &mut Tx<'_>, id: TurnId, ending: &Ending) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let (state, failure) = match ending {
        Ending::Completed => ("completed", None),
        Ending::Failed(why) => ("failed", Some(why.as_str())),
    };
    let touched = tx.conn.execute(
        "UPDATE turns SET state = ?3, failure = ?4, finished_at = ?5, lease_owner = NULL, lease_until = NULL
         WHERE tenant_id = ?1 AND id = ?2 AND state = 'running'",
        values![tenant, id, state, failure, now],
    )?;
    Ok(touched > 0)
}

/// Lets go of a running turn until somebody has decided.
pub fn pause(tx: &mut Tx<'_>, id: TurnId) -> Result<bool, StoreError> {
    let tenant = tx.tenant();
    let touched = tx.conn.execute(
        "UPDATE turns SET state = 'paused', lease_owner = NULL, lease_until = NULL
         WHERE tenant_id = ?1 AND id = ?2 AND state = 'running'",
        values![tenant, id],
    )?;
    Ok(touched > 0)
}

/// Takes up a paused turn: its time begins anew, and what was asked before the decision no longer counts.
pub fn resume(tx: &mut Tx<'_>, id: TurnId, lease: &Lease) -> Result<Option<Turn>, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.query_one(
        "UPDATE turns SET state = 'running', lease_owner = ?3, lease_until = ?4, started_at = ?5,
             cancel_requested_at = NULL
         WHERE tenant_id = ?1 AND id = ?2 AND state = 'paused'
         RETURNING id, tenant_id, session_id, user_id, trace_id, state, input, message_id, accepted_at,
             finished_at, failure, resumes",
        values![tenant, id, &lease.owner, lease.until, now],
        read,
    )
}

/// What is to be known about a turn that was taken over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TakenOver {
    /// How often that has happened to it by now.
    pub resumes: i64,
    /// Since when it runs: from its start, or from the last decision that it waited for.
    pub since: Option<Timestamp>,
    /// Somebody asked for it to be stopped.
    pub is_unwanted: bool,
}

/// Takes over a running turn whose owner has gone. `None` if it is not there to be taken. The caller has
/// locked the session: whoever has it may be writing its next step just now.
pub fn take_over(tx: &mut Tx<'_>, id: TurnId, lease: &Lease) -> Result<Option<TakenOver>, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let we_are_alone = tx.conn.is_exclusive();
    tx.conn.query_one(
        "UPDATE turns SET lease_owner = ?3, lease_until = ?4, resumes = resumes + 1
         WHERE tenant_id = ?1 AND id = ?2 AND state = 'running' AND lease_owner <> ?3
           AND (lease_until < ?5 OR ?6 = 1)
         RETURNING resumes, started_at, cancel_requested_at",
        values![tenant, id, &lease.owner, lease.until, now, we_are_alone],
        taken_over,
    )
}

/// Takes up a running turn that this owner has and does not drive; `None` if it is not there to be taken.
///
/// The answer to the commit that began it was lost. Whoever does drive it has lost it. The caller has locked the session.
pub fn take_back(
    tx: &mut Tx<'_>,
    id: TurnId,
    resumes: i64,
    lease: &Lease,
) -> Result<Option<TakenOver>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(
        "UPDATE turns SET lease_until = ?4, resumes = resumes + 1
         WHERE tenant_id = ?1 AND id = ?2 AND state = 'running' AND lease_owner = ?3 AND resumes = ?5
         RETURNING resumes, started_at, cancel_requested_at",
        values![tenant, id, &lease.owner, lease.until, resumes],
        taken_over,
    )
}

fn taken_over(row: &Row<'_>) -> Result<TakenOver, StoreError> {
    let is_unwanted = row.get::<Option<Timestamp>>(2)?.is_some();
    Ok(TakenOver { resumes: row.get(0)?, since: row.get(1)?, is_unwanted })
}

/// Asks for the session's turn to be stopped, if one runs or waits for a decision; which, and its state.
pub fn request_cancel(tx: &mut Tx<'_>, session: SessionId) -> Result<Option<Turn>, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.query_one(
        "UPDATE turns SET cancel_requested_at = ?3
         WHERE tenant_id = ?1 AND session_id = ?2 AND state IN ('running', 'paused')
         RETURNING id, tenant_id, session_id, user_id, trace_id, state, input, message_id, accepted_at,
             finished_at, failure, resumes",
        values![tenant, session, now],
        read,
    )
}

/// This owner's turns that somebody wants stopped.
pub fn to_be_cancelled(tx: &mut DeploymentTx<'_>, owner: &str) -> Result<Vec<TurnId>, StoreError> {
    tx.conn.query(
        "SELECT id FROM turns WHERE state = 'running' AND lease_owner = ?1 AND cancel_requested_at IS NOT NULL",
        values![owner],
        |row| row.get(0),
    )
}

/// Lets go of everything this owner runs, so that another node need not wait for its leases to end. They
/// are nobody's from then on: a late sign of life of this owner does not take them back.
pub fn release(tx: &mut DeploymentTx<'_>, owner: &str) -> Result<u64, StoreError> {
    tx.conn.execute(
        "UPDATE turns SET lease_until = 0, lease_owner = '' WHERE state = 'running' AND lease_owner = ?1",
        values![owner],
    )
}

/// Says that this owner's turns are alive.
pub fn heartbeat(tx: &mut DeploymentTx<'_>, lease: &Lease) -> Result<u64, StoreError> {
    tx.conn.execute(
        "UPDATE turns SET lease_until = ?2 WHERE lease_owner = ?1 AND state = 'running'",
        values![&lease.owner, lease.until],
    )
}

/// Running turns whose owner has gone: its lease is over, or, in an embedded database, it is not us.
pub fn abandoned(tx: &mut DeploymentTx<'_>, living_owner: &str) -> Result<Vec<Turn>, StoreError> {
    let now = tx.now();
    let we_are_alone = tx.conn.is_exclusive();
    tx.conn.query(
        select_turn!(
            "WHERE state = 'running' AND lease_owner <> ?1 AND (lease_until < ?2 OR ?3 = 1)
         ORDER BY accepted_at, id LIMIT 1000"
        ),
        values![living_owner, now, we_are_alone],
        read,
    )
}

/// The running turns of one owner, whoever drives them.
pub fn of_owner(tx: &mut DeploymentTx<'_>, owner: &str) -> Result<Vec<Turn>, StoreError> {
    tx.conn.query(
        select_turn!("WHERE state = 'running' AND lease_owner = ?1 ORDER BY accepted_at, id LIMIT 1000"),
        values![owner],
        read,
    )
}

/// The session's running turn, if it is this owner's.
pub fn running(tx: &mut Tx<'_>, session: SessionId, owner: &str) -> Result<Option<Turn>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(
        select_turn!("WHERE tenant_id = ?1 AND session_id = ?2 AND state = 'running' AND lease_owner = ?3"),
        values![tenant, session, owner],
        read,
    )
}

/// Sessions that have a turn waiting and none running: work that a crash left standing.
pub fn standing(tx: &mut DeploymentTx<'_>) -> Result<Vec<(TenantId, SessionId, UserId)>, StoreError> {
    tx.conn.query(
        "SELECT DISTINCT w.tenant_id, w.session_id, w.user_id FROM turns w JOIN sessions s ON s.id = w.session_id
         WHERE w.state = 'waiting' AND s.deleted_at IS NULL AND NOT EXISTS (
             SELECT 1 FROM turns r WHERE r.session_id = w.session_id AND r.state IN ('running', 'paused'))
         LIMIT 1000",
        &[],
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
    )
}
