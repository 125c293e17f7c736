import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { beginTorture } from "../../server/src/testing/torture.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { type NodeProcess, startNode } from "../testing/node-process.ts";
import { readCredentials } from "../testing/own-database.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const torture = beginTorture("kept changes");
const kills = torture.times(8);

let folder: string;
let port: number;
let node: NodeProcess;
let credentials: { readonly apiKey: string; readonly orgSlug: string };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-kept-"));
  // As in a user's own project: packages are resolved from where the program runs.
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  port = await freePort();
  node = await start();
  credentials = await readCredentials(join(folder, "data"));
});

afterEach(async () => {
  await node.end("SIGTERM");
  await rm(folder, { recursive: true, force: true });
});

function start(): Promise<NodeProcess> {
  return startNode({ env: { DATA_DIR: join(folder, "data"), PORT: String(port), WEFT_RATE_LIMIT: "off" } });
}

/** The service restarts at the same address, so the port must be fixed. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** The example of the guide, as a user would run it. */
function follow(): ChildProcess {
  const { apiKey, orgSlug } = credentials;
  return spawn(process.execPath, ["--import", "tsx", join(root, "docs/examples/keep-changes.ts")], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      PATH: process.env["PATH"] ?? "",
      WEFT_API_KEY: apiKey,
      WEFT_ORG: orgSlug,
      WEFT_BASE_URL: `http://127.0.0.1:${port}/api`,
    },
  });
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, "close");
  child.kill("SIGKILL");
  await ended;
}

const headers = () => ({
  "x-api-key": credentials.apiKey,
  "x-api-org": credentials.orgSlug,
  "content-type": "application/json",
});

/** Creates items until stopped, also while the service is down. */
function writeUntilStopped() {
  let isStopped = false;
  const write = async () => {
    while (!isStopped) {
      const body = JSON.stringify({ name: "Parka" });
      const url = `http://127.0.0.1:${port}/api/items`;
      await fetch(url, { method: "POST", headers: headers(), body }).then(
        (answer) => answer.arrayBuffer(),
        () => new Promise((resolve) => setTimeout(resolve, 20)),
      );
    }
  };
  const writers = [write(), write()];
  return async () => {
    isStopped = true;
    await Promise.all(writers);
  };
}

/** The change log of the service, in its order. */
async function readLog(): Promise<string[]> {
  const url = `http://127.0.0.1:${port}/api/change-history/export?entityType=item`;
  const answer = await fetch(url, { headers: headers() });
  return idsOf(await answer.text());
}

async function readKept(): Promise<string[]> {
  return idsOf(await readFile(join(folder, "changes.ndjson"), "utf8").catch(() => ""));
}

/** Ignores an incomplete last line. */
function idsOf(lines: string): string[] {
  const whole = lines.slice(0, lines.lastIndexOf("\n") + 1);
  return whole
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line).id);
}

test("the example that follows changes neither loses nor repeats any, whatever is killed", {
  timeout: 1_200_000,
}, async () => {
  const stopWriting = writeUntilStopped();
  let follower = follow();

  for (let round = 0; round < kills; round++) {
    const before = (await readKept()).length;
    await waitUntil("more is kept", async () => (await readKept()).length > before + 20, 60_000);
    if (torture.random() < 0.5) {
      await kill(follower);
      follower = follow();
    } else {
      await node.end("SIGKILL");
      node = await start();
    }
  }
  await stopWriting();

  const log = await readLog();
  await waitUntil("all is kept", async () => (await readKept()).length >= log.length, 60_000);
  await kill(follower);
  expect(await readKept()).toEqual(log);
  torture.verdict(`${kills} kills of the follower and the service; ${log.length} changes kept once each, in order`);
});
