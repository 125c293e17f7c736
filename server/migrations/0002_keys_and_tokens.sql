create table apps (
  org_id text collate "C" not null references orgs,
  id text collate "C" not null,
  name text collate "C" not null,
  description text not null default '',
  version integer not null default 1,
  created_on timestamptz(3) not null default now(),
  updated_on timestamptz(3) not null default now(),
  primary key (org_id, id)
);

create unique index apps_by_name on apps (name, org_id);

-- A key belongs to an app or to a user. Only a hash of its secret is kept.
create table api_keys (
  org_id text collate "C" not null references orgs,
  id text collate "C" not null,
  app_id text collate "C",
  user_id text collate "C",
  label text not null,
  secret_hash bytea not null,
  secret_hint text not null,
  preset text collate "C",
  rights jsonb,
  rate_per_second double precision,
  expires_on timestamptz(3),
  revoked_on timestamptz(3),
  last_used_on timestamptz(3),
  created_by_id text collate "C",
  version integer not null default 1,
  created_on timestamptz(3) not null default now(),
  updated_on timestamptz(3) not null default now(),
  primary key (org_id, id),
  foreign key (org_id, app_id) references apps on delete cascade,
  foreign key (org_id, user_id) references users on delete cascade,
  check ((app_id is null) <> (user_id is null))
);

create unique index api_keys_by_secret on api_keys (secret_hash, org_id);
create index api_keys_by_app on api_keys (app_id, org_id) where app_id is not null;
create index api_keys_by_user on api_keys (user_id, org_id) where user_id is not null;

-- A token acts for an app or a user, and may be narrowed to callbacks (by its preset) or to one task.
create table access_tokens (
  org_id text collate "C" not null references orgs,
  id text collate "C" not null,
  app_id text collate "C",
  user_id text collate "C",
  label text not null,
  secret_hash bytea not null,
  preset text collate "C",
  rights jsonb,
  task_id text collate "C",
  expires_on timestamptz(3) not null,
  revoked_on timestamptz(3),
  last_used_on timestamptz(3),
  created_by_id text collate "C",
  version integer not null default 1,
  created_on timestamptz(3) not null default now(),
  updated_on timestamptz(3) not null default now(),
  primary key (org_id, id),
  foreign key (org_id, app_id) references apps on delete cascade,
  foreign key (org_id, user_id) references users on delete cascade,
  check ((app_id is null) <> (user_id is null))
);

create unique index access_tokens_by_secret on access_tokens (secret_hash, org_id);
create index access_tokens_by_app on access_tokens (app_id, org_id) where app_id is not null;
create index access_tokens_by_user on access_tokens (user_id, org_id) where user_id is not null;
create index access_tokens_by_expiry on access_tokens (expires_on);
