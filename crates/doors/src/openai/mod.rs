//! OpenAI's API, so that its clients work unchanged.
//!
//! A request names as `model` an assistant, whose turn runs as any other does, in a session of its own; or a
//! model or tier, which answers the request as it stands. Both are heard as one [`speech::Speech`], which
//! each route renders in its own shape.
//!
//! The words of a caller's `system` and `developer` messages reach an assistant as words of the user: who
//! calls is the user, and the assistant's own rules stand above both. A model gets them as they are.

pub(crate) mod chat;
mod chat_read;
mod chat_write;
mod error;
pub(crate) mod models;
mod read;
mod respond_read;
mod respond_write;
pub(crate) mod responses;
mod speech;
mod sse;
mod talk;
mod target;

pub(crate) use error::speak;
pub(crate) use target::owner as provider_name;

/// Images are sent inside the body.
pub(crate) const BODY_LIMIT: usize = 20 * 1024 * 1024;

/// Whether a path is of this door.
pub(crate) fn is_ours(path: &str) -> bool {
    path.strip_prefix("/v1").is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
