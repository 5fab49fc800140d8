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
        concat!("SELECT id, tenant_id, session_id, user_id, trace_id, state, input, message_id, accepted_at, finished_at, failure FROM turns ", $rest)
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

pub fn find(tx: &mut Tx<'_>, session: SessionId, id: TurnId) -> Result<Option<Turn>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(
        select_turn!("WHERE tenant_id = ?1 AND session_id = ?2 AND id = ?3"),
        values![tenant, session, id],
        read,
    )
}

/// How many of a session's turns run, and how many wait.
pub fn open(tx: &mut Tx<'_>, session: SessionId) -> Result<(i64, i64), StoreError> {
    let tenant = tx.tenant();
    let counts = tx.conn.query_one(
        "SELECT count(CASE WHEN state = 'running' THEN 1 END), count(CASE WHEN state = 'waiting' THEN 1 END)
         FROM turns WHERE tenant_id = ?1 AND session_id = ?2 AND state IN ('running', 'waiting')",
        values![tenant, session],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    Ok(counts.unwrap_or((0, 0)))
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
             SELECT 1 FROM turns r WHERE r.tenant_id = ?1 AND r.session_id = ?2 AND r.state = 'running')
         RETURNING id, tenant_id, session_id, user_id, trace_id, state, input, message_id, accepted_at,
             finished_at, failure",
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

/// Whether the turn runs and is this owner's; another node may have given it up meanwhile.
pub fn is_ours(tx: &mut Tx<'_>, id: TurnId, owner: &str) -> Result<bool, StoreError> {
    let tenant = tx.tenant();
    let found = tx.conn.query_one(
        "SELECT 1 FROM turns WHERE tenant_id = ?1 AND id = ?2 AND state = 'running' AND lease_owner = ?3",
        values![tenant, id, owner],
        |row| row.get::<i64>(0),
    )?;
    Ok(found.is_some())
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

/// Sessions that have a turn waiting and none running: work that a crash left standing.
pub fn standing(tx: &mut DeploymentTx<'_>) -> Result<Vec<(TenantId, SessionId, UserId)>, StoreError> {
    tx.conn.query(
        "SELECT DISTINCT w.tenant_id, w.session_id, w.user_id FROM turns w JOIN sessions s ON s.id = w.session_id
         WHERE w.state = 'waiting' AND s.deleted_at IS NULL AND NOT EXISTS (
             SELECT 1 FROM turns r WHERE r.session_id = w.session_id AND r.state = 'running')
         LIMIT 1000",
        &[],
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
    )
}
