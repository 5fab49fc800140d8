-- Where a tenant's days begin and end, as an IANA name. Without it, at midnight UTC.
ALTER TABLE tenants ADD COLUMN time_zone TEXT;
-- What costs are told in, by its ISO 4217 code. Without it, dollars.
ALTER TABLE tenants ADD COLUMN currency TEXT;
-- `#0f766e`: of widgets of which nobody says otherwise.
ALTER TABLE tenants ADD COLUMN color TEXT;
-- Words of what the tenant does without, with commas. Everything is on unless it is here.
ALTER TABLE tenants ADD COLUMN switched_off TEXT;

-- tenant table: tenant_logos
CREATE TABLE tenant_logos (
    tenant_id TEXT PRIMARY KEY,
    media_type TEXT NOT NULL,
    content BLOB NOT NULL,
    -- Of the content; it names this picture in its address, so that browsers may keep it.
    digest BLOB NOT NULL,
    made_at INTEGER NOT NULL
) STRICT;
