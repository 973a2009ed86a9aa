-- Where attempts have directories, so that they can be removed when their task is forgotten.
create table attempt_place (
    attempt text primary key,
    task text not null,
    tenant text not null,
    site text not null,
    account text not null,
    placed_at timestamptz not null
);

create index attempt_place_task on attempt_place (task);
