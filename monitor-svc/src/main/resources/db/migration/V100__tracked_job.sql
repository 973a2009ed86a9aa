-- One row an attempt whose job is watched, until accounting has said what it used or is given up on.
create table tracked_job (
    attempt    text primary key,
    tenant     text not null,
    site       text not null,
    account    text not null,
    job        jsonb not null,
    ended_at   timestamptz
);
create index tracked_job_account on tracked_job (site, account);
