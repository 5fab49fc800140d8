-- What was changed of a tenant's set-up, by whom and when. Nothing is taken out of it.
-- tenant table: setup_record
CREATE TABLE setup_record (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant_id TEXT NOT NULL,
    -- `channel`, `user`, …
    part TEXT NOT NULL,
    -- `added`, `changed`, …
    act TEXT NOT NULL,
    -- Its id, or its name where it has no other.
    subject TEXT NOT NULL,
    -- As it was called then.
    name TEXT NOT NULL,
    -- JSON: names of the fields that became others. Never what was in them.
    fields TEXT NOT NULL,
    -- For people; no secret is in it.
    note TEXT NOT NULL,
    -- Nobody, if the machine's operator did it.
    user_id TEXT,
    -- With which they did it, if it was one.
    api_key_id TEXT,
    made_at INTEGER NOT NULL
) STRICT;
CREATE INDEX setup_record_of_tenant ON setup_record (tenant_id, position);

-- What was recorded as versions until now. The first of what a tenant says of itself is how it was before the first change.
INSERT INTO setup_record (tenant_id, part, act, subject, name, fields, note, user_id, made_at)
SELECT tenant_id, kind,
    CASE WHEN content = 'null' THEN 'removed' WHEN kind = 'assistant' AND version = 1 THEN 'added' ELSE 'changed' END,
    name, name, '[]', note, made_by, made_at
FROM setups WHERE kind <> 'assistant_draft' AND NOT (kind = 'settings' AND version = 1)
ORDER BY made_at, version;
