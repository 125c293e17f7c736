-- No reference to orgs here and in the tables written with it: each insert would lock the org's row.
create table entities (
  org_id text collate "C" not null,
  entity_type text collate "C" not null,
  id text collate "C" not null,
  type_path text collate "C" not null,
  name text,
  federated_id text collate "C",
  -- The project that rights with a projectId look at; not every entity belongs to one.
  project_id text collate "C",
  version integer not null default 1,
  created_on timestamptz(3) not null default now(),
  updated_on timestamptz(3) not null default now(),
  created_by_id text collate "C",
  updated_by_id text collate "C",
  -- Everything else, as flat keys. What is empty is absent.
  properties jsonb not null default '{}',
  primary key (org_id, entity_type, id)
);

-- Begins with the column that tells rows apart (docs/decisions/0003-storage.md).
create unique index entities_by_federated_id on entities (federated_id, entity_type, org_id)
  where federated_id is not null;
create index entities_by_type_path on entities (type_path, org_id, id);
-- Equality on any property, and the search for what refers to an entity. New entries go into a list first, which is
-- merged in bulk, ten times cheaper than one by one. Every search reads that list, so nodes merge it soon after a write
-- (entities/index-merger.ts); the limit, in kB, is for when they do not.
create index entities_by_property on entities using gin (properties jsonb_path_ops)
  with (gin_pending_list_limit = 16384);

-- One row for each value that only one entity may hold: unique properties, identifiers, pairs such as project and item.
create table unique_keys (
  org_id text collate "C" not null,
  entity_type text collate "C" not null,
  slug text collate "C" not null,
  value text collate "C" not null,
  entity_id text collate "C" not null,
  primary key (org_id, entity_type, slug, value)
);

create table property_sequences (
  org_id text collate "C" not null,
  entity_type text collate "C" not null,
  slug text collate "C" not null,
  last_number bigint not null,
  primary key (org_id, entity_type, slug)
);

-- The answers of requests with an Idempotency-Key, for 24 hours. Without an answer the request is still running.
create table idempotency_keys (
  org_id text collate "C" not null,
  actor_id text collate "C" not null,
  key text collate "C" not null,
  request_hash text collate "C" not null,
  claimed_on timestamptz(3) not null default now(),
  status integer,
  headers jsonb,
  body text,
  primary key (org_id, actor_id, key)
);

create index idempotency_keys_by_age on idempotency_keys (claimed_on);
