-- Written in SQLite's dialect; `migrate.rs` renders the few words PostgreSQL spells otherwise, and
-- puts row-level security on every table that a `-- tenant table:` line names.
-- Times are microseconds since 1970 UTC. Ids are the readable texts of conserje-kernel.

CREATE TABLE tenants (
    id TEXT PRIMARY KEY,
    slug TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    language TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

-- tenant table: users
CREATE TABLE users (
    id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    email TEXT NOT NULL,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    password_hash TEXT,
    created_at INTEGER NOT NULL,
    disabled_at INTEGER,
    UNIQUE (tenant_id, email)
) STRICT;
CREATE INDEX users_by_email ON users (email);

-- tenant table: logins
CREATE TABLE logins (
    id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    user_id TEXT NOT NULL REFERENCES users (id),
    token_digest BLOB NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    revoked_at INTEGER
) STRICT;
CREATE INDEX logins_of_user ON logins (tenant_id, user_id);

-- tenant table: api_keys
CREATE TABLE api_keys (
    id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    user_id TEXT NOT NULL REFERENCES users (id),
    name TEXT NOT NULL,
    prefix TEXT NOT NULL,
    token_digest BLOB NOT NULL UNIQUE,
    scopes TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    last_used_at INTEGER,
    revoked_at INTEGER
) STRICT;
CREATE INDEX api_keys_of_user ON api_keys (tenant_id, user_id, created_at);

-- tenant table: one_time_links
CREATE TABLE one_time_links (
    id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    user_id TEXT NOT NULL REFERENCES users (id),
    token_digest BLOB NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at INTEGER
) STRICT;

-- The row is the lock of its session's log: appending updates it first.
-- tenant table: sessions
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    user_id TEXT NOT NULL REFERENCES users (id),
    title TEXT,
    search_title TEXT NOT NULL DEFAULT '',
    title_is_chosen INTEGER NOT NULL DEFAULT 0,
    last_sequence INTEGER NOT NULL DEFAULT 0,
    last_hash BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER,
    erased_at INTEGER
) STRICT;
-- Not by `updated_at`: every append changes it, and a list sorts one user's sessions quickly enough.
CREATE INDEX sessions_of_user ON sessions (tenant_id, user_id);

-- tenant table: session_shares
CREATE TABLE session_shares (
    id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    session_id TEXT NOT NULL REFERENCES sessions (id),
    user_id TEXT NOT NULL,
    token_digest BLOB NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    revoked_at INTEGER
) STRICT;
CREATE INDEX session_shares_of_session ON session_shares (tenant_id, session_id);

-- Append-only. `data` and `salt` become NULL when content is erased; `data_hash` stays, so that the
-- chain can still be checked and the salt's absence keeps short contents from being guessed.
-- tenant table: message_events
CREATE TABLE message_events (
    id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL,
    session_id TEXT NOT NULL REFERENCES sessions (id),
    sequence_number INTEGER NOT NULL,
    event_type TEXT NOT NULL,
    event_version INTEGER NOT NULL,
    timestamp INTEGER NOT NULL,
    turn_id TEXT,
    event_index INTEGER NOT NULL,
    trace_id TEXT NOT NULL,
    data TEXT,
    salt BLOB,
    data_hash BLOB NOT NULL,
    previous_hash BLOB NOT NULL,
    hash BLOB NOT NULL,
    UNIQUE (session_id, sequence_number)
) STRICT;

-- What is still to be projected. A row leaves when its projections are in place, so the table stays short
-- and is looked through rather than indexed: every append writes to it.
-- tenant table: outbox
CREATE TABLE outbox (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    sequence_number INTEGER NOT NULL,
    event_id TEXT NOT NULL,
    is_in_feed INTEGER NOT NULL DEFAULT 0,
    attempts INTEGER NOT NULL DEFAULT 0,
    next_attempt_at INTEGER NOT NULL DEFAULT 0,
    last_error TEXT,
    dead_at INTEGER
) STRICT;

-- tenant table: feed_heads
CREATE TABLE feed_heads (
    tenant_id TEXT PRIMARY KEY,
    last_position INTEGER NOT NULL
) STRICT;

