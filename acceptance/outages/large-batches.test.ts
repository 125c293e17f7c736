import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../server/src/testing/test-database.ts";
import { type NodeProcess, nodeEnvironment, startNode } from "../testing/node-process.ts";
import { readCredentials } from "../testing/own-database.ts";
import { runWeft } from "../testing/run-weft.ts";

let database: TestDatabase;
let folder: string;
let node: NodeProcess;
let callers: Record<string, string>[];

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "weft-batches-"));
  const env = nodeEnvironment(database, folder);
  node = await startNode({ env: { ...env, NODE_OPTIONS: "--max-old-space-size=512" } });
  const { apiKey, orgSlug } = await readCredentials(folder);
  callers = [{ "x-api-key": apiKey, "x-api-org": orgSlug }];
  for (const slug of ["second", "third"]) {
    await runWeft(["admin", "orgs", "create", slug], { env });
    const made = await runWeft(["admin", "keys", "create", "--org", slug, "--app", "batches", "--preset", "admin"], {
      env,
    });
    callers.push({ "x-api-key": /api key {2}(\S+)/.exec(made.stdout)?.[1] ?? "", "x-api-org": slug });
  }
}, 120_000);

afterAll(async () => {
  await node?.end("SIGKILL");
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

/** A batch of about that many bytes, whose operations are of a usual size. */
function batchOf(bytes: number): Buffer {
  const properties = Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [`property${index}`, `A value of ${index}`.padEnd(80, "x")]),
  );
  const operation = { op: "create", object: { typePath: "item", name: "Large", ...properties } };
  const operations = Array.from({ length: Math.ceil(bytes / JSON.stringify(operation).length) }, () => operation);
  return Buffer.from(JSON.stringify({ operations }));
}

interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  readonly retryAfter: string | null;
}

async function send(
  headers: Record<string, string>,
  body: Buffer | ReadableStream,
  isOfKnownLength: boolean,
): Promise<Answer> {
  const answer = await fetch(`${node.address}/api/items/batch`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body,
    ...(isOfKnownLength ? {} : { duplex: "half" }),
  });
  const text = await answer.text();
  const code = answer.status < 300 ? undefined : JSON.parse(text).code;
  return { status: answer.status, code, retryAfter: answer.headers.get("retry-after") };
}

function* piecesOf(bytes: Buffer) {
  for (let start = 0; start < bytes.length; start += 65_536) {
    yield bytes.subarray(start, start + 65_536);
  }
}

test.each([
  { megabytes: 80, length: "known" },
  { megabytes: 80, length: "unknown" },
  { megabytes: 30, length: "known" },
  { megabytes: 30, length: "unknown" },
])(
  "three batches of $megabytes MB of $length length at once leave a node with a heap of 512 MB running",
  async (row) => {
    const bytes = batchOf(row.megabytes * 1_000_000);
    const isOfKnownLength = row.length === "known";
    const bodies = callers.map(() => (isOfKnownLength ? bytes : ReadableStream.from(piecesOf(bytes))));

    const answers = await Promise.all(
      callers.map((headers, index) => send(headers, bodies[index] ?? bytes, isOfKnownLength)),
    );
    const { status } = await fetch(`${node.address}/health/ready`);

    expect(status).toBe(200);
    expect(answers.filter((answer) => ![200, 207, 413, 503].includes(answer.status))).toEqual([]);
    expect(answers.filter((answer) => answer.status === 503 && answer.retryAfter === null)).toEqual([]);
  },
  300_000,
);
