create table loads (
  org_id text collate "C" not null references orgs,
  id text collate "C" not null,
  status text collate "C" not null default 'pending'
    check (status in ('pending', 'running', 'completed', 'failed', 'canceled')),
  -- As used: what was sent, over what the configuration file says.
  configuration jsonb not null,
  -- The rights and the name that it writes with: those of whoever has started it.
  writer jsonb not null,
  progress jsonb not null default '{}',
  -- Counts, issues and files: all that it has to tell.
  report jsonb not null default '{}',
  -- What became of its undoing, if somebody has asked for it.
  undo jsonb,
  is_cancel_asked boolean not null default false,
  version integer not null default 1,
  created_on timestamptz(3) not null default now(),
  updated_on timestamptz(3) not null default now(),
  created_by_id text collate "C",
  started_on timestamptz(3),
  ended_on timestamptz(3),
  primary key (org_id, id)
);

-- A batch that is here has been written, in the same transaction: a load goes on behind the last one.
create table load_batches (
  org_id text collate "C" not null,
  load_id text collate "C" not null,
  number integer not null,
  -- What became of each row, compressed: the result file is made of it.
  outcome bytea not null,
  primary key (org_id, load_id, number),
  foreign key (org_id, load_id) references loads on delete cascade
);
