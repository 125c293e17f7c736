-- The app or user that a change consumer belongs to. Existing ones go to the actor who moved them last; those that nobody
-- is named for are left to administrators. A node of the version before stores none: then updated_by_id counts.
alter table change_consumers add column owner_id text collate "C";

update change_consumers set owner_id = updated_by_id;
