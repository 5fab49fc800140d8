//! Times that are kept for customers.

use conserje_kernel::{AppointmentId, AppointmentStatus, CustomerId, Timestamp};

use super::cells::{self, Cells, Owner};
use super::{Hold, Stop, Trace, hold, or_nothing};
use crate::sql::{Row, values};
use crate::{StoreError, Tx};

/// What an appointment takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    pub branch: String,
    pub staff: Option<String>,
    /// A chair, room or table of the branch.
    pub place: Option<String>,
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
}

impl Slot {
    fn cells(&self) -> Cells {
        Cells::between(self.starts_at, self.ends_at)
    }

    /// In the order in which they are taken. A person is in one place at a time, whichever branch that is.
    fn resources(&self) -> [String; 2] {
        [
            self.staff.as_ref().map(|id| staff_cells(id)).unwrap_or_default(),
            self.place.as_ref().map(|id| format!("place:{}:{id}", self.branch)).unwrap_or_default(),
        ]
    }

    /// Whether all of it could be taken, and the branch is not closed for a while.
    fn take(&self, tx: &mut Tx<'_>, id: AppointmentId) -> Result<(), Stop> {
        let owner = Owner::Appointment(id);
        // Cells of a branch cannot be had by all who book there: these only look whether they are somebody's, and hold
        // the branch, so that nobody takes them before the booking is there.
        let branch = branch_cells(&self.branch);
        hold(tx, &branch, Hold::Shared)?;
        if !cells::are_free(tx, &branch, self.cells())? {
            return Err(Stop::Refused);
        }
        for resource in self.resources().iter().filter(|resource| !resource.is_empty()) {
            if !cells::take(tx, resource, self.cells(), owner)? {
                return Err(Stop::Refused);
            }
        }
        Ok(())
    }
}

/// What is taken of a branch in which nothing is booked for a while.
pub(crate) fn branch_cells(id: &str) -> String {
    format!("branch:{id}")
}

/// A person's time, in whichever branch.
pub(crate) fn staff_cells(id: &str) -> String {
    format!("staff:{id}")
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAppointment {
    pub customer: CustomerId,
    /// In whose name it is, where that is not the customer's own: a child's, a partner's.
    pub for_name: Option<String>,
    pub service: Option<String>,
    pub slot: Slot,
    pub notes: Option<String>,
    pub key: String,
    pub trace: Trace,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Appointment {
    pub id: AppointmentId,
    pub customer: CustomerId,
    /// In whose name it is, where that is not the customer's own.
    pub for_name: Option<String>,
    pub service: Option<String>,
    pub slot: Slot,
    pub status: AppointmentStatus,
    pub notes: Option<String>,
    pub trace: Trace,
    /// When the customer came, if anybody said so.
    pub arrived_at: Option<Timestamp>,
    pub created_at: Timestamp,
    /// When the customer said that they will come.
    pub confirmed_at: Option<Timestamp>,
}

/// What came of a wish for a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Booked {
    Made(Appointment),
    /// With this key it was made before.
    Before(Appointment),
    /// Somebody else has some of it.
    Taken,
}

/// The columns that `read` reads, said once.
macro_rules! select_appointment {
    ($rest:literal) => {
        concat!(
            "SELECT id, customer_id, branch_id, service_id, staff_id, place, starts_at, ends_at, status, notes, ",
            "session_id, turn_id, tool_use_id, user_id, created_at, for_name, arrived_at, confirmed_at FROM desk_appointments ",
            $rest
        )
    };
}

fn read(row: &Row<'_>) -> Result<Appointment, StoreError> {
    Ok(Appointment {
        id: row.get(0)?,
        customer: row.get(1)?,
        service: row.get(3)?,
        slot: Slot {
            branch: row.get(2)?,
            staff: row.get(4)?,
            place: row.get(5)?,
            starts_at: row.get(6)?,
            ends_at: row.get(7)?,
        },
        status: row.get(8)?,
        notes: row.get(9)?,
        trace: Trace {
            session: row.get(10)?,
            turn: row.get(11)?,
            tool_use_id: row.get(12)?,
            user: row.get(13)?,
        },
        created_at: row.get(14)?,
        for_name: row.get(15)?,
        arrived_at: row.get(16)?,
        confirmed_at: row.get(17)?,
    })
}

/// Takes the time, all of it or nothing.
pub fn book(tx: &mut Tx<'_>, new: &NewAppointment) -> Result<Booked, StoreError> {
    let made = or_nothing(tx, |tx| {
        let id = AppointmentId::generate();
        if !insert(tx, id, new)? {
            return Ok(None);
        }
        new.slot.take(tx, id)?;
        Ok(Some(id))
    })?;
    Ok(match made {
        None => Booked::Taken,
        Some(Some(id)) => find(tx, id)?.map_or(Booked::Taken, Booked::Made),
        Some(None) => by_key(tx, &new.key)?.map_or(Booked::Taken, Booked::Before),
    })
}

/// `false` if there is one with this key.
fn insert(tx: &mut Tx<'_>, id: AppointmentId, new: &NewAppointment) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "INSERT INTO desk_appointments (tenant_id, id, customer_id, branch_id, service_id, staff_id, place, starts_at,
             ends_at, status, notes, idempotency_key, session_id, turn_id, tool_use_id, created_at, updated_at,
             user_id, for_name, remind_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 'booked', ?10, ?11, ?12, ?13, ?14, ?15, ?15, ?16, ?17, ?15)
         ON CONFLICT (tenant_id, idempotency_key) DO NOTHING",
        values![
            tenant,
            id,
            new.customer,
            &new.slot.branch,
            new.service.as_deref(),
            new.slot.staff.as_deref(),
            new.slot.place.as_deref(),
            new.slot.starts_at,
            new.slot.ends_at,
            new.notes.as_deref(),
            &new.key,
            new.trace.session,
            new.trace.turn,
            new.trace.tool_use_id.as_deref(),
            now,
            new.trace.user,
            new.for_name.as_deref(),
        ],
    )?;
    Ok(touched > 0)
}

