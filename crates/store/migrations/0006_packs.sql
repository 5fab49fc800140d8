-- What a tenant says about a pack of assistants: whether it has it, and how it is to speak (JSON).
-- tenant table: tenant_packs
CREATE TABLE tenant_packs (
    tenant_id TEXT NOT NULL,
    pack TEXT NOT NULL,
    choice TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, pack)
) STRICT;

-- The heading that a cited passage stands under.
ALTER TABLE message_citations ADD COLUMN section TEXT;
