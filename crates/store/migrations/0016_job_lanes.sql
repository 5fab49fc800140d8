-- Which workers a job is for: what takes hours does not hold up what takes a moment.
ALTER TABLE jobs ADD COLUMN lane TEXT NOT NULL DEFAULT 'quick';
UPDATE jobs SET lane = 'documents' WHERE kind = 'document.process';
UPDATE jobs SET lane = 'embedding' WHERE kind = 'index.embed';
DROP INDEX jobs_waiting;
CREATE INDEX jobs_waiting ON jobs (state, lane, run_after);
