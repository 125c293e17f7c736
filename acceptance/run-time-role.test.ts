import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../server/src/platform/database/sql.ts";
import { createOwnedDatabase, type OwnedDatabase, runOnce } from "../server/src/testing/test-database.ts";
import { waitUntil } from "../server/src/testing/wait-until.ts";
import { LoadClient } from "./testing/load-client.ts";
import { type NodeProcess, nodeEnvironment, startNode } from "./testing/node-process.ts";
import { readCredentials } from "./testing/own-database.ts";
import { runWeft } from "./testing/run-weft.ts";

let database: OwnedDatabase;
let folder: string;
let api: NodeProcess;
let worker: NodeProcess;
let headers: Record<string, string>;
let client: LoadClient;

/** Without DATABASE_OWNER_URL a node has only the privileges of the role. */
const environment = (name: string) => ({
  ...nodeEnvironment(database, join(folder, name)),
  DATABASE_URL: database.roleUrl,
});

beforeAll(async () => {
  database = await createOwnedDatabase();
  folder = await mkdtemp(join(tmpdir(), "weft-role-"));
});

afterAll(async () => {
  await Promise.all([api, worker].map((node) => node?.end("SIGTERM")));
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

test("weft migrate --plan prints each migration with its locks, and changes nothing", async () => {
  const plan = await runWeft(["migrate", "--plan"], { env: environment("migrate") });

  expect(plan.stdout).toMatch(/^-- 0001_orgs_and_users\.sql\n-- locks on existing tables: none\n/);
  expect(plan.stdout).toContain("\n--   orgs: AccessExclusiveLock, blocks reads and writes\n");
  expect(await database.db.query(sql`select from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([]);
});

test("weft migrate migrates as the owner, and prints the privileges of another role", async () => {
  const env = { ...environment("migrate"), DATABASE_OWNER_URL: database.ownerUrl };

  const refused = await runWeft(["migrate"], { env: environment("migrate") });
  const partly = await runWeft(["migrate", "--to", "27"], { env });
  const asOwner = { ...env, DATABASE_URL: database.ownerUrl, PORT: "0" };
  const plan = await runWeft(["migrate", "--plan"], { env });
  const notStarted = await runWeft(["serve", "--no-migrate"], { env: asOwner });
  await runWeft(["migrate"], { env });
  const back = await runWeft(["migrate", "--to", "27"], { env });
  const grants = await runWeft(["migrate", "--grants", database.role], { env });
  await runOnce(database.ownerUrl, grants.stdout);

  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("Set DATABASE_OWNER_URL") });
  expect(partly.stdout).toMatch(
    /^migration 0001_orgs_and_users\.sql started\nmigration 0001_orgs_and_users\.sql applied in \d+ ms\n/,
  );
  expect(partly.stdout).toMatch(/\nThe schema version is 27\.\n$/);
  expect(plan.stdout).toMatch(/^-- 00(?!27)\d\d_/);
  expect(plan.stdout).not.toContain("-- 0027_");
  expect(notStarted).toMatchObject({ code: 1, stderr: expect.stringContaining("start without --no-migrate") });
  expect(back).toMatchObject({ code: 1, stderr: expect.stringContaining("Migrations cannot be reverted") });
});

test("nodes run with a role that has only the printed privileges", async () => {
  worker = await startNode({ env: { ...environment("worker"), DATABASE_OWNER_URL: database.ownerUrl } });
  api = await startNode({ env: environment("api"), args: ["--role", "api", "--no-migrate"] });
  const { apiKey, orgSlug } = await readCredentials(join(folder, "worker"));
  headers = { "x-api-key": apiKey, "x-api-org": orgSlug };
  client = new LoadClient({ address: () => api.address, headers });

  const item = await client.call("POST", "/items", { name: "Parka" });
  await client.call("PUT", `/items/${item.id}`, { name: "Parka 2" });
  const { coveredUntil } = await client.call("GET", "/change-history?after=now");
  const polled = client.call("GET", `/change-history?after=${encodeURIComponent(coveredUntil)}&wait=20`);
  await client.call("POST", "/colors", { name: "Red" });
  const { results } = await client.call("GET", "/change-history");

  expect(results).toHaveLength(3);
  expect((await polled).results).toMatchObject([{ entityType: "color" }]);
});

test("jobs run with it: loads and workflows", async () => {
  const workflow = await client.call("POST", "/event-workflows", {
    name: "wait for items",
    triggers: ["item|create"],
    tasks: [{ name: "wait", action: "external" }],
  });
  // Without S3 a file is on the node that has received it.
  const loads = new LoadClient({ address: () => worker.address, headers });

  const load = await loads.load("style,name\nL-1,Loaded\n", {
    loadType: ["ITEM"],
    federatedMappings: { itemFamilyFederatedId: "style", name: "name" },
  });

  expect(load).toMatchObject({ status: "completed", errors: 0 });
  const criteria = encodeURIComponent(JSON.stringify({ eventWorkflowId: workflow.id }));
  await waitUntil("the workflow has started", async () => {
    const { results } = await client.call("GET", `/event-workflow-processes?criteria=${criteria}`);
    return results.length === 1;
  });
});

test("an index for a searchable property is made as the owner", async () => {
  await client.call("POST", "/entity-types", {
    typePath: "item:product",
    properties: [{ slug: "weave", label: "Weave", propertyType: "string", searchable: true }],
  });

  await waitUntil(
    "the index is there",
    async () => {
      const rows = await database.db.query(sql`
        select from pg_index join pg_class on pg_class.oid = indexrelid
        where indrelid = 'entities'::regclass and indisvalid and starts_with(relname, 'entities_search_')`);
      return rows.length === 1;
    },
    30_000,
  );
});
