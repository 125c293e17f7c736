-- The first key of the line of rotations that a key continues: what was set up with the old key follows the new one.
alter table api_keys add column rotated_from_id text collate "C";
create index api_keys_by_line on api_keys (rotated_from_id, org_id) where rotated_from_id is not null;

-- What a workflow that acts as the app may do. Null: no workflow can act as it.
alter table apps add column rights jsonb;

-- The credential that a version acts with: {"type": "user" | "key" | "token" | "app", "id": …}. Its rights are looked up
-- whenever they are needed. Null where it is not known: saved by a version of the service before this one.
alter table event_workflow_versions add column owner jsonb;

update event_workflow_versions
set owner = jsonb_build_object('type', 'user', 'id', writer #>> '{author,actorId}')
where writer #>> '{author,actorType}' = 'user';

-- Which key of its app has saved a version was not kept: it is a live key with exactly the rights that the version has.
update event_workflow_versions v
set owner = jsonb_build_object('type', 'key', 'id', found.id)
from (
  select distinct on (s.org_id, s.workflow_id, s.version) s.org_id, s.workflow_id, s.version, k.id
  from event_workflow_versions s
  join api_keys k on k.org_id = s.org_id and k.app_id = s.writer #>> '{author,actorId}'
  where s.writer #>> '{author,actorType}' = 'app'
    and k.revoked_on is null and (k.expires_on is null or k.expires_on > now())
    and case when s.writer #>> '{rights,isAdministrator}' = 'true' then k.preset = 'admin'
      else k.rights = s.writer #> '{rights,rights}' end
  order by s.org_id, s.workflow_id, s.version, k.last_used_on desc nulls last, k.id
) as found
where v.org_id = found.org_id and v.workflow_id = found.workflow_id and v.version = found.version;

-- When administrators were notified that the owner of the workflow can act no longer.
alter table event_workflows add column stopped_on timestamptz(3);

-- What an event is about, as {"subject": [{"typePath", "projectId"?}], "cause": […]}: who may read these may read the
-- event. Empty for an event from outside. Null for processes of a version of the service before this one.
alter table event_workflow_processes add column event_targets jsonb;
