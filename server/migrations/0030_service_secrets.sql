-- The secrets of the service that stored values may be encrypted with, by a fingerprint. Every node must have all of them.
create table service_secrets (
  fingerprint text collate "C" primary key,
  -- The last start of a node that encrypts with it.
  used_on timestamptz(3) not null default now()
);

-- The secrets that a node has, the current one first. Null for nodes of the previous version.
alter table nodes add column secret_fingerprints text[];

-- The last rotation of the secret. It reads the tables one after the other, each in the order of its primary key.
create table secret_rotation (
  is_only boolean primary key default true check (is_only),
  target text collate "C" not null,
  started_on timestamptz(3) not null default now(),
  finished_on timestamptz(3),
  -- The table that is read next, and the key of its row that was read last.
  table_name text collate "C",
  last_key text[],
  -- A rotation ends with a pass that finds nothing to encrypt again.
  pass integer not null default 1,
  is_clean boolean not null default true,
  read_count bigint not null default 0,
  row_count bigint not null default 0,
  resealed_count bigint not null default 0,
  unreadable_count bigint not null default 0
);
