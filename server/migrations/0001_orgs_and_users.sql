-- The tenant. Every other tenant-owned table carries org_id first in its key.
create table orgs (
  id text collate "C" primary key,
  slug text collate "C" not null unique,
  name text not null,
  time_zone text not null default 'UTC',
  version integer not null default 1,
  created_on timestamptz(3) not null default now(),
  updated_on timestamptz(3) not null default now()
);

-- Roles of an org beside the built-in owner, admin, editor and viewer.
create table roles (
  org_id text collate "C" not null references orgs,
  id text collate "C" not null,
  name text collate "C" not null,
  rights jsonb not null,
  version integer not null default 1,
  created_on timestamptz(3) not null default now(),
  updated_on timestamptz(3) not null default now(),
  primary key (org_id, id)
);

-- Unique keys begin with the column that tells rows apart: an index that shares the primary key's prefix would
-- tempt the planner to read a whole org (docs/decisions/0003-storage.md).
create unique index roles_by_name on roles (name, org_id);

create table users (
  org_id text collate "C" not null references orgs,
  id text collate "C" not null,
  email text collate "C" not null,
  name text not null,
  role text collate "C" not null,
  password_hash text,
  sso_subject text collate "C",
  is_active boolean not null default true,
  last_login_on timestamptz(3),
  version integer not null default 1,
  created_on timestamptz(3) not null default now(),
  updated_on timestamptz(3) not null default now(),
  primary key (org_id, id)
);

create unique index users_by_email on users (email, org_id);
create unique index users_by_sso_subject on users (sso_subject, org_id) where sso_subject is not null;
