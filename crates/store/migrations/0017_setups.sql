-- What people of a tenant set up, every version of it: the last one is in force.
-- tenant table: setups
CREATE TABLE setups (
    tenant_id TEXT NOT NULL,
    -- What it is a setup of: `models`.
    kind TEXT NOT NULL,
    -- Which one, where there are several; else empty.
    name TEXT NOT NULL,
    version INTEGER NOT NULL,
    -- JSON. Secrets are not in it.
    content TEXT NOT NULL,
    -- What was done, for people: `provider openai added`.
    note TEXT NOT NULL,
    -- Nobody, if the machine's operator did it.
    made_by TEXT,
    made_at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, kind, name, version)
) STRICT;
