-- What each key has used: a budget of its own, right after a restart, too. Where a call came from over the network is
-- counted in memory only; addresses are not kept.
ALTER TABLE model_calls ADD COLUMN api_key_id TEXT;
CREATE INDEX model_calls_of_key ON model_calls (api_key_id, created_at);
