-- The terms by which an entity is found (entities/search/entity-terms.ts), and the version of the entity that they are of.
-- Writers of earlier releases leave both as they are: a row whose versions differ is found by the partial index, and nodes
-- compute its terms soon. Nothing is rewritten here.
alter table entities add column search_terms tsvector;
alter table entities add column search_version integer;
create index entities_by_term on entities using gin (search_terms) with (gin_pending_list_limit = 16384);
create index entities_without_terms on entities (org_id, entity_type, id)
  where search_version is distinct from version;

-- Merges new entries into every index that collects them, also into those that later releases add.
create or replace function merge_pending_entries() returns void language plpgsql security definer as $$
begin
  perform gin_clean_pending_list(indexrelid)
  from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
  where indrelid = 'entities'::regclass and amname = 'gin';
  if to_regclass('pg_catalog.pg_dist_partition') is null then
    return;
  end if;
  if (select groupid from pg_dist_local_group) = 0 then
    perform run_command_on_shards(logicalrelid, $command$
      select sum(gin_clean_pending_list(indexrelid)) from pg_index
      join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
      where indrelid = '%s'::regclass and amname = 'gin' $command$)
    from pg_dist_partition where logicalrelid = 'entities'::regclass;
    return;
  end if;
  -- Not by pg_class, in which Citus hides shards.
  perform gin_clean_pending_list(indexrelid)
  from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_local_group using (groupid)
  join pg_index on indrelid = to_regclass('entities_' || shardid)
  where logicalrelid = 'entities'::regclass and pg_get_indexdef(indexrelid) like '% USING gin %';
end $$;

do $$
begin
  execute format('alter function merge_pending_entries() set search_path = %I, pg_temp', current_schema());
end $$;
