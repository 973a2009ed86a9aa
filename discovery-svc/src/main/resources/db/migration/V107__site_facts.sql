-- What changes rarely, written by surveys while looks write the snapshot.
ALTER TABLE site_state ADD COLUMN facts text;
