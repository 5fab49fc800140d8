//! Tools of other people's MCP servers.
//!
//! A server is reached through the [egress guard](crate::egress) and nothing else. Whoever runs it can change what its
//! tools say they are at any time, and what a tool says of itself is read by a model: so a tool is used only as somebody
//! approved it. [`look`] tells what a server offers, with a digest of each definition; an [`McpTool`] is made from an
//! approved definition, and every call holds it against what the server says at that moment.
mod connection;
mod content;
mod tool;

use std::time::Duration;

use conserje_kernel::Secret;
use serde_json::{Value, json};

use crate::arguments::args_hash;
use crate::egress::EgressClient;
use connection::Connection;
pub use tool::McpTool;

/// Tools that one server may have; what it offers beyond that is not looked at.
pub const MOST_TOOLS: usize = 200;
/// The longest name that a tool has here.
const LONGEST_NAME: usize = 64;
/// The longest title that is shown of a tool.
const LONGEST_TITLE: usize = 120;
/// The largest definition that is kept.
const LARGEST_DEFINITION: usize = 64 * 1024;

/// Why a server could not be asked. For whoever listed it, and for models; holds no secret.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the MCP server `{server}` {problem}")]
pub struct McpError {
    pub server: String,
    pub problem: String,
}

/// A server, and how to reach it. Cheap to clone.
#[derive(Clone)]
pub struct McpServer {
    pub name: String,
    pub url: String,
    /// Sent as `Authorization: Bearer`.
    pub token: Option<Secret>,
    pub time_limit: Duration,
    pub client: EgressClient,
}

/// A tool as its server describes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    /// The server's name for it.
    pub name: String,
    /// The server's words for it, for people.
    pub title: Option<String>,
    pub description: String,
    pub parameters: Value,
    /// Of all that the server says about it, as 64 hex digits.
    pub digest: String,
}

impl Definition {
    fn of(tool: &rmcp::model::Tool) -> Option<Self> {
        let whole = serde_json::to_value(tool).ok()?;
        // What nobody could look at, or call by its name, is as good as not there.
        let is_no_name = tool.name.len() > 128 || tool.name.chars().any(char::is_control);
        if whole.to_string().len() > LARGEST_DEFINITION || is_no_name {
            return None;
        }
        let mut parameters = Value::Object(tool.input_schema.as_ref().clone());
        // A tool without parameters may leave out what they are.
        if let Some(fields) = parameters.as_object_mut() {
            fields.entry("type").or_insert_with(|| json!("object"));
        }
        // Not every database keeps a NUL.
        let description = tool.description.as_deref().unwrap_or_default().replace('\0', "\u{fffd}");
        let annotated = || tool.annotations.as_ref().and_then(|annotations| annotations.title.as_ref());
        let title = tool.title.as_ref().or_else(annotated).map(|title| one_line(title));
        let digest = hex::encode(args_hash(&whole));
        Some(Self { name: tool.name.clone().into_owned(), title, description, parameters, digest })
    }
}

/// A title is shown among our own words: it is short and has no lines.
fn one_line(title: &str) -> String {
    let signs = title.chars().map(|sign| if sign.is_control() { ' ' } else { sign });
    signs.take(LONGEST_TITLE).collect::<String>().trim().to_owned()
}

/// What a tool is called here: no two servers' tools have the same name, and none is called like one of ours.
/// `None` when that makes no name for a tool.
pub fn offered_as(server: &str, tool: &str) -> Option<String> {
    let fits = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '_' | '-');
    let tool: String = tool.chars().map(|sign| if fits(sign) { sign } else { '_' }).collect();
    let name = format!("{server}__{tool}");
    (is_server_name(server) && !tool.is_empty() && name.len() <= LONGEST_NAME).then_some(name)
}

/// Short, and without what stands between a server's name and its tools'.
pub fn is_server_name(name: &str) -> bool {
    let fits = |sign: char| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == '-';
    (1..=24).contains(&name.len()) && name.chars().all(fits)
}

/// Everything that a server offers at this moment, in order of names.
pub async fn look(server: &McpServer) -> Result<Vec<Definition>, McpError> {
    let connection = Connection::open(server).await?;
    let mut found = connection.definitions().await?;
    connection.close().await;
    found.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(found)
}

#[cfg(test)]
#[path = "mcp_tests.rs"]
mod tests;
