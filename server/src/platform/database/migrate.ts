import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { errorCodeOf } from "../error-code.ts";
import { StartError } from "../start-error.ts";
import type { Database } from "./database.ts";
import { connectClient, databaseOn } from "./database-hosts.ts";
import { listMigrations, type Migration, pendingOf, splitStatements } from "./migration-files.ts";
import { readApplied, readSchema, type SchemaState } from "./schema-store.ts";
import { oneRow } from "./sql.ts";

export const oldestServerVersion = 150_000;
// Any number, as long as every node uses the same.
const migrationLock = 7_461_001;

export type MigrationStep =
  | { readonly kind: "turn-awaited" }
  | { readonly kind: "started"; readonly name: string }
  | { readonly kind: "lock-awaited"; readonly name: string; readonly heldBy: string }
  | { readonly kind: "applied"; readonly name: string; readonly ms: number };

export function formatStep(step: MigrationStep): string {
  switch (step.kind) {
    case "turn-awaited":
      return "waiting for another node that migrates";
    case "started":
      return `migration ${step.name} started`;
    case "lock-awaited":
      return `migration ${step.name} is waiting for a lock held by ${step.heldBy}`;
    case "applied":
      return `migration ${step.name} applied in ${step.ms} ms`;
  }
}

export interface MigrateOptions {
  /** Of the role that owns the schema. */
  readonly connectionString: string;
  readonly folder: string;
  /** The last migration to apply. Default: all. */
  readonly to?: number | undefined;
  readonly onStep?: ((step: MigrationStep) => void) | undefined;
  /** Called in the transaction of a migration after each statement that creates a table. */
  readonly onTableCreated?: ((db: Database) => Promise<void>) | undefined;
  /** How long a migration waits for a lock before it makes way for the readers behind it. */
  readonly lockTimeoutMs?: number;
  /** How long it tries again. */
  readonly patienceMs?: number;
}

// Longer than deadlock_timeout, after which PostgreSQL cancels an autovacuum that is in the way.
const lockTimeoutMsDefault = 2_000;
const patienceMsDefault = 600_000;
const firstPauseMs = 500;
const pauseMsMax = 15_000;
const pollMs = 250;

/** The session that migrates. */
interface Run extends MigrateOptions {
  readonly client: pg.Client;
  readonly pid: number;
}

/** Brings the schema up to date. Several nodes may start at once: one migrates, the others wait and find it done. */
export async function migrate(options: MigrateOptions): Promise<void> {
  const known = await listMigrations(options.folder);
  await withSession(options.connectionString, async (client) => {
    const run = { ...options, client, pid: await requireServer(client) };
    await takeTurn(run); // The end of the session ends it.
    await prepareLedger(run);
    for (const migration of pendingOf(known, await readApplied(databaseOn(client)), options.to)) {
      await applyPatiently(run, changeOf(run, migration));
    }
  });
}

/** What the role of the URL finds in the database. */
export async function lookAtSchema(connectionString: string): Promise<SchemaState> {
  return withSession(connectionString, (client) => readSchema(databaseOn(client)));
}

async function withSession<Result>(connectionString: string, work: (client: pg.Client) => Promise<Result>) {
  const client = await connectClient(connectionString, { application_name: "weft-migrate" });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Returns the process of this session. */
async function requireServer(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number; number: number; version: string }>(
    "select pg_backend_pid() as pid, current_setting('server_version_num')::integer as number, current_setting('server_version') as version",
  );
  const { pid, number, version } = oneRow(rows);
  if (number < oldestServerVersion) {
    throw new StartError(`PostgreSQL ${version} is too old: version 15 or newer is required.`);
  }
  return pid;
}

/** Polls: a statement that waits would hold a snapshot, for which an index build of the other node would wait. */
async function takeTurn({ client, onStep }: Run): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [
      migrationLock,
    ]);
    if (rows[0]?.taken === true) {
      return;
    }
    if (attempt === 0) {
      onStep?.({ kind: "turn-awaited" });
    }
    await delay(pollMs);
  }
}

/** A change of the schema. */
interface Change {
  readonly name: string;
  apply(): Promise<unknown>;
}

