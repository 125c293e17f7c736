import { type ChildProcess, fork, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { type NodeProcess, startNode } from "../acceptance/testing/node-process.ts";
import { AuditLog } from "../server/src/access/audit/audit-log.ts";
import { createApp } from "../server/src/access/keys/app-kind.ts";
import { issueApiKey } from "../server/src/access/keys/change-api-key.ts";
import { createOrg } from "../server/src/access/orgs/change-org.ts";
import { Passwords } from "../server/src/access/passwords.ts";
import { migrateDatabase } from "../server/src/config/open-database.ts";
import { makeFirstStart } from "../server/src/first-start.ts";
import { PostgresDatabase } from "../server/src/platform/database/database.ts";
import { startEmbeddedPostgres } from "../server/src/platform/database/embedded/start-embedded-postgres.ts";

export interface BenchServer {
  readonly address: string;
  readonly pid: number;
}

/** A real PostgreSQL with the product's schema, its first org and a key, and servers beside it. */
export interface BenchWorld {
  readonly client: pg.Client;
  readonly orgId: string;
  readonly headers: Record<string, string>;
  /** The settings of the nodes, for commands that run beside them. */
  readonly env: Readonly<Record<string, string>>;
  /** A folder that PostgreSQL can write to. */
  readonly dataFolder: string;
  /** A server of the benchmark itself: a floor, a receiver. */
  startServer(file: string): Promise<BenchServer>;
  /** Another program, which ends with the world. */
  startProgram(program: string, args: readonly string[], options: SpawnOptions): ChildProcess;
  /** A node as in production, with rate limits that count and never reject. */
  startService(settings?: Readonly<Record<string, string>>): Promise<NodeProcess>;
  /** Another org with its own key. */
  buildOrg(slug: string): Promise<BenchOrg>;
}

export interface BenchOrg {
  readonly orgId: string;
  readonly headers: Record<string, string>;
}

/** On a PostgreSQL of its own, or on another one. */
export async function inBenchWorld(work: (world: BenchWorld) => Promise<void>, databaseUrl?: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "weft-bench-"));
  const postgres = databaseUrl === undefined ? await startEmbeddedPostgres({ folder }) : undefined;
  const connectionString = databaseUrl ?? postgres?.connectionString("postgres") ?? "";
  const children: ChildProcess[] = [];
  const nodes: NodeProcess[] = [];
  const client = new pg.Client({ connectionString });
  try {
    await migrateDatabase(connectionString);
    await client.connect();
    const headers = await makeKey(connectionString, folder);
    const { rows } = await client.query<{ id: string }>("select id from orgs where slug = 'demo'");
    const startServer = (file: string) => start(file, connectionString, children);
    const startProgram: BenchWorld["startProgram"] = (program, args, options) => {
      const child = spawn(program, args, options);
      children.push(child);
      return child;
    };
    const envOf = (number: number) => nodeSettings(connectionString, join(folder, `node-${number}`));
    const startService = async (settings: Readonly<Record<string, string>> = {}) => {
      const node = await startNode({ env: { ...envOf(nodes.length), ...settings } });
      nodes.push(node);
      return node;
    };
    const buildOrg = (slug: string) => makeOrg(connectionString, slug);
    const { rows: settings } = await client.query<{ folder: string }>(
      "select current_setting('data_directory') as folder",
    );
    const dataFolder = settings[0]?.folder ?? folder;
    const orgId = rows[0]?.id ?? "";
    const starts = { startServer, startProgram, startService };
    await work({ client, headers, ...starts, buildOrg, dataFolder, orgId, env: envOf(0) });
  } finally {
    await Promise.all(children.map(endChild));
    for (const node of nodes) {
      await node.end("SIGTERM");
    }
    await client.end();
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, "exit");
    child.kill();
    await ended;
  }
}

async function makeKey(connectionString: string, folder: string): Promise<Record<string, string>> {
  const db = new PostgresDatabase({ connectionString, connectionsMax: 2, applicationName: "bench" });
  const credentialsFile = join(folder, "first-credentials.json");
  const given = { orgSlug: "demo", baseUrl: "", credentialsFile, hasTerminal: false };
  const first = await makeFirstStart({ db, passwords: new Passwords(), audit: new AuditLog(), ...given });
  await db.close();
  return { "x-api-key": first.kind === "made" ? first.credentials.apiKey : "", "x-api-org": "demo" };
}

async function makeOrg(connectionString: string, slug: string): Promise<BenchOrg> {
  const db = new PostgresDatabase({ connectionString, connectionsMax: 2, applicationName: "bench" });
  const built = await db.transaction(async (tx) => {
    const org = await createOrg(tx, { slug, name: slug });
    const app = await createApp(tx, org.id, { name: "bench", description: "" });
    const { apiKey } = await issueApiKey(tx, org.id, {
      owner: { type: "app", id: app.id },
      label: "bench",
      preset: "admin",
      rights: undefined,
      ratePerSecond: undefined,
      allowedAddresses: [],
      expiresOn: undefined,
      issuer: { type: "operator" },
    });
    return { orgId: org.id, headers: { "x-api-key": apiKey, "x-api-org": slug } };
  });
  await db.close();
  return built;
}

function nodeSettings(connectionString: string, dataFolder: string): Record<string, string> {
  return {
    DATA_DIR: dataFolder,
    DATABASE_URL: connectionString,
    WEFT_SECRET: "a secret that only the benchmark knows",
    WEFT_RATE_LIMIT: "1000000",
    WEFT_OUTBOUND_ALLOW: "127.0.0.1/32",
  };
}

async function start(file: string, connectionString: string, children: ChildProcess[]): Promise<BenchServer> {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = fork(path, [connectionString], { execArgv: ["--conditions=source", "--import", "tsx"] });
  children.push(child);
  const message: { address: string } = (await once(child, "message"))[0];
  return { address: message.address, pid: child.pid ?? 0 };
}
