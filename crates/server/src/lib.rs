//! The binary `conserje`, as a library so that tests can run the real thing.
//!
//! - [`config`]: one TOML file, environment on top, every value explained.
//! - [`access`]: who is asking. The only place that builds a [`Scope`](conserje_kernel::Scope) for a person.
//! - `doors`: thin translators: parse → one use case → render. A door never touches `store`.
//! - `operate`: what an operator does: jobs, dead letters, verifying, tenants.
//! - `limits`: how much an address, a key, a person, a tenant may ask for.
//! - [`cli`]: the command line.
//! - [`App`]: all of it, wired; [`serve()`]: until told to stop.
pub mod access;
mod app;
pub mod cli;
pub mod config;
mod demo;
mod dialogues;
mod doors;
mod jobs;
mod judge;
mod limits;
mod operate;
mod packs;
mod serve;
mod stall;
mod tasks;
mod telemetry;
mod toolset;

pub use app::{App, StartError};
pub use doors::http::{RouteRow, openapi, route_table};
pub use doors::mcp::transport as mcp_transport;
pub use operate::OperateError;
pub use serve::{Running, Startup, serve};