pub fn find(tx: &mut Tx<'_>, id: AppointmentId) -> Result<Option<Appointment>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(select_appointment!("WHERE tenant_id = ?1 AND id = ?2"), values![tenant, id], read)
}

pub fn by_key(tx: &mut Tx<'_>, key: &str) -> Result<Option<Appointment>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(
        select_appointment!("WHERE tenant_id = ?1 AND idempotency_key = ?2"),
        values![tenant, key],
        read,
    )
}

/// A customer's, the next to come first; those that are over are left out unless they are asked for.
pub fn of_customer(
    tx: &mut Tx<'_>,
    customer: CustomerId,
    also_over: bool,
) -> Result<Vec<Appointment>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        select_appointment!(
            "WHERE tenant_id = ?1 AND customer_id = ?2 AND (?3 = 1 OR status IN ('booked', 'moved'))
             ORDER BY starts_at, id LIMIT 100"
        ),
        values![tenant, customer, i64::from(also_over)],
        read,
    )
}

/// All that take time between two moments.
pub fn busy(tx: &mut Tx<'_>, from: Timestamp, to: Timestamp) -> Result<Vec<Appointment>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        select_appointment!(
            "WHERE tenant_id = ?1 AND starts_at < ?3 AND ends_at > ?2 AND status NOT IN ('cancelled', 'no_show')
             ORDER BY starts_at LIMIT 50000"
        ),
        values![tenant, from, to],
        read,
    )
}

/// Everything that begins between two moments, whatever became of it.
pub fn between(tx: &mut Tx<'_>, from: Timestamp, to: Timestamp) -> Result<Vec<Appointment>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        select_appointment!(
            "WHERE tenant_id = ?1 AND starts_at >= ?2 AND starts_at < ?3 ORDER BY starts_at, id LIMIT 10000"
        ),
        values![tenant, from, to],
        read,
    )
}

/// How many are to come that need this branch, person or service.
pub fn count_needing(tx: &mut Tx<'_>, id: &str) -> Result<i64, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let found = tx.conn.query_one(
        "SELECT count(*) FROM desk_appointments WHERE tenant_id = ?1 AND ends_at > ?3
         AND status IN ('booked', 'moved') AND (branch_id = ?2 OR staff_id = ?2 OR service_id = ?2)",
        values![tenant, id, now],
        |row| row.get(0),
    )?;
    Ok(found.unwrap_or_default())
}

/// What came of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Changed {
    Done(Box<Appointment>),
    /// There is none, or it is over.
    NotToCome,
    /// Somebody else has some of the new time.
    Taken,
}

impl Changed {
    fn done(appointment: Appointment) -> Self {
        Self::Done(Box::new(appointment))
    }
}

