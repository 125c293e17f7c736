import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../server/src/platform/database/sql.ts";
import { createTestDatabase, type TestDatabase } from "../server/src/testing/test-database.ts";
import { nodeEnvironment } from "./testing/node-process.ts";
import { runWeft, startWeft } from "./testing/run-weft.ts";

let database: TestDatabase;
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "weft-faults-"));
  await mkdir(join(folder, "actions"));
  // Simulates a module that has opened a connection, which would keep the process running.
  await writeFile(join(folder, "actions", "half.mjs"), "export const name = 'half'; setInterval(() => {}, 1000);");
  env = { ...nodeEnvironment(database, folder), PORT: "0", LOG_LEVEL: "warn" };
});

afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

test("a service whose port is in use reports it in one line, exits with 1 and is not left as a node", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = portOf(other.address());

  const { code, stdout, stderr } = await runWeft(["serve"], { env: { ...env, PORT: String(port) } });
  other.close();

  expect(stderr).toBe(
    `127.0.0.1:${port} is in use by another program. Stop it, or set another PORT for the service.\n`,
  );
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(await database.db.query(sql`select id from nodes`)).toEqual([]);
});

test("a service whose database does not respond waits for it, then reports it in one line and exits with 1", async () => {
  const unreachable = { ...env, DATABASE_URL: "postgres://weft:hush-hush@127.0.0.1:1/weft" };

  const [served, administered] = await Promise.all([
    runWeft(["serve"], { env: { ...unreachable, DATABASE_WAIT_SECONDS: "1" } }),
    runWeft(["admin", "orgs", "create", "fall26"], { env: unreachable }),
  ]);

  const why = "PostgreSQL (postgres://weft:***@127.0.0.1:1/weft) cannot be used: connect ECONNREFUSED 127.0.0.1:1.";
  expect(served.code).toBe(1);
  expect(
    served.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).msg),
  ).toEqual([`Waiting up to 1 s for the database. ${why}`]);
  expect(served.stderr).toMatch(
    /^PostgreSQL \(.*\) cannot be used: .* Waited 1 s \(DATABASE_WAIT_SECONDS\)\. Check .*\n$/,
  );
  expect(administered).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(/^PostgreSQL .*\n$/) });
  expect(administered.stderr.startsWith(why)).toBe(true);
});

test("a stop signal ends a start that waits for its database", async () => {
  const waiting = startWeft(["serve"], { env: { ...env, DATABASE_URL: "postgres://127.0.0.1:1/weft" } });
  await waiting.printed(/Waiting up to 60 s/);

  expect(await waiting.end("SIGTERM")).toMatchObject({ code: 0, stderr: "" });
});

test("a service with invalid actions reports the errors and exits with 1", async () => {
  const { code, stdout, stderr } = await runWeft(["serve"], { env: withInvalidActions() });

  expect(stderr.split("\n")).toEqual([
    `The actions in ${join(folder, "actions")} cannot be used.`,
    expect.stringMatching(/^- half\.mjs does not export a function run; /),
    "",
  ]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
});

test("the operator's commands work even if the service cannot start", async () => {
  const { code, stdout, stderr } = await runWeft(["admin", "orgs", "create", "fall26"], { env: withInvalidActions() });

  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^Created the organization fall26/);
});

function withInvalidActions(): Record<string, string> {
  return { ...env, WEFT_ACTIONS_DIR: join(folder, "actions") };
}

function portOf(address: string | AddressInfo | null): AddressInfo {
  if (address === null || typeof address === "string") {
    throw new Error("The other program does not listen on a port.");
  }
  return address;
}
