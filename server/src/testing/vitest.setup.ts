import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { migrateDatabase } from "../config/open-database.ts";
import { startEmbeddedPostgres } from "../platform/database/embedded/start-embedded-postgres.ts";
import { type CitusCluster, createCitusDatabase, distributeTemplate, startCitusCluster } from "./citus-cluster.ts";
import { runOnce, templateDatabase } from "./test-database.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The URL of the postgres database of the test cluster. */
    postgresUrl: string;
    /** Of the workers of a distributed database; empty unless WEFT_TEST_CITUS is set. */
    workerUrls: string[];
    /** Removed at the end of the run. */
    runFolder: string;
    /** A separate Redis; only for the tests that need one. */
    redisUrl: string;
  }
}

/**
 * One PostgreSQL for the whole run, with a migrated template from which each test file clones its own database. With
 * WEFT_TEST_CITUS, a folder with a PostgreSQL that has the extension, these are distributed databases.
 */
export default async function startTestPostgres(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "weft-test-"));
  const { WEFT_TEST_CITUS: installation = "" } = process.env;
  const { urls, stop } = installation === "" ? await startPlain(folder) : await startDistributed(installation, folder);
  const [postgresUrl = "", ...workerUrls] = urls;
  project.provide("runFolder", folder);
  project.provide("postgresUrl", postgresUrl);
  project.provide("workerUrls", workerUrls);
  return async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  };
}

async function startPlain(folder: string): Promise<CitusCluster> {
  // Tests need no durability, and the disk is shared.
  const postgres = await startEmbeddedPostgres({
    folder,
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" },
  });
  await runOnce(postgres.connectionString("postgres"), `create database ${templateDatabase}`);
  await migrateDatabase(postgres.connectionString(templateDatabase));
  return { urls: [postgres.connectionString("postgres")], stop: () => postgres.stop() };
}

async function startDistributed(installation: string, folder: string): Promise<CitusCluster> {
  const cluster = await startCitusCluster(installation, folder);
  await migrateDatabase(await createCitusDatabase(cluster, templateDatabase));
  await distributeTemplate(cluster, templateDatabase);
  return cluster;
}
