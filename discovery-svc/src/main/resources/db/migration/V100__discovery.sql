-- The latest of each site. The version grows with every change, so that other replicas see what is new to them.
CREATE SEQUENCE site_version;

CREATE TABLE site_state (
    site        text PRIMARY KEY,
    snapshot    text        NOT NULL,
    version     bigint      NOT NULL,
    looked_at   timestamptz,
    failures    integer     NOT NULL DEFAULT 0,
    interval_ms bigint      NOT NULL DEFAULT 0
);

-- Tasks on their way through placement. A row lives until the task has ended.
CREATE TABLE placing_task (
    task       text PRIMARY KEY,
    tenant     text        NOT NULL,
    attempt    integer     NOT NULL,
    refusals   integer     NOT NULL DEFAULT 0,
    deferrals  integer     NOT NULL DEFAULT 0,
    waiting    boolean     NOT NULL DEFAULT false,
    cancelled  boolean     NOT NULL DEFAULT false,
    cause      text,
    setbacks   text,
    refusal    text,
    updated_at timestamptz NOT NULL
);
CREATE INDEX placing_waiting ON placing_task (updated_at) WHERE waiting;

-- Every placement with what was predicted, and later what became of it.
CREATE TABLE decision (
    task              text        NOT NULL,
    attempt           integer     NOT NULL,
    tenant            text        NOT NULL,
    name              text,
    site              text        NOT NULL,
    partition         text,
    login             text        NOT NULL,
    policy            text        NOT NULL,
    claim             text        NOT NULL,
    candidates        text        NOT NULL,
    limit_sec           bigint      NOT NULL,
    simulated_wait_sec  bigint      NOT NULL,
    predicted_wait_sec  double precision NOT NULL,
    wait_low_sec        double precision NOT NULL,
    wait_high_sec       double precision NOT NULL,
    predicted_stage_sec double precision NOT NULL,
    predicted_run_sec   double precision NOT NULL,
    decided_at        timestamptz NOT NULL,
    staged_at         timestamptz,
    actual_stage_sec    double precision,
    staged_bytes      bigint,
    job               text,
    submitted_at      timestamptz,
    started_at        timestamptz,
    actual_wait_sec     double precision,
    ended_at          timestamptz,
    actual_run_sec      double precision,
    outcome           text,
    claiming          boolean     NOT NULL DEFAULT true,
    PRIMARY KEY (task, attempt)
);
COMMENT ON COLUMN decision.claiming IS 'Whether it takes room at the site that no look shows yet.';
CREATE INDEX decision_claiming ON decision (site) WHERE claiming;
CREATE INDEX decision_waits ON decision (started_at) WHERE started_at IS NOT NULL;
CREATE INDEX decision_decided ON decision USING brin (decided_at);

-- Bytes a second between two ends; from_site is empty for Diamond's own store.
CREATE TABLE throughput (
    from_site        text NOT NULL,
    to_site          text NOT NULL,
    bytes_per_second double precision NOT NULL,
    updated_at       timestamptz NOT NULL,
    PRIMARY KEY (from_site, to_site)
);
