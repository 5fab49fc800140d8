//! Calls of models: what each used and cost. Written in the transaction of the step they belong to.

use conserje_kernel::{ApiKeyId, ModelCallId, SessionId, Timestamp, TraceId, TurnId, UsageBy, UserId};

use crate::sql::{Row, values};
use crate::{StoreError, Tx};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelCall {
    pub id: ModelCallId,
    /// None for what is done in the background.
    pub user: Option<UserId>,
    /// The key that it was asked for with, if it was one.
    pub key: Option<ApiKeyId>,
    pub session: Option<SessionId>,
    pub turn: Option<TurnId>,
    pub trace: TraceId,
    pub agent: Option<String>,
    pub model: String,
    pub outcome: String,
    pub input_tokens: i64,
    pub output_tokens: i64,
    pub thinking_tokens: i64,
    pub cached_tokens: i64,
    pub cache_written_tokens: i64,
    pub cost_micros: i64,
    pub latency_micros: i64,
    pub first_token_micros: Option<i64>,
}

/// Records a call; recording the same one again changes nothing.
pub fn put(tx: &mut Tx<'_>, call: &ModelCall) -> Result<(), StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.execute(
        "INSERT INTO model_calls (id, tenant_id, user_id, session_id, turn_id, trace_id, agent, model, outcome,
             input_tokens, output_tokens, thinking_tokens, cached_tokens, cache_written_tokens, cost_micros,
             latency_micros, first_token_micros, created_at, api_key_id)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)
         ON CONFLICT (id) DO NOTHING",
        values![
            call.id,
            tenant,
            call.user.map(|user| user.to_string()).unwrap_or_default(),
            call.session,
            call.turn,
            call.trace,
            call.agent.as_deref(),
            &call.model,
            &call.outcome,
            call.input_tokens,
            call.output_tokens,
            call.thinking_tokens,
            call.cached_tokens,
            call.cache_written_tokens,
            call.cost_micros,
            call.latency_micros,
            call.first_token_micros,
            now,
            call.key,
        ],
    )?;
    Ok(())
}

pub fn of_session(tx: &mut Tx<'_>, session: SessionId) -> Result<Vec<ModelCall>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        "SELECT id, user_id, session_id, turn_id, trace_id, agent, model, outcome, input_tokens, output_tokens,
             thinking_tokens, cached_tokens, cache_written_tokens, cost_micros, latency_micros, first_token_micros,
             api_key_id
         FROM model_calls WHERE tenant_id = ?1 AND session_id = ?2 ORDER BY created_at, id",
        values![tenant, session],
        read,
    )
}

/// What one request came to.
pub fn of_trace(tx: &mut Tx<'_>, trace: TraceId) -> Result<Vec<ModelCall>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        "SELECT id, user_id, session_id, turn_id, trace_id, agent, model, outcome, input_tokens, output_tokens,
             thinking_tokens, cached_tokens, cache_written_tokens, cost_micros, latency_micros, first_token_micros,
             api_key_id
         FROM model_calls WHERE tenant_id = ?1 AND trace_id = ?2 ORDER BY created_at, id",
        values![tenant, trace],
        read,
    )
}

fn read(row: &Row<'_>) -> Result<ModelCall, StoreError> {
    Ok(ModelCall {
        id: row.get(0)?,
        user: some_user(&row.get::<String>(1)?),
        key: row.get(16)?,
        session: row.get(2)?,
        turn: row.get(3)?,
        trace: row.get(4)?,
        agent: row.get(5)?,
        model: row.get(6)?,
        outcome: row.get(7)?,
        input_tokens: row.get(8)?,
        output_tokens: row.get(9)?,
        thinking_tokens: row.get(10)?,
        cached_tokens: row.get(11)?,
        cache_written_tokens: row.get(12)?,
        cost_micros: row.get(13)?,
        latency_micros: row.get(14)?,
        first_token_micros: row.get(15)?,
    })
}

