-- The running nodes and the name by which each holds jobs. A node that has not been seen for a while is taken for
-- dead, and the jobs that it held are freed.
create table nodes (
  id text collate "C" primary key,
  worker_pool_id text collate "C",
  started_on timestamptz(3) not null default now(),
  seen_on timestamptz(3) not null default now()
);
