//! The end of a task: what it came to.

use serde_json::Value;

/// What a task came to, still to be told.
#[derive(Clone, Debug)]
pub(crate) enum TaskOutcome {
    Booked {
        result: Value,
        party: Option<u32>,
    },
    Moved(Value),
    Cancelled(Value),
    Confirmed(Value),
    Ordered(Value),
    Redeemed(Value),
    NoAppointments,
    TooFewTokens {
        needed: i64,
        balance: i64,
    },
    NoProgram,
    /// It did not work.
    Failed,
    /// It may have worked.
    Unsure,
    /// The customer wants no more of it. Whether they spoke of cancelling.
    Dropped {
        cancels: bool,
    },
    /// What is booked stays as it is.
    Kept,
}
