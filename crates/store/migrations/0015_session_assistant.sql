-- Which assistant a session is with; none where that is chosen message by message.
ALTER TABLE sessions ADD COLUMN assistant TEXT;
