-- The change sets that callers have named with the header Change-Set-Id. The name belongs to the user or app that used it
-- first. Sets of other requests are known from their changes only.
create table change_sets (
  org_id text collate "C" not null references orgs,
  id text collate "C" not null,
  actor_id text collate "C" not null,
  created_on timestamptz(3) not null default now(),
  last_used_on timestamptz(3) not null default now(),
  primary key (org_id, id)
);
