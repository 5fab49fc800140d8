//! The Socket.IO door, through the client that npm has.

mod approvals;
mod bad_payloads;
mod client;
mod endings;
mod sign_in;
mod talk;

pub(crate) use client::JsClient;
