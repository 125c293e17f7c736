import type { Database } from "../platform/database/database.ts";
import { sql } from "../platform/database/sql.ts";

interface CatalogColumn {
  readonly name: string;
  /** As in a declaration, such as timestamp(3) with time zone. */
  readonly type: string;
}

export interface CatalogTable {
  readonly name: string;
  readonly columns: readonly CatalogColumn[];
  /** The columns of the primary key, in its order. */
  readonly key: readonly string[];
  /** Whether every server has the same order of its keys: texts only if they are compared by their bytes. */
  readonly hasFixedOrder: boolean;
  /** Whether the server numbers its rows. */
  readonly hasIdentity: boolean;
  /** The tables that its foreign keys refer to. */
  readonly refersTo: readonly string[];
}

/** What an extension has made is restored with it. */
const isNotOfExtension = sql`
  not exists (select 1 from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')`;

/** Every table of the schema, in alphabetical order. A partitioned one contains its partitions. */
export async function listTables(db: Database): Promise<CatalogTable[]> {
  return db.query<CatalogTable>(sql`
    select c.relname as name,
      (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum)
        from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      array(select attname::text from pg_index cross join unnest(indkey::int2[]) with ordinality as k (number, place)
        join pg_attribute on attrelid = indrelid and attnum = k.number
        where indrelid = c.oid and indisprimary order by k.place) as key,
      not exists (select 1 from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey::int2[])
        join pg_collation o on o.oid = attcollation
        where indrelid = c.oid and indisprimary and o.collname <> 'C') as "hasFixedOrder",
      exists (select 1 from pg_attribute where attrelid = c.oid and attidentity <> '') as "hasIdentity",
      array(select distinct r.relname::text from pg_constraint k join pg_class r on r.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and r.oid <> c.oid) as "refersTo"
    from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
      and ${isNotOfExtension}
    order by c.relname limit 10000`);
}

export interface Partition {
  readonly name: string;
  readonly table: string;
  /** The statement that creates it if it does not exist. */
  readonly definition: string;
}

/** Times in the definitions are in the time zone of the session. */
export async function listPartitions(db: Database): Promise<Partition[]> {
  return db.query<Partition>(sql`
    select c.relname as name, p.relname as "table",
      format('create table if not exists %I partition of %I %s', c.relname, p.relname, pg_get_expr(c.relpartbound, c.oid))
        as definition
    from pg_inherits join pg_class c on c.oid = inhrelid join pg_class p on p.oid = inhparent
    where c.relispartition and c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
    order by p.relname, c.relname limit 10000`);
}

export interface SequenceState {
  readonly name: string;
  readonly lastValue: string;
  readonly isCalled: boolean;
}

/** Those that number the rows of tables. */
export async function listSequences(db: Database): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select c.relname as name from pg_class c
    where c.relkind = 'S' and c.relnamespace = current_schema()::regnamespace and ${isNotOfExtension}
      and exists (select 1 from pg_depend
        where classid = 'pg_class'::regclass and objid = c.oid and refclassid = 'pg_class'::regclass
          and deptype in ('a', 'i'))
    order by c.relname limit 10000`);
  return rows.map(({ name }) => name);
}
