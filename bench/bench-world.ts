import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { makeFirstStart } from "../server/src/access/first-start.ts";
import { Passwords } from "../server/src/access/users/passwords.ts";
import { migrateDatabase } from "../server/src/migrate-database.ts";
import { PostgresDatabase } from "../server/src/platform/database/database.ts";
import { startEmbeddedPostgres } from "../server/src/platform/database/embedded/start-embedded-postgres.ts";

export interface BenchServer {
  readonly address: string;
  /** The processor time it has used so far. */
  cpuMicroseconds(): Promise<number>;
}

/** A real PostgreSQL with the product's schema, its first org and a key, and servers beside it. */
export interface BenchWorld {
  readonly client: pg.Client;
  readonly orgId: string;
  readonly headers: Record<string, string>;
  startServer(file: string): Promise<BenchServer>;
}

export async function inBenchWorld(work: (world: BenchWorld) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "weft-bench-"));
  const postgres = await startEmbeddedPostgres({ folder });
  const connectionString = postgres.connectionString("postgres");
  const children: ChildProcess[] = [];
  const client = new pg.Client({ connectionString });
  try {
    await migrateDatabase(connectionString);
    await client.connect();
    const headers = await makeKey(connectionString, folder);
    const { rows } = await client.query<{ id: string }>("select id from orgs where slug = 'demo'");
    const startServer = (file: string) => start(file, connectionString, children);
    await work({ client, headers, startServer, orgId: rows[0]?.id ?? "" });
  } finally {
    for (const child of children) {
      child.kill();
    }
    await client.end();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeKey(connectionString: string, folder: string): Promise<Record<string, string>> {
  const db = new PostgresDatabase({ connectionString, connectionsMax: 2, applicationName: "bench" });
  const credentialsFile = join(folder, "first-credentials.json");
  const first = await makeFirstStart({ db, passwords: new Passwords(), orgSlug: "demo", baseUrl: "", credentialsFile });
  await db.close();
  return { "x-api-key": first?.apiKey ?? "", "x-api-org": "demo" };
}

async function start(file: string, connectionString: string, children: ChildProcess[]): Promise<BenchServer> {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = fork(path, [connectionString], { execArgv: ["--conditions=source", "--import", "tsx"] });
  children.push(child);
  const message = async (): Promise<{ address: string; cpuMicroseconds: number }> => (await once(child, "message"))[0];
  const { address } = await message();
  return {
    address,
    async cpuMicroseconds() {
      child.send("cpu");
      return (await message()).cpuMicroseconds;
    },
  };
}
