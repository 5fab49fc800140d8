//! What a business offers, and what people booked, ordered and earned there.
//!
//! Three promises are kept by the database itself, whatever runs beside:
//!
//! - **A time is sold once.** An appointment takes a row for every five minutes of everything it needs ([`cells`]), and a
//!   cell has one owner by its primary key. An exclusion constraint over ranges would say the same in one row, but only
//!   PostgreSQL has it, and there it needs an extension that a plain role cannot install; SQLite has nothing like it. So
//!   both have the same table and the same statement. Cells are taken in one order (staff before place, earlier before
//!   later) and given back only after all new ones are held, so that nobody waits in a circle.
//!   A time in which nothing is to be booked ([`blocks`]) takes the same cells: a person's, or those of the branch, at
//!   which everybody looks who books there.
//! - **What is limited is not oversold.** Stock goes down by an update that names what must be left ([`orders`]).
//! - **Nothing earns twice.** The ledger's key is what the tokens are for ([`loyalty`]); the balance moves with it in one
//!   transaction and cannot go below nothing.
//!
//! What an assistant makes has a [`Trace`], and a key: made again with the same key, the first one is returned.
pub mod appointments;
pub mod blocks;
pub mod catalogue;
pub mod cells;
pub mod changes;
pub mod customers;
pub mod escalations;
pub mod loyalty;
pub mod notes;
pub mod orders;
pub mod reminders;
pub mod waiting;

use conserje_kernel::{SessionId, TurnId, UserId};

use crate::db::Conn;
use crate::sql::values;

/// Who made it: a call of an assistant, or somebody of the staff.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    pub session: Option<SessionId>,
    pub turn: Option<TurnId>,
    pub tool_use_id: Option<String>,
    pub user: Option<UserId>,
}

impl Trace {
    /// Somebody of the staff did it.
    pub fn by(user: Option<UserId>) -> Self {
        Self { user, ..Self::default() }
    }
}

/// How something is held that has no row of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hold {
    /// By many at once.
    Shared,
    /// By one, after all others are done.
    Alone,
}

/// Holds something by its name until the end of the transaction. On SQLite one writes at a time anyway.
pub(crate) fn hold(tx: &mut crate::Tx<'_>, name: &str, how: Hold) -> Result<(), crate::StoreError> {
    let sql = match (&tx.conn, how) {
        (Conn::Sqlite(_), _) => return Ok(()),
        (Conn::Postgres(_), Hold::Shared) => {
            "SELECT count(*) FROM pg_advisory_xact_lock_shared(hashtextextended(?1, 22))"
        }
        (Conn::Postgres(_), Hold::Alone) => {
            "SELECT count(*) FROM pg_advisory_xact_lock(hashtextextended(?1, 22))"
        }
    };
    let name = format!("{} {name}", tx.tenant());
    tx.conn.query_one(sql, values![name.as_str()], |row| row.get::<i64>(0))?;
    Ok(())
}

/// Why a step was taken back.
pub(crate) enum Stop {
    Refused,
    Store(crate::StoreError),
}

impl From<crate::StoreError> for Stop {
    fn from(error: crate::StoreError) -> Self {
        Self::Store(error)
    }
}

/// Runs `work`; if it refuses, nothing of it was done.
pub(crate) fn or_nothing<T>(
    tx: &mut crate::Tx<'_>,
    work: impl FnOnce(&mut crate::Tx<'_>) -> Result<T, Stop>,
) -> Result<Option<T>, crate::StoreError> {
    match tx.savepoint(work) {
        Ok(done) => Ok(Some(done)),
        Err(Stop::Refused) => Ok(None),
        Err(Stop::Store(error)) => Err(error),
    }
}
