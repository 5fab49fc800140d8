//! Tokens that customers earn and spend: a ledger that is only added to, and a balance that moves with it.

use conserje_kernel::{CustomerId, Timestamp};

use super::{Stop, Trace, or_nothing};
use crate::sql::values;
use crate::{StoreError, Tx};

/// What tokens are for, as it stands in the ledger.
pub const APPOINTMENT: &str = "appointment_completed";
pub const ORDER: &str = "order_paid";
pub const AWARD: &str = "award";
pub const REDEMPTION: &str = "redemption";
/// Somebody of the staff put it right, and says why.
pub const ADJUSTMENT: &str = "adjustment";
/// Another entry is taken back; the reference is that entry's.
pub const UNDONE: &str = "undone";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEntry {
    pub customer: CustomerId,
    pub reason: &'static str,
    /// Which one of it.
    pub reference: String,
    /// Less than nothing if they are spent.
    pub tokens: i64,
    pub note: Option<String>,
    pub trace: Trace,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub customer: CustomerId,
    pub reason: String,
    pub reference: String,
    pub tokens: i64,
    pub note: Option<String>,
    pub created_at: Timestamp,
}

/// What came of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Posted {
    Made,
    /// There is one for this already.
    Before,
    /// The balance would go below nothing.
    TooFew,
}

/// Adds an entry, once, and moves the balance.
pub fn post(tx: &mut Tx<'_>, new: &NewEntry) -> Result<Posted, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let posted = or_nothing(tx, |tx| {
        let touched = tx.conn.execute(
            "INSERT INTO desk_loyalty (tenant_id, reason, reference, customer_id, tokens, note, session_id, turn_id,
                 tool_use_id, created_at, user_id)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
             ON CONFLICT (tenant_id, reason, reference) DO NOTHING",
            values![
                tenant,
                new.reason,
                &new.reference,
                new.customer,
                new.tokens,
                new.note.as_deref(),
                new.trace.session,
                new.trace.turn,
                new.trace.tool_use_id.as_deref(),
                now,
                new.trace.user,
            ],
        )?;
        if touched == 0 {
            return Ok(Posted::Before);
        }
        let moved = tx.conn.execute(
            "UPDATE desk_customers SET tokens = tokens + ?3
             WHERE tenant_id = ?1 AND id = ?2 AND tokens + ?3 >= 0",
            values![tenant, new.customer, new.tokens],
        )?;
        if moved == 0 { Err(Stop::Refused) } else { Ok(Posted::Made) }
    })?;
    Ok(posted.unwrap_or(Posted::TooFew))
}

/// A customer's entries, the newest first.
pub fn entries(tx: &mut Tx<'_>, customer: CustomerId) -> Result<Vec<Entry>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        "SELECT customer_id, reason, reference, tokens, note, created_at FROM desk_loyalty
         WHERE tenant_id = ?1 AND customer_id = ?2 ORDER BY created_at DESC, reason, reference LIMIT 100",
        values![tenant, customer],
        |row| {
            Ok(Entry {
                customer: row.get(0)?,
                reason: row.get(1)?,
                reference: row.get(2)?,
                tokens: row.get(3)?,
                note: row.get(4)?,
                created_at: row.get(5)?,
            })
        },
    )
}
