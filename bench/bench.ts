import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
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
const secondsEach = 2;
const rounds = 9;

interface Target {
  readonly name: string;
  readonly server: BenchServer;
  readonly path: string;
  readonly headers: Record<string, string>;
}

interface BenchServer {
  readonly address: string;
  /** The processor time it has used so far. */
  cpuMicroseconds(): Promise<number>;
}

interface Sample {
  readonly requestsPerSecond: number;
  /** Of the server's own process: steadier than requests a second on a machine that others use too. */
  readonly cpuMicrosecondsEach: number;
}

const folder = await mkdtemp(join(tmpdir(), "weft-bench-"));
const postgres = await startEmbeddedPostgres({ folder });
const connectionString = postgres.connectionString("postgres");
const children: ChildProcess[] = [];
try {
  const headers = await prepare();
  const floor = await startServer("floor-server.ts");
  const service = await startServer("ping-server.ts");
  const samples = await measure([
    { name: "floor: bare Fastify, one prepared statement", server: floor, path: "/floor/7", headers: {} },
    { name: "trivial GET, no authentication and no rate limit", server: service, path: "/ping", headers },
    { name: "the same with authentication and rate limit", server: service, path: "/api/ping", headers },
  ]);
  report(samples);
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

async function startServer(file: string): Promise<BenchServer> {
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

/** In turns, so that a noisy moment hits all of them, after one round to warm up. */
async function measure(targets: readonly Target[]): Promise<Map<string, Sample[]>> {
  const samples = new Map<string, Sample[]>(targets.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const target of targets) {
      const sample = await measureOnce(target);
      if (round > 0) {
        samples.get(target.name)?.push(sample);
      }
    }
  }
  return samples;
}

async function measureOnce({ name, server, path, headers }: Target): Promise<Sample> {
  const before = await server.cpuMicroseconds();
  const result = await autocannon({ url: server.address + path, headers, connections, duration: secondsEach });
  const used = (await server.cpuMicroseconds()) - before;
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${name}: ${result.non2xx} answers were not 2xx, ${result.errors} failed`);
  }
  return { requestsPerSecond: result.requests.average, cpuMicrosecondsEach: used / result.requests.total };
}

function report(samples: ReadonlyMap<string, readonly Sample[]>): void {
  const cpu = [...samples.values()].map((rounds) => median(rounds.map((sample) => sample.cpuMicrosecondsEach)));
  const [, open = 0, guarded = 0] = cpu;
  const lines = [...samples].map(([name, rounds], index) => {
    const rates = rounds.map((sample) => sample.requestsPerSecond);
    return {
      name,
      value: `${Math.round(median(rates))} a second, ${(cpu[index] ?? 0).toFixed(1)} µs each`,
      spread: spread(rates),
    };
  });
  const cost = `${((guarded / open - 1) * 100).toFixed(1)} % of processor time`;
  const all = [...lines, { name: "cost of authentication and rate limit", value: cost, spread: "aim: under 10 %" }];
  writeResults("Access", describeMachine(connections, secondsEach, rounds), all);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function spread(values: readonly number[]): string {
  return `${Math.round(Math.min(...values))}–${Math.round(Math.max(...values))} a second`;
}
