create table sessions (
  org_id text collate "C" not null references orgs,
  secret_hash bytea not null,
  user_id text collate "C" not null,
  expires_on timestamptz(3) not null,
  created_on timestamptz(3) not null default now(),
  primary key (org_id, secret_hash),
  foreign key (org_id, user_id) references users on delete cascade
);

create index sessions_by_user on sessions (user_id, org_id);
create index sessions_by_expiry on sessions (expires_on);

-- Failed sign-ins of an account (scope: the org's id) or an address (scope: the empty text).
create table login_failures (
  scope text collate "C" not null,
  subject text collate "C" not null,
  failures integer not null,
  failed_on timestamptz(3) not null,
  primary key (scope, subject)
);

create index login_failures_by_time on login_failures (failed_on);

-- One OpenID Connect provider for each org. The client secret is encrypted.
create table org_sign_on (
  org_id text collate "C" primary key references orgs,
  issuer text not null,
  client_id text not null,
  client_secret bytea,
  default_role text collate "C",
  updated_on timestamptz(3) not null default now()
);

-- A sign-on under way: what must be remembered between leaving for the provider and coming back.
create table sign_on_attempts (
  org_id text collate "C" not null references orgs,
  handle_hash bytea not null,
  kind text collate "C" not null check (kind in ('browser', 'loopback', 'device', 'code')),
  details bytea not null,
  expires_on timestamptz(3) not null,
  primary key (org_id, handle_hash)
);

create index sign_on_attempts_by_expiry on sign_on_attempts (expires_on);
