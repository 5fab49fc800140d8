-- What people of the business say and send in a session, beside its agents.
ALTER TABLE messages ADD COLUMN operator TEXT;
ALTER TABLE messages ADD COLUMN about TEXT;

-- A session that a person answers: a row for as long as they have it, so that two cannot.
-- tenant table: session_holds
CREATE TABLE session_holds (
    tenant_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, session_id)
) STRICT;

-- A session asks for a person once at a time.
CREATE UNIQUE INDEX desk_escalations_of_session ON desk_escalations (tenant_id, session_id) WHERE status <> 'closed';
ALTER TABLE desk_escalations ADD COLUMN assigned_to TEXT;
ALTER TABLE desk_escalations ADD COLUMN taken_at INTEGER;
ALTER TABLE desk_escalations ADD COLUMN closed_at INTEGER;
ALTER TABLE desk_escalations ADD COLUMN closed_by TEXT;

-- What operators note for each other: not in the log, and told to no model and no customer.
-- tenant table: inbox_notes
CREATE TABLE inbox_notes (
    tenant_id TEXT NOT NULL,
    id TEXT NOT NULL,
    escalation_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    text TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, id)
) STRICT;
CREATE INDEX inbox_notes_of_escalation ON inbox_notes (tenant_id, escalation_id, created_at);
