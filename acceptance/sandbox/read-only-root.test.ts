import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startTestS3, type TestS3 } from "../../server/src/platform/blobs/testing/test-s3.ts";
import { createTestDatabase, type TestDatabase } from "../../server/src/testing/test-database.ts";
import { LoadClient } from "../testing/load-client.ts";
import { type NodeProcess, nodeEnvironment, startNode } from "../testing/node-process.ts";
import { readCredentials } from "../testing/own-database.ts";
import { placed, sandboxLauncher } from "../testing/sandbox.ts";

let database: TestDatabase;
let s3: TestS3;
let folder: string;
let env: Record<string, string>;
const program = join(placed.checkout, "cli/bin/weft.mjs");

beforeAll(async () => {
  database = await createTestDatabase();
  s3 = await startTestS3();
  folder = await mkdtemp(join(tmpdir(), "weft-read-only-"));
  env = { ...nodeEnvironment(database, "/srv/data"), ...s3.settings };
});

afterAll(async () => {
  await s3.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function start(args: readonly string[], dataFolder?: string): Promise<NodeProcess> {
  const writable = dataFolder === undefined ? [] : [dataFolder];
  const node = await startNode({
    env: { ...env, ...(dataFolder === undefined ? {} : { DATA_DIR: dataFolder }) },
    args,
    program,
    launcher: [...sandboxLauncher({ writable }), placed.node],
  });
  onTestFinished(async () => void (await node.end("SIGKILL")));
  return node;
}

test("a node that serves requests starts without any directory to write to", async () => {
  const node = await start(["--role", "api"]);

  expect((await fetch(`${node.address}/health/ready`)).status).toBe(200);
  expect(node.output()).toContain("No organization has been created");
  expect(await node.end("SIGTERM")).toBe(0);
});

test("a node that runs loads names DATA_DIR when it starts, not when the first load does", () => {
  const [command = "", ...words] = [...sandboxLauncher({ writable: [] }), placed.node, program, "serve"];
  const { status, stdout, stderr } = spawnSync(command, words, { env: { ...env, PORT: "0" }, encoding: "utf8" });

  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: "",
    stderr:
      "DATA_DIR (/srv/data) is not writable, and this node stores the rows of running loads there. " +
      "Set DATA_DIR to a writable directory, or start the node with --role api.\n",
  });
});

test("a node with one writable directory loads a file", async () => {
  const node = await start([], folder);
  const { apiKey, orgSlug } = await readCredentials(folder);
  const client = new LoadClient({
    address: () => node.address,
    headers: { "x-api-key": apiKey, "x-api-org": orgSlug },
  });

  const load = await client.load("federatedId,name,hex\nnavy,Navy,#000080\n", { loadType: ["COLOR"] });

  expect(load).toMatchObject({ status: "completed", issues: [] });
  expect(await node.end("SIGTERM")).toBe(0);
});
