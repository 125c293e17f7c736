-- Maintenance that only the owner of a table may do. These functions run as the owner, for a role that owns nothing.
create function merge_pending_entries() returns void language sql security definer as $$
  select gin_clean_pending_list('entities_by_property'::regclass);
$$;

create function renew_entity_statistics() returns void language plpgsql security definer as $$
begin
  analyze entities, unique_keys;
end $$;

alter function make_change_partitions(integer) security definer;
alter function drop_an_empty_change_partition() security definer;

-- A fixed path: a caller's own tables and functions must not take the place of ours.
do $$
declare
  maintenance regprocedure;
begin
  foreach maintenance in array array[
    'merge_pending_entries()', 'renew_entity_statistics()', 'make_change_partitions(integer)',
    'drop_an_empty_change_partition()']::regprocedure[]
  loop
    execute format('alter function %s set search_path = %I, pg_temp', maintenance, current_schema());
    execute format('revoke execute on function %s from public', maintenance);
  end loop;
end $$;
