//! What agents can do.
//!
//! A [`Tool`] says what it is in a [`ToolInfo`] and does it in [`Tool::run`]. The [`Registry`] holds all of
//! them; an agent sees the [`Toolbox`] that its tenant and its own list allow. Arguments are held against
//! the tool's JSON Schema before it runs; time, output and the number of effects are bounded here and not
//! left to the tool.
//!
//! - [`text_protocol`]: calls written into the text, for models without function calling.
//! - [`egress`]: the only way to a URL that somebody else can influence.
//! - [`http`]: tools that a pack declares as an HTTP request.
//! - [`mcp`]: tools of other people's MCP servers, as somebody approved them.
//! - [`retrieval`]: what finds and reads a tenant's documents.
mod arguments;
mod builtin;
pub mod egress;
pub mod http;
mod key;
pub mod mcp;
mod registry;
pub mod retrieval;
pub mod text_protocol;
mod titles;
mod tool;

#[cfg(test)]
mod test_server;

pub use arguments::{ArgumentProblem, args_hash, is_too_deep};
pub use builtin::{HANDOFF, Handoff, Todo};
pub use egress::{
    CheckedUrl, Egress, EgressClient, EgressError, EgressRequest, EgressSettings, SendError, is_public,
    read_capped,
};
pub use http::{HttpProblem, HttpTool, HttpToolError, HttpToolSpec};
pub use key::IdempotencyKey;
pub use registry::{Allowance, Judged, Registry, RegistryError, Toolbox};
pub use retrieval::{Source, legal_tools, parse_sources, retrieval_tools};
pub use text_protocol::{Segment, Visible};
pub use tool::{Call, Outcome, Risk, Status, Tool, ToolInfo};
