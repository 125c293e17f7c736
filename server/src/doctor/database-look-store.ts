import type { Database } from "../platform/database/database.ts";
import { oneRow, sql } from "../platform/database/sql.ts";

export interface DatabaseServer {
  /** Example: "18.4". */
  readonly version: string;
  /** Example: 180004. */
  readonly versionNumber: number;
  readonly encoding: string;
  readonly fsync: string;
  readonly fullPageWrites: string;
  readonly synchronousCommit: string;
  readonly isReadOnly: boolean;
  /** How many more connections this user may open to this database. */
  readonly connectionsFree: number;
  /** Connections that running services hold. */
  readonly connectionsOfServices: number;
}

export interface ReplicaState {
  readonly isReplica: boolean;
  /** Whether it has a connection to its primary. */
  readonly isStreaming: boolean;
}

export async function readReplicaState(db: Database): Promise<ReplicaState> {
  const rows = await db.query<ReplicaState>(sql`
    select pg_is_in_recovery() as "isReplica",
      exists (select 1 from pg_stat_wal_receiver where pid is not null) as "isStreaming"`);
  return oneRow(rows);
}

/**
 * Counts rows with a database: every user sees that column of pg_stat_activity, but backend_type only for their own
 * rows.
 */
export async function readServer(db: Database): Promise<DatabaseServer> {
  const rows = await db.query<DatabaseServer>(sql`
    with taken as (
      select count(*)::integer as anywhere,
        count(*) filter (where datname = current_database())::integer as here,
        count(*) filter (where usename = current_user)::integer as by_user,
        count(*) filter (where datname = current_database() and application_name like 'weft-%'
          and application_name <> 'weft-doctor')::integer as by_services
      from pg_stat_activity where datid is not null
    )
    select split_part(current_setting('server_version'), ' ', 1) as version,
      current_setting('server_version_num')::integer as "versionNumber",
      pg_encoding_to_char(encoding) as encoding,
      current_setting('fsync') as fsync,
      current_setting('full_page_writes') as "fullPageWrites",
      current_setting('synchronous_commit') as "synchronousCommit",
      pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly",
      least(
        current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
          - coalesce(current_setting('reserved_connections', true)::integer, 0) - anywhere,
        nullif(datconnlimit, -1) - here,
        nullif(rolconnlimit, -1) - by_user) as "connectionsFree",
      by_services as "connectionsOfServices"
    from taken, pg_database, pg_roles where datname = current_database() and rolname = current_user`);
  return oneRow(rows);
}

/** The database's clock, in milliseconds since 1970. */
export async function readClock(db: Database): Promise<number> {
  const rows = await db.query<{ now: number }>(sql`
    select (extract(epoch from clock_timestamp()) * 1000)::double precision as now`);
  return oneRow(rows).now;
}
