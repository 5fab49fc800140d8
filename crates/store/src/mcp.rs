//! Other people's MCP servers that a tenant lists, and their tools as somebody approved them.

use conserje_kernel::Timestamp;

use crate::sql::values;
use crate::{StoreError, Tx};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct McpServer {
    pub name: String,
    pub url: String,
    /// JSON: a list of names.
    pub allowed_tools: Option<String>,
    pub time_limit_seconds: i64,
    pub updated_at: Timestamp,
}

/// A tool of a server, as it was approved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct McpTool {
    pub server: String,
    pub tool: String,
    /// The server's words for it, for people.
    pub title: Option<String>,
    pub description: String,
    /// JSON.
    pub parameters: String,
    pub digest: String,
    pub risk: String,
}

/// What is said about a server holds from now on; of one at another address nothing is approved.
pub fn put(tx: &mut Tx<'_>, server: &McpServer) -> Result<(), StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.execute(
        "DELETE FROM mcp_tools WHERE tenant_id = ?1 AND server = ?2 AND NOT EXISTS
         (SELECT 1 FROM mcp_servers WHERE tenant_id = ?1 AND name = ?2 AND url = ?3)",
        values![tenant, server.name.as_str(), server.url.as_str()],
    )?;
    tx.conn.execute(
        "INSERT INTO mcp_servers (tenant_id, name, url, allowed_tools, time_limit_seconds, updated_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT (tenant_id, name) DO UPDATE SET url = excluded.url, allowed_tools = excluded.allowed_tools,
         time_limit_seconds = excluded.time_limit_seconds, updated_at = excluded.updated_at",
        values![
            tenant,
            server.name.as_str(),
            server.url.as_str(),
            server.allowed_tools.as_deref(),
            server.time_limit_seconds,
            now
        ],
    )?;
    Ok(())
}

pub fn all(tx: &mut Tx<'_>) -> Result<Vec<McpServer>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        "SELECT name, url, allowed_tools, time_limit_seconds, updated_at FROM mcp_servers
         WHERE tenant_id = ?1 ORDER BY name LIMIT 100",
        values![tenant],
        |row| {
            Ok(McpServer {
                name: row.get(0)?,
                url: row.get(1)?,
                allowed_tools: row.get(2)?,
                time_limit_seconds: row.get(3)?,
                updated_at: row.get(4)?,
            })
        },
    )
}

/// With all that was approved of it; whether it was there.
pub fn remove(tx: &mut Tx<'_>, name: &str) -> Result<bool, StoreError> {
    let tenant = tx.tenant();
    tx.conn.execute("DELETE FROM mcp_tools WHERE tenant_id = ?1 AND server = ?2", values![tenant, name])?;
    let removed = tx
        .conn
        .execute("DELETE FROM mcp_servers WHERE tenant_id = ?1 AND name = ?2", values![tenant, name])?;
    Ok(removed > 0)
}

pub fn approve(tx: &mut Tx<'_>, tool: &McpTool) -> Result<(), StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.execute(
        "INSERT INTO mcp_tools (tenant_id, server, tool, description, parameters, digest, risk, approved_at, title)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
         ON CONFLICT (tenant_id, server, tool) DO UPDATE SET description = excluded.description,
         parameters = excluded.parameters, digest = excluded.digest, risk = excluded.risk,
         approved_at = excluded.approved_at, title = excluded.title",
        values![
            tenant,
            tool.server.as_str(),
            tool.tool.as_str(),
            tool.description.as_str(),
            tool.parameters.as_str(),
            tool.digest.as_str(),
            tool.risk.as_str(),
            now,
            tool.title.as_deref()
        ],
    )?;
    Ok(())
}

/// What was approved, of all servers.
pub fn approved(tx: &mut Tx<'_>) -> Result<Vec<McpTool>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        "SELECT server, tool, description, parameters, digest, risk, title FROM mcp_tools
         WHERE tenant_id = ?1 ORDER BY server, tool LIMIT 2000",
        values![tenant],
        |row| {
            Ok(McpTool {
                server: row.get(0)?,
                tool: row.get(1)?,
                description: row.get(2)?,
                parameters: row.get(3)?,
                digest: row.get(4)?,
                risk: row.get(5)?,
                title: row.get(6)?,
            })
        },
    )
}
