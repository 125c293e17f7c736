-- How often each credential has called, in quarters of an hour: the longest time that divides the hours of every time
-- zone. Nodes add to it now and then, so a row is changed about ninety times.
create table rate_use (
  org_id text collate "C" not null,
  quarter timestamptz(0) not null,
  credential_id text collate "C" not null,
  calls integer not null,
  -- Those of them that were refused because the rate was used up.
  refused integer not null,
  primary key (org_id, quarter, credential_id)
) with (fillfactor = 70);

-- Rows come in the order of time, so this is a few pages; old ones are found by it.
create index rate_use_by_age on rate_use using brin (quarter);

-- The change records of an org up to a place in its log, counted by all that decides who may read them. A job counts
-- on, never a write: the log is in the order of commits, so what lies behind the place is all that is not counted yet.
create table change_counts (
  org_id text collate "C" not null,
  quarter timestamptz(0) not null,
  entity_type text collate "C" not null,
  type_path text collate "C" not null,
  -- The empty text for none.
  project_id text collate "C" not null,
  creates integer not null,
  updates integer not null,
  deletes integer not null,
  primary key (org_id, quarter, entity_type, type_path, project_id)
) with (fillfactor = 90);

create table change_count_places (
  org_id text collate "C" primary key,
  sequence bigint not null,
  stamp timestamptz(3) not null
);

-- Those that have not ended are found by it, too.
create index loads_by_end on loads (org_id, ended_on);

create index event_workflow_processes_by_start on event_workflow_processes (org_id, started_on)
  where started_on is not null;
create index event_workflow_processes_by_end on event_workflow_processes (org_id, ended_on, status)
  where ended_on is not null;
