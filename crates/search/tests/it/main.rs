//! What an index does, whichever home it has. Without a Qdrant server only the local one is tested, and the
//! output says so.
#![expect(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test stops at what is not as it should be"
)]

mod behaviour;
mod homes;
mod large;
mod local;
