import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { beginTorture } from "../../server/src/testing/torture.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { requireAll, type Target, writeUntilStopped } from "../testing/item-writers.ts";
import { type NodeProcess, startNode } from "../testing/node-process.ts";
import { postmasterPid, readCredentials } from "../testing/own-database.ts";

let folder: string;
let dataFolder: string;
let node: NodeProcess;
let target: Target;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-kills-"));
  dataFolder = join(folder, "data");
  node = await start();
  const { apiKey, orgSlug } = await readCredentials(dataFolder);
  target = { address: () => node.address, headers: { "x-api-key": apiKey, "x-api-org": orgSlug } };
});

afterEach(async () => {
  await node.end("SIGTERM");
  await rm(folder, { recursive: true, force: true });
});

function start(): Promise<NodeProcess> {
  return startNode({ env: { DATA_DIR: dataFolder, WEFT_RATE_LIMIT: "off" } });
}

const torture = beginTorture("kills");

/** Waits for a random number of writes. */
async function write(acknowledged: ReadonlyMap<string, number>): Promise<void> {
  const wanted = acknowledged.size + 20 + Math.floor(torture.random() * 40);
  await waitUntil(`${wanted} items are there`, async () => acknowledged.size >= wanted, 60_000);
}

test("a node killed during writes loses nothing that it acknowledged", async () => {
  const writing = writeUntilStopped(target);
  for (let kill = 0; kill < torture.times(2); kill += 1) {
    await write(writing.acknowledged);

    expect(await node.end("SIGKILL")).toBe("SIGKILL");
    node = await start();
  }
  await write(writing.acknowledged);
  await writing.stop();

  await requireAll(target, writing.acknowledged);
  torture.verdict(`the node killed ${torture.times(2)} times; ${writing.acknowledged.size} items written, none lost`);
}, 1_200_000);

test("a PostgreSQL killed during writes loses nothing that was acknowledged", async () => {
  const writing = writeUntilStopped(target);
  for (let kill = 0; kill < torture.times(2); kill += 1) {
    await write(writing.acknowledged);

    process.kill(await postmasterPid(dataFolder), "SIGKILL");
  }
  await write(writing.acknowledged);
  await writing.stop();

  await requireAll(target, writing.acknowledged);
  torture.verdict(`PostgreSQL killed ${torture.times(2)} times; ${writing.acknowledged.size} items written, none lost`);
}, 1_200_000);
