import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { migrateDatabase } from "../server/src/config/open-database.ts";
import { createCitusDatabase, distributeDatabase, startCitusCluster } from "../server/src/testing/citus-cluster.ts";
import { type BenchOrg, type BenchServer, type BenchWorld, inBenchWorld } from "./bench-world.ts";
import { draft } from "./entity-bench.ts";
import { type Load, lines, startLoad, upload } from "./load-bench.ts";
import { measureOnce, median, rateOf, rounds, type Sample, secondsEach, spreadOf, type Target } from "./measure.ts";
import { cpuMicrosecondsOfPostgres } from "./process-usage.ts";
import { describeMachine, type ResultLine, writeResults } from "./results.ts";
import { connections } from "./scale.ts";
import { readJson } from "./times.ts";

const orgCount = 4;
const itemsPerOrg = 500;
const rowCount = 20_000;
// Of the processor time that a plain primary spends on a create.
const coordinatorShareMax = 0.1;
const settings = { fsync: "on", synchronous_commit: "on", full_page_writes: "on" };

/** One way from a node to its database. */
interface Way {
  readonly name: string;
  readonly service: BenchServer;
  readonly orgs: readonly BenchOrg[];
  /** One backend of each server: the primary or the coordinator first. */
  readonly backends: readonly number[];
}

