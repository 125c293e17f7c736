import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";

interface Migration {
  readonly number: number;
  readonly fileName: string;
}

export const oldestServerVersion = 150_000;
// Any number, as long as every node uses the same.
const migrationLock = 7_461_001;

/** Brings the schema up to date. Several nodes may start at once: one migrates, the others wait and find it done. */
export async function migrate(connectionString: string, folder: string): Promise<void> {
  const migrations = await listMigrations(folder);
  const client = new pg.Client({ connectionString, application_name: "weft-migrate" });
  client.on("error", () => {}); // The query in progress reports it.
  await client.connect();
  try {
    await refuseOldServer(client);
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await client.query(
      "create table if not exists schema_migrations (number integer primary key, name text not null, applied_on timestamptz(3) not null default now())",
    );
    const applied = await appliedNumbers(client);
    refuseNewerSchema(applied, migrations);
    for (const migration of migrations.filter(({ number }) => !applied.has(number))) {
      await apply(client, migration, await readFile(join(folder, migration.fileName), "utf8"));
    }
  } finally {
    await client.end(); // Also releases the lock.
  }
}

/** The migration files in order: 0001_orgs_and_users.sql is number 1. */
export async function listMigrations(folder: string): Promise<Migration[]> {
  const fileNames = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return fileNames.map((fileName) => ({ number: Number.parseInt(fileName, 10), fileName }));
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string; server_version: string }>(
    "select current_setting('server_version_num') as server_version_num, current_setting('server_version') as server_version",
  );
  const [found] = rows;
  if (found !== undefined && Number(found.server_version_num) < oldestServerVersion) {
    throw new Error(`PostgreSQL ${found.server_version} is too old: version 15 or newer is required.`);
  }
}

async function appliedNumbers(client: pg.Client): Promise<Set<number>> {
  const { rows } = await client.query<{ number: number }>("select number from schema_migrations");
  return new Set(rows.map(({ number }) => number));
}

function refuseNewerSchema(applied: ReadonlySet<number>, migrations: readonly Migration[]): void {
  const newestKnown = migrations.at(-1)?.number ?? 0;
  const newestApplied = Math.max(0, ...applied);
  if (newestApplied > newestKnown) {
    throw new Error(
      `The schema version of the database is ${newestApplied}, but this server supports ${newestKnown}. Start a newer server.`,
    );
  }
}

async function apply(client: pg.Client, migration: Migration, text: string): Promise<void> {
  try {
    await client.query("begin");
    await client.query(text);
    await client.query("insert into schema_migrations (number, name) values ($1, $2)", [
      migration.number,
      migration.fileName,
    ]);
    await client.query("commit");
  } catch (cause) {
    throw new Error(`The migration ${migration.fileName} failed.`, { cause });
  }
}
