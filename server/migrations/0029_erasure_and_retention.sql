-- Users whose personal data was erased. Readers show the pseudonym in place of the name.
create table erased_users (
  org_id text collate "C" not null references orgs,
  id text collate "C" not null,
  pseudonym text collate "C" not null,
  erased_on timestamptz(3) not null default now(),
  -- When a second pass had replaced what requests of the user that were running during the erasure wrote.
  finished_on timestamptz(3),
  primary key (org_id, id)
);

create unique index erased_users_by_pseudonym on erased_users (pseudonym, org_id);
create index erased_users_unfinished on erased_users (erased_on) where finished_on is null;

-- Days after which runs, deliveries, loads and unused files of an org are deleted: {"runs": 30}. For what is not named, the
-- service's defaults count.
alter table orgs add column data_retention jsonb not null default '{}';

-- The numbers of change records that were purged with their entity. The log is without gaps except for these.
create table purged_changes (
  org_id text collate "C" not null references orgs,
  sequence bigint not null,
  primary key (org_id, sequence)
);
