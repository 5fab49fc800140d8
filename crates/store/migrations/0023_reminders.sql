-- Customers are reminded of what they booked, and say that they will come.

-- When they said so; of another time nobody has said it yet.
ALTER TABLE desk_appointments ADD COLUMN confirmed_at INTEGER;
-- Since when it is at this time; null where it always was.
ALTER TABLE desk_appointments ADD COLUMN timed_at INTEGER;
-- When to look whether its customer is to be reminded; null where there is nothing more to say.
ALTER TABLE desk_appointments ADD COLUMN remind_at INTEGER;
-- What is to come: a step has no clock, but nothing was changed later than now.
UPDATE desk_appointments SET remind_at = 0 WHERE status IN ('booked', 'moved')
    AND starts_at > (SELECT max(updated_at) FROM desk_appointments);
CREATE INDEX desk_appointments_to_remind ON desk_appointments (remind_at) WHERE remind_at IS NOT NULL;

-- What was said of an appointment at one time, once.
-- tenant table: desk_reminders
CREATE TABLE desk_reminders (
    tenant_id TEXT NOT NULL,
    appointment_id TEXT NOT NULL,
    -- When it was to begin: one that is moved is reminded of anew.
    starts_at INTEGER NOT NULL,
    -- So long before, as the business says.
    minutes INTEGER NOT NULL,
    outcome TEXT NOT NULL CHECK (outcome IN ('told', 'too_late', 'with_a_later_one', 'no_conversation')),
    -- Where it was told.
    session_id TEXT,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, appointment_id, starts_at, minutes)
) STRICT;
CREATE INDEX desk_reminders_of_session ON desk_reminders (tenant_id, session_id, created_at);
