import { type ChildProcess, fork } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";
import pg from "pg";
import { makeFirstStart } from "../server/src/access/first-start.ts";
import { Passwords } from "../server/src/access/users/passwords.ts";
import { migrateDatabase } from "../server/src/migrate-database.ts";
import { PostgresDatabase } from "../server/src/platform/database/database.ts";
import { startEmbeddedPostgres } from "../server/src/platform/database/embedded/start-embedded-postgres.ts";
import { describeMachine, writeResults } from "./results.ts";

const connections = 64;
const secondsEach = 3;
const rounds = 5;

interface Target {
  readonly name: string;
  readonly url: string;
  readonly headers: Record<string, string>;
}

const folder = await mkdtemp(join(tmpdir(), "weft-bench-"));
const postgres = await startEmbeddedPostgres({ folder });
const connectionString = postgres.connectionString("postgres");
const children: ChildProcess[] = [];
try {
  const headers = await prepare();
  const floor = await startServer("floor-server.ts");
  const service = await startServer("ping-server.ts");
  const medians = await measure([
    { name: "floor: bare Fastify, one prepared statement", url: `${floor}/floor/7`, headers: {} },
    { name: "trivial GET, no authentication and no rate limit", url: `${service}/ping`, headers: {} },
    { name: "the same with authentication and rate limit", url: `${service}/api/ping`, headers },
  ]);
  report(medians);
} finally {
  for (const child of children) {
    child.kill();
  }
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

/** The floor's rows, and a key for the service. */
async function prepare(): Promise<Record<string, string>> {
  await migrateDatabase(connectionString);
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`create table bench_floor as
    select id::text, jsonb_build_object('name', 'Parka ' || id, 'season', 'FW26', 'price', id * 1.5) as props
    from generate_series(1, 1000) id`);
  await client.query("alter table bench_floor add primary key (id)");
  await client.end();
  const db = new PostgresDatabase({ connectionString, connectionsMax: 2, applicationName: "bench" });
  const credentialsFile = join(folder, "first-credentials.json");
  const first = await makeFirstStart({ db, passwords: new Passwords(), orgSlug: "demo", baseUrl: "", credentialsFile });
  await db.close();
  return { "x-api-key": first?.apiKey ?? "", "x-api-org": "demo" };
}

async function startServer(file: string): Promise<string> {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = fork(path, [connectionString], { execArgv: ["--conditions=source", "--import", "tsx"] });
  children.push(child);
  return new Promise((resolve, reject) => {
    child.once("message", (message: { address: string }) => resolve(message.address));
    child.once("exit", (code) => reject(new Error(`${file} ended with ${code}`)));
  });
}

/** In turns, so that a noisy moment hits all of them; the median of the rounds, after one to warm up. */
async function measure(targets: readonly Target[]): Promise<Map<string, number[]>> {
  const rates = new Map<string, number[]>(targets.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const { name, url, headers } of targets) {
      const result = await autocannon({ url, headers, connections, duration: round === 0 ? 2 : secondsEach });
      if (result.non2xx > 0 || result.errors > 0) {
        throw new Error(`${name}: ${result.non2xx} answers were not 2xx, ${result.errors} failed`);
      }
      if (round > 0) {
        rates.get(name)?.push(result.requests.average);
      }
    }
  }
  return rates;
}

function report(rates: ReadonlyMap<string, readonly number[]>): void {
  const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const [floor = 0, open = 0, guarded = 0] = [...rates.values()].map(median);
  const lines = [
    ...[...rates].map(([name, values]) => ({
      name,
      value: `${Math.round(median(values))} a second`,
      spread: spread(values),
    })),
    {
      name: "cost of authentication and rate limit",
      value: `${((open / guarded - 1) * 100).toFixed(1)} %`,
      spread: "bar: under 10 %",
    },
    { name: "guarded trivial GET / floor", value: (guarded / floor).toFixed(2), spread: "" },
  ];
  writeResults("Access", describeMachine(connections, secondsEach, rounds), lines);
}

function spread(values: readonly number[]): string {
  return `${Math.round(Math.min(...values))}–${Math.round(Math.max(...values))}`;
}