/// Moves it to another time: the new one is taken before the old one is given back.
pub fn move_to(tx: &mut Tx<'_>, id: AppointmentId, slot: &Slot) -> Result<Changed, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let moved = or_nothing(tx, |tx| {
        let touched = tx.conn.execute(
            "UPDATE desk_appointments SET branch_id = ?3, staff_id = ?4, place = ?5, starts_at = ?6, ends_at = ?7,
                 status = 'moved', updated_at = ?8, timed_at = ?8, remind_at = ?8, confirmed_at = NULL
             WHERE tenant_id = ?1 AND id = ?2 AND status IN ('booked', 'moved')",
            values![
                tenant,
                id,
                &slot.branch,
                slot.staff.as_deref(),
                slot.place.as_deref(),
                slot.starts_at,
                slot.ends_at,
                now
            ],
        )?;
        if touched == 0 {
            return Ok(false);
        }
        slot.take(tx, id)?;
        let [staff, place] = slot.resources();
        cells::keep_only(tx, Owner::Appointment(id), [&staff, &place], slot.cells())?;
        Ok(true)
    })?;
    match moved {
        None => Ok(Changed::Taken),
        Some(false) => Ok(Changed::NotToCome),
        Some(true) => Ok(find(tx, id)?.map_or(Changed::NotToCome, Changed::done)),
    }
}

/// Its customer said that they will come. When they first said so stays.
pub fn confirm(tx: &mut Tx<'_>, id: AppointmentId) -> Result<Changed, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "UPDATE desk_appointments SET confirmed_at = COALESCE(confirmed_at, ?3), updated_at = ?3
         WHERE tenant_id = ?1 AND id = ?2 AND status IN ('booked', 'moved')",
        values![tenant, id, now],
    )?;
    Ok(find(tx, id)?.filter(|_| touched > 0).map_or(Changed::NotToCome, Changed::done))
}

/// Takes back that its customer will come.
pub fn unconfirm(tx: &mut Tx<'_>, id: AppointmentId) -> Result<Changed, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "UPDATE desk_appointments SET confirmed_at = NULL, updated_at = ?3
         WHERE tenant_id = ?1 AND id = ?2 AND status IN ('booked', 'moved')",
        values![tenant, id, now],
    )?;
    Ok(find(tx, id)?.filter(|_| touched > 0).map_or(Changed::NotToCome, Changed::done))
}

/// Ends one that is still to come. Time that is not used is given back.
pub fn end(tx: &mut Tx<'_>, id: AppointmentId, status: AppointmentStatus) -> Result<Changed, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "UPDATE desk_appointments SET status = ?3, updated_at = ?4, remind_at = NULL
         WHERE tenant_id = ?1 AND id = ?2 AND status IN ('booked', 'moved')",
        values![tenant, id, status, now],
    )?;
    if touched == 0 {
        return Ok(Changed::NotToCome);
    }
    if status != AppointmentStatus::Completed {
        cells::release(tx, Owner::Appointment(id))?;
    }
    Ok(find(tx, id)?.map_or(Changed::NotToCome, Changed::done))
}

/// The customer came, or it was a mistake that they had. `false` if it is over, or was so already.
pub fn arrive(tx: &mut Tx<'_>, id: AppointmentId, came: bool) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let at = came.then_some(now);
    let touched = tx.conn.execute(
        "UPDATE desk_appointments SET arrived_at = ?3, updated_at = ?4
         WHERE tenant_id = ?1 AND id = ?2 AND status IN ('booked', 'moved')
         AND (arrived_at IS NULL) <> (CAST(?3 AS BIGINT) IS NULL)",
        values![tenant, id, at, now],
    )?;
    Ok(touched > 0)
}

/// Takes back a cancellation, or that nobody came, if its time is still free.
pub fn restore(tx: &mut Tx<'_>, id: AppointmentId) -> Result<Changed, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let restored = or_nothing(tx, |tx| {
        let touched = tx.conn.execute(
            "UPDATE desk_appointments SET status = 'booked', updated_at = ?3, remind_at = ?3
             WHERE tenant_id = ?1 AND id = ?2 AND status IN ('cancelled', 'no_show')",
            values![tenant, id, now],
        )?;
        let Some(appointment) = find(tx, id)?.filter(|_| touched > 0) else { return Ok(None) };
        appointment.slot.take(tx, id)?;
        Ok(Some(appointment))
    })?;
    Ok(match restored {
        None => Changed::Taken,
        Some(None) => Changed::NotToCome,
        Some(Some(appointment)) => Changed::done(appointment),
    })
}
