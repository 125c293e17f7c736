import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { type NodeProcess, startNode } from "../testing/node-process.ts";
import { postmasterPid, readCredentials } from "../testing/own-database.ts";

let folder: string;
let dataFolder: string;
let node: NodeProcess;
let headers: Record<string, string>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-kills-"));
  dataFolder = join(folder, "data");
  node = await start();
  const { apiKey, orgSlug } = await readCredentials(dataFolder);
  headers = { "x-api-key": apiKey, "x-api-org": orgSlug, "content-type": "application/json" };
});

afterEach(async () => {
  await node.end("SIGTERM");
  await rm(folder, { recursive: true, force: true });
});

function start(): Promise<NodeProcess> {
  return startNode({ env: { DATA_DIR: dataFolder, WEFT_RATE_LIMIT: "off" } });
}

/** Creates and changes items until told to stop, and keeps what was acknowledged: the id with its last version. */
function writeUntilStopped() {
  const acknowledged = new Map<string, number>();
  let isStopped = false;
  const send = async (
    method: string,
    path: string,
    body: object,
  ): Promise<{ id: string; version: number } | undefined> => {
    try {
      const answer = await fetch(`${node.address}/api${path}`, { method, headers, body: JSON.stringify(body) });
      return answer.status < 300 ? JSON.parse(await answer.text()) : undefined;
    } catch {
      // The connection broke with the node: nobody has acknowledged anything.
      return undefined;
    }
  };
  const write = async (writer: number) => {
    for (let round = 0; !isStopped; round++) {
      const created = await send("POST", "/items", { name: `of ${writer}`, federatedId: `${writer}-${round}` });
      if (created === undefined) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        continue;
      }
      acknowledged.set(created.id, created.version);
      const changed = await send("PUT", `/items/${created.id}`, { round });
      acknowledged.set(created.id, changed?.version ?? created.version);
    }
  };
  const writers = Array.from({ length: 8 }, (_, writer) => write(writer));
  return {
    acknowledged,
    async stop() {
      isStopped = true;
      await Promise.all(writers);
    },
  };
}

/** Every acknowledged write is there, and the history tells of each version of it. */
async function requireAll(acknowledged: ReadonlyMap<string, number>): Promise<void> {
  const versions = new Map<string, number[]>();
  for (let cursor: string | undefined = "beginning"; cursor !== undefined; ) {
    const answer: Response = await fetch(`${node.address}/api/change-history?after=${cursor}&limit=1000`, { headers });
    const page: { results: { entityId: string; entityVersion: number }[]; coveredUntil: string } = JSON.parse(
      await answer.text(),
    );
    for (const { entityId, entityVersion } of page.results) {
      versions.set(entityId, [...(versions.get(entityId) ?? []), entityVersion]);
    }
    cursor = page.results.length === 0 ? undefined : page.coveredUntil;
  }
  for (const [id, version] of acknowledged) {
    const answer = await fetch(`${node.address}/api/items/${id}`, { headers });
    const entity: { version: number } = JSON.parse(await answer.text());
    expect(answer.status).toBe(200);
    expect(entity.version).toBeGreaterThanOrEqual(version);
    expect(versions.get(id)).toEqual(Array.from({ length: entity.version }, (_, index) => index + 1));
  }
}

test("a node that is killed while it writes has lost nothing that it has acknowledged", async () => {
  const writing = writeUntilStopped();
  for (const count of [30, 70]) {
    await waitUntil(`${count} items are there`, async () => writing.acknowledged.size >= count);

    expect(await node.end("SIGKILL")).toBe("SIGKILL");
    node = await start();
  }
  await waitUntil("writing goes on", async () => writing.acknowledged.size >= 90);
  await writing.stop();

  await requireAll(writing.acknowledged);
}, 120_000);

test("a PostgreSQL that is killed while it writes has lost nothing that was acknowledged", async () => {
  const writing = writeUntilStopped();
  for (const count of [30, 70]) {
    await waitUntil(`${count} items are there`, async () => writing.acknowledged.size >= count);

    process.kill(await postmasterPid(dataFolder), "SIGKILL");
  }
  await waitUntil("writing goes on", async () => writing.acknowledged.size >= 90);
  await writing.stop();

  await requireAll(writing.acknowledged);
}, 120_000);
