//! What operators note for each other about an escalation. Not in the log: no model and no customer is told.

use conserje_kernel::{EscalationId, NoteId, Timestamp, UserId};

use crate::sql::values;
use crate::{StoreError, Tx};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    pub id: NoteId,
    pub author: UserId,
    pub author_name: String,
    pub text: String,
    pub created_at: Timestamp,
}

/// Writes a note; with an id that was used before, the first one stays.
pub fn add(
    tx: &mut Tx<'_>,
    escalation: EscalationId,
    id: NoteId,
    (author, text): (UserId, &str),
) -> Result<(), StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.execute(
        "INSERT INTO inbox_notes (tenant_id, id, escalation_id, user_id, text, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (tenant_id, id) DO NOTHING",
        values![tenant, id, escalation, author, text, now],
    )?;
    Ok(())
}

/// In the order in which they were written.
pub fn of_escalation(tx: &mut Tx<'_>, escalation: EscalationId) -> Result<Vec<Note>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        "SELECT n.id, n.user_id, COALESCE(u.name, ''), n.text, n.created_at FROM inbox_notes n
         LEFT JOIN users u ON u.tenant_id = n.tenant_id AND u.id = n.user_id
         WHERE n.tenant_id = ?1 AND n.escalation_id = ?2 ORDER BY n.created_at, n.id LIMIT 500",
        values![tenant, escalation],
        |row| {
            Ok(Note {
                id: row.get(0)?,
                author: row.get(1)?,
                author_name: row.get(2)?,
                text: row.get(3)?,
                created_at: row.get(4)?,
            })
        },
    )
}