/// Empty where nobody in particular is behind a call.
fn some_user(text: &str) -> Option<UserId> {
    text.parse().ok()
}

/// What calls came to, under one name: a day, a model, an agent or a person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// Of a day its number since 1970.
    pub name: String,
    pub turns: i64,
    pub calls: i64,
    pub input_tokens: i64,
    pub output_tokens: i64,
    pub cached_tokens: i64,
    pub cost_micros: i64,
    pub failures: i64,
}

/// Sums of the calls from one moment until before another, by name.
pub fn sums(
    tx: &mut Tx<'_>,
    by: UsageBy,
    (from, until): (Timestamp, Timestamp),
) -> Result<Vec<Sum>, StoreError> {
    /// The same query whatever it is grouped by: statements are static texts.
    macro_rules! grouped {
        ($name:literal) => {
            concat!(
                "SELECT CAST(",
                $name,
                " AS TEXT) AS name, count(DISTINCT turn_id), count(*),
                     CAST(sum(input_tokens) AS BIGINT), CAST(sum(output_tokens) AS BIGINT),
                     CAST(sum(cached_tokens) AS BIGINT), CAST(sum(cost_micros) AS BIGINT),
                     CAST(sum(CASE WHEN outcome = 'succeeded' THEN 0 ELSE 1 END) AS BIGINT)
                 FROM model_calls WHERE tenant_id = ?1 AND created_at >= ?2 AND created_at < ?3
                 GROUP BY 1 ORDER BY 1"
            )
        };
    }
    let query = match by {
        UsageBy::Day => grouped!("created_at / 86400000000"),
        UsageBy::Model => grouped!("model"),
        UsageBy::Agent => grouped!("coalesce(agent, '')"),
        UsageBy::User => grouped!("user_id"),
    };
    let tenant = tx.tenant();
    tx.conn.query(query, values![tenant, from, until], |row| {
        Ok(Sum {
            name: row.get(0)?,
            turns: row.get(1)?,
            calls: row.get(2)?,
            input_tokens: row.get(3)?,
            output_tokens: row.get(4)?,
            cached_tokens: row.get(5)?,
            cost_micros: row.get(6)?,
            failures: row.get(7)?,
        })
    })
}

/// The calls of a turn with when each was over.
pub fn of_turn(tx: &mut Tx<'_>, turn: TurnId) -> Result<Vec<(ModelCall, Timestamp)>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        "SELECT id, user_id, session_id, turn_id, trace_id, agent, model, outcome, input_tokens, output_tokens,
             thinking_tokens, cached_tokens, cache_written_tokens, cost_micros, latency_micros, first_token_micros,
             api_key_id, created_at
         FROM model_calls WHERE tenant_id = ?1 AND turn_id = ?2 ORDER BY created_at, id",
        values![tenant, turn],
        |row| Ok((read(row)?, row.get(17)?)),
    )
}

/// Whose calls are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UsedBy {
    Tenant,
    User(UserId),
    Key(ApiKeyId),
}

/// What somebody has used since a moment: tokens in and out together, and cost.
pub fn used_since(tx: &mut Tx<'_>, since: Timestamp, by: UsedBy) -> Result<(i64, i64), StoreError> {
    let tenant = tx.tenant();
    let (user, key) = match by {
        UsedBy::Tenant => (None, None),
        UsedBy::User(user) => (Some(user), None),
        UsedBy::Key(key) => (None, Some(key)),
    };
    let sums = tx.conn.query_one(
        "SELECT CAST(coalesce(sum(input_tokens + output_tokens), 0) AS BIGINT), CAST(coalesce(sum(cost_micros), 0) AS BIGINT)
         FROM model_calls WHERE tenant_id = ?1 AND created_at >= ?2 AND user_id = coalesce(?3, user_id)
             AND (CAST(?4 AS TEXT) IS NULL OR api_key_id = ?4)",
        values![tenant, since, user, key],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    Ok(sums.unwrap_or((0, 0)))
}
