import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPostmaster, socketAddress } from "../../server/src/platform/database/embedded/data-folder.ts";
import { beginTorture } from "../../server/src/testing/torture.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { type DebianPostgres, password, startDebianPostgres } from "../testing/debian-postgres.ts";
import { digestTables } from "../testing/digest-tables.ts";
import { pollUntilStopped, requireAll, type Target, writeUntilStopped } from "../testing/item-writers.ts";
import { type NodeProcess, startNode } from "../testing/node-process.ts";
import { readCredentials } from "../testing/own-database.ts";
import { runWeft, startWeft } from "../testing/run-weft.ts";

const torture = beginTorture("move");
const killsWanted = torture.times(3);

let postgres: DebianPostgres;
let folder: string;
let dataFolder: string;
let node: NodeProcess;
let target: Target;
let env: Record<string, string>;

beforeAll(async () => {
  postgres = await startDebianPostgres();
  await postgres.run("postgres", `create role weft login password '${password}'`);
  await postgres.run("postgres", "create database weft owner weft encoding 'UTF8' template template0");
  folder = await mkdtemp(join(tmpdir(), "weft-move-"));
  dataFolder = join(folder, "data");
  await writeFile(join(folder, "url"), `${postgres.url("weft", "weft")}\n`, { mode: 0o600 });
  env = { DATA_DIR: dataFolder, DATABASE_MOVE_URL_FILE: join(folder, "url") };
  node = await startNode({ env: { DATA_DIR: dataFolder, WEFT_RATE_LIMIT: "off" } });
  const { apiKey, orgSlug } = await readCredentials(dataFolder);
  target = { address: () => node.address, headers: { "x-api-key": apiKey, "x-api-org": orgSlug } };
});

afterAll(async () => {
  await node.end("SIGTERM");
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

function call(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${node.address}/api${path}`, { ...init, headers: { ...target.headers, ...init.headers } });
}

const json = (body: object) => ({
  method: "POST",
  body: JSON.stringify(body),
  headers: { "content-type": "application/json" },
});

async function embeddedUrl(): Promise<string> {
  const postmaster = await readPostmaster(join(dataFolder, "postgres"));
  return socketAddress(postmaster?.socketFolder ?? expect.fail("no postmaster"), "postgres");
}

/** Starts a move, and kills it when it has printed one of its lines. */
async function killMove(): Promise<string> {
  const line = torture.pick([
    "Writes are refused",
    "copied +orgs",
    "copied +changes",
    "copied +webhooks",
    "identical +ent",
  ]);
  const moving = startWeft(["admin", "move"], { env });
  await moving.printed(new RegExp(line));
  process.kill(moving.pid, "SIGKILL");
  await moving.ended.catch(() => undefined);
  return line;
}

/** Reads an item until it is stopped. Returns the responses other than 200. */
function readUntilStopped(id: string) {
  const state = { reads: 0, isStopped: false, failures: [] as string[] };
  const reading = (async () => {
    while (!state.isStopped) {
      const response = await call(`/items/${id}`);
      state.reads += 1;
      if (response.status !== 200) state.failures.push(`${response.status} ${await response.text()}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  return {
    async stop() {
      state.isStopped = true;
      await reading;
      return state;
    },
  };
}

test("a service moves out of its embedded database while clients read, through kills of the command", async () => {
  const uploaded = await call("/files?fileName=sketch.bin", { method: "POST", body: Buffer.from("a sketch") });
  const file: { id: string } = JSON.parse(await uploaded.text());
  const writing = writeUntilStopped(target);
  const polling = pollUntilStopped(target);
  await waitUntil("there are items", () => writing.acknowledged.size > 60);
  const [id = ""] = writing.acknowledged.keys();

  const places = [await killMove()];
  await waitUntil("writes are refused", () => writing.refusals.some((refusal) => refusal.includes("is being moved")));
  await writing.stop();
  const reading = readUntilStopped(id);
  for (let kills = 1; kills < killsWanted; kills++) places.push(await killMove());
  const moved = await runWeft(["admin", "move"], { env, timeoutMs: 60_000 });
  const { reads, failures } = await reading.stop();
  const last = await call("/items", json({ name: "refused" }));

  expect(moved, moved.stderr).toMatchObject({ code: 0 });
  expect(`${moved.stdout}${moved.stderr}`).not.toContain(encodeURIComponent(password));
  expect(failures).toEqual([]);
  const [source, copy] = [await digestTables(await embeddedUrl()), await digestTables(postgres.url("weft"))];
  expect(copy).toMatchObject(withoutPartitions(source));
  expect(Object.keys(withoutPartitions(copy))).toEqual(expect.arrayContaining(Object.keys(withoutPartitions(source))));
  const refused = writing.refusals.map((refusal) => /^\d+/.exec(refusal)?.[0]);
  expect(new Set(refused.filter((status) => status !== "503" && status !== "504"))).toEqual(new Set());
  expect([last.status, await last.text()]).toEqual([503, expect.stringContaining("The service has moved to another")]);

  await node.end("SIGTERM");
  const url = postgres.url("weft", "weft");
  const secret = join(dataFolder, "secret");
  expect(moved.stdout).toContain(`WEFT_SECRET_FILE=${secret}`);
  node = await startNode({
    env: { DATA_DIR: dataFolder, DATABASE_URL: url, WEFT_SECRET_FILE: secret, WEFT_RATE_LIMIT: "off" },
  });
  await call("/items", json({ name: "last" }));
  await requireAll(target, writing.acknowledged);
  await polling.stop();
  expect([...polling.seen.values()].every((times) => times === 1)).toBe(true);
  for (const [item, version] of writing.acknowledged) expect(polling.seen.has(`${item} ${version}`)).toBe(true);
  expect(await (await call(`/files/${file.id}/content`)).text()).toBe("a sketch");
  torture.verdict(
    `${places.length} kills (${places.join(", ")}), ${Object.keys(source).length} tables identical, ` +
      `${reads} reads and ${failures.length} failed, ${writing.acknowledged.size} items, each change received once`,
  );
});

/** Both have the same partitions of the history, and the target those of the months that it was created for. */
function withoutPartitions(digests: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(digests).filter(([name]) => !/^changes_\d/.test(name)));
}
