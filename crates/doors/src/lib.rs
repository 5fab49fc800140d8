//! The ways in. Each translates: parse, one use case, render. None decides, and none touches `store`, models or search.
//!
//! - `wire`: what every door says the same way: who is let in, what is read of a request, how a failure is told.
//! - [`http`], [`chat`], [`openai`], [`socketio`], [`mcp`], [`webhook`], [`admin`]: the doors.
//! - [`Doors`]: what their handlers share.

pub mod admin;
pub(crate) mod chat;
pub mod http;
pub mod mcp;
pub(crate) mod openai;
pub mod socketio;
mod state;
pub(crate) mod webhook;
mod wire;

pub use state::Doors;
pub use wire::Peer;
