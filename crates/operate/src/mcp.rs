//! Other people's MCP servers: listed by a tenant, used as far as somebody approved.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use conserje_conversation::TenantTools;
use conserje_kernel::{Scope, Secret, SetupAct, SetupPart, Timestamp};
use conserje_store::mcp::{self, McpServer as ServerRow, McpTool as ToolRow};
use conserje_store::record::{self, By, NewEntry};
use conserje_store::secrets::{self, MasterKeys};
use conserje_store::{Store, StoreError, Tx};
use conserje_tools::mcp::{Definition, McpServer, McpTool, is_server_name, look, offered_as};
use conserje_tools::{Egress, EgressClient, EgressError, EgressSettings, Risk, Tool};
use futures::future::BoxFuture;

use super::{Operate, OperateError};

/// Servers that a tenant may list.
const MOST_SERVERS: usize = 50;
const LONGEST_URL: usize = 2_000;
const LONGEST_TOKEN: usize = 4_000;

/// Builds a tenant's tools from what was approved. Cheap to clone.
#[derive(Clone)]
pub struct McpTools {
    store: Store,
    keys: MasterKeys,
    client: EgressClient,
}

/// What a tenant lists.
pub struct NewServer {
    pub name: String,
    pub url: String,
    /// Left out, the one there is stays.
    pub token: Option<Secret>,
    pub allowed_tools: Option<Vec<String>>,
    pub time_limit_seconds: u16,
}

/// A server as it is listed.
#[derive(Clone, Debug)]
pub struct Listing {
    pub name: String,
    pub url: String,
    pub has_token: bool,
    pub allowed_tools: Option<Vec<String>>,
    pub time_limit_seconds: u16,
    pub updated_at: Timestamp,
    /// Names of the tools that were approved.
    pub approved: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// As the server says it is now.
    Approved,
    /// It was something else when it was approved, and is withheld.
    Changed,
    New,
    /// Its server is told not to be used for it, or its name is none for a tool.
    Withheld,
}

/// A tool as its server offers it at this moment.
pub struct OfferedTool {
    pub definition: Definition,
    pub offered_as: Option<String>,
    pub state: State,
    pub risk: Option<Risk>,
}

/// Somebody's yes to a tool as they saw it.
pub struct Approval {
    pub name: String,
    pub digest: String,
    pub risk: Risk,
}

/// Where a server's token is kept among the tenant's secrets.
fn place(server: &str) -> String {
    format!("mcp:{server}")
}

fn allowed(row: &ServerRow) -> Option<Vec<String>> {
    row.allowed_tools.as_ref().map(|names| serde_json::from_str(names).unwrap_or_default())
}

fn risk_name(risk: Risk) -> &'static str {
    match risk {
        Risk::Read => "read",
        Risk::Write => "write",
        Risk::Dangerous => "dangerous",
    }
}

fn risk_of(name: &str) -> Risk {
    match name {
        "read" => Risk::Read,
        "write" => Risk::Write,
        _ => Risk::Dangerous,
    }
}

/// Under the names that the API has for it: what is compared, and never kept.
fn shown(tx: &mut Tx<'_>, keys: &MasterKeys, row: &ServerRow) -> Result<serde_json::Value, StoreError> {
    let token = secrets::get(tx, keys, &place(&row.name))?;
    let mut approved = mcp::approved(tx)?;
    approved.retain(|tool| tool.server == row.name);
    let approved: Vec<String> = approved.into_iter().map(|tool| tool.tool).collect();
    Ok(serde_json::json!({
        "url": row.url, "token": token.as_ref().map(Secret::expose), "allowedTools": allowed(row),
        "timeLimitSeconds": row.time_limit_seconds, "approved": approved,
    }))
}

/// `fields`: of what was approved, the names of the tools.
fn recorded(
    tx: &mut Tx<'_>,
    by: By,
    server: &str,
    (act, fields): (SetupAct, &[String]),
) -> Result<(), StoreError> {
    let part = SetupPart::McpServer;
    record::add(tx, by, &NewEntry { part, act, subject: server, name: server, fields, note: "" })
}

/// All that is known of a tenant's servers.
struct Known {
    servers: Vec<ServerRow>,
    tools: Vec<ToolRow>,
    tokens: BTreeMap<String, Secret>,
}

impl McpTools {
    pub fn new(store: Store, keys: MasterKeys, egress: &EgressSettings) -> Result<Self, EgressError> {
        Ok(Self { store, keys, client: Egress::new(egress)?.client()? })
    }

