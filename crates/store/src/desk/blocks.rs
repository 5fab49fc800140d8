//! Stretches of time in which nothing is booked: a person's, or a branch's.

use conserje_kernel::{BlockId, Timestamp};

use super::appointments::{branch_cells, staff_cells};
use super::cells::{self, Cells, Owner};
use super::{Hold, Stop, Trace, hold, or_nothing};
use crate::sql::{Row, values};
use crate::{StoreError, Tx};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewBlock {
    /// By whose clock it was said; all of it is blocked where there is no person.
    pub branch: String,
    pub staff: Option<String>,
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
    pub reason: Option<String>,
    pub key: String,
    pub trace: Trace,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    pub id: BlockId,
    pub branch: String,
    pub staff: Option<String>,
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
    pub reason: Option<String>,
    pub created_at: Timestamp,
    /// Since when it does not stand any more.
    pub removed_at: Option<Timestamp>,
}

/// What came of a wish to keep time free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    Made(Block),
    /// With this key it was made before.
    Before(Block),
    /// Something is booked in it, or it is blocked already.
    Taken,
}

/// The columns that `read` reads, said once.
macro_rules! select_block {
    ($rest:literal) => {
        concat!(
            "SELECT id, branch_id, staff_id, starts_at, ends_at, reason, created_at, removed_at FROM desk_blocks ",
            $rest
        )
    };
}

fn read(row: &Row<'_>) -> Result<Block, StoreError> {
    Ok(Block {
        id: row.get(0)?,
        branch: row.get(1)?,
        staff: row.get(2)?,
        starts_at: row.get(3)?,
        ends_at: row.get(4)?,
        reason: row.get(5)?,
        created_at: row.get(6)?,
        removed_at: row.get(7)?,
    })
}

/// Takes the time, all of it or nothing.
pub fn keep(tx: &mut Tx<'_>, new: &NewBlock) -> Result<Kept, StoreError> {
    let made = or_nothing(tx, |tx| {
        let id = BlockId::generate();
        if !insert(tx, id, new)? {
            return Ok(None);
        }
        match find(tx, id)? {
            Some(block) => take(tx, &block)?,
            None => return Err(Stop::Refused),
        }
        Ok(Some(id))
    })?;
    Ok(match made {
        None => Kept::Taken,
        Some(Some(id)) => find(tx, id)?.map_or(Kept::Taken, Kept::Made),
        Some(None) => by_key(tx, &new.key)?.map_or(Kept::Taken, Kept::Before),
    })
}

/// `false` if there is one with this key.
fn insert(tx: &mut Tx<'_>, id: BlockId, new: &NewBlock) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "INSERT INTO desk_blocks (tenant_id, id, branch_id, staff_id, starts_at, ends_at, reason, idempotency_key,
             user_id, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT (tenant_id, idempotency_key) DO NOTHING",
        values![
            tenant,
            id,
            &new.branch,
            new.staff.as_deref(),
            new.starts_at,
            new.ends_at,
            new.reason.as_deref(),
            &new.key,
            new.trace.user,
            now,
        ],
    )?;
    Ok(touched > 0)
}

/// A person's cells, which nobody else may have; or those of the branch, once nothing is booked there.
fn take(tx: &mut Tx<'_>, block: &Block) -> Result<(), Stop> {
    let cells = Cells::between(block.starts_at, block.ends_at);
    let resource = match &block.staff {
        Some(staff) => staff_cells(staff),
        None => {
            // Those who book there at this moment are done after this, or wait and then see the cells.
            let branch = branch_cells(&block.branch);
            hold(tx, &branch, Hold::Alone)?;
            if is_booked(tx, block)? {
                return Err(Stop::Refused);
            }
            branch
        }
    };
    if cells::take(tx, &resource, cells, Owner::Block(block.id))? { Ok(()) } else { Err(Stop::Refused) }
}

/// Whether anything that holds its time is in a branch's block.
fn is_booked(tx: &mut Tx<'_>, block: &Block) -> Result<bool, StoreError> {
    let tenant = tx.tenant();
    let found: Option<i64> = tx.conn.query_one(
        "SELECT count(*) FROM desk_appointments WHERE tenant_id = ?1 AND branch_id = ?2
         AND starts_at < ?4 AND ends_at > ?3 AND status NOT IN ('cancelled', 'no_show')",
        values![tenant, &block.branch, block.starts_at, block.ends_at],
        |row| row.get(0),
    )?;
    Ok(found != Some(0))
}

pub fn find(tx: &mut Tx<'_>, id: BlockId) -> Result<Option<Block>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(select_block!("WHERE tenant_id = ?1 AND id = ?2"), values![tenant, id], read)
}

pub fn by_key(tx: &mut Tx<'_>, key: &str) -> Result<Option<Block>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(
        select_block!("WHERE tenant_id = ?1 AND idempotency_key = ?2"),
        values![tenant, key],
        read,
    )
}

/// Those that stand and have some of the time between two moments.
pub fn between(tx: &mut Tx<'_>, from: Timestamp, to: Timestamp) -> Result<Vec<Block>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        select_block!(
            "WHERE tenant_id = ?1 AND starts_at < ?3 AND ends_at > ?2 AND removed_at IS NULL
             ORDER BY starts_at, id LIMIT 10000"
        ),
        values![tenant, from, to],
        read,
    )
}

/// Gives the time back. `false` if it was given back before.
pub fn remove(tx: &mut Tx<'_>, id: BlockId) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "UPDATE desk_blocks SET removed_at = ?3 WHERE tenant_id = ?1 AND id = ?2 AND removed_at IS NULL",
        values![tenant, id, now],
    )?;
    if touched > 0 {
        cells::release(tx, Owner::Block(id))?;
    }
    Ok(touched > 0)
}

/// Takes back that it was removed, if its time is still free.
pub fn restore(tx: &mut Tx<'_>, id: BlockId) -> Result<bool, StoreError> {
    let tenant = tx.tenant();
    let restored = or_nothing(tx, |tx| {
        let touched = tx.conn.execute(
            "UPDATE desk_blocks SET removed_at = NULL
             WHERE tenant_id = ?1 AND id = ?2 AND removed_at IS NOT NULL",
            values![tenant, id],
        )?;
        let Some(block) = find(tx, id)?.filter(|_| touched > 0) else { return Err(Stop::Refused) };
        take(tx, &block)
    })?;
    Ok(restored.is_some())
}
