//! The ways in. Each translates; none decides, and none touches `store`.

pub(crate) mod admin;
pub(crate) mod channels;
pub(crate) mod chat;
mod grounding;
pub(crate) mod http;
pub(crate) mod mcp;
pub(crate) mod openai;
pub(crate) mod socketio;
