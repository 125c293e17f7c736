-- The outside worker that has claimed the task last, and until when nobody else is given it; no time once it was given
-- back. It concerns one attempt: a task that is run again is free, also when a node of the version before has run it.
alter table event_workflow_tasks add column leased_by text collate "C";
alter table event_workflow_tasks add column leased_until timestamptz(3);
alter table event_workflow_tasks add column leased_attempt integer;

-- For those who look for work. Tasks that never wait are not in it, and a lease changes nothing in it.
create index event_workflow_tasks_awaiting on event_workflow_tasks (org_id, action, id) where status = 'awaiting';
