-- A job is known by its id and its submit time, since ids are used again; absent for jobs submitted before.
alter table submission add column submitted_at timestamptz;
