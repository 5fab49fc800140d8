-- What people from outside are answered from: only collections that say so.
ALTER TABLE collections ADD COLUMN is_public INTEGER NOT NULL DEFAULT 0;


-- Pages of the business that show the widget.
-- tenant table: sites
CREATE TABLE sites (
    id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL,
    name TEXT NOT NULL,
    -- JSON: the origins of pages that may show it.
    origins TEXT NOT NULL,
    title TEXT NOT NULL,
    greeting TEXT NOT NULL,
    color TEXT NOT NULL,
    is_open INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX sites_of_tenant ON sites (tenant_id, created_at);
