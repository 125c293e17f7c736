-- Since when the operator has suspended the organization, and why. Null: it is not suspended.
alter table orgs
  add column suspended_on timestamptz(3),
  add column suspension_reason text;

-- What claims work reads it with every claim.
create index orgs_suspended on orgs (id) where suspended_on is not null;

-- Slugs that organizations had before they were renamed. Until the date they work, and no other organization gets them.
-- Like orgs itself it is searched without knowing the organization.
create table former_slugs (
  slug text collate "C" primary key,
  owner_id text collate "C" not null references orgs on delete cascade,
  renamed_on timestamptz(3) not null default now(),
  valid_until timestamptz(3) not null
);

create index former_slugs_by_owner on former_slugs (owner_id);

-- Deletions of organizations: requested, in progress, and completed. A completed one is the receipt, which outlives its
-- organization and holds no personal data of it.
create table org_deletions (
  id text collate "C" primary key,
  subject_id text collate "C" not null,
  slug text collate "C" not null,
  requested_on timestamptz(3) not null default now(),
  -- The operator's account on the machine, or operator token.
  requested_by text not null,
  due_on timestamptz(3) not null,
  started_on timestamptz(3),
  completed_on timestamptz(3),
  -- Deleted rows by table.
  deleted_rows jsonb not null default '{}',
  files bigint not null default 0,
  file_bytes bigint not null default 0
);

-- Imports that have not ended, by the id of their archive: how many of its entries are imported, in the same
-- transaction as each of them.
create table org_imports (
  id text collate "C" primary key,
  subject_id text collate "C" not null references orgs on delete cascade,
  has_new_ids boolean not null,
  entries_done integer not null default 0,
  started_on timestamptz(3) not null default now()
);

create unique index org_deletions_open on org_deletions (subject_id) where completed_on is null;
create index org_deletions_by_slug on org_deletions (slug);
