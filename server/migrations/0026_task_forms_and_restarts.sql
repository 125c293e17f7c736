-- The fields of the task's answer, as they were defined when its process started. Null if any answer fits.
alter table event_workflow_tasks add column form jsonb;

-- Restarts of processes. Tasks has the results that a restart replaced.
create table event_workflow_restarts (
  org_id text collate "C" not null,
  id text collate "C" not null,
  process_id text collate "C" not null,
  from_task_id text collate "C" not null,
  actor_id text collate "C" not null,
  actor_name text not null,
  tasks jsonb not null,
  created_on timestamptz(3) not null default now(),
  primary key (org_id, id),
  foreign key (org_id, process_id) references event_workflow_processes on delete cascade
);

create index event_workflow_restarts_of_process on event_workflow_restarts (process_id, org_id, id);
