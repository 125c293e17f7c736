-- Members that a load has read and that are not written yet. Logged: a load goes on after a crash.
create table staged_members (
  org_id text collate "C" not null,
  stage_id text collate "C" not null,
  assortment_id text collate "C" not null,
  item_id text collate "C" not null,
  row_number bigint not null,
  is_dropped boolean not null,
  fields jsonb not null,
  primary key (org_id, stage_id, assortment_id, item_id)
);

-- One row for each publish of an assortment, numbered for each assortment from one.
create table assortment_publish_changes (
  org_id text collate "C" not null,
  assortment_id text collate "C" not null,
  number bigint not null,
  id text collate "C" not null,
  adds integer not null,
  updates integer not null,
  deletes integer not null,
  item_count integer not null,
  family_count integer not null,
  option_count integer not null,
  created_on timestamptz(3) not null,
  actor_id text collate "C" not null,
  actor_type text collate "C" not null,
  actor_name text not null,
  change_set_id text collate "C" not null,
  source text collate "C" not null,
  source_id text collate "C",
  primary key (org_id, assortment_id, number)
);

-- Begins with the column that tells rows apart (docs/decisions/0003-storage.md).
create unique index assortment_publish_changes_by_id on assortment_publish_changes (id, org_id);

-- The baselines of all publishes, each state of a member once: it holds from the publish that brought it until the one
-- that replaced or removed it. A publish writes what has changed, and what it has changed can be read from here.
create table published_members (
  org_id text collate "C" not null,
  assortment_id text collate "C" not null,
  item_id text collate "C" not null,
  published_by bigint not null,
  replaced_by bigint,
  member_id text collate "C" not null,
  version integer not null,
  project_id text collate "C",
  is_family boolean not null,
  -- Everything that was written by somebody, flat, as the change history has it.
  state jsonb not null,
  primary key (org_id, assortment_id, item_id, published_by)
);

-- The latest baseline, however long the history is.
create unique index published_members_open on published_members (assortment_id, item_id, org_id)
  where replaced_by is null;
create index published_members_by_publish on published_members (assortment_id, published_by, item_id, org_id);
create index published_members_by_end on published_members (assortment_id, replaced_by, item_id, org_id)
  where replaced_by is not null;
