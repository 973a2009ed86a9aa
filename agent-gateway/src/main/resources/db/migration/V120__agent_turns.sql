-- A goal given to the hosted agent and how it stands. While it sleeps this row and one of the work table are all there is.
CREATE TABLE agent_turn (
    session       text COLLATE "C" NOT NULL REFERENCES session ON DELETE CASCADE,
    number        integer     NOT NULL,
    tenant        text        NOT NULL,
    actor         text        NOT NULL,
    model         text        NOT NULL,
    state         text        NOT NULL,
    goal          text        NOT NULL,
    answer        text,
    problem       text,
    trouble       text,
    seen          bigint      NOT NULL,
    model_calls   integer     NOT NULL,
    tool_calls    integer     NOT NULL,
    input_tokens  bigint      NOT NULL,
    output_tokens bigint      NOT NULL,
    cost_micros   bigint      NOT NULL,
    created_at    timestamptz NOT NULL,
    changed_at    timestamptz NOT NULL,
    ended_at      timestamptz,
    PRIMARY KEY (session, number)
) WITH (fillfactor = 80);
-- One turn of a session at a time.
CREATE UNIQUE INDEX agent_turn_open ON agent_turn (session) WHERE ended_at IS NULL;
CREATE INDEX agent_turn_tenant ON agent_turn (tenant) WHERE ended_at IS NULL;
CREATE INDEX agent_turn_ended ON agent_turn (ended_at) WHERE ended_at IS NOT NULL;

-- The conversation, only ever added to; seq counts through the session.
CREATE TABLE agent_entry (
    session text COLLATE "C" NOT NULL,
    seq     integer     NOT NULL,
    turn    integer     NOT NULL,
    body    text        NOT NULL,
    at      timestamptz NOT NULL,
    PRIMARY KEY (session, seq),
    FOREIGN KEY (session, turn) REFERENCES agent_turn ON DELETE CASCADE
);
CREATE INDEX agent_entry_turn ON agent_entry (session, turn, seq);

-- As before, and the hosted agent's turns: the goal when it was given, how it ended when it did.
CREATE OR REPLACE VIEW session_journal AS
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
    SELECT k.session, k.issued_at, k.wait, k.number, 'org.diamondhpc.session.wake-issued.v1', k.digest FROM wake k
    UNION ALL
    SELECT a.session, a.created_at, a.session || '/' || a.number, a.number, 'org.diamondhpc.session.turn-begun.v1',
        json_build_object('state', 'RUNNING', 'note', a.goal)::text FROM agent_turn a
    UNION ALL
    SELECT a.session, a.ended_at, a.session || '/' || a.number, a.number, 'org.diamondhpc.session.turn-ended.v1',
        json_build_object('state', a.state, 'summary', a.answer, 'problem', a.problem::json)::text FROM agent_turn a
        WHERE a.ended_at IS NOT NULL;
