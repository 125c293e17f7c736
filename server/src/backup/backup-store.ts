import type pg from "pg";
import { isDistributed } from "../distribution/distribution-store.ts";
import type { Database } from "../platform/database/database.ts";
import { oneRow, sql } from "../platform/database/sql.ts";
import { unavailable } from "../platform/errors.ts";

export interface DatabaseFacts {
  readonly postgresMajor: number;
  /** The number of the newest migration; 0 until the first start completes. */
  readonly schemaVersion: number;
}

export async function readDatabaseFacts(client: pg.Client): Promise<DatabaseFacts> {
  const { rows: tables } = await ask<{ name: string | null; version: string }>(
    client,
    "select to_regclass('schema_migrations') as name, current_setting('server_version_num') as version",
  );
  const postgresMajor = Math.floor(Number(tables[0]?.version) / 10_000);
  return { postgresMajor, schemaVersion: tables[0]?.name == null ? 0 : await readSchemaVersion(client) };
}

export async function readServerMajor(db: Database): Promise<number> {
  const rows = await db.query<{ version: string }>(sql`select current_setting('server_version_num') as version`);
  return Math.floor(Number(oneRow(rows).version) / 10_000);
}

const sizeStatement = "select pg_database_size(current_database())";

/** Of a distributed database, with its parts on all workers. */
export async function readDatabaseSize(db: Database): Promise<number> {
  const rows = await db.query<{ bytes: number }>(sql`select pg_database_size(current_database()) as bytes`);
  const ofWorkers = (await isDistributed(db))
    ? await db.query<{ bytes: number }>(sql`
        select coalesce(sum(result::bigint), 0)::bigint as bytes from run_command_on_workers(${sizeStatement})
        where success`)
    : [];
  return [...rows, ...ofWorkers].reduce((sum, { bytes }) => sum + bytes, 0);
}

async function readSchemaVersion(client: pg.Client): Promise<number> {
  const { rows } = await ask<{ version: number }>(
    client,
    "select coalesce(max(number), 0) as version from schema_migrations",
  );
  return rows[0]?.version ?? 0;
}

/**
 * Keeps PostgreSQL's WAL from now on, and returns the first WAL file that a copy needs. Both last as long as the
 * connection: a slot that outlived a killed backup would fill the disk.
 */
export async function startCopy(client: pg.Client): Promise<string> {
  await ask(client, "select pg_create_physical_replication_slot('weft_backup_' || pg_backend_pid(), true, true)");
  const { rows } = await ask<{ name: string }>(
    client,
    "select pg_walfile_name(pg_backup_start('weft', fast => true)) as name",
  );
  return rows[0]?.name ?? "";
}

export interface CopyEnd {
  /** Must be stored in the copy as backup_label, so that recovery starts where the copy began. */
  readonly label: string;
  /** The last WAL file that the copy needs. */
  readonly lastLogFile: string;
}

export async function endCopy(client: pg.Client): Promise<CopyEnd> {
  const { rows } = await ask<{ labelfile: string; name: string }>(
    client,
    "select labelfile, pg_walfile_name(lsn - 1) as name from pg_backup_stop(wait_for_archive => false)",
  );
  return { label: rows[0]?.labelfile ?? "", lastLogFile: rows[0]?.name ?? "" };
}

/** A service that stops also stops its PostgreSQL: that is not an error of the backup. */
async function ask<Row extends pg.QueryResultRow>(client: pg.Client, statement: string): Promise<pg.QueryResult<Row>> {
  try {
    return await client.query<Row>(statement);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw unavailable(`PostgreSQL stopped responding: ${reason}. No backup was created; start it again.`, { cause });
  }
}
