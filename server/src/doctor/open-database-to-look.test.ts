import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { parseConfig } from "../config/config.ts";
import type { RawSettings } from "../config/config-sources.ts";
import { listHolders, readPostmaster } from "../platform/database/embedded/data-folder.ts";
import { startEmbeddedPostgres } from "../platform/database/embedded/start-embedded-postgres.ts";
import { startDatabaseProxy } from "../platform/database/testing/database-proxy.ts";
import { pathExists } from "../platform/existing-paths.ts";
import { createTestDatabase } from "../testing/test-database.ts";
import { testSecret } from "../testing/test-service.ts";
import { openDatabaseToLook } from "./open-database-to-look.ts";

// Starting a separate cluster depends on the disk.
vi.setConfig({ testTimeout: 60_000 });

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-doctor-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

function configWith(settings: RawSettings = {}) {
  // A secret is required only with an external database.
  const secret = "DATABASE_URL" in settings ? { WEFT_SECRET: testSecret } : {};
  return parseConfig({ DATA_DIR: folder, ...secret, ...settings });
}

/** Opens and closes the database; returns its origin. */
async function look(settings: RawSettings = {}): Promise<string> {
  const opened = await openDatabaseToLook(configWith(settings), 5_000);
  if ("verdict" in opened) {
    return `${opened.verdict}: ${opened.detail}`;
  }
  await opened.close();
  return opened.origin;
}

test("an unreachable DATABASE_URL is a fault, reported without the password", async () => {
  const opened = await openDatabaseToLook(
    configWith({ DATABASE_URL: "postgres://weft:hush-hush@127.0.0.1:1/weft" }),
    5_000,
  );

  expect(opened).toMatchObject({
    verdict: "fault",
    detail: "PostgreSQL (postgres://weft:***@127.0.0.1:1/weft) cannot be used: connect ECONNREFUSED 127.0.0.1:1.",
    advice: expect.stringContaining("DATABASE_URL"),
  });
});

test("an unknown database or user is reported as such", async () => {
  const { connectionString, drop } = await createTestDatabase();
  onTestFinished(drop);

  expect(await look({ DATABASE_URL: connectionString.replace(/db=\w+/, "db=nowhere") })).toMatch(
    /^fault: .* does not have this database: .*"nowhere" does not exist/,
  );
  expect(await look({ DATABASE_URL: connectionString.replace("user=postgres", "user=nobody") })).toMatch(
    /^fault: .* rejects the user: .*"nobody" does not exist/,
  );
});

test("a database that does not respond times out", async () => {
  const { connectionString, drop } = await createTestDatabase();
  const proxy = await startDatabaseProxy(connectionString);
  onTestFinished(drop);
  onTestFinished(() => proxy.close());
  await proxy.hang();

  const opened = await openDatabaseToLook(configWith({ DATABASE_URL: proxy.connectionString }), 300);

  expect(opened).toMatchObject({ verdict: "fault", detail: expect.stringContaining("No response within 0.3 s") });
});

test("in an empty folder no database is created", async () => {
  expect(await look()).toMatch(/^skipped: There is no database yet; the first start will create it/);
  expect(await look({ DATA_DIR: join(folder, "none") })).toMatch(/^skipped/);
  expect(await readdir(folder)).toEqual([]);
});

test("an embedded database is joined if it runs, or else started and stopped again, and gets no secret", async () => {
  const postgresFolder = join(folder, "postgres");
  const running = await startEmbeddedPostgres({ folder });
  const before = await readPostmaster(postgresFolder);

  const whileRunning = await look();
  const after = await readPostmaster(postgresFolder);
  await running.stop();
  const whileStopped = await look();

  expect(whileRunning).toBe("the service's own, running");
  expect(after).toEqual(before);
  expect(whileStopped).toBe("the service's own, started for this check");
  expect(await listHolders(postgresFolder)).toEqual([]);
  expect(await pathExists(join(postgresFolder, "postmaster.pid"))).toBe(false);
  expect((await readdir(folder)).sort()).toEqual(["postgres", "postgres.log", "service.pid"]);
});
