-- Since when a session is kept at the top of its owner's list.
ALTER TABLE sessions ADD COLUMN pinned_at INTEGER;

-- The later message that took the place of this one, and of all that followed it.
ALTER TABLE messages ADD COLUMN replaced_by TEXT;

-- What people think of an answer.
-- tenant table: message_feedback
CREATE TABLE message_feedback (
    tenant_id TEXT NOT NULL,
    message_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    rating TEXT NOT NULL,
    reason TEXT,
    comment TEXT,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, message_id, user_id)
) STRICT;
CREATE INDEX message_feedback_of_tenant ON message_feedback (tenant_id, created_at);
