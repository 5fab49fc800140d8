//! How conversations behave; composed and validated by the server's configuration.

use std::time::Duration;

use conserje_guard::Limits;

use crate::answering::answer_cache::Remembering;
use crate::money::budget::Budgets;
use crate::turn::gate::GateLimits;

#[derive(Clone, Debug)]
pub struct Options {
    pub limits: Limits,
    pub when_busy: WhenBusy,
    pub turn_time_limit: Duration,
    /// How long a person has to decide about a call.
    pub approvals_last: Duration,
    pub gate: GateLimits,
    pub budgets: Budgets,
    pub remembering: Remembering,
    /// How long an answer may be given again.
    pub remembered_for: Duration,
    /// How long a deleted session can still be brought back by an operator.
    pub erase_after: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            when_busy: WhenBusy::Queue { at_most: 8 },
            turn_time_limit: Duration::from_secs(300),
            approvals_last: Duration::from_secs(24 * 3600),
            gate: GateLimits::default(),
            budgets: Budgets::default(),
            remembering: Remembering::default(),
            remembered_for: Duration::from_secs(24 * 3600),
            erase_after: Duration::from_secs(7 * 24 * 3600),
        }
    }
}

/// What becomes of a message that arrives while a turn of its session runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenBusy {
    Queue { at_most: u16 },
    Refuse,
}
