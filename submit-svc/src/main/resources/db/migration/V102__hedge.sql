-- Attempts of one task at several sites at once have a row each, under the attempt's id; the task's own row tells which was chosen.
alter table submission add column hedge_of text;
alter table submission add column hedged boolean not null default false;
alter table submission add column chosen integer not null default 0;
create index submission_hedge on submission (hedge_of) where hedge_of is not null;
