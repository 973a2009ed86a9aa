-- The oldest ended ones are found without a scan; a row enters these indexes once, when it ends.
CREATE INDEX task_ended ON task (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX transfer_ended ON transfer (ended_at) WHERE ended_at IS NOT NULL;
