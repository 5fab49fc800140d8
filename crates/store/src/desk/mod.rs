//! What a business offers, and what people booked, ordered and earned there.
//!
//! Three promises are kept by the database itself, whatever runs beside:
//!
//! - **A time is sold once.** An appointment takes a row for every five minutes of everything it needs ([`cells`]), and a
//!   cell has one owner by its primary key. An exclusion constraint over ranges would say the same in one row, but only
//!   PostgreSQL has it, and there it needs an extension that a plain role cannot install; SQLite has nothing like it. So
//!   both have the same table and the same statement. Cells are taken in one order (staff before place, earlier before
//!   later) and given back only after all new ones are held, so that nobody waits in a circle.
//! - **What is limited is not oversold.** Stock goes down by an update that names what must be left ([`orders`]).
//! - **Nothing earns twice.** The ledger's key is what the tokens are for ([`loyalty`]); the balance moves with it in one
//!   transaction and cannot go below nothing.
//!
//! What an assistant makes has a [`Trace`], and a key: made again with the same key, the first one is returned.
pub mod appointments;
pub mod catalogue;
pub mod cells;
pub mod changes;
pub mod customers;
pub mod escalations;
pub mod loyalty;
pub mod notes;
pub mod orders;
pub mod reminders;

use conserje_kernel::{SessionId, TurnId, UserId};

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
