-- What the staff of a business do: where an order is, and who did what by hand.

-- Where an order is on its way; `status` says what became of it as a sale.
ALTER TABLE desk_orders ADD COLUMN stage TEXT NOT NULL DEFAULT 'placed'
    CHECK (stage IN ('placed', 'preparing', 'ready', 'out_for_delivery', 'picked_up', 'completed'));
UPDATE desk_orders SET stage = 'completed' WHERE status = 'paid';
CREATE INDEX desk_orders_by_time ON desk_orders (tenant_id, updated_at);

-- Who of the staff did it; null for what an assistant did.
ALTER TABLE desk_customers ADD COLUMN user_id TEXT;
ALTER TABLE desk_appointments ADD COLUMN user_id TEXT;
ALTER TABLE desk_orders ADD COLUMN user_id TEXT;
ALTER TABLE desk_loyalty ADD COLUMN user_id TEXT;
ALTER TABLE desk_changes ADD COLUMN user_id TEXT;
-- Who took it back.
ALTER TABLE desk_changes ADD COLUMN undone_by TEXT;

CREATE INDEX desk_changes_by_time ON desk_changes (tenant_id, created_at);
CREATE INDEX desk_changes_by_undoing ON desk_changes (tenant_id, undone_at);
CREATE INDEX desk_customers_by_time ON desk_customers (tenant_id, updated_at);
CREATE INDEX desk_customer_sessions_of ON desk_customer_sessions (tenant_id, customer_id);
