//! Providers against written-down conversations with them; see `replay`.
#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops at what is not as it should be"
)]

mod anthropic;
mod embed;
mod gemini;
mod openai;
mod replay;
mod wire;
