import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openResources } from "../open-resources.ts";
import { StartError } from "../start-error.ts";
import { type Database, PostgresDatabase, type Transaction } from "./database.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded/start-embedded-postgres.ts";
import type { Migration } from "./migration-files.ts";
import { sql } from "./sql.ts";

/** What a migration will do to the tables that are there before it. */
export interface PlannedMigration {
  readonly migration: Migration;
  /** The strongest lock on each table. */
  readonly locks: readonly { readonly table: string; readonly mode: LockMode }[];
  /** The tables that it reads or writes as a whole, with their size. */
  readonly work: readonly { readonly table: string; readonly kind: WorkKind; readonly bytes: number }[];
  readonly estimatedMs: number;
}

/** rewrite: the table and its indexes are written again. update: up to all of its rows are. scan: they are read. */
type WorkKind = "rewrite" | "update" | "scan";

// From weak to strong. AccessShareLock, of every read, is not worth a line.
const lockModes = [
  "RowShareLock",
  "RowExclusiveLock",
  "ShareUpdateExclusiveLock",
  "ShareLock",
  "ShareRowExclusiveLock",
  "ExclusiveLock",
  "AccessExclusiveLock",
] as const;

type LockMode = (typeof lockModes)[number];

// Of a modest server with its tables on disk: an estimate should rather be too long.
const bytesPerMs = { scan: 100_000, update: 10_000, rewrite: 20_000 };

/**
 * Applies the migrations to an empty copy of the schema in a PostgreSQL of its own, and observes them there: the locks
 * and the tables are those of the real run, but the database itself is only read.
 */
export async function planMigrations(db: Database, applied: readonly Migration[], pending: readonly Migration[]) {
  return openResources(async (parts) => {
    const folder = parts.add(await mkdtemp(join(tmpdir(), "weft-plan-")), (path) => rm(path, { recursive: true }));
    const postgres = parts.add(await startOwnPostgres(folder), (started) => started.stop());
    const connectionString = postgres.connectionString("postgres");
    const copy = parts.add(
      new PostgresDatabase({ connectionString, connectionsMax: 1, applicationName: "weft-plan" }),
      (opened) => opened.close(),
    );
    for (const migration of applied) {
      await copy.transaction((tx) => tx.query({ text: migration.text, values: [] }));
    }
    const planned: PlannedMigration[] = [];
    for (const migration of pending) {
      const seen = await copy.transaction((tx) => observe(tx, migration));
      planned.push({ migration, ...(await estimate(db, seen)) });
    }
    await parts.close();
    return planned;
  });
}

async function startOwnPostgres(folder: string): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres({ folder, settings: { fsync: "off", shared_buffers: "32MB" } });
  } catch (cause) {
    const message =
      "A plan needs the embedded PostgreSQL, which cannot run on this machine. Make it on another one, with the same DATABASE_URL.";
    throw new StartError(message, { cause });
  }
}

interface Observed {
  readonly locks: PlannedMigration["locks"];
  readonly work: readonly { readonly table: string; readonly kind: WorkKind }[];
}

async function observe(tx: Transaction, migration: Migration): Promise<Observed> {
  const before = new Map((await listTables(tx)).map((table) => [table.oid, table]));
  await tx.query({ text: migration.text, values: [] });
  const after = (await listTables(tx)).filter(({ oid }) => before.has(oid));
  const held = await listLocks(tx);
  const names = [...new Set([...before.values()].map(({ table }) => table))].sort();
  const locks = names.flatMap((table) => {
    const modes = held.filter((lock) => lock.table === table && before.has(lock.oid)).map(({ mode }) => mode);
    const mode = lockModes.findLast((known) => modes.includes(known));
    return mode === undefined ? [] : [{ table, mode }];
  });
  const work = names.flatMap((table) => {
    const parts = after.filter((part) => part.table === table);
    const isRewritten = parts.some(({ oid, file }) => before.get(oid)?.file !== file);
    const isRead = parts.some(({ oid, scans }) => scans > (before.get(oid)?.scans ?? 0));
    const isWritten = locks.some((lock) => lock.table === table && lock.mode === "RowExclusiveLock");
    const kind: WorkKind = isRewritten ? "rewrite" : isWritten ? "update" : "scan";
    return isRewritten || isRead ? [{ table, kind }] : [];
  });
  return { locks, work };
}

interface TableState {
  readonly oid: number;
  /** The partitioned table for a partition. */
  readonly table: string;
  readonly file: number;
  readonly scans: number;
}

async function listTables(db: Database): Promise<TableState[]> {
  return db.query<TableState>(sql`
    select oid, coalesce(pg_partition_root(oid), oid)::regclass::text as "table", relfilenode as file,
      coalesce(seq_scan, 0) + coalesce(idx_scan, 0) as scans
    from pg_class left join pg_stat_xact_user_tables on relid = oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    order by oid limit 10000`);
}

async function listLocks(db: Database): Promise<{ oid: number; table: string; mode: string }[]> {
  return db.query(sql`
    select relation as oid, coalesce(pg_partition_root(relation), relation)::regclass::text as "table", mode
    from pg_locks where pid = pg_backend_pid() and locktype = 'relation' and granted
    order by relation, mode limit 10000`);
}

async function estimate(db: Database, { locks, work }: Observed): Promise<Omit<PlannedMigration, "migration">> {
  const sizes = await readSizes(
    db,
    work.map(({ table }) => table),
  );
  const sized = work.map((item) => ({ ...item, bytes: sizes.get(item.table) ?? 0 }));
  const estimatedMs = sized.reduce((sum, { kind, bytes }) => sum + bytes / bytesPerMs[kind], 0);
  return { locks, work: sized, estimatedMs };
}

async function readSizes(db: Database, tables: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.query<{ table: string; bytes: number }>(sql`
    select name as "table", coalesce((select sum(pg_total_relation_size(relid))::bigint from pg_partition_tree(oid)),
      pg_total_relation_size(oid), 0)::bigint as bytes
    from unnest(${[...tables]}::text[]) as name, to_regclass(name) as oid`);
  return new Map(rows.map(({ table, bytes }) => [table, bytes]));
}
