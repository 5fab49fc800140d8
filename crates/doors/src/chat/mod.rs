//! The chat doors: one request, one turn, told word by word as server-sent events.
//!
//! Three contracts over the same use cases; docs/chat-doors.md describes them. The turn goes on when the
//! client leaves, and a slow client costs no memory of its own: it reads the turn's one list late.

pub(crate) mod agent;
pub(crate) mod copilot;
pub(crate) mod pipeline;
mod start;
mod talk;
