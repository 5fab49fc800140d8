//! Who waits for a time that is not free.

use conserje_kernel::{AppointmentId, CustomerId, Timestamp, WaitingId};

use super::Trace;
use crate::sql::{Row, values};
use crate::{StoreError, Tx};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewWaiting {
    pub customer: CustomerId,
    pub service: Option<String>,
    pub branch: Option<String>,
    pub staff: Option<String>,
    /// `2026-11-18`, both included.
    pub first_day: String,
    pub last_day: String,
    /// JSON: what no statement looks at.
    pub facts: String,
    pub notes: Option<String>,
    pub key: String,
    pub trace: Trace,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    pub id: WaitingId,
    pub customer: CustomerId,
    pub service: Option<String>,
    pub branch: Option<String>,
    pub staff: Option<String>,
    pub first_day: String,
    pub last_day: String,
    pub facts: String,
    pub notes: Option<String>,
    /// What they got.
    pub appointment: Option<AppointmentId>,
    pub created_at: Timestamp,
    pub removed_at: Option<Timestamp>,
}

impl Waiting {
    /// Whether they wait still.
    pub fn is_on_the_list(&self) -> bool {
        self.appointment.is_none() && self.removed_at.is_none()
    }
}

/// The columns that `read` reads, said once.
macro_rules! select_waiting {
    ($rest:literal) => {
        concat!(
            "SELECT id, customer_id, service_id, branch_id, staff_id, first_day, last_day, facts, notes, ",
            "appointment_id, created_at, removed_at FROM desk_waiting ",
            $rest
        )
    };
}

fn read(row: &Row<'_>) -> Result<Waiting, StoreError> {
    Ok(Waiting {
        id: row.get(0)?,
        customer: row.get(1)?,
        service: row.get(2)?,
        branch: row.get(3)?,
        staff: row.get(4)?,
        first_day: row.get(5)?,
        last_day: row.get(6)?,
        facts: row.get(7)?,
        notes: row.get(8)?,
        appointment: row.get(9)?,
        created_at: row.get(10)?,
        removed_at: row.get(11)?,
    })
}

/// Puts somebody on the list. With a key that was used, it is the entry of then.
pub fn add(tx: &mut Tx<'_>, new: &NewWaiting) -> Result<Option<Waiting>, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let id = WaitingId::generate();
    tx.conn.execute(
        "INSERT INTO desk_waiting (tenant_id, id, customer_id, service_id, branch_id, staff_id, first_day, last_day,
             facts, notes, idempotency_key, user_id, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
         ON CONFLICT (tenant_id, idempotency_key) DO NOTHING",
        values![
            tenant,
            id,
            new.customer,
            new.service.as_deref(),
            new.branch.as_deref(),
            new.staff.as_deref(),
            &new.first_day,
            &new.last_day,
            &new.facts,
            new.notes.as_deref(),
            &new.key,
            new.trace.user,
            now,
        ],
    )?;
    by_key(tx, &new.key)
}

pub fn find(tx: &mut Tx<'_>, id: WaitingId) -> Result<Option<Waiting>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(select_waiting!("WHERE tenant_id = ?1 AND id = ?2"), values![tenant, id], read)
}

pub fn by_key(tx: &mut Tx<'_>, key: &str) -> Result<Option<Waiting>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(
        select_waiting!("WHERE tenant_id = ?1 AND idempotency_key = ?2"),
        values![tenant, key],
        read,
    )
}

/// Who waits on this day or later, whoever asked first.
pub fn list(tx: &mut Tx<'_>, day: &str) -> Result<Vec<Waiting>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        select_waiting!(
            "WHERE tenant_id = ?1 AND last_day >= ?2 AND appointment_id IS NULL AND removed_at IS NULL
             ORDER BY created_at, id LIMIT 200"
        ),
        values![tenant, day],
        read,
    )
}

/// Takes somebody off the list. `false` if they were not on it.
pub fn take_off(tx: &mut Tx<'_>, id: WaitingId) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "UPDATE desk_waiting SET removed_at = ?3
         WHERE tenant_id = ?1 AND id = ?2 AND removed_at IS NULL AND appointment_id IS NULL",
        values![tenant, id, now],
    )?;
    Ok(touched > 0)
}

/// Takes back that somebody was taken off.
pub fn put_back(tx: &mut Tx<'_>, id: WaitingId) -> Result<bool, StoreError> {
    let tenant = tx.tenant();
    let touched = tx.conn.execute(
        "UPDATE desk_waiting SET removed_at = NULL WHERE tenant_id = ?1 AND id = ?2 AND removed_at IS NOT NULL",
        values![tenant, id],
    )?;
    Ok(touched > 0)
}

/// They got this. `false` if they did not wait any more.
pub fn serve(tx: &mut Tx<'_>, id: WaitingId, appointment: AppointmentId) -> Result<bool, StoreError> {
    let tenant = tx.tenant();
    let touched = tx.conn.execute(
        "UPDATE desk_waiting SET appointment_id = ?3
         WHERE tenant_id = ?1 AND id = ?2 AND removed_at IS NULL AND appointment_id IS NULL",
        values![tenant, id, appointment],
    )?;
    Ok(touched > 0)
}

/// What they got was taken back: they wait again.
pub fn wait_again(tx: &mut Tx<'_>, appointment: AppointmentId) -> Result<(), StoreError> {
    let tenant = tx.tenant();
    tx.conn.execute(
        "UPDATE desk_waiting SET appointment_id = NULL WHERE tenant_id = ?1 AND appointment_id = ?2",
        values![tenant, appointment],
    )?;
    Ok(())
}
