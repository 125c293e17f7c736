-- The running nodes and the job workers of each. A node that has not been seen for a while is taken for dead, and
-- the jobs that its workers held are freed.
create table nodes (
  id text collate "C" primary key,
  worker_ids text[] not null default '{}',
  started_on timestamptz(3) not null default now(),
  seen_on timestamptz(3) not null default now()
);
