-- What was learned before does not say by which mover, and is learned anew.
DELETE FROM throughput;
ALTER TABLE throughput ADD COLUMN mover text NOT NULL;
ALTER TABLE throughput DROP CONSTRAINT throughput_pkey;
ALTER TABLE throughput ADD PRIMARY KEY (from_site, to_site, mover);
