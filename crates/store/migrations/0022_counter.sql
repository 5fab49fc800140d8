-- What the people of a business do when somebody calls or stands before them.

-- What they note of somebody; only they read it.
ALTER TABLE desk_customers ADD COLUMN notes TEXT;

-- When the customer came; null as long as nobody says so.
ALTER TABLE desk_appointments ADD COLUMN arrived_at INTEGER;

-- A stretch of somebody's time, or of a branch's where staff_id is null, in which nothing is booked. It has its rows in
-- desk_cells, where `appointment_id` is then the id of the block.
-- tenant table: desk_blocks
CREATE TABLE desk_blocks (
    tenant_id TEXT NOT NULL,
    id TEXT NOT NULL,
    branch_id TEXT NOT NULL,
    staff_id TEXT,
    starts_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL,
    reason TEXT,
    idempotency_key TEXT NOT NULL,
    user_id TEXT,
    created_at INTEGER NOT NULL,
    -- Null as long as it stands.
    removed_at INTEGER,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, idempotency_key),
    CHECK (starts_at < ends_at)
) STRICT;
CREATE INDEX desk_blocks_by_time ON desk_blocks (tenant_id, ends_at);

-- Who waits for a time that is not free, and which would do.
-- tenant table: desk_waiting
CREATE TABLE desk_waiting (
    tenant_id TEXT NOT NULL,
    id TEXT NOT NULL,
    customer_id TEXT NOT NULL,
    service_id TEXT,
    -- Null where any would do.
    branch_id TEXT,
    staff_id TEXT,
    -- Days by the branch's clock, both included: 2026-11-18.
    first_day TEXT NOT NULL,
    last_day TEXT NOT NULL,
    -- JSON: days of the week and parts of the day.
    facts TEXT NOT NULL,
    notes TEXT,
    -- What they got; null as long as they wait.
    appointment_id TEXT,
    idempotency_key TEXT NOT NULL,
    user_id TEXT,
    created_at INTEGER NOT NULL,
    -- When they were taken off the list without getting anything.
    removed_at INTEGER,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, idempotency_key)
) STRICT;
CREATE INDEX desk_waiting_by_day ON desk_waiting (tenant_id, last_day);
CREATE INDEX desk_waiting_of_appointment ON desk_waiting (tenant_id, appointment_id);
