-- Where a job waits, as long as it does; whether it is being withdrawn so that its task can be moved, and when that was tried last.
ALTER TABLE decision ADD COLUMN placement text;
ALTER TABLE decision ADD COLUMN moving boolean NOT NULL DEFAULT false;
ALTER TABLE decision ADD COLUMN move_tried_at timestamptz;
-- How often the task was moved.
ALTER TABLE placing_task ADD COLUMN moves integer NOT NULL DEFAULT 0;