-- tenant table: tenant_feed
CREATE TABLE tenant_feed (
    tenant_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    session_id TEXT NOT NULL,
    sequence_number INTEGER NOT NULL,
    event_id TEXT NOT NULL UNIQUE,
    PRIMARY KEY (tenant_id, position)
) STRICT;

-- tenant table: messages
CREATE TABLE messages (
    id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL,
    session_id TEXT NOT NULL REFERENCES sessions (id),
    event_id TEXT NOT NULL UNIQUE,
    sequence_number INTEGER NOT NULL,
    turn_id TEXT,
    role TEXT NOT NULL,
    content TEXT NOT NULL,
    search_text TEXT NOT NULL,
    agent TEXT,
    model TEXT,
    stop_reason TEXT,
    input_tokens INTEGER,
    output_tokens INTEGER,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX messages_of_session ON messages (session_id, sequence_number);

-- tenant table: message_citations
CREATE TABLE message_citations (
    event_id TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    tenant_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    message_id TEXT NOT NULL,
    document_id TEXT,
    file_name TEXT NOT NULL,
    source_type TEXT NOT NULL,
    mime_type TEXT NOT NULL,
    relevance REAL NOT NULL,
    is_image INTEGER NOT NULL,
    page INTEGER,
    quote TEXT,
    PRIMARY KEY (event_id, ordinal)
) STRICT;
CREATE INDEX message_citations_of_session ON message_citations (session_id, message_id);

-- tenant table: usage_records
CREATE TABLE usage_records (
    event_id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    agent TEXT NOT NULL,
    model TEXT NOT NULL,
    input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    thinking_tokens INTEGER NOT NULL,
    cached_tokens INTEGER NOT NULL,
    latency_micros INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX usage_records_of_tenant ON usage_records (tenant_id, created_at);

-- One per accepted message. At most one of a session is running; the rest wait in order.
-- tenant table: turns
CREATE TABLE turns (
    id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL,
    session_id TEXT NOT NULL REFERENCES sessions (id),
    user_id TEXT NOT NULL,
    trace_id TEXT NOT NULL,
    state TEXT NOT NULL,
    input TEXT,
    message_id TEXT NOT NULL,
    accepted_at INTEGER NOT NULL,
    started_at INTEGER,
    finished_at INTEGER,
    lease_owner TEXT,
    lease_until INTEGER,
    failure TEXT
) STRICT;
CREATE INDEX turns_of_session ON turns (session_id, state, accepted_at);
CREATE INDEX turns_by_state ON turns (state, lease_until);

-- tenant table: jobs
CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    max_attempts INTEGER NOT NULL,
    time_limit_micros INTEGER NOT NULL,
    run_after INTEGER NOT NULL,
    lease_owner TEXT,
    lease_until INTEGER,
    deadline_at INTEGER,
    last_error TEXT,
    created_at INTEGER NOT NULL,
    finished_at INTEGER
) STRICT;
CREATE INDEX jobs_waiting ON jobs (state, run_after);
CREATE INDEX jobs_of_tenant ON jobs (tenant_id, created_at, id);

-- When each tenant's last job was claimed: the tenant that has waited longest goes next.
CREATE TABLE job_turns (
    tenant_id TEXT PRIMARY KEY,
    last_claimed_at INTEGER NOT NULL
) STRICT;

-- tenant table: idempotency_keys
CREATE TABLE idempotency_keys (
    tenant_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    route TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    body_digest BLOB NOT NULL,
    object_uuid TEXT NOT NULL,
    owner TEXT NOT NULL,
    lease_until INTEGER NOT NULL,
    status INTEGER,
    -- Sealed with the tenant's data key: an answer may show a key that is kept nowhere else.
    sealed_response BLOB,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, user_id, route, idempotency_key)
) STRICT;
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- Envelope encryption: a tenant's data key is wrapped by the master key named by `master_key_id`.
-- tenant table: data_keys
CREATE TABLE data_keys (
    tenant_id TEXT PRIMARY KEY,
    master_key_id TEXT NOT NULL,
    wrapped_key BLOB NOT NULL,
    rotated_at INTEGER NOT NULL
) STRICT;

-- tenant table: secrets
CREATE TABLE secrets (
    tenant_id TEXT NOT NULL,
    name TEXT NOT NULL,
    ciphertext BLOB NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, name)
) STRICT;
