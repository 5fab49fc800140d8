//! What model calls used: a projection, one row per metered event.

use conserje_kernel::{EventId, SessionId, Timestamp, UserId};

use crate::sql::values;
use crate::{StoreError, Tx};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsageRow {
    pub event: EventId,
    pub session: SessionId,
    pub user: UserId,
    pub agent: String,
    pub model: String,
    pub input_tokens: i64,
    pub output_tokens: i64,
    pub thinking_tokens: i64,
    pub cached_tokens: i64,
    pub latency_micros: i64,
    pub created_at: Timestamp,
}

/// Records a call; recording the same one again changes nothing.
pub fn put(tx: &mut Tx<'_>, usage: &UsageRow) -> Result<(), StoreError> {
    let tenant = tx.tenant();
    tx.conn.execute(
        "INSERT INTO usage_records (event_id, tenant_id, session_id, user_id, agent, model, input_tokens,
             output_tokens, thinking_tokens, cached_tokens, latency_micros, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12) ON CONFLICT (event_id) DO NOTHING",
        values![
            usage.event,
            tenant,
            usage.session,
            usage.user,
            &usage.agent,
            &usage.model,
            usage.input_tokens,
            usage.output_tokens,
            usage.thinking_tokens,
            usage.cached_tokens,
            usage.latency_micros,
            usage.created_at,
        ],
    )?;
    Ok(())
}

pub fn of_session(tx: &mut Tx<'_>, session: SessionId) -> Result<Vec<UsageRow>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        "SELECT event_id, session_id, user_id, agent, model, input_tokens, output_tokens, thinking_tokens,
             cached_tokens, latency_micros, created_at
         FROM usage_records WHERE tenant_id = ?1 AND session_id = ?2 ORDER BY created_at, event_id",
        values![tenant, session],
        |row| {
            Ok(UsageRow {
                event: row.get(0)?,
                session: row.get(1)?,
                user: row.get(2)?,
                agent: row.get(3)?,
                model: row.get(4)?,
                input_tokens: row.get(5)?,
                output_tokens: row.get(6)?,
                thinking_tokens: row.get(7)?,
                cached_tokens: row.get(8)?,
                latency_micros: row.get(9)?,
                created_at: row.get(10)?,
            })
        },
    )
}
