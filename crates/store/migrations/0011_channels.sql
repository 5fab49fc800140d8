-- Channels that people outside write from: what came in through them, and what is to go out.

-- tenant table: channels
CREATE TABLE channels (
    id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    -- JSON, without secrets: those are in `secrets`, under the channel's id.
    settings TEXT NOT NULL,
    is_enabled INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (tenant_id, name)
) STRICT;

-- Somebody who writes, by the provider's name for them, and their conversation of now.
-- tenant table: channel_contacts
CREATE TABLE channel_contacts (
    tenant_id TEXT NOT NULL,
    channel_id TEXT NOT NULL,
    contact TEXT NOT NULL,
    session_id TEXT NOT NULL,
    customer_id TEXT NOT NULL,
    last_heard_at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, channel_id, contact)
) STRICT;

-- Where the answers of a session go, also once its contact has begun another.
-- tenant table: channel_sessions
CREATE TABLE channel_sessions (
    tenant_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    channel_id TEXT NOT NULL,
    contact TEXT NOT NULL,
    PRIMARY KEY (tenant_id, session_id)
) STRICT;

-- What a provider delivered. Its content is kept until it is dealt with, its name for good: so a second delivery is known.
-- tenant table: channel_incoming
CREATE TABLE channel_incoming (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant_id TEXT NOT NULL,
    channel_id TEXT NOT NULL,
    provider_id TEXT NOT NULL,
    -- Those of one contact are dealt with in order.
    contact TEXT NOT NULL,
    -- The turn that answers it.
    turn_id TEXT NOT NULL,
    content TEXT NOT NULL,
    -- queued, done, refused (it was not taken) or failed (it could not be).
    state TEXT NOT NULL,
    note TEXT,
    attempts INTEGER NOT NULL,
    next_attempt_at INTEGER NOT NULL,
    lease_owner TEXT,
    received_at INTEGER NOT NULL,
    UNIQUE (tenant_id, channel_id, provider_id)
) STRICT;
CREATE INDEX channel_incoming_queued ON channel_incoming (next_attempt_at) WHERE state = 'queued';
CREATE INDEX channel_incoming_line ON channel_incoming (tenant_id, channel_id, contact, position);

-- What goes out, each contact's in order.
-- tenant table: channel_outgoing
CREATE TABLE channel_outgoing (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    tenant_id TEXT NOT NULL,
    channel_id TEXT NOT NULL,
    contact TEXT NOT NULL,
    session_id TEXT NOT NULL,
    -- The event that it says, or what else it is for: the same is never queued twice.
    cause TEXT NOT NULL,
    -- Of the event in its session; 0 where there is none.
    sequence_number INTEGER NOT NULL,
    -- answer, failure, operator or notice.
    kind TEXT NOT NULL,
    content TEXT NOT NULL,
    -- queued, sent, delivered, read or failed.
    status TEXT NOT NULL,
    -- A long text goes in parts; so many of them have gone.
    parts_sent INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    next_attempt_at INTEGER NOT NULL,
    lease_owner TEXT,
    error TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (tenant_id, channel_id, cause)
) STRICT;
CREATE INDEX channel_outgoing_queued ON channel_outgoing (next_attempt_at) WHERE status = 'queued';
CREATE INDEX channel_outgoing_line ON channel_outgoing (tenant_id, channel_id, contact, position);
CREATE INDEX channel_outgoing_latest ON channel_outgoing (tenant_id, channel_id, created_at);

-- By the provider's names for what went out, so that what it says of them is understood.
-- tenant table: channel_sent
CREATE TABLE channel_sent (
    tenant_id TEXT NOT NULL,
    channel_id TEXT NOT NULL,
    provider_id TEXT NOT NULL,
    delivery_id TEXT NOT NULL,
    PRIMARY KEY (tenant_id, channel_id, provider_id)
) STRICT;
