//! Decisions that turns wait for. A row is decided once.

use conserje_kernel::{
    ApprovalId, ApprovalStatus, Cursor, Digest, Page, PageRequest, SessionId, TenantId, Timestamp, TurnId,
    UserId,
};

use crate::sql::{Row, values};
use crate::{DeploymentTx, StoreError, Tx};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approval {
    pub id: ApprovalId,
    pub tenant: TenantId,
    pub session: SessionId,
    pub user: UserId,
    pub turn: TurnId,
    pub tool_use_id: String,
    pub tool_name: String,
    pub risk: String,
    /// JSON; none once the session is erased.
    pub args: Option<String>,
    pub args_hash: Digest,
    pub summary: Option<String>,
    pub status: ApprovalStatus,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
    pub decided_by: Option<UserId>,
}

/// The columns that `read` reads, said once.
macro_rules! select_approval {
    ($rest:literal) => {
        concat!(
            "SELECT id, tenant_id, session_id, user_id, turn_id, tool_use_id, tool_name, risk, args, args_hash, ",
            "summary, state, created_at, expires_at, decided_by FROM approvals ",
            $rest
        )
    };
}

fn read(row: &Row<'_>) -> Result<Approval, StoreError> {
    Ok(Approval {
        id: row.get(0)?,
        tenant: row.get(1)?,
        session: row.get(2)?,
        user: row.get(3)?,
        turn: row.get(4)?,
        tool_use_id: row.get(5)?,
        tool_name: row.get(6)?,
        risk: row.get(7)?,
        args: row.get(8)?,
        args_hash: row.get(9)?,
        summary: row.get(10)?,
        status: row.get(11)?,
        created_at: row.get(12)?,
        expires_at: row.get(13)?,
        decided_by: row.get(14)?,
    })
}

/// Asks. `created_at` is set here.
pub fn ask(tx: &mut Tx<'_>, new: &Approval) -> Result<(), StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.execute(
        "INSERT INTO approvals (id, tenant_id, session_id, user_id, turn_id, tool_use_id, tool_name, risk, args,
             args_hash, summary, state, created_at, expires_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, 'pending', ?12, ?13)",
        values![
            new.id,
            tenant,
            new.session,
            new.user,
            new.turn,
            &new.tool_use_id,
            &new.tool_name,
            &new.risk,
            new.args.as_deref(),
            new.args_hash,
            new.summary.as_deref(),
            now,
            new.expires_at,
        ],
    )?;
    Ok(())
}

pub fn find(tx: &mut Tx<'_>, id: ApprovalId) -> Result<Option<Approval>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(select_approval!("WHERE tenant_id = ?1 AND id = ?2"), values![tenant, id], read)
}

/// The one a turn waits for.
pub fn pending_of_turn(tx: &mut Tx<'_>, turn: TurnId) -> Result<Option<Approval>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(
        select_approval!("WHERE tenant_id = ?1 AND turn_id = ?2 AND state = 'pending'"),
        values![tenant, turn],
        read,
    )
}

/// How it was decided, by whom; nobody if its time ran out.
pub struct Decided<'a> {
    pub status: ApprovalStatus,
    pub by: Option<UserId>,
    pub edited_args: Option<&'a str>,
    pub reason: Option<&'a str>,
}

/// `false` if it was decided before.
pub fn decide(tx: &mut Tx<'_>, id: ApprovalId, decided: &Decided<'_>) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "UPDATE approvals SET state = ?3, decided_at = ?4, decided_by = ?5, edited_args = ?6, reason = ?7
         WHERE tenant_id = ?1 AND id = ?2 AND state = 'pending'",
        values![tenant, id, decided.status, now, decided.by, decided.edited_args, decided.reason],
    )?;
    Ok(touched > 0)
}

/// What waits for a decision, the oldest first; only one user's if one is named.
pub fn pending(
    tx: &mut Tx<'_>,
    user: Option<UserId>,
    page: &PageRequest,
) -> Result<Page<Approval>, StoreError> {
    let tenant = tx.tenant();
    let (after, id) = page.after.as_ref().map_or((0, ""), |cursor| (cursor.key, cursor.id.as_str()));
    let limit = i64::try_from(page.size.get()).unwrap_or(i64::MAX).saturating_add(1);
    let rows = tx.conn.query(
        select_approval!(
            "WHERE tenant_id = ?1 AND state = 'pending' AND (CAST(?2 AS TEXT) IS NULL OR user_id = ?2)
               AND (created_at > ?3 OR (created_at = ?3 AND id > ?4))
             ORDER BY created_at, id LIMIT ?5"
        ),
        values![tenant, user, after, id, limit],
        read,
    )?;
    Ok(Page::cut(rows, page.size, |approval| Cursor {
        key: approval.created_at.as_micros(),
        id: approval.id.to_string(),
    }))
}

/// Those whose time has run out.
pub fn overdue(tx: &mut DeploymentTx<'_>) -> Result<Vec<Approval>, StoreError> {
    let now = tx.now();
    tx.conn.query(
        select_approval!("WHERE state = 'pending' AND expires_at <= ?1 ORDER BY expires_at LIMIT 100"),
        values![now],
        read,
    )
}
