import { mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { PostgresDatabase } from "../../server/src/platform/database/database.ts";
import { startEmbeddedPostgres } from "../../server/src/platform/database/embedded/start-embedded-postgres.ts";
import { sql } from "../../server/src/platform/database/sql.ts";
import { beginTorture } from "../../server/src/testing/torture.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { debianBinaries } from "../testing/debian-postgres.ts";
import { digestTables } from "../testing/digest-tables.ts";
import { pollUntilStopped, requireAll, type Target, writeUntilStopped } from "../testing/item-writers.ts";
import { type NodeProcess, startNode } from "../testing/node-process.ts";
import { readCredentials } from "../testing/own-database.ts";
import { runWeft, startWeft, type WeftRun } from "../testing/run-weft.ts";

// Each run creates, fills and compares a whole database.
vi.setConfig({ testTimeout: 300_000 });

const torture = beginTorture("upgrade of PostgreSQL");
const killsWanted = torture.times(2);

let folder: string;
let dataFolder: string;
let older: string;
let node: NodeProcess;
let target: Target;

beforeAll(async () => {
  older = await debianBinaries();
  folder = await mkdtemp(join(tmpdir(), "weft-upgrade-"));
  dataFolder = join(folder, "data");
  await start({ WEFT_POSTGRES_BIN: older });
  const { apiKey, orgSlug } = await readCredentials(dataFolder);
  target = { address: () => node.address, headers: { "x-api-key": apiKey, "x-api-org": orgSlug } };
});

afterAll(async () => {
  await node.end("SIGTERM");
  await rm(folder, { recursive: true, force: true });
});

async function start(env: Readonly<Record<string, string>> = {}): Promise<void> {
  node = await startNode({ env: { DATA_DIR: dataFolder, WEFT_RATE_LIMIT: "off", LOG_LEVEL: "info", ...env } });
}

function call(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${node.address}/api${path}`, { ...init, headers: { ...target.headers, ...init.headers } });
}

function admin(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<WeftRun> {
  return runWeft(["admin", ...args], { env: { DATA_DIR: dataFolder, ...env }, timeoutMs: 90_000 });
}

const upgrade = ["upgrade-postgres"];

/** Runs the work on the stopped database. */
async function inspect<Result>(programs: string, work: (connectionString: string) => Promise<Result>): Promise<Result> {
  const postgres = await startEmbeddedPostgres({ folder: dataFolder, programs });
  try {
    return await work(postgres.connectionString("postgres"));
  } finally {
    await postgres.stop();
  }
}

/** The version of the server, and collations whose version differs from the one that its indexes were made with. */
async function readCollations(connectionString: string) {
  const db = new PostgresDatabase({ connectionString, connectionsMax: 1, applicationName: "weft-test" });
  try {
    const [found] = await db.query<{ major: number; outdated: number; others: number }>(sql`
      select current_setting('server_version_num')::integer / 10000 as major,
        (select count(*)::integer from pg_database where datname = current_database()
          and datcollversion is distinct from pg_database_collation_actual_version(oid)) as outdated,
        (select count(*)::integer from pg_attribute join pg_class c on c.oid = attrelid
          join pg_collation o on o.oid = attcollation
          where relnamespace = 'public'::regnamespace and collname not in ('C', 'default')) as others`);
    return found;
  } finally {
    await db.close();
  }
}

/** Starts an upgrade, and kills it when it has printed one of its lines, or soon after the last one. */
async function killUpgrade(): Promise<string> {
  const line = torture.pick([
    "Copying the",
    "copied +orgs",
    "copied +changes",
    "identical +ent",
    "identical +webhooks",
  ]);
  const running = startWeft(["admin", ...upgrade], { env: { DATA_DIR: dataFolder }, timeoutMs: 90_000 });
  await waitUntil("it prints the line", () => new RegExp(line).test(running.stdout()), 90_000);
  process.kill(running.pid, "SIGKILL");
  await running.ended.catch(() => undefined);
  return line;
}

test("a database of an older PostgreSQL is upgraded by one command, through kills, and keeps everything", async () => {
  const uploaded = await call("/files?fileName=sketch.bin", { method: "POST", body: Buffer.from("a sketch") });
  const file: { id: string } = JSON.parse(await uploaded.text());
  const writing = writeUntilStopped(target);
  const polling = pollUntilStopped(target);
  await waitUntil("there are items", () => writing.acknowledged.size > 60);

  const whileRunning = await admin(upgrade);
  await writing.stop();
  expect(whileRunning).toMatchObject({ code: 1, stderr: expect.stringMatching(/in use by a service .*Stop it/) });
  await node.end("SIGTERM");
  const refused = startNode({ env: { DATA_DIR: dataFolder, WEFT_POSTGRES_BIN: "bundled" } });
  await expect(refused).rejects.toThrow(/of PostgreSQL \d+, and .* To upgrade it: weft admin upgrade-postgres/);
  const wrong = await admin([...upgrade, "--from", "/usr/bin"]);
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringMatching(/^--from: \/usr\/bin has no/) });

  const places: string[] = [];
  for (let kills = 0; kills < killsWanted; kills += 1) places.push(await killUpgrade());
  // Without the setting: the only installed one that can open the database.
  await start();
  expect(node.output()).toMatch(/runs: the one of .*, because the database is of PostgreSQL/);
  expect(await readdir(dataFolder)).not.toContain("postgres-upgrade");
  await requireAll(target, writing.acknowledged);
  await node.end("SIGTERM");

  const before = await inspect("", digestTables);
  const upgraded = await admin(upgrade);
  expect(upgraded, upgraded.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining("all identical") });
  const again = await admin(upgrade);
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("There is nothing to do") });
  const after = await inspect("", digestTables);
  expect(withoutPartitions(after)).toEqual(withoutPartitions(before));
  expect(await inspect("", readCollations)).toEqual({ major: 18, outdated: 0, others: 0 });

  await start();
  await call("/items", { method: "POST", body: '{"name":"last"}', headers: { "content-type": "application/json" } });
  await requireAll(target, writing.acknowledged);
  await polling.stop();
  expect([...polling.seen.values()].every((times) => times === 1)).toBe(true);
  for (const [item, version] of writing.acknowledged) expect(polling.seen.has(`${item} ${version}`)).toBe(true);
  expect(await (await call(`/files/${file.id}/content`)).text()).toBe("a sketch");
  await node.end("SIGTERM");
  torture.verdict(`${places.length} kills (${places.join(", ")}), ${Object.keys(before).length} tables identical`);
});

/** Both have the same partitions of the history, and the new one those of the months that it was created for. */
function withoutPartitions(digests: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(digests).filter(([name]) => !/^changes_\d/.test(name)));
}

test("the former database is kept, can be used again, and its backups are restored with its PostgreSQL", async () => {
  const former = (await readdir(dataFolder)).find((name) => /^postgres-\d+$/.test(name)) ?? expect.fail("none is kept");
  const major = former.slice("postgres-".length);
  await rename(join(dataFolder, "postgres"), join(folder, "newer"));
  await rename(join(dataFolder, former), join(dataFolder, "postgres"));
  await start();
  expect((await call("/items?limit=1")).status).toBe(200);
  await node.end("SIGTERM");

  const file = join(folder, "backup.tar.gz");
  expect(await admin(["backup", file])).toMatchObject({ code: 0 });
  const restored = { DATA_DIR: join(folder, "restored") };
  const refused = await admin(["restore", file], { ...restored, WEFT_POSTGRES_BIN: "bundled" });
  expect(refused.stderr).toMatch(
    new RegExp(`with PostgreSQL ${major}, and can be restored only with it\\. .*remove WEFT_POSTGRES_BIN or name the`),
  );
  const found = await admin(["restore", file], restored);
  expect(found, found.stderr).toMatchObject({ code: 0 });
});
