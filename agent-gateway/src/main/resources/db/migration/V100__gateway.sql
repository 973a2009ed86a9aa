-- Times are the gateway's, ids sort by their time of making, so newest first is id DESC. Bodies are JSON text: nothing
-- inside them is asked for in SQL.

CREATE TABLE task (
    id          text COLLATE "C" PRIMARY KEY,
    tenant      text        NOT NULL,
    session     text,
    name        text,
    state       text        NOT NULL,
    site        text,
    attempt     integer     NOT NULL,
    labels      varchar[]   NOT NULL,
    retry_of    text,
    task_order  text        NOT NULL,
    life        text        NOT NULL,
    version     integer     NOT NULL,
    events      integer     NOT NULL,
    created_at  timestamptz NOT NULL,
    changed_at  timestamptz NOT NULL,
    ended_at    timestamptz
) WITH (fillfactor = 80);
CREATE INDEX task_tenant ON task (tenant, id DESC);
CREATE INDEX task_session ON task (session, id DESC) WHERE session IS NOT NULL;
CREATE INDEX task_live ON task (tenant, state, id DESC) WHERE ended_at IS NULL;
CREATE INDEX task_changed ON task (tenant, changed_at);
CREATE INDEX task_labels ON task USING gin (labels);

CREATE TABLE task_dependency (
    task       text COLLATE "C" NOT NULL REFERENCES task ON DELETE CASCADE,
    on_task    text COLLATE "C" NOT NULL,
    condition  text NOT NULL,
    PRIMARY KEY (task, on_task)
);
CREATE INDEX task_dependency_on ON task_dependency (on_task);

-- What happened to a task or transfer, in the order it was seen here; seq counts from 1 for each subject.
CREATE TABLE journal (
    subject  text COLLATE "C" NOT NULL,
    seq      integer     NOT NULL,
    event_id text        NOT NULL,
    type     text        NOT NULL,
    time     timestamptz NOT NULL,
    body     text        NOT NULL,
    PRIMARY KEY (subject, seq)
);

CREATE TABLE session (
    id          text COLLATE "C" PRIMARY KEY,
    tenant      text        NOT NULL,
    title       text        NOT NULL,
    context     text        NOT NULL,
    notes       text        NOT NULL,
    state       text        NOT NULL,
    open_waits  integer     NOT NULL,
    last_wake   bigint      NOT NULL,
    acked       bigint      NOT NULL,
    version     integer     NOT NULL,
    created_at  timestamptz NOT NULL,
    changed_at  timestamptz NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX session_tenant ON session (tenant, id DESC);

CREATE TABLE wait (
    id          text COLLATE "C" PRIMARY KEY,
    session     text COLLATE "C" NOT NULL REFERENCES session ON DELETE CASCADE,
    tenant      text        NOT NULL,
    mode        text        NOT NULL,
    note        text,
    deadline    timestamptz,
    state       text        NOT NULL,
    wake        bigint,
    created_at  timestamptz NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX wait_session ON wait (session, id DESC);

-- One thing a wait waits for. Found by its subject, so an end costs the same however many sessions are parked.
CREATE TABLE wait_item (
    wait     text COLLATE "C" NOT NULL REFERENCES wait ON DELETE CASCADE,
    kind     text NOT NULL,
    subject  text COLLATE "C" NOT NULL,
    met_at   timestamptz,
    PRIMARY KEY (wait, kind, subject)
) WITH (fillfactor = 80);
CREATE INDEX wait_item_open ON wait_item (subject, kind) WHERE met_at IS NULL;

CREATE TABLE wake (
    session   text COLLATE "C" NOT NULL REFERENCES session ON DELETE CASCADE,
    number    bigint      NOT NULL,
    wait      text        NOT NULL,
    reason    text        NOT NULL,
    digest    text        NOT NULL,
    issued_at timestamptz NOT NULL,
    PRIMARY KEY (session, number)
);
CREATE INDEX wake_issued ON wake (issued_at);

CREATE TABLE workspace_file (
    tenant     text        NOT NULL,
    workspace  text        NOT NULL,
    path       text COLLATE "C" NOT NULL,
    size       bigint      NOT NULL,
    sha256     text,
    replicas   text        NOT NULL,
    lineage    text        NOT NULL,
    version    integer     NOT NULL,
    changed_at timestamptz NOT NULL,
    PRIMARY KEY (tenant, workspace, path)
);

CREATE TABLE workspace_note (
    tenant     text        NOT NULL,
    workspace  text        NOT NULL,
    key        text COLLATE "C" NOT NULL,
    content    text        NOT NULL,
    version    integer     NOT NULL,
    changed_at timestamptz NOT NULL,
    PRIMARY KEY (tenant, workspace, key)
);

CREATE TABLE site (
    id         text COLLATE "C" PRIMARY KEY,
    snapshot   text        NOT NULL,
    changed_at timestamptz NOT NULL
);

CREATE TABLE transfer (
    id         text COLLATE "C" PRIMARY KEY,
    tenant     text        NOT NULL,
    session    text,
    state      text        NOT NULL,
    request    text        NOT NULL,
    life       text        NOT NULL,
    version    integer     NOT NULL,
    events     integer     NOT NULL,
    created_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL,
    ended_at   timestamptz
) WITH (fillfactor = 80);
CREATE INDEX transfer_tenant ON transfer (tenant, id DESC);

-- Answers given under an Idempotency-Key, written in the transaction of the effect.
CREATE TABLE idempotency (
    tenant      text        NOT NULL,
    key         text        NOT NULL,
    fingerprint text        NOT NULL,
    status      integer     NOT NULL,
    location    text,
    etag        text,
    body        text,
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (tenant, key)
);
CREATE INDEX idempotency_created ON idempotency USING brin (created_at);

CREATE TABLE audit (
    id         text COLLATE "C" PRIMARY KEY,
    tenant     text        NOT NULL,
    actor      text        NOT NULL,
    action     text        NOT NULL,
    subject    text        NOT NULL,
    session    text,
    at         timestamptz NOT NULL
);
CREATE INDEX audit_tenant ON audit (tenant, id DESC);
