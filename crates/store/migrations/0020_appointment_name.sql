-- In whose name an appointment is, where it is not the customer's own: a child's, a partner's, a boss's.
ALTER TABLE desk_appointments ADD COLUMN for_name TEXT;
