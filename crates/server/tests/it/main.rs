//! The server through its front doors, on both homes.
#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops at what is not as it should be"
)]

mod access;
mod bad_input;
mod cli;
mod contracts;
mod cross_tenant;
mod far_end;
mod hostile;
mod idempotency;
mod operate;
mod recovery;
mod sessions;
mod shares;
mod streams;
mod turn_events;
mod turns;
