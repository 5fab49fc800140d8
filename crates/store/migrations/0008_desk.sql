-- The front desk of a business: what it offers, as its owner says it, and what people booked, ordered and earned.
-- `facts` is JSON: what no statement looks at. Amounts are in the smallest coin.

-- tenant table: desk_businesses
CREATE TABLE desk_businesses (
    tenant_id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    currency TEXT NOT NULL,
    facts TEXT NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

-- tenant table: desk_branches
CREATE TABLE desk_branches (
    tenant_id TEXT NOT NULL,
    id TEXT NOT NULL,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    time_zone TEXT NOT NULL,
    facts TEXT NOT NULL,
    PRIMARY KEY (tenant_id, id)
) STRICT;

-- tenant table: desk_staff
CREATE TABLE desk_staff (
    tenant_id TEXT NOT NULL,
    id TEXT NOT NULL,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    facts TEXT NOT NULL,
    PRIMARY KEY (tenant_id, id)
) STRICT;

-- tenant table: desk_services
CREATE TABLE desk_services (
    tenant_id TEXT NOT NULL,
    id TEXT NOT NULL,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    price_min INTEGER NOT NULL CHECK (price_min >= 0),
    price_max INTEGER NOT NULL,
    minutes INTEGER NOT NULL CHECK (minutes > 0),
    facts TEXT NOT NULL,
    PRIMARY KEY (tenant_id, id),
    CHECK (price_min <= price_max)
) STRICT;

-- tenant table: desk_policies
CREATE TABLE desk_policies (
    tenant_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    position INTEGER NOT NULL,
    facts TEXT NOT NULL,
    PRIMARY KEY (tenant_id, kind)
) STRICT;

-- tenant table: desk_menu
CREATE TABLE desk_menu (
    tenant_id TEXT NOT NULL,
    id TEXT NOT NULL,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    price INTEGER NOT NULL CHECK (price >= 0),
    available INTEGER NOT NULL,
    -- What the owner said there is, and what of it is left; null if there is no such limit.
    stock_given INTEGER,
    stock_left INTEGER CHECK (stock_left >= 0),
    facts TEXT NOT NULL,
    PRIMARY KEY (tenant_id, id)
) STRICT;

-- tenant table: desk_customers
CREATE TABLE desk_customers (
    tenant_id TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT,
    email TEXT,
    phone TEXT,
    -- The sum of the customer's entries in desk_loyalty.
    tokens INTEGER NOT NULL CHECK (tokens >= 0),
    session_id TEXT,
    turn_id TEXT,
    tool_use_id TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, id)
) STRICT;

-- Whom a conversation is with.
-- tenant table: desk_customer_sessions
CREATE TABLE desk_customer_sessions (
    tenant_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    customer_id TEXT NOT NULL,
    PRIMARY KEY (tenant_id, session_id)
) STRICT;

-- tenant table: desk_appointments
CREATE TABLE desk_appointments (
    tenant_id TEXT NOT NULL,
    id TEXT NOT NULL,
    customer_id TEXT NOT NULL,
    branch_id TEXT NOT NULL,
    service_id TEXT,
    staff_id TEXT,
    place TEXT,
    starts_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('booked', 'moved', 'cancelled', 'completed', 'no_show')),
    notes TEXT,
    idempotency_key TEXT NOT NULL,
    session_id TEXT,
    turn_id TEXT,
    tool_use_id TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, idempotency_key),
    CHECK (starts_at < ends_at)
) STRICT;
CREATE INDEX desk_appointments_by_time ON desk_appointments (tenant_id, starts_at);
CREATE INDEX desk_appointments_of_customer ON desk_appointments (tenant_id, customer_id, starts_at);

-- Five minutes of somebody or something, which only one appointment can have.
-- tenant table: desk_cells
CREATE TABLE desk_cells (
    tenant_id TEXT NOT NULL,
    resource TEXT NOT NULL,
    -- Seconds since 1970 UTC, divided by 300.
    cell INTEGER NOT NULL,
    appointment_id TEXT NOT NULL,
    PRIMARY KEY (tenant_id, resource, cell)
) STRICT;
CREATE INDEX desk_cells_of_appointment ON desk_cells (tenant_id, appointment_id);

-- tenant table: desk_orders
CREATE TABLE desk_orders (
    tenant_id TEXT NOT NULL,
    id TEXT NOT NULL,
    customer_id TEXT NOT NULL,
    branch_id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('pickup', 'delivery')),
    status TEXT NOT NULL CHECK (status IN ('placed', 'paid', 'void')),
    total INTEGER NOT NULL CHECK (total >= 0),
    currency TEXT NOT NULL,
    scheduled_at INTEGER,
    address TEXT,
    idempotency_key TEXT NOT NULL,
    session_id TEXT,
    turn_id TEXT,
    tool_use_id TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, idempotency_key)
) STRICT;
CREATE INDEX desk_orders_of_customer ON desk_orders (tenant_id, customer_id, created_at);

-- tenant table: desk_order_lines
CREATE TABLE desk_order_lines (
    tenant_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    line INTEGER NOT NULL,
    item_id TEXT NOT NULL,
    -- As they were when it was ordered.
    name TEXT NOT NULL,
    unit_price INTEGER NOT NULL,
    quantity INTEGER NOT NULL CHECK (quantity > 0),
    notes TEXT,
    PRIMARY KEY (tenant_id, order_id, line)
) STRICT;

-- Never changed, only added to.
-- tenant table: desk_loyalty
CREATE TABLE desk_loyalty (
    tenant_id TEXT NOT NULL,
    -- What for, and which one of it: nothing earns twice.
    reason TEXT NOT NULL,
    reference TEXT NOT NULL,
    customer_id TEXT NOT NULL,
    tokens INTEGER NOT NULL,
    note TEXT,
    session_id TEXT,
    turn_id TEXT,
    tool_use_id TEXT,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, reason, reference)
) STRICT;
CREATE INDEX desk_loyalty_of_customer ON desk_loyalty (tenant_id, customer_id, created_at);

-- What each call of an assistant did, once, and what it was before: for the record, and to take it back.
-- tenant table: desk_changes
CREATE TABLE desk_changes (
    tenant_id TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    kind TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    -- JSON.
    was TEXT,
    session_id TEXT,
    turn_id TEXT,
    tool_use_id TEXT,
    created_at INTEGER NOT NULL,
    undone_at INTEGER,
    PRIMARY KEY (tenant_id, idempotency_key)
) STRICT;
CREATE INDEX desk_changes_of_subject ON desk_changes (tenant_id, subject_id, created_at);
CREATE INDEX desk_changes_of_session ON desk_changes (tenant_id, session_id, created_at);

-- tenant table: desk_escalations
CREATE TABLE desk_escalations (
    tenant_id TEXT NOT NULL,
    id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    customer_id TEXT,
    reason TEXT NOT NULL,
    -- 1 is the most urgent.
    urgency INTEGER NOT NULL CHECK (urgency BETWEEN 1 AND 5),
    summary TEXT,
    status TEXT NOT NULL CHECK (status IN ('open', 'taken', 'closed')),
    taken_by TEXT,
    idempotency_key TEXT NOT NULL,
    turn_id TEXT,
    tool_use_id TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, idempotency_key)
) STRICT;
CREATE INDEX desk_escalations_by_status ON desk_escalations (tenant_id, status, urgency, created_at);
