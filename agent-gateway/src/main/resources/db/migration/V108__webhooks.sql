-- Where a session's wakes are sent. The secret is sealed; delivered is the hook's own cursor in the session's wakes.
CREATE TABLE webhook (
    id             text COLLATE "C" PRIMARY KEY,
    session        text COLLATE "C" NOT NULL REFERENCES session ON DELETE CASCADE,
    tenant         text        NOT NULL,
    url            text        NOT NULL,
    secret         bytea       NOT NULL,
    state          text        NOT NULL,
    delivered      bigint      NOT NULL,
    failures       integer     NOT NULL,
    last_status    integer,
    last_error     text,
    failing_since  timestamptz,
    last_tried_at  timestamptz,
    next_try_at    timestamptz,
    created_at     timestamptz NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX webhook_session ON webhook (session);