/** The same requests on a plain primary and on a distributed database, through the coordinator and past it. */
export async function benchCitus(): Promise<void> {
  const { WEFT_TEST_CITUS: installation = "" } = process.env;
  if (installation === "") {
    console.log("citus: skipped. Set WEFT_TEST_CITUS to the folder of a PostgreSQL that has the extension.");
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), "weft-bench-citus-"));
  const plain = await startCitusCluster(installation, join(folder), { servers: ["primary"], settings });
  const cluster = await startCitusCluster(installation, folder, { settings });
  const sessions: pg.Client[] = [];
  try {
    const plainUrl = plain.urls[0] ?? "";
    const citusUrl = await createCitusDatabase(cluster, "bench");
    await migrateDatabase(citusUrl);
    await distributeDatabase(citusUrl);
    const file = join(folder, "line.csv");
    await pipeline(Readable.from(lines(rowCount)), createWriteStream(file));
    const plainBackends = await openSessions([plainUrl], sessions);
    const citusBackends = await openSessions(cluster.urls, sessions);
    await inBenchWorld(async (plainWorld) => {
      await inBenchWorld(async (citusWorld) => {
        const citusOrgs = await buildOrgs(citusWorld);
        const routed = await citusWorld.startService({ DATABASE_WORKERS: "on" });
        const coordinated = await citusWorld.startService();
        const service = await plainWorld.startService();
        const ways = [
          { name: "plain primary", service, orgs: await buildOrgs(plainWorld), backends: plainBackends },
          { name: "through the coordinator", service: coordinated, orgs: citusOrgs, backends: citusBackends },
          { name: "to the workers", service: routed, orgs: citusOrgs, backends: citusBackends },
        ];
        const results = [
          ...(await compareRequests("create", ways, createTarget)),
          ...(await compareRequests("GET by id", ways, await readTargets(ways))),
          ...(await compareLoads(ways, file)),
        ];
        writeResults("Citus", describeMachine({ connections, rounds, secondsEach }), results);
      }, citusUrl);
    }, plainUrl);
  } finally {
    await Promise.all(sessions.map((session) => session.end()));
    await cluster.stop();
    await plain.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function openSessions(urls: readonly string[], sessions: pg.Client[]): Promise<number[]> {
  const pids: number[] = [];
  for (const connectionString of urls) {
    const session = new pg.Client({ connectionString });
    await session.connect();
    sessions.push(session);
    const { rows } = await session.query<{ pid: number }>("select pg_backend_pid() as pid");
    pids.push(rows[0]?.pid ?? 0);
  }
  return pids;
}

async function buildOrgs({ buildOrg }: BenchWorld): Promise<BenchOrg[]> {
  const orgs: BenchOrg[] = [];
  for (let number = 0; number < orgCount; number += 1) {
    orgs.push(await buildOrg(`org-${number}`));
  }
  return orgs;
}

type TargetOf = (way: Way) => Target;

const createTarget: TargetOf = ({ name, service, orgs }) => ({
  name,
  server: service,
  method: "POST",
  headers: () => pick(orgs).headers,
  path: () => "/api/items",
  body: () => draft,
});

/** Of items of the first org, whose ids all requests share. */
async function readTargets(ways: readonly Way[]): Promise<TargetOf> {
  const ids = new Map<Way, readonly string[]>();
  for (const way of ways) {
    const { results } = await readJson<{ results: { id: string }[] }>(
      `${way.service.address}/api/items?limit=${itemsPerOrg}`,
      headersOfFirst(way),
    );
    ids.set(
      way,
      results.map(({ id }) => id),
    );
  }
  return (way) => ({
    name: way.name,
    server: way.service,
    headers: headersOfFirst(way),
    path: () => `/api/items/${pick(ids.get(way) ?? [])}`,
  });
}

interface Measured {
  readonly samples: Sample[];
  /** Of the primary or coordinator, and of all workers, per request. */
  readonly firstMicroseconds: number[];
  readonly otherMicroseconds: number[];
}

async function compareRequests(name: string, ways: readonly Way[], targetOf: TargetOf): Promise<ResultLine[]> {
  const measured = new Map<Way, Measured>(
    ways.map((way) => [way, { samples: [], firstMicroseconds: [], otherMicroseconds: [] }]),
  );
  for (let round = 0; round <= rounds; round += 1) {
    for (const [way, { samples, firstMicroseconds, otherMicroseconds }] of measured) {
      const before = way.backends.map(cpuMicrosecondsOfPostgres);
      const sample = await measureOnce(targetOf(way));
      const [first = 0, ...others] = way.backends.map(
        (pid, place) => cpuMicrosecondsOfPostgres(pid) - (before[place] ?? 0),
      );
      // The first round warms up.
      if (round > 0) {
        samples.push(sample);
        firstMicroseconds.push(first / sample.requests);
        otherMicroseconds.push(others.reduce((sum, used) => sum + used, 0) / sample.requests);
      }
    }
  }
  const [plain] = measured.values();
  return [...measured].flatMap(([way, one]) => linesOf(`${name}, ${way.name}`, one, plain ?? one));
}

function linesOf(name: string, { samples, firstMicroseconds, otherMicroseconds }: Measured, plain: Measured) {
  const first = median(firstMicroseconds);
  const share = first / median(plain.firstMicroseconds);
  const hasBar = name === "create, to the workers";
  const isPlain = plain.samples === samples;
  const workers = `${Math.round(median(otherMicroseconds))} µs on the workers`;
  return [
    { name, value: `${Math.round(rateOf(samples))} a second`, spread: spreadOf(samples) },
    {
      name: `${name}: processor time of the ${isPlain ? "primary" : "coordinator"}`,
      value: isPlain ? `${Math.round(first)} µs` : `${Math.round(first)} µs, ${share.toFixed(2)} × plain`,
      spread: isPlain ? "" : `${workers}${hasBar ? `; bar: ${coordinatorShareMax} ×` : ""}`,
      ...(hasBar ? { ofBar: coordinatorShareMax / share } : {}),
    },
  ];
}

async function compareLoads(ways: readonly Way[], file: string): Promise<ResultLine[]> {
  const results: ResultLine[] = [];
  for (const [place, way] of ways.entries()) {
    // Each into an org that no other way loads into.
    const { headers } = way.orgs[place] ?? pick(way.orgs);
    const before = way.backends.map(cpuMicrosecondsOfPostgres);
    let load = await startLoad({ headers }, way.service, await upload({ headers }, way.service, file));
    while (load.status === "pending" || load.status === "running") {
      await delay(200);
      load = await readJson<Load>(`${way.service.address}/api/loader-processes/${load.id}`, headers);
    }
    if (load.status !== "completed") {
      throw new Error(`${way.name}: the load ended with status ${load.status}`);
    }
    const used = way.backends.map((pid, at) => Math.round((cpuMicrosecondsOfPostgres(pid) - (before[at] ?? 0)) / 1_000));
    const seconds = (Date.parse(load.endedOn) - Date.parse(load.startedOn)) / 1_000;
    results.push({
      name: `load of ${rowCount.toLocaleString("en")} rows, ${way.name}`,
      value: `${Math.round(rowCount / seconds)} rows a second`,
      spread: `processor time of the servers: ${used.join(", ")} ms`,
    });
  }
  return results;
}

function headersOfFirst({ orgs }: Way): Record<string, string> {
  return orgs[0]?.headers ?? {};
}

function pick<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) {
    throw new Error("there is nothing to pick from");
  }
  return item;
}
