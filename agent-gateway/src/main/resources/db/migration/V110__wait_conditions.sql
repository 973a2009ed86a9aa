-- What exactly an item waits for besides its kind and subject, in words (part of its key, so that one wait may name a
-- site or a task's log twice) and as JSON; what was seen when it happened; and that it is looked for no more, because it
-- cannot happen any more or its wait is over.
ALTER TABLE wait_item ADD COLUMN which text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE wait_item ADD COLUMN terms text;
ALTER TABLE wait_item ADD COLUMN cause text;
ALTER TABLE wait_item ADD COLUMN closed_at timestamptz;
ALTER TABLE wait_item DROP CONSTRAINT wait_item_pkey;
ALTER TABLE wait_item ADD PRIMARY KEY (wait, kind, subject, which);
UPDATE wait_item i SET closed_at = w.created_at FROM wait w
    WHERE w.id = i.wait AND w.state <> 'OPEN' AND i.met_at IS NULL;
DROP INDEX wait_item_open;
CREATE INDEX wait_item_open ON wait_item (subject, kind) WHERE met_at IS NULL AND closed_at IS NULL;

-- Which alarms wake a wait although it has not asked for them, separated by commas.
ALTER TABLE wait ADD COLUMN attention text NOT NULL DEFAULT '';

-- Alarms a session has been told; the same again is noise. About a task: once an attempt. About a site: once until the
-- site works again.
CREATE TABLE alarm (
    subject text COLLATE "C" NOT NULL,
    kind    text        NOT NULL,
    attempt integer     NOT NULL,
    session text COLLATE "C" NOT NULL REFERENCES session ON DELETE CASCADE,
    told_at timestamptz NOT NULL,
    PRIMARY KEY (subject, kind, attempt, session)
);

-- What happened in a session, for whoever takes it over: what was called, its tasks and transfers, its waits and wakes.
CREATE VIEW session_journal AS
    SELECT j.subject AS session, j.time, j.subject, j.seq::bigint AS seq, j.type, j.body FROM journal j
        WHERE j.subject LIKE 's-%'
    UNION ALL
    SELECT t.session, j.time, j.subject, j.seq, j.type, j.body FROM task t JOIN journal j ON j.subject = t.id
        WHERE t.session IS NOT NULL
    UNION ALL
    SELECT x.session, j.time, j.subject, j.seq, j.type, j.body FROM transfer x JOIN journal j ON j.subject = x.id
        WHERE x.session IS NOT NULL
    UNION ALL
    SELECT w.session, w.created_at, w.id, 0, 'org.diamondhpc.session.parked.v1',
        json_build_object('note', w.note, 'mode', w.mode, 'items',
            (SELECT count(*) FROM wait_item i WHERE i.wait = w.id))::text FROM wait w
    UNION ALL
    SELECT k.session, k.issued_at, k.wait, k.number, 'org.diamondhpc.session.wake-issued.v1', k.digest FROM wake k;
CREATE INDEX transfer_session ON transfer (session) WHERE session IS NOT NULL;
