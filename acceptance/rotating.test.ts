import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../server/src/testing/test-database.ts";
import { type NodeProcess, nodeEnvironment, startNode, weft } from "./testing/node-process.ts";
import { readCredentials } from "./testing/own-database.ts";

/** The steps of docs/operating.md, Rotate the secret, for a single node with its secret in a file. */
let database: TestDatabase;
let folder: string;
let env: Record<string, string>;
let node: NodeProcess | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "weft-rotating-"));
  const { WEFT_SECRET: _, ...common } = nodeEnvironment(database, folder);
  env = { ...common, WEFT_SECRET_FILE: join(folder, "secrets.txt"), WEFT_OUTBOUND_ALLOW: "127.0.0.1/32" };
});

afterAll(async () => {
  await node?.end("SIGTERM");
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Restarts the node with these secrets, the current one first. */
async function restart(...secrets: readonly string[]): Promise<NodeProcess> {
  await node?.end("SIGTERM");
  node = undefined;
  await writeFile(join(folder, "secrets.txt"), secrets.map((secret) => `${secret}\n`).join(""));
  node = await startNode({ env });
  return node;
}

async function operate(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [weft, "admin", "secrets", ...args], {
    env: { PATH: "/usr/bin:/bin", ...env },
  });
  return stdout;
}

async function post({ address }: NodeProcess, path: string, body: object) {
  const { apiKey, orgSlug } = await readCredentials(folder);
  const headers = { "x-api-key": apiKey, "x-api-org": orgSlug, "content-type": "application/json" };
  const answer = await fetch(`${address}/api${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return JSON.parse(await answer.text());
}

test("the secret is replaced step by step, and a node with another one does not start", async () => {
  const [old, next] = [randomBytes(48).toString("base64"), randomBytes(48).toString("base64")];
  const webhook = { url: "http://127.0.0.1:9/", events: ["item|create"], auth: { type: "hmac" } };
  const { id } = await post(await restart(old), "/webhooks", webhook);

  await expect(restart(next)).rejects.toThrow(/not the secret of this database.*weft admin secrets rotate/);
  await restart(next, old);
  const before = await operate("status");
  const rotated = await operate("rotate");
  const after = await operate("status");
  const sent = await post(await restart(next), `/webhooks/${id}/test`, {});

  expect(before).toContain("webhooks: 0 current, 1 former, 0 unreadable");
  expect(rotated).toMatch(/finished .*: 1 stored secret encrypted again\.\nYou can now remove the former secrets/);
  expect(after).toContain("webhooks: 1 current, 0 former, 0 unreadable");
  expect(sent).toMatchObject({ isDelivered: false, failure: expect.not.stringContaining("cannot be decrypted") });
  expect([old, next].filter((secret) => `${before}${rotated}${after}`.includes(secret))).toEqual([]);
}, 120_000);
