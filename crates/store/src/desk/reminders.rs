//! Who is to be reminded of an appointment, and what was said: once, whatever runs beside.
//!
//! An appointment says when to look at it next. Whoever looks takes it by moving that on, in the transaction that also says
//! what is said; who comes second finds it moved on, and says nothing. A row for each reminder keeps it from being said again
//! later.

use conserje_kernel::{AppointmentId, ReminderOutcome, SessionId, TenantId, Timestamp};

use crate::sql::{Row, values};
use crate::{DeploymentTx, StoreError, Tx};

/// An appointment that is to be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    pub tenant: TenantId,
    pub appointment: AppointmentId,
    pub starts_at: Timestamp,
    /// Since when it is at this time.
    pub since: Timestamp,
    /// When it was to be looked at: who takes it names this.
    pub remind_at: Timestamp,
}

/// A reminder, and what became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reminder {
    /// When the appointment was to begin.
    pub starts_at: Timestamp,
    /// So long before, as the business says.
    pub minutes: u16,
    pub outcome: ReminderOutcome,
    /// Where it was told.
    pub session: Option<SessionId>,
    pub at: Timestamp,
}

/// Every tenant's that are to be looked at now, the longest due first.
pub fn due(tx: &mut DeploymentTx<'_>, most: usize) -> Result<Vec<Due>, StoreError> {
    let now = tx.now();
    tx.conn.query(
        "SELECT tenant_id, id, starts_at, COALESCE(timed_at, created_at), remind_at FROM desk_appointments
         WHERE remind_at IS NOT NULL AND remind_at <= ?1 AND status IN ('booked', 'moved')
         ORDER BY remind_at, id LIMIT ?2",
        values![now, i64::try_from(most).unwrap_or(i64::MAX)],
        |row| {
            Ok(Due {
                tenant: row.get(0)?,
                appointment: row.get(1)?,
                starts_at: row.get(2)?,
                since: row.get(3)?,
                remind_at: row.get(4)?,
            })
        },
    )
}

/// It is looked at `next`, or not any more. `false` if somebody was first, or it was moved or ended meanwhile.
pub fn take(tx: &mut Tx<'_>, due: &Due, next: Option<Timestamp>) -> Result<bool, StoreError> {
    let tenant = tx.tenant();
    let touched = tx.conn.execute(
        "UPDATE desk_appointments SET remind_at = ?5
         WHERE tenant_id = ?1 AND id = ?2 AND starts_at = ?3 AND remind_at = ?4 AND status IN ('booked', 'moved')",
        values![tenant, due.appointment, due.starts_at, due.remind_at, next],
    )?;
    Ok(touched > 0)
}

/// `false` if it was said, or left out, before.
pub fn record(
    tx: &mut Tx<'_>,
    due: &Due,
    (minutes, outcome): (u16, ReminderOutcome),
    session: Option<SessionId>,
) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "INSERT INTO desk_reminders (tenant_id, appointment_id, starts_at, minutes, outcome, session_id, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         ON CONFLICT (tenant_id, appointment_id, starts_at, minutes) DO NOTHING",
        values![tenant, due.appointment, due.starts_at, i64::from(minutes), outcome, session, now],
    )?;
    Ok(touched > 0)
}

/// What was said of an appointment, and what was left out, the oldest first.
pub fn of_appointment(tx: &mut Tx<'_>, id: AppointmentId) -> Result<Vec<Reminder>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        "SELECT starts_at, minutes, outcome, session_id, created_at FROM desk_reminders
         WHERE tenant_id = ?1 AND appointment_id = ?2 ORDER BY created_at, minutes DESC LIMIT 100",
        values![tenant, id],
        read,
    )
}

/// When somebody was last reminded of something in this conversation.
pub fn last_told(tx: &mut Tx<'_>, session: SessionId) -> Result<Option<Timestamp>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(
        "SELECT created_at FROM desk_reminders WHERE tenant_id = ?1 AND session_id = ?2
         ORDER BY created_at DESC LIMIT 1",
        values![tenant, session],
        |row| row.get(0),
    )
}

fn read(row: &Row<'_>) -> Result<Reminder, StoreError> {
    Ok(Reminder {
        starts_at: row.get(0)?,
        minutes: u16::try_from(row.get::<i64>(1)?).unwrap_or(u16::MAX),
        outcome: row.get(2)?,
        session: row.get(3)?,
        at: row.get(4)?,
    })
}

/// The business says something else: all that is to come is looked at anew.
pub(crate) fn look_again(tx: &mut Tx<'_>) -> Result<(), StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.execute(
        "UPDATE desk_appointments SET remind_at = ?2
         WHERE tenant_id = ?1 AND starts_at > ?2 AND status IN ('booked', 'moved')",
        values![tenant, now],
    )?;
    Ok(())
}
