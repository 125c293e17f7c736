import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type BenchOrg, type BenchServer, type BenchWorld, inBenchWorld } from "./bench-world.ts";
import { lines as csvLines, type Load, startLoad, upload } from "./load-bench.ts";
import { cpuMicrosecondsOf, cpuMicrosecondsOfPostgres } from "./process-usage.ts";
import { describeMachine, type ResultLine, writeResults } from "./results.ts";
import { readJson } from "./times.ts";

const batchSize = 500;
const loadedRows = 100_000;
const loadBarSeconds = 90;

interface Line {
  readonly name: string;
  readonly bar: number;
  readonly processes: number;
  readonly tasks: readonly object[];
}

const update = {
  name: "mark",
  action: "update-entity",
  config: { entityName: "item", id: "{newData.id}", object: { marked: "yes" } },
};
const script = { name: "script", action: "script", config: { code: "return { name: event.newData.name };" } };
const delay = { name: "delay", action: "delay", config: { seconds: 0 } };

const lines: readonly Line[] = [
  { name: "one delay", bar: 2_000, processes: 20_000, tasks: [delay] },
  { name: "one update-entity", bar: 1_500, processes: 20_000, tasks: [update] },
  { name: "one script", bar: 500, processes: 3_000, tasks: [script] },
  { name: "two tasks, a delay and an update-entity", bar: 1_200, processes: 20_000, tasks: [delay, update] },
];

/** Processes that end per second, from the first of the creates that start them to the end of the last process. */
export async function benchWorkflowRates(): Promise<void> {
  await inBenchWorld(async (world) => {
    const service = await world.startService();
    const results: ResultLine[] = [];
    for (const [index, line] of lines.entries()) {
      const org = await world.buildOrg(`rate-${index}`);
      results.push(await measureLine(world, { service, org }, line));
    }
    results.push(await measureLoad(world, { service, org: await world.buildOrg("load") }));
    writeResults("Workflow rates", describeMachine({ rounds: 1 }), results);
  });
}

interface Place {
  readonly service: BenchServer;
  readonly org: BenchOrg;
}

async function measureLine(
  { client }: BenchWorld,
  { service, org }: Place,
  { name, bar, processes, tasks }: Line,
): Promise<ResultLine> {
  const place = { service, org };
  await post(place, "/event-workflows", { name, triggers: ["item|create"], maxConcurrentProcesses: 100_000, tasks });
  const cpuOf = await cpuMeter(client, service);
  const began = performance.now();
  for (let made = 0; made < processes; made += batchSize) {
    const operations = Array.from({ length: batchSize }, (_, index) => ({
      op: "create",
      object: { name: `Style ${made + index}` },
    }));
    await post(place, "/items/batch", { operations });
  }
  const created = performance.now();
  await untilAllEnded(client, org);
  const seconds = (performance.now() - began) / 1_000;
  const rate = processes / seconds;
  const creates = `creates took ${((created - began) / 1_000).toFixed(1)} of ${seconds.toFixed(1)} s`;
  return {
    name,
    value: `${Math.round(rate)} processes a second`,
    spread: `${creates}; processor time each, with its create: ${cpuOf(processes)}; bar: ${bar}`,
    ofBar: rate / bar,
  };
}

/** The CPU time since then for each of so many, which depends less on other programs than the rate does. */
async function cpuMeter(client: BenchWorld["client"], { pid }: BenchServer): Promise<(count: number) => string> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const backendPid = rows[0]?.pid ?? 0;
  const used = () => [cpuMicrosecondsOf(pid), cpuMicrosecondsOfPostgres(backendPid)] as const;
  const [serviceBefore, databaseBefore] = used();
  return (count) => {
    const [service, database] = used();
    const [own, postgres] = [(service - serviceBefore) / count / 1_000, (database - databaseBefore) / count / 1_000];
    return `${own.toFixed(2)} ms service, ${postgres.toFixed(2)} ms PostgreSQL`;
  };
}

/** From the end of a load, which starts a process for each entity that it creates, to the end of the last process. */
async function measureLoad(world: BenchWorld, { service, org }: Place): Promise<ResultLine> {
  const folder = await mkdtemp(join(tmpdir(), "weft-bench-workflow-load-"));
  try {
    const path = join(folder, "line.csv");
    await pipeline(Readable.from(csvLines(loadedRows)), createWriteStream(path));
    const triggers = ["item|create"];
    const workflow = { name: "loaded", triggers, maxConcurrentProcesses: 100_000, tasks: [delay] };
    await post({ service, org }, "/event-workflows", workflow);
    let load = await startLoad(org, service, await upload(org, service, path));
    while (load.status === "pending" || load.status === "running") {
      await new Promise((resolve) => setTimeout(resolve, 200));
      load = await readJson<Load>(`${service.address}/api/loader-processes/${load.id}`, org.headers);
    }
    if (load.status !== "completed") throw new Error(`the load ended with status ${load.status}`);
    await untilAllEnded(world.client, org);
    const { rows } = await world.client.query<{ processes: string; last: Date }>(
      "select count(*) as processes, max(ended_on) as last from event_workflow_processes where org_id = $1",
      [org.orgId],
    );
    const seconds = Math.max(0.1, ((rows[0]?.last.getTime() ?? 0) - Date.parse(load.endedOn)) / 1_000);
    const loadSeconds = (Date.parse(load.endedOn) - Date.parse(load.startedOn)) / 1_000;
    return {
      name: `all processes ended after a load of ${loadedRows.toLocaleString("en")} rows, one delay each`,
      value: `${seconds.toFixed(1)} s`,
      spread: `${rows[0]?.processes} processes; the load took ${loadSeconds.toFixed(1)} s; bar: ${loadBarSeconds} s`,
      ofBar: loadBarSeconds / seconds,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function post({ service, org }: Place, path: string, body: object): Promise<void> {
  const headers = { ...org.headers, "content-type": "application/json" };
  const answer = await fetch(`${service.address}/api${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
}

async function untilAllEnded(client: BenchWorld["client"], { orgId }: BenchOrg): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ left: string; failed: string }>(
      `select count(*) filter (where status not in ('completed', 'failed')) as left,
        count(*) filter (where status = 'failed') as failed from event_workflow_processes where org_id = $1`,
      [orgId],
    );
    if (Number(rows[0]?.failed) > 0) throw new Error(`${rows[0]?.failed} processes have failed`);
    if (Number(rows[0]?.left) === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
