import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { type NodeProcess, startNode } from "../testing/node-process.ts";
import { postmasterPid, whoami } from "../testing/own-database.ts";

let dataFolder: string;
let nodes: NodeProcess[];

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "weft-acceptance-"));
  nodes = [];
});

afterEach(async () => {
  await Promise.all(nodes.map((node) => node.end("SIGTERM")));
  await rm(dataFolder, { recursive: true, force: true });
});

async function start(): Promise<NodeProcess> {
  const node = await startNode({ env: { DATA_DIR: dataFolder } });
  nodes.push(node);
  return node;
}

test("a service that was killed leaves no PostgreSQL behind and starts again with its data", async () => {
  const node = await start();
  const postgres = await postmasterPid(dataFolder);

  expect(await node.end("SIGKILL")).toBe("SIGKILL");
  const again = await start();

  expect(await whoami(dataFolder, again)).toBe(200);
  expect(await postmasterPid(dataFolder)).not.toBe(postgres);
});

test("a PostgreSQL that was killed is started again under the running service", async () => {
  const node = await start();
  const ready = async () => (await fetch(`${node.address}/health/ready`)).status;

  process.kill(await postmasterPid(dataFolder), "SIGKILL");

  await waitUntil("the death is noticed", async () => (await ready()) === 503);
  await waitUntil("the service is ready again", async () => (await ready()) === 200);
  expect(await whoami(dataFolder, node)).toBe(200);
});

test("a service that is stopped while its PostgreSQL is being started again stops as quickly", async () => {
  const node = await start();

  process.kill(await postmasterPid(dataFolder), "SIGKILL");

  expect(await node.end("SIGTERM")).toBe(0);
});

test("a second start on the same folder is refused and does no harm", async () => {
  const node = await start();

  await expect(start()).rejects.toThrow("is in use by another running Weft");

  expect(await whoami(dataFolder, node)).toBe(200);
});
