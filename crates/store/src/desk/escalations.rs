//! Conversations that a person was asked to take over.

use conserje_kernel::{CustomerId, EscalationId, SessionId, Timestamp, UserId};

use super::{EscalationStatus, Trace};
use crate::sql::{Row, values};
use crate::{StoreError, Tx};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEscalation {
    pub session: SessionId,
    pub customer: Option<CustomerId>,
    pub reason: String,
    /// From 1, the most urgent, to 5.
    pub urgency: i64,
    pub summary: Option<String>,
    pub key: String,
    pub trace: Trace,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Escalation {
    pub id: EscalationId,
    pub session: SessionId,
    pub customer: Option<CustomerId>,
    pub reason: String,
    pub urgency: i64,
    pub summary: Option<String>,
    pub status: EscalationStatus,
    pub taken_by: Option<UserId>,
    pub created_at: Timestamp,
}

/// The columns that `read` reads, said once.
macro_rules! select_escalation {
    ($rest:literal) => {
        concat!(
            "SELECT id, session_id, customer_id, reason, urgency, summary, status, taken_by, created_at ",
            "FROM desk_escalations ",
            $rest
        )
    };
}

fn read(row: &Row<'_>) -> Result<Escalation, StoreError> {
    Ok(Escalation {
        id: row.get(0)?,
        session: row.get(1)?,
        customer: row.get(2)?,
        reason: row.get(3)?,
        urgency: row.get(4)?,
        summary: row.get(5)?,
        status: row.get(6)?,
        taken_by: row.get(7)?,
        created_at: row.get(8)?,
    })
}

/// Asks for a person. With a key that was used before, the first one is returned.
pub fn open(tx: &mut Tx<'_>, new: &NewEscalation) -> Result<Option<Escalation>, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.execute(
        "INSERT INTO desk_escalations (tenant_id, id, session_id, customer_id, reason, urgency, summary, status,
             idempotency_key, turn_id, tool_use_id, created_at, updated_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 'open', ?8, ?9, ?10, ?11, ?11)
         ON CONFLICT (tenant_id, idempotency_key) DO NOTHING",
        values![
            tenant,
            EscalationId::generate(),
            new.session,
            new.customer,
            &new.reason,
            new.urgency,
            new.summary.as_deref(),
            &new.key,
            new.trace.turn,
            new.trace.tool_use_id.as_deref(),
            now
        ],
    )?;
    tx.conn.query_one(
        select_escalation!("WHERE tenant_id = ?1 AND idempotency_key = ?2"),
        values![tenant, &new.key],
        read,
    )
}

/// Those with this status, the most urgent and oldest first.
pub fn list(tx: &mut Tx<'_>, status: EscalationStatus) -> Result<Vec<Escalation>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        select_escalation!("WHERE tenant_id = ?1 AND status = ?2 ORDER BY urgency, created_at, id LIMIT 500"),
        values![tenant, status],
        read,
    )
}

/// `false` if somebody has it, or it is closed.
pub fn take(tx: &mut Tx<'_>, id: EscalationId, user: UserId) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "UPDATE desk_escalations SET status = 'taken', taken_by = ?3, updated_at = ?4
         WHERE tenant_id = ?1 AND id = ?2 AND status = 'open'",
        values![tenant, id, user, now],
    )?;
    Ok(touched > 0)
}

/// `false` if it was closed before.
pub fn close(tx: &mut Tx<'_>, id: EscalationId) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "UPDATE desk_escalations SET status = 'closed', updated_at = ?3
         WHERE tenant_id = ?1 AND id = ?2 AND status <> 'closed'",
        values![tenant, id, now],
    )?;
    Ok(touched > 0)
}
