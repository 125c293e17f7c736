import { execFile } from "node:child_process";
import { appendFile, chown, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PostgresDatabase } from "../../server/src/platform/database/database.ts";
import { choosePostgresAccount } from "../../server/src/platform/database/embedded/postgres-account.ts";
import { sql } from "../../server/src/platform/database/sql.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { type DebianPostgres, debianBinaries, password, startDebianPostgres } from "../testing/debian-postgres.ts";
import { LoadClient } from "../testing/load-client.ts";
import { type NodeProcess, startNode } from "../testing/node-process.ts";
import { readCredentials } from "../testing/own-database.ts";

const account = choosePostgresAccount();

let folder: string;
let archive: string;
let postgres: DebianPostgres;
let node: NodeProcess;
let client: LoadClient;
let headers: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join("/tmp", "weft-recovery-"));
  archive = join(folder, "archive");
  await mkdir(archive);
  await chown(folder, account.uid, account.gid);
  await chown(archive, account.uid, account.gid);
  const settings = [
    "wal_level=replica",
    "archive_mode=on",
    `archive_command=test ! -f ${archive}/%f && cp %p ${archive}/%f`,
  ];
  postgres = await startDebianPostgres({ settings });
  await postgres.run("postgres", "create database weft encoding 'UTF8' template template0");
  node = await startNode({ env: envOf(postgres) });
  const { apiKey, orgSlug } = await readCredentials(join(folder, "data"));
  headers = { "x-api-key": apiKey, "x-api-org": orgSlug };
  client = new LoadClient({ address: () => node.address, headers });
});

afterAll(async () => {
  await node.end("SIGTERM");
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

function envOf({ url }: DebianPostgres): Record<string, string> {
  return {
    DATA_DIR: join(folder, "data"),
    DATABASE_URL: url("weft"),
    WEFT_SECRET: "the same secret before and after the recovery",
    WEFT_RATE_LIMIT: "off",
  };
}

const create = (name: string) => client.call("POST", "/items", { name });
const position = async (): Promise<string> => (await client.call("GET", "/change-history?after=now")).coveredUntil;

async function poll(cursor: string): Promise<readonly [number, readonly unknown[]]> {
  const response = await fetch(`${node.address}/api/change-history?after=${cursor}`, { headers });
  const { results = [] } = JSON.parse(await response.text());
  return [
    response.status,
    results.map((change: { propertyDiffs: { name: { newValue: string } } }) => change.propertyDiffs.name.newValue),
  ];
}

async function query<Row extends object>(statement: ReturnType<typeof sql>): Promise<Row | undefined> {
  const db = new PostgresDatabase({
    connectionString: postgres.url("weft"),
    connectionsMax: 1,
    applicationName: "test",
    // A server that is still recovering is a standby.
    acceptsStandby: true,
  });
  try {
    return (await db.query<Row>(statement))[0];
  } finally {
    await db.close();
  }
}

async function copyBase(): Promise<void> {
  const words = [
    "-d",
    `host=127.0.0.1 port=${postgres.port} user=postgres`,
    "-D",
    join(folder, "base"),
    "--checkpoint=fast",
  ];
  const env = { PATH: "/usr/bin:/bin", LC_ALL: "C.UTF-8", PGPASSWORD: password };
  await promisify(execFile)(join(await debianBinaries(), "pg_basebackup"), words, {
    ...account.spawnAs,
    cwd: folder,
    env,
  });
}

/** The server stops archiving what it has not completed. */
async function archiveAll(): Promise<void> {
  const ended = await query<{ name: string }>(sql`select pg_walfile_name(pg_switch_wal()) as name`);
  await waitUntil("the log is archived", async () => (await readdir(archive)).includes(ended?.name ?? ""), 30_000);
}

/** A server on the copy, with the archived log up to a time. */
function recover(time: string): Promise<DebianPostgres> {
  return startDebianPostgres({
    prepare: async (data) => {
      await promisify(execFile)("cp", ["-a", join(folder, "base"), data]);
      const settings = {
        restore_command: `cp ${archive}/%f %p`,
        recovery_target_time: time,
        recovery_target_action: "promote",
      };
      const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
      await appendFile(join(data, "postgresql.auto.conf"), lines.join(""));
      await writeFile(join(data, "recovery.signal"), "");
    },
  });
}

test("a service runs on a database that was recovered to a time, and pollers beyond it start over", async () => {
  await create("before the copy");
  await copyBase();
  await create("after the copy");
  const kept = await position();
  const time = await query<{ now: string }>(sql`select clock_timestamp()::text as now`);
  await create("a mistake");
  const lost = await position();
  await archiveAll();
  await node.end("SIGTERM");
  await postgres.stop();

  postgres = await recover(time?.now ?? "");
  const isPrimary = async () => (await query<{ is: boolean }>(sql`select not pg_is_in_recovery() as is`))?.is === true;
  await waitUntil("the recovery has ended", isPrimary, 30_000);
  node = await startNode({ env: envOf(postgres) });

  const items: readonly { name: string }[] = await client.all("items");
  expect(items.map(({ name }) => name).sort()).toEqual(["after the copy", "before the copy"]);
  expect(await poll(kept)).toEqual([200, []]);
  expect((await poll(lost))[0]).toBe(410);
  await create("after the recovery");
  expect(await poll(kept)).toEqual([200, ["after the recovery"]]);
  expect((await poll(lost))[0]).toBe(410);
});
