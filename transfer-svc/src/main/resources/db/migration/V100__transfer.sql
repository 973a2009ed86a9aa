-- Tasks somebody wants stopped, until they have ended.
create table cancelled_task (
    task text primary key,
    requested_at timestamptz not null
);

-- Files whose content is known, as long as their size and time are still these.
create table replica (
    site text not null,
    account text not null,
    path text collate "C" not null,
    sha256 text not null,
    size bigint not null,
    modified bigint not null,
    seen_at timestamptz not null default now(),
    primary key (site, account, path)
);

create index replica_by_content on replica (site, account, sha256, seen_at desc);
