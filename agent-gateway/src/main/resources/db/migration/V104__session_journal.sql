-- Skill calls are kept in the journal under the session's id; the session's row counts them.
ALTER TABLE session ADD COLUMN events integer NOT NULL DEFAULT 0;
