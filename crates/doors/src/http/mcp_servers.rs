//! Other people's MCP servers: which a tenant lists, and which of their tools its assistants may use.

use axum::Json;
use axum::extract::State;
use conserje_kernel::Secret;
use conserje_operate::toolset::Risk;
use conserje_operate::{Approval, Listing, NewServer, OfferedTool, Operate, ToolState};
use conserje_protocol::{
    McpApproveRequest, McpServerReply, McpServerRequest, McpServersReply, McpToolReply, McpToolRisk,
    McpToolState, McpToolsReply, Problem,
};
use http::StatusCode;

use crate::wire::extract::{JsonBody, PathId};
use crate::wire::failure::Failure;
use crate::wire::{Allowed, policy};

/// The servers that the tenant lists.
#[utoipa::path(get, path = "/api/mcp/servers", tag = "mcp",
    responses((status = 200, body = McpServersReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn list(
    access: Allowed<policy::ManageAssistants>,
    State(operate): State<Operate>,
) -> Result<Json<McpServersReply>, Failure> {
    let items = operate.mcp_servers(&access.scope).await?.into_iter().map(server).collect();
    Ok(Json(McpServersReply { items, next_cursor: None }))
}

/// Lists a server. None of its tools is used before it is approved.
#[utoipa::path(put, path = "/api/mcp/servers/{name}", tag = "mcp", params(("name" = String, Path)), request_body = McpServerRequest,
    responses((status = 200, body = McpServerReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn put(
    access: Allowed<policy::ManageAssistants>,
    State(operate): State<Operate>,
    PathId(name): PathId<String>,
    JsonBody(body): JsonBody<McpServerRequest>,
) -> Result<Json<McpServerReply>, Failure> {
    let new = NewServer {
        name,
        url: body.url,
        token: body.token.filter(|token| !token.is_empty()).map(Secret::new),
        allowed_tools: body.allowed_tools,
        time_limit_seconds: body.time_limit_seconds,
    };
    Ok(Json(server(operate.put_mcp_server(&access.scope, new).await?)))
}

/// Takes a server off the list, with its token and what was approved of it.
#[utoipa::path(delete, path = "/api/mcp/servers/{name}", tag = "mcp", params(("name" = String, Path)),
    responses((status = 204), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn remove(
    access: Allowed<policy::ManageAssistants>,
    State(operate): State<Operate>,
    PathId(name): PathId<String>,
) -> Result<StatusCode, Failure> {
    operate.remove_mcp_server(&access.scope, name).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What a server offers at this moment, and what of it is approved. Asks the server.
#[utoipa::path(get, path = "/api/mcp/servers/{name}/tools", tag = "mcp", params(("name" = String, Path)),
    responses((status = 200, body = McpToolsReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn tools(
    access: Allowed<policy::ManageAssistants>,
    State(operate): State<Operate>,
    PathId(name): PathId<String>,
) -> Result<Json<McpToolsReply>, Failure> {
    Ok(Json(offered(operate.mcp_tools(&access.scope, &name).await?)))
}

/// Lets assistants use tools, as they were seen: one that is something else by now is refused, and the others with it.
#[utoipa::path(post, path = "/api/mcp/servers/{name}/approve", tag = "mcp", params(("name" = String, Path)), request_body = McpApproveRequest,
    responses((status = 200, body = McpToolsReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn approve(
    access: Allowed<policy::ManageAssistants>,
    State(operate): State<Operate>,
    PathId(name): PathId<String>,
    JsonBody(body): JsonBody<McpApproveRequest>,
) -> Result<Json<McpToolsReply>, Failure> {
    let approvals = body.tools.into_iter().map(|tool| Approval {
        name: tool.name,
        digest: tool.digest,
        risk: match tool.risk {
            McpToolRisk::Read => Risk::Read,
            McpToolRisk::Write => Risk::Write,
            McpToolRisk::Dangerous => Risk::Dangerous,
        },
    });
    Ok(Json(offered(operate.approve_mcp_tools(&access.scope, &name, approvals.collect()).await?)))
}

fn server(listing: Listing) -> McpServerReply {
    McpServerReply {
        name: listing.name,
        url: listing.url,
        has_token: listing.has_token,
        allowed_tools: listing.allowed_tools,
        time_limit_seconds: listing.time_limit_seconds,
        approved: listing.approved,
        updated_at: listing.updated_at.to_string(),
    }
}

fn offered(tools: Vec<OfferedTool>) -> McpToolsReply {
    let items = tools.into_iter().map(|tool| McpToolReply {
        name: tool.definition.name,
        offered_as: tool.offered_as,
        description: tool.definition.description,
        parameters: tool.definition.parameters,
        digest: tool.definition.digest,
        state: match tool.state {
            ToolState::Approved => McpToolState::Approved,
            ToolState::Changed => McpToolState::Changed,
            ToolState::New => McpToolState::New,
            ToolState::Withheld => McpToolState::Withheld,
        },
        risk: tool.risk.map(risk),
    });
    McpToolsReply { items: items.collect(), next_cursor: None }
}

pub(super) fn risk(risk: Risk) -> McpToolRisk {
    match risk {
        Risk::Read => McpToolRisk::Read,
        Risk::Write => McpToolRisk::Write,
        Risk::Dangerous => McpToolRisk::Dangerous,
    }
}
