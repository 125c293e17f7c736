import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from "vitest";
import { migrateDatabase } from "../config/open-database.ts";
import { createCitusDatabase } from "../testing/citus-cluster.ts";
import { runOnce } from "../testing/test-database.ts";
import { testSecret } from "../testing/test-service.ts";
import { moveOrgToWorker, runDistribute } from "./distribute-actions.ts";

const name = `test_${randomBytes(6).toString("hex")}`;
const urls = [inject("postgresUrl"), ...inject("workerUrls")];
let printed: string[] = [];

beforeAll(async () => {
  const url = await createCitusDatabase({ urls }, name);
  await migrateDatabase(url);
  await runOnce(url, "insert into orgs (id, slug, name) values ('o1', 'fall26', 'Fall 2026')");
  vi.stubEnv("DATABASE_URL", url);
  vi.stubEnv("WEFT_SECRET", testSecret);
  vi.spyOn(console, "log").mockImplementation((line: string) => void printed.push(line));
});

afterEach(() => {
  printed = [];
});

afterAll(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  for (const url of urls) {
    await runOnce(url, `drop database ${name} with (force)`);
  }
});

test("an organization of a database that is not distributed cannot be moved", async () => {
  await expect(moveOrgToWorker("fall26", { to: "worker-2" })).rejects.toThrow("The database is not distributed");
});

test("the plan names the tables and the steps, and changes nothing", async () => {
  await runDistribute({ plan: true });
  const first = printed;
  printed = [];
  await runDistribute({ plan: true });

  const text = first.join("\n");
  expect(text).toMatch(/^Citus \d+\.\d+-\d+, 2 workers, 4 shards/);
  expect(text).toContain("on every server: former_slugs, nodes, orgs");
  expect(text).toMatch(/by organization on the workers: .*entities.*webhooks/);
  expect(text).toMatch(/on the coordinator: .*rate_buckets.*schema_migrations/);
  expect(text).toMatch(/^1\. drop \d+ foreign keys, to be added again$/m);
  expect(text).toContain("distribute entities by organization");
  expect(printed).toEqual(first);
});

test("a run prints each step, and a second one has nothing to do", async () => {
  await runDistribute({});
  const steps = printed;
  printed = [];
  await runDistribute({});

  expect(steps.join("\n")).toMatch(/^\d+ of \d+: remove the rows of orgs from the coordinator, 0\.0 MB \(\d\.\d s\)$/m);
  expect(steps.at(-1)).toBe("The schema is distributed.");
  expect(printed.at(-1)).toBe("The schema is distributed. There is nothing to do.");
});
