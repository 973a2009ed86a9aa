-- One row a task: its latest attempt, the job once it is known, and whether somebody wants it stopped.
create table submission (
    task_id          text primary key,
    attempt          integer not null,
    tenant           text not null,
    site             text,
    account          text,
    job_id           text,
    cancel_requested boolean not null default false,
    ended_at         timestamptz
);
create index submission_ended on submission (ended_at) where ended_at is not null;
