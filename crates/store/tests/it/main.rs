//! Every statement of `store`, on both homes.
#![expect(clippy::panic, clippy::unwrap_used, reason = "a test stops at what is not as it should be")]

mod accounts;
mod blobs;
mod channels;
mod counter;
mod desk;
mod documents;
mod idempotency;
mod jobs;
mod lines;
mod record;
mod reminders;
mod secrets;
mod sessions;
mod tenancy;
mod transactions;
mod turn_rows;
