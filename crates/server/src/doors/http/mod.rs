//! The REST and SSE door.

mod accounts;
mod approvals;
mod assistants;
mod channels;
mod desk;
mod discover;
mod docs;
mod events;
mod extract;
mod failure;
mod feedback;
mod files;
mod health;
mod idempotency;
mod inbox;
mod jobs;
mod keys;
mod knowledge;
mod mcp_servers;
mod packs;
mod page;
mod plain;
mod render;
mod routes;
mod said;
mod sessions;
mod shares;
mod sites;
pub(crate) mod trace;
mod unread;
mod usage;

pub(crate) use extract::{AcceptedLanguage, JsonBody, PathId};
pub(crate) use failure::Failure;
pub(crate) use files::progress_event;
pub(crate) use jobs::{render as render_job, render_dead_letter, render_report};
pub(crate) use render::{
    citation as render_citation, operator as render_operator, progress as render_progress, transient_event,
    wire_event,
};
pub(crate) use routes::router;
pub use routes::{RouteRow, openapi, route_table};
pub(crate) use trace::current as current_trace;
