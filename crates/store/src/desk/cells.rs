//! Five-minute pieces of somebody's or something's time, each with one owner.

use conserje_kernel::{AppointmentId, BlockId, Timestamp};

use crate::sql::values;
use crate::{DeploymentTx, StoreError, Tx};

const CELL_MICROS: i64 = 300 * 1_000_000;

/// The cells from a beginning to an end, both of which may lie inside one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cells {
    first: i64,
    last: i64,
}

impl Cells {
    pub(crate) fn between(starts_at: Timestamp, ends_at: Timestamp) -> Self {
        let last = (ends_at.as_micros() - 1).div_euclid(CELL_MICROS);
        Self { first: starts_at.as_micros().div_euclid(CELL_MICROS), last }
    }
}

/// Whose cells they are. Both kinds of ids are in one column: a cell is an appointment's or a block's.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Owner {
    Appointment(AppointmentId),
    Block(BlockId),
}

impl Owner {
    fn id(self) -> String {
        match self {
            Self::Appointment(id) => id.to_string(),
            Self::Block(id) => id.to_string(),
        }
    }
}

/// Whether these cells are nobody's.
pub(crate) fn are_free(tx: &mut Tx<'_>, resource: &str, cells: Cells) -> Result<bool, StoreError> {
    let tenant = tx.tenant();
    let taken: Option<i64> = tx.conn.query_one(
        "SELECT count(*) FROM desk_cells WHERE tenant_id = ?1 AND resource = ?2 AND cell >= ?3 AND cell <= ?4",
        values![tenant, resource, cells.first, cells.last],
        |row| row.get(0),
    )?;
    Ok(taken == Some(0))
}

/// Takes what is free of these cells; whether the owner has all of them now.
pub(crate) fn take(tx: &mut Tx<'_>, resource: &str, cells: Cells, owner: Owner) -> Result<bool, StoreError> {
    let (tenant, owner) = (tx.tenant(), owner.id());
    tx.conn.execute(
        "WITH RECURSIVE wanted (cell) AS (
             SELECT CAST(?3 AS BIGINT) UNION ALL SELECT cell + 1 FROM wanted WHERE cell < ?4)
         INSERT INTO desk_cells (tenant_id, resource, cell, appointment_id)
         SELECT ?1, ?2, cell, ?5 FROM wanted WHERE true ORDER BY cell
         ON CONFLICT (tenant_id, resource, cell) DO NOTHING",
        values![tenant, resource, cells.first, cells.last, owner.as_str()],
    )?;
    let held: Option<i64> = tx.conn.query_one(
        "SELECT count(*) FROM desk_cells
         WHERE tenant_id = ?1 AND resource = ?2 AND cell >= ?3 AND cell <= ?4 AND appointment_id = ?5",
        values![tenant, resource, cells.first, cells.last, owner.as_str()],
        |row| row.get(0),
    )?;
    Ok(held == Some(cells.last - cells.first + 1))
}

/// Gives back everything but these cells of these resources.
pub(crate) fn keep_only(
    tx: &mut Tx<'_>,
    owner: Owner,
    resources: [&str; 2],
    cells: Cells,
) -> Result<(), StoreError> {
    let (tenant, owner) = (tx.tenant(), owner.id());
    let [one, other] = resources;
    tx.conn.execute(
        "DELETE FROM desk_cells WHERE tenant_id = ?1 AND appointment_id = ?2
         AND NOT (resource IN (?3, ?4) AND cell >= ?5 AND cell <= ?6)",
        values![tenant, owner.as_str(), one, other, cells.first, cells.last],
    )?;
    Ok(())
}

pub(crate) fn release(tx: &mut Tx<'_>, owner: Owner) -> Result<(), StoreError> {
    let (tenant, owner) = (tx.tenant(), owner.id());
    tx.conn.execute(
        "DELETE FROM desk_cells WHERE tenant_id = ?1 AND appointment_id = ?2",
        values![tenant, owner.as_str()],
    )?;
    Ok(())
}

/// Forgets every tenant's cells of the past, which nobody can sell any more; how many there were.
pub fn forget_before(tx: &mut DeploymentTx<'_>, moment: Timestamp) -> Result<u64, StoreError> {
    tx.conn.execute(
        "DELETE FROM desk_cells WHERE cell < ?1",
        values![moment.as_micros().div_euclid(CELL_MICROS)],
    )
}
