//! The REST and SSE door.

mod accounts;
mod approvals;
mod assistants;
mod channels;
mod desk;
mod discover;
mod docs;
mod events;
mod feedback;
mod files;
mod guard;
mod health;
mod inbox;
mod jobs;
mod keys;
mod knowledge;
mod mcp_servers;
mod models;
mod own_assistants;
mod packs;
mod page;
mod plain;
mod routes;
mod sessions;
mod settings;
mod shares;
mod sites;
mod tenants;
mod tools;
mod unread;
mod usage;

pub(crate) use files::progress_event;
pub(crate) use jobs::{render as render_job, render_dead_letter, render_report};
pub use routes::{RouteRow, openapi, route_table, router};
