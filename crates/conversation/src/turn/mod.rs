//! A turn, from the message that begins it to the answer that ends it: `receive`, `run_turn`, `perform`, `record`, and what
//! happens when somebody cancels, must be asked, or the process dies.

pub(crate) mod approvals;
pub(crate) mod asking;
pub(crate) mod cancel;
pub(crate) mod crash;
pub(crate) mod driver;
pub(crate) mod failure;
pub(crate) mod fault;
pub(crate) mod gate;
pub(crate) mod line;
pub(crate) mod live;
pub(crate) mod message;
pub(crate) mod perform;
pub(crate) mod recap;
pub(crate) mod receive;
pub(crate) mod record;
pub(crate) mod recover;
pub(crate) mod run_turn;
pub(crate) mod running;
pub(crate) mod scribe;
pub(crate) mod take_in;
