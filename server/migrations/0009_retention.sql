-- Days after which change records of an entity type are forgotten: {"item": 30}. Types not named are kept for ever.
alter table orgs add column retention jsonb not null default '{}';

-- Drops the oldest month of which no record is left, and tells its name. Nothing is ever written to a month that ended
-- more than a day ago, because stamps are not older than the clock. All writers wait for a drop, so it is tried for a
-- second only, and one at a time: the lock lasts until the end of the transaction.
create function drop_an_empty_change_partition() returns text language plpgsql
  set timezone = 'UTC' set lock_timeout = '1s' as $$
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
    execute format('select exists (select from %I)', partition_name) into has_records;
    if not has_records then
      execute format('drop table %I', partition_name);
      return partition_name;
    end if;
  end loop;
  return null;
end $$;
