-- Work of an organization that runs beside the calls. A job is claimed by a node; the claim ends with the job, or when the
-- node is missing from the table of nodes.
create table jobs (
  org_id text collate "C" not null references orgs,
  id text collate "C" not null,
  task text collate "C" not null,
  payload jsonb not null,
  -- Of the jobs of a task with the same key, one waits at most.
  key text collate "C",
  -- Jobs of an organization in the same queue run one after the other.
  queue text collate "C",
  -- Lower ones run first.
  priority integer not null default 0,
  run_on timestamptz(3) not null default now(),
  attempts integer not null default 0,
  attempts_max integer not null default 25,
  claimed_by text collate "C",
  claimed_on timestamptz(3),
  -- A job with its key was added while it ran: it is not retried.
  is_superseded boolean not null default false,
  last_error text,
  created_on timestamptz(3) not null default now(),
  primary key (org_id, id)
);

create unique index jobs_by_key on jobs (org_id, task, key);
create unique index jobs_running_in_queue on jobs (org_id, queue) where claimed_by is not null;
create index jobs_waiting on jobs (org_id, priority, run_on, id) where claimed_by is null;
create index jobs_claimed on jobs (claimed_by) where claimed_by is not null;

-- When each scheduled task of the service runs next. A row is claimed as a job is.
create table job_schedules (
  task text collate "C" primary key,
  run_on timestamptz(3) not null,
  attempts integer not null default 0,
  claimed_by text collate "C",
  last_error text
);

-- Nodes of the version before leave it empty. They keep jobs in the schema graphile_worker and run the schedules.
alter table nodes add column jobs_version integer;
