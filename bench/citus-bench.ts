import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { NodeProcess } from "../acceptance/testing/node-process.ts";
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
const idleMs = 4_000;
// Of the processor time that a plain primary spends on a create.
const coordinatorShareMax = 0.1;

/** One way from a node to its database. */
interface Way {
  readonly name: string;
  start(settings: Readonly<Record<string, string>>): Promise<NodeProcess>;
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
  const plain = await startCitusCluster(installation, folder, ["primary"]);
  const cluster = await startCitusCluster(installation, folder);
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
        const plain = { orgs: await buildOrgs(plainWorld), backends: plainBackends };
        const citus = { orgs: citusOrgs, backends: citusBackends };
        const ways: readonly Way[] = [
          { name: "plain primary", ...plain, start: plainWorld.startService },
          { name: "through the coordinator", ...citus, start: citusWorld.startService },
          {
            name: "to the workers",
            ...citus,
            start: (settings) => citusWorld.startService({ ...settings, DATABASE_WORKERS: "on" }),
          },
        ];
        const results = [...(await compareRequests(ways)), ...(await compareLoads(ways, file))];
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

/** A way, and a node that serves requests without doing other work. */
interface ServedWay extends Way {
  readonly service: BenchServer;
}

type TargetOf = (way: ServedWay) => Target;

async function compareRequests(ways: readonly Way[]): Promise<ResultLine[]> {
  const nodes: NodeProcess[] = [];
  for (const way of ways) {
    nodes.push(await way.start({ WEFT_ROLE: "api" }));
  }
  const served = ways.flatMap((way, place) => {
    const service = nodes[place];
    return service === undefined ? [] : [{ ...way, service }];
  });
  const results = [
    ...(await compare("create", served, createTarget)),
    ...(await compare("GET by id", served, await readTargets(served))),
  ];
  await Promise.all(nodes.map((node) => node.end("SIGTERM")));
  return results;
}

const createTarget: TargetOf = ({ name, service, orgs }) => ({
  name,
  server: service,
  method: "POST",
  headers: () => pick(orgs).headers,
  path: () => "/api/items",
  body: () => draft,
});

/** Of items of the first org, whose ids all requests share. */
async function readTargets(ways: readonly ServedWay[]): Promise<TargetOf> {
  const ids = new Map<ServedWay, readonly string[]>();
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

async function compare(name: string, ways: readonly ServedWay[], targetOf: TargetOf): Promise<ResultLine[]> {
  const measured = new Map<ServedWay, Measured>(
    ways.map((way) => [way, { samples: [], firstMicroseconds: [], otherMicroseconds: [] }]),
  );
  const idle = await measureIdle(ways);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [way, { samples, firstMicroseconds, otherMicroseconds }] of measured) {
      const usedBy = startUse(way.backends, idle);
      const sample = await measureOnce(targetOf(way));
      const [first = 0, ...others] = usedBy();
      // The first round warms up.
      if (round > 0) {
        samples.push(sample);
        firstMicroseconds.push(Math.max(first, 0) / sample.requests);
        otherMicroseconds.push(others.reduce((sum, used) => sum + Math.max(used, 0), 0) / sample.requests);
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

/** Processor time per millisecond while there are no requests, by backend: nodes look for due work all the time. */
type IdleUse = ReadonlyMap<number, number>;

async function measureIdle(ways: readonly Way[]): Promise<IdleUse> {
  const backends = [...new Set(ways.flatMap((way) => way.backends))];
  const usedBy = startUse(backends);
  await delay(idleMs);
  return new Map(usedBy().map((used, place) => [backends[place] ?? 0, used / idleMs]));
}

/** Returns the processor time that the servers have used since, beyond what they use while idle. */
function startUse(backends: readonly number[], idle: IdleUse = new Map()): () => number[] {
  const before = backends.map(cpuMicrosecondsOfPostgres);
  const began = performance.now();
  return () => {
    const ms = performance.now() - began;
    return backends.map(
      (pid, place) => cpuMicrosecondsOfPostgres(pid) - (before[place] ?? 0) - ms * (idle.get(pid) ?? 0),
    );
  };
}

async function compareLoads(ways: readonly Way[], file: string): Promise<ResultLine[]> {
  const results: ResultLine[] = [];
  for (const [place, way] of ways.entries()) {
    // Each into an org that no other way loads into.
    const { headers } = way.orgs[place] ?? pick(way.orgs);
    const service = await way.start({});
    const usedBy = startUse(way.backends);
    let load = await startLoad({ headers }, service, await upload({ headers }, service, file));
    while (load.status === "pending" || load.status === "running") {
      await delay(200);
      load = await readJson<Load>(`${service.address}/api/loader-processes/${load.id}`, headers);
    }
    if (load.status !== "completed") {
      throw new Error(`${way.name}: the load ended with status ${load.status}`);
    }
    const used = usedBy().map((microseconds) => Math.round(microseconds / 1_000));
    await service.end("SIGTERM");
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
