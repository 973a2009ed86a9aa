-- Programs as tenants describe them once.
CREATE TABLE application (
    tenant     text        NOT NULL,
    name       text        NOT NULL,
    body       text        NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (tenant, name)
);

-- What their runs that ended well took at each site.
CREATE TABLE application_run (
    tenant      text        NOT NULL,
    name        text        NOT NULL,
    site        text        NOT NULL,
    runs        bigint      NOT NULL,
    total_ms    bigint      NOT NULL,
    shortest_ms bigint      NOT NULL,
    longest_ms  bigint      NOT NULL,
    last_at     timestamptz NOT NULL,
    PRIMARY KEY (tenant, name, site)
);