/** Looks first: even a change that does nothing would wait for the readers of the table. */
async function prepareLedger(run: Run): Promise<void> {
  const { client } = run;
  const { rows } = await client.query<{ columns: string[] | null }>(
    "select array_agg(attname::text) as columns from pg_attribute where attrelid = to_regclass('schema_migrations')",
  );
  const columns = rows[0]?.columns ?? undefined;
  if (columns === undefined) {
    await client.query(
      "create table schema_migrations (number integer primary key, name text not null, applied_on timestamptz(3) not null default now(), compatible_from integer)",
    );
  } else if (!columns.includes("compatible_from")) {
    const text = "alter table schema_migrations add column compatible_from integer";
    await applyPatiently(run, { name: "schema_migrations", apply: () => client.query(text) });
  }
}

const createsTable = /^\s*create (unlogged )?table\b/im;

/** One statement at a time: on a distributed schema Citus refuses some of them in one message with others. */
function changeOf({ client, onTableCreated }: Run, migration: Migration): Change {
  const { number, fileName, compatibleFrom, text } = migration;
  return {
    name: fileName,
    async apply() {
      for (const statement of splitStatements(text)) {
        await client.query(statement);
        if (createsTable.test(statement)) {
          await onTableCreated?.(databaseOn(client));
        }
      }
      await client.query("insert into schema_migrations (number, name, compatible_from) values ($1, $2, $3)", [
        number,
        fileName,
        compatibleFrom,
      ]);
    },
  };
}

/** While a change waits for a lock, all who come after it wait too. So it gives up soon, and tries again later. */
async function applyPatiently(run: Run, change: Change): Promise<void> {
  const { onStep, patienceMs = patienceMsDefault } = run;
  const { name } = change;
  const began = performance.now();
  onStep?.({ kind: "started", name });
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, pauseMsMax)) {
    const attemptBegan = performance.now();
    const heldBy = await tryApply(run, change);
    if (heldBy === undefined) {
      onStep?.({ kind: "applied", name, ms: Math.round(performance.now() - attemptBegan) });
      return;
    }
    onStep?.({ kind: "lock-awaited", name, heldBy });
    if (performance.now() - began + pauseMs > patienceMs) {
      throw new StartError(
        `The migration ${name} needs a lock that is held by ${heldBy}. It has changed nothing. End that session, or try again later.`,
      );
    }
    await delay(pauseMs);
  }
}

// A lock timeout, and a deadlock with the transactions of a node.
const retriedStates = ["55P03", "40P01"];

/** Undefined when it is applied, otherwise who holds the lock that it needs. */
async function tryApply(run: Run, change: Change): Promise<string | undefined> {
  const { client, lockTimeoutMs = lockTimeoutMsDefault } = run;
  const watch = new HolderWatch(run, lockTimeoutMs / 4);
  try {
    await client.query("begin");
    await prepareTransaction(client, lockTimeoutMs);
    await change.apply();
    await client.query("commit");
    return undefined;
  } catch (cause) {
    await client.query("rollback").catch(() => {}); // The connection may be lost, which is the cause.
    if (!retriedStates.includes(errorCodeOf(cause))) {
      throw new Error(`The migration ${change.name} failed.`, { cause });
    }
    return watch.heldBy;
  } finally {
    await watch.end();
  }
}

async function prepareTransaction(client: pg.Client, lockTimeoutMs: number): Promise<void> {
  // For a distributed schema, and without effect on others: the limits count on every server, and one connection to
  // each changes shards one after the other, which foreign keys to a table that is on every server require.
  await client.query("set local citus.propagate_set_commands = 'local'");
  await client.query("set local citus.multi_shard_modify_mode = 'sequential'");
  await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
  // A limit that the role has for requests does not apply.
  await client.query("set local statement_timeout = 0");
}

/** Looks from another session who is in the way of the first, while it waits: afterwards that cannot be known. */
class HolderWatch {
  heldBy = "another session";
  readonly #timer: NodeJS.Timeout;
  #session: pg.Client | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(run: Run, everyMs: number) {
    this.#timer = setInterval(() => {
      // A help for the operator: without it the migration works as well.
      this.#looking = this.#looking.then(() => this.#look(run)).catch(() => {});
    }, everyMs);
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    await this.#session?.end();
  }

  async #look({ connectionString, pid }: Run): Promise<void> {
    this.#session ??= await connectClient(connectionString, { application_name: "weft-migrate" });
    const { rows } = await this.#session.query<{ holder: string }>(
      "select format('process %s (%s, %s)', pid, usename, application_name) as holder from pg_stat_activity where pid = any(pg_blocking_pids($1)) order by pid limit 5",
      [pid],
    );
    this.heldBy = rows.map(({ holder }) => holder).join(", ") || this.heldBy;
  }
}
