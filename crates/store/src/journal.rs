//! What a turn took in, in order. `store` does not read it: an entry is whatever the turn wrote.

use conserje_kernel::{SessionId, TurnId};

use crate::sql::values;
use crate::{StoreError, Tx};

/// Adds an entry. Its place must be the next one: two nodes cannot both go on with a turn.
pub fn append(
    tx: &mut Tx<'_>,
    session: SessionId,
    turn: TurnId,
    ordinal: i64,
    entry: &str,
) -> Result<(), StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.execute(
        "INSERT INTO turn_journal (turn_id, ordinal, tenant_id, session_id, entry, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        values![turn, ordinal, tenant, session, entry, now],
    )?;
    Ok(())
}

pub fn of_turn(tx: &mut Tx<'_>, turn: TurnId) -> Result<Vec<String>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        "SELECT entry FROM turn_journal WHERE tenant_id = ?1 AND turn_id = ?2 ORDER BY ordinal",
        values![tenant, turn],
        |row| row.get(0),
    )
}

/// What stands at a place, if it is taken.
pub fn at(tx: &mut Tx<'_>, turn: TurnId, ordinal: i64) -> Result<Option<String>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(
        "SELECT entry FROM turn_journal WHERE tenant_id = ?1 AND turn_id = ?2 AND ordinal = ?3",
        values![tenant, turn, ordinal],
        |row| row.get(0),
    )
}
