-- How people are addressed in Spanish, `tu` or `usted`. Without it members are with the one and guests with the other.
ALTER TABLE tenants ADD COLUMN address TEXT;

-- What a tool of another server is called among people, as its server says.
ALTER TABLE mcp_tools ADD COLUMN title TEXT;
