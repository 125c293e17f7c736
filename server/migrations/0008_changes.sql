-- One row for each org: who writes takes it as the last step before the commit, so the log is in commit order.
-- types_version is here so that a write planned with outdated types finds out under the same lock.
create table org_feeds (
  org_id text collate "C" primary key,
  last_sequence bigint not null default 0,
  last_stamp timestamptz(3) not null default '2000-01-01Z',
  types_version bigint not null default 0
) with (fillfactor = 50);

-- created_on never goes backwards within an org, so the key is in the order of the sequence, and a cursor that holds
-- both finds its partition.
create table changes (
  org_id text collate "C" not null,
  created_on timestamptz(3) not null,
  sequence bigint not null,
  entity_type text collate "C" not null,
  entity_id text collate "C" not null,
  type_path text collate "C" not null,
  project_id text collate "C",
  action text collate "C" not null,
  entity_version integer not null,
  actor_id text collate "C",
  actor_type text collate "C",
  actor_name text,
  change_set_id text collate "C" not null,
  source text collate "C" not null,
  source_id text collate "C",
  -- An update has {slug: [oldValue, newValue]}, with null for nothing; a create and a delete have the whole state.
  diffs jsonb not null,
  primary key (org_id, created_on, sequence)
) partition by range (created_on);

create index changes_by_entity on changes (entity_id, org_id, created_on, sequence);
create index changes_by_type on changes (org_id, entity_type, created_on, sequence);

-- Nothing is ever refused for want of a partition.
create table changes_default partition of changes default;

-- One partition for each month, from this one on. A month that the default partition has records of stays there: to move
-- them would hold up all writers. Whoever waits for a long reader of the default partition holds up all others, so that
-- is tried for two seconds only.
create function make_change_partitions(months_ahead integer) returns void language plpgsql
  set timezone = 'UTC' set lock_timeout = '2s' as $$
declare
  month timestamptz;
begin
  for month in
    select generate_series(
      date_trunc('month', now()),
      date_trunc('month', now()) + make_interval(months => months_ahead),
      interval '1 month')
  loop
    continue when exists (
      select from changes_default where created_on >= month and created_on < month + interval '1 month');
    execute format(
      'create table if not exists %I partition of changes for values from (%L) to (%L)',
      'changes_' || to_char(month, 'YYYY_MM'), month, month + interval '1 month');
  end loop;
end $$;

select make_change_partitions(2);

-- Up to where records of a type have been forgotten; a cursor before that has missed something.
create table change_horizons (
  org_id text collate "C" not null,
  entity_type text collate "C" not null,
  sequence bigint not null,
  stamp timestamptz(3) not null,
  primary key (org_id, entity_type)
);

create table change_consumers (
  org_id text collate "C" not null references orgs,
  name text collate "C" not null,
  sequence bigint not null,
  stamp timestamptz(3) not null,
  created_on timestamptz(3) not null default now(),
  updated_on timestamptz(3) not null default now(),
  updated_by_id text collate "C",
  primary key (org_id, name)
);
