import { execFile, spawnSync } from "node:child_process";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitUntil } from "../server/src/testing/wait-until.ts";
import { type NodeProcess, startNode, weft } from "./testing/node-process.ts";
import { OwnFolder, postmasterPid, readCredentials, whoami } from "./testing/own-database.ts";

/** Empty before the first test; the others reuse it, because a new database takes seconds each time. */
let folder: OwnFolder;
let running: NodeProcess | undefined;

beforeAll(async () => {
  folder = await OwnFolder.make();
});

afterAll(() => folder.remove());

/** The service in the folder, which the previous test may have left running. */
async function startedNode(): Promise<NodeProcess> {
  running ??= await folder.start();
  return running;
}

async function endNode(): Promise<number | string | undefined> {
  const code = await running?.end("SIGTERM");
  running = undefined;
  return code;
}

test("the first start names the file with working credentials, later starts only print the URL", async () => {
  const first = await folder.start();
  running = first;
  const credentials = await readCredentials(folder.path);

  // The output is a pipe. Terminals: server/src/serve.test.ts.
  expect(first.output()).toContain(join(folder.path, "first-credentials.json"));
  expect(first.output()).not.toContain(credentials.apiKey);
  expect(first.output()).not.toContain(credentials.password);
  expect(credentials.baseUrl).toBe(`${first.address}/api`);
  expect((await stat(join(folder.path, "first-credentials.json"))).mode & 0o777).toBe(0o600);
  expect(await whoami(folder.path, first)).toBe(200);

  expect(await endNode()).toBe(0);
  const second = await startedNode();

  expect(second.output()).not.toContain(credentials.apiKey);
  expect(second.output()).not.toContain("first-credentials.json");
  expect(await whoami(folder.path, second)).toBe(200);
});

test("all configuration errors are reported, and the service does not start", async () => {
  const invalid = startNode({
    env: { DATA_DIR: folder.path, PORT: "many", LOG_LEVEL: "loud", DATABASE_URL: "mysql://x" },
  });

  await expect(invalid).rejects.toThrow(/DATABASE_URL[\s\S]*LOG_LEVEL|PORT[\s\S]*LOG_LEVEL/);
});

test("the operator's commands work with and without a running service", async () => {
  // Not execFileSync: while it blocks, the test does not notice that the service closed an idle connection, and the
  // next fetch uses it.
  const admin = async (...args: string[]) => {
    const env = { PATH: "/usr/bin:/bin", DATA_DIR: folder.path };
    const { stdout } = await promisify(execFile)(process.execPath, [weft, "admin", ...args], { env });
    return stdout;
  };
  const node = await startedNode();

  await admin("orgs", "create", "fall26", "--name", "Fall 2026");
  const created = await admin("keys", "create", "--org", "fall26", "--app", "planning", "--preset", "admin");
  const [apiKey = ""] = /app:weft_\w+/.exec(created) ?? [];
  const headers = { "x-api-key": apiKey, "x-api-org": "fall26" };
  const answer = await fetch(`${node.address}/api/whoami`, { headers });

  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    org: { slug: "fall26", name: "Fall 2026" },
    actor: { name: "planning" },
  });

  const id = /key (\S{16})/.exec(created)?.[1] ?? "";
  await admin("keys", "revoke", id, "--org", "fall26");
  await waitUntil(
    "the revoked key is rejected",
    async () => (await fetch(`${node.address}/api/whoami`, { headers })).status === 401,
  );

  await endNode();
  await admin("users", "create", "ada@example.com", "--org", "fall26", "--role", "editor");
  const reset = await admin("users", "reset-password", "ADA@example.com", "--org", "fall26");
  const [, password = ""] = /password {2}(\S+)/.exec(reset) ?? [];
  const again = await startedNode();
  const login = await fetch(`${again.address}/api/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "ada@example.com", password, orgSlug: "fall26" }),
  });

  expect(login.status).toBe(200);
});

test("SIGTERM stops the service and its PostgreSQL", async () => {
  const node = await startedNode();
  const postgres = await postmasterPid(folder.path);

  expect(await endNode()).toBe(0);

  expect(() => process.kill(node.pid, 0)).toThrow();
  expect(() => process.kill(postgres, 0)).toThrow();
});

test("a command that fails reports why in one line and exits with 1", () => {
  const tried = spawnSync(process.execPath, [weft, "admin", "keys", "create", "--org", "nowhere", "--app", "x"], {
    encoding: "utf8",
    env: { PATH: "/usr/bin:/bin", DATA_DIR: folder.path },
  });

  expect(tried.status).toBe(1);
  expect(tried.stderr.trim().split("\n")).toHaveLength(1);
  expect(tried.stderr).toContain("nowhere");
});
