-- The types that an org has changed or added; a root type without a row is as the code describes it. A type's id is
-- its path.
create table entity_types (
  org_id text collate "C" not null references orgs,
  id text collate "C" not null,
  label text not null,
  mode text collate "C" not null default 'open' check (mode in ('open', 'strict')),
  is_described boolean not null default true,
  properties jsonb not null default '[]',
  version integer not null default 1,
  created_on timestamptz(3) not null default now(),
  updated_on timestamptz(3) not null default now(),
  created_by_id text collate "C",
  updated_by_id text collate "C",
  primary key (org_id, id)
);

create table option_sets (
  org_id text collate "C" not null references orgs,
  id text collate "C" not null,
  name text not null,
  federated_id text collate "C",
  options jsonb not null default '[]',
  version integer not null default 1,
  created_on timestamptz(3) not null default now(),
  updated_on timestamptz(3) not null default now(),
  created_by_id text collate "C",
  updated_by_id text collate "C",
  primary key (org_id, id)
);

create unique index option_sets_by_federated_id on option_sets (federated_id, org_id) where federated_id is not null;
