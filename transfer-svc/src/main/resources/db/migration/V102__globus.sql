-- What an errand gave to Globus for one pair of collections; removed once the errand has taken it over.
create table globus_consignment (
    id text primary key,
    identity text not null,
    token text not null,
    submission text,
    body text not null,
    created_at timestamptz not null
);

create index globus_consignment_by_token on globus_consignment (token);
create index globus_consignment_by_identity on globus_consignment (identity, created_at);
create index globus_consignment_by_submission on globus_consignment (submission);

-- One Globus task each, written before Globus hears of it.
create table globus_shipment (
    submission text primary key,
    identity text not null,
    task text,
    planned_at timestamptz not null,
    ended_at timestamptz,
    body text not null
);

create index globus_shipment_unfinished on globus_shipment (identity, planned_at) where ended_at is null;

-- Tokens, sealed; the key is in a file of the operator's.
create table globus_token (
    identity text primary key,
    access bytea not null,
    refresh bytea,
    data_access text not null,
    obtained_at timestamptz not null,
    expires_at timestamptz not null
);
