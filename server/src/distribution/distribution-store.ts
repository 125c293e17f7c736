import type { Database, Transaction } from "../platform/database/database.ts";
import { identifier, oneRow, sql } from "../platform/database/sql.ts";
import type { ForeignKey, TableState } from "./plan-distribution.ts";

export interface Cluster {
  /** Of the extension, such as 13.2-1. */
  readonly version: string;
  readonly isCoordinator: boolean;
  /** Whether workers know the coordinator, which keys of its tables to reference tables require. */
  readonly hasCoordinatorAddress: boolean;
  /** Servers that may hold rows of organizations. */
  readonly workers: number;
  readonly shardCount: number;
}

/** Undefined in a database without Citus. */
export async function findCluster(db: Database): Promise<Cluster | undefined> {
  const [extension] = await db.query<{ version: string }>(sql`
    select extversion as version from pg_extension where extname = 'citus'`);
  if (extension === undefined) {
    return undefined;
  }
  const rows = await db.query<Omit<Cluster, "version">>(sql`
    select citus_is_coordinator() as "isCoordinator",
      exists (select 1 from pg_dist_node where groupid = 0) as "hasCoordinatorAddress",
      (select count(*) from pg_dist_node where isactive and shouldhaveshards and noderole = 'primary')::integer as workers,
      current_setting('citus.shard_count')::integer as "shardCount"`);
  return { ...extension, ...oneRow(rows) };
}

/** Whether the schema is distributed, entirely or in part. */
export async function isDistributed(db: Database): Promise<boolean> {
  const [found] = await db.query<{ exists: boolean }>(
    sql`select to_regclass('pg_dist_partition') is not null as exists`,
  );
  if (found?.exists !== true) {
    return false;
  }
  const rows = await db.query(sql`
    select 1 from pg_dist_partition join pg_class on oid = logicalrelid
    where partmethod = 'h' and relnamespace = current_schema()::regnamespace limit 1`);
  return rows.length > 0;
}

/** The tables of the schema, a partitioned one with its partitions. Requires Citus. */
export async function listTableStates(db: Database): Promise<TableState[]> {
  return db.query<TableState>(sql`
    select c.relname as name,
      case when p.partmethod = 'h' then 'tenant' when p.repmodel = 't' then 'reference'
        when p.partmethod is not null then 'managed' else 'local' end as placement,
      (select coalesce(sum(pg_relation_size(relid)), 0)::double precision from (
        select c.oid as relid union select relid from pg_partition_tree(c.oid)) as parts) as "localBytes"
    from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
      and c.relname <> ${droppedKeysTable}
    order by c.relname limit 10000`);
}

export async function listForeignKeys(db: Database): Promise<ForeignKey[]> {
  return db.query<ForeignKey>(sql`
    select c.relname as "table", k.conname as name, r.relname as "referredTable",
      format('alter table %I add constraint %I %s', c.relname, k.conname, pg_get_constraintdef(k.oid)) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class r on r.oid = k.confrelid
    where k.contype = 'f' and k.conparentid = 0 and c.relnamespace = current_schema()::regnamespace
    order by c.relname, k.conname limit 10000`);
}

// Made by a run and dropped at its end.
export const droppedKeysTable = "distribution_dropped_keys";

export async function listDroppedKeys(db: Database): Promise<ForeignKey[]> {
  const [found] = await db.query<{ exists: boolean }>(
    sql`select to_regclass(${droppedKeysTable}) is not null as exists`,
  );
  return found?.exists === true
    ? db.query<ForeignKey>(sql`
        select table_name as "table", name, referred_table as "referredTable", definition
        from ${identifier(droppedKeysTable)} order by table_name, name limit 10000`)
    : [];
}

export async function dropForeignKeys(tx: Transaction, keys: readonly ForeignKey[]): Promise<void> {
  await tx.query(sql`
    create table if not exists ${identifier(droppedKeysTable)} (
      table_name text not null, name text not null, referred_table text not null, definition text not null,
      primary key (table_name, name))`);
  for (const { table, name, referredTable, definition } of keys) {
    await tx.query(sql`
      insert into ${identifier(droppedKeysTable)} (table_name, name, referred_table, definition)
      values (${table}, ${name}, ${referredTable}, ${definition})`);
    await tx.query(sql`alter table ${identifier(table)} drop constraint ${identifier(name)}`);
  }
}

