import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrateDatabase } from "../config/open-database.ts";
import { startEmbeddedPostgres } from "../platform/database/embedded/start-embedded-postgres.ts";
import { templateDatabase } from "./test-database.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The URL of the postgres database of the test cluster. */
    postgresUrl: string;
    /** Removed at the end of the run. */
    runFolder: string;
    /** A separate Redis; only for the tests that need one. */
    redisUrl: string;
  }
}

/** One PostgreSQL for the whole run, with a migrated template from which each test file clones its own database. */
export default async function startTestPostgres(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "weft-test-"));
  // Tests need no durability, and the disk is shared.
  const postgres = await startEmbeddedPostgres({
    folder,
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" },
  });
  const client = new pg.Client({ connectionString: postgres.connectionString("postgres") });
  await client.connect();
  await client.query(`create database ${templateDatabase}`);
  await client.end();
  await migrateDatabase(postgres.connectionString(templateDatabase));
  project.provide("runFolder", folder);
  project.provide("postgresUrl", postgres.connectionString("postgres"));
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