    async fn known(&self, scope: &Scope) -> Result<Known, StoreError> {
        let keys = self.keys.clone();
        let read = move |tx: &mut Tx<'_>| {
            let servers = mcp::all(tx)?;
            let mut tokens = BTreeMap::new();
            for server in &servers {
                if let Some(token) = secrets::get(tx, &keys, &place(&server.name))? {
                    tokens.insert(server.name.clone(), token);
                }
            }
            Ok(Known {
                tools: if servers.is_empty() { Vec::new() } else { mcp::approved(tx)? },
                servers,
                tokens,
            })
        };
        self.store.read(scope, read).await
    }

    fn server(&self, row: &ServerRow, known: &Known) -> McpServer {
        McpServer {
            name: row.name.clone(),
            url: row.url.clone(),
            token: known.tokens.get(&row.name).cloned(),
            time_limit: Duration::from_secs(u64::try_from(row.time_limit_seconds).unwrap_or(30)),
            client: self.client.clone(),
        }
    }

    fn tools(&self, known: &Known) -> Vec<Arc<dyn Tool>> {
        let mut tools: Vec<Arc<dyn Tool>> = Vec::new();
        for row in &known.servers {
            let allowed = allowed(row);
            let of_server = known.tools.iter().filter(|tool| tool.server == row.name);
            for tool in
                of_server.filter(|tool| allowed.as_ref().is_none_or(|names| names.contains(&tool.tool)))
            {
                let definition = Definition {
                    name: tool.tool.clone(),
                    title: tool.title.clone(),
                    description: tool.description.clone(),
                    parameters: serde_json::from_str(&tool.parameters).unwrap_or_default(),
                    digest: tool.digest.clone(),
                };
                let made = McpTool::new(self.server(row, known), definition, risk_of(&tool.risk));
                tools.extend(made.map(|tool| Arc::new(tool) as Arc<dyn Tool>));
            }
        }
        tools
    }
}

impl TenantTools for McpTools {
    fn of<'a>(&'a self, scope: &'a Scope) -> BoxFuture<'a, Result<Vec<Arc<dyn Tool>>, StoreError>> {
        Box::pin(async move { Ok(self.tools(&self.known(scope).await?)) })
    }
}

impl Operate {
    pub async fn mcp_servers(&self, scope: &Scope) -> Result<Vec<Listing>, OperateError> {
        let known = self.0.mcp.known(scope).await?;
        let listing = |row: &ServerRow| Listing {
            name: row.name.clone(),
            url: row.url.clone(),
            has_token: known.tokens.contains_key(&row.name),
            allowed_tools: allowed(row),
            time_limit_seconds: u16::try_from(row.time_limit_seconds).unwrap_or(30),
            updated_at: row.updated_at,
            approved: known
                .tools
                .iter()
                .filter(|tool| tool.server == row.name)
                .map(|tool| tool.tool.clone())
                .collect(),
        };
        Ok(known.servers.iter().map(listing).collect())
    }

