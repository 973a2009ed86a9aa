-- What was placed, as long as its job waits in a queue: it is compared with other places then. When that was done last, and
-- what was told of it.
ALTER TABLE decision ADD COLUMN task_order text;
ALTER TABLE decision ADD COLUMN looked_at timestamptz;
ALTER TABLE decision ADD COLUMN told_gain_sec double precision;
ALTER TABLE decision ADD COLUMN told_at timestamptz;
CREATE INDEX decision_queued ON decision (looked_at NULLS FIRST) WHERE task_order IS NOT NULL AND job IS NOT NULL;