/** Checks all rows of the table. */
export async function addForeignKey(tx: Transaction, { table, name, definition }: ForeignKey): Promise<void> {
  await tx.query({ text: definition, values: [] });
  await tx.query(sql`delete from ${identifier(droppedKeysTable)} where table_name = ${table} and name = ${name}`);
}

export async function dropKeyRecord(tx: Transaction): Promise<void> {
  await tx.query(sql`drop table if exists ${identifier(droppedKeysTable)}`);
}

/** Copies the rows to every server. Writers of the table wait. */
export async function createReferenceTable(db: Database, table: string): Promise<void> {
  await db.query(sql`select create_reference_table(${table}::regclass)`);
}

/** Copies the rows to the workers. Writers of the table wait. */
export async function createTenantTable(db: Database, table: string, colocateWith: string): Promise<void> {
  await db.query(sql`
    select create_distributed_table(${table}::regclass, 'org_id', colocate_with => ${colocateWith})`);
}

/** Its rows stay where they are. */
export async function manageTable(db: Database, table: string): Promise<void> {
  await db.query(sql`select citus_add_local_table_to_metadata(${table}::regclass)`);
}

/** Removes the rows of the coordinator that were copied: statements no longer read them. */
export async function removeLocalRows(db: Database, table: string): Promise<void> {
  await db.query(sql`select truncate_local_data_after_distributing_table(${table}::regclass)`);
}

export interface Worker {
  readonly address: string;
  readonly isActive: boolean;
  /** Of all shards on it, with their indexes. */
  readonly bytes: number;
}

/** The servers that may hold rows of organizations. */
export async function listWorkers(db: Database): Promise<Worker[]> {
  return db.query<Worker>(sql`
    select nodename || ':' || nodeport as address, isactive as "isActive", coalesce(bytes, 0)::bigint as bytes
    from pg_dist_node left join (
      select nodename, nodeport, sum(shard_size) as bytes from citus_shards group by nodename, nodeport
    ) as placed using (nodename, nodeport)
    where shouldhaveshards and noderole = 'primary' order by nodename, nodeport limit 1000`);
}

/** A statement that was sent to all shards. */
export interface FanOut {
  readonly query: string;
  readonly calls: number;
}

/**
 * Statements on tables of organizations that named none, except those that say why. Undefined if the coordinator does not
 * record them.
 */
export async function findFanOuts(db: Database, tables: readonly string[]): Promise<FanOut[] | undefined> {
  const [recorded] = await db.query(sql`
    select 1 from pg_extension where extname = 'pg_stat_statements'
      and current_setting('citus.stat_statements_track', true) = 'all'`);
  return recorded === undefined
    ? undefined
    : db.query<FanOut>(sql`
        select regexp_replace(query, '\\s+', ' ', 'g') as query, sum(calls)::bigint as calls
        from citus_stat_statements join pg_database on oid = dbid
        where datname = current_database() and executor = 'adaptive' and partition_key is null
          and query ~* '^\\s*(select|update|delete|with)\\M' and query !~ 'of all orgs'
          and query ~ ${`\\m(${tables.join("|")})\\M`}
        group by 1 order by 2 desc, 1 limit 3`);
}

/** Nodes that have sent a heartbeat in the last seconds. */
export async function countLiveNodes(db: Database, silentSeconds: number): Promise<number> {
  const rows = await db.query<{ count: number }>(sql`
    select count(*) as count from nodes where seen_on > now() - make_interval(secs => ${silentSeconds})`);
  return oneRow(rows).count;
}

// Any number, as long as every run uses the same.
const distributionLock = 7_461_002;

/** False if another run holds it. It ends with the session. */
export async function takeDistributionLock(db: Database): Promise<boolean> {
  const rows = await db.query<{ taken: boolean }>(sql`select pg_try_advisory_lock(${distributionLock}) as taken`);
  return oneRow(rows).taken;
}
