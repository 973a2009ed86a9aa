-- Versions 1 to 99 belong to messaging; a service's own migrations start at 100.

-- Events that have not reached Kafka yet. Short-lived rows: vacuum by count, not by share of the table.
CREATE TABLE outbox (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event_id   text        NOT NULL,
    topic      text        NOT NULL,
    key        text,
    headers    json        NOT NULL,
    body       bytea,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    parked_at  timestamptz,
    error      text
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
        autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 10000,
        autovacuum_vacuum_cost_delay = 0);

COMMENT ON COLUMN outbox.parked_at IS
    'Kafka refused this row for itself (see error). Later rows of the same topic and key wait behind it. Set to NULL to try again, delete the row to give it up.';

CREATE INDEX outbox_parked ON outbox (topic, key, id) WHERE parked_at IS NOT NULL;

-- What each consumer has handled.
CREATE TABLE inbox (
    consumer   text        NOT NULL,
    event_id   text        NOT NULL,
    handled_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (consumer, event_id)
) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.1);

-- Rows come in order of time, so a block range index finds the old ones for next to nothing.
CREATE INDEX inbox_handled_at ON inbox USING brin (handled_at);

-- Effects to bring about. A row is due at due_at; taking it up moves due_at to the end of the lease, so that a
-- worker that dies leaves a row that falls due by itself.
CREATE TABLE work_item (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind       text        NOT NULL,
    key        text        NOT NULL,
    lane       text        NOT NULL,
    payload    json        NOT NULL,
    due_at     timestamptz NOT NULL DEFAULT now(),
    lease      uuid,
    instance   text,
    hasten_at  timestamptz,
    runs       integer     NOT NULL DEFAULT 0,
    failures   integer     NOT NULL DEFAULT 0,
    last_error text,
    trace      text,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (kind, key)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
        autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000,
        autovacuum_vacuum_cost_delay = 0);

CREATE INDEX work_item_due ON work_item (lane, due_at);
CREATE INDEX work_item_instance ON work_item (instance) WHERE instance IS NOT NULL;
