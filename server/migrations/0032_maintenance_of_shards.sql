-- The functions of maintenance again, as they also run where tables are distributed by organization: Citus does not
-- parse "select from", and an index of a distributed table has its entries in the shards. Every server can run with them:
-- compatible-from: 0000
create or replace function make_change_partitions(months_ahead integer) returns void language plpgsql
  security definer set timezone = 'UTC' set lock_timeout = '2s' as $$
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
      select 1 from changes_default where created_on >= month and created_on < month + interval '1 month');
    execute format(
      'create table if not exists %I partition of changes for values from (%L) to (%L)',
      'changes_' || to_char(month, 'YYYY_MM'), month, month + interval '1 month');
  end loop;
end $$;

create or replace function drop_an_empty_change_partition() returns text language plpgsql
  security definer set timezone = 'UTC' set lock_timeout = '1s' as $$
declare
  partition_name text;
  has_records boolean;
begin
  for partition_name in
    select relname from pg_inherits join pg_class on oid = inhrelid
    where inhparent = 'changes'::regclass and relname ~ '^changes_\d{4}_\d{2}$'
      and to_date(right(relname, 7), 'YYYY_MM') + interval '1 month 1 day' < now()
    order by relname
  loop
    execute format('select exists (select 1 from %I)', partition_name) into has_records;
    if not has_records then
      execute format('drop table %I', partition_name);
      return partition_name;
    end if;
  end loop;
  return null;
end $$;

create or replace function merge_pending_entries() returns void language plpgsql security definer as $$
begin
  perform gin_clean_pending_list('entities_by_property'::regclass);
  if to_regclass('pg_catalog.pg_dist_partition') is null then
    return;
  end if;
  perform run_command_on_shards(logicalrelid, $command$
    select sum(gin_clean_pending_list(indexrelid)) from pg_index
    join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
    where indrelid = '%s'::regclass and amname = 'gin' $command$)
  from pg_dist_partition where logicalrelid = 'entities'::regclass;
end $$;

-- A fixed path: a caller's own tables and functions must not take the place of ours.
do $$
declare
  maintenance regprocedure;
begin
  foreach maintenance in array array[
    'merge_pending_entries()', 'make_change_partitions(integer)', 'drop_an_empty_change_partition()']::regprocedure[]
  loop
    execute format('alter function %s set search_path = %I, pg_temp', maintenance, current_schema());
  end loop;
end $$;
