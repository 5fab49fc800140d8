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

use std::fmt;
use std::str::FromStr;

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

/// A word that this version does not know.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not known here; start a newer program")]
pub struct UnknownWord(String);

/// A column with a few possible words.
macro_rules! words {
    ($(#[$doc:meta])* $type:ident { $($case:ident = $word:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $type { $($case),* }

        impl $type {
            pub fn word(self) -> &'static str {
                match self { $(Self::$case => $word),* }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str(self.word())
            }
        }

        impl FromStr for $type {
            type Err = UnknownWord;
            fn from_str(word: &str) -> Result<Self, UnknownWord> {
                match word {
                    $($word => Ok(Self::$case),)*
                    _ => Err(UnknownWord(word.chars().take(60).collect())),
                }
            }
        }

        impl From<$type> for crate::sql::Value {
            fn from(value: $type) -> Self {
                Self::from(value.word())
            }
        }

        impl crate::sql::FromColumn for $type {
            fn read(row: &crate::sql::Row<'_>, column: usize) -> Result<Self, crate::StoreError> {
                row.get::<String>(column)?
                    .parse()
                    .map_err(|error: UnknownWord| crate::StoreError::Malformed { column, problem: error.to_string() })
            }
        }
    };
}

words!(
    /// What became of an appointment. The first two are still to come.
    AppointmentStatus { Booked = "booked", Moved = "moved", Cancelled = "cancelled", Completed = "completed", NoShow = "no_show" }
);
words!(
    /// What became of an order as a sale.
    OrderStatus { Placed = "placed", Paid = "paid", Void = "void" }
);
words!(
    /// Where an order is on its way. A completed one was handed over and paid.
    OrderStage {
        Placed = "placed", Preparing = "preparing", Ready = "ready", OutForDelivery = "out_for_delivery",
        PickedUp = "picked_up", Completed = "completed",
    }
);
words!(
    /// How an order gets to its customer.
    OrderKind { Pickup = "pickup", Delivery = "delivery" }
);
words!(
    /// Who has an escalation: nobody yet, somebody, or nobody any more.
    EscalationStatus { Open = "open", Taken = "taken", Closed = "closed" }
);

impl AppointmentStatus {
    pub fn is_to_come(self) -> bool {
        matches!(self, Self::Booked | Self::Moved)
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
