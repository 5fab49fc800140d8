//! The event log on both homes.
#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops at what is not as it should be"
)]

mod append;
mod follow;
mod lines;
mod log_test;
mod project;
mod tamper;
