import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { csvLine } from "../server/src/loader/write-csv.ts";
import { type BenchServer, type BenchWorld, inBenchWorld } from "./bench-world.ts";
import { fashionHeaders, fashionRow, optionsPerFamily } from "./fashion-rows.ts";
import { memoryMbOf } from "./process-usage.ts";
import { describeMachine, type ResultLine, writeResults } from "./results.ts";
import { rowCount, sectionOf } from "./scale.ts";
import { describeTimes, percentile, readJson, takeTimes } from "./times.ts";

const requestsIdle = 500;

/** A fashion line of a million rows: loaded, loaded again, and compared with COPY of the result. */
export async function benchLoads(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "weft-bench-loads-"));
  try {
    const path = join(folder, "line.csv");
    await pipeline(Readable.from(lines()), createWriteStream(path));
    await inBenchWorld(async (world) => {
      const service = await world.startService();
      const fileId = await upload(world, service, path);
      const first = await measureLoad(world, service, fileId);
      const again = await measureLoad(world, service, fileId);
      const copySeconds = await measureCopy(world);
      writeResults(sectionOf("Loads", "rows"), describeMachine({ rounds: 1 }), resultLines(first, again, copySeconds));
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export function* lines(count = rowCount): Generator<string> {
  yield csvLine(fashionHeaders);
  for (let index = 0; index < count; index++) {
    yield csvLine(fashionRow(index));
  }
}

export async function upload(
  { headers }: Pick<BenchWorld, "headers">,
  { address }: BenchServer,
  path: string,
): Promise<string> {
  const { size } = await stat(path);
  const answer = await fetch(`${address}/api/files?fileName=line.csv`, {
    method: "POST",
    headers: { ...headers, "content-type": "text/csv", "content-length": String(size) },
    body: Readable.toWeb(createReadStream(path)),
    duplex: "half",
  });
  const { id }: { id: string } = JSON.parse(await answer.text());
  return id;
}

export interface Load {
  readonly id: string;
  readonly status: string;
  readonly subtext: string;
  readonly startedOn: string;
  readonly endedOn: string;
  readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly issues: readonly unknown[];
}

interface MeasuredLoad {
  readonly load: Load;
  readonly seconds: number;
  readonly idleMb: number;
  readonly peakMb: number;
  readonly idleTimes: readonly number[];
  readonly loadTimes: readonly number[];
  readonly changes: number;
}

/** During the load, requests are made one at a time, like a user at a screen. */
async function measureLoad(world: BenchWorld, service: BenchServer, fileId: string): Promise<MeasuredLoad> {
  const { headers, client } = world;
  const url = () => `${service.address}/api/items?limit=10`;
  const idleTimes = await takeTimes(requestsIdle, headers, url);
  const idleMb = await memoryMbOf(service.pid);
  const changesBefore = await countChanges(client);
  let load = await startLoad(world, service, fileId);
  const loadTimes: number[] = [];
  let peakMb = idleMb;
  while (load.status === "pending" || load.status === "running") {
    loadTimes.push(...(await takeTimes(5, headers, url)));
    peakMb = Math.max(peakMb, await memoryMbOf(service.pid));
    await delay(200);
    load = await readJson<Load>(`${service.address}/api/loader-processes/${load.id}`, headers);
  }
  if (load.status !== "completed") {
    throw new Error(`the load ended with status ${load.status}: ${JSON.stringify(load.issues.slice(0, 3))}`);
  }
  const seconds = (Date.parse(load.endedOn) - Date.parse(load.startedOn)) / 1_000;
  console.log(`${load.subtext} in ${seconds} s`);
  const changes = (await countChanges(client)) - changesBefore;
  return { load, seconds, idleMb, peakMb, idleTimes, loadTimes, changes };
}

export async function startLoad(
  { headers }: Pick<BenchWorld, "headers">,
  { address }: BenchServer,
  fileId: string,
): Promise<Load> {
  const answer = await fetch(`${address}/api/loader-processes`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ loadType: ["ITEM"], fileLocation: fileId }),
  });
  return JSON.parse(await answer.text());
}

async function countChanges(client: BenchWorld["client"]): Promise<number> {
  const { rows } = await client.query<{ count: string }>("select count(*) from changes");
  return Number(rows[0]?.count ?? 0);
}

/** The same entities and change records for another org, by plain COPY into the same tables with their indexes. */
async function measureCopy({ client, orgId, dataFolder }: BenchWorld): Promise<number> {
  const entities = `${dataFolder}/entities.copy`;
  const changes = `${dataFolder}/changes.copy`;
  const columns = async (table: string) => {
    const { rows } = await client.query<{ column_name: string }>(
      "select column_name from information_schema.columns where table_name = $1 order by ordinal_position",
      [table],
    );
    return rows.map(({ column_name }) => column_name);
  };
  for (const [table, path] of [
    ["entities", entities],
    ["changes", changes],
  ] as const) {
    const names = await columns(table);
    const values = names.map((name) => (name === "org_id" ? "'copied'" : name)).join(", ");
    await client.query(`copy (select ${values} from ${table} where org_id = '${orgId}') to '${path}'`);
  }
  await client.query("checkpoint");
  const began = performance.now();
  await client.query(`copy entities from '${entities}'`);
  await client.query(`copy changes from '${changes}'`);
  return (performance.now() - began) / 1_000;
}

function resultLines(first: MeasuredLoad, again: MeasuredLoad, copySeconds: number): ResultLine[] {
  const rate = ({ seconds }: MeasuredLoad) => `${Math.round(rowCount / seconds)} rows a second`;
  const size = `${rowCount} rows × ${fashionHeaders.length} columns, ${optionsPerFamily} options a family`;
  const [speed, speedAgain] = [copySeconds / first.seconds, first.seconds / again.seconds];
  const memoryMb = first.peakMb - first.idleMb;
  return [
    {
      name: `first load: ${size}`,
      value: rate(first),
      spread: `${first.seconds.toFixed(1)} s, ${first.changes} changes`,
    },
    {
      name: "COPY of the same entities and changes",
      value: `${Math.round(rowCount / copySeconds)} rows a second`,
      spread: `${copySeconds.toFixed(1)} s`,
    },
    { name: "first load: ratio to COPY", value: `${speed.toFixed(2)} ×`, spread: "bar: 0.5 ×", ofBar: speed / 0.5 },
    {
      name: "the same file again",
      value: rate(again),
      spread: `${again.seconds.toFixed(1)} s, ${again.changes} changes`,
    },
    {
      name: "again: ratio to the first",
      value: `${speedAgain.toFixed(2)} ×`,
      spread: "bar: 2 ×",
      ofBar: speedAgain / 2,
    },
    {
      name: "memory over idle",
      value: `${Math.round(memoryMb)} MB`,
      spread: `idle ${Math.round(first.idleMb)} MB; bar: 200 MB`,
      ofBar: 200 / memoryMb,
    },
    ...latencyLines(first),
  ];
}

function latencyLines({ idleTimes, loadTimes }: MeasuredLoad): ResultLine[] {
  const ratio = percentile(loadTimes, 99) / percentile(idleTimes, 99);
  return [
    { name: "GET of a list, idle", ...describeTimes(idleTimes) },
    { name: "GET of a list, beside the load", ...describeTimes(loadTimes) },
    {
      name: "latency beside the load: ratio of p99",
      value: `${ratio.toFixed(2)} ×`,
      spread: "bar: 5 ×",
      ofBar: 5 / ratio,
    },
  ];
}