    /// Lists a server, or says something else about it. At another address nothing of it is approved any more.
    pub async fn put_mcp_server(&self, scope: &Scope, new: NewServer) -> Result<Listing, OperateError> {
        let invalid = |problem: String| OperateError::Invalid { problem };
        if !is_server_name(&new.name) {
            let problem = "a server's name is 1 to 24 lower-case letters, digits and hyphens";
            return Err(invalid(problem.to_owned()));
        }
        if !(1..=120).contains(&new.time_limit_seconds) {
            return Err(invalid(format!("`timeLimitSeconds` is {}; use 1 to 120", new.time_limit_seconds)));
        }
        if new.allowed_tools.as_ref().is_some_and(|names| names.len() > conserje_tools::mcp::MOST_TOOLS) {
            return Err(invalid("`allowedTools` has too many names; leave it out for all".to_owned()));
        }
        if new.url.chars().count() > LONGEST_URL {
            return Err(invalid(format!("`url` is longer than {LONGEST_URL} characters; use a shorter one")));
        }
        if new.token.as_ref().is_some_and(|token| token.expose().chars().count() > LONGEST_TOKEN) {
            return Err(invalid(format!(
                "`token` is longer than {LONGEST_TOKEN} characters; use a shorter one"
            )));
        }
        self.0.mcp.client.egress().check(&new.url).map_err(|error| invalid(format!("`url`: {error}")))?;
        let (name, keys) = (new.name.clone(), self.0.keys.clone());
        let allowed_tools = new.allowed_tools.map(|names| serde_json::json!(names).to_string());
        let row = ServerRow {
            name: new.name,
            url: new.url,
            allowed_tools,
            time_limit_seconds: i64::from(new.time_limit_seconds),
            updated_at: self.0.store.clock().now(),
        };
        let (token, by) = (new.token, By::from(scope));
        let write = move |tx: &mut Tx<'_>| {
            let others = mcp::all(tx)?;
            let known = others.iter().find(|other| other.name == row.name);
            if others.len() >= MOST_SERVERS && known.is_none() {
                return Ok(false);
            }
            let before = match known {
                Some(known) => Some(shown(tx, &keys, known)?),
                None => None,
            };
            // A token is for the server that it was given for.
            if known.is_some_and(|known| known.url != row.url) {
                secrets::remove(tx, &place(&row.name))?;
            }
            mcp::put(tx, &row)?;
            if let Some(token) = &token {
                secrets::put(tx, &keys, &place(&row.name), token)?;
            }
            match before {
                None => recorded(tx, by, &row.name, (SetupAct::Added, &[]))?,
                Some(before) => {
                    let fields = record::differing(&before, &shown(tx, &keys, &row)?);
                    if !fields.is_empty() {
                        recorded(tx, by, &row.name, (SetupAct::Changed, &fields))?;
                    }
                }
            }
            Ok::<_, StoreError>(true)
        };
        if !self.0.store.write(scope, write).await? {
            return Err(invalid(format!("a tenant lists at most {MOST_SERVERS} servers; remove one first")));
        }
        self.0.conversations.forget_assistants(scope);
        let listed = self.mcp_servers(scope).await?;
        listed
            .into_iter()
            .find(|server| server.name == name)
            .ok_or(OperateError::NotFound { what: "MCP server" })
    }

    pub async fn remove_mcp_server(&self, scope: &Scope, name: String) -> Result<(), OperateError> {
        let by = By::from(scope);
        let write = move |tx: &mut Tx<'_>| {
            secrets::remove(tx, &place(&name))?;
            let was_there = mcp::remove(tx, &name)?;
            if was_there {
                recorded(tx, by, &name, (SetupAct::Removed, &[]))?;
            }
            Ok::<_, StoreError>(was_there)
        };
        let removed = self.0.store.write(scope, write).await?;
        self.0.conversations.forget_assistants(scope);
        if removed { Ok(()) } else { Err(OperateError::NotFound { what: "MCP server" }) }
    }

    /// What a server offers now, beside what was approved.
    pub async fn mcp_tools(&self, scope: &Scope, name: &str) -> Result<Vec<OfferedTool>, OperateError> {
        let known = self.0.mcp.known(scope).await?;
        let row = known.servers.iter().find(|row| row.name == name);
        let row = row.ok_or(OperateError::NotFound { what: "MCP server" })?;
        let (allowed, found) = (allowed(row), look(&self.0.mcp.server(row, &known)).await?);
        let mut taken = BTreeSet::new();
        let offered = found.into_iter().map(|definition| {
            let approved =
                known.tools.iter().find(|tool| tool.server == name && tool.tool == definition.name);
            let is_allowed = allowed.as_ref().is_none_or(|names| names.contains(&definition.name));
            // Of two that would be called the same here, the second is not offered.
            let offered_as = offered_as(name, &definition.name).filter(|name| taken.insert(name.clone()));
            let state = match approved {
                _ if !is_allowed || offered_as.is_none() => State::Withheld,
                None => State::New,
                Some(tool) if tool.digest == definition.digest => State::Approved,
                Some(_) => State::Changed,
            };
            OfferedTool { state, offered_as, risk: approved.map(|tool| risk_of(&tool.risk)), definition }
        });
        Ok(offered.collect())
    }

    /// Approves tools as they were seen: one that is something else by now is not approved, and none of the others either.
    pub async fn approve_mcp_tools(
        &self,
        scope: &Scope,
        name: &str,
        approvals: Vec<Approval>,
    ) -> Result<Vec<OfferedTool>, OperateError> {
        let offered = self.mcp_tools(scope, name).await?;
        let mut rows = Vec::new();
        for approval in approvals {
            let shown: String = approval.name.chars().take(60).collect();
            let tool = offered.iter().find(|tool| tool.definition.name == approval.name);
            let Some(tool) = tool.filter(|tool| tool.state != State::Withheld) else {
                let problem = format!("the server offers no tool `{shown}` that may be used");
                return Err(OperateError::Invalid { problem });
            };
            if tool.definition.digest != approval.digest {
                let problem = format!(
                    "the tool `{shown}` is not what was seen any more; look at it again, then approve"
                );
                return Err(OperateError::Invalid { problem });
            }
            rows.push(ToolRow {
                server: name.to_owned(),
                tool: approval.name,
                title: tool.definition.title.clone(),
                description: tool.definition.description.clone(),
                parameters: tool.definition.parameters.to_string(),
                digest: approval.digest,
                risk: risk_name(approval.risk).to_owned(),
            });
        }
        let (server, by) = (name.to_owned(), By::from(scope));
        let write = move |tx: &mut Tx<'_>| {
            rows.iter().try_for_each(|row| mcp::approve(tx, row))?;
            let tools: Vec<String> = rows.into_iter().map(|row| row.tool).collect();
            if tools.is_empty() { Ok(()) } else { recorded(tx, by, &server, (SetupAct::Approved, &tools)) }
        };
        self.0.store.write(scope, write).await?;
        self.0.conversations.forget_assistants(scope);
        self.mcp_tools(scope, name).await
    }
}
