create table event_workflows (
  org_id text collate "C" not null references orgs,
  id text collate "C" not null,
  identifier text collate "C" not null,
  name text not null,
  is_active boolean not null default true,
  -- What it listens for, whether it starts, and its tasks, without secrets.
  definition jsonb not null,
  version integer not null default 1,
  created_on timestamptz(3) not null default now(),
  updated_on timestamptz(3) not null default now(),
  created_by_id text collate "C",
  updated_by_id text collate "C",
  primary key (org_id, id)
);

create unique index event_workflows_by_identifier on event_workflows (identifier, org_id);

-- Each version of a definition, as the processes that began with it go on with it.
create table event_workflow_versions (
  org_id text collate "C" not null references orgs,
  workflow_id text collate "C" not null,
  version integer not null,
  name text not null,
  definition jsonb not null,
  -- The secrets of its outbound calls by the name of the task, encrypted.
  secrets bytea,
  -- The rights and the name that it acts with: those of whoever has saved it.
  writer jsonb not null,
  primary key (org_id, workflow_id, version)
);

-- The next time of each schedule.
create table event_workflow_schedules (
  org_id text collate "C" not null,
  workflow_id text collate "C" not null,
  trigger_key text collate "C" not null,
  next_on timestamptz(3) not null,
  primary key (org_id, workflow_id, trigger_key),
  foreign key (org_id, workflow_id) references event_workflows on delete cascade
);

create index event_workflow_schedules_due on event_workflow_schedules (next_on);

create table event_workflow_processes (
  org_id text collate "C" not null references orgs,
  id text collate "C" not null,
  workflow_id text collate "C" not null,
  workflow_version integer not null,
  status text collate "C" not null default 'pending'
    check (status in ('pending', 'running', 'awaiting', 'completed', 'failed', 'canceled')),
  trigger_key text collate "C" not null,
  trigger_event jsonb not null,
  -- The change that has started it; its place in the history is looked up when it begins.
  entity_type text collate "C",
  entity_id text collate "C",
  entity_version integer,
  -- Given by whoever starts it, so that a repeated start is none.
  start_key text collate "C",
  -- The workflows that have led to it, itself not included.
  causes text[] not null default '{}',
  subtext text,
  failure jsonb,
  version integer not null default 1,
  created_on timestamptz(3) not null default now(),
  updated_on timestamptz(3) not null default now(),
  created_by_id text collate "C",
  started_on timestamptz(3),
  ended_on timestamptz(3),
  primary key (org_id, id)
);

create index event_workflow_processes_waiting on event_workflow_processes (org_id, workflow_id, id)
  where status = 'pending';
create index event_workflow_processes_under_way on event_workflow_processes (org_id, workflow_id, status)
  where status in ('running', 'awaiting');
create index event_workflow_processes_by_workflow on event_workflow_processes (workflow_id, org_id, id);
create index event_workflow_processes_ended on event_workflow_processes (ended_on) where ended_on is not null;
create unique index event_workflow_processes_by_start_key on event_workflow_processes (start_key, workflow_id, org_id)
  where start_key is not null;

create table event_workflow_tasks (
  org_id text collate "C" not null,
  id text collate "C" not null,
  process_id text collate "C" not null,
  -- Its place among the tasks of the process, from zero.
  position integer not null,
  name text collate "C" not null,
  action text collate "C" not null,
  is_async boolean not null,
  status text collate "C" not null default 'pending'
    check (status in ('pending', 'running', 'awaiting', 'completed', 'failed', 'canceled', 'skipped')),
  input jsonb,
  output jsonb not null default '{}',
  output_sources jsonb not null default '{}',
  subtext text,
  progress integer,
  failure jsonb,
  -- Runs so far, those that a dead node has left behind included; and those of them that were retries.
  attempt integer not null default 0,
  retries integer not null default 0,
  -- By which the receivers of its calls know a repeated one.
  idempotency_key text collate "C" not null,
  timeout_seconds integer not null,
  heartbeat_seconds integer,
  -- What an action that goes on later has noted for itself.
  state jsonb,
  -- When it may be run, while it waits for that.
  run_on timestamptz(3),
  -- The node that runs it.
  claimed_by text collate "C",
  -- When it fails unless it has ended, and unless somebody has said before that it is alive.
  deadline timestamptz(3),
  heartbeat_deadline timestamptz(3),
  log_lines integer not null default 0,
  log_bytes integer not null default 0,
  version integer not null default 1,
  created_on timestamptz(3) not null default now(),
  updated_on timestamptz(3) not null default now(),
  started_on timestamptz(3),
  ended_on timestamptz(3),
  primary key (org_id, id),
  foreign key (org_id, process_id) references event_workflow_processes on delete cascade
);

create unique index event_workflow_tasks_of_process on event_workflow_tasks (process_id, position, org_id);
create index event_workflow_tasks_to_run on event_workflow_tasks (org_id, run_on) where run_on is not null;
create index event_workflow_tasks_claimed on event_workflow_tasks (claimed_by) where claimed_by is not null;
create index event_workflow_tasks_to_end on event_workflow_tasks (least(deadline, heartbeat_deadline))
  where status in ('running', 'awaiting');

create table event_workflow_task_logs (
  org_id text collate "C" not null,
  task_id text collate "C" not null,
  -- The number of its first line.
  number integer not null,
  lines text[] not null,
  primary key (org_id, task_id, number),
  foreign key (org_id, task_id) references event_workflow_tasks on delete cascade
);

-- Every callback that has arrived, and what became of it.
create table event_workflow_callbacks (
  org_id text collate "C" not null,
  id text collate "C" not null,
  task_id text collate "C" not null,
  status text collate "C" not null check (status in ('SUCCESS', 'FAILURE', 'PROGRESS')),
  verdict text collate "C" not null check (verdict in ('applied', 'held', 'repeated', 'refused', 'superseded')),
  detail text,
  -- Of the task when it arrived: those of a task that was opened again count no more.
  idempotency_key text collate "C" not null,
  actor_id text collate "C",
  actor_name text,
  body_hash text collate "C" not null,
  -- Kept while it is held: it is applied when the task begins to wait.
  body jsonb,
  received_on timestamptz(3) not null default now(),
  primary key (org_id, id),
  foreign key (org_id, task_id) references event_workflow_tasks on delete cascade
);

create index event_workflow_callbacks_of_task on event_workflow_callbacks (task_id, org_id, id);

-- Addresses that others call to start workflows.
create table inbound_webhooks (
  org_id text collate "C" not null references orgs,
  id text collate "C" not null,
  name text not null,
  description text,
  is_active boolean not null default true,
  secret bytea not null,
  version integer not null default 1,
  created_on timestamptz(3) not null default now(),
  updated_on timestamptz(3) not null default now(),
  created_by_id text collate "C",
  updated_by_id text collate "C",
  primary key (org_id, id)
);

-- The address names no org, so that it can be called without knowing one.
create unique index inbound_webhooks_by_id on inbound_webhooks (id, org_id);

create index access_tokens_of_task on access_tokens (task_id, org_id) where task_id is not null;
