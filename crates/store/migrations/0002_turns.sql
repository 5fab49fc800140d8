-- What each turn took in, in order: the turn's state is a fold over it, so it goes on after a restart.
-- tenant table: turn_journal
CREATE TABLE turn_journal (
    turn_id TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    tenant_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    entry TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (turn_id, ordinal)
) STRICT;

-- A decision that a turn waits for, and what it was. `args_hash` is what was shown to the person.
-- tenant table: approvals
CREATE TABLE approvals (
    id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL,
    session_id TEXT NOT NULL REFERENCES sessions (id),
    user_id TEXT NOT NULL,
    turn_id TEXT NOT NULL,
    tool_use_id TEXT NOT NULL,
    tool_name TEXT NOT NULL,
    risk TEXT NOT NULL,
    args TEXT,
    args_hash BLOB NOT NULL,
    summary TEXT,
    state TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    decided_at INTEGER,
    decided_by TEXT,
    edited_args TEXT,
    reason TEXT
) STRICT;
CREATE INDEX approvals_of_tenant ON approvals (tenant_id, state, created_at);
CREATE INDEX approvals_by_expiry ON approvals (state, expires_at);
CREATE INDEX approvals_of_turn ON approvals (turn_id);

-- One row for every call of a model, also one that failed; written with the step it belongs to.
-- tenant table: model_calls
CREATE TABLE model_calls (
    id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    session_id TEXT,
    turn_id TEXT,
    trace_id TEXT NOT NULL,
    agent TEXT,
    model TEXT NOT NULL,
    outcome TEXT NOT NULL,
    input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    thinking_tokens INTEGER NOT NULL,
    cached_tokens INTEGER NOT NULL,
    cache_written_tokens INTEGER NOT NULL,
    cost_micros INTEGER NOT NULL,
    latency_micros INTEGER NOT NULL,
    first_token_micros INTEGER,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX model_calls_of_tenant ON model_calls (tenant_id, created_at);
CREATE INDEX model_calls_of_session ON model_calls (session_id, created_at);

-- What was one row per answer; its id says from now on what it names.
INSERT INTO model_calls (id, tenant_id, user_id, session_id, turn_id, trace_id, agent, model, outcome, input_tokens,
    output_tokens, thinking_tokens, cached_tokens, cache_written_tokens, cost_micros, latency_micros, created_at)
SELECT replace(u.event_id, 'evt_', 'mdl_'), u.tenant_id, u.user_id, u.session_id, e.turn_id, e.trace_id, u.agent, u.model, 'succeeded', u.input_tokens,
    u.output_tokens, u.thinking_tokens, u.cached_tokens, 0, 0, u.latency_micros, u.created_at
FROM usage_records u JOIN message_events e ON e.id = u.event_id;
DROP TABLE usage_records;

-- Somebody asked for the turn to be stopped; the node that runs it sees it here.
ALTER TABLE turns ADD COLUMN cancel_requested_at INTEGER;
-- How often the turn was taken up again after its process died.
ALTER TABLE turns ADD COLUMN resumes INTEGER NOT NULL DEFAULT 0;
