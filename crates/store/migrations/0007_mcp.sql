-- Other people's MCP servers that a tenant lists, and their tools as somebody approved them.
-- tenant table: mcp_servers
CREATE TABLE mcp_servers (
    tenant_id TEXT NOT NULL,
    name TEXT NOT NULL,
    url TEXT NOT NULL,
    -- JSON: names of the tools that may be used, or null for all that are approved.
    allowed_tools TEXT,
    time_limit_seconds INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, name)
) STRICT;

-- tenant table: mcp_tools
CREATE TABLE mcp_tools (
    tenant_id TEXT NOT NULL,
    server TEXT NOT NULL,
    tool TEXT NOT NULL,
    description TEXT NOT NULL,
    -- JSON Schema.
    parameters TEXT NOT NULL,
    -- Of everything that the server said about it.
    digest TEXT NOT NULL,
    risk TEXT NOT NULL,
    approved_at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, server, tool)
) STRICT;
