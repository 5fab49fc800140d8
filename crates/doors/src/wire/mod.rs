//! What every door says the same way: who is let in and how much they may, what is read of a request, and how what came of
//! it is told.

mod allowed;
pub(crate) mod extract;
pub(crate) mod failure;
mod follow;
pub(crate) mod idempotency;
mod language;
pub(crate) mod live;
pub(crate) mod render;
pub(crate) mod said;
pub(crate) mod trace;

pub(crate) use allowed::{Access as RouteAccess, Allowed, DeclaresAccess, Open, policy};
pub(crate) use extract::{AcceptedLanguage, JsonBody, PathId};
pub(crate) use failure::Failure;
pub use follow::Peer;
pub(crate) use follow::follow;
pub(crate) use language::answer_in_language;
pub(crate) use render::{
    citation as render_citation, progress as render_progress, taken as render_taken, transient_event,
    wire_event,
};
pub(crate) use trace::current as current_trace;
